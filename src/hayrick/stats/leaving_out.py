"""Interval of any figure of rows, from the figure without one cluster of rows at a time."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import sqrt
from typing import TypeVar

from hayrick.stats.intervals import LEVEL, Interval
from hayrick.stats.student import t_quantile

T = TypeVar("T")


def jackknifed(
    rows: Sequence[T],
    cluster: Callable[[T], Hashable],
    figure: Callable[[Sequence[T]], float | None],
    bounds: tuple[float, float] = (-1.0, 1.0),
) -> Interval:
    """Compute a figure of rows with its 95 % interval for new clusters: delete-one-cluster jackknife, Student's t.

    Args:
        rows: in any order.
        cluster: the cluster of a row, such as its document.
        figure: of rows; None where it is undefined.
        bounds: least and greatest possible value, to which the interval is clipped.

    Returns:
        The figure; low and high are None with fewer than two clusters, or if the figure is undefined without one.

    Source: Efron and Tibshirani (1993), chapter 11, with Student's t for the normal distribution.
    """
    value = figure(rows)
    of = [cluster(row) for row in rows]
    clusters = list(dict.fromkeys(of))
    if value is None or len(clusters) < 2:
        return Interval(value, None, None)
    n, squares = len(clusters), 0.0
    for one in clusters:
        replicate = figure([row for row, name in zip(rows, of, strict=True) if name != one])
        if replicate is None:
            return Interval(value, None, None)
        squares += (replicate - value) ** 2
    half = float(t_quantile(LEVEL, [n - 1])[0]) * sqrt(squares * (n - 1) / n)
    return Interval(value, max(bounds[0], value - half), min(bounds[1], value + half))
