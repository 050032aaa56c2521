"""What comes of a run: scores and estimates of each task, means of suites, and the signature of each figure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from hayrick import __version__, stats
from hayrick.averages import Averaged, averages
from hayrick.estimates import Estimated, Key, estimate
from hayrick.harness.models.players import Cast
from hayrick.harness.naming import names
from hayrick.harness.running.judged import (
    AnyItem,
    AnyResponse,
    Judged,
    PreparedTask,
    Scored,
)
from hayrick.harness.running.run_request import RunRequest, code_prints
from hayrick.harness.transport.calls import Call
from hayrick.protocols import AnyTask, Progress, about_of
from hayrick.records.costs import Cost
from hayrick.records.read_files import fingerprint_bytes
from hayrick.reporting import reporting_of
from hayrick.types import Score


@dataclass(slots=True, kw_only=True)
class TaskResult:
    """Results of a run on one task."""

    task: AnyTask
    items: Sequence[AnyItem]
    scored: list[Scored] = field(default_factory=list)
    """What came of each response."""

    scores: list[Score] = field(default_factory=list)
    estimates: list[Estimated] = field(default_factory=list)
    makers: dict[tuple[str, str], str] = field(default_factory=dict)
    """(system, context) -> signature of the system."""
    files: Mapping[str, Sequence[Mapping[str, object]]] = field(default_factory=dict)
    """Further files of the judge's own: name -> rows."""

    @property
    def judged(self) -> list[Judged]:
        """Responses as the systems gave them, with their judgements."""
        return [one.judged for one in self.scored]

    @property
    def responses(self) -> list[AnyResponse]:
        """Responses as the systems gave them."""
        return [one.response for one in self.judged]

    @property
    def variants(self) -> list[AnyResponse]:
        """Modified versions of them, such as with repaired citations."""
        return [variant for one in self.scored for variant in one.variants]


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


def assembled(
    request: RunRequest, prepared: PreparedTask, cast: Cast, results: dict[str, list[Judged]], progress: Progress
) -> TaskResult:
    """Collect the results of a task's jobs into rows and estimates."""
    task = prepared.task
    found = TaskResult(task=task, items=prepared.items)
    for job in prepared.jobs:
        _, signature = prepared.specs[job.id]
        for one in results[job.id]:
            found.makers[one.response.system, one.response.context] = signature
    judged = [one for job in prepared.jobs for one in results[job.id]]
    for number, one in enumerate(judged):
        if task.variants:
            progress(f"{one.item.dataset}: {task.variants[0].name}", number, len(judged))
        found.scored.append(prepared.scored(one))
        found.scores.extend(found.scored[-1].rows)
    found.files = about_of(prepared.judge).files
    progress("intervals", 0, 1)
    found.estimates = estimate(found.scores, reporting_of(task), _signature(request, found, prepared, cast))
    return found


def suite_averages(request: RunRequest, tasks: Sequence[TaskResult]) -> list[Averaged]:
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


def _signature(request: RunRequest, found: TaskResult, prepared: PreparedTask, cast: Cast) -> Callable[[Key], str]:
    task = prepared.task
    judge = ";".join([prepared.judge.signature, *cast.signatures(["judge"]).values()]) if prepared.judge else "none"
    reporting = reporting_of(task)
    prints = task.fingerprint
    code = "+".join(filter(None, code_prints(request).values()))
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
        rules = f"|rules:{measure.rules}" if measure.rules else ""
        rules += f"|at-most:{measure.at_most}" if measure.at_most else ""
        system = f"system:{found.makers[key.system, key.context]}"
        return (
            f"{task.name}|{measure.signature}{rules}|mean:{mean}|{system}{variant}|{shared}{limit}|data:{data}"
            f"|hayrick:{__version__}"
        )

    return signature
