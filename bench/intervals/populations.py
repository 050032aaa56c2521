"""Populations from which `bench.intervals.simulate_intervals` draws.

Each gives [replications, clusters] sums of value and of weight; `shift` moves a haystack.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Sums = tuple[Floats, Floats]
Draw = Callable[[int, int, np.random.Generator, float], Sums]
Sizes = Callable[[int, int, np.random.Generator], NDArray[np.bool_]]
POSITIVE = (0.0, float("inf"))


def even(n: int, g: int, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Which of 25 places are insights: the first 4 to 10 of each cluster."""
    return np.arange(25) < rng.integers(4, 11, size=(n, g, 1))


def skewed(n: int, g: int, rng: np.random.Generator) -> NDArray[np.bool_]:
    """3 to 25 insights a cluster, 10 on average and most often few: clusters of very unequal weight."""
    return np.arange(25) < np.rint(3 + 22 * rng.beta(0.6, 1.4, (n, g, 1)))


def skewed_otherwise(n: int, g: int, rng: np.random.Generator) -> NDArray[np.bool_]:
    """3 to 25 insights a cluster, log-normal: what methods were chosen on."""
    return np.arange(25) < np.clip(np.rint(np.exp(rng.normal(2, 0.75, (n, g, 1)))), 3, 25)


def _covered(mean: float, icc: float, n: int, g: int, rng: np.random.Generator, shift: float) -> Floats:
    """Values 0, .5, 1 whose chance varies by cluster (beta, intraclass correlation `icc`)."""
    mean = float(np.clip(mean + shift, 0.02, 0.995))
    scale = 1 / icc - 1
    chance = rng.beta(mean * scale, (1 - mean) * scale, size=(n, g, 1))
    first, second = rng.random((n, g, 25)), rng.random((n, g, 25))
    second = np.where(rng.random((n, g, 25)) < 0.5, first, second)
    return ((first < chance).astype(float) + (second < chance)) / 2


def summed(rows: Draw) -> Draw:
    """Sums by cluster of what draws values and weights of rows, [replications, clusters, rows]."""

    def draw(n: int, g: int, rng: np.random.Generator, shift: float) -> Sums:
        value, weight = rows(n, g, rng, shift)
        return (value * weight).sum(2), weight.sum(2).astype(float)

    return draw


def coverage_rows(mean: float, icc: float = 0.15, sizes: Sizes = even) -> Draw:
    def draw(n: int, g: int, rng: np.random.Generator, shift: float) -> Sums:
        mask = sizes(n, g, rng)
        return _covered(mean, icc, n, g, rng, shift), mask.astype(float)

    return draw


def coverage(mean: float, icc: float = 0.15, sizes: Sizes = even) -> Draw:
    return summed(coverage_rows(mean, icc, sizes))


def cited_rows(
    covered: float, median: float, zeros: float, joint: bool, icc: float = 0.15, sizes: Sizes = even, apart: float = 0.7
) -> Draw:
    """Citation scores (of covered insights) or joint scores (of all): skewed, with zeros, correlated in a cluster.

    `apart` is the standard deviation between clusters of the scores' logits.
    """

    def draw(n: int, g: int, rng: np.random.Generator, shift: float) -> Sums:
        mask, value = sizes(n, g, rng), _covered(covered, icc, n, g, rng, shift)
        logit = np.log(median / (1 - median)) + 3 * shift
        logit = logit + rng.normal(0, apart, (n, g, 1)) + rng.normal(0, 0.8, (n, g, 25))
        score = np.where(rng.random((n, g, 25)) < zeros, 0, 1 / (1 + np.exp(-logit)))
        weight = mask if joint else mask & (value > 0)
        return (value * score if joint else score), weight.astype(float)

    return draw


def cited(
    covered: float, median: float, zeros: float, joint: bool, icc: float = 0.15, sizes: Sizes = even, apart: float = 0.7
) -> Draw:
    return summed(cited_rows(covered, median, zeros, joint, icc, sizes, apart))


def word_rows(n: int, g: int, rng: np.random.Generator, shift: float) -> Sums:
    """Words of bullets: log-normal, more bullets in wordy clusters."""
    wordy = rng.normal(0, 0.35, (n, g, 1))
    mask = np.arange(10) < np.clip(np.rint(6 + 3 * wordy + rng.normal(0, 1.5, (n, g, 1))), 1, 10)
    length = np.exp(3.1 + 2 * shift + wordy + rng.normal(0, 0.45, (n, g, 10)))
    return length, mask.astype(float)


words = summed(word_rows)


def right_or_wrong(mean: float, icc: float, rows: int) -> Draw:
    """Clusters of so many rows of 0 or 1, whose chance varies by cluster; independent with an `icc` of 0."""

    def draw(n: int, g: int, rng: np.random.Generator, shift: float) -> Sums:
        scale = 1 / icc - 1 if icc else 0.0
        chance = rng.beta(mean * scale, (1 - mean) * scale, (n, g, 1)) if icc else np.full((n, g, 1), mean)
        return (rng.random((n, g, rows)) < chance).astype(float), np.ones((n, g, rows))

    return draw


def quota(covered: int, rows: int, moves: float = 0.0, soft: float = 0.0) -> Draw:
    """Clusters that all have so many covered rows, as of a system that finds a fixed number.

    Args:
        covered: rows of a cluster that are 1.
        rows: of a cluster.
        moves: chance that a cluster has one more or one less.
        soft: value that a judge gives to a twentieth of the other rows, by mistake.
    """

    def draw(n: int, g: int, rng: np.random.Generator, shift: float) -> Sums:
        more = (rng.random((n, g, 1)) < moves) * np.where(rng.random((n, g, 1)) < 0.5, 1, -1)
        is_covered = np.arange(rows) < covered + more
        return np.where(is_covered, 1.0, soft * (rng.random((n, g, rows)) < 0.05)), np.ones((n, g, rows))

    return draw


POPULATIONS: dict[str, tuple[Draw, tuple[float, float]]] = {
    "coverage, middling": (coverage(0.5), (0.0, 1.0)),
    "coverage, good": (coverage(0.8), (0.0, 1.0)),
    "coverage, near 1": (coverage(0.95), (0.0, 1.0)),
    "coverage, at 1": (coverage(0.99), (0.0, 1.0)),
    "citation, low": (cited(0.65, 0.17, 0.3, joint=False), (0.0, 1.0)),
    "citation, high": (cited(0.65, 0.67, 0.05, joint=False), (0.0, 1.0)),
    "joint, low": (cited(0.5, 0.25, 0.35, joint=True), (0.0, 1.0)),
    "joint, high": (cited(0.8, 0.7, 0.03, joint=True), (0.0, 1.0)),
    "words per bullet": (words, POSITIVE),
}

BY_ROW: dict[str, tuple[Draw, tuple[float, float]]] = {
    "coverage, middling": (coverage_rows(0.5), (0.0, 1.0)),
    "coverage, good": (coverage_rows(0.8), (0.0, 1.0)),
    "coverage, near 1": (coverage_rows(0.95), (0.0, 1.0)),
    "coverage, at 1": (coverage_rows(0.99), (0.0, 1.0)),
    "citation, low": (cited_rows(0.65, 0.17, 0.3, joint=False), (0.0, 1.0)),
    "citation, high": (cited_rows(0.65, 0.67, 0.05, joint=False), (0.0, 1.0)),
    "joint, low": (cited_rows(0.5, 0.25, 0.35, joint=True), (0.0, 1.0)),
    "joint, high": (cited_rows(0.8, 0.7, 0.03, joint=True), (0.0, 1.0)),
    "words per bullet": (word_rows, POSITIVE),
    "coverage .5, unequal, correlation .5": (coverage_rows(0.5, 0.5, skewed), (0.0, 1.0)),
    "coverage .8, unequal, correlation .5": (coverage_rows(0.8, 0.5, skewed), (0.0, 1.0)),
    "joint, low, unequal, correlation .3": (cited_rows(0.5, 0.25, 0.35, True, 0.3, skewed), (0.0, 1.0)),
    "0 or 1, .5, 6 independent rows": (right_or_wrong(0.5, 0, 6), (0.0, 1.0)),
    "0 or 1, .8, 6 independent rows": (right_or_wrong(0.8, 0, 6), (0.0, 1.0)),
    "0 or 1, .5, 6 rows, correlation .05": (right_or_wrong(0.5, 0.05, 6), (0.0, 1.0)),
    "0 or 1, .17, 6 rows, correlation .15": (right_or_wrong(1 / 6, 0.15, 6), (0.0, 1.0)),
    "0 or 1, .9, 1 row": (right_or_wrong(0.9, 0, 1), (0.0, 1.0)),
    "1 of 6 in every cluster": (quota(1, 6), (0.0, 1.0)),
    "3 of 6 in every cluster": (quota(3, 6), (0.0, 1.0)),
    "1 of 6, and .01 by mistake": (quota(1, 6, soft=0.01), (0.0, 1.0)),
    "3 of 6, and .01 by mistake": (quota(3, 6, soft=0.01), (0.0, 1.0)),
    "3 of 6, one more or less in a fifth": (quota(3, 6, moves=0.2), (0.0, 1.0)),
}
"""Values and weights of single rows: the first populations again, and clusters that hardly differ."""

CORRELATIONS = (0.15, 0.3, 0.5)
UNEQUAL: dict[str, dict[float, Draw]] = {
    **{f"coverage {m:g}": {icc: coverage(m, icc, skewed) for icc in CORRELATIONS} for m in (0.05, 0.5, 0.8, 0.95)},
    "joint, low": {icc: cited(0.5, 0.25, 0.35, True, icc, skewed) for icc in CORRELATIONS},
}
"""Clusters of unequal weight, strongly clustered, by intraclass correlation of the chance of coverage: reported."""

CHOOSING: list[Draw] = [
    *(coverage(mean, icc, skewed_otherwise) for mean in (0.07, 0.6, 0.85, 0.93) for icc in (0.2, 0.4)),
    cited(0.4, 0.3, 0.3, True, 0.4, skewed_otherwise, 1.0),
]
"""Populations of the same kind on which the allowance for clusters near a bound was chosen."""

CHOOSING_ORDINARY: list[Draw] = [
    *(coverage(mean, 0.12) for mean in (0.45, 0.75, 0.93)),
    cited(0.6, 0.2, 0.25, False),
    cited(0.5, 0.22, 0.3, True),
]
"""Ordinary populations, of which the allowance was to widen the intervals as little as possible."""
