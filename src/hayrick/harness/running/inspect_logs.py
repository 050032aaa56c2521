"""Writes what a run asked models, and what came of it, as logs of Inspect for `inspect view`.

A log is of one model under test. A sample is one job: an item answered by one system in one context, with its judge
calls. Each measure is a score of its own, whose metrics are the run's estimates. No prompt is in a log.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

from inspect_ai.log import (
    EvalConfig,
    EvalDataset,
    EvalLog,
    EvalMetric,
    EvalResults,
    EvalSample,
    EvalScore,
    EvalSpec,
    EvalStats,
    write_eval_log_async,
)
from inspect_ai.model import ChatMessageUser, ModelOutput, ModelUsage

from hayrick import __version__
from hayrick.estimates import Estimated
from hayrick.harness.running.inspect_samples import VERSION, Asked, counts, scored, usage
from hayrick.harness.running.judged import Judged, PreparedTask
from hayrick.harness.scheduling.job_order import Job
from hayrick.harness.scheduling.logged import Logged, figures
from hayrick.harness.transport.calls import Call
from hayrick.harness.work.finish import finish
from hayrick.records.write_files import unwritable

NO_MODEL = "none/none"
"""Inspect's model name for evaluations without a model under test, in which given summaries are only judged."""

Entry = tuple[Job[list[Judged]], Sequence[Asked], Logged]
"""A job, its calls, and what is logged of its result."""


def write(
    folder: Path,
    prepared: Sequence[PreparedTask],
    results: Mapping[str, Sequence[Judged]],
    estimates: Mapping[str, Sequence[Estimated]],
    calls: Callable[[str], Sequence[tuple[Call, str]]],
) -> None:
    """Write a log of each model under test, with all jobs that asked something.

    Args:
        folder: made if there is none.
        prepared: the tasks of a run with their jobs.
        results: of the jobs.
        estimates: of each task.
        calls: gives the calls of a job, and their purposes there.

    Raises:
        BadInput: a file cannot be written.
    """
    jobs = [(one, job, [Asked(*found, ()) for found in calls(job.id)]) for one in prepared for job in one.jobs]
    jobs = [(one, job, asked) for one, job, asked in jobs if asked]
    for model in dict.fromkeys(job.model for _, job, _ in jobs):
        mine = [(one, job, asked) for one, job, asked in jobs if job.model == model]
        judged: dict[str, list[Judged]] = {one.task.name: [] for one in prepared}
        for one, job, _ in mine:
            judged[one.task.name].extend(results[job.id])
        entries = [(job, asked, job.log(list(results[job.id]))) for _, job, asked in mine]
        _write(folder, model or NO_MODEL, entries, figures(prepared, judged, estimates))


def _write(folder: Path, model: str, entries: Sequence[Entry], found: Mapping[str, Mapping[str, float]]) -> None:
    now, id = datetime.now(UTC), uuid4().hex
    samples = [_sample(model, *entry) for entry in entries]
    named: list[int | str] = [one.id for one in samples]
    log = EvalLog(
        status="success",
        eval=EvalSpec(
            created=now.isoformat(timespec="seconds"),
            task="hayrick",
            task_id=id,
            task_version=VERSION,
            dataset=EvalDataset(name="hayrick", samples=len(samples), sample_ids=named, shuffled=False),
            model=model,
            config=EvalConfig(epochs=1),
            packages={"hayrick": __version__},
        ),
        results=EvalResults(
            total_samples=len(samples),
            completed_samples=len(samples),
            scores=[_score(measure, values, [logged for _, _, logged in entries]) for measure, values in found.items()],
        ),
        stats=EvalStats(model_usage=_usage([one for _, asked, _ in entries for one in asked])),
        samples=samples,
    )
    path = folder / f"{now:%Y-%m-%dT%H-%M-%S}_hayrick_{id}.eval"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        finish(write_eval_log_async(log, path))
    except OSError as problem:
        raise unwritable(path, problem, "") from None


def _sample(model: str, job: Job[list[Judged]], asked: Sequence[Asked], logged: Logged) -> EvalSample:
    query = job.query or job.id
    output = ModelOutput.from_content(model, logged.text)
    output.usage = usage([one.call for one in asked if one.purpose == "system"])
    return EvalSample(
        id=job.id,
        epoch=1,
        input=query,
        target=list(job.target),
        messages=[ChatMessageUser(content=query, source="input")],
        output=output,
        scores={measure: scored(found, logged.answer) for measure, found in logged.scores.items()},
        metadata={**job.metadata, "calls": counts(asked)},
        model_usage=_usage(asked),
    )


def _score(measure: str, values: Mapping[str, float], every: Sequence[Logged]) -> EvalScore:
    known = [logged.scores[measure].value for logged in every if measure in logged.scores]
    n = sum(value is not None for value in known)
    return EvalScore(
        name=measure,
        scorer=measure,
        scored_samples=n,
        unscored_samples=len(known) - n,
        metrics={name: EvalMetric(name=name, value=value) for name, value in values.items()},
    )


def _usage(asked: Sequence[Asked]) -> dict[str, ModelUsage]:
    """Model -> tokens of its calls; a call that several jobs share counts once."""
    by_model: dict[str, dict[str, Call]] = {}
    for one in asked:
        by_model.setdefault(one.call.model, {})[one.call.key] = one.call
    return {model: usage(list(calls.values())) for model, calls in by_model.items()}
