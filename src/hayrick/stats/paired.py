"""Paired comparison of two systems on the same clusters: difference of their ratios, interval, and swap test."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from hayrick.stats.clusters import Bools, Floats, checked, jackknife
from hayrick.stats.intervals import score_intervals

EXACT_CLUSTERS = 12
"""Largest number of clusters for which all swaps are enumerated."""

SWAPS = 10_000
"""Number of random swaps where there are more clusters."""

_SWAPS_A_PAIR, _MOST_SWAPS = 25, 200_000

_CHUNK = 8_000_000
"""Number of swaps times clusters that are held in memory at once."""


class Paired(NamedTuple):
    """Difference of two ratios, its interval, and its two-sided p-value; None where undefined."""

    difference: float | None
    low: float | None
    high: float | None
    p: float | None


class Part(NamedTuple):
    """Sums by cluster of one part of a mean, for both systems; the weights of all parts add up to 1."""

    weight: float
    a: tuple[ArrayLike, ArrayLike]
    """Sums of weight x value and of weight per cluster, [G] each."""

    b: tuple[ArrayLike, ArrayLike]
    """The same for the other system."""


def least_p(n_clusters: int, swaps: int = SWAPS) -> float:
    """The smallest p-value that the swap test of so many clusters can give."""
    return 2.0 ** (1 - n_clusters) if n_clusters <= EXACT_CLUSTERS else 1 / (swaps + 1)


def swaps_for(n_pairs: int) -> int:
    """Random swaps with which a p-value can be at most .04 after it is adjusted for so many pairs, up to 8,000."""
    return min(_MOST_SWAPS, max(SWAPS, _SWAPS_A_PAIR * n_pairs))


def paired_difference(
    a: tuple[ArrayLike, ArrayLike],
    b: tuple[ArrayLike, ArrayLike],
    strata: ArrayLike,
    *,
    level: float = 0.95,
    bounds: tuple[float, float] | None = (-1.0, 1.0),
    swaps: int = SWAPS,
    seed: int = 0,
) -> Paired:
    """Compare two systems on the same clusters: ratio of `a` minus ratio of `b`.

    The interval is that of `stats.ratio_intervals` with the jackknife of the difference. The p-value is the share of
    swaps of the two systems within clusters with a difference at least as large. Up to `EXACT_CLUSTERS` clusters with
    weight all 2^G swaps are enumerated, else `swaps` random ones and the observed one are used. It is at least
    2^(1 - G). For systems that agree in every cluster the interval has width 0 and p is 1.

    Args:
        a: sums of weight x value and of weight per cluster, [G] each.
        b: the same for the other system. Drop rows that only one system has beforehand.
        strata: [G] number of each cluster's stratum.
        level: nominal coverage probability.
        bounds: least and greatest possible difference; None for unbounded measures.
        swaps: number of random swaps, > 0.
        seed: seed of the random swaps.

    Returns:
        All None if either ratio is undefined; low and high None with fewer than two clusters with weight, or if one
        cluster has all the weight of a system.

    Raises:
        BadInput: shapes differ, a number is not finite, or a denominator is negative.

    Source: approximate randomisation, Noreen (1989), with clusters as the units that are swapped.
    """
    return paired_means([Part(1.0, a, b)], strata, level=level, bounds=bounds, swaps=swaps, seed=seed)


def paired_means(
    parts: Sequence[Part],
    strata: ArrayLike,
    *,
    level: float = 0.95,
    bounds: tuple[float, float] | None = (-1.0, 1.0),
    swaps: int = SWAPS,
    seed: int = 0,
) -> Paired:
    """Compare two systems by a weighted mean of ratios over the same clusters; with one part, `paired_difference`.

    A cluster with weight in several parts is deleted from, and swapped in, all parts at once.

    Args:
        parts: at least one part.
        strata: [G] number of each cluster's stratum.
        level: nominal coverage probability.
        bounds: least and greatest possible difference; None for unbounded measures.
        swaps: number of random swaps, > 0.
        seed: seed of the random swaps.

    Returns:
        As `paired_difference`.

    Raises:
        BadInput: as `paired_difference`.
    """
    sides = [
        checked("paired_difference", np.atleast_2d(np.asarray(top, float)), np.atleast_2d(bottom), strata)
        for part in parts
        for top, bottom in (part.a, part.b)
    ]
    signs = [sign * part.weight for part in parts for sign in (1.0, -1.0)]
    jack = jackknife([(sign, *sums) for sign, sums in zip(signs, sides, strict=True)], strata)
    interval = score_intervals(jack, level, bounds, assumes=False)[0]
    if interval.value is None:
        return Paired(None, None, None, None)
    sums = np.stack([np.concatenate(one) for one in sides])  # [2 x parts, 2, G]
    weights = np.array([part.weight for part in parts])
    return Paired(*interval, _swap_test(sums[::2], sums[1::2], weights, swaps, seed))


def _swap_test(a: Floats, b: Floats, weights: Floats, swaps: int, seed: int) -> float:
    """p-value; `a` and `b` are [P, 2, G] sums of weight x value and of weight of P parts, `weights` is [P]."""
    used = (a[:, 1] > 0).any(0) | (b[:, 1] > 0).any(0)
    n = int(used.sum())
    exact = n <= EXACT_CLUSTERS
    total = 2**n if exact else swaps
    of_a, of_b, apart = a.sum(2, keepdims=True), b.sum(2, keepdims=True), (b - a)[:, :, used]
    observed = float(_sizes(of_a, of_b, weights)[0][0])
    extreme = 0 if exact else 1
    for drawn in _swaps(n, total, None if exact else seed):
        moved = (apart.reshape(-1, n) @ drawn).reshape(*apart.shape[:2], -1)
        size, defined = _sizes(of_a + moved, of_b - moved, weights)
        # A swap that leaves a system without weight has no difference; counting it as extreme keeps p valid.
        extreme += int((~defined | (size >= observed - 1e-12)).sum())
    return extreme / (total if exact else total + 1)


def _swaps(n: int, total: int, seed: int | None) -> Iterator[Floats]:
    """Which of n clusters are swapped: [n, total] of 0 and 1, in chunks; all that there are if `seed` is None."""
    step = max(1, _CHUNK // max(n, 1))
    if total <= step:
        yield _whole(n, total, seed)
        return
    rng = np.random.default_rng(seed)
    for start in range(0, total, step):
        yield _drawn(rng, min(step, total - start), n)


@lru_cache(maxsize=1)
def _whole(n: int, total: int, seed: int | None) -> Floats:
    """All swaps at once, kept for the next pair of systems with as many clusters."""
    if seed is None:
        return (np.arange(total) >> np.arange(n)[:, None] & 1).astype(float)
    return _drawn(np.random.default_rng(seed), total, n)


def _drawn(rng: np.random.Generator, total: int, n: int) -> Floats:
    return np.ascontiguousarray(rng.integers(0, 2, size=(total, n)).T.astype(float))


def _sizes(a: Floats, b: Floats, weights: Floats) -> tuple[Floats, Bools]:
    """Absolute difference of the weighted means of ratios [P, 2, S], and whether it is defined, [S] each."""
    defined: Bools = np.all((a[:, 1] > 1e-12) & (b[:, 1] > 1e-12), axis=0)
    ratio_a = a[:, 0] / np.where(a[:, 1] > 1e-12, a[:, 1], 1)
    ratio_b = b[:, 0] / np.where(b[:, 1] > 1e-12, b[:, 1], 1)
    sizes: Floats = np.abs(weights @ (ratio_a - ratio_b))
    return sizes, defined
