"""Answers the jobs of a run: from the journal, among processes where no model is needed, and by asking what is left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from hayrick.harness.models.players import Cast
from hayrick.harness.models.user_calls import PURPOSE as OWN
from hayrick.harness.running.call_notes import from_before
from hayrick.harness.running.judged import Judged, PreparedTask, require_one_maker, settled
from hayrick.harness.running.run_request import RunRequest
from hayrick.harness.running.sharing import share, shareable
from hayrick.harness.scheduling.job_order import Job
from hayrick.harness.scheduling.jobs import dry_run, require_distinct, require_models, run_jobs
from hayrick.harness.storage.folder import RunFolder
from hayrick.harness.storage.journal import Journal
from hayrick.harness.storage.journal_file import FILE as CALLS
from hayrick.harness.work.processes import Processes
from hayrick.protocols import Progress

Results = dict[str, list[Judged]]
"""Id of a job -> its responses with their judgements."""


class Answered(NamedTuple):
    """What the jobs of a run gave, and what came up meanwhile."""

    results: Results
    failures: Mapping[str, str]
    """Key of each failed call -> reason."""

    notes: Sequence[str]
    was_asked: bool
    """Whether the journal lacked an answer, so that something was asked."""


def answer(
    request: RunRequest, prepared: Sequence[PreparedTask], cast: Cast, folder: RunFolder, progress: Progress
) -> Answered:
    """Run all jobs of a run.

    Args:
        request: of the run.
        prepared: its tasks, with their jobs.
        cast: the model of each role.
        folder: of the run; keeps the calls.
        progress: told how far it is.

    Raises:
        BadInput: two jobs are the same, a prompt is invalid, or a system gave responses of several makers.
        OverBudget: the budget was reached; finished calls are kept.
        Outstanding: replies are missing that come from elsewhere.
        HayrickError: a model cannot be reached, or never answered.
    """
    jobs = _jobs(prepared)
    require_distinct(jobs)
    to_share = shareable(request, prepared)
    if request.elsewhere is None and not (folder.path is not None and (folder.path / CALLS).exists()):
        require_models(cast, request.models)
    folder.read_calls()
    # What is asked again or elsewhere is not settled by the journal, but its prompts are tried.
    settles = request.elsewhere is None and not request.fresh
    with Processes(request.processes) as processes:
        shared = share(to_share, request, prepared, processes, progress, is_written=folder.path is not None)
    alone = [job for job in jobs if job.id not in shared]
    results = shared | dry_run(alone, cast, folder.journal if settles else Journal(None), progress)
    for one in prepared:
        require_one_maker(one, results)
    if not folder.journal.calls and all(job.id in results for job in jobs):
        return Answered(results, {}, processes.notes, was_asked=False)
    found = _asked(request, prepared, cast, folder, results, progress)
    return found._replace(notes=[*found.notes, *processes.notes])


def _asked(
    request: RunRequest,
    prepared: Sequence[PreparedTask],
    cast: Cast,
    folder: RunFolder,
    results: Results,
    progress: Progress,
) -> Answered:
    """Run the jobs that have no result yet; with `fresh` systems are asked again instead of the journal."""
    # Store calls from the first one on; runs without calls leave nothing behind if they fail.
    folder.keep_calls()
    jobs = _jobs(prepared)
    if request.fresh:
        folder.journal.ask_again(["system", OWN])
        results = results | dry_run([job for job in jobs if job.id not in results], cast, folder.journal)
    left = [job for job in jobs if job.id not in results]
    kept = from_before(folder.journal)
    done = run_jobs(
        left,
        cast,
        folder.journal,
        request.models,
        progress=progress,
        elsewhere=request.elsewhere,
        meanwhile=[partial(one.task.prepare, one.items[0]) for one in prepared if one.items],
    )
    results = settled(jobs, {**results, **done.results}, cast, folder.journal)
    for one in prepared:
        require_one_maker(one, results)
    return Answered(results, done.failures, [*done.notes, *kept], was_asked=bool(left))


def _jobs(prepared: Sequence[PreparedTask]) -> list[Job[list[Judged]]]:
    return [job for one in prepared for job in one.jobs]
