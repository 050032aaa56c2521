"""Where a name, quantity or word stands in a text: what is said before and after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from hayrick.judges.coverage.words.function_words import SENTENCE_MARKS
from hayrick.numerals import MONTHS, WEEKDAYS
from hayrick.quantities.values import Quantity

LIKE = 1.0
"""Least overlap of two places that are taken for one: a stem in common on the same side, or two across."""


class Slot(NamedTuple):
    """A name, quantity or word with its neighbours: two stems before it, nearest first, and two stems after it."""

    before: tuple[str, ...]
    after: tuple[str, ...]
    terms: frozenset[str]
    quantity: Quantity | None

    def overlap(self, other: Slot) -> float:
        """Similarity of two contexts: number of shared stems on the same side, plus half of those on opposite sides."""
        before, after = frozenset(self.before), frozenset(self.after)
        across = len(before.intersection(other.after)) + len(after.intersection(other.before))
        return len(before.intersection(other.before)) + len(after.intersection(other.after)) + across / 2


class Beside(NamedTuple):
    """Terms that a text shares with another one, those of the other that it lacks, and those that it has more."""

    shared: frozenset[str]
    lost: frozenset[str]
    extra: frozenset[str]


def slot(line: Sequence[str], start: int, end: int, quantity: Quantity | None = None) -> Slot:
    """What stands from `start` to before `end` of a line of terms, with its neighbours."""
    before = tuple(_some(line[max(0, start - 12) : start][::-1])) or ("^",)
    after = tuple(_some(line[end : end + 12])) or ("$",)
    return Slot(before, after, frozenset(key for key in line[start:end] if key), quantity)


def names(tokens: Sequence[str], line: Sequence[str], proper: Set[str] | None) -> Iterator[tuple[int, int]]:
    """Start and end of each name, a run of capitalised words.

    Args:
        tokens: the text.
        line: a term for each token, empty where it says nothing of its own.
        proper: words that count as names even where they begin a sentence; None counts every capitalised word there.
    """
    begin = -1
    initial = True
    for i, token in enumerate(tokens):
        named = bool(line[i]) and line[i][0] != "#" and _is_name(tokens, i, initial, proper)
        if named and begin < 0:
            begin = i
        elif not named and begin >= 0:
            yield begin, i
            begin = -1
        initial = token in SENTENCE_MARKS or (initial and not token[0].isalnum())
    if begin >= 0:
        yield begin, len(tokens)


def _is_name(tokens: Sequence[str], i: int, initial: bool, proper: Set[str] | None) -> bool:
    token = tokens[i]
    if not token[0].isupper() or token in MONTHS or token in WEEKDAYS:
        return False
    if not initial or proper is None or token in proper or (len(token) > 1 and token.isupper()):
        return True
    return i + 1 < len(tokens) and tokens[i + 1][0].isupper()


def _some(keys: Sequence[str]) -> Iterator[str]:
    found = 0
    for key in keys:
        if key:
            yield key
            found += 1
            if found == 2:
                return
