"""What `hayrick compare` found, as values and as rows of `compare.json`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from hayrick.comparison import Compared, Side
from hayrick.comparison.rows import Row, pair_row, system_rows
from hayrick.protocols import Resample
from hayrick.records.fields import table


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareRequest:
    """Parameters of `hayrick compare`.

    Args:
        runs: directories of finished runs.
        names: of the runs in tables, where their folders' names say nothing; one for each, or none.
        measures: whose differences are wanted; the main measures of each task by default.
        systems: patterns of the systems that are compared, of their names or of `SYSTEM+CONTEXT`; all by default.
        against: patterns of the systems that every other one is compared with; all pairs are compared by default.
        tasks: patterns of the tasks and suites that are compared; all by default.
        swaps: number of random swaps of each test, > 0; None for 10,000, or more for many pairs.
        seed: of the random swaps.
    """

    runs: Sequence[Path]
    names: Sequence[str] = ()
    measures: Sequence[str] = ()
    systems: Sequence[str] = ()
    against: Sequence[str] = ()
    tasks: Sequence[str] = ()
    swaps: int | None = None
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskComparison:
    """The comparisons of one task, or of the means of one suite.

    Args:
        task: its name.
        sides: the systems.
        measures: a comparison for each measure.
        fractions: names of the measures whose values are fractions.
        resample: what is resampled.
    """

    task: str
    sides: Sequence[Side]
    measures: Sequence[Compared]
    fractions: Collection[str]
    resample: Resample


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Everything that `hayrick compare` found.

    Args:
        request: what was compared.
        tasks: comparisons of each task with at least two systems.
        notes: remarks for the reader, one line each.
    """

    request: CompareRequest
    tasks: Sequence[TaskComparison]
    notes: Sequence[str] = ()

    @property
    def rows(self) -> list[Row]:
        """Rows of `compare.json`: one for each pair of systems and measure of a task."""
        return [
            pair_row(one.task, each.dataset, pair) for one in self.tasks for each in one.measures for pair in each.pairs
        ]

    @property
    def systems(self) -> list[Row]:
        """A row for each system and measure of a task, best first, with the groups that it is in."""
        return [row for one in self.tasks for each in one.measures for row in system_rows(one.task, one.sides, each)]

    @property
    def fractions(self) -> dict[tuple[str, str], bool]:
        """(task, measure) -> whether its values are fractions."""
        return {(one.task, each.measure): each.measure in one.fractions for one in self.tasks for each in one.measures}


def compare_value(found: Comparison) -> dict[str, object]:
    """JSON value of `compare.json`: `rows` of pairs, and beside them the systems with their groups."""
    return {
        **table(found.rows),
        "systems": found.systems,
        "groups": [
            {
                "task": one.task,
                "dataset": each.dataset,
                "measure": each.measure,
                "letter": group.letter,
                "systems": list(group.systems),
            }
            for one in found.tasks
            for each in one.measures
            for group in each.groups or ()
        ],
        "runs": [str(one) for one in found.request.runs],
        "seed": found.request.seed,
    }
