"""Computes estimates from score rows: means of measures with intervals, counts and signatures.

The task decides what is resampled (`Resample`) and how parts are averaged (`average`).
Source: SummHay, section 4.1 (mean per summary), and its released scorer (insights pooled).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from hayrick import stats
from hayrick.estimates.tallies import Cell, Name, Table, tables_of
from hayrick.reporting import Reporting
from hayrick.types import Estimate, Score, Tag, Tags

Floats = stats.Floats


class Key(NamedTuple):
    """What an estimate describes; dataset None means all datasets."""

    system: str
    context: str
    dataset: str | None
    variant: str
    measure: str


class Estimated(NamedTuple):
    """An estimate, its key, and the tags that all its responses share."""

    key: Key
    estimate: Estimate
    tags: Tags


def estimate(
    rows: Iterable[Score], reporting: Reporting, signature: Callable[[Key], str] = lambda key: ""
) -> list[Estimated]:
    """Estimate every (system, context, variant, measure) in the rows, per dataset and over all datasets.

    Each measure gets the mean by the task's rule and, if the task asks for it, the mean of per-item means (named
    `coverage@summary`, for example). `n` counts units, failed and unjudged ones included, so that failures stay
    visible; a measure that is defined on some of the units counts only those. Unjudged rows enter no mean. All counts
    are of questions: rows of an item that is a part of one (`Item.share`) count for that part.

    Args:
        rows: scores; every expected unit has a row for each measure that is defined there.
        reporting: what the task says about its numbers.
        signature: recipe of an estimate.

    Raises:
        BadInput: a row is of a measure that the task has not.
    """
    tables = tables_of(rows, reporting)
    places = dict.fromkeys(place for table in tables.values() for place in table.cells)
    found: list[Estimated] = []
    for dataset in [*dict.fromkeys(place.dataset for place in places), None]:
        found.extend(_estimates(tables, dataset, reporting, signature))
    order = {name: number for number, name in enumerate(tables)}

    def rank(one: Estimated) -> int:
        key = one.key
        return order[Name(key.system, key.context, key.variant, reporting.plain(key.measure))]

    return sorted(found, key=rank)


class _Wanted(NamedTuple):
    """One estimate, before its interval is known."""

    key: Key
    table: Table
    parts: list[list[tuple[int, Cell]]]
    """Of each part that is averaged, its cells with the numbers of their places."""

    counted: list[Cell]
    """Of all parts: a part in which all failed has no mean, and its failures are counted."""

    is_per_item: bool


def _estimates(
    tables: Mapping[Name, Table],
    dataset: str | None,
    reporting: Reporting,
    signature: Callable[[Key], str],
) -> list[Estimated]:
    resample = reporting.resample
    places = dict.fromkeys(place for table in tables.values() for place, _ in table.members(dataset))
    design = stats.design([resample.cluster(one.dataset, one.group) for one in places], resample.datasets_from)
    index = {place: number for number, place in enumerate(places)}
    wanted: list[_Wanted] = []
    for name, table in tables.items():
        by_part: dict[Tag, list[tuple[int, Cell]]] = {}
        for place, cell in table.members(dataset):
            by_part.setdefault(place.part, []).append((index[place], cell))
        if not by_part:
            continue
        counted = [cell for _, cell in table.members(dataset)]
        for suffix in ("", f"@{reporting.per_item}") if reporting.per_item else ("",):
            key = Key(name.system, name.context, dataset, name.variant, name.measure + suffix)
            wanted.append(_Wanted(key, table, _averaged(by_part), counted, bool(suffix)))
    intervals = _intervals(wanted, design)
    return [
        Estimated(one.key, _one(one, interval, signature(one.key)), one.table.shared_tags(dataset))
        for one, interval in zip(wanted, intervals, strict=True)
    ]


def _averaged(by_part: Mapping[Tag, list[tuple[int, Cell]]]) -> list[list[tuple[int, Cell]]]:
    """Parts that have values or unjudged rows; other parts enter no mean. Returns at least one part."""
    parts = list(by_part.values())
    return [part for part in parts if any(cell.weight > 0 or cell.n_unjudged > 0 for _, cell in part)] or parts[:1]


def _intervals(wanted: Sequence[_Wanted], design: stats.Design) -> list[stats.Interval]:
    """Intervals in order; estimates with equal bounds and number of parts are computed together.

    Measures that tables do not show are computed apart: numpy's last digit may depend on what is computed together.
    """
    alike: dict[tuple[int, tuple[float, float], bool], list[int]] = {}
    for number, one in enumerate(wanted):
        measure = one.table.measure
        alike.setdefault((len(one.parts), measure.bounds, measure.shown), []).append(number)
    found: dict[int, stats.Interval] = {}
    for (n_parts, bounds, _), numbers in alike.items():
        terms = [
            _sums([(wanted[i].parts[part], wanted[i].is_per_item) for i in numbers], design) for part in range(n_parts)
        ]
        found |= zip(numbers, stats.mean_of_ratios(terms, design.strata, bounds=bounds), strict=True)
    return [found[number] for number in range(len(wanted))]


def _sums(estimates: Sequence[tuple[Sequence[tuple[int, Cell]], bool]], design: stats.Design) -> tuple[Floats, Floats]:
    """Sums of weight x value, and of weight, [estimate, cluster]; in a mean per item each place has weight 1."""
    totals = np.zeros((len(estimates), len(design.cluster)))
    weights = np.zeros_like(totals)
    for row, (cells, is_per_item) in enumerate(estimates):
        for place, cell in cells:
            if cell.weight > 0:
                scale = cell.weight if is_per_item else 1.0
                totals[row, place], weights[row, place] = cell.total / scale, cell.weight / scale
    return design.sums(totals / np.where(weights > 0, weights, 1), weights)


def _one(one: _Wanted, interval: stats.Interval, signature: str) -> Estimate:
    measure, counted = one.table.measure, one.counted
    n_unjudged = sum(cell.n_unjudged for cell in counted)
    n_partly = sum(cell.n_partly for cell in counted)
    judged = sum(cell.weight for cell in counted)
    bounds = None
    if (n_unjudged or n_partly) and measure.is_bounded and not one.is_per_item:
        both = [_part_bounds([cell for _, cell in part], measure.bounds) for part in one.parts]
        bounds = sum(low for low, _ in both) / len(both), sum(high for _, high in both) / len(both)
    return Estimate(
        value=interval.value,
        low=interval.low,
        high=interval.high,
        n=round(judged) + (round(n_unjudged) if measure.counts_unjudged else 0),
        n_failed=round(sum(cell.n_failed for cell in counted)),
        n_unjudged=round(n_unjudged + n_partly),
        bounds=bounds,
        signature=signature,
        n_contradicted=sum(cell.n_contradicted for cell in counted),
        n_unread=sum(cell.n_unread for cell in counted),
    )


def _part_bounds(cells: Sequence[Cell], bounds: tuple[float, float]) -> tuple[float, float]:
    """Mean of one part if all its unjudged rows had the worst value, and the best."""
    values = [cell.total / cell.weight for cell in cells if cell.weight]
    weights = [cell.weight for cell in cells if cell.weight]
    missing = sum(cell.n_unjudged for cell in cells)
    if any(cell.n_partly for cell in cells):
        weight, total = sum(weights) + missing, sum(cell.total for cell in cells)
        low = total + sum(cell.below for cell in cells) + missing * bounds[0]
        return low / weight, (total + sum(cell.above for cell in cells) + missing * bounds[1]) / weight
    found = stats.bounds_of_unjudged([*values, None], [*weights, missing], worst=bounds[0], best=bounds[1])
    if found is not None:
        return found
    mean = sum(value * weight for value, weight in zip(values, weights, strict=True)) / sum(weights)
    return mean, mean
