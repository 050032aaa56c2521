"""Paired comparison of two systems on the same clusters: difference of their ratios, interval, and sign-flip test."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from hayrick.stats.clusters import Bools, Floats, Ints, Jackknife, checked, jackknife, row_variance
from hayrick.stats.intervals import ALIKE, score_intervals

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
    alike: bool = False
    """Whether clusters differ far less than independent rows would, so that the interval is that of the rows."""


class Part(NamedTuple):
    """Sums by cluster of one part of a mean, for both systems; the weights of all parts add up to 1."""

    weight: float
    a: tuple[ArrayLike, ArrayLike]
    """Sums of weight x value and of weight per cluster, [G] each."""

    b: tuple[ArrayLike, ArrayLike]
    """The same for the other system."""

    rows: tuple[ArrayLike, ArrayLike] | None = None
    """Of each row, [N, 4], weight x value and weight for `a`, and for `b` (0 where it has none); and its cluster, [N].

    None where rows are not known.
    """


class Clusters(NamedTuple):
    """Numbers of clusters with weight: of either system, and of each.

    One counts for a system if the system has weight in every part in which either of the two has some.
    """

    either: int
    a: int
    b: int

    @property
    def fewer(self) -> int:
        """Number of clusters with weight of the system that has fewer of them."""
        return min(self.a, self.b)


def clusters_of(parts: Sequence[Part]) -> Clusters:
    """Count the clusters of two systems."""
    whole = _whole_clusters(_weights(parts))
    return Clusters(int(whole.any(0).sum()), *(int(one.sum()) for one in whole))


def _weights(parts: Sequence[Part]) -> Floats:
    return np.array([[np.asarray(bottom, float) for _, bottom in (part.a, part.b)] for part in parts])


def _whole_clusters(weights: Floats) -> Bools:
    """[2, G]: which clusters count for each system; `weights` is [P, 2, G]."""
    present = weights > 0
    either = present.any(1, keepdims=True)
    whole: Bools = np.logical_and((present | ~either).all(0), either.any(0))
    return whole


def least_p(n_clusters: int, swaps: int = SWAPS) -> float:
    """The smallest p-value of two systems of which the one with fewer clusters has so many."""
    return 2.0 ** (1 - n_clusters) if n_clusters <= EXACT_CLUSTERS else 1 / (swaps + 1)


def swaps_for(n_pairs: int) -> int:
    """Random swaps with which a p-value can be at most .04 after it is adjusted for so many pairs, up to 8,000."""
    return min(_MOST_SWAPS, max(SWAPS, _SWAPS_A_PAIR * n_pairs))


def paired_means(
    parts: Sequence[Part],
    strata: ArrayLike,
    *,
    bounds: tuple[float, float] | None = (-1.0, 1.0),
    swaps: int = SWAPS,
    seed: int = 0,
) -> Paired:
    """Compare two systems by a weighted mean of ratios over the same clusters: that of `a` minus that of `b`.

    A cluster with weight in several parts is deleted from, and swapped in, all parts at once.

    The interval is that of `stats.ratio_intervals` with the jackknife of the difference, and never narrower than that
    of independent rows, paired, where these are known. Where a system lacks clusters that the other one has, the
    degrees of freedom are at most those of its own clusters.

    The p-value is the share of sign flips of whole clusters with a difference at least as large. A cluster contributes
    u = (top of a - r x weight of a) / (all weight of a) less the same of b, where r is the ratio of both systems
    together: the contributions add up to the difference, whatever r. Where both systems have the same weights, r
    cancels, and to flip a cluster's sign is to swap the two systems in it. Where weights differ, a swap would mix them
    and test whether the systems have the same weights, too. Up to `EXACT_CLUSTERS` clusters all 2^G flips are
    enumerated, else `swaps` random ones and the observed one are used. p is at least 2^(1 - G) for the G clusters of
    the system that has fewer: were the other one known exactly, these alone could be flipped. Rows play no part in p.
    For systems that agree in every row the interval has width 0 and p is 1.

    Args:
        parts: at least one part. Drop rows that only one system has beforehand, if these are not to count.
        strata: [G] number of each cluster's stratum.
        bounds: least and greatest possible difference; None for unbounded measures.
        swaps: number of random flips, > 0.
        seed: seed of the random flips.

    Returns:
        All None if either ratio is undefined; low and high None with fewer than two clusters with weight, or if one
        cluster has all the weight of a system in some part; p None if a system has one cluster and the other one more.

    Raises:
        BadInput: shapes differ, a number is not finite, or a denominator is negative.

    Source: sign-flipping of effective score contributions, Hemerik, Goeman and Finos (2020, J. R. Stat. Soc. B 82);
        with equal weights approximate randomisation, Noreen (1989), of clusters.
    Differs: the contributions are clusters, and p has the lower bound that few clusters of one system set.
    """
    sides = [
        checked("paired_means", np.atleast_2d(np.asarray(top, float)), np.atleast_2d(bottom), strata)
        for part in parts
        for top, bottom in (part.a, part.b)
    ]
    signs = [sign * part.weight for part in parts for sign in (1.0, -1.0)]
    jack = jackknife([(sign, *sums) for sign, sums in zip(signs, sides, strict=True)], strata)
    jack = _with_rows(jack, parts, strata)
    whole = _whole_clusters(_weights(parts))
    interval = score_intervals(_limited(jack, whole, strata), bounds, assumes=False)[0]
    if interval.value is None:
        return Paired(None, None, None, None)
    alike = bool(jack.variance[0] < ALIKE * jack.independent[0])
    fewer = int(whole.sum(1).min())
    if fewer < 2 and whole.any(0).sum() > 1:
        return Paired(*interval, None, alike)
    sums = np.stack([np.concatenate(one) for one in sides])  # [2 x parts, 2, G]
    shares = _contributions(sums[::2], sums[1::2], np.array([part.weight for part in parts]))
    return Paired(*interval, max(2.0 ** (1 - fewer), _flip_test(shares[whole.any(0)], swaps, seed)), alike)


def paired_mean_of_rows(rows: Sequence[tuple[float, float, float, float]], cluster: Ints, strata: ArrayLike) -> Paired:
    """`paired_means` of one part, from its rows: see `Part.rows`; `cluster` of each row, `strata` of each cluster."""
    columns = np.array(rows, float).reshape(-1, 4)
    sums = [np.bincount(cluster, column, np.size(strata)).astype(float) for column in columns.T]
    return paired_means([Part(1.0, (sums[0], sums[1]), (sums[2], sums[3]), (columns, cluster))], strata)


def _with_rows(jack: Jackknife, parts: Sequence[Part], strata: ArrayLike) -> Jackknife:
    """With the variance of the difference if every row were a cluster of its own, where rows are known."""
    if any(part.rows is None for part in parts):
        return jack
    layers = np.unique(np.asarray(strata), return_inverse=True)[1].ravel()
    member = np.eye(int(layers.max(initial=0)) + 1)[layers]
    variance, df = 0.0, 0.0
    for part in parts:
        values, cluster = (np.asarray(one) for one in part.rows or ())
        totals = values.sum(0)
        if not totals[[1, 3]].all():
            continue
        mean = totals[[0, 2]] / totals[[1, 3]]
        scales = np.array([1, -mean[0], -1, mean[1]]) / np.repeat(totals[[1, 3]], 2)
        apart = values @ scales
        sums, squares, sizes, n = (
            np.bincount(cluster, one, len(layers)).astype(float)
            for one in (apart, apart**2, (values**2) @ scales**2, values[:, [1, 3]].any(1))
        )
        found, free = row_variance(sums, squares, sizes, n, member)
        variance, df = variance + part.weight**2 * float(found), df + float(free)
    return jack._replace(independent=np.array([variance]), row_df=np.array([max(df, 1.0)]))


def _limited(jack: Jackknife, whole: Bools, strata: ArrayLike) -> Jackknife:
    """With the degrees of freedom of the system that has fewer clusters, where one lacks some of the other's."""
    if whole.all(0).sum() == whole.any(0).sum():
        return jack
    layers = np.asarray(strata)
    free = min(int(one.sum()) - len(np.unique(layers[one])) for one in whole)
    return jack._replace(df=np.minimum(jack.df, max(free, 1)))


def _contributions(a: Floats, b: Floats, weights: Floats) -> Floats:
    """What each cluster adds to the difference, [G]; `a` and `b` are [P, 2, G] sums of P parts, `weights` is [P]."""
    of_a, of_b = a.sum(2, keepdims=True), b.sum(2, keepdims=True)
    both = of_a + of_b
    common = both[:, 0] / both[:, 1]
    apart = (a[:, 0] - common * a[:, 1]) / of_a[:, 1] - (b[:, 0] - common * b[:, 1]) / of_b[:, 1]
    found: Floats = weights @ apart
    return found


def _flip_test(shares: Floats, swaps: int, seed: int) -> float:
    """Share of sign flips of the contributions whose sum is as large as theirs, the observed one among them."""
    n = len(shares)
    exact = n <= EXACT_CLUSTERS
    total = 2**n if exact else swaps
    observed, slack = abs(float(shares.sum())), 1e-12 * max(1.0, float(np.abs(shares).sum()))
    extreme = 0 if exact else 1
    for drawn in _swaps(n, total, None if exact else seed):
        extreme += int((np.abs(shares.sum() - 2 * (shares @ drawn)) >= observed - slack).sum())
    return extreme / (total if exact else total + 1)


def _swaps(n: int, total: int, seed: int | None) -> Iterator[Floats]:
    """Which of n clusters are flipped: [n, total] of 0 and 1, in chunks; all that there are if `seed` is None."""
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
