"""Ratios of sums over clusters with their intervals, and bounds of the unjudged; see docs/evidence/intervals.md."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import inf, lgamma, pi, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hayrick.types import BadInput

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

FLAT_ROWS = 8
"""Number of independent rows that a cluster counts for if all clusters agree exactly and show no variance."""

LENT_DF = 3
"""Degrees of freedom with which that assumed spread counts where clusters near a bound hardly show theirs."""

TAIL = 0.5
"""Share of the clusters' excess kurtosis that takes degrees of freedom: the shape of the interval allows for the rest.

Both were chosen by `bench/simulate_intervals.py` on populations that docs/evidence/intervals.md does not report.
"""


class Interval(NamedTuple):
    """A value and its interval; None where undefined."""

    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Design:
    """The clusters that are resampled: the cluster of every row, and the stratum of every cluster."""

    cluster: Ints
    strata: Ints
    resamples_datasets: bool
    """Whether datasets are the clusters."""

    def sums(self, values: ArrayLike, weights: ArrayLike) -> tuple[Floats, Floats]:
        """Sums of weight x value, and of weight, per cluster: [..., rows] -> [..., clusters].

        Rows are in the order given to `design`.
        """
        shares = np.asarray(weights, float)
        numerators = np.zeros((*shares.shape[:-1], len(self.strata)))
        denominators = np.zeros_like(numerators)
        np.add.at(numerators.T, self.cluster, (shares * np.asarray(values, float)).T)
        np.add.at(denominators.T, self.cluster, shares.T)
        return numerators, denominators


def method(level: float = 0.95) -> str:
    """Describe the interval method with all parameters, for signatures."""
    recipe = "variance:stratified-jackknife|quantile:t-satterthwaite-kurtosis"
    return f"interval:score|level:{level:g}|{recipe}|flat:{FLAT_ROWS}|lent:{LENT_DF}|tail:{TAIL:g}"


def design(groups: Sequence[tuple[str, str]], datasets_from: int | None = None) -> Design:
    """Choose clusters and strata from the (dataset, group) of every row.

    Groups are clusters within datasets as strata. From `datasets_from` datasets on, datasets are the clusters of a
    single stratum. For results of a single dataset, call this with its rows only.

    Args:
        groups: one pair of ids per row, in any order.
        datasets_from: see above; None never resamples datasets.

    Returns:
        The design; clusters are numbered in order of first appearance.
    """
    datasets = {name: i for i, name in enumerate(dict.fromkeys(dataset for dataset, _ in groups))}
    if datasets_from is not None and len(datasets) >= datasets_from:
        rows = np.array([datasets[dataset] for dataset, _ in groups], dtype=np.int64)
        return Design(cluster=rows, strata=np.zeros(len(datasets), dtype=np.int64), resamples_datasets=True)
    clusters = {pair: i for i, pair in enumerate(dict.fromkeys(groups))}
    return Design(
        cluster=np.array([clusters[pair] for pair in groups], dtype=np.int64),
        strata=np.array([datasets[dataset] for dataset, _ in clusters], dtype=np.int64),
        resamples_datasets=False,
    )


def ratio_intervals(
    numerators: ArrayLike,
    denominators: ArrayLike,
    strata: ArrayLike,
    *,
    level: float = 0.95,
    bounds: tuple[float, float] | None = (0.0, 1.0),
) -> list[Interval]:
    """Estimate ratios of sums over clusters, with intervals for new clusters of the same strata.

    The value is sum(numerators) / sum(denominators). Clusters without weight are ignored. The interval contains every p
    with (value - p)^2 <= t^2 v w(p) / w(value): v is the stratified delete-one-cluster jackknife variance, t the
    quantile at Satterthwaite's degrees of freedom, and w(p) = (p - low bound)(high bound - p), so that it is asymmetric
    near a bound and never crosses it. With an infinite high bound w(p) = p - low bound; without bounds this is the
    plain t interval. The method is deterministic.

    Near a bound most clusters have the same value, and a few others decide the variance: it is then known less well
    than its degrees of freedom say, see `steadied`. Values away from the bounds (from about .28 to .72 of a fraction)
    are not affected.

    If a stratum of a row has a single cluster, the row's strata are merged. If there is no variance (all clusters
    agree), each cluster counts for `FLAT_ROWS` independent rows if both bounds are finite; else the width is 0.
    Clusters of unequal weight count for fewer, by Kish's formula.

    Args:
        numerators: [K, G] sums of weight x value of K measures in G clusters.
        denominators: [K, G] sums of weights, >= 0.
        strata: [G] number of each cluster's stratum.
        level: nominal coverage probability.
        bounds: least and greatest possible value, the greatest may be infinite; None for unbounded values.

    Returns:
        K intervals; value None if the denominator is 0, low and high None with fewer than two clusters with weight.

    Raises:
        BadInput: shapes differ, a number is not finite, a denominator is negative, or a value is out of bounds.

    Source: Wilson (1927) score interval with the effective sample size of Korn and Graubard (1998, Survey Methodology
        24); stratified jackknife: Rust and Rao (1996); Satterthwaite (1946).
    Differs: their effective size scales an exact binomial interval; ours scales the score interval.
    """
    jack = jackknife([(1.0, *checked("ratio_intervals", numerators, denominators, strata))], strata)
    return score_intervals(jack, level, bounds, FLAT_ROWS)


def mean_of_ratios(
    parts: Sequence[tuple[ArrayLike, ArrayLike]],
    strata: ArrayLike,
    *,
    level: float = 0.95,
    bounds: tuple[float, float] | None = (0.0, 1.0),
) -> list[Interval]:
    """Estimate means of several ratios of sums over the same clusters; with one part, this is `ratio_intervals`.

    A cluster with weight in several parts (such as a book with items of several categories) is deleted from all parts
    at once, so that the interval accounts for their dependence.

    Args:
        parts: ([K, G] sums of weight x value, [K, G] sums of weights) of each part; parts count equally.
        strata: [G] number of each cluster's stratum.
        level: nominal coverage probability.
        bounds: see `ratio_intervals`.

    Returns:
        K intervals; the value is None if a part has no weight.

    Raises:
        BadInput: see `ratio_intervals`.
    """
    terms = [(1 / len(parts), *checked("mean_of_ratios", top, bottom, strata)) for top, bottom in parts]
    return score_intervals(jackknife(terms, strata), level, bounds, FLAT_ROWS)


def bounds_of_unjudged(
    values: Sequence[float | None], weights: Sequence[float], *, worst: float = 0.0, best: float = 1.0
) -> tuple[float, float] | None:
    """Weighted mean if every unjudged row (None) had the worst value, and the best; None if no row is unjudged.

    The bounds also hold for means over covered insights only: leaving an unjudged insight out changes the mean less
    than counting it with the worst or best value.
    """
    total = sum(weights)
    missing = sum(weight for value, weight in zip(values, weights, strict=True) if value is None)
    if missing <= 0:
        return None
    known = sum(weight * value for value, weight in zip(values, weights, strict=True) if value is not None)
    return (known + missing * worst) / total, (known + missing * best) / total


@cache
def _nodes() -> tuple[Floats, Floats]:
    """Places and weights of Gauss-Legendre integration."""
    places, weights = np.polynomial.legendre.leggauss(40)
    return places, weights


def t_quantile(probability: float, df: ArrayLike) -> Floats:
    """Two-sided quantile q of Student's t: P(|t| <= q) = probability; df may be any real number >= 1.

    Relative error under 1e-9 up to probability .99 and under 2e-4 at .999.
    """
    if not 0 < probability < 1:
        raise BadInput("level", f"{probability:g}", "a probability between 0 and 1", "Say 0.95 for 95 %.")
    nu, back = np.unique(np.asarray(df, float), return_inverse=True)
    nodes, node_weights = _nodes()
    # With t = sqrt(df) tan(angle) the density is cos(angle)^(df - 1), which is smooth on a finite range.
    half = np.array([sqrt(pi) / 2 * np.exp(lgamma(n / 2) - lgamma((n + 1) / 2)) for n in nu])
    angle = np.zeros_like(nu)
    for _ in range(60):
        at = angle[:, None] * (nodes + 1) / 2
        area = angle / 2 * (np.cos(at) ** (nu[:, None] - 1) @ node_weights)
        step = (probability * half - area) / np.cos(angle) ** (nu - 1)
        angle = angle + step
        if np.all(np.abs(step) < 1e-13):
            break
    quantile: Floats = (np.sqrt(nu) * np.tan(angle))[back]
    return quantile


class Jackknife(NamedTuple):
    """Jackknife of K values: variance, degrees of freedom, number of clusters, and what is defined."""

    value: Floats
    variance: Floats
    df: Floats
    clusters: Floats
    """Number of equal clusters that clusters of these weights count for: (sum of weights)^2 / sum of squares (Kish)."""

    defined: Bools
    has_interval: Bools


def checked(where: str, numerators: ArrayLike, denominators: ArrayLike, strata: ArrayLike) -> tuple[Floats, Floats]:
    """Convert sums by cluster to arrays [K, G] and validate them; `where` names the caller in errors."""
    top, bottom, shape = np.asarray(numerators, float), np.asarray(denominators, float), np.shape(strata)
    if top.ndim != 2 or top.shape != bottom.shape or shape != top.shape[1:]:
        found = f"shapes {top.shape}, {bottom.shape} and {shape}"
        raise BadInput(where, found, "[K, G], [K, G] and [G]", "Sum the rows by cluster first.")
    if not (np.isfinite(top).all() and np.isfinite(bottom).all()):
        raise BadInput(where, "a number that is not finite", "finite sums", "Leave undefined rows out.")
    if (bottom < 0).any():
        raise BadInput(where, f"denominator {bottom.min():g}", "weights >= 0", "Check the rows' weights.")
    return top, bottom


def jackknife(terms: Sequence[tuple[float, Floats, Floats]], strata: ArrayLike) -> Jackknife:
    """Jackknife a signed sum of ratios of sums, deleting one cluster at a time.

    When a cluster is deleted, the others of its stratum are scaled up to replace it. Only clusters with weight in some
    term are deleted and counted. A row has no interval if some replicate has no weight left.

    Args:
        terms: (sign, numerators [K, G], denominators [K, G]) of each ratio.
        strata: [G] number of each cluster's stratum.
    """
    layers = np.unique(np.asarray(strata), return_inverse=True)[1].ravel()
    present = np.any([bottom > 0 for _, _, bottom in terms], axis=0)
    member = np.eye(int(layers.max(initial=0)) + 1)[layers]
    n = present @ member
    grow = (n / (n - 1).clip(1)) @ member.T
    value, replicate = np.zeros(len(present)), np.zeros(present.shape)
    defined, whole = np.ones(len(present), bool), np.ones(len(present), bool)
    weight = np.zeros(present.shape)
    for sign, top, bottom in terms:
        total, rest = bottom.sum(1), _without(bottom, grow, member)
        left = rest > 1e-12 * total[:, None]
        defined &= total > 0
        whole &= (~present | left).all(1)
        value += sign * top.sum(1) / np.where(total > 0, total, 1)
        weight += bottom / np.where(total > 0, total, 1)[:, None]
        replicate += sign * _without(top, grow, member) / np.where(left, rest, 1)
    clusters, free = n.sum(1), (n - 1).clip(0)
    parts = (np.where(present, (replicate - value[:, None]) ** 2, 0) @ member) * free / n.clip(1)
    parts[parts < 1e-20 * (1 + value[:, None] ** 2)] = 0  # rounding is no variance
    variance = parts.sum(1)
    spread = (parts**2 / free.clip(1)).sum(1)
    df = np.where(spread > 0, variance**2 / np.where(spread > 0, spread, 1), free.sum(1)).clip(1)
    squares = (weight**2).sum(1)
    kish = weight.sum(1) ** 2 / np.where(squares > 0, squares, 1)
    jack = Jackknife(value, variance, df, kish, defined, defined & whole & (clusters > 1))
    thin = (n == 1).any(1) & (clusters > 1)
    if member.shape[1] > 1 and thin.any():
        merged = jackknife([(sign, top[thin], bottom[thin]) for sign, top, bottom in terms], np.zeros_like(layers))
        for mine, theirs in zip(jack, merged, strict=True):
            mine[thin] = theirs
    return jack


def _without(sums: Floats, grow: Floats, member: Floats) -> Floats:
    """Totals with each cluster deleted in turn, and the others of its stratum scaled up to replace it."""
    stratum = (sums @ member) @ member.T
    rest: Floats = sums.sum(1)[:, None] - stratum + grow * (stratum - sums)
    return rest


def score_intervals(
    jack: Jackknife, level: float, bounds: tuple[float, float] | None, flat_rows: float
) -> list[Interval]:
    """Solve (value - p)^2 = t^2 v w(p) / w(value) for p, where w is as in `ratio_intervals`."""
    least, most = bounds if bounds is not None else (-inf, inf)
    value, found = jack.value, jack.value[jack.defined]
    slack = 1e-9 * max(1.0, abs(least)) if bounds is not None else inf
    if ((found < least - slack) | (found > most + slack)).any():
        raise BadInput(
            "score_intervals",
            f"values from {found.min():g} to {found.max():g}",
            f"values in [{least:g}, {most:g}]",
            "Give the measure's own bounds.",
        )
    # w(p) = constant + linear p + square p^2
    constant, linear, square = 1.0, 0.0, 0.0
    if bounds is not None:
        constant, linear, square = (-least, 1.0, 0.0) if most == inf else (-least * most, least + most, -1.0)
    w = constant + linear * value + square * value**2
    spread, df = steadied(jack, bounds, w, 1 / flat_rows if most < inf else 0.0)
    k = spread * t_quantile(level, df) ** 2
    middle, lead = 2 * value + k * linear, 1 - k * square
    width = np.sqrt((middle**2 - 4 * lead * (value**2 - k * constant)).clip(0))
    low = np.minimum((middle - width) / (2 * lead), value).clip(least, most)
    high = np.maximum((middle + width) / (2 * lead), value).clip(least, most)
    columns = (value.clip(least, most).tolist(), low.tolist(), high.tolist(), jack.defined, jack.has_interval)
    return [
        Interval(v if known else None, a if given else None, b if given else None)
        for v, a, b, known, given in zip(*columns, strict=True)
    ]


def steadied(jack: Jackknife, bounds: tuple[float, float] | None, w: Floats, assumed: float) -> tuple[Floats, Floats]:
    """Variance over w(value), and degrees of freedom, with allowance for what clusters near a bound cannot show.

    The variance of a variance estimate from G clusters is 2 / df + kurtosis / G of its square. The excess kurtosis is
    that of the beta distribution with the value and the variance of the clusters (of the gamma distribution where only
    the low bound is finite); `TAIL` of it is taken, never less than 0. The degrees of freedom that are lost by it are
    replaced by up to `LENT_DF` of the assumed spread, which is mixed in by its share if it is the larger one.

    Args:
        jack: the jackknife.
        bounds: see `ratio_intervals`.
        w: w(value), see `ratio_intervals`.
        assumed: variance of a cluster's value over w(value) where the clusters show none, >= 0.

    Source: variance of the sample variance, e.g. Mood, Graybill and Boes (1974), VI.2.3; prior degrees of freedom
        as in Smyth (2004, Stat. Appl. Genet. Mol. Biol. 3).
    Differs: a distribution with the observed mean and variance stands for the fourth moment; the prior is fixed.
    """
    varies = (jack.variance > 0) & (w > 1e-12)
    clusters, room = jack.clusters.clip(1), np.where(varies, w, 1)
    spread = np.where(varies, jack.variance / room, 0) * clusters
    least, most = bounds if bounds is not None else (-inf, inf)
    if most < inf:
        kurtosis = 6 * spread * ((most - least) ** 2 / room - 5 - spread) / ((1 + spread) * (1 + 2 * spread))
    elif least > -inf:
        kurtosis = 6 * spread / room
    else:
        kurtosis = np.zeros_like(spread)
    shown = jack.df / (1 + TAIL * kurtosis.clip(0) * jack.df / (2 * clusters))
    lent = (1 - shown / jack.df) * np.minimum(LENT_DF, jack.df)
    mixed = np.maximum(spread, (shown * spread + lent * assumed) / (shown + lent))
    return np.where(varies, mixed, assumed) / clusters, shown + lent
