"""Rows of scores, and what is estimated of them, for tests of estimates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import by_hand
from hayrick.estimates import Estimated
from hayrick.estimates import estimate as estimate_of
from hayrick.reporting import Reporting
from hayrick.tasks.summhay import REPORTING
from hayrick.types import Estimate, Item, Response, Score, Tag

F = Fraction
NO_RESAMPLE_OF_DATASETS = Reporting(measures=REPORTING.measures)


def response(group: str = "s1", dataset: str = "h1", item_tags: Mapping[str, Tag] | None = None, **more: Any) -> Any:
    item = Item(dataset=dataset, group=group, id=group, query="", gold=None, tags=item_tags or {})
    fields: dict[str, Any] = {"system": "x", "context": "full", "answer": None, **more}
    return Response(item=item, **fields)


def row(
    value: float | None,
    group: str = "s1",
    dataset: str = "h1",
    measure: str = "coverage",
    *,
    unit: str = "i",
    weight: float = 1.0,
    failed: bool = False,
    unjudged: bool = False,
    **more: Any,
) -> Score:
    about = response(group, dataset, **more)
    return Score(
        response=about, measure=measure, unit=unit, value=value, weight=weight, failed=failed, unjudged=unjudged
    )


def estimate(rows: Iterable[Score], *more: Any) -> list[Estimated]:
    """Estimates as SummHay reports them."""
    return estimate_of(rows, REPORTING, *more)


def table(found: list[Estimated]) -> dict[tuple[str | None, str], Estimate]:
    return {(one.key.dataset, one.key.measure): one.estimate for one in found}


def ends(one: Estimate) -> tuple[float | None, float | None, float | None]:
    return one.value, one.low, one.high


TWO_EACH: Mapping[tuple[str, str], Sequence[float]] = {
    ("h1", "s1"): (1.0, 0.5),
    ("h1", "s2"): (0.0, 0.5),
    ("h1", "s3"): (1.0, 1.0, 1.0, 0.0),
    ("h2", "s1"): (0.5, 0.5),
    ("h2", "s2"): (1.0, 0.0),
}
"""Of each subtopic, the values of its insights."""


def rows_of(values: Mapping[tuple[str, str], Sequence[float]], **more: Any) -> list[Score]:
    """A row for each insight i0, i1, ... of each subtopic."""
    return [
        row(value, group, dataset, unit=f"i{n}", **more)
        for (dataset, group), scores in values.items()
        for n, value in enumerate(scores)
    ]


def total(scores: Sequence[float]) -> Fraction:
    return sum(map(F, scores), F(0))


def sums_of(values: Mapping[tuple[str, str], Sequence[float]]) -> by_hand.Sums:
    """Haystacks are strata, and subtopics clusters."""
    return {place: (total(scores), F(len(scores))) for place, scores in values.items()}


def many(n: int) -> dict[tuple[str, str], list[float]]:
    """Two subtopics in each of n haystacks: haystacks differ much, subtopics of one hardly."""
    return {(f"h{i}", f"s{j}"): [(i + 1) / 10, (i + 2 + j) / 10] for i in range(n) for j in range(2)}


def by_dataset(values: Mapping[tuple[str, str], Sequence[float]]) -> by_hand.Sums:
    """Datasets are clusters of one stratum."""
    sums: dict[by_hand.Cluster, tuple[Fraction, Fraction]] = {}
    for (dataset, _), scores in values.items():
        top, bottom = sums.get(("all", dataset), (F(0), F(0)))
        sums["all", dataset] = top + total(scores), bottom + len(scores)
    return sums
