"""Groups score rows into series: one system with several orders or budgets on the same subtopics, or several lengths.

Source: SummHay, section 5.4 (position sensitivity); RULER (Hsieh et al., 2024) for the notion of an effective length.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from hayrick.estimates import estimate
from hayrick.estimates.tallies import place_of as place_among_parts
from hayrick.experiments.points import (
    BUDGET,
    LENGTH,
    RESHUFFLED,
    STORED,
    WANTED,
    Point,
    Split,
    by_budget,
    by_length,
    by_order,
    by_wanted,
    order_of,
    place_of,
)
from hayrick.reporting import Reporting
from hayrick.stats import Floats, design
from hayrick.stats.largest import Effective, Largest, effective_length, largest_difference
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """One system with several orders; each shuffle has its own cell, and `random` pools them."""

    series: Series
    sensitivity: Largest | None
    """The paper's measure: the larger of |top - stored| and |bottom - stored|; None if one of the three was not run."""

    spread: Largest
    """Our measure: the highest score minus the lowest over all orders, with all shuffles pooled into one order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Length:
    """One system with several budgets, or with items of several lengths."""

    series: Series
    effective: Effective


def positions(rows: Iterable[Score], reporting: Reporting, *, seed: int = 0) -> list[Position]:
    """Find every (system, context, variant) that was run with several orders.

    Args:
        rows: scores of one task of a run.
        reporting: what estimates must know of the task; the differences of `reporting.tested` are tested.
        seed: of the arrangements drawn for the tests.
    """
    found = []
    measure = reporting.tested
    for series, by_point in _series(rows, reporting, by_order, measure):
        points = list(by_point)
        tops, bottoms, strata = _sums(by_point, reporting, measure)
        orders = [order_of(str(point)) for point in points]
        spread = largest_difference(tops, bottoms, strata, orders, seed=seed)
        paper = [i for i, order in enumerate(orders) if order in (STORED, "top", "bottom")]
        sensitivity = None
        if {orders[i] for i in paper} == {STORED, "top", "bottom"}:
            sensitivity = largest_difference(
                tops[paper], bottoms[paper], strata, [orders[i] for i in paper], against=STORED, seed=seed
            )
        reshuffles = [point for point in points if order_of(str(point)) == RESHUFFLED]
        if len(reshuffles) > 1:
            together: dict[Point, list[Score]] = {RESHUFFLED: [row for point in reshuffles for row in by_point[point]]}
            series = replace(series, cells={**series.cells, **_cells(together, reporting, series.variant)})
        found.append(Position(series=series, sensitivity=sensitivity, spread=spread))
    return found


def lengths(rows: Iterable[Score], reporting: Reporting) -> list[Length]:
    """Find every (system, context with its order, variant) that was run with several token budgets.

    Responses without the tag `budget_tokens` are ignored: the length of their contexts is not recorded. Lengths of
    items are found by `task_lengths`.

    Args:
        rows: scores of one task of a run.
        reporting: what estimates must know of the task; the effective length is that of `reporting.tested`.
    """
    return _lengths(_series(rows, reporting, by_budget, _last(reporting)), reporting)


def task_lengths(rows: Iterable[Score], reporting: Reporting) -> list[Length]:
    """Find every (system, context, variant) that was run on items of several lengths (the tag `length`).

    Args:
        rows: scores of one task of a run.
        reporting: as for `lengths`.
    """
    return _lengths(_series(rows, reporting, by_length, _last(reporting), same_groups=False), reporting)


def _lengths(found: Iterable[tuple[Series, dict[Point, list[Score]]]], reporting: Reporting) -> list[Length]:
    return [
        Length(
            series=series,
            effective=effective_length(
                [int(point) for point in by_point], *_sums(by_point, reporting, reporting.tested)
            ),
        )
        for series, by_point in found
    ]


def experiment_rows(rows: Iterable[Score], reporting: Reporting, *, seed: int = 0) -> list[dict[str, object]]:
    """Make rows of `experiments.json`: one per cell, then the results; empty if nothing was varied.

    Args:
        rows: scores of one task of a run.
        reporting: what estimates must know of the task; differences and lengths are those of `reporting.tested`.
        seed: of the arrangements drawn for the tests.
    """
    given = list(rows)
    measure = reporting.tested
    result: list[dict[str, object]] = []
    for one in positions(given, reporting, seed=seed):
        result.extend(_cell_rows("position", "order", one.series, reporting))
        for name, largest in (("position_sensitivity_paper", one.sensitivity), ("position_spread", one.spread)):
            if largest is not None:
                found = largest._asdict()
                between = found.pop("between") or (None, None)
                found |= {"higher": between[0], "lower": between[1], "of": measure}
                result.append(
                    {**_named("position", one.series, reporting), "measure": name, **found, "n": one.series.n_subtopics}
                )
    for experiment, axis, curves in (
        ("length", BUDGET, lengths(given, reporting)),
        ("task_length", LENGTH, task_lengths(given, reporting)),
    ):
        for curve in curves:
            result.extend(_cell_rows(experiment, axis, curve.series, reporting))
            if not measure:
                continue
            found = {**curve.effective._asdict(), "longest_tried": max(map(int, curve.series.cells)), "of": measure}
            counts = {"n": curve.series.n_subtopics}
            result.append(
                {**_named(experiment, curve.series, reporting), "measure": "effective_length", **found, **counts}
            )
    return [*result, *_outputs(given, reporting)]


def _last(reporting: Reporting) -> str:
    """Measure by which series are found: the one that is tested; else the last that is shown, such as a rating."""
    return reporting.tested or next(reversed(reporting.compared), "")


def _outputs(rows: Sequence[Score], reporting: Reporting) -> Iterator[dict[str, object]]:
    """A row per cell of systems that were asked about several numbers of parts (the tag `wanted`) of equal inputs."""
    for series, _ in _series(rows, reporting, by_wanted, _last(reporting), same_groups=False):
        yield from _cell_rows("output", WANTED, series, reporting)


def _named(experiment: str, one: Series, reporting: Reporting) -> dict[str, object]:
    return {
        "experiment": experiment,
        "system": one.system,
        "context": one.context,
        **({column: one.variant} if (column := reporting.columns.variant) else {}),
        "n_left_out": one.n_left_out,
    }


def _cell_rows(experiment: str, axis: str, one: Series, reporting: Reporting) -> Iterator[dict[str, object]]:
    for point, cells in one.cells.items():
        for measure, cell in cells.items():
            counts = {"n": cell.n, "n_failed": cell.n_failed, "n_unjudged": cell.n_unjudged}
            value = {"value": cell.value, "low": cell.low, "high": cell.high}
            told = reporting.measure(measure)
            bounds = {} if told.is_fraction else {"bounds": [*told.bounds]}
            yield {**_named(experiment, one, reporting), axis: point, "measure": measure, **value, **bounds, **counts}


def _series(
    rows: Iterable[Score], reporting: Reporting, split: Split, measure: str, same_groups: bool = True
) -> Iterator[tuple[Series, dict[Point, list[Score]]]]:
    """Series of at least two points, with their rows of shared groups, or of all if points have groups of their own."""
    wanted = {*reporting.compared, measure}
    varies = {one.name for one in reporting.measures if one.varies}
    groups: dict[tuple[str, str], dict[Point, list[Score]]] = {}
    for row in rows:
        where = split(row.response) if row.measure in wanted else None
        if where is not None:
            groups.setdefault((row.response.system, where[0]), {}).setdefault(where[1], []).append(row)
    for (system, context), points in groups.items():
        if len(points) < 2:
            continue
        kinds = dict.fromkeys(
            row.response.variant for point in points.values() for row in point if row.measure == measure
        )
        for variant in kinds:
            # Measures that do not depend on the variant have rows for one variant only.
            mine = {
                point: [row for row in points[point] if row.response.variant == variant or row.measure not in varies]
                for point in sorted(points, key=place_of)
            }
            clusters = {
                point: {_group(row) for row in chosen if row.measure == measure} for point, chosen in mine.items()
            }
            have = [found for found in clusters.values() if found]
            if len(have) < 2:
                continue
            every = set.union(*have)
            shared = set.intersection(*have) if same_groups else every
            by_point = {
                point: [row for row in chosen if _group(row) in shared]
                for point, chosen in mine.items()
                if clusters[point]
            }
            series = Series(
                system=system,
                context=context,
                variant=variant,
                cells=_cells(by_point, reporting, variant),
                n_subtopics=len(shared) if same_groups else min(map(len, have)),
                n_left_out=len(every) - len(shared),
            )
            yield series, by_point


def _group(row: Score) -> tuple[str, str]:
    return row.item.dataset, row.item.group


def _cells(
    by_point: Mapping[Point, Sequence[Score]], reporting: Reporting, variant: str
) -> dict[Point, dict[str, Estimate]]:
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


def _sums(
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
