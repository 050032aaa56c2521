"""Which terms of a text stand where."""

from __future__ import annotations

from collections.abc import Set
from itertools import compress

from hayrick.judges.coverage.texts.once import Once
from hayrick.judges.coverage.texts.places import LIKE, Slot, slot
from hayrick.judges.coverage.words.reading import Reading, form
from hayrick.judges.coverage.words.table_words import Word, word_of
from hayrick.text import STOP_WORDS

_PLACES = 4


class Positions:
    """The terms of one text in order, each view of them computed on first use."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading

    @Once
    def line(self) -> list[str]:
        """One term for each token, empty where the token says nothing of its own."""
        line = list(self.reading.line)
        for q in self.reading.quantities:
            line[q.start : q.end] = [form(q)] + [""] * (q.end - q.start - 1)
        return line

    @Once
    def terms(self) -> list[tuple[int, str]]:
        """Terms with their positions among the tokens."""
        return list(compress(enumerate(self.line), self.line))

    @Once
    def keys(self) -> list[str]:
        """Content stems and quantities in order."""
        return list(filter(None, self.line))

    @Once
    def first(self) -> dict[str, int]:
        """Index in `keys` of the first occurrence of each term."""
        keys = self.keys[::-1]
        return dict(zip(keys, range(len(keys) - 1, -1, -1), strict=True))

    @Once
    def near(self) -> frozenset[tuple[str, str]]:
        """Pairs of terms, the second at most three terms after the first."""
        keys = self.keys
        return frozenset(pair for step in (1, 2, 3) for pair in zip(keys, keys[step:], strict=False))

    @Once
    def bound(self) -> dict[tuple[str, str], bool]:
        """For each pair of adjacent terms, whether a function word stands between them."""
        found: dict[tuple[str, str], bool] = {}
        before, bound = "", False
        for key, token in zip(self.line, self.reading.lower, strict=True):
            if key:
                if before:
                    found[before, key] = bound
                before, bound = key, False
            elif token in STOP_WORDS:
                bound = True
        return found

    @Once
    def between(self) -> dict[tuple[str, str], tuple[int, str]]:
        """Each term, with its position, by its two neighbours, the last one where several have the same."""
        around = ["^", *self.keys, "$"]
        found = dict(zip(zip(around, around[2:], strict=False), self.terms, strict=True))
        found.pop(("^", "$"), None)
        return found

    @Once
    def spoken(self) -> frozenset[str]:
        """The distinct tokens in lower case, function words included."""
        return frozenset(self.reading.lower)

    def words_of(self, keys: Set[str]) -> dict[str, Word]:
        """For some of its terms the words that stand there first."""
        lower = self.reading.lower
        return {key: word_of(key, lower[i]) for i, key in reversed(self.terms) if key in keys}

    def token(self, word: str) -> Slot:
        """First occurrence of a lower-case token, which must be in `spoken`, with its neighbours."""
        at = self.reading.lower.index(word)
        return slot(self.line, at, at + 1)

    def places(self, key: str) -> list[Slot]:
        """The first few places of a content stem; one without surroundings where it has none."""
        found = [i for i, one in enumerate(self.line) if one == key][:_PLACES]
        return [slot(self.line, at, at + 1) for at in found] or [Slot((), (), frozenset([key]), None)]

    def meets(self, key: str, other: Positions, theirs: str, least: float = LIKE) -> bool:
        """Whether a stem stands in a like place as one of another text."""
        return any(a.overlap(b) >= least for a in self.places(key) for b in other.places(theirs))

    def positions(self, said: Set[str]) -> list[int]:
        """Positions of the terms that are in `said`; the beginning if there is none."""
        return [at for at, key in enumerate(self.line) if key and key in said] or [0]
