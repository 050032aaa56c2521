"""Names of systems and judges -> what they name; the models that they ask join the run's cast."""

from __future__ import annotations

import re
import typing
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from hayrick.harness.addresses import address_of
from hayrick.harness.model_options import ModelOptions
from hayrick.harness.players import Cast, Player
from hayrick.harness.unknown_names import unknown
from hayrick.harness.user_calls import PURPOSE, is_asking, require_plain_address
from hayrick.judges.combined import Ensemble
from hayrick.prompting import load
from hayrick.protocols import Judge, JudgeMaker, JudgeOptions, System, SystemOptions, Task
from hayrick.records.code_prints import fingerprint_of
from hayrick.records.parameters import Parameters
from hayrick.records.user_code import called, load_function, load_instance, require_attributes
from hayrick.systems.contexts import ALL, FULL, showings
from hayrick.systems.model import ModelSystem
from hayrick.systems.stored import StoredResponses
from hayrick.systems.user import UserSystem
from hayrick.types import BadInput, Item

AnyTask = Task[Any, Any]
AnySystem = System[Any, Any]
AnyJudge = Judge[Any, Any]
AnyJudgeMaker = JudgeMaker[Any, Any]

SYSTEMS: Mapping[str, str] = MappingProxyType(
    {
        "MODEL+CONTEXT": "a language model shown full, sentences, a retriever's best, or all of these (hayrick[llm])",
        "python:MODULE:FUNCTION": "your function of a request, or python:FILE.py:FUNCTION; ?model=MODEL if it asks one",
        "http(s)://...": "your endpoint; the JSON contract is in docs/guide/models.md",
        "file:PATH": "responses of a JSONL file of yours",
    }
)
"""Systems that every task has; `Task.systems` are those that it brings along."""

JUDGES: Mapping[str, str] = MappingProxyType(
    {
        "ensemble:JUDGE+JUDGE": "the mean of two judges, e.g. ensemble:openai/gpt-4o+local",
        "python:MODULE:NAME": "your judge, or python:FILE.py:NAME; ?model=MODEL gives it a model to ask",
        "none": "no judge: only measures that need none are scored",
    }
)
"""Judges that every task with judges has, beside its own in `Task.judges`."""

LOCAL = "local"
"""The judge of a task that has it, where none is named."""

_MODEL = "MODEL"
_PROVIDER = re.compile(r"[\w.-]+/.")
"""Beginning of a model's name: `faithfulness:openai/gpt-4o` is no model, but a judge that the task may not have."""


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
    if spec.startswith(("python:", "http://", "https://")):
        return [_user_system(spec, task, repeats, models, cast)]
    name, rest = _key(spec, task.systems)
    if name is not None:
        return [task.systems[name].make(rest, seed)]
    if spec.startswith("file:") and spec != "file:":
        return [
            StoredResponses(path=Path(spec.removeprefix("file:")), task=task, items=items if every is None else every)
        ]
    model, plus, context = spec.rpartition("+")
    if not plus:
        model, context = (spec, FULL) if "/" in spec else ("", "")
    if "/" not in model or not context:
        raise unknown("system", spec, dict.fromkeys([*task.systems, *SYSTEMS]), task.name)
    return list(_model_systems(model, context, task, items, repeats, models, cast))


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
    for showing in showings(context, stored, models.budgets, models.orders, models.seeds):
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


def _user_system(spec: str, task: AnyTask, repeats: int, models: ModelOptions, cast: Cast) -> AnySystem:
    """A function or an endpoint, which is sent requests; or an object that follows `protocols.System`."""
    code = ""
    if spec.startswith("python:"):
        if is_asking(spec):
            return _asking_system(spec, task, repeats, models, cast)
        found = load_instance(spec, f"--system {spec}")
        if hasattr(found, "respond"):
            require_attributes(found, f"--system {spec}", ("signature", "asks"))
            return typing.cast(AnySystem, found)
        if not callable(found):
            raise BadInput(
                f"--system {spec}", f"of type {type(found).__name__}", "a function, or an object with 'respond'"
            )
        code = fingerprint_of(spec)
    else:
        require_plain_address(spec)
    role = f"own:{spec}"
    cast.add(role, Player(model=spec, purpose=PURPOSE, parameters={"code": code}))
    signature = f"{spec}{';code=' + code if code else ''}"
    return UserSystem(task=task, spec=spec, role=role, signature=signature, repeats=repeats)


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
    found = called(load_function(name, where), where, options)
    require_attributes(found, where, ("respond", "signature", "asks"))
    return typing.cast(AnySystem, found)


def judge(spec: str | None, task: AnyTask, models: ModelOptions, cast: Cast) -> AnyJudge | None:
    """Judge of a name; None for "none", and where the task needs no judge.

    Args:
        spec: a name of `judges_of` the task; None is the local judge where the task has judges.
        task: whose responses are judged.
        models: how models are asked.
        cast: gets the models that are to be asked.

    Raises:
        BadInput: there is none of that name, the task needs no judge, or it has no local one and none is named.
    """
    if spec == "none" or (spec is None and not task.judges):
        return None
    if not task.judges:
        raise BadInput(f"--judge {spec}", f"{task.name} needs no judge", "'none', or no --judge")
    if spec is None and LOCAL not in task.judges:
        raise BadInput("--judge", f"none given, and {task.name} has no local judge", ", ".join([*task.judges, "none"]))
    return _judge(spec or LOCAL, task, models, cast)


def judges_of(task: AnyTask) -> list[str]:
    """Names of the judges that a task can have."""
    return [*task.judges, *JUDGES]


def _judge(spec: str, task: AnyTask, models: ModelOptions, cast: Cast) -> AnyJudge:
    if spec.startswith("ensemble:"):
        first, plus, second = spec.removeprefix("ensemble:").rpartition("+")
        if not plus or not first or not second or "none" in (first, second):
            raise BadInput(f"--judge {spec}", "not two judges", "ensemble:JUDGE+JUDGE")
        return Ensemble(a=_judge(first, task, models, cast), b=_judge(second, task, models, cast))
    judge = _single_judge(spec, task, models, cast)
    if models.judge_context is None:
        return judge
    from hayrick.judges.in_extract import in_extract

    return in_extract(judge, models.judge_context, task.judges)


def _single_judge(spec: str, task: AnyTask, models: ModelOptions, cast: Cast) -> AnyJudge:
    if spec.startswith("python:"):
        return _user_judge(spec, models, cast)
    name, rest = _key(spec, task.judges)
    if name is None and _MODEL in task.judges and _PROVIDER.match(spec):
        name, rest = _MODEL, spec
    if name is None or spec == _MODEL:
        raise unknown("judge", spec, judges_of(task), task.name)
    maker = task.judges[name]
    if name != _MODEL and not name.endswith(f":{_MODEL}"):
        return maker.make(_judge_options(spec, "", models, maker.placeholders))
    return _model_judge(maker, spec, rest, models, cast)


def _model_judge(maker: AnyJudgeMaker, spec: str, model: str, models: ModelOptions, cast: Cast) -> AnyJudge:
    made = maker.make(_judge_options(spec, f"judge:{spec}", models, maker.placeholders))
    expected = getattr(made, "expected_tokens", None)
    cast.add(f"judge:{spec}", Player.of_model(model, "judge", models.judging, expected))
    return made


def _judge_options(
    name: str, role: str, models: ModelOptions, placeholders: Mapping[str, str] | None = None
) -> JudgeOptions:
    return JudgeOptions(
        name=name,
        role=role,
        variant=models.judge_variant,
        template=load(models.judge_prompt, known=placeholders) if models.judge_prompt is not None else None,
        repeats=models.judge_repeats,
        max_tokens=models.judge_tokens,
    )


def _user_judge(spec: str, models: ModelOptions, cast: Cast) -> AnyJudge:
    """An object that follows `protocols.Judge`, or a function of `JudgeOptions` that makes one."""
    name, parameters = Parameters.of(spec, "judge")
    found = load_instance(name, f"--judge {spec}")
    model = parameters.text("model", "")
    parameters.require_used()
    if model:
        cast.add(f"judge:{spec}", Player.of_model(model, "judge", models.judging))
    if isinstance(found, type) or not hasattr(found, "judge"):
        options = _judge_options(spec, f"judge:{spec}", models)
        found = called(found, f"--judge {spec}", options) if callable(found) else found
    if not hasattr(found, "judge"):
        raise BadInput(f"--judge {spec}", f"a {type(found).__name__}", "an object with 'judge', or its maker")
    require_attributes(found, f"--judge {spec}", ("name", "signature", "asks"))
    return typing.cast(AnyJudge, found)


def _key(spec: str, makers: Mapping[str, object]) -> tuple[str | None, str]:
    """Name of the maker for what a user gave, and what follows its ":"; None where there is none."""
    if spec in makers:
        return spec, ""
    kind, _, rest = spec.partition(":")
    found = next((name for name in makers if name.startswith(f"{kind}:")), None) if rest else None
    return found, rest


def in_rows(system: AnySystem) -> tuple[str, str] | None:
    """(system, context) in its rows; None where only its responses tell."""
    if isinstance(system, ModelSystem):
        return system.model, system.showing.name
    return (system.spec, FULL) if isinstance(system, UserSystem) else None


def bare_models(systems: Iterable[tuple[str, AnySystem]]) -> list[str]:
    """Names that are those of models alone, without a context, among systems and the names that they were given by."""
    return [spec for spec, system in systems if isinstance(system, ModelSystem) and system.model == spec]


def require_room(system: AnySystem, items: Sequence[Item[Any]]) -> None:
    """Raise BadInput if a system is a model into whose window no item fits."""
    if isinstance(system, ModelSystem):
        system.require_room(items)


def require_labels(judge: AnyJudge | None, systems: Iterable[tuple[str, AnySystem]]) -> None:
    """Raise BadInput if a judge with stored labels alone would get answers that nobody has labelled."""
    if judge is None or not getattr(judge, "stored_only", False):
        return
    for spec, system in systems:
        if isinstance(system, ModelSystem | UserSystem):
            found = f"only labels of stored summaries, none of what {spec} will answer"
            raise BadInput(f"judge '{judge.name}'", found, "a judge that reads answers", "Take 'local' or a model.")


def label(system: AnySystem) -> str:
    """How a system is called in names of jobs."""
    known = in_rows(system)
    return "+".join(known) if known else system.signature


def model_of(system: AnySystem) -> str | None:
    """Language model of a system, None where it is none."""
    return system.model if isinstance(system, ModelSystem) else None
