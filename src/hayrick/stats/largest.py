"""Largest difference between orders, and effective length: values, intervals and a permutation test.

docs/evidence/position.md reports how often the intervals contain the true value.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations
from math import factorial, log
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hayrick.stats.clusters import Floats, checked, jackknife
from hayrick.stats.intervals import LEVEL, score_intervals

KEEP = 0.85
"""Share of the score at the smallest budget that defines an effective length."""

EXACT_ARRANGEMENTS = 20_000
"""Largest number of arrangements of orders within clusters for which all are enumerated."""


class Largest(NamedTuple):
    """Largest difference between orders; fields are None where undefined."""

    value: float | None
    low: float | None
    high: float | None
    chance: float | None
    """Mean of the value if the orders were permuted within each cluster; above 0, as the value is never negative."""
    p: float | None
    between: tuple[str, str] | None
    """The two orders, the one with the higher score first."""


class Effective(NamedTuple):
    """The longest budget that keeps the score, and bounds on it, all budgets that were tried; None where undefined."""

    value: int | None
    low: int | None
    high: int | None


def largest_difference(
    numerators: ArrayLike,
    denominators: ArrayLike,
    strata: ArrayLike,
    orders: Sequence[str],
    *,
    against: str | None = None,
    draws: int = 10_000,
    seed: int = 0,
) -> Largest:
    """Largest absolute difference between the ratios of several orders, with interval and permutation test.

    The interval is derived from the jackknife intervals of all pairs. Its high end is the greatest of their high ends,
    uncorrected: the pair with the truly largest difference lies below its own. Its low end is the greatest low end at
    level 1 - (1 - `LEVEL`) / pairs (0 if all contain 0), because the pair is selected for its observed difference. The
    value itself is not corrected: if orders make no difference, it is `chance` on average.

    The p-value is the share of arrangements of the rows within clusters with a value at least as large. Up to
    `EXACT_ARRANGEMENTS` all are enumerated, else `draws` random ones and the observed one are used. It is valid for any
    number of clusters. An arrangement that leaves an order without weight counts as extreme.

    Args:
        numerators: [V, G] sums of weight x value of V contexts in G clusters.
        denominators: [V, G] sums of weights.
        strata: [G] number of each cluster's stratum.
        orders: [V] the order of each context; contexts with the same order are pooled.
        against: consider only differences from this order; None for all pairs.
        draws: number of random arrangements, > 0.
        seed: seed of the random arrangements.

    Returns:
        All None with fewer than two orders or if an order has no weight; low and high None if a pair has no interval.

    Raises:
        BadInput: shapes differ, a number is not finite, or a denominator is negative.

    Source: approximate randomisation, Noreen (1989), with clusters as blocks; the interval is ours.
    """
    tops, bottoms = checked("largest_difference", numerators, denominators, strata)
    names = list(dict.fromkeys(orders))
    member = np.array([[float(order == name) for order in orders] for name in names])
    pairs = [
        (i, j) for i, j in combinations(range(len(names)), 2) if against is None or against in (names[i], names[j])
    ]
    if not pairs:
        return Largest(None, None, None, None, None, None)
    first, second = (np.array(side) for side in zip(*pairs, strict=True))
    by_order = member @ tops, member @ bottoms
    jack = jackknife([(1.0, *(s[first] for s in by_order)), (-1.0, *(s[second] for s in by_order))], strata)
    if not jack.defined.all():
        return Largest(None, None, None, None, None, None)
    largest = int(np.argmax(np.abs(jack.value)))
    i, j = pairs[largest] if jack.value[largest] >= 0 else pairs[largest][::-1]
    levels = 1 - (1 - LEVEL) / len(pairs), LEVEL
    low, high = _ends(*(score_intervals(jack, (-1.0, 1.0), level=at, assumes=False) for at in levels))
    chance, p = _permuted(tops, bottoms, member, (first, second), draws, seed)
    return Largest(float(abs(jack.value[largest])), low, high, chance, p, (names[i], names[j]))


def _ends(
    wide: Sequence[tuple[float | None, ...]], usual: Sequence[tuple[float | None, ...]]
) -> tuple[float | None, ...]:
    lows, highs = [], []
    for (_, least, most), (_, under, over) in zip(wide, usual, strict=True):
        if least is None or most is None or under is None or over is None:
            return None, None
        lows.append(max(least, -most, 0.0))
        highs.append(max(abs(under), abs(over)))
    return max(lows), max(highs)


def _permuted(
    tops: Floats, bottoms: Floats, member: Floats, pairs: tuple[NDArray[np.int64], ...], draws: int, seed: int
) -> tuple[float | None, float]:
    """Mean of the largest difference over arrangements, and the share of arrangements at least as large as observed."""
    used = (bottoms > 0).any(0)
    cells = np.stack([tops[:, used].T, bottoms[:, used].T], axis=-1)  # [G, V, 2]
    n_clusters, n_showings = cells.shape[:2]
    clusters = np.arange(n_clusters)[:, None]

    def sizes(arrangement: NDArray[np.int64]) -> tuple[Floats, NDArray[np.bool_]]:
        sums = member @ cells[clusters, arrangement].sum(-3)
        whole = (sums[..., 1] > 1e-12).all(-1)
        ratio = sums[..., 0] / np.where(sums[..., 1] > 1e-12, sums[..., 1], 1)
        return np.abs(ratio[..., pairs[0]] - ratio[..., pairs[1]]).max(-1), whole

    observed = float(sizes(np.tile(np.arange(n_showings), (n_clusters, 1)))[0])
    n_cell = factorial(n_showings)
    exact = n_clusters * log(n_cell) <= log(EXACT_ARRANGEMENTS) + 1e-9
    total = n_cell**n_clusters if exact else draws
    every = np.array(list(permutations(range(n_showings)))) if exact else np.empty((0, n_showings), np.int64)
    rng = np.random.default_rng(seed)
    extreme, n_whole, mass = (0 if exact else 1), 0, 0.0
    for start in range(0, total, 1000):
        numbers = np.arange(start, min(start + 1000, total))
        if exact:
            arrangement = every[numbers[:, None] // n_cell ** np.arange(n_clusters) % n_cell]
        else:
            arrangement = rng.permuted(np.tile(np.arange(n_showings), (len(numbers), n_clusters, 1)), axis=-1)
        size, whole = sizes(arrangement)
        extreme += int((~whole | (size >= observed - 1e-12)).sum())
        n_whole, mass = n_whole + int(whole.sum()), mass + float(size[whole].sum())
    return mass / n_whole if n_whole else None, extreme / (total if exact else total + 1)


def effective_length(
    budgets: Sequence[int],
    numerators: ArrayLike,
    denominators: ArrayLike,
    strata: ArrayLike,
    *,
    keep: float = KEEP,
) -> Effective:
    """Longest budget up to which every tried budget keeps a share of the ratio at the smallest budget.

    It lies between `low` and `high`. Up to `low`, every budget keeps the share with confidence (low end of ratio - keep
    x base is at least 0). `high` is the last budget before one that falls short with confidence. `low` needs no
    correction, because only the first budget that truly falls short can make it too long; `high` uses level
    1 - (1 - `LEVEL`) / (budgets - 1). Both are tried budgets; between two of them nothing is known, and a `high`
    equal to the largest means "or longer".

    Args:
        budgets: token budgets, ascending.
        numerators: [B, G] sums of weight x value at B budgets in G clusters.
        denominators: [B, G] sums of weights.
        strata: [G] number of each cluster's stratum.
        keep: the share, > 0.

    Returns:
        All None with fewer than two budgets, if a budget has no weight, or if the base is 0; low and high None if a
        budget has no interval.

    Raises:
        BadInput: shapes differ, a number is not finite, or a denominator is negative.
    """
    tops, bottoms = checked("effective_length", numerators, denominators, strata)
    if len(budgets) < 2 or tops[0].sum() <= 0:
        return Effective(None, None, None)
    base = [np.repeat(side[:1], len(budgets) - 1, axis=0) for side in (tops, bottoms)]
    jack = jackknife([(1.0, tops[1:], bottoms[1:]), (-keep, base[0], base[1])], strata)
    if not jack.defined.all():
        return Effective(None, None, None)

    def until(margins: Iterable[float]) -> int:
        for number, margin in enumerate(margins):
            if margin < -1e-12:
                return budgets[number]
        return budgets[-1]

    usual = score_intervals(jack, (-keep, 1.0), assumes=False)
    wide = score_intervals(jack, (-keep, 1.0), level=1 - (1 - LEVEL) / len(jack.value), assumes=False)
    lows, highs = [one.low for one in usual if one.low is not None], [one.high for one in wide if one.high is not None]
    known = len(lows) == len(highs) == len(jack.value)
    return Effective(until(jack.value), until(lows) if known else None, until(highs) if known else None)
