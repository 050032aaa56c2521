"""Which series a response belongs to, and at which point of it: an order, a budget, a length, a number of parts."""

from __future__ import annotations

from collections.abc import Callable

from hayrick.types import Response

ORDER, BUDGET, SEED, SHOWN, LENGTH, WANTED = "order", "budget_tokens", "seed", "shown", "length", "wanted"
RESHUFFLED = "random"
STORED = "stored"
BEST_FIRST = "best first"
_RANK = (STORED, BEST_FIRST, "top", "middle", "bottom")
_AS_STORED = ("full", "sentences")

Point = str | int
"""An order, or a budget in tokens."""

Split = Callable[[Response[object]], "tuple[str, Point] | None"]
"""Response -> name of the series and point in it; None if it belongs to no series."""


def by_order(response: Response[object]) -> tuple[str, Point] | None:
    """The context, with its budget if it has one; and its order, where each shuffle is an order of its own."""
    tags = response.all_tags
    if ORDER not in tags or SHOWN not in tags:
        return None
    budget = f"@{tags[BUDGET]}" if BUDGET in tags else ""
    order = str(tags[ORDER])
    return f"{tags[SHOWN]}{budget}", f"{order}{tags.get(SEED, 0)}" if order == RESHUFFLED else order


def by_budget(response: Response[object]) -> tuple[str, Point] | None:
    """The context, with its order where that is not the usual one of this context; and the budget."""
    tags = response.all_tags
    if BUDGET not in tags or SHOWN not in tags:
        return None
    shown, order = str(tags[SHOWN]), str(tags.get(ORDER, ""))
    own = STORED if shown in _AS_STORED else BEST_FIRST
    named = f"{order}{tags.get(SEED, 0)}" if order == RESHUFFLED else order
    return shown if order in ("", own) else f"{shown}/{named}", int(tags[BUDGET])


def by_length(response: Response[object]) -> tuple[str, Point] | None:
    """The context; and the length of the item."""
    length = response.all_tags.get(LENGTH)
    return (response.context, length) if isinstance(length, int) else None


def by_wanted(response: Response[object]) -> tuple[str, Point] | None:
    """The context; and the number of parts that are asked about."""
    wanted = response.all_tags.get(WANTED)
    return (response.context, wanted) if isinstance(wanted, int) else None


def order_of(point: str) -> str:
    """The order of a point: all shuffles are one."""
    return RESHUFFLED if point.startswith(RESHUFFLED) else point


def place_of(point: Point) -> tuple[int, int]:
    """By which points are sorted: numbers ascending; orders as stored, best first, top, middle, bottom, shuffles."""
    if isinstance(point, int):
        return 0, point
    if point in _RANK:
        return _RANK.index(point), 0
    number = point.removeprefix(RESHUFFLED)
    return len(_RANK), int(number) if number.isdecimal() and len(number) < 10 else 0
