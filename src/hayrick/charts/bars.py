"""Bars side by side, and ranges: a line a name, with points, their intervals, and how far two of them lie apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from hayrick.charts import drawing
from hayrick.charts.axes import Axis
from hayrick.charts.drawing import COLOURS, FAINT, LONGEST, MINUS, SHAPES, Box, Key

TOP, HIGH, LEFT, RIGHT = 34.0, 260.0, 58.0, 18.0
SLANT = 35
TWO_LINES = 31.0
"""Height of a line whose name takes two."""

TALL = 500.0
"""Height from which on values of the axis stand above the chart, too."""


class Value(NamedTuple):
    """A value and its interval, None where there is none."""

    value: float
    low: float | None = None
    high: float | None = None


def bars(title: str, names: Sequence[str], series: Mapping[str, Sequence[Value | None]], y: Axis) -> str:
    """Bars from the least value of the axis, a colour for each series; None leaves a gap."""
    room = (drawing.WIDTH - LEFT - RIGHT) / max(1, len(names))
    wide = 0.82 * room / max(1, len(series))
    written = drawing.labels(names)
    longest = max(map(drawing.width_of, written.values()), default=0.0)
    slanted = longest > room - 4
    parts = []
    for value, tick in y.ticks:
        parts.append(drawing.line(LEFT, _up(y, value), drawing.WIDTH - RIGHT, _up(y, value), opacity=FAINT))
        parts.append(drawing.text(LEFT - 7, _up(y, value) + 4, tick, "end"))
    parts.append(drawing.text(15, TOP + HIGH / 2, y.title, "middle", size=drawing.NORMAL, quiet=True, turned=-90))
    for place, name in enumerate(names):
        x = LEFT + (place + 0.5) * room
        turned, anchor = (SLANT, "start") if slanted else (0, "middle")
        parts.append(drawing.text(x, TOP + HIGH + 17, written[name], anchor, turned=turned, whole=name))
    for number, (name, values) in enumerate(series.items()):
        left = LEFT + 0.09 * room + number * wide
        drawn = [
            part
            for place, value in enumerate(values)
            if value is not None
            for part in _bar(left + place * room, wide, value, y, f"{name}, {names[place]}")
        ]
        parts.append(drawing.group(COLOURS[number % len(COLOURS)], drawn))
    below = TOP + HIGH + (30 + 0.6 * longest if slanted else 30)
    # A slanted name may reach beyond the last bar.
    over = max(0.0, 0.82 * longest - room / 2 - RIGHT) if slanted else 0.0
    keys = [Key(name, COLOURS[number % len(COLOURS)], "square") for number, name in enumerate(series)]
    told, height = drawing.legend(keys, LEFT, below + 16, drawing.WIDTH - RIGHT)
    description = f"Bars of {len(series)} series for {len(names)} names: {y.title}."
    return drawing.whole(title, description, drawing.WIDTH + over, below + 8 + height, [*parts, *told])


def _up(y: Axis, value: float) -> float:
    return TOP + HIGH * (1 - y.share(value))


def _bar(x: float, wide: float, one: Value, y: Axis, name: str) -> Iterator[str]:
    base, top = _up(y, max(y.least, min(0.0, y.most))), _up(y, one.value)
    box = Box(x, min(base, top, base - 1.5), x + max(1.0, wide - 1), max(base, top))
    yield drawing.rectangle(box, opacity=0.85, tip=f"{name}: {_told(one, y)}")
    if one.low is not None and one.high is not None:
        middle = x + wide / 2
        ends = drawing.line(middle, _up(y, one.low), middle, _up(y, one.high), wide=1.2)
        yield drawing.group(drawing.QUIET, [ends], "interval")


def _told(one: Value, x: Axis) -> str:
    ends = f" [{x.show(one.low)}, {x.show(one.high)}]" if one.low is not None and one.high is not None else ""
    return f"{x.show(one.value)}{ends}"


class Line(NamedTuple):
    """One name with a value for each series, in the order of the series; None where there is none."""

    name: str
    values: Sequence[Value | None]
    note: str = ""
    """Written at the end of the line, such as n."""


def ends_of(lines: Sequence[Line]) -> list[float]:
    """All values of lines, and the ends of their intervals."""
    return [end for one in lines for value in one.values if value for end in value if end is not None]


def told_of_intervals(lines: Sequence[Line]) -> str:
    """What the title of an axis says of intervals: nothing where no value has one."""
    return ", 95 % intervals" if any(one and one.low is not None for line in lines for one in line.values) else ""


def ranges(
    title: str,
    x: Axis,
    series: Sequence[str],
    lines: Sequence[Line],
    *,
    joined: bool = False,
    zero: float | None = None,
    text: str = "",
) -> str:
    """A line a name, with a mark for each series and its interval.

    Args:
        title: above.
        x: the axis across.
        series: names of the series; one that is "" has no legend.
        lines: from top to bottom.
        joined: whether the marks of a line are joined, to show how far they lie apart.
        zero: value of an upright line, such as no difference.
        text: what is shown, for readers who do not see it.
    """
    written = _written([one.name for one in lines])
    left = 12 + max((drawing.width_of(part) for parts in written.values() for part in parts), default=0.0)
    right = 12 + max((drawing.width_of(one.note) for one in lines), default=0.0)
    high = 22.0 if len(lines) <= 30 else 15.0
    if any(len(parts) > 1 for parts in written.values()):
        high = TWO_LINES

    def across(value: float) -> float:
        return left + (drawing.WIDTH - left - right - 6) * x.share(value)

    bottom = TOP + len(lines) * high
    parts = list(_upright(x, across, bottom, (left + drawing.WIDTH - right) / 2))
    if zero is not None:
        parts.append(drawing.line(across(zero), TOP, across(zero), bottom, wide=1.2, dash="4 3"))
    for number, one in enumerate(lines):
        y = TOP + (number + 0.5) * high
        first = y + 4 - 6.5 * (len(written[one.name]) - 1)
        for at, part in enumerate(written[one.name]):
            parts.append(drawing.name(left - 8, first + 13 * at, one.name, "end", part))
        parts.append(drawing.text(drawing.WIDTH, y + 4, one.note, "end", quiet=True))
        places = [across(value.value) for value in one.values if value is not None]
        if joined and len(places) > 1:
            parts.append(drawing.line(min(places), y, max(places), y, wide=2.0, opacity=0.4))
        parts += _marks(one, series, y, across, x)
    keys = [Key(name, COLOURS[at % len(COLOURS)], SHAPES[at % len(SHAPES)]) for at, name in enumerate(series) if name]
    told, height = drawing.legend(keys, left, bottom + 58, drawing.WIDTH - 6)
    description = text or f"{len(lines)} lines: {x.title}."
    return drawing.whole(title, description, drawing.WIDTH, bottom + 46 + height, [*parts, *told])


def _written(names: Sequence[str]) -> dict[str, list[str]]:
    """Each name on a line; both names of a difference on two lines if one is too short for them."""
    sides = {one: one.split(MINUS) if one.count(MINUS) == 1 else [one] for one in names}
    known = drawing.labels([side for given in sides.values() for side in given])
    found = {}
    for one, given in sides.items():
        labels = [known[side] for side in given]
        whole = MINUS.join(labels)
        found[one] = (
            [whole] if len(given) == 1 or len(whole) <= LONGEST else [labels[0], f"{MINUS.lstrip()}{labels[1]}"]
        )
    return found


def _upright(x: Axis, across: Callable[[float], float], bottom: float, middle: float) -> Iterator[str]:
    """Upright lines of the grid, their values, above a tall chart as well, and what they are."""
    for value, tick in x.ticks:
        yield drawing.line(across(value), TOP, across(value), bottom, opacity=FAINT)
        yield drawing.text(across(value), bottom + 16, tick, "middle")
        if bottom > TOP + TALL:
            yield drawing.text(across(value), TOP - 3, tick, "middle")
    yield drawing.text(middle, bottom + 35, x.title, "middle", size=drawing.NORMAL, quiet=True)


def _marks(one: Line, series: Sequence[str], y: float, across: Callable[[float], float], x: Axis) -> Iterator[str]:
    """Marks of one line; where several have intervals they stand a little apart."""
    apart = 4.0 if sum(value is not None and value.low is not None for value in one.values) > 1 else 0.0
    for at, value in enumerate(one.values):
        if value is None:
            continue
        down = y + apart * (at - (len(one.values) - 1) / 2)
        drawn = []
        if value.low is not None and value.high is not None:
            drawn.append(drawing.line(across(value.low), down, across(value.high), down, wide=1.4, opacity=0.75))
        tip = ", ".join(part for part in (one.name, series[at]) if part)
        drawn.append(
            drawing.mark(across(value.value), down, SHAPES[at % len(SHAPES)], 4.0, f"{tip}: {_told(value, x)}")
        )
        yield drawing.group(COLOURS[at % len(COLOURS)], drawn)
