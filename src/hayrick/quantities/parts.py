"""Parts of a whole in words or digits as percent: "half of", "by a third", "1/3 of"."""

from __future__ import annotations

from collections.abc import Sequence

from hayrick import numerals as n
from hayrick.numerals import token as _get
from hayrick.quantities.values import Quantity
from hayrick.text import STOP_WORDS

_DIGITS_OF_PARTS = 3
"""Digits of either side of a fraction at most."""

_THAN = frozenset(
    n.listed("more fewer less lower higher smaller larger bigger cheaper dearer longer shorter faster slower")
)
"""After "a third": what tells a share of the difference."""

_WHEN = frozenset(n.listed("within since compared last next overnight annually"))
"""What may stand after "by a third", besides function words."""


def part(lower: Sequence[str], i: int) -> Quantity | None:
    """Fractions in words ("half of", "by a third") as percent; those of a magnitude ("half a million") are numbers."""
    if n.of_magnitude(lower, i):
        return None
    is_change = _get(lower, i - 1) == "by"
    if lower[i] == "half" and (_get(lower, i + 1) in {"of", "the"} or (is_change and ends_before(lower, i + 1))):
        return Quantity(50.0, "percent", "", i, i + 1, 50.0, 1.0, 2, False)
    if lower[i] in n.VULGAR:
        return _share(n.VULGAR[lower[i]], 1, i, i + 1) if _get(lower, i + 1) == "of" else None
    top = 1 if lower[i] == "a" else n.ONES.get(lower[i], 0)
    j = i + 2 if _get(lower, i + 1) == "-" else i + 1
    bottom = n.PARTS.get(_get(lower, j))
    if not top or not bottom or top >= bottom:
        return None
    following = _get(lower, j + 1)
    if top == 1 and following != "of" and following not in _THAN and not (is_change and ends_before(lower, j + 1)):
        return None
    return _share(top, bottom, i, j + 1)


def ends_before(lower: Sequence[str], i: int) -> bool:
    """Whether what stands before a token ends there: a third is no share before a noun ("by a third party")."""
    word = _get(lower, i)
    return not word[:1].isalpha() or (word in STOP_WORDS and word not in {"a", "an"}) or word in _WHEN


def fraction(lower: Sequence[str], i: int) -> Quantity | None:
    """A fraction in digits ("1/3 of") as percent; without "of" it may be a date, a score or more."""
    if _get(lower, i + 1) != "/" or _get(lower, i + 3) != "of" or n.is_number(_get(lower, i - 1)):
        return None
    top, bottom = lower[i], _get(lower, i + 2)
    if not (len(top) <= len(bottom) <= _DIGITS_OF_PARTS and top.isdecimal() and bottom.isdecimal()):
        return None
    return _share(int(top), int(bottom), i, i + 3) if 0 < int(top) < int(bottom) else None


def _share(top: float, bottom: int, start: int, end: int) -> Quantity:
    percent = 100 * top / bottom
    return Quantity(percent, "percent", "", start, end, percent, 1.0, 9, False)
