"""Charts of what was varied: the order of documents, the length, how much is wanted, and the place of the evidence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean

from hayrick.charts import axes
from hayrick.charts.axes import Axis
from hayrick.charts.heat import Cell, heat
from hayrick.charts.plot import Point, Series, plot, standing_out
from hayrick.experiments.points import RESHUFFLED, order_of, place_of
from hayrick.experiments.results import experiment_rows
from hayrick.page.together import Group, axis_of, begun, groups, heading, slug, unit
from hayrick.page.views import Figure, Source, View
from hayrick.protocols import AnyMeasure
from hayrick.records.parameters import size_name
from hayrick.report.experiments import experiment_notes, experiment_tables
from hayrick.report.tables import Table
from hayrick.types import OWN, Score

Row = Mapping[str, object]
DEPTH, LENGTH = "depth", "length"
MOST_GRIDS, MOST_DEPTHS = 8, 10
"""Systems whose grids are drawn, best first; depths that are told apart before they are put into tenths."""


def conditions(sources: Sequence[Source]) -> Iterator[View]:
    """Scores by order, by budget, by length and by what is wanted, each with the tests of its experiment."""
    for group in groups(sources):
        rows = [
            {**row, "system": f"{row['system']}{group.run(member)}"}
            for member in group.members
            for row in experiment_rows(member.task.scores, member.task.reporting)
        ]
        name = group.reporting.tested or next(reversed(group.reporting.compared), "")
        for experiment, (column, title, about) in _KINDS.items():
            mine = [row for row in rows if row["experiment"] == experiment]
            points = [row for row in mine if row["measure"] == name and column in row]
            if points:
                measure = group.reporting.measure(name)
                axis = _orders(points, column) if column == "order" else _sizes(points, column, title)
                if lines := _lines(points, column, axis, group.reporting.columns.variant):
                    yield _view(group, experiment, measure, mine, lines, axis, about)


_KINDS = {
    "position": ("order", "order", "Where the relevant documents stand: the same items, shown in several orders."),
    "length": ("budget_tokens", "tokens shown", "How much is shown: the same items under several budgets of tokens."),
    "task_length": (LENGTH, "tokens of the prompt", "How long the input is: items of several lengths."),
    "output": ("wanted", "parts wanted", "How much is asked for: the same inputs, more or fewer parts of them wanted."),
}
"""Experiment -> column of its points, what they are, and what is varied."""


def _orders(points: Sequence[Row], column: str) -> Axis:
    given = {order_of(str(row[column])) for row in points}
    return axes.named("order of the documents", [*sorted(given - {RESHUFFLED}, key=place_of), *given & {RESHUFFLED}])


def _sizes(points: Sequence[Row], column: str, title: str) -> Axis:
    show = size_name if column == LENGTH else str
    return axes.ratios(title, [float(str(row[column])) for row in points], lambda value: show(round(value)))


def _lines(points: Sequence[Row], column: str, axis: Axis, variant: str | None) -> list[Series]:
    """A line a system; all shuffles are one point."""
    names = [name for name in ("context", variant) if name and len({row[name] for row in points}) > 1]
    place = {name: value for value, name in axis.ticks}
    found: dict[str, dict[float, list[Row]]] = {}
    for row in points:
        at = place[order_of(str(row[column]))] if column == "order" else float(str(row[column]))
        parts = [row["system"], *(row[name] for name in names)]
        if row.get("value") is not None:
            found.setdefault(", ".join(map(str, parts)), {}).setdefault(at, []).append(row)
    return [
        Series(name=name, points=[_point(x, rows, name) for x, rows in sorted(cells.items())], joined=True)
        for name, cells in found.items()
    ]


def _point(x: float, rows: Sequence[Row], name: str) -> Point:
    """The only row at a place; of several shuffles the one that pools them, which stands last."""
    row = rows[-1]
    low, high = row.get("low"), row.get("high")
    ends = (None, None) if low is None or high is None else (_number(low), _number(high))
    of = f", {len(rows) - 1} shuffles" if len(rows) > 1 else ""
    return Point(x, _number(row["value"]), ends[0], ends[1], name=f"{name}{of}, n {row.get('n')}")


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _view(
    group: Group,
    experiment: str,
    measure: AnyMeasure,
    rows: Sequence[Row],
    lines: Sequence[Series],
    axis: Axis,
    about: str,
) -> View:
    name = f"{slug(experiment)}{group.suffix}"
    ends = [value for one in lines for point in one.points for value in (point.y, point.high or point.y)]
    title = f"{begun(measure)} by {axis.title}{group.title}"
    drawn = plot(title, axis, axis_of(measure, ends), standing_out(lines))
    best = max(lines, key=lambda one: fmean(point.y for point in one.points))
    alt = f"{best.name} at {len(axis.ticks)} points."
    if len(lines) > 1:
        alt = f"{len(lines)} systems at {len(axis.ticks)} points; the best on the whole is {best.name}."
    text = " ".join([about, *experiment_notes(rows)])
    tables = experiment_tables(rows, group.reporting.columns.variant)
    named = tuple(one._replace(title=f"{one.title}{group.title}") for one in tables)
    return View(name, title, text, (Figure(name, drawn, alt),), named)


def depths(sources: Sequence[Source]) -> Iterator[View]:
    """Grids of depth by length, where items say at which depth their evidence stands."""
    for group in groups(sources):
        name = group.reporting.tested or next(reversed(group.reporting.compared), "")
        cells = _cells(group, name)
        if len({depth for _, _, depth in cells}) < 2:
            continue
        measure = group.reporting.measure(name)
        systems = _by_mean(cells)
        figures = [
            _grid(f"depth-{number}{group.suffix}", system, cells, measure)
            for number, system in enumerate(systems[:MOST_GRIDS], start=1)
        ]
        text = (
            "Rows are the depths at which the evidence stands, from the beginning (0 %) to the end; columns are "
            "lengths. All grids have one scale. Cells are means without intervals; their n is in the table."
        )
        if len(systems) > MOST_GRIDS:
            text += f" Drawn are the best {MOST_GRIDS} of {len(systems)} systems."
        title = f"{begun(measure)} by depth and length{unit(measure)}{group.title}"
        table = _depth_table(group.title, cells, systems, measure)
        yield View(f"depth{group.suffix}", title, text, tuple(figures), (table,))


Cells = Mapping[tuple[str, int, str], Sequence[float]]
"""(system, length or 0, depth) -> scores."""


def _grid(name: str, system: str, cells: Cells, measure: AnyMeasure) -> Figure:
    """The grid of one system; all systems have the same rows, columns and scale."""
    means = {place: fmean(values) for place, values in cells.items()}
    lengths = sorted({length for _, length, _ in cells})
    show = axis_of(measure, [0.0]).show
    rows = {
        depth: [
            Cell(means[place], f"n {len(cells[place])}") if (place := (system, length, depth)) in cells else None
            for length in lengths
        ]
        for depth in _ranked(cells)
    }
    ends = measure.bounds if measure.is_fraction else (min(means.values()), max(means.values()))
    axis = "tokens of the prompt"
    drawn = heat(system, list(map(_length, lengths)), rows, axis=axis, show=show, ends=ends, is_half=True)
    lowest = min((place for place in means if place[0] == system), key=lambda place: means[place])
    return Figure(name, drawn, f"Lowest is {show(means[lowest])}, at {lowest[2]} of {_length(lowest[1])}.")


def _length(length: int) -> str:
    return size_name(length) if length else "all lengths"


def _ranked(cells: Cells) -> list[str]:
    """Depths from the beginning to the end."""
    return sorted({depth for _, _, depth in cells}, key=lambda depth: float(depth.partition("–")[0].rstrip(" %")))


def _depth_table(ending: str, cells: Cells, systems: Sequence[str], measure: AnyMeasure) -> Table:
    show, ranks = axis_of(measure, [0.0]).show, _ranked(cells)
    ordered = sorted(cells, key=lambda place: (systems.index(place[0]), place[1], ranks.index(place[2])))
    body = [
        [
            system,
            _length(length),
            depth,
            show(fmean(cells[system, length, depth])),
            str(len(cells[system, length, depth])),
        ]
        for system, length, depth in ordered
    ]
    return Table(f"{begun(measure)} by depth{ending}", ["system", LENGTH, DEPTH, heading(measure), "n"], body, (3, 4))


def _cells(group: Group, measure: str) -> dict[tuple[str, int, str], list[float]]:
    """Scores by place; depths are put into tenths where there are many."""
    rows = [
        (f"{row.response.system}, {row.response.context}{group.run(member)}", row)
        for member in group.members
        for row in member.task.scores
        if row.measure == measure and row.response.variant == OWN and row.value is not None
    ]
    given = {depth for _, row in rows if (depth := _depth(row)) is not None}
    found: dict[tuple[str, int, str], list[float]] = {}
    for name, row in rows:
        depth, length = _depth(row), row.response.all_tags.get(LENGTH)
        if depth is not None and row.value is not None:
            tenth = min(int(10 * depth), 9)
            at = f"{100 * depth:.0f} %" if len(given) <= MOST_DEPTHS else f"{10 * tenth}–{10 * tenth + 10} %"
            found.setdefault((name, length if isinstance(length, int) else 0, at), []).append(row.value)
    return found


def _depth(row: Score) -> float | None:
    depth = row.response.all_tags.get(DEPTH)
    return float(depth) if isinstance(depth, int | float) and 0 <= depth <= 1 else None


def _by_mean(cells: Cells) -> list[str]:
    values: dict[str, list[float]] = {}
    for (system, _, _), scores in cells.items():
        values.setdefault(system, []).extend(scores)
    return sorted(values, key=lambda name: -fmean(values[name]))
