"""Heat maps of systems by contexts.

Source: SummHay, table 2.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean

from hayrick.charts.heat import Cell, heat
from hayrick.page.together import System, axis_of, begun, groups, heading, slug, unit, value_cell
from hayrick.page.views import Figure, Source, View
from hayrick.protocols import AnyMeasure
from hayrick.report.tables import Table
from hayrick.types import OWN, Estimate


def contexts(sources: Sequence[Source]) -> Iterator[View]:
    """Heat maps of each main measure: systems by contexts, where there are several of both."""
    for group in groups(sources):
        systems = [one for one in group.systems if one.variant == OWN]
        measures = [one for one in group.reporting.measures if one.main and one.is_bounded]
        several = len({one.name for one in systems}) > 1 < len({one.context for one in systems})
        if measures and several:
            name, title = f"contexts{group.suffix}", f"Systems by context{group.title}"
            yield maps(name, title, group.title, systems, measures)


def maps(name: str, title: str, ending: str, systems: Sequence[System], measures: Sequence[AnyMeasure]) -> View:
    """A view with a heat map for each measure.

    Contexts are ordered by their means of the last measure, systems by that measure in the best context that at least
    half of them have (in the best of all, if none is so common): where there is an oracle, by what they make of it.

    Args:
        name: of the view; its figures are named after it.
        title: of the view.
        ending: of the titles of its tables.
        systems: each once with each context.
        measures: at least one.
    """
    cells = {(one.name, one.context): one.estimates for one in systems}
    names = list(dict.fromkeys(one.name for one in systems))
    last = measures[-1]
    columns = sorted(
        dict.fromkeys(one.context for one in systems), key=lambda context: _mean(cells, names, context, last)
    )
    counts = {one: sum(_value(cells.get((name, one)), last) is not None for name in names) for one in columns}
    common = [one for one in columns if 2 * counts[one] >= len(names)]
    best = (common or columns)[-1]
    rows = sorted(names, key=lambda one: -(_value(cells.get((one, best)), last) or -1.0))
    found = [_map(f"{name}-{slug(one.name)}", ending, one, cells, rows, columns) for one in measures]
    which = " that at least half of the systems have" if common else ""
    text = (
        f"A stronger shade is more; means over all data. Rows are ordered by {heading(last)} with the context "
        f"'{best}', the highest-scoring context{which}. The tables can be sorted by any column, and have the intervals "
        "where there are any."
    )
    return View(name, title, text, tuple(figure for figure, _ in found), tuple(table for _, table in found))


Cells = Mapping[tuple[str, str], Mapping[str, Estimate]]
"""(system, context) -> measure -> estimate."""


def _map(
    name: str, ending: str, measure: AnyMeasure, cells: Cells, rows: Sequence[str], columns: Sequence[str]
) -> tuple[Figure, Table]:
    show = axis_of(measure, [0.0]).show
    grid = {row: [_cell(cells.get((row, column)), measure) for column in columns] for row in rows}
    title = f"{begun(measure)} by system and context{unit(measure)}{ending}"
    drawn = heat(title, columns, grid, axis="context of the system", show=show)
    given = [(cell.value, row, columns[at]) for row in rows for at, cell in enumerate(grid[row]) if cell]
    alt = f"{begun(measure)} of {len(rows)} systems."
    if given:
        most = max(given, key=lambda one: one[0])
        n = sum(one[0] == most[0] for one in given)
        alike = f", one of {n} cells with it" if n > 1 else ""
        alt = f"{begun(measure)} of {len(rows)} systems: {show(most[0])} at most, of {most[1]} with {most[2]}{alike}."
    body = [
        [row, *(value_cell(cells.get((row, column), {}).get(measure.name), measure) for column in columns)]
        for row in rows
    ]
    table = Table(f"{title}, 95 % intervals", ["system", *columns], body, range(1, len(columns) + 1))
    return Figure(name, drawn, alt), table


def _mean(cells: Cells, names: Sequence[str], context: str, measure: AnyMeasure) -> float:
    found = [_value(cells.get((name, context)), measure) for name in names]
    known = [one for one in found if one is not None]
    return fmean(known) if known else float("-inf")


def _value(estimates: Mapping[str, Estimate] | None, measure: AnyMeasure) -> float | None:
    found = (estimates or {}).get(measure.name)
    return None if found is None else found.value


def _cell(estimates: Mapping[str, Estimate] | None, measure: AnyMeasure) -> Cell | None:
    found = (estimates or {}).get(measure.name)
    if found is None or found.value is None:
        return None
    show = axis_of(measure, [0.0]).show
    ends = f"[{show(found.low)}, {show(found.high)}], " if found.low is not None and found.high is not None else ""
    return Cell(found.value, f"{ends}n {found.n}" if found.n else "")
