"""All notes on the results of a run, in the order in which readers see them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hayrick.harness.naming import names
from hayrick.harness.running.assumptions import assumption_notes
from hayrick.harness.running.call_notes import call_notes, over_budget, parts_of
from hayrick.harness.running.costs import shared_note
from hayrick.harness.running.empty_runs import empty_run_notes
from hayrick.harness.running.judged import Judged, PreparedTask
from hayrick.harness.running.languages import language_notes
from hayrick.harness.running.notes import by_task, notes, without_interval
from hayrick.harness.running.outcomes import outcome_notes
from hayrick.harness.running.run_request import RunRequest
from hayrick.harness.running.run_result import Result
from hayrick.harness.storage.journal import Journal
from hayrick.protocols import about_of


def run_notes(
    request: RunRequest,
    prepared: Sequence[PreparedTask],
    answers: Mapping[str, Sequence[Judged]],
    result: Result,
    journal: Journal,
    failures: Mapping[str, str],
    on_the_way: Sequence[str],
) -> Iterator[str]:
    """Notes on the figures, then on the calls, then those of the judges.

    Args:
        request: the run.
        prepared: its tasks.
        answers: id of a job -> what came of it.
        result: all that the notes are on; its own are not read.
        journal: with the finished calls.
        failures: id of a job -> why it failed.
        on_the_way: notes from the time of asking.
    """
    judges = [one.judge for one in prepared if one.judge is not None]
    yield from empty_run_notes(request, prepared, answers)
    yield from by_task(
        {
            one.task.name: notes(one.task, one.items, one.judged, one.variants, one.scores, one.estimates)
            for one in result.tasks
        }
    )
    yield from assumption_notes(request.judge, prepared)
    for suite in names.suites(request.inputs):
        yield from suite.left_out
    yield from without_interval(result.averages)
    for one in result.tasks:
        yield from outcome_notes(one.task.name, one.responses)
    for own, one in zip(prepared, result.tasks, strict=True):
        yield from language_notes(own.judge, one.responses)
    yield from call_notes(journal, [response for one in result.tasks for response in one.responses], failures, judges)
    yield from over_budget(request.models.budget_usd, journal)
    yield from shared_note(result.costs)
    yield from on_the_way
    yield from dict.fromkeys(note for one in judges for judge in parts_of(one) if (note := about_of(judge).note))
