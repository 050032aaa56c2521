"""Names of systems -> the systems, and what a system is called; the models that they ask join the run's cast."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.models.players import Cast, Player
from hayrick.harness.models.user_calls import KEY_ENV, PURPOSE, is_asking
from hayrick.harness.naming.unknown_names import key_of, unknown
from hayrick.harness.transport.addresses import address_of
from hayrick.harness.transport.secrets import sendable_key
from hayrick.harness.work.user_thread import user_thread
from hayrick.protocols import AnySystem, AnyTask, SystemOptions
from hayrick.records.code_prints import fingerprint_of
from hayrick.records.parameters import Parameters, given_in, require_utf8
from hayrick.records.user_arguments import require_request, with_arguments
from hayrick.records.user_code import code_of, load_function
from hayrick.records.user_values import called, require_attributes, require_method
from hayrick.records.web_addresses import require_plain_address
from hayrick.systems.contexts import ALL, FULL, showings
from hayrick.systems.model import ModelSystem
from hayrick.systems.own import OwnSystem
from hayrick.systems.stored import StoredResponses
from hayrick.systems.user import UserSystem
from hayrick.types import BadInput, Item

FILE = "file:"
SYSTEMS: Mapping[str, str] = MappingProxyType(
    {
        "MODEL+CONTEXT": "a language model shown full, sentences, a retriever's best, or all of these (extra llm)",
        "python:MODULE:FUNCTION": "your function, or python:FILE.py:FUNCTION; ?k=5 is passed on, ?model=MODEL is asked",
        "http(s)://...": "your endpoint; the JSON contract is in docs/guide/models.md",
        "file:PATH": "responses of a JSONL file of yours",
    }
)
"""Systems that every task has; `Task.systems` are those that it brings along."""


def systems(
    spec: str,
    task: AnyTask,
    items: Sequence[Item[Any]],
    seed: int,
    repeats: int,
    models: ModelOptions,
    cast: Cast,
    every: Sequence[Item[Any]] | None = None,
) -> list[AnySystem]:
    """Systems of a name; `MODEL+all` and several orders or budgets make several.

    Args:
        spec: a name of `SYSTEMS` or of the task's own.
        task: that they are run on.
        items: of the run.
        seed: of all random choices.
        repeats: how often a system that is asked answers each item.
        models: how models are asked.
        cast: gets the models that are to be asked.
        every: items of the task, where the run has a sample of them: stored responses may be to any; `items` if None.

    Raises:
        BadInput: there is none of that name; the line lists the names.
    """
    require_utf8(spec, f"--system {spec}")
    if spec.startswith(("python:", "http://", "https://")):
        return _user_systems(spec, task, repeats, models, cast)
    name, rest = key_of(spec, task.systems)
    if name is not None:
        return [task.systems[name].make(rest, seed)]
    if spec.startswith(FILE) and spec != FILE:
        return [stored_in(Path(spec.removeprefix(FILE)), task, items if every is None else every)]
    model, plus, context = spec.rpartition("+")
    if not plus:
        model, context = (spec, FULL) if "/" in spec else ("", "")
    if "/" not in model or not context:
        raise unknown("system", spec, dict.fromkeys([*task.systems, *SYSTEMS]), task.name)
    return list(_model_systems(model, context, task, items, repeats, models, cast))


def stored_in(path: Path, task: AnyTask, items: Sequence[Item[Any]]) -> AnySystem:
    """Responses of a file, as the task reads such files.

    Args:
        path: the file, whose name need not be UTF-8.
        task: to whose items they respond.
        items: those that they may respond to.
    """
    name, rest = key_of(f"{FILE}{path}", task.systems)
    return StoredResponses(path=path, task=task, items=items) if name is None else task.systems[name].make(rest, 0)


def _model_systems(
    model: str,
    context: str,
    task: AnyTask,
    items: Sequence[Item[Any]],
    repeats: int,
    models: ModelOptions,
    cast: Cast,
) -> Iterator[AnySystem]:
    first = {item.dataset: item for item in reversed(items)}
    known = [task.known(item) for item in first.values()]
    stored = sorted({name for one in known if one is not None for name in one.stored})
    decoding = models.answering(task.max_tokens)
    role = f"system:{model}"
    cast.add(role, Player.of_model(model, "system", decoding, task.expected_tokens))
    released = {f"released:{name}": name for name in stored} if context == ALL else {}
    is_known = None not in known
    for showing in showings(context, stored, models.budgets, models.orders, models.seeds, is_known=is_known):
        yield ModelSystem(
            task=task,
            model=model,
            showing=showing,
            role=role,
            decoding=decoding,
            window=models.window_of(model),
            address=address_of(model),
            repeats=repeats,
            if_stored=released.get(showing.spec),
        )


def _user_systems(spec: str, task: AnyTask, repeats: int, models: ModelOptions, cast: Cast) -> list[AnySystem]:
    """A function or an endpoint, which is sent requests with each budget and order; or an object with `respond`."""
    code = ""
    if spec.startswith("python:"):
        if is_asking(spec):
            return [_asking_system(spec, task, repeats, models, cast)]
        found = user_thread().load(code_of(spec), f"--system {spec}")
        if hasattr(found, "respond"):
            if given := given_in(spec.partition("?")[2], f"--system {spec}"):
                raise BadInput(f"--system {spec}", f"unknown parameter '{min(given)}'", "'model'")
            return [_own_system(found, f"--system {spec}")]
        if not callable(found):
            raise BadInput(
                f"--system {spec}", f"of type {type(found).__name__}", "a function, or an object with 'respond'"
            )
        require_request(with_arguments(found, spec, f"--system {spec}"), f"--system {spec}")
        code = fingerprint_of(code_of(spec))
    else:
        require_plain_address(spec, "--system", KEY_ENV)
        sendable_key(KEY_ENV)
    role = f"own:{spec}"
    cast.add(role, Player(model=spec, purpose=PURPOSE, parameters={"code": code}))
    found_in = f";code={code}" if code else ""
    return [
        UserSystem(
            task=task,
            spec=spec,
            role=role,
            signature=f"{spec}{'' if one.shows_all else f'+{one.name}'}{found_in}",
            showing=one,
            repeats=repeats,
        )
        for one in showings(FULL, (), models.budgets, models.orders, models.seeds)
    ]


def _asking_system(spec: str, task: AnyTask, repeats: int, models: ModelOptions, cast: Cast) -> AnySystem:
    """What a function or class of the user's makes of `SystemOptions`; a reply's prefix is for answers: unused."""
    where = f"--system {spec}"
    name, parameters = Parameters.of(spec, "system")
    model = parameters.text("model", "")
    parameters.require_used()
    if not model:
        raise BadInput(where, "no model", "?model=MODEL")
    how, role = replace(models.answering(task.max_tokens), prefix=""), f"system:{spec}"
    cast.add(role, Player.of_model(model, "system", how, task.expected_tokens))
    options = SystemOptions(name=spec, model=model, role=role, task=task, max_tokens=how.max_tokens, repeats=repeats)
    return _own_system(called(load_function(name, where), where, options), where)


def _own_system(found: object, where: str) -> AnySystem:
    """An object that follows `protocols.System`."""
    require_attributes(found, where, ("respond", "signature", "asks"))
    require_method(found, where, "respond", ("items", "ask"))
    return OwnSystem(found, where)


def in_rows(system: AnySystem) -> tuple[str, str] | None:
    """(system, context) in its rows; None where only its responses tell."""
    if isinstance(system, ModelSystem):
        return system.model, system.showing.name
    return (system.spec, system.showing.name) if isinstance(system, UserSystem) else None


def bare_models(systems: Iterable[tuple[str, AnySystem]]) -> list[str]:
    """Names that are those of models alone, without a context, among systems and the names that they were given by."""
    return [spec for spec, system in systems if isinstance(system, ModelSystem) and system.model == spec]


def label(system: AnySystem) -> str:
    """How a system is called in names of jobs."""
    known = in_rows(system)
    return "+".join(known) if known else system.signature


def model_of(system: AnySystem) -> str | None:
    """Language model of a system, None where it is none."""
    return system.model if isinstance(system, ModelSystem) else None


def asked(system: AnySystem) -> str:
    """Whom a system asks: its model whatever the context, an address, or the user's code."""
    known = in_rows(system)
    return known[0] if known else system.signature


def require_room(system: AnySystem, items: Sequence[Item[Any]]) -> None:
    """Raise BadInput if a system is a model into whose window no item fits."""
    if isinstance(system, ModelSystem):
        system.require_room(items)
