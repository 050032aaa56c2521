"""Paired differences of all pairs of systems in one measure, with Holm's adjustment."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import isfinite
from typing import TypeVar

import numpy as np

from hayrick import stats
from hayrick.averages.totals import Total
from hayrick.comparison.groups import ALPHA, Group, groups
from hayrick.comparison.sides import Cell, Side, Slot
from hayrick.estimates import estimate, held, limit_of
from hayrick.estimates.tallies import Place
from hayrick.protocols import Progress, silent
from hayrick.reporting import Reporting
from hayrick.stats.dependent import holm
from hayrick.stats.paired import Clusters, Paired, Part, clusters_of, least_p, paired_means, swaps_for
from hayrick.types import OWN, Estimate, Tag

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """Pairs of systems in one measure, best system first.

    `groups` are of the systems that have a value; None where there are too many, or where systems were compared with
    some only.
    """

    measure: str
    dataset: str | None
    """Of means of suites: category and length, such as `recall@32768`; None over all."""

    estimates: Mapping[str, Estimate]
    """System -> its mean over all its own items, best first."""

    pairs: Sequence[Pair]
    groups: Sequence[Group] | None

    def apart(self, name: str) -> tuple[int, int]:
        """How many systems a system is told apart from: those that are worse, and those that are better."""
        signs = [
            (one.paired.difference or 0.0) * (1 if one.a == name else -1)
            for one in self.pairs
            if one.is_apart and name in (one.a, one.b)
        ]
        return sum(sign > 0 for sign in signs), sum(sign < 0 for sign in signs)


def compare(
    sides: Sequence[Side],
    reporting: Reporting,
    measure: str,
    *,
    swaps: int | None = None,
    seed: int = 0,
    against: Collection[str] = (),
    progress: Progress = silent,
) -> Compared:
    """Compare the sides that have the measure: all pairs, or each with some.

    Args:
        sides: systems of one task.
        reporting: properties of the task that estimates need.
        measure: its name, with or without the per-item suffix.
        swaps: number of random swaps of each test, > 0; None for 10,000, or more for many pairs (`swaps_for`).
        seed: of the random swaps.
        against: names of the sides that every other one is compared with, as `b`; all pairs if empty.
        progress: told how far it is.
    """
    plain = reporting.plain(measure)
    have = [one for one in sides if plain in one.cells]
    every = pairs_against(have, [one.name in against for one in have] if against else ())
    found = []
    for number, (a, b) in enumerate(every):
        progress(measure, number, len(every))
        found.append(_pair(a, b, reporting, measure, swaps or swaps_for(len(every)), seed))
    given = {(one.run, one.system, one.context): one for one in sides if one.variant == OWN}
    estimates = {
        one.name: _estimate(one, given.get((one.run, one.system, one.context)), reporting, measure) for one in have
    }
    return compared_of(measure, None, estimates, found, grouped=not against)


def pairs_against(systems: Sequence[T], are_baselines: Sequence[bool]) -> list[tuple[T, T]]:
    """All pairs in order; where there are baselines, each other system with each of them, the baseline second."""
    if not are_baselines:
        return list(combinations(systems, 2))
    given = list(zip(systems, are_baselines, strict=True))
    return [(a, b) for a, is_one in given if not is_one for b, is_other in given if is_other]


def compared_of(
    measure: str, dataset: str | None, estimates: Mapping[str, Estimate], pairs: Sequence[Pair], *, grouped: bool
) -> Compared:
    """Adjust the tests of the pairs for their number, and group the systems.

    Args:
        measure: what is compared.
        dataset: of which category and length, for means of suites; None for all.
        estimates: system -> its mean.
        pairs: of these systems.
        grouped: whether these are all pairs, so that systems can be grouped.
    """
    tested = [replace(one, p_adjusted=p) for one, p in zip(pairs, adjusted(pairs), strict=True)]
    ordered = dict(sorted(estimates.items(), key=lambda item: (item[1].value is None, -(item[1].value or 0.0))))
    told = [(one.a, one.b) for one in tested if one.is_apart]
    valued = [name for name, one in ordered.items() if one.value is not None]
    lettered = groups(valued, told) if grouped else None
    return Compared(measure=measure, dataset=dataset, estimates=ordered, pairs=tested, groups=lettered)


def adjusted(pairs: Sequence[Pair]) -> list[float | None]:
    """Holm's p-values of the pairs of a measure.

    Pairs that no test can tell apart do not count for the others, as in Tarone (1990, Biometrics 46): which these are
    depends on clusters alone. Their own p-values are adjusted for all pairs.
    """
    every = holm([one.paired.p for one in pairs])
    counted = holm([one.paired.p if one.can_be_apart else None for one in pairs])
    return [among if one.can_be_apart else p for one, p, among in zip(pairs, every, counted, strict=True)]


def _estimate(side: Side, given: Side | None, reporting: Reporting, measure: str) -> Estimate:
    """A side's mean, as in the table of its run; `given` is the side of its responses as they were given."""
    one = _mean(side, reporting, measure)
    limit = limit_of(one, measure, reporting)
    having = [of for of in (side, given) if of is not None and limit and reporting.plain(limit) in of.scores]
    return held(one, _mean(having[0], reporting, limit)) if having else one


def _mean(side: Side, reporting: Reporting, measure: str) -> Estimate:
    found = estimate(side.scores[reporting.plain(measure)], reporting)
    return next(one.estimate for one in found if one.key.dataset is None and one.key.measure == measure)


@dataclass(slots=True)
class _Both:
    """Sums of weight x value, and of weight, of both systems at one place; and those of each unit, first of `a`."""

    top: list[float]
    bottom: list[float]
    rows: list[tuple[float, float, float, float]]


def _pair(a: Side, b: Side, reporting: Reporting, measure: str, swaps: int, seed: int) -> Pair:
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
