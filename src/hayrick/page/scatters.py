"""Charts of scores: one measure against another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hayrick.charts.plot import Curve, Point, Series, plot
from hayrick.charts.shapes import contour
from hayrick.page.together import (
    System,
    axis_of,
    begun,
    groups,
    heading,
    slug,
    systems_table,
)
from hayrick.page.views import Figure, Source, View
from hayrick.protocols import AnyMeasure
from hayrick.reporting import Reporting
from hayrick.types import OWN, Estimate

LEVELS = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
MOST_WHISKERS, MOST_LABELS, MOST_CONTEXTS = 12, 16, 12
"""Points that all have intervals and names; of more points, names that are tried; contexts with marks of their own."""


def against(sources: Sequence[Source]) -> Iterator[View]:
    """One measure against another, as measures declare it, with curves of what both make together."""
    for group in groups(sources):
        for measure in group.reporting.measures:
            name = f"{slug(measure.name)}-against-{slug(measure.against)}{group.suffix}"
            yield from scatter(name, group.title, group.systems, measure, group.reporting)


def scatter(
    name: str, ending: str, systems: Sequence[System], measure: AnyMeasure, reporting: Reporting
) -> Iterator[View]:
    """A view of a measure against that which it names, if systems have both.

    Args:
        name: of the view and of its figure.
        ending: of its title.
        systems: those without one of the two are left out.
        measure: upwards.
        reporting: has the measure across, and that by which systems are ranked.
    """
    across = next((one for one in reporting.measures if one.name == measure.against), None)
    found = [] if across is None else [(one, _both(one, across, measure)) for one in systems]
    pairs = [(one, both) for one, both in found if both is not None]
    if across is None or not pairs:
        return
    kind, _, joint = (part.strip() for part in measure.curves.partition(":"))
    kind = kind if kind in _KINDS else ""
    whiskers = len(pairs) <= MOST_WHISKERS
    x = axis_of(across, ends([one for _, (one, _) in pairs], whiskers), whole=False)
    y = axis_of(measure, ends([one for _, (_, one) in pairs], whiskers), whole=False)
    most, least = (x.most, y.most), (x.least, y.least)
    curves = [Curve(f"{joint} {100 * one:.0f}", contour(one, kind, most, least)) for one in LEVELS if kind]
    title = f"{begun(across)} against {heading(measure)}{ending}"
    shown = [one for one, _ in pairs]
    others = list(dict.fromkeys(one.variant for one in shown if one.variant != OWN))
    hollow = f"outlined: {', '.join(others)}" if others else ""
    drawn = plot(title, x, y, _scattered(pairs, reporting.tested or measure.name), curves=curves, hollow=hollow)
    own = [one for one in shown if one.variant == OWN] or shown
    first = max(own, key=lambda one: one.estimates[measure.name].value or 0.0)
    whose = "" if len(own) == len(shown) else f" of the {len(own)} of systems' own answers"
    alt = f"{len(shown)} points; the highest {heading(measure)}{whose} is that of {first.name} with {first.context}."
    text = f"A point is a system with a context{_contexts_of(shown)}."
    if others:
        text += f" Outlined points are not the systems' own answers ({', '.join(others)})."
    if kind:
        text += f" Along a dashed curve {_KINDS[kind]} is the same; {joint} itself is a mean over units and may differ."
    text += " The axes begin where the points do."
    if any(one.low is not None for _, (_, one) in pairs):
        text += " Intervals are in the table" + (" and drawn as lines." if len(shown) <= MOST_WHISKERS else ".")
    table = systems_table(title, shown, [across, measure])
    yield View(name, title, text, (Figure(name, drawn, alt),), (table,))


_KINDS = {"product": "the product of both", "harmonic": "the harmonic mean of both"}


def _both(system: System, across: AnyMeasure, upwards: AnyMeasure) -> tuple[Estimate, Estimate] | None:
    pair = system.estimates.get(across.name), system.estimates.get(upwards.name)
    if pair[0] is None or pair[1] is None or pair[0].value is None or pair[1].value is None:
        return None
    return pair[0], pair[1]


def ends(estimates: Sequence[Estimate], whiskers: bool) -> list[float]:
    """Values that the axis must hold: intervals, too, where they are drawn."""
    ends = [(one.value, one.low, one.high) if whiskers else (one.value,) for one in estimates]
    return [end for some in ends for end in some if end is not None]


def _contexts_of(systems: Sequence[System]) -> str:
    n = len({one.context for one in systems})
    return "; each context has a colour and a shape" if 1 < n <= MOST_CONTEXTS else ""


def _scattered(pairs: Sequence[tuple[System, tuple[Estimate, Estimate]]], by: str) -> list[Series]:
    """Points, a series a context where these are few; the best and the worst by a measure have names."""
    ranked = sorted(
        pairs,
        key=lambda one: (
            one[0].variant != OWN,
            -(one[0].estimates[by].value or 0.0) if by in one[0].estimates else 0.0,
        ),
    )
    n_own = sum(one.variant == OWN for one, _ in pairs) or len(pairs)
    half = MOST_LABELS // 2
    few = len(pairs) <= MOST_WHISKERS
    contexts = list(dict.fromkeys(one.context for one, _ in pairs))
    apart = 1 < len(contexts) <= MOST_CONTEXTS
    series: dict[str, list[Point]] = {one: [] for one in contexts} if apart else {"": []}
    for rank, (one, (x, y)) in enumerate(ranked):
        is_named = few or rank < half or n_own - half <= rank < n_own
        label = "" if not is_named else one.name if apart else f"{one.name}, {one.context}"
        ends = (y.low, y.high, x.low, x.high)
        told = f"{one.name}, {one.context}"
        point = Point(x.value or 0.0, y.value or 0.0, *ends, name=told, label=label, hollow=one.variant != OWN)
        series[one.context if apart else ""].append(point)
    unnamed = "own" if n_own < len(pairs) else ""
    return [Series(name=name or unnamed, points=points, has_whiskers=few) for name, points in series.items()]
