"""By how much something is more or less: "50 minutes longer", "3 degrees below"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hayrick.numerals import listed
from hayrick.quantities.values import Quantity

_MORE = frozenset(
    listed(
        "more longer higher greater faster taller heavier later older better deeper further farther larger bigger"
        " warmer hotter stronger richer above ahead extra additional wider thicker louder dearer costlier"
    )
)
_LESS = frozenset(
    listed(
        "less fewer shorter lower smaller slower lighter earlier younger worse shallower nearer closer colder cooler"
        " weaker poorer below behind narrower thinner quieter cheaper"
    )
)
_PLAIN = frozenset(listed("more higher greater less fewer lower smaller"))
_UP = frozenset(
    listed("up rise rises rose risen increase increases increased growth grew grown climb climbed jump jumped surge")
)
_DOWN = frozenset(
    listed("down drop drops dropped fall falls fell fallen decline declined decrease decreased shrank plunge plunged")
)
"""What stands before a quantity by which something changes; beside it only plain words say the contrary: who waits ten
minutes less is ten minutes faster."""
_CHANGE, _BETWEEN = "change", frozenset(["by", "of"])
_AFTER_AMOUNT = 2
"""Within how many tokens after a quantity stands the word that says of what kind the difference is."""


class Degree(NamedTuple):
    """Where the word after a quantity stands that says of it that something is more, or less."""

    at: int
    is_more: bool


def degrees(lower: Sequence[str], quantities: Sequence[Quantity]) -> Iterator[tuple[tuple[str, str, float], Degree]]:
    """Kind, unit and value of each such quantity of a text, given its tokens in lower case, with its degree."""
    for q in quantities:
        for at in range(q.end, min(q.end + _AFTER_AMOUNT, len(lower))):
            if lower[at] in _MORE or lower[at] in _LESS:
                yield (q.kind, q.unit, q.value), Degree(at, lower[at] in _MORE)
                if lower[at] in _PLAIN:
                    yield (_CHANGE, q.unit, q.value), Degree(at, lower[at] in _MORE)
                break
        at = q.start - 1 - (q.start > 1 and lower[q.start - 1] in _BETWEEN)
        if at >= 0 and (lower[at] in _UP or lower[at] in _DOWN):
            yield (_CHANGE, q.unit, q.value), Degree(at, lower[at] in _UP)
