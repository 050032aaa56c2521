"""Intervals of means of ratios made by hand: one loop after the other, in fractions up to the last step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from math import inf
from typing import Any

from scipy.optimize import brentq
from scipy.stats import t as student

from hayrick.stats.spread import Member

Cluster = tuple[Hashable, Hashable]
"""Stratum, and name within it."""

Sums = Mapping[Cluster, tuple[Fraction, Fraction]]
"""Sum of weight x value, and sum of weight, of each cluster that has weight."""


def mean(parts: Sequence[Sums], scale: Mapping[Cluster, Fraction]) -> Fraction:
    """Mean of the parts' ratios, each cluster counted so often."""
    ratios = [
        sum((scale[one] * top for one, (top, _) in part.items()), Fraction(0))
        / sum((scale[one] * bottom for one, (_, bottom) in part.items()), Fraction(0))
        for part in parts
    ]
    return sum(ratios, Fraction(0)) / len(parts)


def jackknife(parts: Sequence[Sums]) -> tuple[Fraction, Fraction, Fraction]:
    """Value, stratified delete-one-cluster variance, and Satterthwaite's degrees of freedom."""
    clusters = list(dict.fromkeys(one for part in parts for one in part))
    sizes = Counter(stratum for stratum, _ in clusters)
    assert min(sizes.values()) > 1, "by hand each stratum needs two clusters"
    value = mean(parts, dict.fromkeys(clusters, Fraction(1)))
    by_stratum = dict.fromkeys(sizes, Fraction(0))
    for left_out in clusters:
        n = sizes[left_out[0]]
        grown = {one: Fraction(n, n - 1) if one[0] == left_out[0] else Fraction(1) for one in clusters}
        replicate = mean(parts, {**grown, left_out: Fraction(0)})
        by_stratum[left_out[0]] += Fraction(n - 1, n) * (replicate - value) ** 2
    variance = sum(by_stratum.values(), Fraction(0))
    spread = sum((v**2 / (sizes[stratum] - 1) for stratum, v in by_stratum.items()), Fraction(0))
    return value, variance, variance**2 / spread if spread else Fraction(0)


def equal_clusters(parts: Sequence[Sums]) -> Fraction:
    """Number of equal clusters that clusters of these weights count for: (sum of weights)^2 / sum of squares."""
    weights: Counter[Cluster] = Counter()
    for part in parts:
        total = sum((bottom for _, bottom in part.values()), Fraction(0))
        weights.update({one: bottom / total for one, (_, bottom) in part.items()})
    return Fraction(sum(weights.values())) ** 2 / sum((one**2 for one in weights.values()), Fraction(0))


def excess_kurtosis(mean: Fraction, variance: Fraction, bounds: tuple[float, float]) -> Fraction:
    """Of the beta distribution on [least, most], from its shapes; of the gamma distribution where most is infinite."""
    least, most = bounds
    if most == inf:
        return 6 * variance / (mean - Fraction(least)) ** 2  # 6 / shape, shape = mean^2 / variance
    length = Fraction(most) - Fraction(least)
    mean, variance = (mean - Fraction(least)) / length, variance / length**2
    n = mean * (1 - mean) / variance - 1
    a, b = mean * n, (1 - mean) * n
    return 6 * ((a - b) ** 2 * (n + 1) - a * b * (n + 2)) / (a * b * (n + 2) * (n + 3))


def steadied(
    value: Fraction, variance: Fraction, freedom: Fraction, equal: Fraction, bounds: tuple[float, float]
) -> tuple[Fraction, Fraction]:
    """Variance and degrees of freedom of the interval: half of the clusters' excess kurtosis, if it is positive, takes
    degrees of freedom, and up to 3 of those lost are replaced by the spread of clusters of 8 independent rows."""
    least, most = bounds
    kurtosis = max(Fraction(0), excess_kurtosis(value, variance * equal, bounds))
    shown = 2 / (2 / freedom + kurtosis / 2 / equal)
    lent = (1 - shown / freedom) * min(Fraction(3), freedom)
    room = (value - Fraction(least)) * (Fraction(most) - value) if most < inf else Fraction(0)
    assumed = room / 8 / equal
    return max(variance, (shown * variance + lent * assumed) / (shown + lent)), shown + lent


Values = Mapping[Any, Sequence[float]]
"""Values of the rows of each cluster; each row has weight 1."""


def of_rows(parts: Sequence[Values]) -> tuple[Fraction, int]:
    """Variance of the mean of the parts' means within strata if rows are independent, and degrees of freedom."""
    variance, freedom = Fraction(0), 0
    for part in parts:
        by_stratum: dict[Hashable, list[Fraction]] = {}
        for (stratum, _), values in part.items():
            by_stratum.setdefault(stratum, []).extend(map(Fraction, values))
        total = sum(map(len, by_stratum.values()))
        for rows in by_stratum.values():
            middle = sum(rows, Fraction(0)) / len(rows)
            if len(rows) > 1:
                each = sum(((one - middle) ** 2 for one in rows), Fraction(0)) / (len(rows) - 1)
                variance += each * len(rows) / total**2 / len(parts) ** 2
            freedom += len(rows) - 1
    return variance, freedom


def interval(
    parts: Sequence[Sums], bounds: tuple[float, float] = (0.0, 1.0), rows: Sequence[Values] = ()
) -> tuple[float, float, float]:
    """Value, low and high end: where (value - p)^2 = t^2 v w(p) / w(value), w(p) = (p - least)(most - p).

    v and the degrees of freedom of t are those of `steadied`, or those of the rows where t^2 v is greater.
    """
    value, variance, freedom = jackknife(parts)
    variance, freedom = steadied(value, variance, freedom, equal_clusters(parts), bounds)
    least, most = bounds

    def w(p: float) -> float:
        return (p - least) * (most - p if most < inf else 1.0)

    both: list[tuple[Fraction, Fraction | int]] = [(variance, freedom), *([of_rows(rows)] if rows else [])]
    k = max(float(v) / w(float(value)) * float(student.ppf(0.975, float(df))) ** 2 for v, df in both)

    def outside(p: float) -> float:
        return float((float(value) - p) ** 2 - k * w(p))

    end = most if most < inf else float(value) + 10 * (k + float(value))
    low = brentq(outside, least, float(value), xtol=1e-14)
    return float(value), low, brentq(outside, float(value), end, xtol=1e-14)


def members(*sizes: float, strata: tuple[int, ...] = ()) -> list[Member]:
    """Clusters of so many units of one weight."""
    total = sum(sizes)
    return [
        Member(layer, n / total, 0.0, (n / total) ** 2, n / total**2)
        for n, layer in zip(sizes, strata or [0] * len(sizes), strict=True)
    ]
