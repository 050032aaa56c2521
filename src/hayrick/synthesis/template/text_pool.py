"""Pools of texts and of wordings that are used about equally often."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from random import Random

from hayrick.synthesis.drawing import drawn
from hayrick.synthesis.grammar import Pattern, n_variants, variant

MOST_WORDINGS = 100
"""Largest number of wordings of one text that are dealt before they are dealt again."""


class Deck:
    """Deals texts one after the other: shuffled, and shuffled anew when all are dealt.

    Args:
        texts: at least one.
        draw: source of randomness for shuffling.
    """

    def __init__(self, texts: Sequence[str], draw: Random) -> None:
        self.texts = tuple(texts)
        self._draw = draw
        self._left: deque[str] = deque()

    def next(self, used: Collection[str], *, again: bool = False) -> str | None:
        """Deal the next text that is not in `used`; skipped texts come first next time.

        Args:
            used: texts that must not be dealt now.
            again: deal a used text rather than none.

        Returns:
            The text; None if all texts are used.
        """
        passed: list[str] = []
        found: str | None = None
        for _ in range(2):
            while self._left and found is None:
                text = self._left.popleft()
                if text in used:
                    passed.append(text)
                else:
                    found = text
            if found is not None:
                break
            fresh = [text for text in self.texts if text not in passed]
            self._left.extend(drawn(fresh, self._draw))
        self._left.extendleft(reversed(passed))
        if found is None and again:
            found = self._left.popleft()
        return found


class Wordings:
    """Deals wordings of texts with choices: the texts equally often, and no wording again while another is left.

    Where a text has fewer wordings than others, the second goes first.

    Args:
        texts: at least one.
        draw: source of randomness for the order.
    """

    def __init__(self, texts: Sequence[str], draw: Random) -> None:
        self._texts = tuple(texts)
        self._draw = draw
        self._used = [0] * len(self._texts)
        self._left: list[list[int]] = [[] for _ in self._texts]
        self._dealt: set[Pattern] = set()

    def next(self) -> Pattern:
        """Deal the next wording, with its slots still open."""
        while True:
            if not any(self._left):
                self._dealt.clear()
                self._left = [drawn(_numbers(text), self._draw) for text in self._texts]
            open = [place for place, left in enumerate(self._left) if left]
            fewest = min(self._used[place] for place in open)
            (chosen,) = drawn([place for place in open if self._used[place] == fewest], self._draw, 1)
            wording = variant(self._texts[chosen], self._left[chosen].pop())
            if wording not in self._dealt:
                self._dealt.add(wording)
                self._used[chosen] += 1
                return wording


def _numbers(text: str) -> list[int]:
    """Numbers of a text's wordings; of more than `MOST_WORDINGS`, every n-th."""
    number = n_variants(text)
    kept = min(number, MOST_WORDINGS)
    return [k * number // kept for k in range(kept)]
