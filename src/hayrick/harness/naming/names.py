"""Names of tasks and measures -> what they name."""

from __future__ import annotations

import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from hayrick.attribution import DEFAULT
from hayrick.averages import Expanded, Suite
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.naming import inputs
from hayrick.harness.naming.inputs import Source
from hayrick.harness.naming.own_measures import own_measure
from hayrick.harness.naming.shipped import SUITES, TASKS
from hayrick.prompting import load
from hayrick.protocols import AnyMeasure, AnyTask, Task
from hayrick.records.code_prints import fingerprint_of
from hayrick.records.parameters import Parameters, cut
from hayrick.records.user_code import PREFIX as CODE
from hayrick.records.user_code import load_object, parts, source_file
from hayrick.records.user_values import called, listed
from hayrick.suggestions import did_you_mean
from hayrick.tasks import summhay
from hayrick.types import BadInput, Haystack, Item, Judgement, Response, Score

SUMMHAY = summhay.NAME


class Loaded(NamedTuple):
    """A task, the name it was given by, and the files that it was made of."""

    spec: str
    task: AnyTask
    places: list[str]
    haystacks: Mapping[str, str | None] = MappingProxyType({})
    """Name of each haystack -> its source; None of one in memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskOptions:
    """Options of a run that only SummHay uses.

    Args:
        compat: "paper" for the published scorer's rules.
        citations: whose citations are scored: "own", "repaired" or "both".
        attribution: models of repaired citations, see `attribution.load_model`.
        allow_unheld: accept insights that no document holds.
    """

    compat: str | None = None
    citations: str = "own"
    attribution: str = DEFAULT
    allow_unheld: bool = False


def load_tasks(sources: Sequence[Source], options: TaskOptions, models: ModelOptions) -> list[Loaded]:
    """Tasks of a run: all haystacks together are SummHay, every other input is a task of its own.

    Args:
        sources: haystacks, their files, `hub:DATASET@REVISION`, names of `TASKS` with parameters
            (`helmet/json_kv?length=8k`), or tasks of the user's own (`python:FILE.py:NAME`).
        options: of SummHay.
        models: how models are asked.

    Raises:
        BadInput: a source is nothing of these, two haystacks have one name, or two tasks.
    """
    given = without_suites(sources)
    named = [source for source in given if isinstance(source, str) and is_task_name(source)]
    haystacks = [source for source in given if not isinstance(source, str) or not is_task_name(source)]
    for source in haystacks:
        if isinstance(source, str):
            require_no_task(source)
    found = [named_task(source) for source in dict.fromkeys(named)]
    if haystacks:
        found.insert(0, _summhay(haystacks, options, models))
    first: dict[str, str] = {}
    for one in found:
        if first.setdefault(one.task.name, one.spec) != one.spec:
            # Rows could not be told apart: they carry the task's name.
            what, cure = f"the task '{one.task.name}' again, after '{first[one.task.name]}'", "Run it by itself."
            raise BadInput(f"task '{one.spec}'", what, "every task once, with all its parameters", cure)
    return found


def without_suites(sources: Sequence[Source]) -> list[Source]:
    """Inputs with the tasks of each suite in its place.

    Raises:
        BadInput: a parameter of a suite is not what it must be.
    """
    found: list[Source] = []
    for source in sources:
        found.extend(_expanded(source).tasks if isinstance(source, str) and is_suite(source) else [source])
    return found


def suites(sources: Sequence[Source]) -> list[Suite]:
    """The suites among the inputs of a run.

    Raises:
        BadInput: a parameter of one is not what it must be.
    """
    return [_expanded(source).suite for source in suite_names(sources)]


def suite_names(sources: Sequence[Source]) -> list[str]:
    """Those inputs that name suites, each once."""
    return list(dict.fromkeys(one for one in sources if isinstance(one, str) and is_suite(one)))


def without_judged(sources: Sequence[Source], spec: str) -> str:
    """The suite among the inputs that asks for a task, without tasks that need a judge; "" where none asks for it."""
    for one in suite_names(sources):
        if spec in _expanded(one).tasks:
            return f"{one}{'&' if '?' in one else '?'}judge=none"
    return ""


def is_suite(source: str) -> bool:
    """Whether an input names a suite and no haystack."""
    return source.partition("?")[0] in SUITES and not _exists(source)


def _expanded(source: str) -> Expanded:
    name, parameters = Parameters.of(source, "suite")
    made: Expanded = import_module(SUITES[name][0]).expanded(parameters)
    return made


def is_task_name(source: str) -> bool:
    """Whether an input names a task and no haystack."""
    return source.startswith("python:") or (source.partition("?")[0] in TASKS and not _exists(source))


def _exists(source: str) -> bool:
    """Whether there is a file of this name, which may be too long for one."""
    try:
        return Path(source).exists()
    except (OSError, ValueError):
        return False


def require_no_task(source: str) -> None:
    """Reject what names no file, and looks like the name of a task: by its beginning, or near to one.

    Raises:
        BadInput: see above; the line has the nearest names.
    """
    name, known = source.partition("?")[0], [*TASKS, *SUITES]
    if _exists(source) or _exists(name):
        return
    near = did_you_mean(name, known, n=3, cutoff=0.75)
    if ".py:" in name:
        near = f"Did you mean '{CODE}{cut(source)}'?"
    beginnings = tuple({f"{one.partition('/')[0]}/" for one in TASKS})
    if near or name.startswith(beginnings):
        expected = "a file, or a task that 'hayrick list tasks' names"
        raise BadInput("INPUT", f"unknown task '{cut(name)}'", expected, near)


def named_task(source: str) -> Loaded:
    """Task of a name of `TASKS` or of the user's own.

    Raises:
        BadInput: there is no such task, or the code or a parameter is not what it must be.
    """
    name, parameters = Parameters.of(source, "task")
    places: list[str] = []
    code = ""
    if name.startswith("python:"):
        made: object = load_object(name, f"task '{source}'")
        places = [str(path)] if (path := source_file(name)) else []
        code = f"code={fingerprint_of(name)}"
    elif name not in TASKS:
        raise BadInput(
            f"task '{cut(name)}'", "no such task", "a name that 'hayrick list tasks' has", did_you_mean(name, TASKS)
        )
    else:
        made = import_module(TASKS[name][0]).task
    if callable(made) and not isinstance(made, Task):
        made = called(made, f"task '{source}'", parameters)
    parameters.require_used()
    if not isinstance(made, Task):
        found = f"a {type(made).__name__}"
        raise BadInput(f"task '{source}'", found, "a hayrick.protocols.Task, or a function that makes one")
    made = replace(made, signature=";".join(filter(None, (made.signature, code))))
    return Loaded(source, made, [*places, *map(str, parameters.files)])


def _summhay(sources: Sequence[Source], options: TaskOptions, models: ModelOptions) -> Loaded:
    read = inputs.read(sources, allow_unheld=options.allow_unheld or options.compat == "paper")
    given = summhay.Options(
        compat=typing.cast(Any, options.compat),
        citations=typing.cast(Any, options.citations),
        attribution=options.attribution,
        free=models.free,
        domain=models.domain,
        template=load(models.prompt) if models.prompt is not None else None,
    )
    prints = {one.haystack.id: one.fingerprint for one in read}
    task = summhay.task([one.haystack for one in read], given, prints)
    in_memory = {one.id for one in sources if isinstance(one, Haystack)}
    haystacks = {one.haystack.id: None if one.haystack.id in in_memory else one.source for one in read}
    files = dict.fromkeys(one.source for one in read if one.haystack.source is not None)
    return Loaded(summhay.NAME, task, list(files), haystacks)


def with_measures(task: AnyTask, specs: Sequence[str]) -> AnyTask:
    """The task with measures of the user's own beside its own.

    Raises:
        BadInput: one of them is no measure, or has a name that is taken.
    """
    measures = list(task.measures)
    for spec in specs:
        found = own_measure(load_object(spec, f"--measure {spec}"), parts(spec)[1], f"--measure {spec}")
        if any(found.name == one.name for one in measures):
            raise BadInput(f"--measure {spec}", f"the name '{found.name}' again", "a name of its own")
        measures.append(_checked(found, f"--measure {spec}"))
    return replace(task, measures=tuple(measures)) if specs else task


def _checked(own: AnyMeasure, where: str) -> AnyMeasure:
    """A measure of the user's own that says in one line if its `score` gives no rows."""

    def score(item: Item[Any], response: Response[Any], judgements: Sequence[Judgement]) -> list[Score]:
        return listed(own.score(item, response, judgements), where, "score", Score)

    return replace(own, score=score)


def made_by_seed(name: str) -> bool:
    """Whether the items of a task can depend on a run's seed; those of haystacks are as stored."""
    return name != summhay.NAME


def task_of(name: str, manifest: Mapping[str, object]) -> AnyTask:
    """A task of a finished run, made again; SummHay, which is made of haystacks, cannot be.

    Raises:
        BadInput: the run has no such task, or it is made by code or data of which only the manifest says that they are
            to be run or fetched.
    """
    spec = specs_of(manifest).get(name)
    if spec is not None and must_be_named(spec):
        raise BadInput("manifest.json", f"task '{name}' by '{spec[:60]}'", "a task that ships, with data of files")
    if name != summhay.NAME and spec is not None:
        return named_task(spec).task
    raise BadInput("manifest.json", f"no task '{name}'", "the tasks that the rows name", "Make the run again.")


def must_be_named(source: str) -> bool:
    """Whether a source runs code or opens a socket: a manifest may be another's, and cannot ask for either."""
    return source.startswith(CODE) or "hub:" in source


def specs_of(manifest: Mapping[str, object]) -> Mapping[str, str]:
    """Tasks of a finished run: name -> as it was given. Suites, whose means stand among the estimates, are none."""
    parameters = manifest.get("parameters")
    made = parameters.get("tasks") if isinstance(parameters, dict) else None
    return {
        str(one.get("task")): str(one.get("spec"))
        for one in (made if isinstance(made, list) else [])
        if isinstance(one, dict)
    }
