"""Groups score rows into series: a system with several orders or budgets on the same subtopics, or several lengths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

import numpy as np

from hayrick.estimates import estimate
from hayrick.estimates.tallies import place_of as place_among_parts
from hayrick.experiments.points import Point, Split, place_of
from hayrick.reporting import Reporting
from hayrick.stats import Floats, design
from hayrick.types import Estimate, Response, Score, Tag


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """Scores of one system at several points: orders of one context, budgets with one order, or lengths of a task.

    It includes only the groups (subtopics) that occur at every point; `n_left_out` counts the others. A task makes
    other items for each length: then all groups are included, and `n_subtopics` is their least number at a point.
    """

    system: str
    context: str
    variant: str

    cells: Mapping[Point, Mapping[str, Estimate]]
    """Point -> measure -> estimate."""

    n_subtopics: int
    n_left_out: int


def series_of(
    rows: Iterable[Score], reporting: Reporting, split: Split, measure: str, *, same_groups: bool = True
) -> Iterator[tuple[Series, dict[Point, list[Score]]]]:
    """Series of at least two points, each with its rows by point.

    Args:
        rows: scores of one task of a run.
        reporting: what estimates must know of the task.
        split: says to which series and point a response belongs.
        measure: by whose rows the variants and groups of a series are found.
        same_groups: whether only groups that occur at every point are kept; else points have groups of their own.
    """
    for (system, context), points in _by_system(rows, split, {*reporting.compared, measure}).items():
        for variant in dict.fromkeys(
            row.response.variant for point in points.values() for row in point if row.measure == measure
        ):
            chosen = _of_variant(points, variant, reporting)
            groups = {
                point: found
                for point, some in chosen.items()
                if (found := {_group(row) for row in some if row.measure == measure})
            }
            if len(groups) < 2:
                continue
            every = set.union(*groups.values())
            shared = set.intersection(*groups.values()) if same_groups else every
            by_point = {point: [row for row in chosen[point] if _group(row) in shared] for point in groups}
            series = Series(
                system=system,
                context=context,
                variant=variant,
                cells=cells_of(by_point, reporting, variant),
                n_subtopics=len(shared) if same_groups else min(map(len, groups.values())),
                n_left_out=len(every) - len(shared),
            )
            yield series, by_point


def _by_system(
    rows: Iterable[Score], split: Split, measures: Set[str]
) -> dict[tuple[str, str], dict[Point, list[Score]]]:
    """(system, name of its series) -> point -> rows of some measures."""
    found: dict[tuple[str, str], dict[Point, list[Score]]] = {}
    for row in rows:
        where = split(row.response) if row.measure in measures else None
        if where is not None:
            found.setdefault((row.response.system, where[0]), {}).setdefault(where[1], []).append(row)
    return found


def _of_variant(
    points: Mapping[Point, Sequence[Score]], variant: str, reporting: Reporting
) -> dict[Point, list[Score]]:
    """Rows of one variant by point, in the order of points.

    Measures that do not depend on the variant have rows for one variant only, which count for all.
    """
    varies = {one.name for one in reporting.measures if one.varies}
    return {
        point: [row for row in points[point] if row.response.variant == variant or row.measure not in varies]
        for point in sorted(points, key=place_of)
    }


def _group(row: Score) -> tuple[str, str]:
    return row.item.dataset, row.item.group


def cells_of(
    by_point: Mapping[Point, Sequence[Score]], reporting: Reporting, variant: str
) -> dict[Point, dict[str, Estimate]]:
    """Estimates of each point by measure, as of one system whatever its contexts are called."""
    cells: dict[Point, dict[str, Estimate]] = {point: {} for point in by_point}
    shown = set(reporting.compared)
    for point, rows in by_point.items():
        alike: dict[int, Response[object]] = {}
        for row in rows:
            if id(row.response) not in alike:
                alike[id(row.response)] = replace(row.response, context="", variant=variant)
        together = [replace(row, response=alike[id(row.response)]) for row in rows]
        for key, found, _ in estimate(together, reporting):
            if key.dataset is None and key.measure in shown:
                cells[point][key.measure] = found
    return cells


def sums_of(
    by_point: Mapping[Point, Sequence[Score]], reporting: Reporting, measure: str
) -> tuple[Floats, Floats, np.ndarray]:
    """Sums of weight x value, and of weight, by point and cluster; and the strata of the clusters.

    Where the task's average is a mean of parts, the weights of each part add up to one at each point, so that the ratio
    of all sums is that mean; they are taken as given when clusters are drawn or dealt anew.
    """
    resample = reporting.resample
    used = [[(row, resample.cluster(*_group(row))) for row in rows] for rows in by_point.values()]
    pairs = list(dict.fromkeys(pair for point in used for _, pair in point))
    plan = design(pairs, resample.datasets_from)
    cluster = dict(zip(pairs, plan.cluster.tolist(), strict=True))
    tops, bottoms = np.zeros((2, len(by_point), len(plan.strata)))
    for number, point in enumerate(used):
        judged = [
            (place_among_parts(row.response, reporting).part, cluster[pair], row.item.share * row.weight, row.value)
            for row, pair in point
            if row.measure == measure and row.value is not None
        ]
        whole: dict[Tag, float] = {}
        for part, _, weight, _ in judged:
            whole[part] = whole.get(part, 0.0) + weight
        for part, at, weight, value in judged:
            share = weight / whole[part] if len(whole) > 1 and whole[part] else weight
            tops[number, at] += value * share
            bottoms[number, at] += share
    return tops, bottoms, plan.strata
