"""Heat maps: a row a system, a column a condition, a cell its value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from hayrick.charts import drawing
from hayrick.charts.axes import as_percent
from hayrick.charts.drawing import COLOURS, Box

TOP, DARKEST, WIDEST, WIDEST_OF_HALF = 40.0, 0.62, 120.0, 74.0
"""Room for the title, opacity of the greatest value, and widths of the widest column of a chart and of a half one.

Text stays readable on every shade: on the darkest, black on white paper and white on a dark page have contrasts of 6
and more.
"""

SLANT = -40


class Cell(NamedTuple):
    """A value and what its tooltip adds, such as the interval."""

    value: float
    note: str = ""


def heat(
    title: str,
    columns: Sequence[str],
    rows: Mapping[str, Sequence[Cell | None]],
    *,
    axis: str = "",
    show: Callable[[float], str] = as_percent,
    ends: tuple[float, float] | None = None,
    is_half: bool = False,
) -> str:
    """Cells that are the darker the greater their value.

    Args:
        title: above.
        columns: their headings.
        rows: name -> a cell for each column, None where nothing is known.
        axis: what the columns are, above their headings.
        show: a value as it is written in its cell.
        ends: values of the lightest and the darkest shade; by default the least and the greatest that are given.
        is_half: whether the chart is one of several, of half the width.
    """
    given = [cell.value for cells in rows.values() for cell in cells if cell is not None]
    least, most = ends or (min(given, default=0.0), max(given, default=1.0))
    map_ = _Map.of(columns, rows, axis, is_half)
    parts, written = [*map_.heads(columns)], drawing.labels(rows)
    for number, (name, cells) in enumerate(rows.items()):
        parts.append(drawing.name(map_.left - 8, map_.top + (number + 0.5) * map_.high + 4, name, "end", written[name]))
        for column, cell in enumerate(cells):
            tip = f"{name}, {columns[column]}"
            parts += map_.cell(number, column, cell, _share(cell, least, most), show, tip)
    bottom = map_.top + len(rows) * map_.high
    if axis:
        middle = map_.left + len(columns) * map_.wide / 2
        parts.append(drawing.text(middle, TOP + 4, axis, "middle", size=drawing.NORMAL, quiet=True))
    told = f"{len(rows)} rows and {len(columns)} columns; values from {show(least)} to {show(most)}."
    return drawing.whole(title, told, drawing.HALF if is_half else drawing.WIDTH, bottom + 6, parts)


def _share(cell: Cell | None, least: float, most: float) -> float:
    """Where a value lies between the ends; where all are equal, in the middle, or at the light end if they are 0."""
    if cell is None or most <= least:
        return 0.0 if cell is not None and cell.value <= 0 else 0.5
    return (cell.value - least) / (most - least)


class _Map(NamedTuple):
    left: float
    top: float
    wide: float
    high: float
    slanted: bool

    @classmethod
    def of(cls, columns: Sequence[str], rows: Mapping[str, Sequence[Cell | None]], axis: str, is_half: bool) -> _Map:
        width, widest = (drawing.HALF, WIDEST_OF_HALF) if is_half else (drawing.WIDTH, WIDEST)
        left = 12 + max(map(drawing.width_of, drawing.labels(rows).values()), default=0.0)
        wide = min(widest, (width - left - 4) / max(1, len(columns)))
        longest = max(map(drawing.width_of, drawing.labels(columns).values()), default=0.0)
        slanted = longest > wide - 4
        if slanted:  # The last heading reaches beyond its column.
            wide = max(8.0, min(wide, (width - left - 4 - 0.77 * longest) / (len(columns) - 0.5)))
        top = TOP + (22 if axis else 0) + (0.66 * longest if slanted else 6)
        return cls(left, top, wide, 24.0 if len(rows) <= 24 else 18.0, slanted)

    def heads(self, columns: Sequence[str]) -> Iterator[str]:
        written = drawing.labels(columns)
        for number, name in enumerate(columns):
            x = self.left + (number + 0.5) * self.wide
            turned, anchor = (SLANT, "start") if self.slanted else (0, "middle")
            yield drawing.text(x, self.top - 7, written[name], anchor, turned=turned, whole=name)

    def cell(
        self, row: int, column: int, cell: Cell | None, share: float, show: Callable[[float], str], tip: str
    ) -> Iterator[str]:
        left, top = self.left + column * self.wide, self.top + row * self.high
        middle = left + self.wide / 2, top + self.high / 2 + 4
        if cell is None:
            yield drawing.text(*middle, "–", "middle", quiet=True)
            return
        told = f"{tip}: {show(cell.value)}{f' {cell.note}' if cell.note else ''}"
        box = Box(left + 1, top + 1, left + self.wide - 1, top + self.high - 1)
        yield drawing.group(
            COLOURS[0], [drawing.rectangle(box, opacity=0.04 + (DARKEST - 0.04) * share, tip=told)], "cell"
        )
        if drawing.width_of(show(cell.value)) <= self.wide:
            yield f'<g pointer-events="none">{drawing.text(*middle, show(cell.value), "middle")}</g>'
