"""What a run is asked for, and what is prepared for it: tasks with their systems and judges, and its manifest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from hayrick.attribution import names as model_names
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.models.players import Cast
from hayrick.harness.models.user_calls import PURPOSE as OWN
from hayrick.harness.naming import inputs, judge_names, names, system_names
from hayrick.harness.naming.inputs import Source
from hayrick.harness.naming.names import TaskOptions
from hayrick.harness.running.judged import AnyItem, PreparedTask
from hayrick.harness.running.used_options import require_used_in_run
from hayrick.harness.running.windows import windows
from hayrick.harness.scheduling.elsewhere import Elsewhere
from hayrick.protocols import AnyTask, Resample
from hayrick.records.code_prints import fingerprint_of
from hayrick.records.manifest import CODE
from hayrick.records.user_code import PREFIX, code_of
from hayrick.text import seeded
from hayrick.types import NOTHING, BadInput

if TYPE_CHECKING:
    from hayrick.harness.running.run_result import Result


def _as_it_is(task: AnyTask) -> AnyTask:
    return task


def _none(result: Result) -> Mapping[str, list[dict[str, object]]]:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRequest:
    """Parameters of `hayrick run`.

    Args:
        inputs: haystacks, in memory or by name, names of tasks, or users' own tasks.
        systems: names of systems.
        judge: name of the judge; None for the local judge if the task has judges, else none.
        measures: users' own measures, in addition to the task's.
        limit: maximum number of groups of each dataset, sampled by seed.
        seed: seed for all random choices.
        repeats: number of times each system that asks models answers each item.
        task: options that only some tasks use.
        models: options of models.
        of: what is made of each task before it is run; the task itself by default.
        command: subcommand that the run directory belongs to.
        tables: further tables that are written: the run's result -> name of a file -> its rows; none by default.
        values: objects in memory that `python:NAME` means in any of these names: name -> object.
        elsewhere: takes the questions that the journal cannot answer; None to ask models.
        fresh: ask every system again, instead of taking its replies from the journal.
        processes: that share what asks no model; the results are the same.
        file: run file that these were read from; it is only kept from being written over.
    """

    inputs: Sequence[Source]
    systems: Sequence[str]
    judge: str | None = None
    measures: Sequence[str] = ()
    limit: int | None = None
    seed: int = 0
    repeats: int = 1
    task: TaskOptions = field(default_factory=TaskOptions)
    models: ModelOptions = field(default_factory=ModelOptions)
    of: Callable[[AnyTask], AnyTask] = _as_it_is
    command: str = "run"
    tables: Callable[[Result], Mapping[str, list[dict[str, object]]]] = _none
    values: Mapping[str, object] = field(default_factory=lambda: NOTHING)
    elsewhere: Elsewhere | None = None
    fresh: bool = False
    processes: int = 1
    file: Path | None = None


def own_code(request: RunRequest) -> list[str]:
    """Names of the user's own code in a run."""
    inputs = [one for one in request.inputs if isinstance(one, str)]
    given = [*inputs, *request.systems, *request.measures, request.judge or ""]
    return [spec for spec in dict.fromkeys(given) if spec.startswith(PREFIX)]


def places(request: RunRequest, prepared: Sequence[PreparedTask]) -> list[str]:
    """Everything that a run reads, which must never be overwritten."""
    read = [place for one in prepared for place in one.loaded.places]
    named = [*(one for one in request.inputs if isinstance(one, str)), *request.systems, *request.measures]
    files = *model_names(request.task.attribution), *request.models.files, request.file
    return inputs.places(read, *request.systems, *files, code=[*named, request.judge])


def haystack_places(prepared: Sequence[PreparedTask]) -> dict[str, str | None]:
    """Name of each haystack of a run -> where it is, as `places` says it; None of one in memory."""
    return {
        name: None if source is None else inputs.places([source])[0]
        for one in prepared
        for name, source in one.loaded.haystacks.items()
    }


def prepare(request: RunRequest, cast: Cast) -> list[PreparedTask]:
    """Load the tasks of a run with their systems and judges.

    Raises:
        BadInput: an input or a name is invalid, or an option is not used in this run.
    """
    found = prepared_tasks(request, cast)
    require_used_in_run(request, found)
    return found


def prepared_tasks(request: RunRequest, cast: Cast) -> list[PreparedTask]:
    """Load the tasks of a run with their systems and judges; options may be given that nothing uses.

    Raises:
        BadInput: an input or a name is invalid.
    """
    found = []
    every = names.load_tasks(request.inputs, request.task, request.models)
    judging = any(request.of(loaded.task).judges for loaded in every)
    for loaded in every:
        task = names.with_measures(request.of(loaded.task), request.measures)
        known = task.items(request.seed)
        items = limited(known, request.limit, request.seed, task.resample)
        if not items:
            raise BadInput(loaded.places[0] if loaded.places else task.name, "no item", "at least one")
        systems = [
            (spec, system)
            for spec in dict.fromkeys(request.systems)
            for system in system_names.systems(
                spec, task, items, request.seed, request.repeats, request.models, cast, known
            )
        ]
        # Of several tasks, those that need no judge have none.
        named_judge = request.judge if task.judges or not judging else None
        without = names.without_judged(request.inputs, loaded.spec)
        judge = judge_names.judge(named_judge, task, request.models, cast, without)
        judge_names.require_labels(judge, systems)
        judge_names.require_insights(judge, items)
        named = [task.name] if len(every) > 1 else []
        found.append(PreparedTask(loaded=loaded, task=task, items=items, systems=systems, judge=judge, named=named))
    return found


def limited(items: Sequence[AnyItem], limit: int | None, seed: int, resample: Resample) -> list[AnyItem]:
    """Items of at most `limit` groups of each dataset, sampled by seed, in their order; all if `limit` is None.

    Datasets with the same groups get the same ones if the task says that these are the same (`across_datasets`).
    """
    if limit is None:
        return list(items)
    groups: dict[str, dict[str, None]] = {}
    for item in items:
        groups.setdefault(item.dataset, {})[item.group] = None
    kept = {
        (dataset, group)
        for dataset, members in groups.items()
        for group in seeded(f"{seed}/{resample.cluster(dataset, '')[0]}").sample(
            list(members), min(limit, len(members))
        )
    }
    return [item for item in items if (item.dataset, item.group) in kept]


def parameters(request: RunRequest, prepared: Sequence[PreparedTask], cast: Cast) -> dict[str, object]:
    """What the manifest says of a run: all that its results depend on."""
    return {
        "inputs": [
            {one.task.columns.dataset: name, "fingerprint": fingerprint}
            for one in prepared
            for name, fingerprint in one.task.fingerprint.items()
        ],
        "tasks": [
            {
                "task": one.task.name,
                "spec": one.loaded.spec,
                "signature": one.task.signature,
                "measures": [measure.signature for measure in one.task.measures],
            }
            for one in prepared
        ],
        "systems": {
            "made": [[one.task.name, spec, system.signature] for one in prepared for spec, system in one.systems],
            "asked": cast.signatures(["system", OWN]),
            **({"windows": found} if (found := windows(prepared)) else {}),
        },
        "judge": {
            "made": [[one.task.name, one.judge.name, one.judge.signature] for one in prepared if one.judge],
            "asked": cast.signatures(["judge"]),
        },
        CODE: code_prints(request),
        "limit": request.limit,
        "seed": request.seed,
        "repeats": request.repeats,
        "allow_unheld": request.task.allow_unheld,
        **({"suites": given} if (given := names.suite_names(request.inputs)) else {}),
    }


def code_prints(request: RunRequest) -> dict[str, str]:
    """The user's own code -> its fingerprint."""
    return {spec: fingerprint_of(code_of(spec)) for spec in own_code(request)}
