"""What runs print: tables of estimates and of the means of suites, and notes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hayrick.cli.terminal import output, paragraph, rows, say, show

if TYPE_CHECKING:
    from hayrick.averages import Averaged
    from hayrick.estimates import Estimated
    from hayrick.harness.running.run_result import Result, TaskResult
    from hayrick.records.costs import Cost
    from hayrick.reporting import Reporting


def show_result(found: Result, out: Path | None) -> None:
    """Print the tables and notes of a run, and where it was written."""
    from hayrick.harness.running.results import estimate_rows

    if output().as_json:
        rows(estimate_rows(found))
    for one in found.tasks:
        _print_task(one, found.costs, several=len(found.tasks) > 1)
    show_averages(found.averages)
    for note in found.notes:
        say(note)
    if out is not None:
        scored = any(one.scores for one in found.tasks)
        say(
            f"Written to {out}/" + (": per dataset and per unit in estimates.json and scores.jsonl." if scored else ".")
        )


def _print_task(found: TaskResult, costs: Sequence[Cost], *, several: bool) -> None:
    from hayrick.cli.experiment import show_experiments
    from hayrick.reporting import reporting_of

    if not found.estimates:
        paragraph(f"{found.task.name}: {len(found.judged)} responses; nothing was scored.")
        return
    told = reporting_of(found.task)
    show_estimates(found.task.name, found.estimates, told, several=several, costs=costs)
    show_experiments(found.scores, told, found.task.name)


def show_estimates(
    task: str,
    estimates: Sequence[Estimated],
    reporting: Reporting,
    *,
    several: bool,
    costs: Sequence[Cost],
) -> None:
    """Print the table of a task's estimates; see `report.systems.task_table`."""
    from hayrick.report.systems import task_table

    show(task_table(task, estimates, reporting, several=several, costs=costs))


def show_averages(averages: Sequence[Averaged]) -> None:
    """Print the tables of the means of suites, if there are any."""
    from hayrick.report.averages import averages_tables

    for suite in dict.fromkeys(one.suite for one in averages):
        for table in averages_tables([one for one in averages if one.suite == suite]):
            show(table)
