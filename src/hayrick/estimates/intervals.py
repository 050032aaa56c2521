"""Intervals of many means: those of all datasets of one shape are computed together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from hayrick import stats
from hayrick.estimates.means import Means
from hayrick.estimates.tallies import Tally, sums_by
from hayrick.protocols import Resample
from hayrick.stats import Floats, Ints
from hayrick.stats.clusters import Rows
from hayrick.stats.intervals import alike, jackknifed_mean, with_basis
from hayrick.types import Basis

TOGETHER = 50_000
"""About how many sums of several scopes are in one array, so that memory is bounded."""


class Spread(NamedTuple):
    """An interval, what it is computed from, and whether rows decide it since clusters differ far less."""

    interval: stats.Interval
    basis: Basis
    alike: bool


def intervals_of(tally: Tally, scope: Ints, means: Means, resample: Resample, *, per_item: bool) -> list[list[Spread]]:
    """Intervals of each mean: over units and, if asked for, over items, where each place has weight 1.

    Args:
        tally: sums by cell.
        scope: [C] number of each cell's scope.
        means: the means in these scopes.
        resample: what intervals are computed over.
        per_item: whether those over items are asked for.
    """
    cluster, strata = _clusters(tally, scope, resample)
    found: list[list[Spread]] = [[] for _ in means.table]
    used = np.flatnonzero((tally.sums.weight > 0) & (means.position[means.part] >= 0))
    used = used[np.lexsort((tally.place[used], means.of_cell[used]))]
    starts = np.searchsorted(means.of_cell[used], np.arange(len(means.table) + 1))
    for batch in _batches(tally, means, strata):
        cells = np.concatenate([used[starts[mean] : starts[mean + 1]] for mean in batch.means.ravel()])
        terms, rows, own = _terms(tally, means, batch, cells, cluster[cells], per_item=per_item)
        jack = jackknifed_mean(terms, batch.strata, rows, own)
        found_here = zip(with_basis(jack, batch.bounds), alike(jack).tolist(), strict=True)
        each = (Spread(*one, same) for one, same in found_here)
        for mean in batch.means.ravel().tolist():
            found[mean] = [next(each) for _ in range(1 + per_item)]
    return found


def _clusters(tally: Tally, scope: Ints, resample: Resample) -> tuple[Ints, list[tuple[int, ...]]]:
    """The cluster of each cell in its scope, [C]; of each scope, the stratum of every cluster."""
    n_places = len(tally.places)
    keys, number = np.unique(scope * n_places + tally.place, return_inverse=True)
    clusters, strata = [], []
    for numbers in np.split(keys % n_places, np.flatnonzero(np.diff(keys // n_places)) + 1):
        places = [tally.places[one] for one in numbers.tolist()]
        groups = [resample.cluster(one.dataset, one.group) for one in places]
        design = stats.design(groups, resample.datasets_from)
        clusters.append(design.cluster)
        strata.append(tuple(design.strata.tolist()))
    return np.concatenate(clusters)[number], strata


_Kind = tuple[tuple[float, float], bool]
"""Bounds of a measure, and whether tables show it."""


class _Batch(NamedTuple):
    """Means that are computed together: equally many in each of several scopes with the same clusters."""

    means: Ints
    """[scopes, means of each]."""

    n_parts: int
    bounds: tuple[float, float]
    strata: tuple[int, ...]


def _batches(tally: Tally, means: Means, strata: Sequence[tuple[int, ...]]) -> Iterator[_Batch]:
    """Means of one scope are together if they have as many parts and equal bounds, and with those of like scopes.

    Only so do figures of a dataset not depend on other datasets: numpy's last digit depends on the shape of an array.
    For the same reason measures that tables do not show are computed apart.
    """
    kinds = [(table.measure.bounds, table.measure.shown) for table in tally.tables]
    alike: dict[tuple[int, int, _Kind], list[int]] = {}
    each = zip(means.scope.tolist(), means.n_parts.tolist(), means.table.tolist(), strict=True)
    for number, (scope, n_parts, table) in enumerate(each):
        alike.setdefault((scope, n_parts, kinds[table]), []).append(number)
    shapes: dict[tuple[int, int, _Kind, tuple[int, ...]], list[list[int]]] = {}
    for (scope, n_parts, kind), numbers in alike.items():
        shapes.setdefault((len(numbers), n_parts, kind, strata[scope]), []).append(numbers)
    for (n_means, n_parts, (bounds, _), layers), several in shapes.items():
        step = max(1, TOGETHER // (n_means * len(layers)))
        for start in range(0, len(several), step):
            yield _Batch(np.array(several[start : start + step]), n_parts, bounds, layers)


def _terms(
    tally: Tally, means: Means, batch: _Batch, cells: Ints, cluster: Ints, *, per_item: bool
) -> tuple[list[tuple[Floats, Floats]], Floats, list[Rows]]:
    """Of each part, sums of weight x value, and of weight, [scopes, estimates, clusters]; a cluster's rows; their sums.

    A cluster of several parts has the rows of the part in which it has most: often these are of the same questions.
    """
    n_means, n_clusters, n_each = batch.means.size, len(batch.strata), 1 + per_item
    slot = np.empty(len(means.table), np.int64)
    slot[batch.means.ravel()] = np.arange(n_means)
    part = means.part[cells]
    number = means.position[part] * n_means + slot[means.mean[part]]
    at = (number * n_each + np.arange(n_each)[:, None]) * n_clusters + cluster
    weight = tally.sums.weight[cells]
    weights = np.stack([weight, np.ones_like(weight)][:n_each])
    scale = (weights / weight) ** 2
    sums = tally.sums
    tops, bottoms, rows, *single = (
        sums_by(at.ravel(), one.ravel(), batch.n_parts * n_means * n_each * n_clusters).reshape(
            batch.n_parts, len(batch.means), -1, n_clusters
        )
        for one in (
            weights * (sums.total[cells] / weight),
            weights,
            np.broadcast_to(sums.first_weight[cells], weights.shape),
            scale * sums.squares[cells],
            scale * sums.products[cells],
            scale * sums.squared_weights[cells],
            np.broadcast_to(sums.n_rows[cells], weights.shape),
        )
    )
    own = [Rows(*each) for each in zip(*single, strict=True)]
    return list(zip(tops, bottoms, strict=True)), rows.max(0), own
