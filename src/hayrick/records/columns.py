"""Which columns the rows of a run's files have: a task may have names of its own for some."""

from __future__ import annotations

from collections.abc import Mapping

from hayrick.protocols import Columns
from hayrick.records.parameters import cut
from hayrick.types import BadInput

Row = Mapping[str, object]
SUMMHAY = "summhay"
"""Task of rows without a task."""

MAKE_AGAIN = "Make the run again; its calls are not repeated."
"""What helps where a manifest lacks what a run records."""


def columns_of(row: Row, known: Mapping[str, Columns]) -> Columns:
    """Columns of a row, as the run recorded them for its task.

    Args:
        row: of a file of a run.
        known: task or suite -> its columns (`reported.columns_in`).

    Raises:
        BadInput: the run recorded none for its task.
    """
    task = str(row.get("task") or SUMMHAY)
    if task not in known:
        raise BadInput("manifest.json", f"no columns of the task '{cut(task)}'", "a run of this version", MAKE_AGAIN)
    return known[task]


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
