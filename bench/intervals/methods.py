"""Methods that `bench.intervals.simulate_intervals` compares with ours, and how its tables show what they come to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.stats import beta

from bench.intervals.populations import Floats
from hayrick.stats import Interval, ratio_intervals, t_quantile
from hayrick.stats.clusters import Jackknife, jackknife

Ends = tuple[Floats, Floats]
SIZES = (3, 5, 9, 15, 25)
"""Numbers of clusters."""

SEED = 20240


def percentile(top: Floats, bottom: Floats, strata: NDArray[np.int64], rng: np.random.Generator) -> list[Interval]:
    """The percentile bootstrap over clusters within strata (999 resamples), for comparison."""
    times = np.zeros((999, len(strata)))
    for stratum in np.unique(strata):
        at = np.flatnonzero(strata == stratum)
        times[:, at] = rng.multinomial(len(at), np.full(len(at), 1 / len(at)), size=999)
    found = []
    for start in range(0, len(top), 500):
        over, under = top[start : start + 500] @ times.T, bottom[start : start + 500] @ times.T
        # A resample without weight repeats the estimate: rare, and only where clusters can be empty.
        whole = top[start : start + 500].sum(1) / bottom[start : start + 500].sum(1)
        ratio = np.where(under > 0, over / np.where(under > 0, under, 1), whole[:, None])
        low, high = np.quantile(ratio, [0.025, 0.975], axis=1)
        found += [Interval(*map(float, row)) for row in zip(whole, low, high, strict=True)]
    return found


def _wilson(value: Floats, k: Floats, square: float) -> Ends:
    """Ends of (value - p)^2 <= k (p - square p^2)."""
    middle, lead = 2 * value + k, 1 + square * k
    width = np.sqrt((middle**2 - 4 * lead * value**2).clip(0))
    return (middle - width) / (2 * lead), (middle + width) / (2 * lead)


def score_alone(jack: Jackknife, clusters: int, most: float = 1.0) -> Ends:
    """The score interval without the allowance for clusters near a bound (ours until it was added)."""
    square = float(most == 1.0)
    w = jack.value * (1 - square * jack.value)
    varies = (jack.variance > 0) & (w > 1e-12)
    flat = square * jack.flat / clusters
    k = np.where(varies, jack.variance / np.where(varies, w, 1), flat) * t_quantile(0.95, jack.df) ** 2
    return _wilson(jack.value, k, square)


def kish(jack: Jackknife, clusters: int) -> Ends:
    """The same with the degrees of freedom of the number of equal clusters that unequal ones count for."""
    return score_alone(jack._replace(df=np.minimum(jack.df, jack.clusters - 1).clip(1)), clusters)


def clopper_pearson(jack: Jackknife, clusters: int) -> Ends:
    """Exact binomial interval of the effective number of rows, reduced by t (Korn and Graubard, 1998)."""
    w = jack.value * (1 - jack.value)
    varies = (jack.variance > 0) & (w > 1e-12)
    rows = np.where(varies, w / np.where(varies, jack.variance, 1), clusters / jack.flat)
    rows = rows * (1.959964 / t_quantile(0.95, jack.df)) ** 2
    hits, misses = rows * jack.value, rows * (1 - jack.value)
    low = np.where(hits > 0, beta.ppf(0.025, hits.clip(1e-9), misses + 1), 0.0)
    return low, np.where(misses > 0, beta.ppf(0.975, hits + 1, misses.clip(1e-9)), 1.0)


def coverage_of(intervals: Iterable[Interval], truth: float) -> tuple[float, float, int]:
    """Share of intervals that hold the truth, mean width, and number; rows without interval are left out."""
    known = [(i.low, i.high) for i in intervals if i.low is not None and i.high is not None]
    hits = sum(low - 1e-9 <= truth <= high + 1e-9 for low, high in known)
    return hits / len(known), sum(high - low for low, high in known) / len(known), len(known)


def shown(share: float, n: int) -> str:
    return f"{100 * share:.1f} ±{196 * sqrt(max(share * (1 - share), 1 / n) / n):.1f}"


def compare(top: Floats, bottom: Floats, strata: Sequence[int], truth: float, bounds: tuple[float, float]) -> list[str]:
    some = bottom.sum(1) > 0
    top, bottom, layers = top[some], bottom[some], np.asarray(strata, dtype=np.int64)
    boot, boot_width, _ = coverage_of(percentile(top, bottom, layers, np.random.default_rng(1)), truth)
    plain, _, _ = coverage_of(ratio_intervals(top, bottom, layers, bounds=None), truth)
    ours, width, n = coverage_of(ratio_intervals(top, bottom, layers, bounds=bounds), truth)
    low, high = score_alone(jackknife([(1.0, top, bottom)], layers), top.shape[1], bounds[1])
    alone = np.mean((low - 1e-9 <= truth) & (truth <= high + 1e-9))
    digits = 3 if truth <= 1 else 1
    cells = [f"{truth:.3g}", f"{100 * boot:.1f}", f"{100 * plain:.1f}", f"{100 * alone:.1f}", f"**{shown(ours, n)}**"]
    return [*cells, *(f"{one:.{digits}f}" for one in (boot_width, float(np.mean(high - low)), width))]


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    print("\n| " + " | ".join(head) + " |\n|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(row) + " |", flush=True)
    print()
