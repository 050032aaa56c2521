"""Plots as self-contained SVG files: points or lines with intervals, bars, and heat maps. All text is escaped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

WIDTH, HEIGHT, LEFT, TOP, BOTTOM, LEGEND = 640, 400, 60, 40, 60, 220
COLOURS = ("#1b6ca8", "#d1495b", "#3f8f4f", "#8a5aa8", "#c77f1a", "#4d4d4d", "#2aa5a0", "#8c6d46")

NO_LEVELS: Mapping[str, float] = MappingProxyType({})

SLANT = 45
"""Degrees by which names are turned that are too long to stand side by side."""

LETTER = 6.2
"""Width of a letter, about, of size 11."""

DASHES = ("none", "7 3", "2 3", "9 3 2 3")
"""Of lines that have the same colour."""


class Point(NamedTuple):
    """A value, at most 1, and its interval, None where there is none."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None


def points(
    title: str,
    axis: str,
    series: Mapping[str, Sequence[Point]],
    ticks: Mapping[float, str],
    *,
    joined: bool,
    least: float = 0.0,
    levels: Mapping[str, float] = NO_LEVELS,
) -> str:
    """Values over numbers, a colour for each series.

    Args:
        title: above the plot.
        axis: what x is.
        series: name -> points, by ascending x.
        ticks: place on the x axis -> its label; at least one, and the plot reaches from the least to the greatest.
        joined: whether the points of a series are joined by a line.
        least: value at the bottom, < 1; the top is 1.
        levels: name -> value of a dashed line across the plot.
    """
    first, last = min(ticks), max(ticks)

    def across(x: float) -> float:
        return LEFT + (WIDTH - LEFT) * ((x - first) / (last - first) if last > first else 0.5)

    def up(y: float) -> float:
        return _up((max(y, least) - least) / (1 - least))

    parts = [
        *_axes(axis, least),
        *(_text(across(x), HEIGHT - BOTTOM + 18, name, "middle") for x, name in ticks.items()),
    ]
    for number, (name, given) in enumerate(series.items()):
        colour = COLOURS[number % len(COLOURS)]
        if joined:
            line = " ".join(f"{across(one.x):.1f},{up(one.y):.1f}" for one in given)
            dash = DASHES[number // len(COLOURS) % len(DASHES)]
            parts.append(f'<polyline fill="none" stroke="{colour}" stroke-dasharray="{dash}" points="{line}"/>')
        for one in given:
            if one.low is not None and one.high is not None:
                parts.append(_line(across(one.x), up(one.low), across(one.x), up(one.high), colour))
            parts.append(f'<circle cx="{across(one.x):.1f}" cy="{up(one.y):.1f}" r="4" fill="{colour}"/>')
        parts += _key(number, name, colour)
    for number, (name, value) in enumerate(levels.items(), start=len(series)):
        colour = COLOURS[number % len(COLOURS)]
        parts += [_line(LEFT, up(value), WIDTH, up(value), colour, dashed=True), *_key(number, name, colour)]
    return _whole(title, parts, (*series, *levels))


def bars(title: str, names: Sequence[str], series: Mapping[str, Sequence[float | None]]) -> str:
    """Bars side by side for each name, a colour for each series; None leaves a gap."""
    room = (WIDTH - LEFT) / max(1, len(names))
    wide = 0.8 * room / max(1, len(series))
    parts = [*_axes("")]
    slanted = LETTER * max(map(len, names), default=0) > room
    for place, name in enumerate(names):
        x, y = LEFT + (place + 0.5) * room, HEIGHT - BOTTOM + 14
        parts.append(_text(x, y, name, "start", 10, SLANT) if slanted else _text(x, y, name, "middle", 10))
    for number, (name, values) in enumerate(series.items()):
        colour = COLOURS[number % len(COLOURS)]
        for place, value in enumerate(values):
            if value is not None:
                x = LEFT + (place + 0.1) * room + number * wide
                high = HEIGHT - BOTTOM - _up(value)
                where = f'x="{x:.1f}" y="{_up(value):.1f}" width="{wide:.1f}" height="{high:.1f}"'
                parts.append(f'<rect {where} fill="{colour}"/>')
        parts += _key(number, name, colour)
    below = int(LETTER * max(map(len, names)) * 0.7) - BOTTOM + 30 if slanted else 0
    return _whole(title, parts, tuple(series), max(0, below))


def heat(title: str, axis: str, columns: Sequence[str], rows: Mapping[str, Sequence[float | None]]) -> str:
    """Cells from white (0) to blue (1) with their percent; None is left empty."""
    wide, high = (WIDTH - LEFT) / max(1, len(columns)), (HEIGHT - TOP - BOTTOM) / max(1, len(rows))
    parts = [_text(LEFT + (WIDTH - LEFT) / 2, HEIGHT - 15, axis, "middle")]
    parts += [_text(LEFT + (n + 0.5) * wide, HEIGHT - BOTTOM + 18, name, "middle") for n, name in enumerate(columns)]
    for row, (name, values) in enumerate(rows.items()):
        y = TOP + row * high
        parts.append(_text(LEFT - 6, y + high / 2 + 4, name, "end"))
        for column, value in enumerate(values):
            if value is not None:
                x, shade = LEFT + column * wide, _shade(value)
                parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}" fill="{shade}"/>')
                parts.append(_text(x + wide / 2, y + high / 2 + 4, f"{100 * value:.0f}", "middle"))
    return _whole(title, parts)


def _up(y: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - y)


def _shade(value: float) -> str:
    share = min(max(value, 0.0), 1.0)
    return "#" + "".join(f"{round(255 + (end - 255) * share):02x}" for end in (70, 150, 210))


def _axes(axis: str, least: float = 0.0) -> Iterator[str]:
    for fifth in range(6):
        y = _up(fifth / 5)
        yield _line(LEFT, y, WIDTH, y, "#dddddd")
        yield _text(LEFT - 6, y + 4, f"{100 * (least + (1 - least) * fifth / 5):.0f}", "end")
    yield _text(LEFT + (WIDTH - LEFT) / 2, HEIGHT - 15, axis, "middle")


def _key(number: int, name: str, colour: str) -> list[str]:
    y = TOP + 18 * number
    mark = f'<rect x="{WIDTH + 12}" y="{y - 9}" width="10" height="10" fill="{colour}"/>'
    return [mark, _text(WIDTH + 28, y, name, "start")]


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, *, dashed: bool = False) -> str:
    dashes = ' stroke-dasharray="6 4"' if dashed else ""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"{dashes}/>'


def _text(x: float, y: float, text: str, anchor: str, size: int = 12, turned: int = 0) -> str:
    turn = f' transform="rotate({turned} {x:.1f} {y:.1f})"' if turned else ""
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor={quoteattr(anchor)} font-size="{size}"{turn}'
    return f"<text {place}>{escape(text)}</text>"


def _whole(title: str, parts: Sequence[str], series: Sequence[str] = (), below: int = 0) -> str:
    """The picture, with room for the names of its series on the right, and for so much more at the bottom."""
    wide = WIDTH + max(LEGEND, 40 + int(LETTER * 1.1 * max(map(len, series), default=0)))
    high = max(HEIGHT + below, TOP + 18 * len(series))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif">'
    body = "\n".join(parts)
    return f"{head}\n{_text(LEFT, 20, title, 'start', 14)}\n{body}\n</svg>\n"
