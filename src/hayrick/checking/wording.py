"""What a text says, as the local checker reads it: content words and quantities in order, each with its place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from hayrick.quantities import DATES, PLAIN, Quantity, quantities, restates
from hayrick.text import fold, term, words

_KEPT = 40
"""Longest chunk whose terms are kept for the next time."""

_CLOCK = re.compile(r"\d:\d")
_CHUNK = re.compile(r"[^\s。！？।॥，、；：]+")
"""Characters that are split into words together; in scripts without spaces at most what stands between two marks."""


class Wording(NamedTuple):
    """Terms of a text in order, the character at which each begins, the text's end, and its quantities.

    A term is the stem of a content word, or a quantity as its value: "forty-six million" and "46,000,000" are one.
    Times of day such as 18:30 are terms and no quantities: texts say them in too many ways to be compared.
    """

    terms: list[str]
    starts: list[int]
    end: int
    quantities: list[Quantity]


def read(text: str) -> Wording:
    """Read a text of any length and script; time grows linearly with its length."""
    folded = fold(text)
    found: list[str] = []
    starts: list[int] = []
    numbers = quantities(folded)
    done = 0
    for quantity in numbers:
        _read_words(folded, done, quantity.start, found, starts)
        found.append(_as_term(quantity))
        starts.append(quantity.start)
        done = quantity.end
    _read_words(folded, done, len(folded), found, starts)
    return Wording(found, starts, len(text), [one for one in numbers if not _is_of_clock(one, folded)])


def is_quantity(term: str) -> bool:
    """Whether a term is a quantity and no word."""
    return term.startswith("#")


def contradicted(claim: Sequence[Quantity], said: Sequence[Quantity]) -> bool:
    """Whether a quantity that a claim states is missing, and another one of its kind and unit stands there instead.

    Args:
        claim: quantities of the claim.
        said: quantities of the passage that fits the claim best.
    """
    missing = [one for one in claim if not any(_agree(one, other) for other in said)]
    rivals = [other for other in said if not any(_agree(one, other) for one in claim)]
    return any((one.kind, one.unit) == (other.kind, other.unit) for one in missing for other in rivals)


def _agree(one: Quantity, other: Quantity) -> bool:
    """Whether one may stand for the other: the same, coarser, or of one value ("3.1 million pounds" and "£3.1m")."""
    return _value(one) == _value(other) or restates(one, other) or restates(other, one)


def _is_of_clock(quantity: Quantity, text: str) -> bool:
    return _CLOCK.search(text, max(quantity.start - 2, 0), quantity.end + 2) is not None


def _as_term(quantity: Quantity) -> str:
    dated = quantity.kind in DATES - PLAIN
    return f"#{quantity.kind if dated else ''}{_value(quantity)}"


def _value(quantity: Quantity) -> str:
    return f"{quantity.value:.6g}"


def _read_words(text: str, start: int, end: int, found: list[str], starts: list[int]) -> None:
    for chunk in _CHUNK.finditer(text, start, end):
        # What is long seldom comes twice, and would fill the memory.
        for one in _terms(chunk[0]) if len(chunk[0]) <= _KEPT else _terms.__wrapped__(chunk[0]):
            found.append(one)
            starts.append(chunk.start())


@lru_cache(maxsize=200_000)
def _terms(chunk: str) -> tuple[str, ...]:
    return tuple(found for word in words(chunk) if (found := term(word)))
