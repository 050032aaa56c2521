"""Runs systems on tasks, judges and scores their responses, and writes a run directory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hayrick import __version__, stats
from hayrick.attribution import names as model_names
from hayrick.averages import Averaged, averages
from hayrick.estimates import Estimated, Key, estimate
from hayrick.harness import casting, inputs, names
from hayrick.harness.assumed import assumed
from hayrick.harness.calls import Call
from hayrick.harness.costs import Asked, costs, shared_note
from hayrick.harness.elsewhere import Elsewhere
from hayrick.harness.endpoint_reports import kept_reports, notes_of
from hayrick.harness.folder import run_folder
from hayrick.harness.garbage import passed_over
from hayrick.harness.inputs import Source
from hayrick.harness.jobs import dry_run, require_distinct, require_models, run_jobs
from hayrick.harness.journal import FILE as CALLS
from hayrick.harness.journal import Journal
from hayrick.harness.judged import (
    AnyItem,
    AnyResponse,
    AnyTask,
    Judged,
    PreparedTask,
    add_jobs,
    limited,
    require_one_maker,
    score_rows,
    settled,
)
from hayrick.harness.model_calls import PAID
from hayrick.harness.model_options import ModelOptions
from hayrick.harness.names import TaskOptions
from hayrick.harness.notes import by_task, call_notes, from_before, notes, parts_of, unanswered, without_interval
from hayrick.harness.outcomes import outcome_notes
from hayrick.harness.players import Cast
from hayrick.harness.results import WRITTEN, told, write_results
from hayrick.harness.unused_options import require_used_in_run
from hayrick.harness.user_calls import PURPOSE as OWN
from hayrick.protocols import Progress, silent
from hayrick.records.code_prints import fingerprint_of
from hayrick.records.costs import Cost
from hayrick.records.files import fingerprint_bytes
from hayrick.records.user_code import PREFIX, code_of, in_memory, in_one_line
from hayrick.reporting import reporting_of
from hayrick.types import NOTHING, BadInput, Score


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
        values: objects in memory that `python:NAME` means in any of these names: name -> object.
        elsewhere: takes the questions that the journal cannot answer; None to ask models.
        fresh: ask every system again, instead of taking its replies from the journal.
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
    of: Callable[[AnyTask], AnyTask] = lambda task: task
    command: str = "run"
    values: Mapping[str, object] = field(default_factory=lambda: NOTHING)
    elsewhere: Elsewhere | None = None
    fresh: bool = False


@dataclass(slots=True, kw_only=True)
class TaskResult:
    """Results of a run on one task."""

    task: AnyTask
    items: Sequence[AnyItem]
    judged: list[Judged] = field(default_factory=list)
    variants: list[list[AnyResponse]] = field(default_factory=list)
    """Variants of each judged response."""
    scores: list[Score] = field(default_factory=list)
    estimates: list[Estimated] = field(default_factory=list)
    makers: dict[tuple[str, str], str] = field(default_factory=dict)
    """(system, context) -> signature of the system."""
    files: Mapping[str, Sequence[Mapping[str, object]]] = field(default_factory=dict)
    """Further files of the judge's own: name -> rows."""

    @property
    def responses(self) -> list[AnyResponse]:
        """Responses as the systems gave them."""
        return [one.response for one in self.judged]


@dataclass(slots=True, kw_only=True)
class Result:
    """All results of a run; `notes` are for the reader, one line each."""

    tasks: list[TaskResult]
    notes: list[str] = field(default_factory=list)
    averages: list[Averaged] = field(default_factory=list)
    """Means of suites."""

    calls: list[Call] = field(default_factory=list)
    """Finished calls of models, including those of earlier runs in the same directory."""

    costs: list[Cost] = field(default_factory=list)
    """These calls, by the system whose answers rest on them."""

    @property
    def scores(self) -> list[Score]:
        """Scores of all tasks."""
        return [row for one in self.tasks for row in one.scores]


def run(request: RunRequest, out: Path | None = None, progress: Progress = silent) -> Result:
    """Run systems, judge and score their responses; write a run directory if one is given.

    Args:
        request: parameters of the run.
        out: run directory, created if it does not exist; None to write nothing.
        progress: told how far it is.

    Raises:
        BadInput: an input, a name or the directory is invalid; nothing is written then.
        OverBudget: the budget was reached; finished calls are kept.
        Outstanding: replies are missing that come from elsewhere.
        HayrickError: a model cannot be reached, or never answered.
    """
    with in_memory(request.values), in_one_line(own_code(request)), passed_over():
        # The user's code may change the current folder, in which a relative path would then be another one.
        return _run(request, out and out.absolute(), progress)


def own_code(request: RunRequest) -> list[str]:
    """Names of the user's own code in a run."""
    inputs = [one for one in request.inputs if isinstance(one, str)]
    given = [*inputs, *request.systems, *request.measures, request.judge or ""]
    return [spec for spec in dict.fromkeys(given) if spec.startswith(PREFIX)]


def _run(request: RunRequest, out: Path | None, progress: Progress) -> Result:
    cast = Cast()
    prepared = prepare(request, cast)
    sources = places(request, prepared)
    with run_folder(out, request.command, _parameters(request, prepared, cast), sources) as folder:
        asked = Asked(cast)
        for one in prepared:
            add_jobs(one)
            one.jobs = list(map(asked.noting, one.jobs))
        jobs = [job for one in prepared for job in one.jobs]
        require_distinct(jobs)
        if request.elsewhere is None and not (out is not None and (out / CALLS).exists()):
            require_models(cast, request.models)
        folder.read_calls()
        # What is asked again or elsewhere is not settled by the journal, but its prompts are tried.
        settles = request.elsewhere is None and not request.fresh
        results = dry_run(jobs, cast, folder.journal if settles else Journal(None), progress)
        for one in prepared:
            require_one_maker(one, results)
        failures: dict[str, str] = {}
        kept: list[str] = []
        left = [job for job in jobs if job.id not in results]
        if left or folder.journal.calls:
            # Store calls from the first one on; runs without calls leave nothing behind if they fail.
            folder.keep_calls()
            if request.fresh:
                folder.journal.ask_again(["system", OWN])
                results |= dry_run(left, cast, folder.journal)
                left = [job for job in jobs if job.id not in results]
            kept = from_before(folder.journal)
            done = run_jobs(left, cast, folder.journal, request.models, progress=progress, elsewhere=request.elsewhere)
            results = settled(jobs, {**results, **done.results}, cast, folder.journal)
            failures = done.failures
            for one in prepared:
                require_one_maker(one, results)
        found = [_assembled(request, one, cast, results, progress) for one in prepared]
        result = Result(tasks=found, calls=folder.journal.all_calls)
        result.costs = costs(asked, prepared, results, folder.journal)
        result.averages = _averages(request, found)
        judges = [one.judge for one in prepared if one.judge is not None]
        result.notes = by_task(
            {one.task.name: notes(one.task, one.items, one.judged, one.scores, one.estimates) for one in found}
        )
        result.notes += unanswered(prepared, results, request.limit, request.seed)
        result.notes += assumed(request.judge, prepared)
        result.notes += [line for suite in names.suites(request.inputs) for line in suite.left_out]
        result.notes += without_interval(result.averages)
        result.notes += [line for one in found for line in outcome_notes(one.task.name, one.responses)]
        result.notes += call_notes(folder.journal, [r for one in found for r in one.responses], failures, judges)
        result.notes += [*shared_note(result.costs), *kept]
        result.notes += dict.fromkeys(
            note for one in judges for judge in parts_of(one) if (note := getattr(judge, "note", ""))
        )
        reports = list(kept_reports(cast.players.values()))
        result.notes += notes_of(reports)
        folder.told = {**told(result, names.suites(request.inputs)), **({"endpoints": reports} if reports else {})}
        with folder.results() as place:
            if place is not None:
                folder.told = {**folder.told, WRITTEN: write_results(place, result)}
                if left and request.elsewhere is None:
                    _log(place, prepared, results, found, asked, folder.journal)
    return result


def _log(
    place: Path,
    prepared: Sequence[PreparedTask],
    results: Mapping[str, Sequence[Judged]],
    tasks: Sequence[TaskResult],
    asked: Asked,
    journal: Journal,
) -> None:
    """Write Inspect's logs of a run, if a language model was asked."""
    if not asked.cast.models(PAID):
        return
    from hayrick.harness import inspect_logs

    estimates = {one.task.name: one.estimates for one in tasks}
    inspect_logs.write(place / "logs", prepared, results, estimates, lambda job: asked.calls(job, journal))


def places(request: RunRequest, prepared: Sequence[PreparedTask]) -> list[str]:
    """Everything that a run reads, which must never be overwritten."""
    read = [place for one in prepared for place in one.loaded.places]
    return inputs.places(read, *request.systems, *model_names(request.task.attribution), *request.models.files)


def prepare(request: RunRequest, cast: Cast) -> list[PreparedTask]:
    """Load the tasks of a run with their systems and judges.

    Raises:
        BadInput: an input or a name is invalid, or an option is not used in this run.
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
            for system in casting.systems(spec, task, items, request.seed, request.repeats, request.models, cast, known)
        ]
        # Of several tasks, those that need no judge have none.
        judge = casting.judge(request.judge if task.judges or not judging else None, task, request.models, cast)
        casting.require_labels(judge, systems)
        named = [task.name] if len(every) > 1 else []
        found.append(PreparedTask(loaded=loaded, task=task, items=items, systems=systems, judge=judge, named=named))
    require_used_in_run(request, found)
    return found


def _assembled(
    request: RunRequest, prepared: PreparedTask, cast: Cast, results: dict[str, list[Judged]], progress: Progress
) -> TaskResult:
    """Collect the results of a task's jobs into rows and estimates."""
    task = prepared.task
    found = TaskResult(task=task, items=prepared.items)
    for job in prepared.jobs:
        _, signature = prepared.specs[job.id]
        for one in results[job.id]:
            found.judged.append(one)
            found.makers[one.response.system, one.response.context] = signature
    for number, one in enumerate(found.judged):
        if task.variants:
            progress(f"{one.item.dataset}: {task.variants[0].name}", number, len(found.judged))
        variants = [variant.make(one.item, one.response) for variant in task.variants]
        found.variants.append(variants)
        found.scores.extend(score_rows(prepared, one, variants))
    found.files = getattr(prepared.judge, "files", {})
    progress("intervals", 0, 1)
    found.estimates = estimate(found.scores, reporting_of(task), _signature(request, found, prepared, cast))
    return found


def _averages(request: RunRequest, tasks: Sequence[TaskResult]) -> list[Averaged]:
    """Means of the suites that were asked for; their signature holds a digest of those of the tasks."""
    scores = {one.task.name: one.scores for one in tasks}
    resamples = {one.task.name: one.task.resample for one in tasks}
    parts = sorted(found.estimate.signature for one in tasks for found in one.estimates)
    own = f"{stats.method()}|tasks:{fingerprint_bytes(chr(10).join(parts).encode())}|hayrick:{__version__}"
    return [
        found
        for suite in names.suites(request.inputs)
        for found in averages(suite, scores, f"{suite.signature}|{own}", resamples)
    ]


def _parameters(request: RunRequest, prepared: Sequence[PreparedTask], cast: Cast) -> dict[str, object]:
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
        },
        "judge": {
            "made": [[one.task.name, one.judge.name, one.judge.signature] for one in prepared if one.judge],
            "asked": cast.signatures(["judge"]),
        },
        "code": _code(request),
        "limit": request.limit,
        "seed": request.seed,
        "repeats": request.repeats,
        "allow_unheld": request.task.allow_unheld,
        **({"suites": given} if (given := names.suite_names(request.inputs)) else {}),
    }


def _code(request: RunRequest) -> dict[str, str]:
    """The user's own code -> its fingerprint."""
    return {spec: fingerprint_of(code_of(spec)) for spec in own_code(request)}


def _signature(request: RunRequest, found: TaskResult, prepared: PreparedTask, cast: Cast) -> Callable[[Key], str]:
    task = prepared.task
    judge = ";".join([prepared.judge.signature, *cast.signatures(["judge"]).values()]) if prepared.judge else "none"
    reporting = reporting_of(task)
    prints = task.fingerprint
    code = "+".join(filter(None, _code(request).values()))
    shared = f"judge:{judge}|{task.signature}|{stats.method()}|{task.resample.signature}"
    shared += f"|code:{code}" if code else ""
    limit = f"|limit:{request.limit},seed:{request.seed}" if request.limit is not None else ""

    def signature(key: Key) -> str:
        measure = reporting.measure(key.measure)
        mean = task.columns.per_item if key.measure != measure.name else task.average
        wanted = [key.dataset] if key.dataset is not None else list(prints)
        # Data that no file holds are a function of the seed.
        data = "+".join(prints[name] for name in wanted if name in prints) or f"seed:{request.seed}"
        variant = f"|{task.columns.variant}:{key.variant}" if task.columns.variant else ""
        system = f"system:{found.makers[key.system, key.context]}"
        return (
            f"{task.name}|{measure.signature}|mean:{mean}|{system}{variant}|{shared}{limit}|data:{data}"
            f"|hayrick:{__version__}"
        )

    return signature
