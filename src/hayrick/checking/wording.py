"""Reads a text for the local checker: content words and quantities in order, with their places."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from hayrick.quantities import DATES, PLAIN, Quantity, quantities, restates
from hayrick.text import fold, term, words

_KEPT = 40
"""Longest chunk, in characters, whose terms are cached."""

_MOST_APART = 0.04
"""Quantities that say the same differ by less than this share of the larger one."""

_CLOCK = re.compile(r"\d:\d")
_CHUNK = re.compile(r"[^\s。！？।॥，、；：]+")
"""Chunks that are split into words; in scripts without spaces, punctuation separates them."""


class Wording(NamedTuple):
    """Terms of a text in order, the first character of each, the text's length, and its quantities.

    A term is the stem of a content word, or the value of a quantity: "forty-six million" and "46,000,000" are equal.
    Times of day such as 18:30 are terms but not quantities, as their notation varies too much to be compared.
    """

    terms: list[str]
    starts: list[int]
    end: int
    quantities: list[Quantity]


def read(text: str) -> Wording:
    """Read a text of any length and script, in linear time."""
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
    """Whether a term is a quantity, not a word."""
    return term.startswith("#")


def contradicted(claim: Sequence[Quantity], said: Sequence[Quantity]) -> bool:
    """Whether a quantity of a claim is replaced by another one of the same kind and unit.

    Args:
        claim: quantities of the claim.
        said: quantities of the passage that fits the claim best.
    """
    said_kinds = {(one.kind, one.unit) for one in said} if claim else ()
    missing = {(one.kind, one.unit) for one in claim if (one.kind, one.unit) in said_kinds and not agrees(one, said)}
    return bool(missing) and any((one.kind, one.unit) in missing and not agrees(one, claim) for one in said)


def agrees(one: Quantity, others: Sequence[Quantity]) -> bool:
    """Whether a quantity says the same as one of others; most are too far from it to be compared in full."""
    value = one.value
    near = [other for other in others if abs(value - other.value) <= _MOST_APART * max(value, other.value)]
    return any(agree(one, other) for other in near)


def agree(one: Quantity, other: Quantity) -> bool:
    """Whether two quantities say the same: equal, rounded, or of equal value ("3.1 million pounds" and "£3.1m")."""
    return _value(one) == _value(other) or restates(one, other) or restates(other, one)


def _is_of_clock(quantity: Quantity, text: str) -> bool:
    return _CLOCK.search(text, max(quantity.start - 2, 0), quantity.end + 2) is not None


def _as_term(quantity: Quantity) -> str:
    dated = quantity.kind in DATES - PLAIN
    return f"#{quantity.kind if dated else ''}{_value(quantity)}"


def _value(quantity: Quantity) -> str:
    return f"{quantity.value:.6g}"


def _read_words(text: str, start: int, end: int, found: list[str], starts: list[int]) -> None:
    for match in _CHUNK.finditer(text, start, end):
        chunk = match[0]
        # Long chunks seldom recur and would fill the cache.
        if terms := _terms(chunk) if len(chunk) <= _KEPT else _terms.__wrapped__(chunk):
            found += terms
            starts += [match.start()] * len(terms)


@lru_cache(maxsize=200_000)
def _terms(chunk: str) -> tuple[str, ...]:
    return tuple(found for word in words(chunk) if (found := term(word)))
