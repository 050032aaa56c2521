"""Charts of scores: systems by context, one measure against another, and cost against score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean

from hayrick.charts import axes
from hayrick.charts.heat import Cell, heat
from hayrick.charts.plot import Curve, Point, Series, plot
from hayrick.charts.shapes import contour, front
from hayrick.page.together import (
    OWN,
    Group,
    System,
    axis_of,
    begun,
    groups,
    heading,
    slug,
    systems_table,
    unit,
    value_cell,
)
from hayrick.page.views import Figure, Source, View
from hayrick.report.tables import Table
from hayrick.reporting import AnyMeasure
from hayrick.types import Estimate

LEVELS = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
MOST_WHISKERS, MOST_LABELS, MOST_CONTEXTS = 12, 8, 12
"""Points up to which all have intervals and names, names among more points, and contexts with marks of their own."""


def contexts(sources: Sequence[Source]) -> Iterator[View]:
    """Heat maps of each main measure: systems by contexts, where there are several of both."""
    for group in groups(sources):
        systems = [one for one in group.systems if one.variant == OWN]
        shown = list(dict.fromkeys(one.context for one in systems))
        names = list(dict.fromkeys(one.name for one in systems))
        measures = [one for one in group.reporting.measures if one.main and one.is_bounded]
        if len(shown) < 2 or len(names) < 2 or not measures:
            continue
        cells = {(one.name, one.context): one.estimates for one in systems}
        last = measures[-1]
        columns = sorted(shown, key=lambda context: _mean(cells, names, context, last))
        best = columns[-1]
        rows = sorted(names, key=lambda name: -(_value(cells.get((name, best)), last) or -1.0))
        figures, tables = [], []
        for measure in measures:
            grid = {name: [_cell(cells.get((name, context)), measure) for context in columns] for name in rows}
            title = f"{begun(measure)} by system and context{unit(measure)}"
            named = f"contexts-{slug(measure.name)}{group.suffix}"
            drawn = heat(title, columns, grid, axis="context", show=axis_of(measure, [0.0]).show)
            top = max(((cell.value, name, columns[at]) for name in rows for at, cell in enumerate(grid[name]) if cell))
            show = axis_of(measure, [0.0]).show
            alt = f"{begun(measure)} of {len(rows)} systems: {show(top[0])} at most, of {top[1]} with {top[2]}."
            figures.append(Figure(named, drawn, alt))
            body = [
                [name, *(value_cell((cells.get((name, one)) or {}).get(measure.name), measure) for one in columns)]
                for name in rows
            ]
            tables.append(Table(f"{title}, 95 % intervals", ["system", *columns], body, range(1, len(columns) + 1)))
        text = (
            f"Darker is more; means over all data. Systems are ordered by {heading(last)} with '{best}', the context "
            "in which it is highest; the tables can be sorted by any column and have the intervals."
        )
        title = f"Systems by context{group.title}"
        yield View(f"contexts{group.suffix}", title, text, tuple(figures), tuple(tables))


def _mean(
    cells: Mapping[tuple[str, str], Mapping[str, Estimate]], names: Sequence[str], context: str, measure: AnyMeasure
) -> float:
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
    return Cell(found.value, f"{ends}n {found.n}")


def against(sources: Sequence[Source]) -> Iterator[View]:
    """One measure against another, as measures declare it, with curves of what both make together."""
    for group in groups(sources):
        for measure in group.reporting.measures:
            across = next((one for one in group.reporting.measures if one.name == measure.against), None)
            both = [] if across is None else [one for one in group.systems if _both(one, across, measure) is not None]
            if across is None or not both:
                continue
            title = f"{begun(across)} against {heading(measure)}{group.title}"
            name = f"{slug(measure.name)}-against-{slug(across.name)}{group.suffix}"
            kind, _, joint = (part.strip() for part in measure.curves.partition(":"))
            pairs = [found for one in both if (found := _both(one, across, measure))]
            x = axis_of(across, [one.value for one, _ in pairs if one.value is not None])
            y = axis_of(measure, [one.value for _, one in pairs if one.value is not None])
            curves = [
                Curve(f"{joint} {100 * level:.0f}", contour(level, kind, (x.most, y.most))) for level in LEVELS if kind
            ]
            drawn = plot(title, x, y, _scattered(both, across, measure, group), curves=curves)
            first = max(both, key=lambda one: one.estimates[measure.name].value or 0.0)
            alt = f"{len(both)} systems; the highest {heading(measure)} is that of {first.name} with {first.context}."
            text = f"A point is a system with a context{_contexts_of(both)}. "
            if kind:
                text += (
                    f"Along a dashed curve {_KINDS[kind]} is the same; {joint} itself is a mean over units and may "
                    "differ. "
                )
            text += "Intervals are in the table" + (" and drawn as lines." if len(both) <= MOST_WHISKERS else ".")
            table = systems_table(title, both, [across, measure])
            yield View(name, title, text, (Figure(name, drawn, alt),), (table,))


_KINDS = {"product": "the product of both", "harmonic": "the harmonic mean of both"}


def _both(system: System, across: AnyMeasure, upwards: AnyMeasure) -> tuple[Estimate, Estimate] | None:
    pair = system.estimates.get(across.name), system.estimates.get(upwards.name)
    if pair[0] is None or pair[1] is None or pair[0].value is None or pair[1].value is None:
        return None
    return pair[0], pair[1]


def _contexts_of(systems: Sequence[System]) -> str:
    n = len({one.context for one in systems})
    return ", of a colour and shape a context" if 1 < n <= MOST_CONTEXTS else ""


def _scattered(systems: Sequence[System], across: AnyMeasure, upwards: AnyMeasure, group: Group) -> list[Series]:
    """Points, a series a context where these are few; the best and the worst by the tested measure have names."""
    by = group.reporting.tested or upwards.name
    ranked = sorted(systems, key=lambda one: -(one.estimates[by].value or 0.0) if by in one.estimates else 0.0)
    half = MOST_LABELS // 2
    named = ranked if len(ranked) <= MOST_WHISKERS else [*ranked[: MOST_LABELS - half], *ranked[-half:]]
    contexts = list(dict.fromkeys(one.context for one in systems))
    few = 1 < len(contexts) <= MOST_CONTEXTS
    series: dict[str, list[Point]] = {one: [] for one in contexts} if few else {"": []}
    for one in ranked:
        if (pair := _both(one, across, upwards)) is not None:
            label = "" if one not in named else one.name if few else f"{one.name}, {one.context}"
            series[one.context if few else ""].append(
                Point(
                    pair[0].value or 0.0,
                    pair[1].value or 0.0,
                    pair[1].low,
                    pair[1].high,
                    pair[0].low,
                    pair[0].high,
                    name=f"{one.name}, {one.context}",
                    label=label,
                )
            )
    whiskers = len(systems) <= MOST_WHISKERS
    return [Series(name=name, points=points, has_whiskers=whiskers) for name, points in series.items()]


def costs(sources: Sequence[Source]) -> Iterator[View]:
    """What answers cost against the score, with the systems that no other beats in both."""
    for group in groups(sources):
        measure = next((one for one in group.reporting.measures if one.name == group.reporting.tested), None)
        priced = _priced(group)
        if measure is None or len(priced) < 2:
            continue
        places = [(usd, one.estimates[measure.name].value or 0.0) for one, usd in priced]
        title = f"Cost against {heading(measure)}{group.title}"
        name = f"cost{group.suffix}"
        dollars = [usd for usd, _ in places]
        show = "dollars for all answers"
        x = axes.numbers(show, dollars) if min(dollars) <= 0 else axes.ratios(show, dollars, lambda usd: f"${usd:.3g}")
        points = [_priced_point(one, usd, measure) for one, usd in priced]
        best = front(places)
        series = [
            Series(name="", points=points, has_whiskers=len(points) <= MOST_WHISKERS),
            Series(name="nothing cheaper is as good", points=[points[i] for i in best], joined=True, neutral=True),
        ]
        drawn = plot(title, x, axis_of(measure, [score for _, score in places]), series)
        told = ", ".join(priced[number][0].name for number in best)
        text = (
            "Dollars as the ledger has them, for the answers alone; judges are not counted. Joined are the systems "
            "that no cheaper one equals."
        )
        rows = [
            [one.name, one.context, f"{usd:.4f}", value_cell(one.estimates[measure.name], measure), _yes(at in best)]
            for at, (one, usd) in enumerate(priced)
        ]
        table = Table(title, ["system", "context", "USD", heading(measure), "on the front"], rows, (2, 3))
        yield View(name, title, text, (Figure(name, drawn, f"On the front: {told}."),), (table,))


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _priced(group: Group) -> list[tuple[System, float]]:
    """Systems whose cost is known: models that a run asked in one context alone, for one task."""
    found = []
    measure = group.reporting.tested
    for member in group.members:
        if len(member.source.tasks) > 1:
            continue
        usd = {one.model: one.usd for one in member.source.spent if one.purpose == "system" and one.usd is not None}
        for one in Group(group.suffix, group.title, [member]).systems:
            alone = sum(other.name == one.name for other in group.systems) <= 1
            scored = measure in one.estimates and one.estimates[measure].value is not None
            if one.variant == OWN and one.name in usd and alone and scored:
                found.append((one._replace(name=f"{one.name}{group.run(member)}"), usd[one.name]))
    return found


def _priced_point(one: System, usd: float, measure: AnyMeasure) -> Point:
    found = one.estimates[measure.name]
    return Point(usd, found.value or 0.0, found.low, found.high, name=one.name, label=one.name)
