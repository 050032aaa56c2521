"""Variance components of units in groups in datasets, and the precision that a run with such units will have."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, lgamma, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from hayrick.stats.clusters import FLAT_ROWS, Floats, Jackknife
from hayrick.stats.intervals import score_intervals


class Spread(NamedTuple):
    """Variance components of what a unit adds to a score, or to a difference of two: nested, each >= 0."""

    datasets: float | None
    """Between datasets; None where it is not known, since there was one."""

    groups: float
    """Between groups of a dataset."""

    units: float
    """Between units of a group."""


class Member(NamedTuple):
    """One cluster of a planned run: sums over its units, whose weights add up to 1 over all clusters."""

    stratum: int
    share: float
    """Of weights."""

    datasets: float
    """Of squared weights of datasets: what the variance between datasets is multiplied by; 0 of a group."""

    groups: float
    """Of squared weights of groups."""

    units: float
    """Of squared weights of units."""

    def variance(self, spread: Spread) -> float:
        """Variance of what the cluster adds to the mean."""
        return (spread.datasets or 0.0) * self.datasets + spread.groups * self.groups + spread.units * self.units


def spreads(values: Floats, group: ArrayLike, dataset: ArrayLike) -> list[Spread]:
    """Variance components of each row of values [K, N], units in groups in datasets, by the method of moments.

    They are unbiased, and so can be negative; average them over systems or pairs before `clipped`.

    Args:
        values: what each unit adds, whose mean is 0 over all.
        group: [N] number of each unit's group, 0 to G - 1.
        dataset: [G] number of each group's dataset, 0 to D - 1.

    Returns:
        Where every group has one unit, that of units is 0, and that of groups has all. Where every dataset has one
        group, groups are taken as those of one dataset. One group alone shows nothing: 0.

    Source: analysis of variance for nested unequal samples (type I), Searle, Casella and McCulloch (1992), Variance
        Components, chapter 5.
    """
    groups, datasets = np.asarray(group), np.asarray(dataset)
    if len(np.unique(datasets)) == len(datasets):
        datasets = np.zeros(len(datasets), int)
    n = np.bincount(groups, minlength=len(datasets)).astype(float)
    total = np.bincount(datasets, n)
    inside = np.bincount(datasets, n**2) / total
    free_units, free_groups = float(n.sum() - len(n)), len(n) - len(total)
    room, wide = float(n.sum() - inside.sum()), float(n.sum() - (total**2).sum() / n.sum())
    found = []
    for row in np.asarray(values, float):
        sums = np.bincount(groups, row, len(n))
        squares = [float((row**2).sum()), float((sums**2 / n).sum())]
        squares += [float((np.bincount(datasets, sums) ** 2 / total).sum()), float(row.sum() ** 2 / n.sum())]
        units = (squares[0] - squares[1]) / free_units if free_units else 0.0
        between = (squares[1] - squares[2] - free_groups * units) / room if free_groups else 0.0
        own = between * float(inside.sum() - (n**2).sum() / n.sum()) + (len(total) - 1) * units
        found.append(Spread((squares[2] - squares[3] - own) / wide if len(total) > 1 else None, between, units))
    return found


def mean_spread(given: Sequence[Spread]) -> Spread:
    """Mean of unbiased components, none of which is then below 0; at least one is given."""
    known = [one.datasets for one in given if one.datasets is not None]
    datasets = max(0.0, sum(known) / len(known)) if known else None
    parts = [sum(one) / len(given) for one in zip(*((each.groups, each.units) for each in given), strict=True)]
    return Spread(datasets, max(0.0, parts[0]), max(0.0, parts[1]))


def half_width(
    value: float, spread: Spread, members: Sequence[Member], bounds: tuple[float, float] | None
) -> float | None:
    """Expected half of the width of a score's interval, as `score_intervals` makes it.

    Args:
        value: the score that is expected.
        spread: of one score.
        members: clusters of the run; strata of which one has a single cluster are merged, as in a jackknife.
        bounds: of the measure; None for unbounded values.

    Returns:
        None with fewer than two clusters.
    """
    if len(members) < 2:
        return None
    strata = [one.stratum for one in members]
    merged = any(strata.count(one) == 1 for one in set(strata))
    parts: dict[int, tuple[float, int]] = {}
    for one in members:
        variance, n = parts.get(0 if merged else one.stratum, (0.0, 0))
        parts[0 if merged else one.stratum] = variance + one.variance(spread), n + 1
    total = sum(variance for variance, _ in parts.values())
    doubt = sum(variance**2 / (n - 1) for variance, n in parts.values())
    df = max(1.0, total**2 / doubt) if doubt else float(len(members) - len(parts))
    rows = sum(one.units for one in members)
    squares = sum(one.share**2 for one in members)
    flat = sum(one.units * max(1.0, one.share**2 / (FLAT_ROWS * one.units)) for one in members) / squares
    across = spread.datasets or 0.0 if any(one.datasets for one in members) else 0.0
    row_df = max(1.0, 1 / rows - len(parts))
    of_rows = (across + spread.groups + spread.units) * rows
    found = Jackknife(
        value=np.array([value]),
        variance=np.array([total * _root_bias(df) ** 2]),
        df=np.array([df]),
        n_clusters=np.array([float(len(members))]),
        clusters=np.array([1 / squares]),
        flat=np.array([flat]),
        independent=np.array([of_rows * _root_bias(row_df) ** 2]),
        row_df=np.array([row_df]),
        defined=np.array([True]),
        has_interval=np.array([True]),
    )
    (interval,) = score_intervals(found, bounds)
    return (interval.high - interval.low) / 2 if interval.low is not None and interval.high is not None else None


def _root_bias(df: float) -> float:
    """Expected root of an estimated variance over the root of the variance; it has so many degrees of freedom."""
    return sqrt(2 / df) * exp(lgamma((df + 1) / 2) - lgamma(df / 2))
