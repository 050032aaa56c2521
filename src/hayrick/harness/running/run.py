"""Runs systems on tasks, judges and scores their responses, and writes a run directory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from hayrick.harness.models.endpoint_reports import kept_reports, notes_of
from hayrick.harness.models.players import Cast
from hayrick.harness.naming import names
from hayrick.harness.running.answering import answer
from hayrick.harness.running.costs import Asked, costs
from hayrick.harness.running.empty_runs import require_something
from hayrick.harness.running.judged import Judged, PreparedTask, add_jobs
from hayrick.harness.running.results import told, write_results
from hayrick.harness.running.run_notes import run_notes
from hayrick.harness.running.run_request import RunRequest, haystack_places, own_code, parameters, places, prepare
from hayrick.harness.running.run_result import Result, TaskResult, assembled, suite_averages
from hayrick.harness.running.windows import keep_windows
from hayrick.harness.storage.folder import run_folder
from hayrick.harness.storage.journal import Journal
from hayrick.harness.transport.outgoing import PAID
from hayrick.harness.work.garbage import passed_over
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
        answered = answer(request, prepared, cast, folder, progress)
        results, journal = answered.results, folder.journal
        require_something(request, prepared, results)
        found = [assembled(request, one, cast, results, progress) for one in prepared]
        result = Result(tasks=found, calls=journal.all_calls)
        result.costs = costs(asked, prepared, results, journal)
        result.averages = suite_averages(request, found)
        reports = list(kept_reports(cast.players.values()))
        notes = run_notes(request, prepared, results, result, journal, answered.failures, answered.notes)
        result.notes = [*notes, *notes_of(reports)]
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
                if answered.was_asked and request.elsewhere is None:
                    _log(place, prepared, results, found, asked, journal)
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
