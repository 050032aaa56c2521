"""Reads the estimates of a run directory again: those of its tasks, and the means of suites that stand with them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from hayrick.averages import CATEGORY, FRACTIONS, Averaged
from hayrick.estimates import Estimated, Key
from hayrick.protocols import Columns
from hayrick.records.columns import SUMMHAY, columns_of
from hayrick.records.fields import number, optional_string, string, tags_of
from hayrick.types import OWN, Estimate

Row = Mapping[str, object]


class Estimates(NamedTuple):
    """Estimates of a run's tasks in the order of their rows, and means of its suites."""

    tasks: dict[str, list[Estimated]]
    averages: list[Averaged]


def estimates_of(
    rows: Sequence[Row], tasks: Collection[str], columns: Mapping[str, Columns], suites: Sequence[Row], where: str
) -> Estimates:
    """Read the rows of `estimates.json`.

    Args:
        rows: of the file.
        tasks: names of the run's tasks; rows of anything else are means of suites.
        columns: of each task, as the run recorded them (`reported.columns_in`).
        suites: how those are shown, as the manifest has it: `suite`, `pooled`, `headings` and `bounds` by category.
        where: the file, for errors.

    Raises:
        BadInput: a row is no estimate.
    """
    shown = {str(one.get("suite")): one for one in suites}
    found = Estimates({}, [])
    for row in rows:
        task = optional_string(row, "task", where) or SUMMHAY
        if task in tasks:
            found.tasks.setdefault(task, []).append(_estimated(row, columns_of(row, columns), where))
        else:
            found.averages.append(_averaged(row, task, shown.get(task, {}), where))
    return found


def _estimated(row: Row, columns: Columns, where: str) -> Estimated:
    names = ("system", "context", "measure")
    system, context, measure = (string(row, name, where) for name in names)
    dataset = optional_string(row, columns.dataset, where)
    variant = optional_string(row, columns.variant, where) if columns.variant else None
    return Estimated(Key(system, context, dataset, variant or OWN, measure), _estimate(row, where), tags_of(row, where))


def _averaged(row: Row, suite: str, shown: Row, where: str) -> Averaged:
    one, tags = _estimated(row, Columns(), where), tags_of(row, where)
    category = str(tags.get(CATEGORY))
    headings, bounds = shown.get("headings"), shown.get("bounds")
    ends = bounds.get(category) if isinstance(bounds, Mapping) else None
    return Averaged(
        suite,
        one.key.system,
        one.key.context,
        one.key.dataset,
        one.key.measure,
        one.estimate,
        tags,
        str(headings.get(category, "")) if isinstance(headings, Mapping) else "",
        (float(ends[0]), float(ends[1])) if isinstance(ends, list) and len(ends) == 2 else FRACTIONS,
        shown.get("pooled") is True,
    )


def _estimate(row: Row, where: str) -> Estimate:
    worst, best = number(row, "worst", where), number(row, "best", where)
    return Estimate(
        value=number(row, "value", where),
        low=number(row, "low", where),
        high=number(row, "high", where),
        bounds=None if worst is None or best is None else (worst, best),
        signature=string(row, "signature", where),
        alike=False,
        basis=None,
        **{name: round(number(row, name, where) or 0) for name in COUNTS},
    )


COUNTS = ("n", "n_failed", "n_unjudged", "n_contradicted", "n_unread")
