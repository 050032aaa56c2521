"""A pool of texts that are used about equally often: a shuffled deck that is reshuffled when it is used up."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from random import Random

from hayrick.synthesis.assignment.flow import drawn


class Deck:
    """Deals texts one after the other.

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
