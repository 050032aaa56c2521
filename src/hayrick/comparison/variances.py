"""How much systems, and the differences of pairs of them, vary between units, groups and datasets of finished runs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from hayrick.comparison.sides import Cell, Side, Slot
from hayrick.reporting import Reporting
from hayrick.stats import Floats, Ints
from hayrick.stats.clusters import numbered
from hayrick.stats.spread import Spread, mean_spread, spreads

_EMPTY = Cell()

_Unit = tuple[Slot, str | None]


class Variances(NamedTuple):
    """What a pilot says of one measure: the usual value, and how far scores and differences of systems vary."""

    measure: str
    value: float
    """Mean of the systems' means."""

    score: Spread
    """Of one system; mean over systems."""

    difference: Spread | None
    """Of the difference of two; mean over pairs of systems. None with one system."""

    n_systems: int
    n_pairs: int
    n_datasets: int
    n_groups: int
    n_units: int


class _Layout(NamedTuple):
    """Units that all systems were asked, and the groups, datasets and parts of the mean that they are in."""

    units: Sequence[_Unit]
    group: Ints
    dataset: Ints
    """Of each group."""

    part: Sequence[int]


def variances(
    sides: Sequence[Side], reporting: Reporting, measures: Sequence[str], *, by_unit: bool
) -> list[Variances]:
    """Variance components of each measure over the items that all systems were asked.

    A unit adds weight x (value - mean) / mean weight to its system's score: the ratio's linear part. So a unit that a
    measure leaves out, as citation does one that is not covered, adds 0.

    Args:
        sides: systems of one task.
        reporting: properties of the task that estimates need.
        measures: names of measures.
        by_unit: whether the units of an item, such as insights, are counted; else each item counts as one.

    Returns:
        For each measure of which some system has values in every part of its mean; none where no two groups are shared.
    """
    layout = _layout(sides, reporting, measures, by_unit=by_unit)
    if len(layout.dataset) < 2:
        return []
    found = []
    for name in measures:
        rows = [one for side in sides if (one := _added(side, name, layout, by_unit=by_unit)) is not None]
        if not rows:
            continue
        values = np.stack([row for _, row in rows])
        pairs = list(combinations(range(len(rows)), 2))
        apart = (
            spreads(np.stack([values[a] - values[b] for a, b in pairs]), layout.group, layout.dataset) if pairs else []
        )
        found.append(
            Variances(
                measure=name,
                value=sum(mean for mean, _ in rows) / len(rows),
                score=mean_spread(spreads(values, layout.group, layout.dataset)),
                difference=mean_spread(apart) if apart else None,
                n_systems=len(rows),
                n_pairs=len(pairs),
                n_datasets=len(set(layout.dataset)),
                n_groups=len(layout.dataset),
                n_units=len(layout.units),
            )
        )
    return found


def _layout(sides: Sequence[Side], reporting: Reporting, measures: Sequence[str], *, by_unit: bool) -> _Layout:
    shared = [slot for slot in sides[0].asked if all(slot in one.asked for one in sides)] if sides else []
    units: list[_Unit] = []
    groups: list[tuple[str, str]] = []
    parts: dict[object, int] = {}
    part: list[int] = []
    for slot in shared:
        place = sides[0].asked[slot]
        known = dict.fromkeys(
            unit for one in sides for name in measures for unit in one.cells.get(name, {}).get(slot, _EMPTY).values
        )
        mine: list[_Unit] = [(slot, unit) for unit in known] if by_unit else [(slot, None)]
        units += mine
        groups += [reporting.resample.cluster(place.dataset, place.group)] * len(mine)
        part += [parts.setdefault(place.part, len(parts))] * len(mine)
    group, names = numbered(groups)
    dataset, _ = numbered([name for name, _ in names])
    return _Layout(units, group, dataset, part)


def _added(side: Side, measure: str, layout: _Layout, *, by_unit: bool) -> tuple[float, Floats] | None:
    """Mean of a system, and what each unit adds to it; None where it has no value in some part of the mean."""
    cells = side.cells.get(measure, {})
    sums = np.array(
        [
            cells.get(slot, _EMPTY).values.get(unit, (0.0, 0.0)) if by_unit else cells.get(slot, _EMPTY).without(set())
            for slot, unit in layout.units
        ]
    )
    part = np.asarray(layout.part)
    tops, bottoms, n = np.bincount(part, sums[:, 0]), np.bincount(part, sums[:, 1]), np.bincount(part)
    if not (bottoms > 0).all():
        return None
    means = tops / bottoms
    return float(means.mean()), (sums[:, 0] - means[part] * sums[:, 1]) / (bottoms / n)[part]
