"""The main measures of a few systems side by side, with their intervals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hayrick.charts import axes
from hayrick.charts.bars import Line, Value, ranges, told_of_intervals
from hayrick.page.together import System, groups, heading, systems_table
from hayrick.page.views import Figure, Source, View
from hayrick.protocols import AnyMeasure
from hayrick.types import OWN

MOST = 12
"""Systems that are drawn; of more, the leaderboard and other charts are clearer."""


def overview(sources: Sequence[Source]) -> Iterator[View]:
    """Fractions among the main measures, a line a system, best first by the last."""
    for group in groups(sources):
        measures = [one for one in group.reporting.measures if one.main and one.is_fraction]
        own = [one for one in group.systems if one.variant == OWN]
        systems = [one for one in own if any(_value(one, measure) for measure in measures)]
        if not 1 < len(systems) <= MOST:
            continue
        systems.sort(key=lambda one: [-(_value(one, each) or Value(-1.0)).value for each in reversed(measures)])
        lines = [Line(_named(one, systems), [_value(one, measure) for measure in measures]) for one in systems]
        names = [heading(one) for one in measures]
        title = f"{', '.join(names)}{group.title}"
        title = title[:1].upper() + title[1:]
        n = max((one.estimates[measures[0].name].n for one in systems if measures[0].name in one.estimates), default=0)
        across = axes.percents(f"{n:,} {measures[0].counts}{told_of_intervals(lines)}")
        told = "; ".join(f"{line.name}: {_told(line, names)}" for line in lines)
        drawn = ranges(title, across, names if len(names) > 1 else [""], lines, text=f"Percent. {told}.")
        name = f"scores{group.suffix}"
        text = "The main measures of each system over all data, best first by the last one."
        alt = f"{title} of {len(systems)} systems; {lines[0].name} is first."
        table = systems_table(title, systems, measures)
        yield View(name, f"Scores{group.title}", text, (Figure(name, drawn, alt),), (table,))


def _named(one: System, systems: Sequence[System]) -> str:
    """The system, with its context where the systems have several."""
    return one.name if len({other.context for other in systems}) == 1 else f"{one.name}, {one.context}"


def _value(system: System, measure: AnyMeasure) -> Value | None:
    found = system.estimates.get(measure.name)
    return None if found is None or found.value is None else Value(found.value, found.low, found.high)


def _told(line: Line, names: Sequence[str]) -> str:
    return ", ".join(
        f"{name} {100 * one.value:.1f}" for name, one in zip(names, line.values, strict=True) if one is not None
    )
