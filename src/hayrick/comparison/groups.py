"""Groups of systems that no test tells apart, as a compact letter display."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from string import ascii_letters
from typing import NamedTuple

ALPHA = 0.05
"""Systems are told apart where the adjusted p-value is at most this."""

_MOST = 200
"""Groups that are held while they are made: there can be exponentially many."""


class Group(NamedTuple):
    """Systems of which no two are told apart; no further system could be added."""

    letter: str
    systems: tuple[str, ...]


def groups(ordered: Sequence[str], apart: Iterable[tuple[str, str]]) -> list[Group] | None:
    """Find all largest groups of systems of which no two are told apart; a system can be in several.

    Two systems share a letter if and only if they are not told apart. Sharing one does not show that they are equal.

    Args:
        ordered: names of the systems, best first; groups are lettered in this order.
        apart: pairs that are told apart.

    Returns:
        None if there are more than 52 groups, or more than 200 while they are made.

    Source: Piepho (2004, J. Comput. Graph. Stat. 13), insert and absorb.
    """
    number = {name: i for i, name in enumerate(ordered)}
    columns = [2 ** len(ordered) - 1] if ordered else []
    for a, b in apart:
        first, second = 1 << number[a], 1 << number[b]
        split = [one for one in columns if one & first and one & second]
        kept = [one for one in columns if not (one & first and one & second)]
        for one in (part for column in split for part in (column & ~first, column & ~second)):
            if not any(one & other == one for other in kept):
                kept = [other for other in kept if other & one != other] + [one]
        columns = kept
        if len(columns) > _MOST:
            return None
    if len(columns) > len(ascii_letters):
        return None
    members = sorted(tuple(i for i in range(len(ordered)) if column >> i & 1) for column in columns)
    return [
        Group(letter, tuple(ordered[i] for i in some)) for letter, some in zip(ascii_letters, members, strict=False)
    ]
