"""Clusters that are resampled: which they are, and ratios of sums over them without one cluster at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hayrick.types import BadInput

FLAT_ROWS = 8
"""Most independent rows that a cluster counts for if all clusters agree exactly and show no variance."""

T = TypeVar("T")
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


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


def numbered(names: Sequence[T]) -> tuple[Ints, list[T]]:
    """Number names from 0 in the order of first appearance: the number of each, and each name once, in that order."""
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    return np.array([numbers[name] for name in names], dtype=np.int64), list(numbers)


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
    rows, datasets = numbered([dataset for dataset, _ in groups])
    if datasets_from is not None and len(datasets) >= datasets_from:
        return Design(cluster=rows, strata=np.zeros(len(datasets), dtype=np.int64), resamples_datasets=True)
    cluster, clusters = numbered(groups)
    strata, _ = numbered([dataset for dataset, _ in clusters])
    return Design(cluster=cluster, strata=strata, resamples_datasets=False)


class Rows(NamedTuple):
    """Sums over the rows of each cluster, [..., K, G], of one ratio; a row has a weight w and a value x."""

    squares: Floats
    """Of (w x) squared."""

    products: Floats
    """Of w x times w."""

    weights: Floats
    """Of w squared."""

    n: Floats
    """Of 1."""

    def select(self, which: Bools) -> Rows:
        """The sums of some of the K ratios."""
        return Rows(*(one[which] for one in self))


class Jackknife(NamedTuple):
    """Jackknife of values [..., K]: variance, degrees of freedom, numbers of clusters, and what is defined."""

    value: Floats
    variance: Floats
    df: Floats
    n_clusters: Floats
    """Number of clusters with weight."""

    clusters: Floats
    """Number of equal clusters that clusters of these weights count for: (sum of weights)^2 / sum of squares (Kish)."""

    flat: Floats
    """One over the independent rows of a cluster, at most `FLAT_ROWS`, in the mean over squared weights."""

    independent: Floats
    """Variance if every row were a cluster of its own; 0 where rows are not known, are clusters, or are the same."""

    row_df: Floats
    """Degrees of freedom of that variance."""

    defined: Bools
    has_interval: Bools


def checked(where: str, numerators: ArrayLike, denominators: ArrayLike, strata: ArrayLike) -> tuple[Floats, Floats]:
    """Convert sums by cluster to arrays [..., K, G] and validate them.

    Args:
        where: name of the caller, for errors.
        numerators: [..., K, G] sums of weight x value.
        denominators: [..., K, G] sums of weights.
        strata: [G] number of each cluster's stratum.

    Raises:
        BadInput: shapes differ, a number is not finite, or a denominator is negative.
    """
    top, bottom, shape = np.asarray(numerators, float), np.asarray(denominators, float), np.shape(strata)
    if top.ndim < 2 or top.shape != bottom.shape or shape != top.shape[-1:]:
        found = f"shapes {top.shape}, {bottom.shape} and {shape}"
        raise BadInput(where, found, "[..., K, G] twice and [G]", "Sum the rows by cluster first.")
    if not (np.isfinite(top).all() and np.isfinite(bottom).all()):
        raise BadInput(where, "a number that is not finite", "finite sums", "Leave undefined rows out.")
    if (bottom < 0).any():
        raise BadInput(where, f"denominator {bottom.min():g}", "weights >= 0", "Check the rows' weights.")
    return top, bottom


def jackknife(
    terms: Sequence[tuple[float, Floats, Floats]],
    strata: ArrayLike,
    rows: Floats | None = None,
    own: Sequence[Rows] | None = None,
) -> Jackknife:
    """Jackknife a signed sum of ratios of sums, deleting one cluster at a time.

    When a cluster is deleted, the others of its stratum are scaled up to replace it. Only clusters with weight in some
    term are deleted and counted. A row has no interval if some replicate has no weight left.

    Args:
        terms: (sign, numerators [..., K, G], denominators [..., K, G]) of each ratio.
        strata: [G] number of each cluster's stratum.
        rows: [..., K, G] independent rows of each cluster; by default its weight in the term where it has most. A
            cluster counts for one at least.
        own: sums over the rows of each ratio, of which no row is in two; None where they are not known.
    """
    if rows is None:
        rows = np.max([bottom for _, _, bottom in terms], axis=0)
    layers = np.unique(np.asarray(strata), return_inverse=True)[1].ravel()
    present = np.any([bottom > 0 for _, _, bottom in terms], axis=0)
    member = np.eye(int(layers.max(initial=0)) + 1)[layers]
    n = present @ member
    grow = (n / (n - 1).clip(1)) @ member.T
    value, replicate = np.zeros(present.shape[:-1]), np.zeros(present.shape)
    defined, whole = np.ones(value.shape, bool), np.ones(value.shape, bool)
    weight = np.zeros(present.shape)
    for sign, top, bottom in terms:
        total, rest = bottom.sum(-1), _without(bottom, grow, member)
        left = rest > 1e-12 * total[..., None]
        defined &= total > 0
        whole &= (~present | left).all(-1)
        value += sign * top.sum(-1) / np.where(total > 0, total, 1)
        weight += bottom / np.where(total > 0, total, 1)[..., None]
        replicate += sign * _without(top, grow, member) / np.where(left, rest, 1)
    clusters, free = n.sum(-1), (n - 1).clip(0)
    parts = (np.where(present, (replicate - value[..., None]) ** 2, 0) @ member) * free / n.clip(1)
    parts[parts < 1e-20 * (1 + value[..., None] ** 2)] = 0  # rounding is no variance
    variance = parts.sum(-1)
    spread = (parts**2 / free.clip(1)).sum(-1)
    df = np.where(spread > 0, variance**2 / np.where(spread > 0, spread, 1), free.sum(-1)).clip(1)
    squares = (weight**2).sum(-1)
    some = np.where(squares > 0, squares, 1)
    kish, flat = weight.sum(-1) ** 2 / some, (weight**2 / rows.clip(1, FLAT_ROWS)).sum(-1) / some
    independent, row_df = np.zeros_like(value), np.ones_like(value)
    for (sign, top, bottom), sums in zip(terms, own or [], strict=own is not None):
        total = bottom.sum(-1)[..., None]
        scale = np.where(total > 0, total, 1)
        mean = top.sum(-1)[..., None] / scale
        size = (sums.squares + mean**2 * sums.weights) / scale**2
        square = size - 2 * mean * sums.products / scale**2
        found, free_rows = row_variance((top - mean * bottom) / scale, square, size, sums.n, member)
        independent, row_df = independent + sign**2 * found, row_df + free_rows
    row_df = (row_df - 1).clip(1)
    has_interval = defined & whole & (clusters > 1)
    jack = Jackknife(value, variance, df, clusters, kish, flat, independent, row_df, defined, has_interval)
    thin = (n == 1).any(-1) & (clusters > 1)
    if member.shape[1] > 1 and thin.any():
        apart = [(sign, top[thin], bottom[thin]) for sign, top, bottom in terms]
        merged = jackknife(apart, np.zeros_like(layers), rows[thin], own and [one.select(thin) for one in own])
        for mine, theirs in zip(jack, merged, strict=True):
            mine[thin] = theirs
    return jack


def row_variance(deviation: Floats, square: Floats, size: Floats, n: Floats, member: Floats) -> tuple[Floats, Floats]:
    """Variance of a sum of independent rows within strata, and its degrees of freedom.

    Strata in which no cluster has two rows add nothing: the clusters themselves say as much.

    Args:
        deviation: [..., G] sum of the rows of each cluster, each less its expected share of the sum.
        square: [..., G] sum of their squares.
        size: [..., G] of which size `square` is a difference: what is far below it is rounding.
        n: [..., G] number of rows.
        member: [G, strata] 1 for the stratum of each cluster.
    """
    count = n @ member
    parts = square @ member - (deviation @ member) ** 2 / count.clip(1)
    known = ((n > 1) @ member > 0) & (parts > 1e-12 * (size @ member))
    parts = np.where(known, parts * count / (count - 1).clip(1), 0)
    return parts.sum(-1), (count - 1).clip(0).sum(-1)


def _without(sums: Floats, grow: Floats, member: Floats) -> Floats:
    """Totals with each cluster deleted in turn, and the others of its stratum scaled up to replace it."""
    stratum = (sums @ member) @ member.T
    rest: Floats = sums.sum(-1)[..., None] - stratum + grow * (stratum - sums)
    return rest
