"""Paired differences of the means of suites: of several tasks, on the items of each that both systems were asked."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import isfinite
from typing import Any, NamedTuple

import numpy as np

from hayrick.averages import CATEGORY, DOMAIN, Columns, Mean, Suite, averages, columns_of, means_of
from hayrick.averages.columns import Cluster, Column, estimate_of
from hayrick.comparison.pair import Pair, paired_rows
from hayrick.comparison.pairs import Compared, compared_of, pairs_against
from hayrick.comparison.sides import Cell, Side
from hayrick.protocols import Progress, Resample, silent
from hayrick.stats import Floats, Ints
from hayrick.stats.clusters import numbered
from hayrick.stats.paired import Clusters, Paired, Part, clusters_of, paired_means, swaps_for
from hayrick.types import OWN, Estimate, Score

_Name = tuple[str | None, str]
"""Dataset and measure of a mean."""

_Rows = dict[str, list[Score]]
_EMPTY = Cell()


class _System(NamedTuple):
    """One system of one run, with its side in each task of the suite."""

    name: str
    by_task: Mapping[str, Side]

    def has(self, names: Collection[str]) -> bool:
        """Whether one of its sides has one of these names."""
        return any(side.name in names for side in self.by_task.values())


class _Shared(NamedTuple):
    """Rows of one system on shared items: all, and those of units that were judged for both."""

    whole: _Rows
    kept: _Rows


class _Both(NamedTuple):
    """Rows of both systems, and counts of items."""

    a: _Shared
    b: _Shared
    n_items: int
    n_missing: tuple[int, int]


def compare_suite(
    suite: Suite,
    sides: Mapping[str, Sequence[Side]],
    resamples: Mapping[str, Resample],
    *,
    swaps: int | None = None,
    seed: int = 0,
    against: Collection[str] = (),
    progress: Progress = silent,
) -> list[Compared]:
    """Compare pairs of systems in the suite's overall means, or in those of its categories if it has none overall.

    Only responses as given enter the means of suites.

    Args:
        suite: categories and their parts.
        sides: task -> its systems.
        resamples: task -> what is resampled.
        swaps: as of `compare`.
        seed: of the random swaps.
        against: as of `compare`.
        progress: told how far it is.
    """
    systems = _systems(sides)
    means = [(one.name, mean) for one in systems for mean in averages(suite, _scores(one), resamples=resamples)]
    overall = [(name, mean) for name, mean in means if CATEGORY not in mean.tags]
    estimates: dict[_Name, dict[str, Estimate]] = {}
    for name, mean in overall or [(name, mean) for name, mean in means if DOMAIN not in mean.tags]:
        estimates.setdefault((mean.dataset, mean.measure), {})[name] = mean.estimate
    pairs: dict[_Name, list[Pair]] = {key: [] for key in _different(list(estimates))}
    every = pairs_against(systems, [one.has(against) for one in systems] if against else ())
    for number, (a, b) in enumerate(every):
        progress(suite.name, number, len(every))
        for key, pair in _pairs(suite, a, b, resamples, pairs, swaps or swaps_for(len(every)), seed):
            pairs[key].append(pair)
    return [
        compared_of(measure, dataset, estimates[dataset, measure], pairs[dataset, measure], grouped=not against)
        for dataset, measure in pairs
    ]


def _scores(one: _System) -> _Rows:
    return {task: [row for rows in side.scores.values() for row in rows] for task, side in one.by_task.items()}


def _different(means: Sequence[_Name]) -> Sequence[_Name]:
    """Without the mean at the only length, where it is the one over all."""
    whole = [one for one in means if one[0] is None]
    return whole if whole and len(means) == 2 else means


def _systems(sides: Mapping[str, Sequence[Side]]) -> list[_System]:
    found: dict[tuple[str, str, str], dict[str, Side]] = {}
    for task, several in sides.items():
        for one in several:
            if one.variant == OWN:
                found.setdefault((one.run, one.system, one.context), {})[task] = one
    return [_System(max((one.name for one in by.values()), key=len), by) for by in found.values()]


def _pairs(
    suite: Suite,
    a: _System,
    b: _System,
    resamples: Mapping[str, Resample],
    wanted: Collection[_Name],
    swaps: int,
    seed: int,
) -> Iterator[tuple[_Name, Pair]]:
    """The pair in each of the wanted means that both systems have."""
    both = _both(a, b)
    kept = [_columns(suite, one.kept, resamples) for one in (both.a, both.b)]
    whole = [_columns(suite, one.whole, resamples) for one in (both.a, both.b)]
    other = {(mean.dataset, mean.measure): mean for mean in means_of(suite, kept[1])} if kept[1] else {}
    for mean in means_of(suite, kept[0]) if kept[0] else ():
        key = mean.dataset, mean.measure
        if key not in wanted or key not in other or other[key].terms != mean.terms:
            continue
        found, n_clusters, counts = _paired(mean, kept[0], kept[1], swaps, seed)
        used, full = ([estimate_of(_terms(mean, one), "") for one in some] for some in (kept, whole))
        worst, best = _extremes(full)
        yield (
            key,
            Pair(
                measure=mean.measure,
                a=a.name,
                b=b.name,
                paired=found,
                n=min(one.n for one in used),
                n_a=used[0].n,
                n_b=used[1].n,
                n_items=both.n_items,
                n_clusters=n_clusters,
                clusters=counts,
                n_failed=(full[0].n_failed, full[1].n_failed),
                n_unjudged=(full[0].n_unjudged, full[1].n_unjudged),
                n_missing=both.n_missing,
                swaps=swaps,
                worst=worst,
                best=best,
            ),
        )


def _both(a: _System, b: _System) -> _Both:
    """Rows of the items that both systems were asked."""
    first, second = _Shared({}, {}), _Shared({}, {})
    n_items, lacks_a, lacks_b = 0, 0, 0
    for task in dict.fromkeys([*a.by_task, *b.by_task]):
        one, two = a.by_task.get(task), b.by_task.get(task)
        if one is None or two is None:
            lacks_a, lacks_b = lacks_a + len(two.asked if two else ()), lacks_b + len(one.asked if one else ())
            continue
        shared = [slot for slot in one.asked if slot in two.asked]
        n_items += len(shared)
        lacks_a, lacks_b = lacks_a + len(two.asked) - len(shared), lacks_b + len(one.asked) - len(shared)
        for measure in (name for name in one.cells if name in two.cells):
            for slot in shared:
                cells = one.cells[measure].get(slot, _EMPTY), two.cells[measure].get(slot, _EMPTY)
                units = cells[0].units | cells[1].units
                for side, cell in zip((first, second), cells, strict=True):
                    side.whole.setdefault(task, []).extend(cell.rows)
                    side.kept.setdefault(task, []).extend(row for row in cell.rows if row.unit not in units)
    return _Both(first, second, n_items, (lacks_a, lacks_b))


def _columns(suite: Suite, rows: _Rows, resamples: Mapping[str, Resample]) -> Columns:
    return next(iter(columns_of(suite, rows, resamples).values()), {})


def _terms(mean: Mean, columns: Columns) -> list[tuple[float, list[Column]]]:
    return [(weight, [columns[one] for one in places]) for weight, places in mean.terms]


def _paired(mean: Mean, a: Columns, b: Columns, swaps: int, seed: int) -> tuple[Paired, int, Clusters]:
    """The difference, and the numbers of clusters, of those with weight last; of all parts numbered together."""
    terms = [
        (weight, Column.merged([a[one] for one in places]), Column.merged([b[one] for one in places]))
        for weight, places in mean.terms
    ]
    clusters = list(dict.fromkeys(one for _, *sides in terms for side in sides for one in side.bottoms))
    numbers = {one: number for number, one in enumerate(clusters)}
    parts = [
        Part(weight, _sums(first, clusters), _sums(second, clusters), _rows(first, second, numbers))
        for weight, first, second in terms
    ]
    low, high = mean.bounds
    reach = (low - high, high - low) if isfinite(high - low) else None
    layers, _ = numbered([one[:2] for one in clusters])
    found = paired_means(parts, layers, bounds=reach, swaps=swaps, seed=seed)
    return found, len(clusters), clusters_of(parts)


def _sums(column: Column, clusters: Sequence[Cluster]) -> tuple[list[float], list[float]]:
    return [column.tops.get(one, 0.0) for one in clusters], [column.bottoms.get(one, 0.0) for one in clusters]


def _rows(a: Column, b: Column, numbers: Mapping[Any, int]) -> tuple[Floats, Ints]:
    names = dict.fromkeys([*a.units, *b.units])
    values = np.array(paired_rows(a.units, b.units), float).reshape(-1, 4)
    return values, np.array([numbers[name[0]] for name in names], int)


def _extremes(full: Sequence[Estimate]) -> tuple[float | None, float | None]:
    """Bounds of the difference; None where all was judged, or an end is unknown."""
    ends = [one.bounds or ((one.value, one.value) if one.value is not None else None) for one in full]
    a, b = ends
    if all(one.bounds is None for one in full) or a is None or b is None:
        return None, None
    return a[0] - b[1], a[1] - b[0]
