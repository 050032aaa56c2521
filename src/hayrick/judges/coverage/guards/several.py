"""Several details that were replaced in a text whose other words are equal.

Each alone might be an honest rewording; two that have nothing to do with what they stand for are none.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Literal

from hayrick.judges.coverage.guards.exchanges import LONGEST
from hayrick.judges.coverage.guards.swaps import mean_the_same
from hayrick.judges.coverage.texts.facts import Facts
from hayrick.judges.coverage.words.lexicon import relation
from hayrick.judges.coverage.words.likeness import alike
from hayrick.judges.coverage.words.table_words import word_of
from hayrick.text import STOP_WORDS

_LEAST_EQUAL = 0.6
"""Least share of the insight's tokens, function words too, that the bullet has in their order."""

_LONGEST_PLACE = 3
_LEAST_SHARED = 0.4
"""Least share of the insight's terms that the bullet has, below which tokens are not compared."""

Change = Literal["noun", "word", "else"]
"""An unrelated noun stands for another one, another unrelated word does, or something else differs."""


def several_swapped(insight: Facts, bullet: Facts) -> bool:
    """Whether in a text that is otherwise the insight at least two words gave way to unrelated ones.

    These are more than all else that differs, and two of them are nouns; or one is, and nothing else differs.
    """
    _, lost, extra = bullet.beside(insight)
    if len(lost) < 2 or len(extra) < 2 or max(len(insight.keys), len(bullet.keys)) > LONGEST:
        return False
    if len(insight.said) - len(lost) < _LEAST_SHARED * len(insight.said):
        return False
    found = list(_changes(insight, bullet))
    nouns, others = found.count("noun"), found.count("else")
    unrelated = len(found) - others
    if unrelated < 2 or not nouns:
        return False
    return not others or (nouns > 1 and unrelated > others)


def _changes(insight: Facts, bullet: Facts) -> Iterator[Change]:
    """What differs, in order; nothing where too little is equal."""
    ours, theirs = insight.reading.lower, bullet.reading.lower
    codes = SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes()
    if sum(end - start for tag, start, end, _, _ in codes if tag == "equal") < _LEAST_EQUAL * len(ours):
        return
    for tag, start, end, begin, stop in codes:
        if tag == "replace" and max(end - start, stop - begin) <= _LONGEST_PLACE:
            yield _change(insight, end - 1, bullet, stop - 1)
        elif tag != "equal":
            yield "else"


def _change(insight: Facts, at: int, bullet: Facts, place: int) -> Change:
    """Kind of the change by which a token of the bullet stands in the place of one of the insight."""
    ours, theirs = insight.reading.lower[at], bullet.reading.lower[place]
    keys = insight.line[at], bullet.line[place]
    if not all(keys) or any(key[0] == "#" for key in keys) or not STOP_WORDS.isdisjoint((ours, theirs)):
        return "else"
    one, other = word_of(keys[0], ours), word_of(keys[1], theirs)
    if mean_the_same(one.key, other.key) or _are_alike(*keys) or relation(one.key, other.key) not in _UNRELATED:
        return "else"
    return "noun" if "n" in one.kinds.lower() and "n" in other.kinds.lower() else "word"


_UNRELATED = ("other", "contrary")


def _are_alike(a: str, b: str) -> bool:
    return any(stem == b for stem, _ in alike(a)) or any(stem == a for stem, _ in alike(b))
