"""Which cells make up each mean: of each table, in each dataset or in all, part by part."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hayrick.estimates.tallies import Tally, sums_by
from hayrick.stats import Floats, Ints
from hayrick.stats.clusters import numbered


class Means(NamedTuple):
    """M means of P parts of C cells: one mean for each table in each scope (a dataset, or all) where it has cells."""

    scope: Ints
    """[M], ascending."""

    table: Ints
    """[M], ascending within a scope."""

    n_parts: Ints
    """[M] parts that are averaged, at least one."""

    mean: Ints
    """[P] the mean of each part."""

    position: Ints
    """[P] number of each part among those that are averaged, by first appearance; -1 of others.

    These have no values and no unjudged rows. A mean that has no other parts keeps its first.
    """

    part: Ints
    """[C] the part of each cell."""

    @property
    def of_cell(self) -> Ints:
        """[C] the mean of each cell."""
        return self.mean[self.part]


def means_in(tally: Tally, scope: Ints) -> Means:
    """Find the means and their parts.

    Args:
        tally: sums by cell.
        scope: [C] number of each cell's scope.
    """
    n_tables = len(tally.tables)
    keys, of_cell = np.unique(scope * n_tables + tally.table, return_inverse=True)
    part, mean = _parts(tally, of_cell)
    known = (tally.sums.weight > 0) | (tally.sums.n_unjudged > 0)
    used = sums_by(part, known, len(mean)) > 0
    lacking = np.flatnonzero(sums_by(mean, used, len(keys)) == 0)
    used[np.searchsorted(mean, lacking)] = True
    n_parts = sums_by(mean, used, len(keys)).astype(int)
    position = np.cumsum(used) - 1 - (np.cumsum(n_parts) - n_parts)[mean]
    return Means(
        scope=keys // n_tables,
        table=keys % n_tables,
        n_parts=n_parts,
        mean=mean,
        position=np.where(used, position, -1),
        part=part,
    )


def _parts(tally: Tally, mean: Ints) -> tuple[Ints, Ints]:
    """The part of each cell, [C], and the mean of each part, [P], ascending; those of one mean by first appearance."""
    of_places, names = numbered([place.part for place in tally.places])
    _, first, number = np.unique(mean * len(names) + of_places[tally.place], return_index=True, return_inverse=True)
    order = np.lexsort((first, mean[first]))
    return np.argsort(order)[number], mean[first[order]]


def bounds_of(tally: Tally, means: Means, *, per_item: bool) -> tuple[Floats, Floats]:
    """Each mean, [M], if all that is unjudged were the worst, and the best; of no meaning for a measure without bounds.

    The bounds also hold for means over covered insights only: leaving an unjudged insight out changes the mean less
    than counting it with the worst or best value.

    Args:
        tally: sums by cell.
        means: the means and their parts.
        per_item: whether means are over items, where each cell with rows has weight 1, and not over units.
    """
    n, sums = len(means.mean), tally.sums
    if per_item:
        part, found, total = means.part, sums, sums.total
    else:
        part, found = np.arange(n), sums.by(means.part, n)
        values = sums.total / np.where(sums.weight != 0, sums.weight, 1)
        total = np.where(found.n_partly > 0, found.total, sums_by(means.part, sums.weight * values, n))
    weight = found.weight + found.unjudged_weight
    known = weight > 0
    n_known = sums_by(part, known, n)
    used = means.position >= 0

    def mean_of(change: Floats) -> Floats:
        """Mean over parts whose totals change so."""
        each = (total + change) / np.where(known, weight, 1)
        of_part = sums_by(part, each * known, n) / np.where(n_known > 0, n_known, 1)
        return sums_by(means.mean[used], of_part[used], len(means.table)) / means.n_parts

    return mean_of(found.below), mean_of(found.above)
