"""Assigns insights to documents: deals at random, then repairs along alternating paths until every bound is met.

Repair augments a flow between insights and documents: if a search finds no path, the set it reached is a cut, which
explains why no assignment exists (`shortage`).
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import deque
from collections.abc import Hashable, Iterator, Sequence
from itertools import accumulate, islice
from random import Random

from hayrick.synthesis.assignment.shortage import Shortage, bits, no_insights, no_room
from hayrick.synthesis.drawing import drawn

_STRETCH = 16
"""Number of documents that a search considers for one insight before it turns to the next."""


class Places:
    """An assignment of insights to documents.

    Args:
        may: for each document, the insights that it may hold, as bits.
        kinds: for each document, a key that groups documents with similar `may`; it speeds up searching.
        insights: number of insights.
        draw: source of randomness, used only by `__init__` and `fill`.
    """

    def __init__(self, may: Sequence[int], kinds: Sequence[Hashable], insights: int, draw: Random) -> None:
        self.may = may
        self.holds = [0] * len(may)
        """For each document, the insights that it holds, as bits."""

        self.loads = [0] * len(may)
        """Number of insights of each document."""

        self.counts = [0] * insights
        """Number of documents of each insight."""

        self._draw = draw
        numbers = {kind: number for number, kind in enumerate(dict.fromkeys(kinds))}
        self._kind = [numbers[kind] for kind in kinds]
        self._order = drawn(range(len(may)), draw)
        self._lack = [[0] * insights for _ in numbers]  # Kind -> insight -> documents that may hold it and do not.
        self._lacking = [0] * len(numbers)  # Kind -> bits of the insights that some document lacks so.
        for kind, allowed in zip(self._kind, may, strict=True):
            self._lacking[kind] |= allowed
            for insight in bits(allowed):
                self._lack[kind][insight] += 1
        # Insight -> kind -> documents that hold it, including some that no longer do.
        self._held_by: list[dict[int, array[int]]] = [{} for _ in range(insights)]
        self._room: Sequence[int] = ()
        self._ahead: list[Iterator[int]] = []
        self._next: list[int | None] = []

    def fill(
        self, wanted: Sequence[int], most: Sequence[int], room: Sequence[int], total: int, patience: int | None = None
    ) -> None:
        """Give insights their documents as room permits, then more than wanted until the total is reached.

        With a sufficient total and without a limit on patience, the result is a largest assignment within the bounds.

        Args:
            wanted: documents of each insight.
            most: maximum number of documents of each insight.
            room: maximum number of insights of each document.
            total: number of places to fill; may exceed the sum of `wanted`.
            patience: documents to consider for one place before giving up on its insight; None for no limit.
        """
        self._deal(wanted, room)
        self._set_room(room)
        shut = 0
        order = drawn(range(len(wanted)), self._draw)
        for insight in order:
            while self.counts[insight] < wanted[insight] and not shut >> insight & 1:
                shut |= self._seat(insight, None, patience) or 0
        rising = order
        while sum(self.counts) < total and rising:
            rising = [i for i in rising if self.counts[i] < most[i] and not shut >> i & 1]
            for insight in rising[: total - sum(self.counts)]:
                shut |= self._seat(insight, None, patience) or 0

    def settle(self, least: Sequence[int], most: Sequence[int], low: int, high: int) -> Shortage | None:
        """Move, add and drop places until each insight has `least` to `most` documents, each document `low` to `high`.

        Beforehand, no count may exceed `most` and no load `high`.

        Returns:
            None if all bounds are met, else the reason why no assignment meets them.
        """
        everything = (1 << len(least)) - 1
        if shortage := no_room(self.may, everything, least, high) or no_insights(self.may, everything, most, low):
            return shortage
        self._set_room([high] * len(self.may))
        for insight, need in enumerate(least):
            while self.counts[insight] < need:
                if (reached := self._seat(insight, least)) is not None:
                    return no_room(self.may, reached, least, high)
        for document in range(len(self.may)):
            while self.loads[document] < low:
                if (reached := self._feed(document, most, low)) is not None:
                    return no_insights(self.may, reached, most, low)
        return None

    def _deal(self, wanted: Sequence[int], room: Sequence[int]) -> None:
        """Deal shuffled slots, one per document and insight it has room for; insights with the fewest options first."""
        slots: list[list[int]] = [[] for _ in self._lack]
        for document in drawn((document for document, places in enumerate(room) for _ in range(places)), self._draw):
            slots[self._kind[document]].append(document)
        allowed = [sum(lack[insight] for lack in self._lack) for insight in range(len(wanted))]
        for insight in sorted(drawn(range(len(wanted)), self._draw), key=lambda i: allowed[i] - wanted[i]):
            decks = [deck for deck, lack in zip(slots, self._lack, strict=True) if lack[insight]]
            passed: list[int] = []
            while self.counts[insight] < wanted[insight] and (decks := [deck for deck in decks if deck]):
                for document in self._slots(decks, wanted[insight] - self.counts[insight]):
                    if self._lacks(document) >> insight & 1:
                        self._give(insight, document)
                    else:
                        passed.append(document)
            for document in passed:
                deck = slots[self._kind[document]]
                deck.append(document)
                k = int(self._draw.random() * len(deck))
                deck[k], deck[-1] = deck[-1], deck[k]

    def _slots(self, decks: Sequence[list[int]], number: int) -> Iterator[int]:
        """Yield one to `number` slots, each from a deck drawn by current size."""
        ends = list(accumulate(map(len, decks)))
        for _ in range(number):
            if deck := decks[bisect_right(ends, int(self._draw.random() * ends[-1]))]:
                yield deck.pop()

    def _set_room(self, room: Sequence[int]) -> None:
        self._room = room
        self._ahead = [iter(self._order) for _ in self.counts]
        self._next = [next(ahead, None) for ahead in self._ahead]

    def _seat(self, insight: int, least: Sequence[int] | None, patience: int | None = None) -> int | None:
        """Give an insight one more document, moving others if necessary.

        The path ends at a document with room or, if `least` is given, at an insight that can spare a document. It is
        searched backwards: from insights that can move to those that can take the places they leave.

        Args:
            insight: the insight.
            least: documents that each insight keeps; None to keep all counts.
            patience: maximum number of documents to consider.

        Returns:
            None, or the insights that are on no path, as bits; only this one if patience ended.
        """
        takes: dict[int, tuple[int, int]] = {}
        reached, looks = self._ends(least), 0

        def holders(giver: int) -> Iterator[int]:
            for kind, some in self._held_by[giver].items():
                for document in some:
                    if not self._lacking[kind] & ~reached:
                        break
                    if self.holds[document] >> giver & 1:
                        yield document

        turns = deque((giver, holders(giver)) for giver in bits(reached))
        while turns and not reached >> insight & 1:
            giver, ahead = turns.popleft()
            some = list(islice(ahead, _STRETCH))
            looks += len(some)
            if patience is not None and looks > patience:
                return 1 << insight
            for document in some:
                if new := self._lacks(document) & ~reached:
                    reached |= new
                    takes.update((taker, (giver, document)) for taker in bits(new))
                    turns.extend((taker, holders(taker)) for taker in bits(new))
            if some:
                turns.append((giver, ahead))
        if not reached >> insight & 1:
            return ((1 << len(self.counts)) - 1) & ~reached
        while insight in takes:
            giver, document = takes[insight]
            self._take(giver, document)
            self._give(insight, document)
            insight = giver
        if (open := self._with_room(insight)) is not None:
            self._give(insight, open)
        return None

    def _ends(self, least: Sequence[int] | None) -> int:
        """Insights that can take one more document, or spare one, without moving others."""
        ends = 0
        for insight, count in enumerate(self.counts):
            if (least is not None and count > least[insight]) or self._with_room(insight) is not None:
                ends |= 1 << insight
        return ends

    def _with_room(self, insight: int) -> int | None:
        """A document that can also hold it; while room is unchanged, such documents only become fewer."""
        while (document := self._next[insight]) is not None:
            if self.loads[document] < self._room[document] and self._lacks(document) >> insight & 1:
                break
            self._next[insight] = next(self._ahead[insight], None)
        return document

    def _lacks(self, document: int) -> int:
        return self.may[document] & ~self.holds[document]

    def _holders(self, insight: int) -> Iterator[int]:
        for some in self._held_by[insight].values():
            yield from (document for document in some if self.holds[document] >> insight & 1)

    def _feed(self, hungry: int, most: Sequence[int], low: int) -> int | None:
        """Give a document one more insight: a new place, or one of a document with more than `low`, by trades.

        Returns:
            None, or all insights that were reached in vain, as bits.
        """
        gains: dict[int, int] = {}
        loses: dict[int, int] = {}
        reached = 0
        queue = [hungry]
        for taker in queue:
            for insight in bits(self._lacks(taker) & ~reached):
                gains[insight] = taker
                reached |= 1 << insight
                if self.counts[insight] < most[insight]:
                    self._trade(hungry, gains, loses, insight)
                    return None
                for giver in self._holders(insight):
                    if giver in loses or giver == hungry:
                        continue
                    loses[giver] = insight
                    if self.loads[giver] > low:
                        self._take(insight, giver)
                        self._trade(hungry, gains, loses, insight)
                        return None
                    queue.append(giver)
        return reached

    def _trade(self, hungry: int, gains: dict[int, int], loses: dict[int, int], insight: int) -> None:
        while (taker := gains[insight]) != hungry:
            self._give(insight, taker)
            insight = loses[taker]
            self._take(insight, taker)
        self._give(insight, hungry)

    def _give(self, insight: int, document: int) -> None:
        kind = self._kind[document]
        self._lack[kind][insight] -= 1
        if not self._lack[kind][insight]:
            self._lacking[kind] ^= 1 << insight
        self._held_by[insight].setdefault(kind, array("q")).append(document)
        self.holds[document] |= 1 << insight
        self.counts[insight] += 1
        self.loads[document] += 1

    def _take(self, insight: int, document: int) -> None:
        kind = self._kind[document]
        self._lack[kind][insight] += 1
        self._lacking[kind] |= 1 << insight
        self.holds[document] ^= 1 << insight
        self.counts[insight] -= 1
        self.loads[document] -= 1
