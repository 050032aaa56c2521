"""Ratios of sums over clusters with their intervals; see docs/evidence/intervals.md."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from hayrick.stats.clusters import FLAT_ROWS, Bools, Floats, Jackknife, Rows, checked, jackknife
from hayrick.stats.student import t_quantile
from hayrick.types import BadInput, Basis

ALIKE = 0.01
"""Share of the variance of independent rows below which clusters are said to be alike."""

LENT_DF = 3
"""Degrees of freedom with which that assumed spread counts where clusters near a bound hardly show theirs."""

TAIL = 0.5
"""Share of the clusters' excess kurtosis that takes degrees of freedom: the shape of the interval allows for the rest.

Both were chosen by `bench/intervals/simulate_intervals.py` on populations that docs/evidence/intervals.md does not
report.
"""


class Interval(NamedTuple):
    """A value and its interval; None where undefined."""

    value: float | None
    low: float | None
    high: float | None

    def columns(self, name: str) -> dict[str, object]:
        """Columns of a row: the value by a name, and its bounds by that name with `_low` and `_high`."""
        return {name: self.value, f"{name}_low": self.low, f"{name}_high": self.high}


LEVEL = 0.95
"""Nominal coverage probability of all intervals that are reported."""


def method() -> str:
    """Describe the interval method with all parameters, for signatures."""
    recipe = "variance:stratified-jackknife|quantile:t-satterthwaite-kurtosis"
    return f"interval:score|level:{LEVEL:g}|{recipe}|least:rows|flat:rows<={FLAT_ROWS}|lent:{LENT_DF}|tail:{TAIL:g}"


def ratio_intervals(
    numerators: ArrayLike,
    denominators: ArrayLike,
    strata: ArrayLike,
    *,
    own: Rows | None = None,
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

    No interval is narrower than that of its rows if they were independent, where these are known (`own`): clusters
    that happen to be alike do not show that new ones would be.

    If a stratum of a row has a single cluster, the row's strata are merged. If neither clusters nor rows show any
    variance and both bounds are finite, the rows of a cluster count as independent answers, right or wrong, `FLAT_ROWS`
    at most; else the width is 0. Clusters of unequal weight count for fewer, by Kish's formula.

    Args:
        numerators: [K, G] sums of weight x value of K measures in G clusters.
        denominators: [K, G] sums of weights, >= 0; a weight of 1 counts as a row.
        strata: [G] number of each cluster's stratum.
        own: sums over the rows of each cluster, [K, G] each; None where they are not known.
        bounds: least and greatest possible value, the greatest may be infinite; None for unbounded values.

    Returns:
        K intervals; value None if the denominator is 0, low and high None with fewer than two clusters with weight.

    Raises:
        BadInput: shapes differ, a number is not finite, a denominator is negative, or a value is out of bounds.

    Source: Wilson (1927) score interval with the effective sample size of Korn and Graubard (1998, Survey Methodology
        24); stratified jackknife: Rust and Rao (1996); Satterthwaite (1946). An effective size of at most the number of
        rows: Parker et al. (2017, National Center for Health Statistics, Vital Health Stat. 2, 175).
    Differs: their effective size scales an exact binomial interval; ours scales the score interval. Rows have their own
        variance, which for values of 0 and 1 is the binomial one.
    """
    terms = [(1.0, *checked("ratio_intervals", numerators, denominators, strata))]
    jack = jackknife(terms, strata, own=None if own is None else [own])
    return score_intervals(jack, bounds)


def mean_of_ratios(
    parts: Sequence[tuple[ArrayLike, ArrayLike]],
    strata: ArrayLike,
    *,
    rows: Floats | None = None,
) -> list[Interval]:
    """Estimate 95 % intervals of means of several ratios in [0, 1] of sums over the same clusters.

    With one part, this is `ratio_intervals`.

    A cluster with weight in several parts (such as a book with items of several categories) is deleted from all parts
    at once, so that the interval accounts for their dependence.

    Args:
        parts: ([..., K, G] sums of weight x value, [..., K, G] sums of weights) of each part; parts count equally.
        strata: [G] number of each cluster's stratum.
        rows: [..., K, G] independent rows of each cluster, see `clusters.jackknife`.

    Returns:
        Intervals in order, K for each index before; these do not depend on one another, to the last digit. The value is
        None if a part has no weight.

    Raises:
        BadInput: see `ratio_intervals`.
    """
    return score_intervals(jackknifed_mean(parts, strata, rows, None), (0.0, 1.0))


def jackknifed_mean(
    parts: Sequence[tuple[ArrayLike, ArrayLike]],
    strata: ArrayLike,
    rows: Floats | None,
    own: Sequence[Rows] | None,
) -> Jackknife:
    """The jackknife on which `mean_of_ratios` rests; see there.

    `own` has sums over the rows of each part, [..., K, G] each; None where they are not known.
    """
    terms = [(1 / len(parts), *checked("mean_of_ratios", top, bottom, strata)) for top, bottom in parts]
    return jackknife(terms, strata, rows, own)


def alike(jack: Jackknife) -> Bools:
    """Where an interval rests on independent rows, since the clusters differ far less than these would; in order."""
    return (jack.has_interval & (jack.variance <= ALIKE * jack.independent)).ravel()


def score_intervals(
    jack: Jackknife, bounds: tuple[float, float] | None, *, level: float = LEVEL, assumes: bool = True
) -> list[Interval]:
    """The intervals of `with_basis`."""
    return [interval for interval, _ in with_basis(jack, bounds, level=level, assumes=assumes)]


def with_basis(
    jack: Jackknife, bounds: tuple[float, float] | None, *, level: float = LEVEL, assumes: bool = True
) -> list[tuple[Interval, Basis]]:
    """Solve (value - p)^2 = t^2 v w(p) / w(value) for p, where w is as in `ratio_intervals`; in order of the values.

    v is at least that of independent rows, with their own t.

    Args:
        jack: value and variance of each mean.
        bounds: see `ratio_intervals`.
        level: nominal coverage probability, in (0, 1).
        assumes: whether an assumed spread stands for variance that neither clusters nor rows show.

    Returns:
        Each interval, and what it rests on.

    Raises:
        BadInput: a value is out of bounds, or `level` is no probability.
    """
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
    spread, df = steadied(jack, bounds, w, 1 / FLAT_ROWS if assumes and most < inf else 0.0)
    k = spread * t_quantile(level, df) ** 2
    of_rows = jack.independent / np.where(w > 1e-12, w, inf) * t_quantile(level, jack.row_df) ** 2
    by_rows = of_rows > (1 + 1e-9) * k  # clusters of one row each give the same but for rounding
    k = np.where(by_rows, of_rows, k)
    middle, lead = 2 * value + k * linear, 1 - k * square
    width = np.sqrt((middle**2 - 4 * lead * (value**2 - k * constant)).clip(0))
    low = np.minimum((middle - width) / (2 * lead), value).clip(least, most)
    high = np.maximum((middle + width) / (2 * lead), value).clip(least, most)
    used = np.where(by_rows, jack.independent / np.where(by_rows, w, 1), spread)
    rests_on = np.select([used <= 0, by_rows, jack.variance > 0], [0, 2, 1], 3)
    bases = (jack.n_clusters, np.sqrt(jack.variance), np.where(by_rows, jack.row_df, df), used, rests_on)
    columns = (value.clip(least, most), low, high, jack.defined, jack.has_interval, *bases)
    return [
        (
            Interval(v if known else None, a if given else None, b if given else None),
            Basis(int(n), se, free, 1 / per if per > 0 else None, _RESTS_ON[on]) if given else Basis(int(n)),
        )
        for v, a, b, known, given, n, se, free, per, on in zip(
            *(column.ravel().tolist() for column in columns), strict=True
        )
    ]


_RESTS_ON = (None, "clusters", "rows", "assumption")


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
        assumed: variance of a cluster's value over w(value) that is lent, > 0; where neither clusters nor rows show any
            it is `Jackknife.flat`. With 0 nothing is assumed.

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
    none = np.where(jack.independent > 0, 0.0, jack.flat if assumed else 0.0)
    return np.where(varies, mixed, none) / clusters, shown + lent
