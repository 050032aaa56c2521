"""Names that users give on the command line -> tasks, systems, judges and measures."""

from __future__ import annotations

import difflib
import inspect
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from hayrick.estimates import Reporting, reporting_of
from hayrick.harness import inputs
from hayrick.harness.http import address_of
from hayrick.harness.model_options import ModelOptions
from hayrick.harness.players import Cast, Player
from hayrick.harness.user_calls import PURPOSE, require_plain_address
from hayrick.judges.combined import Ensemble
from hayrick.prompting import Template, load
from hayrick.protocols import Judge, JudgeOptions, Measure, System, Task
from hayrick.records.parameters import Parameters
from hayrick.records.user_code import fingerprint_of, load_object, source_file
from hayrick.retrieval.catalogue import RETRIEVERS
from hayrick.systems.contexts import ALL, FULL, showings
from hayrick.systems.model import ModelSystem
from hayrick.systems.stored import StoredResponses
from hayrick.systems.user import UserSystem
from hayrick.tasks import summhay
from hayrick.tasks.summhay.baselines import BASELINES
from hayrick.types import BadInput, Item

AnyTask = Task[Any, Any]
AnySystem = System[Any, Any]
AnyJudge = Judge[Any, Any]

LOCAL = "local"
"""The judge of a task that has it, where none is named."""

TASKS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "helmet/json_kv": ("hayrick.tasks.helmet.json_kv", "HELMET: the value of a key in a long JSON dictionary"),
        "ethic/recalling": (
            "hayrick.tasks.ethic.recalling",
            "ETHIC: the numbers of people in a book, section by section",
        ),
    }
)
"""Name -> the module whose `task(parameters)` makes it, and a description. A haystack file is a task, too: SummHay."""

SYSTEMS: Mapping[str, str] = MappingProxyType(
    {
        "recorded": "summaries stored in the file; recorded:PATTERN is a glob over the key, e.g. recorded:rerank3_*",
        "extractive": "sentences that the relevant documents repeat, cited by attribution; no model",
        "MODEL+CONTEXT": "a language model shown full, sentences, a retriever's best, or all of these (hayrick[llm])",
        "python:MODULE:FUNCTION": "your function of a request -> reply, or python:FILE.py:FUNCTION",
        "http(s)://...": "your endpoint; the JSON contract is in docs/models.md",
        "file:PATH": "responses of a JSONL file of yours",
        **BASELINES,
    }
)
JUDGES: Mapping[str, str] = MappingProxyType(
    {
        "local": "shared words and quantities, no model; 'hayrick validate' shows its agreement with people",
        "MODEL": "a language model, by Inspect's name such as openai/gpt-4o (hayrick[llm])",
        "ensemble:JUDGE+JUDGE": "the mean of two judges, e.g. ensemble:openai/gpt-4o+local",
        "recorded": "labels stored with the summaries; recorded:NAME where several judges are stored (validate)",
        "python:MODULE:NAME": "your judge, or python:FILE.py:NAME; ?model=MODEL gives it a model to ask",
        "none": "no judge: only measures that need none are scored",
    }
)
SCENARIOS: Mapping[str, str] = MappingProxyType(
    {
        "tidewall": "news: a town builds a tidal power station in its old sea wall",
        "airline": "news: the collapse and rescue of a regional airline",
        "housing": "conversation: neighbours turn an empty factory into co-operative housing",
        "overwinter": "conversation: the crew of a polar station talks through the winter; documents of any length",
    }
)


class Loaded(NamedTuple):
    """A task, the name it was given by, and the files that it was made of."""

    spec: str
    task: AnyTask
    places: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskOptions:
    """Options of a run that only SummHay uses.

    Args:
        compat: "paper" for the published scorer's rules.
        citations: whose citations are scored: "own", "repaired" or "both".
        attribution: model of repaired citations: "trained", "threshold", or the path of a model file.
        allow_unheld: accept insights that no document holds.
    """

    compat: str | None = None
    citations: str = "own"
    attribution: str = "trained"
    allow_unheld: bool = False


def load_tasks(sources: Sequence[str], options: TaskOptions, models: ModelOptions) -> list[Loaded]:
    """Tasks of a run: all haystacks together are SummHay, every other input is a task of its own.

    Args:
        sources: haystack files, `hub:DATASET@REVISION`, names of `TASKS` with parameters (`helmet/json_kv?length=8k`),
            or tasks of the user's own (`python:FILE.py:NAME`).
        options: of SummHay.
        models: how models are asked.

    Raises:
        BadInput: a source is nothing of these, two haystacks have one name, or two tasks.
    """
    haystacks = [source for source in sources if not is_task_name(source)]
    found = [named_task(source) for source in dict.fromkeys(sources) if is_task_name(source)]
    if haystacks:
        found.insert(0, _summhay(haystacks, options, models))
    first: dict[str, str] = {}
    for one in found:
        if first.setdefault(one.task.name, one.spec) != one.spec:
            # Rows could not be told apart: they carry the task's name.
            what, cure = f"the task '{one.task.name}' again, after '{first[one.task.name]}'", "Run it by itself."
            raise BadInput(f"task '{one.spec}'", what, "every task once, with all its parameters", cure)
    return found


def is_task_name(source: str) -> bool:
    """Whether an input names a task and no haystack."""
    return source.startswith("python:") or (source.partition("?")[0] in TASKS and not Path(source).exists())


def named_task(source: str) -> Loaded:
    """Task of a name of `TASKS` or of the user's own.

    Raises:
        BadInput: the code or a parameter is not what it must be.
    """
    name, parameters = Parameters.of(source, "task")
    places: list[str] = []
    code = ""
    if name.startswith("python:"):
        made: object = load_object(name, f"task '{source}'")
        places = [str(path)] if (path := source_file(name)) else []
        code = f"code={fingerprint_of(name)}"
    else:
        made = import_module(TASKS[name][0]).task
    if callable(made) and not isinstance(made, Task):
        made = made(parameters)
    parameters.require_used()
    if not isinstance(made, Task):
        found = f"a {type(made).__name__}"
        raise BadInput(f"task '{source}'", found, "a hayrick.protocols.Task, or a function that makes one")
    made = replace(made, signature=";".join(filter(None, (made.signature, code))))
    return Loaded(source, made, [*places, *map(str, parameters.files)])


def _summhay(sources: Sequence[str], options: TaskOptions, models: ModelOptions) -> Loaded:
    read = inputs.read(sources, allow_unheld=options.allow_unheld or options.compat == "paper")
    given = summhay.Options(
        compat=typing.cast(Any, options.compat),
        citations=typing.cast(Any, options.citations),
        attribution=options.attribution,
        free=models.free,
        domain=models.domain,
        template=_template(models.prompt),
    )
    prints = {one.haystack.id: one.fingerprint for one in read}
    task = summhay.task([one.haystack for one in read], given, prints)
    return Loaded(summhay.NAME, task, [one.source for one in read])


def with_measures(task: AnyTask, specs: Sequence[str]) -> AnyTask:
    """The task with measures of the user's own beside its own.

    Raises:
        BadInput: one of them is no measure, or has a name that is taken.
    """
    measures = list(task.measures)
    for spec in specs:
        found = load_object(spec, f"--measure {spec}")
        if not isinstance(found, Measure):
            raise BadInput(f"--measure {spec}", f"a {type(found).__name__}", "a hayrick.protocols.Measure")
        if any(found.name == one.name for one in measures):
            raise BadInput(f"--measure {spec}", f"the name '{found.name}' again", "a name of its own")
        measures.append(found)
    return replace(task, measures=tuple(measures)) if specs else task


def systems(
    spec: str,
    task: AnyTask,
    items: Sequence[Item[Any]],
    seed: int,
    repeats: int,
    models: ModelOptions,
    cast: Cast,
) -> list[AnySystem]:
    """Systems of a name; `MODEL+all` and several orders or budgets make several.

    Args:
        spec: a name of `SYSTEMS`.
        task: that they are run on.
        items: of the run.
        seed: of all random choices.
        repeats: how often a system that is asked answers each item.
        models: how models are asked.
        cast: gets the models that are to be asked.

    Raises:
        BadInput: there is none of that name; the line lists the names.
    """
    name, _, rest = spec.partition(":")
    if name == "file" and rest:
        made = task.systems.get("file")
        return [made(rest, seed) if made else StoredResponses(path=Path(rest), task=task, items=items)]
    if spec.startswith(("python:", "http://", "https://")):
        return [_user_system(spec, task, repeats, cast)]
    if name in task.systems and name != "file" and (not rest or name == "recorded"):
        return [task.systems[name](rest, seed)]
    model, plus, context = spec.rpartition("+")
    if not plus:
        model, context = (spec, FULL) if "/" in spec else ("", "")
    if not model or not context:
        raise unknown("system", spec, SYSTEMS)
    return list(_model_systems(model, context, task, items, repeats, models, cast))


def _model_systems(
    model: str,
    context: str,
    task: AnyTask,
    items: Sequence[Item[Any]],
    repeats: int,
    models: ModelOptions,
    cast: Cast,
) -> list[AnySystem]:
    first = {item.dataset: item for item in reversed(items)}
    known = [task.known(item) for item in first.values()]
    stored = sorted({name for one in known if one is not None for name in one.stored})
    decoding = replace(models.decoding, max_tokens=models.max_tokens or task.max_tokens)
    role = f"system:{model}"
    cast.add(role, Player.of_model(model, "system", decoding, task.expected_tokens))
    released = {f"released:{name}": name for name in stored} if context == ALL else {}
    return [
        ModelSystem(
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
        for showing in showings(context, stored, models.budgets, models.orders, models.seeds)
    ]


def _user_system(spec: str, task: AnyTask, repeats: int, cast: Cast) -> AnySystem:
    """A function or an endpoint, which is sent requests; or an object that follows `protocols.System`."""
    code = ""
    if spec.startswith("python:"):
        found = _instance(load_object(spec, f"--system {spec}"))
        if hasattr(found, "respond"):
            _require_attributes(found, f"--system {spec}", ("signature", "asks"))
            return typing.cast(AnySystem, found)
        if not callable(found):
            raise BadInput(f"--system {spec}", f"a {type(found).__name__}", "a function, or an object with 'respond'")
        code = fingerprint_of(spec)
    else:
        require_plain_address(spec)
    role = f"own:{spec}"
    cast.add(role, Player(model=spec, purpose=PURPOSE, parameters={"code": code}))
    signature = f"{spec}{';code=' + code if code else ''}"
    return UserSystem(task=task, spec=spec, role=role, signature=signature, repeats=repeats)


def judge(spec: str | None, task: AnyTask, models: ModelOptions, cast: Cast) -> AnyJudge | None:
    """Judge of a name; None for "none", and where the task needs no judge.

    Args:
        spec: a name of `JUDGES`; None is the local judge where the task has judges.
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
    return _judge(spec or LOCAL, task.judges, models, cast)


Makers = Mapping[str, Callable[[JudgeOptions], AnyJudge]]


def _judge(spec: str, makers: Makers, models: ModelOptions, cast: Cast) -> AnyJudge:
    if spec.startswith("ensemble:"):
        first, plus, second = spec.removeprefix("ensemble:").rpartition("+")
        if not plus or not first or not second or "none" in (first, second):
            raise BadInput(f"--judge {spec}", "not two judges", "ensemble:JUDGE+JUDGE")
        return Ensemble(a=_judge(first, makers, models, cast), b=_judge(second, makers, models, cast))
    if spec.startswith("python:"):
        return _user_judge(spec, models, cast)
    name = "recorded" if spec.startswith("recorded:") else spec
    if name in makers and name != "MODEL":
        return makers[name](_judge_options(spec, "", models))
    if "/" not in spec or "MODEL" not in makers or spec.startswith("recorded"):
        raise unknown("judge", spec, {known: JUDGES.get(known, "") for known in [*makers, *JUDGES]})
    made = makers["MODEL"](_judge_options(spec, f"judge:{spec}", models))
    decoding = replace(models.decoding, max_tokens=models.judge_tokens)
    expected = getattr(made, "expected_tokens", None)
    cast.add(f"judge:{spec}", Player.of_model(spec, "judge", decoding, expected))
    return made


def _judge_options(name: str, role: str, models: ModelOptions) -> JudgeOptions:
    return JudgeOptions(
        name=name,
        role=role,
        variant=models.judge_variant,
        template=_template(models.judge_prompt),
        repeats=models.judge_repeats,
        max_tokens=models.judge_tokens,
    )


def _user_judge(spec: str, models: ModelOptions, cast: Cast) -> AnyJudge:
    """An object that follows `protocols.Judge`, or a function of `JudgeOptions` that makes one."""
    name, parameters = Parameters.of(spec, "judge")
    found = _instance(load_object(name, f"--judge {spec}"))
    model = parameters.text("model", "")
    parameters.require_used()
    if model:
        decoding = replace(models.decoding, max_tokens=models.judge_tokens)
        cast.add(f"judge:{spec}", Player.of_model(model, "judge", decoding))
    if not hasattr(found, "judge") and callable(found):
        found = found(_judge_options(spec, f"judge:{spec}", models))
    if not hasattr(found, "judge"):
        raise BadInput(f"--judge {spec}", f"a {type(found).__name__}", "an object with 'judge', or its maker")
    _require_attributes(found, f"--judge {spec}", ("name", "signature", "asks"))
    return typing.cast(AnyJudge, found)


def _instance(found: object) -> object:
    """An object of a class that needs nothing to be made; anything else as it is."""
    plain = isinstance(found, type) and not inspect.signature(found).parameters
    return typing.cast(Callable[[], object], found)() if plain else found


def _require_attributes(found: object, where: str, wanted: Sequence[str]) -> None:
    missing = [name for name in wanted if not hasattr(found, name)]
    if missing:
        expected = f"one with {', '.join(wanted)} (hayrick.protocols)"
        raise BadInput(where, f"a {type(found).__name__} without '{missing[0]}'", expected)


def _template(path: Path | None) -> Template | None:
    return load(path) if path is not None else None


def reporting(name: str, manifest: Mapping[str, object]) -> Reporting:
    """What estimates must know of a task of a finished run.

    Args:
        name: of the task, as its rows carry it.
        manifest: of the run, which says how the task was made.

    Raises:
        BadInput: the task cannot be made again.
    """
    if name == summhay.NAME:
        return summhay.REPORTING
    parameters = manifest.get("parameters")
    made = parameters.get("tasks") if isinstance(parameters, dict) else None
    for one in made if isinstance(made, list) else []:
        if isinstance(one, dict) and one.get("task") == name and isinstance(one.get("spec"), str):
            return reporting_of(named_task(one["spec"]).task)
    raise BadInput("manifest.json", f"no task '{name}'", "the tasks that the rows name", "Make the run again.")


def in_rows(system: AnySystem) -> tuple[str, str] | None:
    """(system, context) in its rows; None where only its responses tell."""
    if isinstance(system, ModelSystem):
        return system.model, system.showing.name
    return (system.spec, FULL) if isinstance(system, UserSystem) else None


def label(system: AnySystem) -> str:
    """How a system is called in names of jobs."""
    known = in_rows(system)
    return "+".join(known) if known else system.signature


def model_of(system: AnySystem) -> str | None:
    """Language model of a system, None where it is none."""
    return system.model if isinstance(system, ModelSystem) else None


def unknown(noun: str, given: str, names: Mapping[str, str]) -> BadInput:
    """The error for a name that is not in a list of names."""
    known = [name for name in names if name != given]
    near = difflib.get_close_matches(given, known, n=1)
    cure = f"Did you mean '{near[0]}'?" if near else f"'hayrick list {noun}s' explains them."
    return BadInput(f"--{noun}", f"unknown {noun} '{given}'", ", ".join(known), cure)


def lists() -> Mapping[str, Mapping[str, str]]:
    """What `hayrick list` can list: noun -> name -> description."""
    return {
        "systems": SYSTEMS,
        "judges": JUDGES,
        "retrievers": {
            **{
                entry.name: entry.description + ("" if entry.needs == "nothing" else f" (needs {entry.needs})")
                for entry in RETRIEVERS
            },
            "sentences": "a context of sentences instead of documents",
            "full": "all documents as stored",
        },
        "measures": _measures(),
        "tasks": {
            summhay.NAME: "SummHay: a haystack file as INPUT; summaries that cover insights and cite their documents",
            **{name: description for name, (_, description) in TASKS.items()},
            "python:FILE.py:NAME": "a task of your own (docs/tasks.md)",
        },
        "scenarios": SCENARIOS,
    }


def _measures() -> dict[str, str]:
    """Measures of all tasks that ship, as they describe themselves."""
    found = {one.name: one.description for one in summhay.MEASURES}
    found[f"...@{summhay.REPORTING.per_item}"] = "the same as a mean of means per summary"
    for module, _ in TASKS.values():
        for one in import_module(module).MEASURES:
            found[one.name] = one.description
    return found
