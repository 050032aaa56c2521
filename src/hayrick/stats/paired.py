"""Paired comparison of two systems on the same clusters: difference of their ratios, interval, and swap test."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from hayrick.stats.intervals import Floats, checked, jackknife, score_intervals

EXACT_CLUSTERS = 12
"""Largest number of clusters for which all swaps are enumerated."""


class Paired(NamedTuple):
    """Difference of two ratios, its interval, and its two-sided p-value; None where undefined."""

    difference: float | None
    low: float | None
    high: float | None
    p: float | None


def paired_difference(
    a: tuple[ArrayLike, ArrayLike],
    b: tuple[ArrayLike, ArrayLike],
    strata: ArrayLike,
    *,
    level: float = 0.95,
    bounds: tuple[float, float] | None = (-1.0, 1.0),
    swaps: int = 10_000,
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
    first = checked("paired_difference", np.atleast_2d(np.asarray(a[0], float)), np.atleast_2d(a[1]), strata)
    second = checked("paired_difference", np.atleast_2d(np.asarray(b[0], float)), np.atleast_2d(b[1]), strata)
    jack = jackknife([(1.0, *first), (-1.0, *second)], strata)
    interval = score_intervals(jack, level, bounds, inf)[0]
    if interval.value is None:
        return Paired(None, None, None, None)
    return Paired(*interval, _swap_test(np.concatenate(first), np.concatenate(second), swaps, seed))


def _swap_test(a: Floats, b: Floats, swaps: int, seed: int) -> float:
    used = (a[1] > 0) | (b[1] > 0)
    n = int(used.sum())
    if n <= EXACT_CLUSTERS:
        swapped = (np.arange(2**n)[:, None] >> np.arange(n) & 1).astype(float)
    else:
        drawn = np.random.default_rng(seed).integers(0, 2, size=(swaps, n)).astype(float)
        swapped = np.concatenate([np.zeros((1, n)), drawn])
    moved = swapped @ (b - a)[:, used].T
    of_a, of_b = a.sum(1) + moved, b.sum(1) - moved
    defined = (of_a[:, 1] > 1e-12) & (of_b[:, 1] > 1e-12)
    ratio_a = of_a[:, 0] / np.where(defined, of_a[:, 1], 1)
    ratio_b = of_b[:, 0] / np.where(defined, of_b[:, 1], 1)
    size = np.abs(ratio_a - ratio_b)
    # A swap that leaves a system without weight has no difference; counting it as extreme keeps p valid.
    return float(np.mean(~defined | (size >= size[0] - 1e-12)))
