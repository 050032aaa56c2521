"""Points and lines over two axes, with intervals, levels, curves, and the names of those that stand out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import NamedTuple

from hayrick.charts import drawing
from hayrick.charts.axes import Axis
from hayrick.charts.drawing import COLOURS, DASHES, FAINT, QUIET, SHAPES, Box, Key
from hayrick.charts.labels import placed

HIGH, TOP, LOW, LEFT, RIGHT = 330.0, 34.0, 46.0, 58.0, 28.0
"""Height of the plot, and room above, below and beside it."""

FEW = 4
"""Series whose intervals are drawn in full strength; those of more are fainter, so that marks stay seen."""

NONE: Mapping[str, float] = MappingProxyType({})


class Point(NamedTuple):
    """A value with its interval, and what is said of it."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None
    left: float | None = None
    right: float | None = None
    """Interval along x."""

    name: str = ""
    """Begins its tooltip."""

    label: str = ""
    """Written beside it, where there is room."""

    hollow: bool = False
    """Whether it is outlined: another version of something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """Points of one kind, by ascending x.

    Args:
        name: in the legend.
        points: the points.
        joined: whether a line joins them.
        stands_back: whether they are drawn in grey behind the others, with one line of the legend for all such series.
        neutral: whether it has the colour of text, a dashed line and outlined marks: a front around other points.
        has_whiskers: whether intervals are drawn; tooltips always tell them.
    """

    name: str
    points: Sequence[Point]
    joined: bool = False
    stands_back: bool = False
    neutral: bool = False
    has_whiskers: bool = True


class Curve(NamedTuple):
    """A thin line, such as a level of a measure that two others make, with its name at its end."""

    name: str
    points: Sequence[tuple[float, float]]


def plot(
    title: str,
    x: Axis,
    y: Axis,
    series: Sequence[Series],
    *,
    levels: Mapping[str, float] = NONE,
    curves: Sequence[Curve] = (),
    hollow: str = "",
) -> str:
    """Points and lines.

    Args:
        title: above the plot.
        x: the axis across.
        y: the axis upwards.
        series: at most eight that do not stand back have a colour, a shape and a dash of their own.
        levels: name -> value of a dashed line across the plot.
        curves: behind the points.
        hollow: what an outlined point is, in the legend.
    """
    drawn = list(_looks(series))
    behind = [(one, look) for one, look in drawn if one.stands_back]
    before = [(one, look) for one, look in drawn if not one.stands_back]
    asides = [_aside(number, before) for number in range(len(before))]
    frame = _Frame(x, y, max(asides, default=0.0))
    taken: list[Box] = []
    parts = [*frame.grid(), *frame.curves(curves)]
    for one, look in behind:
        parts += frame.series(one, look, 0.0, 1.0)
    for (one, look), aside in zip(before, asides, strict=True):
        parts += frame.series(one, look, aside, FEW / max(FEW, len(before)))
    parts += frame.levels(levels, taken)
    parts += frame.labels([one for one, _ in [*before, *behind]], taken)
    parts += frame.names_of_curves(curves, taken)
    keys = [
        Key(one.name, look.colour, look.shape, look.dash if one.joined else None, one.neutral) for one, look in before
    ]
    if behind:
        one, look = behind[0]
        keys.append(Key(f"others ({len(behind)})", QUIET, look.shape, "" if one.joined else None))
    if hollow:
        keys.append(Key(hollow, "", "circle", hollow=True))
    few = len(keys) == 1 and not keys[0].name
    told, height = drawing.legend([] if few else keys, LEFT, TOP + HIGH + LOW + 10, drawing.WIDTH - RIGHT)
    return drawing.whole(title, frame.described(series), drawing.WIDTH, TOP + HIGH + LOW + 6 + height, [*parts, *told])


def standing_out(series: Sequence[Series]) -> list[Series]:
    """The series with all but eight standing back: the best and the worst by their mean are kept, more of the best."""
    most = len(COLOURS)
    if len(series) <= most:
        return list(series)
    means = [sum(one.y for one in each.points) / max(1, len(each.points)) for each in series]
    order = sorted(range(len(series)), key=lambda number: -means[number])
    worst = most // 4
    kept = {*order[: most - worst], *order[len(order) - worst :]}
    return [replace(one, stands_back=number not in kept) for number, one in enumerate(series)]


class _Look(NamedTuple):
    colour: str
    shape: str
    dash: str


def _looks(series: Sequence[Series]) -> Iterator[tuple[Series, _Look]]:
    number = 0
    for one in series:
        if one.stands_back:
            yield one, _Look(QUIET, "circle", "")
            continue
        if one.neutral:
            yield one, _Look("", "circle", "6 4")
            continue
        at = number % len(COLOURS)
        dash = DASHES[(at + number // len(COLOURS)) % len(DASHES)]
        yield one, _Look(COLOURS[at], SHAPES[(at + number // len(COLOURS)) % len(SHAPES)], dash)
        number += 1


def _aside(number: int, series: Sequence[tuple[Series, _Look]]) -> float:
    """How far a line is moved aside, so that intervals of several lines at one place do not hide each other."""
    lines = [
        one.joined and one.has_whiskers and any(point.low is not None for point in one.points) for one, _ in series
    ]
    return 5.0 * (number - (len(lines) - 1) / 2) if all(lines) and len(lines) > 1 else 0.0


class _Frame(NamedTuple):
    """The plot between its axes."""

    x: Axis
    y: Axis
    inset: float = 0.0
    """How far marks are moved aside, for which there is room at both ends."""

    def across(self, value: float) -> float:
        room = 2 * self.inset if self.inset else 0.0
        return LEFT + room + (drawing.WIDTH - LEFT - RIGHT - 2 * room) * self.x.share(value)

    def up(self, value: float) -> float:
        return TOP + HIGH * (1 - self.y.share(value))

    def grid(self) -> Iterator[str]:
        """Lines and names of both axes; names that would meet are left out."""
        for value, name in self.y.ticks:
            yield drawing.line(LEFT, self.up(value), drawing.WIDTH - RIGHT, self.up(value), opacity=FAINT)
            yield drawing.text(LEFT - 7, self.up(value) + 4, name, "end")
        end, bottom = float("-inf"), TOP + HIGH
        for value, name in self.x.ticks:
            at, half = self.across(value), drawing.width_of(drawing.shown(name)) / 2
            yield drawing.line(at, bottom, at, bottom + 4, opacity=FAINT)
            if at - half > end + 4:
                yield drawing.name(at, bottom + 17, name, "middle")
                end = at + half
        middle = (LEFT + drawing.WIDTH - RIGHT) / 2
        yield drawing.text(middle, bottom + 36, self.x.title, "middle", size=drawing.NORMAL, quiet=True)
        yield drawing.text(15, TOP + HIGH / 2, self.y.title, "middle", size=drawing.NORMAL, quiet=True, turned=-90)

    def curves(self, curves: Sequence[Curve]) -> Iterator[str]:
        for one in curves:
            if len(one.points) > 1:
                places = [(self.across(x), self.up(y)) for x, y in one.points]
                yield drawing.path(places, wide=1.0, dash="3 4", opacity=0.45)

    def names_of_curves(self, curves: Sequence[Curve], taken: list[Box]) -> Iterator[str]:
        """At the end of each curve, where nothing stands yet: points and their labels come first."""
        for one in curves:
            places = [(self.across(x), self.up(y)) for x, y in one.points]
            if len(places) > 1:
                x, y = places[-1]
                # On the side of its end on which the curve itself is not.
                below = 15.0 if places[-2][1] < y and y + 15 < TOP + HIGH else 0.0
                where = Box(x - drawing.width_of(one.name) - 2, y - 13 + below, x, y - 2 + below)
                if not any(where.meets(other) for other in taken):
                    taken.append(where)
                    yield drawing.text(x - 2, y - 4 + below, one.name, "end", quiet=True)

    def levels(self, levels: Mapping[str, float], taken: list[Box]) -> Iterator[str]:
        """Dashed lines with their names above them."""
        for name, value in levels.items():
            y = self.up(value)
            yield drawing.line(LEFT, y, drawing.WIDTH - RIGHT, y, wide=1.4, dash="6 4")
            where = Box(LEFT + 4, y - 14, LEFT + 4 + drawing.width_of(drawing.shown(name)), y - 1)
            taken.append(where)
            yield drawing.name(where.left, y - 4, name)

    def series(self, one: Series, look: _Look, aside: float, strength: float) -> Iterator[str]:
        parts = []
        places = [(self.across(point.x) + aside, self.up(point.y)) for point in one.points]
        if one.joined and len(places) > 1:
            faint = 0.4 if one.stands_back else 1.0
            parts.append(drawing.path(places, dash=look.dash, wide=1.2 if one.stands_back else 2.0, opacity=faint))
        for point, (x, y) in zip(one.points, places, strict=True):
            if one.has_whiskers and not one.stands_back:
                ends = self.whiskers(point, x, y)
                parts += [drawing.line(*box, wide=1.4 * strength**0.5, opacity=0.75 * strength) for box in ends]
            size = 3.0 if one.stands_back else 7.0 if one.neutral else 4.2
            parts.append(drawing.mark(x, y, look.shape, size, self.tip(one, point), hollow=one.neutral or point.hollow))
        yield drawing.group(look.colour, parts)

    def whiskers(self, point: Point, x: float, y: float) -> Iterator[Box]:
        """Lines of the intervals that it has."""
        if point.low is not None and point.high is not None:
            yield Box(x, self.up(point.high), x, self.up(point.low))
        if point.left is not None and point.right is not None:
            yield Box(self.across(point.left), y, self.across(point.right), y)

    def tip(self, one: Series, point: Point) -> str:
        ends = (point.low, point.high)
        between = f" [{', '.join(self.y.show(end) for end in ends if end is not None)}]" if None not in ends else ""
        return f"{point.name or one.name}: {self.y.show(point.y)}{between}; {self.x.title} {self.x.show(point.x)}"

    def labels(self, series: Sequence[Series], taken: list[Box]) -> Iterator[str]:
        """Labels of points, where there is room; those on a front come first."""
        front = {(point.x, point.y) for one in series if one.neutral for point in one.points}
        points = sorted((point for one in series for point in one.points), key=lambda one: (one.x, one.y) not in front)
        marks = [(self.across(point.x), self.up(point.y), point.label) for point in points]
        taken += (Box(x - 4.5, y - 4.5, x + 4.5, y + 4.5) for x, y, _ in marks)
        crossed = [box for one in series if one.has_whiskers and not one.stands_back for box in self._crossed(one)]
        within = Box(LEFT, TOP - 6, drawing.WIDTH, TOP + HIGH)
        for box, anchor, label in placed(marks, taken, crossed, within):
            yield drawing.name(box.left if anchor == "start" else box.right, box.bottom - 2.5, label, anchor)

    def _crossed(self, one: Series) -> Iterator[Box]:
        """Intervals, as wide as they are seen."""
        for point in one.points:
            for box in self.whiskers(point, self.across(point.x), self.up(point.y)):
                yield Box(box.left - 1, box.top - 1, box.right + 1, box.bottom + 1)

    def described(self, series: Sequence[Series]) -> str:
        n = sum(len(one.points) for one in series)
        return f"{n} points of {len(series)} series: {self.y.title} against {self.x.title}."
