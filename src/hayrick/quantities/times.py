"""Times of the day: "7 a.m.", "7.30pm", "19:30", in minutes from midnight."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hayrick import numerals as n
from hayrick.numerals import token as _get
from hayrick.quantities.values import Quantity

HOURS = 12
"""Of either half of the day."""

_HALVES_OF_DAY = frozenset(["am", "pm"])
_TIME = re.compile(r"(\d{1,2})(?:\.([0-5]\d))?(am|pm)?")
_MINUTE = re.compile(r"([0-5]\d)(am|pm)?")


def clock(lower: Sequence[str], i: int) -> Quantity | None:
    """A time of the day: "7 a.m.", "7.30pm", "19:30"."""
    following = _get(lower, i + 1)
    if following != ":" and following.replace(".", "") not in _HALVES_OF_DAY and not lower[i].endswith("m"):
        return None
    written = _TIME.fullmatch(lower[i])
    hour = int(written[1]) if written else n.ONES.get(lower[i], 0)
    minute, half, end = (written[2], written[3], i + 1) if written else (None, None, i + 1)
    if (
        _get(lower, end) == ":"
        and minute is None
        and half is None
        and (after := _MINUTE.fullmatch(_get(lower, end + 1)))
    ):
        minute, half, end = after[1], after[2], end + 2
    if half is None and (following := _get(lower, end).replace(".", "")) in _HALVES_OF_DAY:
        half, end = following, end + 1
    is_time = half is not None or (
        minute is not None and lower[end - 2] == ":" and ":" not in (_get(lower, i - 1), _get(lower, end))
    )
    if not is_time or hour > (HOURS if half else 2 * HOURS) or (half and not hour):
        return None
    minutes = 60 * (hour % HOURS + HOURS * (half == "pm") if half else hour) + int(minute or 0)
    return Quantity(minutes, "clock", "", i, end, minutes, 1.0, 2, False)


def before(first: Quantity, second: Quantity) -> Quantity:
    """The first time of a range, a bare number, in the half of the day in which it comes before the second."""
    morning = 60 * (first.number % HOURS)
    minutes = morning + 60 * HOURS if morning + 60 * HOURS < second.value else morning
    return first._replace(value=minutes, kind="clock", number=minutes)
