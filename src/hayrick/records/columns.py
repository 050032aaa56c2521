"""Which columns the rows of a run's files have: a task may have names of its own for some."""

from __future__ import annotations

from collections.abc import Mapping

from hayrick.protocols import Columns

Row = Mapping[str, object]
SUMMHAY = "summhay"
"""Task of rows without a task."""


def columns_of(row: Row, known: Mapping[str, Columns]) -> Columns:
    """Columns of a row: those recorded for its task, else SummHay's where the row has them.

    Args:
        row: of a file of a run.
        known: task -> its columns (`reported.columns_in`); earlier runs recorded none.
    """
    found = known.get(str(row.get("task") or SUMMHAY))
    if found is not None:
        return found
    return Columns(
        dataset=_first(row, "haystack", "dataset"),
        group=_first(row, "subtopic", "group"),
        item="item" if "item" in row else None,
        unit=_first(row, "insight", "unit"),
        link=_first(row, "bullet", "link"),
        variant=_first(row, "citations", "variant"),
    )


def _first(row: Row, name: str, other: str) -> str:
    return name if name in row else other


def plain(row: Row, columns: Columns) -> Row:
    """The row with `dataset`, `group`, `item`, `unit`, `link` and `variant` beside its task's names for them.

    Only what the row has is there; the item is the group where the task has no column of items.
    """
    own = {
        "dataset": columns.dataset,
        "group": columns.group,
        "item": columns.item or columns.group,
        "unit": columns.unit,
        "link": columns.link,
        "variant": columns.variant,
    }
    return {**row, **{name: row[of] for name, of in own.items() if of is not None and of in row}}
