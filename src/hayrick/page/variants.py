"""What a variant of the responses, such as repaired citations, adds to each system, paired."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hayrick.charts.bars import Line, Value, ranges
from hayrick.comparison.pairs import compare
from hayrick.comparison.sides import sides_of
from hayrick.page.together import Group, axis_of, begun, groups, slug, value_cell
from hayrick.page.views import Figure, Source, View
from hayrick.protocols import AnyMeasure
from hayrick.report.tables import ABSENT, Table
from hayrick.types import OWN, Estimate


def variants(sources: Sequence[Source]) -> Iterator[View]:
    """What a variant of the responses, such as repaired citations, adds to each system, paired."""
    for group in groups(sources):
        for variant in dict.fromkeys(one.variant for one in group.systems if one.variant != OWN):
            measures = [one for one in group.reporting.measures if one.main and one.varies and one.is_bounded]
            found = [(one, lines) for one in measures if (lines := _added(group, variant, one))]
            if not found:
                continue
            name = f"{slug(variant)}{group.suffix}"
            figures = [_added_figure(f"{name}-{slug(one.name)}", variant, one, lines) for one, lines in found]
            tables = [_added_table(variant, group.title, one, lines) for one, lines in found]
            text = (
                f"Each system's own responses and the {variant} ones, on the same items; the tables have the "
                "difference, whose interval is of paired responses."
            )
            yield View(name, f"What '{variant}' adds{group.title}", text, tuple(figures), tuple(tables))


Added = tuple[str, Estimate, Estimate, float | None, float | None, float | None]
"""System, its own estimate, the variant's, and the difference with its interval."""


def _added(group: Group, variant: str, measure: AnyMeasure) -> list[Added]:
    found: list[Added] = []
    for member in group.members:
        sides = sides_of({member.source.name: member.task.scores}, group.reporting)
        own = {(one.system, one.context): one for one in sides if one.variant == OWN}
        for side in sides:
            before = own.get((side.system, side.context))
            if (
                side.variant != variant
                or before is None
                or not {measure.name} <= side.cells.keys() & before.cells.keys()
            ):
                continue
            result = compare([side, before], group.reporting, measure.name)
            (pair,) = result.pairs
            difference = pair.paired
            ends = (difference.difference, difference.low, difference.high)
            name = f"{side.system}, {side.context}{group.run(member)}"
            found.append((name, result.estimates[before.name], result.estimates[side.name], *ends))
    return sorted(found, key=lambda one: -(one[2].value or 0.0))


def _added_figure(name: str, variant: str, measure: AnyMeasure, added: Sequence[Added]) -> Figure:
    ends = [one for _, own, new, *_ in added for one in (own.value, new.value, own.high, new.high) if one is not None]
    lines = [Line(one[0], (_of(one[1]), _of(one[2])), _gain(one, measure)) for one in added]
    title = f"{begun(measure)}, own and {variant}"
    drawn = ranges(title, axis_of(measure, ends), [OWN, variant], lines, joined=True)
    rises = sum((difference or 0.0) > 0 for *_, difference, _, _ in added)
    return Figure(name, drawn, f"{begun(measure)} is higher for {rises} of {len(added)} systems.")


def _of(estimate: Estimate) -> Value | None:
    return None if estimate.value is None else Value(estimate.value, estimate.low, estimate.high)


def _gain(added: Added, measure: AnyMeasure) -> str:
    """The difference with its sign and its interval."""
    scale = 100 if measure.is_fraction else 1
    gain, low, high = (None if one is None else scale * one for one in added[3:])
    if gain is None:
        return ABSENT
    return f"{gain:+.1f}" if low is None or high is None else f"{gain:+.1f} [{low:.1f}, {high:.1f}]"


def _added_table(variant: str, ending: str, measure: AnyMeasure, added: Sequence[Added]) -> Table:
    body = [
        [one[0], value_cell(one[1], measure), value_cell(one[2], measure), _gain(one, measure), str(one[1].n)]
        for one in added
    ]
    heads = ["system", OWN, variant, "difference", f"n ({measure.counts})"]
    return Table(f"{begun(measure)}, own and {variant}{ending}, 95 % intervals", heads, body, range(1, 5))
