"""The paired difference of two systems in one measure, on the items that both were asked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TypeVar

import numpy as np

from hayrick import stats
from hayrick.averages.totals import Total
from hayrick.comparison.groups import ALPHA
from hayrick.comparison.sides import Cell, Side, Slot
from hayrick.estimates.tallies import Place
from hayrick.reporting import Reporting
from hayrick.stats.paired import Clusters, Paired, Part, clusters_of, least_p, paired_means
from hayrick.types import Tag

T = TypeVar("T")
_EMPTY = Cell()


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """System `a` less system `b` in one measure, on the items that both were asked.

    A unit for which the judge gave no verdict of one system is left out for both. `worst` and `best` are what the
    difference over all units would be if all of these were the worst for `a` and the best for `b`, and the reverse;
    None if all were judged. They need not include `paired.difference`, which leaves out units that have a value of one
    system.
    """

    measure: str
    a: str
    b: str
    paired: Paired
    p_adjusted: float | None = None
    n: int
    """Units that are compared; of a measure that is defined on only some, the number of the system that has fewer."""

    n_a: int
    n_b: int
    n_items: int
    n_clusters: int
    clusters: Clusters
    """Those with weight: of either system, and of each."""

    n_failed: tuple[int, int]
    n_unjudged: tuple[int, int]
    n_missing: tuple[int, int]
    """Items that the other system was asked, and this one was not."""

    swaps: int
    """Random swaps of the test, where there are too many clusters for all."""

    worst: float | None = None
    best: float | None = None

    @property
    def can_be_apart(self) -> bool:
        """Whether its test can tell the two systems apart, whatever the difference; see `stats.paired.least_p`."""
        return self.paired.p is not None and least_p(self.clusters.fewer, self.swaps) <= ALPHA

    @property
    def is_apart(self) -> bool:
        """Whether the two systems are told apart."""
        return self.p_adjusted is not None and self.p_adjusted <= ALPHA


@dataclass(slots=True)
class _Both:
    """Sums of weight x value, and of weight, of both systems at one place; and those of each unit, first of `a`."""

    top: list[float]
    bottom: list[float]
    rows: list[tuple[float, float, float, float]]


def pair_of(a: Side, b: Side, reporting: Reporting, measure: str, swaps: int, seed: int) -> Pair:
    """Compare two sides that have the measure.

    Args:
        a: a system of a task.
        b: another one, which is subtracted.
        reporting: properties of the task that estimates need.
        measure: its name, with or without the per-item suffix.
        swaps: number of random swaps of the test, > 0.
        seed: of the random swaps.
    """
    plain = reporting.plain(measure)
    shared = [slot for slot in a.asked if slot in b.asked]
    cells = {slot: (a.cells[plain].get(slot, _EMPTY), b.cells[plain].get(slot, _EMPTY)) for slot in shared}
    places: dict[Place, _Both] = {}
    for slot, both in cells.items():
        at = places.setdefault(a.asked[slot], _Both([0.0, 0.0], [0.0, 0.0], []))
        units = both[0].units | both[1].units
        at.rows += paired_rows(both[0].values, both[1].values, units)
        for side, cell in enumerate(both):
            top, bottom = cell.without(units)
            at.top[side] += top
            at.bottom[side] += bottom
    bounds = reporting.measure(measure).bounds
    found, clusters = _paired(places, reporting, measure, bounds, swaps, seed)
    weights = [round(sum(one.bottom[side] for one in places.values())) for side in (0, 1)]
    worst, best = _extremes(cells, a.asked, bounds) if plain == measure else (None, None)
    return Pair(
        measure=measure,
        a=a.name,
        b=b.name,
        paired=found,
        n=min(weights),
        n_a=weights[0],
        n_b=weights[1],
        n_items=len(shared),
        n_clusters=clusters.either,
        clusters=clusters,
        n_failed=_counts(cells, lambda cell: cell.failed),
        n_unjudged=_counts(cells, lambda cell: cell.sums.n_unjudged),
        n_missing=(len(b.asked) - len(shared), len(a.asked) - len(shared)),
        swaps=swaps,
        worst=worst,
        best=best,
    )


def paired_rows(
    a: Mapping[T, tuple[float, float]], b: Mapping[T, tuple[float, float]], without: Collection[object] = ()
) -> list[tuple[float, float, float, float]]:
    """Sums of both systems by unit, as `stats.paired.Part.rows` has them; zeros where one has none of a unit."""
    none = 0.0, 0.0
    return [(*a.get(one, none), *b.get(one, none)) for one in dict.fromkeys([*a, *b]) if one not in without]


def _counts(cells: Mapping[Slot, tuple[Cell, Cell]], count: Callable[[Cell], float]) -> tuple[int, int]:
    return round(sum(count(a) for a, _ in cells.values())), round(sum(count(b) for _, b in cells.values()))


def _paired(
    places: Mapping[Place, _Both],
    reporting: Reporting,
    measure: str,
    bounds: tuple[float, float],
    swaps: int,
    seed: int,
) -> tuple[Paired, Clusters]:
    """The difference over the parts in which both systems have weight, and the numbers of clusters with weight."""
    given = list(places.items())
    resample = reporting.resample
    design = stats.design([resample.cluster(one.dataset, one.group) for one, _ in given], resample.datasets_from)
    parts: dict[Tag, list[int]] = {}
    for number, (place, _) in enumerate(given):
        parts.setdefault(place.part, []).append(number)
    whole = [
        numbers for numbers in parts.values() if all(any(given[i][1].bottom[side] for i in numbers) for side in (0, 1))
    ]
    if not whole:
        return Paired(None, None, None, None), Clusters(0, 0, 0)
    each = measure != reporting.plain(measure)

    def sums(numbers: Sequence[int], side: int) -> tuple[stats.Floats, stats.Floats]:
        means, weights = np.zeros((2, len(given)))
        for i in numbers:
            weight = given[i][1].bottom[side]
            if weight > 0:
                means[i], weights[i] = given[i][1].top[side] / weight, 1.0 if each else weight
        return design.sums(means, weights)

    def rows(numbers: Sequence[int]) -> tuple[stats.Floats, stats.Ints]:
        found = np.array([row for i in numbers for row in given[i][1].rows], float).reshape(-1, 4)
        n_rows = [len(given[i][1].rows) for i in numbers]
        if each:
            weights = np.array([given[i][1].bottom for i in numbers])
            found /= np.repeat(np.where(weights > 0, weights, 1), n_rows, axis=0).repeat(2, axis=1)
        return found, np.repeat(design.cluster[numbers], n_rows)

    terms = [Part(1 / len(whole), sums(numbers, 0), sums(numbers, 1), rows(numbers)) for numbers in whole]
    low, high = bounds
    reach = (low - high, high - low) if isfinite(high - low) else None
    return paired_means(terms, design.strata, bounds=reach, swaps=swaps, seed=seed), clusters_of(terms)


def _extremes(
    cells: Mapping[Slot, tuple[Cell, Cell]], places: Mapping[Slot, Place], bounds: tuple[float, float]
) -> tuple[float | None, float | None]:
    """The difference if all that was not judged were the worst for the first and the best for the second; reversed."""
    unjudged = any(cell.sums.n_unjudged for both in cells.values() for cell in both)
    if not unjudged or not all(map(isfinite, bounds)):
        return None, None
    parts: dict[Tag, list[tuple[Cell, Cell]]] = {}
    for slot, both in cells.items():
        parts.setdefault(places[slot].part, []).append(both)
    worst, best, n = 0.0, 0.0, 0
    for some in parts.values():
        a, b = (Total.of(both[side].sums for both in some).ends for side in (0, 1))
        if a is not None and b is not None:
            worst, best, n = worst + a[0] - b[1], best + a[1] - b[0], n + 1
    return (worst / n, best / n) if n else (None, None)
