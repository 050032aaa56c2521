"""Words as the table of words has them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from hayrick.judges.coverage.words.denial_words import NONE
from hayrick.judges.coverage.words.vocabulary import kinds, narrowed


class Word(NamedTuple):
    """A term's key in the table of words, and its parts of speech there: of a participle "v" only."""

    key: str
    kinds: str


@lru_cache(maxsize=100_000)
def word_of(stem: str, token: str) -> Word:
    """The word of a table's stem that a token in lower case is a form of; "nobody" and the like are of no kind."""
    if token in NONE:
        return Word(stem, "")
    key = narrowed(stem, token)
    found = kinds(key)
    if token.endswith(("ed", "ing")) and not key.endswith(f" {token}") and "v" in found.lower():
        return Word(key, "v")
    return Word(key, found)
