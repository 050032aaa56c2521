"""Mean of rows that come in clusters, with its interval."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from hayrick.stats.clusters import Floats, Ints, Rows, numbered
from hayrick.stats.intervals import Interval, ratio_intervals
from hayrick.types import BadInput


def mean_of_rows(
    values: Sequence[float],
    clusters: Sequence[Hashable],
    bounds: tuple[float, float] | None = (0.0, 1.0),
) -> Interval:
    """Mean of rows of equal weight with its 95 % interval for new clusters; see `ratio_intervals`.

    Args:
        values: one for each row.
        clusters: cluster of each row, such as its document.
        bounds: see `ratio_intervals`.

    Returns:
        None for value and bounds without rows, for the bounds with a single cluster.

    Raises:
        BadInput: there are more values than clusters or fewer, or a value is out of bounds.
    """
    if len(values) != len(clusters):
        raise BadInput("mean_of_rows", f"{len(values)} values, {len(clusters)} clusters", "as many")
    if not values:
        return Interval(None, None, None)
    of, names = numbered(clusters)
    return mean_in_strata(values, of, np.zeros(len(names)), bounds)


def mean_in_strata(
    values: Sequence[float],
    clusters: Ints,
    strata: ArrayLike,
    bounds: tuple[float, float] | None = (0.0, 1.0),
) -> Interval:
    """The same for clusters of several strata.

    Args:
        values: one for each row.
        clusters: number of each row's cluster.
        strata: [G] number of each cluster's stratum.
        bounds: see `ratio_intervals`.
    """
    given, n = np.asarray(values, float), len(np.asarray(strata))

    def by_cluster(rows: Floats) -> Floats:
        found = np.zeros((1, n))
        np.add.at(found[0], clusters, rows)
        return found

    sums, squares, counts = map(by_cluster, (given, given**2, np.ones(len(given))))
    own = Rows(squares=squares, products=sums, weights=counts, n=counts)
    return ratio_intervals(sums, counts, strata, own=own, bounds=bounds)[0]
