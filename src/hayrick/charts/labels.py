"""Where labels of marks are written, so that each is read as that of its mark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hayrick.charts import drawing
from hayrick.charts.drawing import SMALL, Box

_SAME = 3.0
"""Marks that are so near to each other that one label serves both."""


def placed(
    marks: Sequence[tuple[float, float, str]], taken: list[Box], crossed: Sequence[Box], within: Box
) -> Iterator[tuple[Box, str, str]]:
    """Find places for labels, first come first served; a label without a place is left out.

    A label meets nothing, and no other mark is nearly as near to it as its own. It is written across an interval only
    where there is no other room.

    Args:
        marks: place and label of each mark; "" for no label.
        taken: where something stands already; the labels are added.
        crossed: intervals.
        within: where labels may stand.

    Yields:
        The place of a label, at which of its ends the text is anchored ("start" or "end"), and the label.
    """
    for x, y, label in marks:
        others = [place for *place, _ in marks if max(abs(place[0] - x), abs(place[1] - y)) > _SAME]
        free = [
            (box, anchor)
            for box, anchor in (_places(x, y, drawing.width_of(drawing.shown(label))) if label else ())
            if within.holds(box)
            and not any(box.meets(other) for other in taken)
            and not any(box.distance(*place) <= 1.25 * box.distance(x, y) for place in others)
        ]
        if free:
            clear = (one for one in free if not any(one[0].meets(other) for other in crossed))
            box, anchor = next(clear, free[0])
            taken.append(box)
            yield box, anchor, label


def _places(x: float, y: float, wide: float) -> Iterator[tuple[Box, str]]:
    """Where a label may stand, best first: right, left, above and below."""
    high = SMALL + 1
    for across, down in (
        (8, 0),
        (-8, 0),
        (5, -11),
        (5, 11),
        (-5, -11),
        (-5, 11),
        (5, -21),
        (5, 21),
        (-5, -21),
        (-5, 21),
    ):
        left = x + across if across > 0 else x + across - wide
        top = y + down - high / 2
        yield Box(left, top, left + wide, top + high), "start" if across > 0 else "end"
