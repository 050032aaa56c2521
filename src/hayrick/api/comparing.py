"""Compares systems of one or several results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any

from hayrick.api.names import of_arguments, place_of
from hayrick.api.options import require, require_if_given, texts
from hayrick.api.result import Result
from hayrick.api.shown import frame_of, html_of_tables, own_row, text_of_tables
from hayrick.harness.reviewing.compare import CompareRequest, compare_runs
from hayrick.report.comparison import comparison_notes, comparison_tables
from hayrick.report.tables import Table
from hayrick.types import BadInput

Row = dict[str, Any]


@dataclass(frozen=True, kw_only=True, repr=False)
class Compared:
    """Which systems differ: prints as the tables that the command prints."""

    pairs: Sequence[Row]
    """A row for each pair of systems and measure: difference a − b with interval, p, p adjusted by Holm, n."""

    systems: Sequence[Row]
    """A row for each system and measure, best first; systems that share a letter in `groups` cannot be told apart."""

    tables: Sequence[Table]
    notes: Sequence[str]
    """Remarks for the reader, one line each."""

    def rows(self) -> list[Row]:
        """Rows of the pairs, as in `compare.json`."""
        return [own_row(row) for row in self.pairs]

    def to_frame(self) -> Any:
        """Rows of the pairs as a pandas DataFrame.

        Raises:
            BadInput: pandas is not installed.
        """
        return frame_of(self.rows())

    def __repr__(self) -> str:
        """The tables and notes."""
        return text_of_tables(self.tables, self.notes)

    def _repr_html_(self) -> str:
        return html_of_tables(self.tables, self.notes)


Run = Result | str | PathLike[str]


@of_arguments()
def compare(
    *results: Run | Mapping[str, Run],
    measures: str | Sequence[str] = (),
    systems: str | Sequence[str] = (),
    against: str | Sequence[str] = (),
    tasks: str | Sequence[str] = (),
    swaps: int | None = None,
    seed: int = 0,
) -> Compared:
    """Test which systems differ, on the items that both were asked.

    Args:
        results: one result with several systems, or several results, or run directories; a dict gives the runs names.
            Several are of the same data, judged alike.
        measures: one or several, compared in the tasks that have them; the main ones of each task by default.
        systems: patterns of the systems that are compared, of their names or of `SYSTEM+CONTEXT`; all by default.
        against: patterns of the systems that every other one is compared with; all pairs are compared by default.
        tasks: patterns of the tasks and suites that are compared; all by default.
        swaps: number of random swaps of each test; 10,000 by default, and more for more than 400 pairs.
        seed: of the random swaps.

    Raises:
        BadInput: two runs cannot be compared (the line names what differs), or there is no such task, measure or
            system.
    """
    require(seed=seed)
    require_if_given(swaps=swaps)
    if not results:
        raise BadInput("compare", "no result", "at least one")
    named: dict[str, Run] = {}
    for number, one in enumerate(results, start=1):
        for name, run in (one if isinstance(one, Mapping) else {_name(one, number): one}).items():
            require(name=name)
            if name in named:
                raise BadInput("compare", f"two runs named '{name}'", "different names", "Give {'name': run}.")
            named[name] = run
    request = CompareRequest(
        runs=[one.folder if isinstance(one, Result) else place_of(one, "compare") for one in named.values()],
        names=list(named),
        measures=texts("measures", measures),
        systems=texts("systems", systems),
        against=texts("against", against),
        tasks=texts("tasks", tasks),
        swaps=swaps,
        seed=seed,
    )
    found = compare_runs(request)
    notes = [*comparison_notes(found.rows), *found.notes]
    tables = comparison_tables(found.systems, found.rows, found.fractions)
    return Compared(pairs=found.rows, systems=found.systems, tables=tables, notes=notes)


def _name(run: object, number: int) -> str:
    """A result has no name that a reader knows, and a directory has its own."""
    if isinstance(run, Result):
        return f"run {number}"
    if not isinstance(run, str | PathLike):
        raise BadInput("compare", f"a {type(run).__name__}", "results, run directories, or a dict of these by name")
    return place_of(run, "compare").resolve().name
