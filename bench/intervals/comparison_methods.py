"""Tests that `bench.intervals.simulate_comparisons` holds beside ours.

There systems cover unlike shares of the clusters. Each takes sums of value and of weight, [2 systems, clusters] in one
stratum, and gives a two-sided p-value.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bench.intervals.populations import Floats
from hayrick.stats.paired import EXACT_CLUSTERS

SHARED_CLUSTERS = 6
"""Least number of clusters that both systems must have for `shared` to give a p below 1."""

_TINY = 1e-12


def _swaps(n: int, draws: int, rng: np.random.Generator) -> Floats:
    """Which of n clusters are swapped, [swaps, n]: all, or drawn ones after the one that swaps nothing."""
    if n <= EXACT_CLUSTERS:
        return (np.arange(2**n)[:, None] >> np.arange(n) & 1).astype(float)
    return np.concatenate([np.zeros((1, n)), rng.integers(0, 2, size=(draws, n)).astype(float)])


def swapped(top: Floats, bottom: Floats, draws: int, rng: np.random.Generator) -> float:
    """The systems change places in whole clusters, with their weights: what Hayrick did before decision 170."""
    some = bottom.any(0)
    moved = _swaps(int(some.sum()), draws, rng)
    tops, bottoms = moved @ (top[1] - top[0])[some], moved @ (bottom[1] - bottom[0])[some]
    weights = bottom[0].sum() + bottoms, bottom[1].sum() - bottoms
    defined = np.minimum(*weights) > _TINY
    a, b = (np.where(defined, one, 1) for one in weights)
    size = np.abs((top[0].sum() + tops) / a - (top[1].sum() - tops) / b)
    return float(np.mean(~defined | (size >= size[0] - _TINY)))


def shared(top: Floats, bottom: Floats, draws: int, rng: np.random.Generator) -> float:
    """The same within the clusters that both systems have; 1 if these are fewer than `SHARED_CLUSTERS`."""
    both = bottom.all(0)
    return swapped(top[:, both], bottom[:, both], draws, rng) if both.sum() >= SHARED_CLUSTERS else 1.0


class _Jackknifed(NamedTuple):
    """Ratios [S], those without each cluster [S, G], and where one has no weight left."""

    ratio: Floats
    without: Floats
    undefined: Floats


def studentised(top: Floats, bottom: Floats, draws: int, rng: np.random.Generator) -> float:
    """As `swapped`, with the difference over its jackknife standard error; an undefined one counts as extreme."""
    some = bottom.any(0)
    moved = _swaps(int(some.sum()), draws, rng) > 0
    sums = [(np.where(moved, y[some], x[some]), np.where(moved, x[some], y[some])) for x, y in (top, bottom)]
    a, b = (_jackknifed(sums[0][side], sums[1][side]) for side in (0, 1))
    apart = (a.without - b.without) - (a.ratio - b.ratio)[:, None]
    error = np.sqrt((apart**2).sum(1).clip(_TINY**2))
    size = np.where(a.undefined + b.undefined > 0, np.inf, np.abs(a.ratio - b.ratio) / error)
    return 1.0 if np.isinf(size[0]) else float(np.mean(size >= size[0] * (1 - 1e-9)))


def _jackknifed(top: Floats, bottom: Floats) -> _Jackknifed:
    total, rest = bottom.sum(1), bottom.sum(1, keepdims=True) - bottom
    ratio = top.sum(1) / np.where(total > _TINY, total, 1)
    without = (top.sum(1, keepdims=True) - top) / np.where(rest > _TINY, rest, 1)
    return _Jackknifed(ratio, without, (rest <= _TINY).any(1).astype(float))


OTHERS = {"swaps": swapped, "swaps, studentised": studentised, "swaps in shared clusters": shared}
