"""Two correlations with the same third variable: Williams' test, a swap test, and Holm's correction."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from hayrick.stats.clusters import Floats, numbered
from hayrick.stats.correlations import pearson
from hayrick.stats.paired import EXACT_CLUSTERS
from hayrick.stats.student import t_tail


class Williams(NamedTuple):
    """Statistic t with df degrees of freedom, and its two-sided p-value."""

    t: float
    df: int
    p: float


def williams(r_a: float, r_b: float, r_ab: float, n: int) -> Williams | None:
    """Test whether two correlations with a shared variable differ.

    It takes the n rows as independent: rows of one document are not, so that p is too small where documents differ.

    Args:
        r_a: correlation of the first variable with the shared one, in [-1, 1].
        r_b: the same of the second variable.
        r_ab: correlation of the first with the second variable.
        n: number of rows that all three were computed from.

    Returns:
        None with fewer than four rows, or where one variable is a linear function of the two others.

    Source: Williams (1959), in the form of Steiger (1980), formula 7.
    """
    if n < 4:
        return None
    if r_a == r_b:
        return Williams(0.0, n - 3, 1.0)
    determinant = 1 - r_a**2 - r_b**2 - r_ab**2 + 2 * r_a * r_b * r_ab
    noise = 2 * (n - 1) / (n - 3) * determinant + ((r_a + r_b) / 2) ** 2 * (1 - r_ab) ** 3
    if noise <= 1e-12:
        return None
    t = (r_a - r_b) * sqrt((n - 1) * (1 + r_ab) / noise)
    return Williams(t, n - 3, t_tail(t, n - 3))


def swap_test(
    a: ArrayLike,
    b: ArrayLike,
    shared: ArrayLike,
    clusters: Sequence[object],
    *,
    swaps: int = 10_000,
    seed: int = 0,
) -> float | None:
    """Test whether two variables correlate (Pearson) with a shared one equally: p-value by swaps within clusters.

    Both variables are standardised over all rows, as they may have different scales, and exchanged within whole
    clusters. p is the share of exchanges with a difference of the correlations at least as large. Up to
    `EXACT_CLUSTERS` clusters all are enumerated, else `swaps` random ones and the observed one are used. Rows of one
    cluster may depend on each other.

    Args:
        a: [N] the first variable.
        b: [N] the second.
        shared: [N] the shared variable.
        clusters: [N] the cluster of each row, such as its document.
        swaps: number of random exchanges, > 0.
        seed: of the random exchanges.

    Returns:
        None where a correlation is undefined.

    Source: approximate randomisation, Noreen (1989); for metrics, Deutsch, Dror and Roth (2021), PERM-BOTH.
    Differs: the paper exchanges single scores or whole systems; here documents are exchanged.
    """
    y = np.asarray(shared, float)
    if pearson(a, y) is None or pearson(b, y) is None:
        return None
    first, second = _sums(_standard(a), y, clusters), _sums(_standard(b), y, clusters)
    n = first.shape[0]
    if n <= EXACT_CLUSTERS:
        swapped = (np.arange(2**n)[:, None] >> np.arange(n) & 1).astype(float)
    else:
        drawn = np.random.default_rng(seed).integers(0, 2, size=(swaps, n)).astype(float)
        swapped = np.concatenate([np.zeros((1, n)), drawn])
    moved = swapped @ (second - first)
    size = np.abs(_r(first.sum(0) + moved, len(y)) - _r(second.sum(0) - moved, len(y)))
    return float(np.mean(size >= size[0] - 1e-12))


def _standard(values: ArrayLike) -> Floats:
    given = np.asarray(values, float)
    standard: Floats = (given - given.mean()) / given.std()
    return standard


def _sums(x: Floats, y: Floats, clusters: Sequence[object]) -> Floats:
    """[G, 3] sums by cluster: of x, of its squares, and of its products with y as deviations from their mean."""
    of, names = numbered(clusters)
    columns = (x, x**2, x * (y - y.mean()))
    return np.stack([np.bincount(of, column, len(names)) for column in columns], axis=1)


def _r(sums: Floats, n: int) -> Floats:
    """Correlation times the shared variable's standard deviation, which all exchanges have in common."""
    spread = sums[..., 1] - sums[..., 0] ** 2 / n
    found: Floats = sums[..., 2] / np.sqrt(np.maximum(spread, 1e-12))
    return found


def holm(values: Sequence[float | None]) -> list[float | None]:
    """p-values corrected for their number by Holm (1979); None stays None and is not counted."""
    order = sorted((p, i) for i, p in enumerate(values) if p is not None)
    found: list[float | None] = [None] * len(values)
    largest = 0.0
    for rank, (p, i) in enumerate(order):
        largest = max(largest, min(1.0, p * (len(order) - rank)))
        found[i] = largest
    return found
