"""Intervals that are never narrower than those of independent rows, beside those of clusters alone, by simulation.

Usage: python -m bench.intervals.alike_clusters [REPLICATIONS] (default 4000; about two minutes on one core).

Prints Markdown tables, which docs/evidence/intervals.md shows: means, and paired differences of two systems. Both
methods see the same draws. Nothing was chosen on them: the least width has no parameter.
"""

from __future__ import annotations

import sys

import numpy as np

from bench.intervals.methods import coverage_of, shown, table
from bench.intervals.populations import BY_ROW, Floats
from hayrick.stats import ratio_intervals
from hayrick.stats.clusters import Rows
from hayrick.stats.paired import Part, paired_means

SIZES = (3, 5, 8, 15, 25)
SEED = 20270


def means(n: int) -> None:
    rng = np.random.default_rng(SEED)
    rows = []
    for name, (draw, bounds) in BY_ROW.items():
        value, weight = draw(60_000, 5, rng, 0.0)
        truth = float((value * weight).sum() / weight.sum())
        row = [name, f"{truth:.3g}"]
        for size in SIZES:
            value, weight = draw(n, size, rng, 0.0)
            value = value * weight
            top, bottom = value.sum(2), weight.sum(2)
            some = bottom.sum(1) > 0
            own = Rows(*(one.sum(2)[some] for one in (value**2, value * weight, weight**2, weight)))
            layers = [0] * size
            before = coverage_of(ratio_intervals(top[some], bottom[some], layers, bounds=bounds), truth)
            now = coverage_of(ratio_intervals(top[some], bottom[some], layers, own=own, bounds=bounds), truth)
            digits = 3 if bounds[1] == 1 else 1
            row.append(
                f"{100 * before[0]:.1f} / **{shown(now[0], now[2])}**, {before[1]:.{digits}f} / {now[1]:.{digits}f}"
            )
        rows.append(row)
    table(("population", "truth", *(f"{size} clusters" for size in SIZES)), rows)


PAIRS = {
    "coverage .5 and .5": (0.5, 0.5, False),
    "coverage .6 and .5": (0.6, 0.5, False),
    "4 and 2 of 6 in every cluster": (4, 2, True),
    "3 and 3 of 6 in every cluster": (3, 3, True),
}


def _values(a: float, b: float, is_quota: bool, size: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Rows of two systems, [clusters, 6]: independent ones whose chance varies by cluster, or so many right ones."""
    if is_quota:
        places = np.argsort(rng.random((2, size, 6)), axis=2)
        return (places[0] < a).astype(float), (places[1] < b).astype(float)
    shift = rng.normal(0, 0.15, (size, 1))
    return tuple((rng.random((size, 6)) < one + shift).astype(float) for one in (a, b))  # type: ignore[return-value]


def differences(n: int) -> None:
    rng = np.random.default_rng(SEED + 1)
    rows = []
    for name, (a, b, is_quota) in PAIRS.items():
        truth = (a - b) / (6 if is_quota else 1)
        row = [name, f"{truth:.3g}"]
        for size in SIZES:
            held, widths, small = [], [], []
            for _ in range(n):
                first, second = _values(a, b, is_quota, size, rng)
                a_sums, b_sums = ((one.sum(1), np.full(size, 6.0)) for one in (first, second))
                ones = np.ones(6 * size)
                single = np.stack([first.ravel(), ones, second.ravel(), ones], 1), np.repeat(np.arange(size), 6)
                found = [
                    paired_means([Part(1.0, a_sums, b_sums, one)], [0] * size, swaps=999) for one in (None, single)
                ]
                ends = [(one.low or 0.0, one.high or 0.0) for one in found]
                held.append([low - 1e-9 <= truth <= high + 1e-9 for low, high in ends])
                widths.append([high - low for low, high in ends])
                small.append((found[1].p or 1.0) <= 0.05)
            (old, new), (narrow, wide) = np.mean(held, 0), np.mean(widths, 0)
            row.append(f"{100 * old:.1f} / **{shown(float(new), n)}**, {narrow:.3f} / {wide:.3f}, {np.mean(small):.3f}")
        rows.append(row)
    table(("systems", "difference", *(f"{size} clusters" for size in SIZES)), rows)


def main() -> None:
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    print(f"## Means ({n} draws a cell)")
    means(n)
    print(f"## Differences ({n // 4} draws a cell)")
    differences(n // 4)


if __name__ == "__main__":
    main()
