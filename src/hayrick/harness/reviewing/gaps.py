"""What a finished run lacks, for the readers of its report."""

from __future__ import annotations

from collections.abc import Iterator

from hayrick.harness.reviewing.finished import TaskTables


def values_lacking(shown: TaskTables) -> Iterator[str]:
    """A sentence on a task none of whose main measures has a value."""
    main = {
        one.name for one in shown.reporting.measures if one.main or not any(m.main for m in shown.reporting.measures)
    }
    mine = [one for key, one, _ in shown.estimates if key.measure in main]
    if mine and all(one.value is None for one in mine):
        unjudged = max(one.n_unjudged for one in mine)
        judge = f" In one row {unjudged:,} units have no verdict of the judge." if unjudged else ""
        yield f"{shown.name}: no main measure has a value in any row.{judge}"
