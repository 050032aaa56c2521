"""Rows to estimates: means over insights and over summaries, with intervals, counts and signatures.

Source: SummHay, section 4.1 (mean per summary), and its released scorer (insights pooled).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from hayrick import stats
from hayrick.types import Citations, Estimate, Score

PER_SUMMARY = "@summary"
COMPANIONS: Mapping[str, Sequence[str]] = MappingProxyType(
    {"joint": ("citation", "citation_precision", "citation_recall"), "coverage": ("words_per_bullet",)}
)
"""Measures that may be undefined everywhere, and yet have an estimate (null) wherever the first has one."""

UNBOUNDED = frozenset({"words_per_bullet"})
"""Measures whose values are no fractions: they have no best and worst case."""


class Key(NamedTuple):
    """What an estimate is of; haystack None is over all."""

    system: str
    context: str
    haystack: str | None
    citations: Citations
    measure: str


class Estimated(NamedTuple):
    """An estimate and what it is of."""

    key: Key
    estimate: Estimate


@dataclass(slots=True)
class _Cell:
    """Sums of one key in one cluster (a subtopic of a haystack)."""

    total: float = 0.0
    weight: float = 0.0
    n: float = 0.0
    n_failed: int = 0
    n_unjudged: int = 0


@dataclass(slots=True)
class _Table:
    cells: dict[tuple[str, str], _Cell] = field(default_factory=dict)

    def cell(self, cluster: tuple[str, str]) -> _Cell:
        found = self.cells.get(cluster)
        if found is None:
            found = self.cells[cluster] = _Cell()
        return found


def estimate(rows: Iterable[Score], signature: Callable[[Key], str] = lambda key: "") -> list[Estimated]:
    """Estimates of every (system, context, citations, measure) in the rows, per haystack and over all.

    For each measure the pooled mean (each insight counts the same) and `measure@summary` (the mean of the means per
    summary) are given. `n` counts insights, failed and unjudged included, so that a failure cannot vanish; for
    citation measures it counts covered insights, for words per bullet bullets. Unjudged rows are in no mean.

    Args:
        rows: scores; every expected insight has a row for each measure that is defined there.
        signature: recipe of an estimate.
    """
    tables: dict[tuple[str, str, Citations, str], _Table] = {}
    for row in rows:
        table = tables.setdefault((row.system, row.context, row.citations, row.measure), _Table())
        cell = table.cell((row.haystack, row.subtopic))
        for companion in COMPANIONS.get(row.measure, ()):
            also = tables.setdefault((row.system, row.context, row.citations, companion), _Table())
            also.cell((row.haystack, row.subtopic))
        cell.n_failed += row.failed
        if row.value is None:
            cell.n_unjudged += row.unjudged
            continue
        cell.total += row.value * row.weight
        cell.weight += row.weight
    found: list[Estimated] = []
    everything = list(dict.fromkeys(cluster for table in tables.values() for cluster in table.cells))
    haystacks = list(dict.fromkeys(haystack for haystack, _ in everything))
    for haystack in [*haystacks, None]:
        clusters = [cluster for cluster in everything if haystack is None or cluster[0] == haystack]
        found.extend(_estimates(tables, haystack, clusters, signature))
    order = {key: number for number, key in enumerate(tables)}
    return sorted(
        found, key=lambda one: order[one.key[0], one.key[1], one.key[3], one.key[4].removesuffix(PER_SUMMARY)]
    )


def _estimates(
    tables: Mapping[tuple[str, str, Citations, str], _Table],
    haystack: str | None,
    clusters: Sequence[tuple[str, str]],
    signature: Callable[[Key], str],
) -> list[Estimated]:
    design = stats.design(clusters)
    index = {cluster: number for number, cluster in enumerate(clusters)}
    keys: list[Key] = []
    cells: list[list[_Cell]] = []
    sums: list[tuple[np.ndarray, np.ndarray]] = []
    for (system, context, citations, measure), table in tables.items():
        members = [(index[cluster], cell) for cluster, cell in table.cells.items() if cluster in index]
        if not members:
            continue
        for per_summary in (False, True):
            name = measure + PER_SUMMARY if per_summary else measure
            totals, weights = np.zeros(len(clusters)), np.zeros(len(clusters))
            for number, cell in members:
                if cell.weight > 0:
                    scale = cell.weight if per_summary else 1.0
                    totals[number], weights[number] = cell.total / scale, cell.weight / scale
            keys.append(Key(system, context, haystack, citations, name))
            cells.append([cell for _, cell in members])
            sums.append(design.sums(totals / np.where(weights > 0, weights, 1), weights))
    result: list[Estimated] = []
    for unbounded in (False, True):
        chosen = [i for i, key in enumerate(keys) if (key.measure.removesuffix(PER_SUMMARY) in UNBOUNDED) == unbounded]
        if not chosen:
            continue
        tops, bottoms = np.array([sums[i][0] for i in chosen]), np.array([sums[i][1] for i in chosen])
        intervals = stats.ratio_intervals(tops, bottoms, design.strata, bounds=(0.0, inf if unbounded else 1.0))
        for i, interval in zip(chosen, intervals, strict=True):
            result.append(Estimated(keys[i], _one(keys[i], cells[i], interval, signature(keys[i]))))
    return result


def _one(key: Key, cells: Sequence[_Cell], interval: stats.Interval, signature: str) -> Estimate:
    measure = key.measure.removesuffix(PER_SUMMARY)
    n_unjudged = sum(cell.n_unjudged for cell in cells)
    judged = sum(cell.weight for cell in cells)
    covers_all = not measure.startswith("citation")
    bounds = None
    if n_unjudged and measure not in UNBOUNDED and not key.measure.endswith(PER_SUMMARY):
        values = [cell.total / cell.weight for cell in cells if cell.weight] + [None]
        weights = [cell.weight for cell in cells if cell.weight] + [float(n_unjudged)]
        bounds = stats.bounds_of_unjudged(values, weights)
    return Estimate(
        value=interval.value,
        low=interval.low,
        high=interval.high,
        n=round(judged) + (n_unjudged if covers_all else 0),
        n_failed=sum(cell.n_failed for cell in cells),
        n_unjudged=n_unjudged,
        bounds=bounds,
        signature=signature,
    )


def estimate_row(one: Estimated) -> dict[str, object]:
    """JSON row of an estimate."""
    key, value = one
    row: dict[str, object] = {
        "system": key.system,
        "context": key.context,
        "haystack": key.haystack,
        "citations": key.citations,
        "measure": key.measure,
        "value": value.value,
        "low": value.low,
        "high": value.high,
        "n": value.n,
        "n_failed": value.n_failed,
        "n_unjudged": value.n_unjudged,
        "signature": value.signature,
    }
    if value.bounds is not None:
        row["worst"], row["best"] = value.bounds
    return row
