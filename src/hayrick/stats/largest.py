"""The largest difference between orders, and the longest budget that keeps a score: values, intervals, a test.

How often the intervals hold the truth: docs/experiments.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations
from math import factorial, inf, log
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hayrick.stats.intervals import Floats, checked, jackknife, score_intervals

KEEP = 0.85
"""Share of the score at the smallest budget that an effective length must keep."""

EXACT_ARRANGEMENTS = 20_000
"""Up to this many arrangements of the orders within clusters all are enumerated."""


class Largest(NamedTuple):
    """The largest difference between orders; None where undefined."""

    value: float | None
    low: float | None
    high: float | None
    chance: float | None
    """What it would be on average if the orders were dealt anew within each cluster: it is never negative."""
    p: float | None
    between: tuple[str, str] | None
    """The two orders, the higher first."""


class Effective(NamedTuple):
    """Longest budget that keeps the score, and the budgets between which it lies; None where undefined."""

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
    level: float = 0.95,
    draws: int = 10_000,
    seed: int = 0,
) -> Largest:
    """Largest absolute difference between the ratios of several orders, with interval and permutation test.

    The interval comes from the jackknife intervals of all pairs. Its high end is the greatest of theirs as they are:
    the pair that truly differs most is under its own. Its low end is the greatest of theirs at 1 - (1 - level) / pairs
    (0 where all hold 0), because the pair that is seen to differ most was chosen for it. The value itself is not
    corrected: of orders that do not matter it is above 0, by `chance` on average.

    The p-value is the share of arrangements of the rows within clusters with a value at least as large: all of them up
    to `EXACT_ARRANGEMENTS`, else `draws` random ones and the observed. It holds for any number of clusters. An
    arrangement that leaves an order without weight counts as extreme.

    Args:
        numerators: [V, G] sums of weight x value of V showings in G clusters.
        denominators: [V, G] sums of weights.
        strata: [G] number of each cluster's stratum.
        orders: [V] the order of each showing; showings of one order are pooled.
        against: only differences from this order count; None for all pairs.
        level: probability that the interval should cover.
        draws: how many arrangements are drawn.
        seed: of the drawn arrangements.

    Returns:
        All None under two orders or where an order has no weight; low and high None where a pair has no interval.

    Raises:
        BadInput: shapes differ, numbers are not finite or a denominator is negative.

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
    low, high = _ends(*(score_intervals(jack, at, (-1.0, 1.0), inf) for at in (1 - (1 - level) / len(pairs), level)))
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
    """Mean of the largest difference over arrangements, and the share in which it is at least the observed."""
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
    level: float = 0.95,
) -> Effective:
    """Longest budget up to which every budget tried keeps a share of the ratio at the smallest.

    It lies between `low`, up to which every budget surely keeps it (low end of ratio - keep x base at least 0), and
    `high`, the last before one that surely does not. `low` needs no correction, because only the first budget that
    truly falls short can make it too long; `high` is at 1 - (1 - level) / (budgets - 1). Both are budgets that were
    tried: what happens between two of them is not known, and a `high` that is the largest means "or longer".

    Args:
        budgets: rising.
        numerators: [B, G] sums of weight x value at B budgets in G clusters.
        denominators: [B, G] sums of weights.
        strata: [G] number of each cluster's stratum.
        keep: the share, over 0.
        level: probability that the true one should lie between low and high.

    Returns:
        All None under two budgets, where a budget has no weight, or where the base is 0; low and high None where a
        budget has no interval.

    Raises:
        BadInput: shapes differ, numbers are not finite or a denominator is negative.
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

    usual = score_intervals(jack, level, (-keep, 1.0), inf)
    wide = score_intervals(jack, 1 - (1 - level) / len(jack.value), (-keep, 1.0), inf)
    lows, highs = [one.low for one in usual if one.low is not None], [one.high for one in wide if one.high is not None]
    known = len(lows) == len(highs) == len(jack.value)
    return Effective(until(jack.value), until(lows) if known else None, until(highs) if known else None)
