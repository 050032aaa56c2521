"""Agreement of orders: the longest common subsequence with the right order.

Source: ETHIC, section 4.1.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence

from hayrick.measures.values import measure_of_answers
from hayrick.protocols import Measure
from hayrick.replies.orders import Order, released_order
from hayrick.types import Item, Judgement, Response, Score

Gold = tuple[int, ...]
"""Numbers of the options in their right order."""


def longest_common(a: Sequence[object], b: Sequence[object]) -> int:
    """Length of the longest common subsequence of two sequences.

    Time grows with the number of pairs of equal elements, and so with the lengths where the elements of `a` differ.

    Source: Hunt and Szymanski (1977).
    """
    places: dict[object, list[int]] = defaultdict(list)
    for place in range(len(a) - 1, -1, -1):
        places[a[place]].append(place)
    least: list[int] = []
    for one in b:
        for place in places.get(one, ()):
            at = bisect_left(least, place)
            least[at : at + 1] = [place]
    return len(least)


def order_share(gold: Gold, order: Order) -> float:
    """Length of the longest common subsequence over the longer of both; 1 where both are empty.

    Source: ETHIC, section 4.1.
    Differs: the original divides by the length of the right order, so that repeating all options once for each of them
        scores 1; here an option counts where it is first named, and an option that does not exist lengthens the answer.
    """
    longer = max(len(gold), len(order))
    return longest_common(gold, [one for one in order if one is not None]) / longer if longer else 1.0


def released_order_share(gold: Sequence[str], order: Sequence[str]) -> float:
    """Length of the longest common subsequence over that of the right order, which has one or more elements.

    Source: ETHIC's released scorer at commit f1a30fe.
    """
    return longest_common(gold, order) / len(gold)


def _placed_share(gold: Gold, order: Order) -> float:
    """Share of the options that the answer names."""
    return len(set(gold) & set(order)) / len(set(gold)) if gold else 1.0


ORDER_LCS: Measure[Gold, Order] = measure_of_answers(
    name="order_lcs",
    description="longest common subsequence with the right order, over the longer of both; repetitions do not count",
    source="ETHIC, section 4.1",
    value=order_share,
)
OPTIONS_PLACED: Measure[Gold, Order] = measure_of_answers(
    name="options_placed",
    description="share of the options that the answer names at all; those that it leaves out are wrong",
    value=_placed_share,
    main=False,
)


def _released(item: Item[Gold], response: Response[Order], judgements: Sequence[Judgement]) -> Iterator[Score]:
    """One row an item, from the reply as ETHIC's scorer reads it; an unreadable response fails with 0."""
    failed = response.answer is None or not item.gold
    value = 0.0 if failed else released_order_share([*map(str, item.gold)], released_order(response.reply))
    yield Score(response=response, measure=RELEASED_ORDER_LCS.name, unit=None, value=value, failed=failed)


RELEASED_ORDER_LCS: Measure[Gold, Order] = Measure(
    name="order_lcs.ethic",
    description="order_lcs as ETHIC's scorer has it: of all numbers of the reply, over the length of the right order",
    source="ETHIC's released scorer, f1a30fe",
    score=_released,
    counts="items",
    judged=False,
    main=False,
)
