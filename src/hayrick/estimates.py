"""Computes estimates from score rows: means of measures with intervals, counts and signatures.

The task decides what is resampled (`Resample`) and how parts are averaged (`average`).
Source: SummHay, section 4.1 (mean per summary), and its released scorer (insights pooled).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from hayrick import stats
from hayrick.protocols import BY_DATASET, POOLED
from hayrick.reporting import AnyMeasure, Reporting
from hayrick.types import BadInput, Estimate, Response, Score, Tag, Tags

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


class _Place(NamedTuple):
    """One group, and the part whose mean it belongs to; the rows of a place form a cluster."""

    dataset: str
    group: str
    part: Tag


class _Name(NamedTuple):
    """What a table is of."""

    system: str
    context: str
    variant: str
    measure: str


@dataclass(slots=True)
class _Cell:
    """Sums over the rows of one name in one place."""

    total: float = 0.0
    weight: float = 0.0
    n_failed: float = 0.0
    n_unjudged: float = 0.0
    n_contradicted: int = 0
    n_unread: int = 0
    n_partly: float = 0.0
    """Rows with a value of which some judgements are missing."""

    below: float = 0.0
    above: float = 0.0
    """What the total would lose and gain if those were the worst, and the best."""


@dataclass(slots=True)
class _Table:
    measure: AnyMeasure
    cells: dict[_Place, _Cell] = field(default_factory=dict)
    tags: dict[str, dict[str, Tag]] = field(default_factory=dict)
    """Dataset -> tags that all its responses share."""

    last: Response[object] | None = None

    def note_tags(self, response: Response[object]) -> None:
        """Keep only the tags that all responses share. Rows of one response must be adjacent."""
        if response is self.last:
            return
        self.last = response
        tags, dataset = response.all_tags, response.item.dataset
        have = self.tags.get(dataset)
        if have is None:
            self.tags[dataset] = dict(tags)
        elif have:
            self.tags[dataset] = {name: value for name, value in have.items() if tags.get(name) == value}

    def shared_tags(self, dataset: str | None) -> Tags:
        if dataset is not None:
            return self.tags.get(dataset, {})
        first, *others = list(self.tags.values()) or [{}]
        return {name: value for name, value in first.items() if all(one.get(name) == value for one in others)}


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
    tables = _tables(rows, reporting)
    places = list(dict.fromkeys(place for table in tables.values() for place in table.cells))
    datasets = list(dict.fromkeys(place.dataset for place in places))
    found: list[Estimated] = []
    for dataset in [*datasets, None]:
        chosen = [place for place in places if dataset is None or place.dataset == dataset]
        found.extend(_estimates(tables, dataset, chosen, reporting, signature))
    order = {name: number for number, name in enumerate(tables)}

    def rank(one: Estimated) -> int:
        key = one.key
        return order[_Name(key.system, key.context, key.variant, reporting.plain(key.measure))]

    return sorted(found, key=rank)


def _tables(rows: Iterable[Score], reporting: Reporting) -> dict[_Name, _Table]:
    measures = {measure.name: measure for measure in reporting.measures}
    beside = {one.name: [name for name in one.companions if name in measures] for one in reporting.measures}
    tables: dict[_Name, _Table] = {}
    for row in rows:
        response, item = row.response, row.response.item
        part: Tag = ""
        if reporting.average == BY_DATASET:
            part = item.dataset
        elif reporting.average != POOLED:
            part = response.all_tags.get(reporting.average, "")
        place = _Place(item.dataset, item.group, part)
        if row.measure not in measures:
            raise BadInput("estimate", f"a row of '{row.measure}'", f"one of {', '.join(measures)}")
        name = _Name(response.system, response.context, response.variant, row.measure)
        table = tables.get(name)
        if table is None:
            table = tables[name] = _Table(measures[row.measure])
        is_new = response is not table.last
        table.note_tags(response)
        cell = table.cells.get(place)
        if cell is None:
            cell = table.cells[place] = _Cell()
            for companion in beside[row.measure]:
                # Its rows are of the same responses, and so share the same tags.
                new = _Table(measures[companion], tags=table.tags)
                tables.setdefault(name._replace(measure=companion), new).cells.setdefault(place, _Cell())
        share = row.item.share
        cell.n_failed += share * row.failed
        cell.n_contradicted += row.contradicted
        cell.n_unread += response.n_unread if is_new else 0
        if row.value is None:
            cell.n_unjudged += share * row.unjudged
            continue
        weight = share * row.weight
        cell.total += row.value * weight
        cell.weight += weight
        if row.extremes is not None:
            cell.n_partly += share
            cell.below += (row.extremes[0] - row.value) * weight
            cell.above += (row.extremes[1] - row.value) * weight
    return tables


class _Sums(NamedTuple):
    """Sums by cluster for one estimate, one pair for each part that is averaged."""

    key: Key
    cells: list[list[_Cell]]
    """Of each part that is averaged."""

    counted: list[_Cell]
    """Of all parts: a part in which all failed has no mean, and its failures are counted."""

    parts: list[tuple[Floats, Floats]]
    table: _Table


def _estimates(
    tables: Mapping[_Name, _Table],
    dataset: str | None,
    places: Sequence[_Place],
    reporting: Reporting,
    signature: Callable[[Key], str],
) -> list[Estimated]:
    resample = reporting.resample
    design = stats.design([resample.cluster(one.dataset, one.group) for one in places], resample.datasets_from)
    index = {place: number for number, place in enumerate(places)}
    sums: list[_Sums] = []
    for name, table in tables.items():
        members = [(index[place], place, cell) for place, cell in table.cells.items() if place in index]
        if not members:
            continue
        parts = _parts([(place.part, cell) for _, place, cell in members])
        for suffix in ("", f"@{reporting.per_item}") if reporting.per_item else ("",):
            key = Key(name.system, name.context, dataset, name.variant, name.measure + suffix)
            by_part = [
                _sums([(at, cell) for at, place, cell in members if place.part == part], design, len(places), suffix)
                for part in parts
            ]
            cells = [[cell for _, place, cell in members if place.part == part] for part in parts]
            sums.append(_Sums(key, cells, [cell for _, _, cell in members], by_part, table))
    intervals = _intervals(sums, design)
    return [
        Estimated(
            one.key,
            _one(one, interval, reporting.plain(one.key.measure) != one.key.measure, signature(one.key)),
            one.table.shared_tags(dataset),
        )
        for one, interval in zip(sums, intervals, strict=True)
    ]


def _parts(cells: Iterable[tuple[Tag, _Cell]]) -> list[Tag]:
    """Parts that have values or unjudged rows; other parts enter no mean. Returns at least one part."""
    given: dict[Tag, bool] = {}
    for part, cell in cells:
        given[part] = given.get(part, False) or cell.weight > 0 or cell.n_unjudged > 0
    return [part for part, has_rows in given.items() if has_rows] or list(given)[:1]


def _sums(members: Sequence[tuple[int, _Cell]], design: stats.Design, n: int, suffix: str) -> tuple[Floats, Floats]:
    """Sums of weight x value, and of weight, by cluster; with a per-item suffix each place has weight 1."""
    totals, weights = np.zeros(n), np.zeros(n)
    for number, cell in members:
        if cell.weight > 0:
            scale = cell.weight if suffix else 1.0
            totals[number], weights[number] = cell.total / scale, cell.weight / scale
    return design.sums(totals / np.where(weights > 0, weights, 1), weights)


def _intervals(sums: Sequence[_Sums], design: stats.Design) -> list[stats.Interval]:
    """Intervals in order; estimates with equal bounds and number of parts are computed together.

    Measures that tables do not show are computed apart: numpy's last digit may depend on what is computed together.
    """
    alike: dict[tuple[int, tuple[float, float], bool], list[int]] = {}
    for number, one in enumerate(sums):
        measure = one.table.measure
        alike.setdefault((len(one.parts), measure.bounds, measure.shown), []).append(number)
    found: dict[int, stats.Interval] = {}
    for (n_parts, bounds, _), numbers in alike.items():
        terms = [
            (
                np.array([sums[i].parts[part][0] for i in numbers]),
                np.array([sums[i].parts[part][1] for i in numbers]),
            )
            for part in range(n_parts)
        ]
        found |= zip(numbers, stats.mean_of_ratios(terms, design.strata, bounds=bounds), strict=True)
    return [found[number] for number in range(len(sums))]


def _one(sums: _Sums, interval: stats.Interval, is_per_item: bool, signature: str) -> Estimate:
    measure = sums.table.measure
    n_unjudged = sum(cell.n_unjudged for cell in sums.counted)
    n_partly = sum(cell.n_partly for cell in sums.counted)
    judged = sum(cell.weight for cell in sums.counted)
    bounds = None
    if (n_unjudged or n_partly) and measure.is_bounded and not is_per_item:
        both = [_part_bounds(part, measure.bounds) for part in sums.cells]
        bounds = sum(low for low, _ in both) / len(both), sum(high for _, high in both) / len(both)
    return Estimate(
        value=interval.value,
        low=interval.low,
        high=interval.high,
        n=round(judged) + (round(n_unjudged) if measure.counts_unjudged else 0),
        n_failed=round(sum(cell.n_failed for cell in sums.counted)),
        n_unjudged=round(n_unjudged + n_partly),
        bounds=bounds,
        signature=signature,
        n_contradicted=sum(cell.n_contradicted for cell in sums.counted),
        n_unread=sum(cell.n_unread for cell in sums.counted),
    )


def _part_bounds(cells: Sequence[_Cell], bounds: tuple[float, float]) -> tuple[float, float]:
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
