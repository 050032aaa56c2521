"""Why insights cannot be assigned to documents: a set of insights for which room, or which for documents, falls short.

Sets of insights are bits of integers, from bit 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple


class Shortage(NamedTuple):
    """Why no assignment exists.

    `room`: the insights `insights` (bits) need `needed` places, but the `documents` documents that may hold one of them
    have room for only `possible`. `insights`: `documents` documents need `needed` insights in total, but only
    `possible` are available.
    """

    lacks: Literal["room", "insights"]
    insights: int
    documents: int
    needed: int
    possible: int


def no_room(may: Sequence[int], insights: int, least: Sequence[int], high: int) -> Shortage | None:
    """The shortage of room for these insights, or None.

    Args:
        may: for each document, the insights that it may hold, as bits.
        insights: the set, as bits.
        least: minimum number of documents of each insight.
        high: maximum number of insights of each document.
    """
    needed = sum(least[insight] for insight in bits(insights))
    loads = [min(high, (one & insights).bit_count()) for one in may if one & insights]
    if needed <= sum(loads):
        return None
    return Shortage("room", insights, len(loads), needed, sum(loads))


def no_insights(may: Sequence[int], insights: int, most: Sequence[int], low: int) -> Shortage | None:
    """The shortage of insights in documents that need these because they have too few others, or None.

    Args:
        may: for each document, the insights that it may hold, as bits.
        insights: the set, as bits.
        most: maximum number of documents of each insight.
        low: minimum number of insights of each document.
    """
    needy = [one for one in may if (one & ~insights).bit_count() < low]
    possible = sum(most[insight] for insight in bits(insights))
    possible += sum((one & ~insights).bit_count() for one in needy)
    if low * len(needy) <= possible:
        return None
    return Shortage("insights", insights, len(needy), low * len(needy), possible)


def bits(insights: int) -> Iterator[int]:
    """The set bits of an integer, ascending."""
    while insights:
        yield (insights & -insights).bit_length() - 1
        insights &= insights - 1
