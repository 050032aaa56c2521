"""Paired differences of systems, as `hayrick compare` finds them, for runs that it would compare."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from hayrick.charts import axes
from hayrick.charts.bars import Line, Value, ends_of, ranges, told_of_intervals
from hayrick.charts.drawing import MINUS
from hayrick.comparison import Compared, Pair, Side, compare, sides_of
from hayrick.comparison.rows import pair_row, system_rows
from hayrick.page.together import heading
from hayrick.page.views import Figure, Source, SourceTask, View
from hayrick.protocols import AnyMeasure
from hayrick.report.comparison import comparison_notes, comparison_tables
from hayrick.report.tables import p_cell
from hayrick.reporting import Reporting
from hayrick.types import OWN

MOST = 10
"""Systems of which all pairs are compared; of more, the best by the measure."""


def differences(sources: Sequence[Source]) -> Iterator[View]:
    """Pairs of systems in the measure that experiments test, of the runs of a task that can be compared."""
    for one in _comparisons(sources):
        reporting = one.members[0][1].reporting
        best = _best(one.sides, one.members, one.measure.name)
        yield _view(one.suffix, one.ending, one.task, best, len(one.sides), reporting, one.measure)


def tested(sources: Sequence[Source]) -> list[AnyMeasure]:
    """The measures in which `differences` tests systems, one for each view."""
    return [one.measure for one in _comparisons(sources)]


class _Comparison(NamedTuple):
    """Systems of a task that are compared, with the ends of the view's name and title."""

    suffix: str
    ending: str
    task: str
    members: Sequence[tuple[Source, SourceTask]]
    sides: Sequence[Side]
    measure: AnyMeasure


def _comparisons(sources: Sequence[Source]) -> Iterator[_Comparison]:
    found = alike(sources)
    for number, ((task, _), members) in enumerate(found.items(), start=1):
        reporting = members[0][1].reporting
        measure = next((one for one in reporting.measures if one.name == reporting.tested), None)
        if measure is None:
            continue
        sides = [one for one in _sides(members, reporting) if one.variant == OWN and measure.name in one.cells]
        if len(sides) < 2:
            continue
        named = f": {task}" if len({name for name, _ in found}) > 1 else ""
        named += f" ({', '.join(source.name for source, _ in members)})" if _is_twice(task, found) else ""
        yield _Comparison(f"-{number}" if number > 1 else "", named, task, members, sides, measure)


def alike(sources: Sequence[Source]) -> dict[tuple[str, str], list[tuple[Source, SourceTask]]]:
    """(task, the first of the runs) -> runs whose scores of it can be compared, in order."""
    found: dict[tuple[str, str], list[tuple[Source, SourceTask]]] = {}
    for source in sources:
        for task in source.tasks:
            if task.scores:
                found.setdefault((task.name, task.alike or source.name), []).append((source, task))
    return found


def _is_twice(task: str, found: Mapping[tuple[str, str], object]) -> bool:
    return sum(name == task for name, _ in found) > 1


def _sides(members: Sequence[tuple[Source, SourceTask]], reporting: Reporting) -> list[Side]:
    return sides_of({source.name: task.scores for source, task in members}, reporting)


def _best(sides: Sequence[Side], members: Sequence[tuple[Source, SourceTask]], measure: str) -> list[Side]:
    """The best `MOST` systems; all in their order if there are no more."""
    if len(sides) <= MOST:
        return list(sides)
    values = {
        (source.name, key.system, key.context): one.value or 0.0
        for source, task in members
        for key, one, _ in task.estimates
        if key.dataset is None and key.measure == measure and key.variant == OWN
    }
    return sorted(sides, key=lambda one: -values.get((one.run, one.system, one.context), 0.0))[:MOST]


def _view(
    suffix: str,
    ending: str,
    task: str,
    sides: Sequence[Side],
    n_sides: int,
    reporting: Reporting,
    measure: AnyMeasure,
) -> View:
    compared = compare(sides, reporting, measure.name)
    systems = list(system_rows(task, sides, compared))
    pairs = [pair_row(task, compared.dataset, pair) for pair in compared.pairs]
    notes = " ".join(comparison_notes(pairs))
    few = ""
    if n_sides > len(sides):
        few = f"The best {len(sides)} of {n_sides} systems in {heading(measure)}, picked on the same data. "
    text = (
        f"{few}{notes} 'hayrick compare' has other measures and pairs."
        if few
        else f"{notes} 'hayrick compare' has other measures."
    )
    name = f"differences{suffix}"
    tables = comparison_tables(systems, pairs, {(task, measure.name): measure.is_fraction})
    title = f"Paired differences in {heading(measure)}{ending}"
    # With one group of items every p is 1: the table has the differences.
    is_tested = any(pair.n_clusters > 1 for pair in compared.pairs)
    figures = (Figure(name, _drawn(title, compared, measure), _alt(compared)),) if is_tested else ()
    return View(name, f"Which systems differ in {heading(measure)}{ending}", text, figures, tuple(tables))


def _alt(compared: Compared) -> str:
    apart = sum(pair.is_apart for pair in compared.pairs)
    return f"{apart} of {len(compared.pairs)} pairs are told apart (adjusted p of at most .05)."


def _drawn(title: str, compared: Compared, measure: AnyMeasure) -> str:
    """A line a pair, the better system first, the greatest difference on top."""
    lines = sorted((_line(pair, measure) for pair in compared.pairs), key=lambda one: -one[0])
    return ranges(
        title, difference_axis([line for _, line in lines], measure), [""], [line for _, line in lines], zero=0.0
    )


def _line(pair: Pair, measure: AnyMeasure) -> tuple[float, Line]:
    found = pair.paired
    value = found.difference
    names, sign = ((pair.a, pair.b), 1.0) if (value or 0.0) >= 0 else ((pair.b, pair.a), -1.0)
    return abs(value or 0.0), difference_line(
        MINUS.join(names), value, found.low, found.high, pair.p_adjusted, measure, sign
    )


def difference_line(
    name: str,
    value: float | None,
    low: float | None,
    high: float | None,
    p_adjusted: float | None,
    measure: AnyMeasure,
    sign: float = 1.0,
) -> Line:
    """A difference with its interval, fractions as percentage points.

    Args:
        name: of the line.
        value: the difference, in the measure's own unit; None where there is none.
        low: lower end of its 95 % interval.
        high: upper end.
        p_adjusted: in [0, 1], after Holm; None where it was not tested.
        measure: of which the difference is.
        sign: 1, or -1 to show the second less the first.
    """
    scale = sign * (100.0 if measure.is_fraction else 1.0)
    ends = [None if one is None else scale * one for one in (low, high)]
    found = None if value is None else Value(scale * value, *(ends if sign > 0 else reversed(ends)))
    return Line(name, (found,), "p 1" if p_adjusted == 1 else f"p {p_cell(p_adjusted)}")


def difference_axis(lines: Sequence[Line], measure: AnyMeasure) -> axes.Axis:
    """Across from the least to the greatest end of the intervals."""
    ends = ends_of(lines)
    unit = "percentage points" if measure.is_fraction else "difference"
    # Where nothing differs, 0 stands in the middle.
    return axes.numbers(f"{unit}{told_of_intervals(lines)}; p is adjusted", ends if any(ends) else [-1.0, 1.0])
