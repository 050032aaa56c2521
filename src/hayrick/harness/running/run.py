"""Runs systems on tasks, judges and scores their responses, and writes a run directory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from hayrick.harness.models.endpoint_reports import kept_reports, notes_of
from hayrick.harness.models.players import Cast
from hayrick.harness.models.user_calls import PURPOSE as OWN
from hayrick.harness.naming import names
from hayrick.harness.running.call_notes import from_before
from hayrick.harness.running.costs import Asked, costs
from hayrick.harness.running.hollow import require_something
from hayrick.harness.running.judged import (
    Judged,
    PreparedTask,
    add_jobs,
    require_one_maker,
    settled,
)
from hayrick.harness.running.results import told, write_results
from hayrick.harness.running.run_notes import run_notes
from hayrick.harness.running.run_request import RunRequest, haystack_places, own_code, parameters, places, prepare
from hayrick.harness.running.run_result import Result, TaskResult, assembled, suite_averages
from hayrick.harness.running.sharing import share, shareable
from hayrick.harness.running.windows import keep_windows
from hayrick.harness.scheduling.jobs import dry_run, require_distinct, require_models, run_jobs
from hayrick.harness.storage.folder import run_folder
from hayrick.harness.storage.journal import Journal
from hayrick.harness.storage.journal_file import FILE as CALLS
from hayrick.harness.transport.outgoing import PAID
from hayrick.harness.work.garbage import passed_over
from hayrick.harness.work.processes import Processes
from hayrick.protocols import Progress, silent
from hayrick.records.fields import table
from hayrick.records.manifest import HAYSTACKS
from hayrick.records.outputs import LOGS
from hayrick.records.user_code import in_memory, in_one_line
from hayrick.records.write_files import write_json


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


def _run(request: RunRequest, out: Path | None, progress: Progress) -> Result:
    cast = Cast()
    prepared = prepare(request, cast)
    sources, haystacks = places(request, prepared), haystack_places(prepared)
    if out is not None:
        keep_windows(out, prepared)
    with run_folder(out, request.command, parameters(request, prepared, cast), sources) as folder:
        asked = Asked(cast)
        for one in prepared:
            add_jobs(one)
            one.jobs = list(map(asked.noting, one.jobs))
        jobs = [job for one in prepared for job in one.jobs]
        require_distinct(jobs)
        to_share = shareable(request, prepared)
        if request.elsewhere is None and not (out is not None and (out / CALLS).exists()):
            require_models(cast, request.models)
        folder.read_calls()
        # What is asked again or elsewhere is not settled by the journal, but its prompts are tried.
        settles = request.elsewhere is None and not request.fresh
        with Processes(request.processes) as processes:
            shared = share(to_share, request, prepared, processes, progress, is_written=out is not None)
        alone = [job for job in jobs if job.id not in shared]
        results = shared | dry_run(alone, cast, folder.journal if settles else Journal(None), progress)
        for one in prepared:
            require_one_maker(one, results)
        failures: dict[str, str] = {}
        kept: list[str] = []
        slow: Sequence[str] = ()
        left = [job for job in jobs if job.id not in results]
        if left or folder.journal.calls:
            # Store calls from the first one on; runs without calls leave nothing behind if they fail.
            folder.keep_calls()
            if request.fresh:
                folder.journal.ask_again(["system", OWN])
                results |= dry_run(left, cast, folder.journal)
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
            failures, slow = done.failures, done.notes
            for one in prepared:
                require_one_maker(one, results)
        require_something(request, prepared, results)
        found = [assembled(request, one, cast, results, progress) for one in prepared]
        result = Result(tasks=found, calls=folder.journal.all_calls)
        result.costs = costs(asked, prepared, results, folder.journal)
        result.averages = suite_averages(request, found)
        on_the_way = [*slow, *kept, *processes.notes]
        result.notes = list(run_notes(request, prepared, results, result, folder.journal, failures, on_the_way))
        reports = list(kept_reports(cast.players.values()))
        result.notes += notes_of(reports)
        folder.told = {
            **told(result, names.suites(request.inputs)),
            **({"endpoints": reports} if reports else {}),
            **({HAYSTACKS: haystacks} if haystacks else {}),
        }
        with folder.results() as place:
            if place is not None:
                folder.further = write_results(place, result)
                for name, rows in request.tables(result).items():
                    write_json(place / name, table(rows))
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
    from hayrick.harness.running import inspect_logs

    estimates = {one.task.name: one.estimates for one in tasks}
    inspect_logs.write(place / LOGS, prepared, results, estimates, lambda job: asked.calls(job, journal))
