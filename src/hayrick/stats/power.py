"""Power of the paired test of two systems, before a run: from variances of units, groups and datasets to sample sizes.

The test is that of `stats.paired`: sign flips of whole clusters. Its power is taken from the noncentral t distribution,
at the level that so many clusters can reach.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import ceil, erf, exp, floor, lgamma, log, sqrt

import numpy as np

from hayrick.stats.paired import EXACT_CLUSTERS, swaps_for
from hayrick.stats.spread import Member, Spread
from hayrick.stats.student import t_quantile

TARGET = 0.8
"""Power that is wanted."""

_MOST = 1_000_000
"""Clusters above which no sample size is looked for."""

_WIDEST = 1e12
"""Effect up to which one is looked for where a measure has no bounds."""

_ROOT = sqrt(2)


def noncentral_t_tails(limit: float, df: float, shift: float) -> float:
    """P(|T| > limit) of the noncentral t distribution; df >= 1. Absolute error under 1e-6 up to df 10,000 (SciPy).

    Args:
        limit: >= 0.
        df: degrees of freedom.
        shift: the noncentrality, the mean of the normal variable.
    """
    nodes, weights = _nodes()
    # T is a normal variable over s, the root of chi squared over its degrees of freedom: a mixture over s.
    reach = 12 / sqrt(2 * df)
    low = max(0.0, 1 - reach)
    half = (1 + reach - low) / 2
    constant = log(2) + df / 2 * log(df / 2) - lgamma(df / 2)
    found = 0.0
    for node, weight in zip(nodes, weights, strict=True):
        s = low + half * (node + 1)
        density = exp(constant + (df - 1) * log(s) - df * s * s / 2)
        found += weight * density * (_normal(shift - limit * s) + _normal(-shift - limit * s))
    return min(1.0, half * found)


@cache
def _nodes() -> tuple[list[float], list[float]]:
    """Places and weights of Gauss-Legendre integration."""
    places, weights = np.polynomial.legendre.leggauss(200)
    return places.tolist(), weights.tolist()


def _normal(z: float) -> float:
    return (1 + erf(z / _ROOT)) / 2


def reached_level(clusters: int, alpha: float, pairs: int = 1) -> float:
    """Greatest level at most alpha / pairs that the sign-flip test reaches; 0 where it can reject nothing.

    Holm's adjustment holds the least of the p-values of so many pairs to alpha / pairs. With few clusters p has few
    values: multiples of 2^(1 - clusters).
    """
    wanted, slack = alpha / pairs, 1e-9
    if clusters < 2:
        return 0.0
    steps = 2 ** (clusters - 1) if clusters <= EXACT_CLUSTERS else swaps_for(pairs) + 1
    return floor(wanted * steps + slack) / steps


def power(
    effect: float, spread: Spread, members: Sequence[Member], *, clusters: int, alpha: float = 0.05, pairs: int = 1
) -> float:
    """Chance that the paired test tells two systems apart whose true difference is the effect.

    Each cluster's contribution to the difference is taken as normal, with the effect times its share as mean. The test
    compares their sum with the root of their squares. As t is of equal clusters, unequal ones count as fewer equal ones
    (Kish), and what is left of the squares without the sum is taken at its mean: a large cluster has more of its
    variance in the sum, and where strata differ, that adds to the squares. Against the test itself
    (docs/evidence/power.md).

    Args:
        effect: difference of the two means.
        spread: of the difference.
        members: clusters of a run.
        clusters: so many of the same kind are planned, >= 1; they may be more or fewer than `members`.
        alpha: level of all tests together.
        pairs: number of pairs that Holm's adjustment counts. The power of one pair while no other is told apart: where
            others are, it is greater.

    Returns:
        Where nothing varies, 1 for any effect but 0, if so many clusters can reject anything.

    Source: noncentral t, e.g. Cohen (1988), Statistical Power Analysis for the Behavioral Sciences, chapter 2;
        effective number of clusters: Kish (1965), Survey Sampling.
    """
    level = reached_level(clusters, alpha, pairs)
    if level == 0:
        return 0.0
    times = clusters / len(members)
    each = [one.variance(spread) for one in members]
    variance = sum(each)
    if variance <= 0:
        return float(effect != 0)
    equal = times / sum(one.share**2 for one in members)
    if equal <= 1:
        return 0.0
    shared = sum(one.share * v for one, v in zip(members, each, strict=True)) / times
    rest = 1 - 2 * shared / variance + 1 / equal + _between_strata(spread, members) / variance
    df = max(1.0, equal - 1)
    limit = float(t_quantile(1 - level, [df])[0]) * sqrt(rest * equal / (equal - 1))
    return noncentral_t_tails(limit, df, abs(effect) / sqrt(variance / times))


def _between_strata(spread: Spread, members: Sequence[Member]) -> float:
    """What strata of unlike differences add to the sum of squared contributions, which the test takes for chance."""
    if not spread.datasets or any(one.datasets for one in members):
        return 0.0
    shares: dict[int, float] = {}
    for one in members:
        shares[one.stratum] = shares.get(one.stratum, 0.0) + one.share
    squares = sum(share**2 for share in shares.values())
    return spread.datasets * sum(one.share**2 * (1 - 2 * shares[one.stratum] + squares) for one in members)


def detectable(
    spread: Spread,
    members: Sequence[Member],
    *,
    most: float,
    alpha: float = 0.05,
    pairs: int = 1,
) -> float | None:
    """Smallest effect that the test finds with power `TARGET`; None where no effect up to `most` is found so often.

    Args:
        spread: as of `power`.
        members: clusters of the run.
        most: greatest effect that there can be, > 0; with an infinite one the search ends at a million million.
        alpha: as of `power`.
        pairs: as of `power`.
    """

    def enough(effect: float) -> bool:
        return power(effect, spread, members, clusters=len(members), alpha=alpha, pairs=pairs) >= TARGET

    low, high, most = 0.0, min(1e-6, most), min(_WIDEST, most)
    while not enough(high):
        if high >= most:
            return None
        low, high = high, min(2 * high, most)
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def needed(
    effect: float,
    spread: Spread,
    members: Sequence[Member],
    *,
    alpha: float = 0.05,
    pairs: int = 1,
    least: int = 2,
) -> int | None:
    """Smallest number of clusters of the same kind with which the effect has power `TARGET`; None above a million.

    Args:
        effect: true difference of the two means.
        spread: see `power`.
        members: see `power`.
        alpha: see `power`.
        pairs: see `power`.
        least: number of clusters that there are to be in any case, >= 2.
    """

    def enough(clusters: int) -> bool:
        return power(effect, spread, members, clusters=clusters, alpha=alpha, pairs=pairs) >= TARGET

    high = least
    while not enough(high):
        high *= 2
        if high > _MOST:
            return None
    low = max(least - 1, high // 2)
    while high - low > 1:
        middle = ceil((low + high) / 2)
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high
