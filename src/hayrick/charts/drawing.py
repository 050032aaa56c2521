"""What every chart is drawn with: text that fits, marks, lines, colours, and the picture around them.

Colours are attributes and text has `currentColor`, so that a page with a strict policy can show a chart as it is, in
its own colours of text and ground. `as_file` adds a ground of its own, light or dark.
Source of the colours: Okabe and Ito, "Color Universal Design" (2008), darkened where contrast with white was below 3.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from math import hypot
from typing import NamedTuple
from unicodedata import east_asian_width

COLOURS = ("#0072b2", "#d55e00", "#00896a", "#b8629a", "#8a6d00", "#6a6fc9", "#b0475a", "#4f8a9c")
"""Each has a contrast of at least 3 with a white and with a dark ground; shapes and dashes tell them apart as well."""

QUIET = "#808488"
"""Of what stands behind: systems that are not named, published figures."""

SHAPES = ("circle", "square", "triangle", "diamond", "wedge", "cross", "plus", "bar")
DASHES = ("", "7 3", "2 3", "9 3 2 3", "12 4", "5 2 1 2", "1 4", "14 3 3 3")
SMALL, NORMAL, LARGE = 11.0, 12.0, 15.0
"""Sizes of text."""

BOLD = 1.06
"""How much wider bold text is."""

FAINT = 0.18
"""Opacity of lines of a grid."""

WIDTH = 760.0
HALF = 376.0
"""Width of a chart, and of one of those that a page shows two of side by side."""

LONGEST, LONGEST_KEY, LONGEST_LINE = 46, 40, 110
"""Characters of a name, of one in a narrow legend, and of any other line that are shown; the whole is the tooltip."""

MINUS = " \u2212 "
"""Between the two names of a difference."""

MOST_SAID = 400
"""Characters of a tooltip or a description."""

_UNSAFE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
_SIZE = re.compile(r'viewBox="0 0 (\d+) (\d+)" width="\d+" height="\d+"')
MARGIN = 16
"""Around a chart that is a file."""

_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
_GROUND = (
    "svg{color:#1b1f24;background:#fff}"
    "@media (prefers-color-scheme:dark){svg{color:#e6e8eb;background:#16181c}}"
    "@media print{svg{color:#000;background:#fff}}"
)


class Box(NamedTuple):
    """A rectangle of a picture, y downwards."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Whether both have a point in common."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def holds(self, other: Box) -> bool:
        """Whether the other lies within this one."""
        across = self.left <= other.left and other.right <= self.right
        return across and self.top <= other.top and other.bottom <= self.bottom

    def distance(self, x: float, y: float) -> float:
        """How far a point lies from it; 0 for one within."""
        return hypot(max(self.left - x, 0.0, x - self.right), max(self.top - y, 0.0, y - self.bottom))


def clean(text: str) -> str:
    """Text that XML can hold and that cannot turn the text around it: other characters are replaced."""
    return _UNSAFE.sub("\ufffd", text)


def shown(text: str, most: int = LONGEST) -> str:
    """A name as it is written: on one line, its middle left out where it is long."""
    line = _line(text, most)
    half = (most - 1) // 2
    return line if len(line) <= most else f"{line[: most - 1 - half]}…{line[-half:]}"


def labels(names: Iterable[str], most: int = LONGEST) -> dict[str, str]:
    """Names as one chart writes them: where the middle tells several apart, what they share before it is left out."""
    lines = {one: _line(one, most) for one in names}
    written = _unlike(list(dict.fromkeys(lines.values())), most)
    taken: dict[str, int] = {}
    for one, label in written.items():
        taken[label] = number = taken.get(label, 0) + 1
        written[one] = label if number == 1 else f"{label} ({number})"
    return {one: written[line] for one, line in lines.items()}


_BEGINNING, _SHARED, _LEAST = 10, 4, 32
"""Characters that stay of what names share: of its beginning and of its end; below so many it is not looked for."""


def _unlike(lines: Sequence[str], most: int) -> dict[str, str]:
    alike: dict[str, list[str]] = {}
    for one in lines:
        alike.setdefault(shown(one, most), []).append(one)
    found = {}
    for label, same in alike.items():
        differ = (at for at, letters in enumerate(zip(*same, strict=False)) if len(set(letters)) > 1)
        start = next(differ, min(map(len, same))) - _SHARED
        if len(same) == 1 or start <= _BEGINNING or most < _LEAST:
            found.update(dict.fromkeys(same, label))
        else:
            rests = _unlike([one[start:] for one in same], most - _BEGINNING - 1)
            found.update({one: f"{one[:_BEGINNING]}…{rests[one[start:]]}" for one in same})
    return found


def _line(text: str, most: int) -> str:
    return " ".join(clean(text[: 20 * most]).split())


def width_of(text: str, size: float = SMALL) -> float:
    """Width of a line of text, rather too much than too little."""
    return size * sum(map(_ems, text))


def _ems(letter: str) -> float:
    if east_asian_width(letter) in "WF":
        return 1.0
    return 0.4 if letter in " .,:;'|!iljtfI[]()" else 0.95 if letter in "mwMW@%" else 0.72 if letter.isupper() else 0.63


def text(
    x: float,
    y: float,
    line: str,
    anchor: str = "start",
    *,
    size: float = SMALL,
    turned: int = 0,
    quiet: bool = False,
    bold: bool = False,
    whole: str = "",
) -> str:
    """One line of text on the line y; `whole` is its tooltip, if that says more."""
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size:g}" fill="currentColor"'
    turn = f' transform="rotate({turned} {x:.1f} {y:.1f})"' if turned else ""
    looks = (' opacity="0.72"' if quiet else "") + (' font-weight="600"' if bold else "")
    written = shown(line, LONGEST_LINE)
    more = said(whole or line) if written != (whole or line) else ""
    return f"<text {place}{turn}{looks}>{more}{escape(written, quote=False)}</text>"


def name(x: float, y: float, given: str, anchor: str = "start", written: str = "") -> str:
    """A name of a user's, shortened where it is long; `written` is how it is shortened beside others."""
    return text(x, y, written or shown(given), anchor, whole=given)


def said(line: str) -> str:
    """A tooltip, which screen readers read."""
    return f"<title>{escape(clean(line[:MOST_SAID]), quote=False)}</title>" if line else ""


def line(x1: float, y1: float, x2: float, y2: float, *, wide: float = 1.0, dash: str = "", opacity: float = 1.0) -> str:
    """A straight line in the colour of its group."""
    looks = (f' stroke-dasharray="{dash}"' if dash else "") + (f' opacity="{opacity:g}"' if opacity < 1 else "")
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {ends} stroke="currentColor" stroke-width="{wide:g}"{looks}/>'


def path(points: Iterable[tuple[float, float]], *, wide: float = 1.8, dash: str = "", opacity: float = 1.0) -> str:
    """A line through points in the colour of its group."""
    through = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    looks = (f' stroke-dasharray="{dash}"' if dash else "") + (f' opacity="{opacity:g}"' if opacity < 1 else "")
    return f'<polyline points="{through}" fill="none" stroke="currentColor" stroke-width="{wide:g}"{looks}/>'


def rectangle(box: Box, *, opacity: float, tip: str) -> str:
    """A filled rectangle in the colour of its group."""
    place = f'x="{box.left:.1f}" y="{box.top:.1f}" width="{max(0.0, box.right - box.left):.1f}"'
    high = f'height="{max(0.0, box.bottom - box.top):.1f}"'
    return f'<rect {place} {high} fill="currentColor" fill-opacity="{opacity:.3g}">{said(tip)}</rect>'


_OUTLINES = {
    "square": ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    "triangle": ((0, -1.25), (1.2, 0.95), (-1.2, 0.95)),
    "diamond": ((0, -1.35), (1.35, 0), (0, 1.35), (-1.35, 0)),
    "wedge": ((0, 1.25), (1.2, -0.95), (-1.2, -0.95)),
    "bar": ((-0.5, -1.3), (0.5, -1.3), (0.5, 1.3), (-0.5, 1.3)),
}


def _arms(is_turned: bool) -> list[tuple[float, float]]:
    """Outline of a plus, or of a cross."""
    long, thin = 1.5, 0.45
    arm = [(thin, -thin), (thin, -long), (-thin, -long)]
    found = []
    for _ in range(4):
        found += arm
        arm = [(y, -x) for x, y in arm]
    return [((x - y) * 0.7071, (x + y) * 0.7071) for x, y in found] if is_turned else found


def mark(x: float, y: float, shape: str = "circle", size: float = 4.0, tip: str = "", *, hollow: bool = False) -> str:
    """A point in the colour of its group, with a tooltip."""
    looks = 'fill="none" stroke="currentColor" stroke-width="1.6"' if hollow else 'fill="currentColor"'
    if shape in _OUTLINES:
        corners = " ".join(f"{x + size * dx:.1f},{y + size * dy:.1f}" for dx, dy in _OUTLINES[shape])
        return f'<polygon points="{corners}" {looks}>{said(tip)}</polygon>'
    if shape in ("cross", "plus") and hollow:
        corners = " ".join(f"{x + size * dx:.1f},{y + size * dy:.1f}" for dx, dy in _arms(shape == "cross"))
        return f'<polygon points="{corners}" {looks}>{said(tip)}</polygon>'
    if shape in ("cross", "plus"):
        ends = ((-1, -1, 1, 1), (-1, 1, 1, -1)) if shape == "cross" else ((-1.3, 0, 1.3, 0), (0, -1.3, 0, 1.3))
        moves = " ".join(
            f"M{x + size * a:.1f} {y + size * b:.1f}L{x + size * c:.1f} {y + size * d:.1f}" for a, b, c, d in ends
        )
        return f'<path d="{moves}" stroke="currentColor" stroke-width="2.4" fill="none">{said(tip)}</path>'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:g}" {looks}>{said(tip)}</circle>'


def group(colour: str, parts: Iterable[str], kind: str = "series") -> str:
    """Parts of one colour; "" for that of the text."""
    own = f' color="{colour}"' if colour else ""
    return f'<g class="{kind}"{own}>{"".join(parts)}</g>'


class Key(NamedTuple):
    """One line of a legend."""

    name: str
    colour: str
    shape: str = ""
    dash: str | None = None
    """None for no line."""

    hollow: bool = False


def legend(keys: Sequence[Key], left: float, top: float, right: float) -> tuple[list[str], float]:
    """Keys in one row, or in columns if they need several; and the height that they take."""
    for most in (LONGEST, LONGEST_KEY):
        written = labels([key.name for key in keys], most)
        names = [written[key.name] for key in keys]
        widths = [34 + width_of(one) + 16 for one in names]
        # As many columns as fit, each as wide as its widest key.
        columns = next(n for n in range(max(1, len(keys)), 0, -1) if n == 1 or left + _wide(widths, n) <= right + 16)
        if columns > 1:
            break
    lefts = [left + _wide(widths, columns, at) for at in range(columns)]
    places = [(lefts[at % columns], top + at // columns * 19) for at in range(len(keys))]
    parts: list[str] = []
    for key, one, (x, y) in zip(keys, names, places, strict=True):
        drawn = [line(x, y - 4, x + 24, y - 4, wide=1.8, dash=key.dash)] if key.dash is not None else []
        drawn += [mark(x + 12, y - 4, key.shape, hollow=key.hollow)] if key.shape else []
        parts += [group(key.colour, drawn, "key"), text(x + 30, y, one, whole=key.name)]
    return parts, places[-1][1] - top + 19 if keys else 0.0


def _wide(widths: Sequence[float], columns: int, first: int | None = None) -> float:
    """Width of so many columns of keys, or of the first of them."""
    return sum(max(widths[at::columns], default=0.0) for at in range(columns if first is None else first))


def whole(title: str, description: str, width: float, height: float, parts: Iterable[str]) -> str:
    """The picture, with its title and description for screen readers."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="drawing" role="img" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" font-family="{_FONT}">'
    )
    told = f"{said(title)}<desc>{escape(clean(description[:MOST_SAID]), quote=False)}</desc>"
    size = LARGE if width_of(title, BOLD * LARGE) <= width and width > HALF else NORMAL
    most = int(len(title) * width / max(width, width_of(title, BOLD * size)))
    heading = text(0, 16, shown(title, most), size=size, bold=True, whole=title)
    return "\n".join([head, told, heading, *parts, "</svg>\n"])


def as_file(chart: str) -> str:
    """A chart as a file of its own, with a margin and a ground: dark where the viewer prefers it, white in print."""

    def size(found: re.Match[str]) -> str:
        wide, high = (int(one) + 2 * MARGIN for one in found.groups())
        return f'viewBox="-{MARGIN} -{MARGIN} {wide} {high}" width="{wide}" height="{high}"'

    return _SIZE.sub(size, chart, count=1).replace("<desc>", f"<style>{_GROUND}</style><desc>", 1)
