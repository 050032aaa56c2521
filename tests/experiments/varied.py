"""Rows of systems that were shown documents in several orders and budgets, for tests of experiments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, cast

from hayrick.experiments import Length, Position
from hayrick.experiments import experiment_rows as experiment_rows_of
from hayrick.experiments import lengths as lengths_of
from hayrick.experiments import positions as positions_of
from hayrick.systems.contexts import Showing
from hayrick.tasks.summhay import REPORTING
from hayrick.tasks.summhay.recorded import tags_of as stored_tags
from hayrick.types import Item, Response, Score, Tags

F = Fraction
T2 = 4.302652729749462
"""Student's t at 97.5 % with two degrees of freedom."""


def shown(context: str) -> Tags:
    """Tags of a context that is written as runs name it: `full@8000/top`, `bm25/random3`, or as SummHay's files do."""
    found = re.fullmatch(r"([a-z0-9]+)(?:@(\d+))?(?:/([a-z]+)(\d+)?)?", context)
    if not found:
        return stored_tags(context)
    spec, budget, order, seed = found.groups()
    return Showing(
        spec=spec, budget_tokens=int(budget) if budget else None, order=cast(Any, order), seed=int(seed or 0)
    ).tags


def row(
    context: str,
    value: float | None,
    subtopic: str = "s1",
    measure: str = "joint",
    *,
    dataset: str = "h",
    insight: str = "i",
    weight: float = 1.0,
    **more: Any,
) -> Score:
    item = Item(dataset=dataset, group=subtopic, id=subtopic, query="", gold=None)
    fields: dict[str, Any] = {"system": "x", "context": context, "tags": shown(context), "answer": None, **more}
    response: Response[None] = Response(item=item, **fields)
    return Score(response=response, measure=measure, unit=insight, value=value, weight=weight, unjudged=value is None)


def positions(rows: Iterable[Score]) -> list[Position]:
    return positions_of(rows, REPORTING)


def lengths(rows: Iterable[Score]) -> list[Length]:
    return lengths_of(rows, REPORTING)


def experiment_rows(rows: Iterable[Score]) -> list[dict[str, object]]:
    return experiment_rows_of(rows, REPORTING)


Columns = Mapping[str, Sequence[float | None]]


def table_of(values: Columns, **more: Any) -> list[Score]:
    """A row for every context and subtopic s0, s1, ..."""
    return [row(context, v, f"s{i}", **more) for context, column in values.items() for i, v in enumerate(column)]


def joint(one: Position) -> dict[object, float | None]:
    return {point: cells["joint"].value for point, cells in one.series.cells.items()}


def of_length(length: int, value: float, group: str, dataset: str = "") -> Score:
    item = Item(dataset=dataset or f"d@{length}", group=group, id=group, query="", gold=None, tags={"length": length})
    response: Response[None] = Response(item=item, system="x", context="full", answer=None)
    return Score(response=response, measure="joint", unit="i", value=value)
