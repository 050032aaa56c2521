"""Score rows to series: one system in several orders, or under several budgets, on the same subtopics.

Source: SummHay, section 5.4 (position sensitivity); RULER (Hsieh et al., 2024) for the notion of an effective length.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from hayrick.estimates import estimate
from hayrick.stats import Floats, design
from hayrick.stats.largest import Effective, Largest, effective_length, largest_difference
from hayrick.types import Citations, Estimate, Score

MEASURES = ("joint", "coverage", "citation")
POSITION_RUNS: Mapping[str, str] = MappingProxyType(
    {"fl-ctxt-sort": "top", "fl-ctxt-rev-sort": "bottom", "fl-ctxt-middle": "middle"}
)
"""Context of a recorded position run -> order. Source: SummHay's released files."""

RESHUFFLED = "random"
STORED = "stored"
BEST_FIRST = "best first"
_RANK = (STORED, BEST_FIRST, "top", "middle", "bottom")
_AS_STORED = ("full", "sentences")
_CONTEXT = re.compile(r"(.+?)(?:@([0-9]+))?(?:/(stored|top|bottom|middle|random[0-9]+))?", re.DOTALL)

Point = str | int
"""An order, or a budget in tokens."""

Split = Callable[[str], "tuple[str, Point] | None"]


class Shown(NamedTuple):
    """What a context's name says: what is shown, under which budget, in which order (`random3`: seed 3)."""

    spec: str
    budget_tokens: int | None
    order: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """One system's scores at several points: orders of one context, or budgets of one order.

    Only subtopics that every point has are in it; `n_left_out` counts the others.
    """

    system: str
    context: str
    citations: Citations
    cells: Mapping[Point, Mapping[str, Estimate]]
    """Point -> measure -> estimate."""

    n_subtopics: int
    n_left_out: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """One system in several orders; several reshuffles have a cell each, and `random` pools them."""

    series: Series
    sensitivity: Largest | None
    """The paper's: the larger of |top - stored| and |bottom - stored|; None where one of the three was not run."""

    spread: Largest
    """Ours: the highest less the lowest of all orders, all reshuffles being one order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Length:
    """One system under several budgets."""

    series: Series
    effective: Effective


def shown(context: str) -> Shown:
    """Parts of a context's name; recorded position runs are orders of `full`.

    Without an order the name means the context's own: as stored for `full` and `sentences`, best first for the rest.
    """
    if context in POSITION_RUNS:
        return Shown("full", None, POSITION_RUNS[context])
    match = _CONTEXT.fullmatch(context)
    spec, budget, order = match.groups() if match else (context, None, None)
    own = STORED if spec in _AS_STORED else BEST_FIRST
    return Shown(spec, None if budget is None else int(budget), order or own)


def positions(rows: Iterable[Score], *, measure: str = "joint", seed: int = 0) -> list[Position]:
    """Every (system, context, citations) that was run in several orders.

    Args:
        rows: scores of one run.
        measure: whose differences are tested, with values in [0, 1].
        seed: of the arrangements drawn for the tests.
    """
    found = []
    for series, by_point in _series(rows, _by_order, measure):
        points = list(by_point)
        tops, bottoms, strata = _sums(by_point, measure)
        orders = [_order(str(point)) for point in points]
        spread = largest_difference(tops, bottoms, strata, orders, seed=seed)
        paper = [i for i, order in enumerate(orders) if order in (STORED, "top", "bottom")]
        sensitivity = None
        if {orders[i] for i in paper} == {STORED, "top", "bottom"}:
            sensitivity = largest_difference(
                tops[paper], bottoms[paper], strata, [orders[i] for i in paper], against=STORED, seed=seed
            )
        reshuffles = [point for point in points if _order(str(point)) == RESHUFFLED]
        if len(reshuffles) > 1:
            together: dict[Point, list[Score]] = {RESHUFFLED: [row for point in reshuffles for row in by_point[point]]}
            series = replace(series, cells={**series.cells, **_cells(together, series.citations)})
        found.append(Position(series=series, sensitivity=sensitivity, spread=spread))
    return found


def lengths(rows: Iterable[Score], *, measure: str = "joint") -> list[Length]:
    """Every (system, context with its order, citations) that was run under several token budgets.

    Contexts without a budget in their name are in no curve: the rows do not say how long they were.

    Args:
        rows: scores of one run.
        measure: whose effective length is sought, with values in [0, 1].
    """
    found = []
    for series, by_point in _series(rows, _by_budget, measure):
        budgets = [int(point) for point in by_point]
        effective = effective_length(budgets, *_sums(by_point, measure))
        found.append(Length(series=series, effective=effective))
    return found


def experiment_rows(rows: Iterable[Score], *, measure: str = "joint", seed: int = 0) -> list[dict[str, object]]:
    """Rows of `experiments.json`: a cell a row, then what was found; empty where nothing was varied.

    Args:
        rows: scores of one run.
        measure: whose differences and lengths are sought.
        seed: of the arrangements drawn for the tests.
    """
    given = list(rows)
    result: list[dict[str, object]] = []
    for one in positions(given, measure=measure, seed=seed):
        result.extend(_cell_rows("position", "order", one.series))
        for name, largest in (("position_sensitivity_paper", one.sensitivity), ("position_spread", one.spread)):
            if largest is not None:
                found = largest._asdict()
                between = found.pop("between") or (None, None)
                found |= {"higher": between[0], "lower": between[1], "of": measure}
                result.append({**_named("position", one.series), "measure": name, **found, "n": one.series.n_subtopics})
    for curve in lengths(given, measure=measure):
        result.extend(_cell_rows("length", "budget_tokens", curve.series))
        found = {**curve.effective._asdict(), "longest_tried": max(map(int, curve.series.cells)), "of": measure}
        result.append(
            {**_named("length", curve.series), "measure": "effective_length", **found, "n": curve.series.n_subtopics}
        )
    return result


def _named(experiment: str, one: Series) -> dict[str, object]:
    return {
        "experiment": experiment,
        "system": one.system,
        "context": one.context,
        "citations": one.citations,
        "n_left_out": one.n_left_out,
    }


def _cell_rows(experiment: str, axis: str, one: Series) -> Iterator[dict[str, object]]:
    for point, cells in one.cells.items():
        for measure, cell in cells.items():
            counts = {"n": cell.n, "n_failed": cell.n_failed, "n_unjudged": cell.n_unjudged}
            value = {"value": cell.value, "low": cell.low, "high": cell.high}
            yield {**_named(experiment, one), axis: point, "measure": measure, **value, **counts}


def _by_order(context: str) -> tuple[str, Point]:
    spec, budget, order = shown(context)
    return spec if budget is None else f"{spec}@{budget}", order


def _by_budget(context: str) -> tuple[str, Point] | None:
    spec, budget, order = shown(context)
    if budget is None:
        return None
    return spec if order == shown(spec).order else f"{spec}/{order}", budget


def _order(point: str) -> str:
    return RESHUFFLED if point.startswith(RESHUFFLED) else point


def _place(point: Point) -> tuple[int, int]:
    if isinstance(point, int):
        return 0, point
    return (_RANK.index(point), 0) if point in _RANK else (len(_RANK), int(point.removeprefix(RESHUFFLED)))


def _series(rows: Iterable[Score], split: Split, measure: str) -> Iterator[tuple[Series, dict[Point, list[Score]]]]:
    """Series of at least two points, with their rows of shared subtopics."""
    groups: dict[tuple[str, str], dict[Point, list[Score]]] = {}
    for row in rows:
        where = split(row.context) if row.measure in (*MEASURES, measure) else None
        if where is not None:
            groups.setdefault((row.system, where[0]), {}).setdefault(where[1], []).append(row)
    for (system, context), points in groups.items():
        kinds = dict.fromkeys(row.citations for point in points.values() for row in point if row.measure == measure)
        for citations in kinds:
            # What does not depend on citations is written once, as own.
            mine = {
                point: [row for row in points[point] if row.citations == citations or row.measure == "coverage"]
                for point in sorted(points, key=_place)
            }
            clusters = {
                point: {(row.haystack, row.subtopic) for row in chosen if row.measure == measure}
                for point, chosen in mine.items()
            }
            have = [found for found in clusters.values() if found]
            if len(have) < 2:
                continue
            shared = set.intersection(*have)
            by_point = {
                point: [row for row in chosen if (row.haystack, row.subtopic) in shared]
                for point, chosen in mine.items()
                if clusters[point]
            }
            cells = _cells(by_point, citations)
            yield (
                Series(
                    system=system,
                    context=context,
                    citations=citations,
                    cells=cells,
                    n_subtopics=len(shared),
                    n_left_out=len(set.union(*have)) - len(shared),
                ),
                by_point,
            )


def _cells(by_point: Mapping[Point, Sequence[Score]], citations: Citations) -> dict[Point, dict[str, Estimate]]:
    cells: dict[Point, dict[str, Estimate]] = {point: {} for point in by_point}
    for point, rows in by_point.items():
        alike = [replace(row, context="", citations=citations) for row in rows]
        for key, found in estimate(alike):
            if key.haystack is None and key.measure in MEASURES:
                cells[point][key.measure] = found
    return cells


def _sums(by_point: Mapping[Point, Sequence[Score]], measure: str) -> tuple[Floats, Floats, np.ndarray]:
    """Sums of weight x value and of weight by point and cluster, and the strata of the clusters."""
    pairs = list(dict.fromkeys((row.haystack, row.subtopic) for rows in by_point.values() for row in rows))
    plan = design(pairs)
    cluster = dict(zip(pairs, plan.cluster.tolist(), strict=True))
    tops, bottoms = np.zeros((2, len(by_point), len(plan.strata)))
    for number, rows in enumerate(by_point.values()):
        for row in rows:
            if row.measure == measure and row.value is not None:
                tops[number, cluster[row.haystack, row.subtopic]] += row.value * row.weight
                bottoms[number, cluster[row.haystack, row.subtopic]] += row.weight
    return tops, bottoms, plan.strata
