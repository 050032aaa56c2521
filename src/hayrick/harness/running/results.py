"""Writes the results of a run into its directory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hayrick.averages import Suite
from hayrick.harness.running.outcomes import counts
from hayrick.harness.transport.calls import answering
from hayrick.records.costs import write_costs
from hayrick.records.fields import table
from hayrick.records.reported import REPORTING, reported
from hayrick.records.rows import average_row, estimate_row, item_row, judgement_lines, response_row, score_lines
from hayrick.records.write_files import to_json, write_json, write_text
from hayrick.reporting import reporting_of

if TYPE_CHECKING:
    from hayrick.harness.running.judged import Scored
    from hayrick.harness.running.run_result import Result, TaskResult
    from hayrick.protocols import AnyTask

QUESTIONS, JUDGEMENTS, SCORES, ESTIMATES = "questions.jsonl", "judgements.jsonl", "scores.jsonl", "estimates.json"


class Lines(NamedTuple):
    """Lines of files about one response: its row, and the rows of its judgements and of its scores."""

    response: str
    judgements: str
    scores: str


def write_results(out: Path, result: Result) -> list[str]:
    """Write responses, drawn questions, judgements, scores, costs and estimates of a run.

    Returns:
        Names of the files that tasks name.
    """
    by_file: dict[str, list[str]] = {}
    for found in result.tasks:
        for name, further in found.files.items():
            by_file.setdefault(name, []).extend(_line({"task": found.task.name, **row}) for row in further)
        by_file.setdefault(found.task.columns.responses, []).extend(
            _response_line(found.task, one) for one in found.scored
        )
        if found.task.item_row is not None:
            by_file.setdefault(QUESTIONS, []).extend(_line(item_row(found.task, item)) for item in found.items)
    for name, rows in by_file.items():
        write_text(out / name, rows)
    judged = [one for found in result.tasks for one in found.judged]
    if any(one.judgements is not None for one in judged):
        write_text(
            out / JUDGEMENTS, (_judgement_lines(found.task, one) for found in result.tasks for one in found.scored)
        )
    if result.costs:
        write_costs(out, result.costs)
    if result.scores:
        write_text(out / SCORES, (_score_lines(found.task, one) for found in result.tasks for one in found.scored))
        write_json(out / ESTIMATES, table(estimate_rows(result)))
    return list(by_file)


def lines_of(task: AnyTask, one: Scored) -> Lines:
    """Encode the rows of a response, of its judgements and of its scores."""
    return Lines(_response_line(task, one), _judgement_lines(task, one), _score_lines(task, one))


def _response_line(task: AnyTask, one: Scored) -> str:
    return one.lines.response if one.lines else _line(response_row(task, one.judged.response, one.variants))


def _judgement_lines(task: AnyTask, one: Scored) -> str:
    if one.lines:
        return one.lines.judgements
    return "".join(judgement_lines(task, ((one.judged.response, row) for row in one.judged.judgements or ())))


def _score_lines(task: AnyTask, one: Scored) -> str:
    return one.lines.scores if one.lines else "".join(score_lines(task, one.rows))


def _line(row: object) -> str:
    return to_json(row) + "\n"


def estimate_rows(result: Result) -> list[dict[str, object]]:
    """Rows of `estimates.json`: of tasks, then means of suites."""
    estimates = [row for found in result.tasks for row in _estimate_rows(found)]
    return [*estimates, *map(average_row, result.averages)]


def told(result: Result, suites: Sequence[Suite]) -> dict[str, object]:
    """Keys of the manifest that make rows readable: notes, tasks, means of suites, models that answered."""
    shown = [
        {
            "suite": one.name,
            "pooled": one.pooled,
            "headings": dict(one.headings),
            "bounds": {name: list(parts[0].bounds) for name, parts in one.categories.items() if parts},
        }
        for one in suites
    ]
    known = {one.task.name: reported(reporting_of(one.task)) for one in result.tasks}
    names = [
        {"model": model, "purpose": purpose, "answered_by": found}
        for (model, purpose), found in answering(result.calls).items()
    ]
    return {
        "notes": list(result.notes),
        REPORTING: known,
        **({"suites": shown} if shown else {}),
        **({"models": names} if names else {}),
    }


def _estimate_rows(found: TaskResult) -> Iterator[dict[str, object]]:
    """Rows of estimates, with the classes of the responses that they rest on."""
    classes = counts(found.responses)
    for one in found.estimates:
        key = one.key
        given = classes.get((key.system, key.context, key.dataset))
        yield {**estimate_row(found.task, one), **({"classes": given} if given else {})}
