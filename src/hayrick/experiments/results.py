"""What experiments found: how far position and length change scores, as values and as rows of `experiments.json`.

Source: SummHay, section 5.4 (position sensitivity); RULER (Hsieh et al., 2024) for the notion of an effective length.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from hayrick.experiments.points import (
    BUDGET,
    LENGTH,
    RESHUFFLED,
    STORED,
    WANTED,
    Point,
    by_budget,
    by_length,
    by_order,
    by_wanted,
    order_of,
)
from hayrick.experiments.series import Series, cells_of, series_of, sums_of
from hayrick.reporting import Reporting
from hayrick.stats.largest import Effective, Largest, effective_length, largest_difference
from hayrick.types import Score


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
    for series, by_point in series_of(rows, reporting, by_order, measure):
        points = list(by_point)
        tops, bottoms, strata = sums_of(by_point, reporting, measure)
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
            series = replace(series, cells={**series.cells, **cells_of(together, reporting, series.variant)})
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
    return _lengths(series_of(rows, reporting, by_budget, _last(reporting)), reporting)


def task_lengths(rows: Iterable[Score], reporting: Reporting) -> list[Length]:
    """Find every (system, context, variant) that was run on items of several lengths (the tag `length`).

    Args:
        rows: scores of one task of a run.
        reporting: as for `lengths`.
    """
    return _lengths(series_of(rows, reporting, by_length, _last(reporting), same_groups=False), reporting)


def _lengths(found: Iterable[tuple[Series, dict[Point, list[Score]]]], reporting: Reporting) -> list[Length]:
    return [
        Length(
            series=series,
            effective=effective_length(
                [int(point) for point in by_point], *sums_of(by_point, reporting, reporting.tested)
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
    for series, _ in series_of(rows, reporting, by_wanted, _last(reporting), same_groups=False):
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
