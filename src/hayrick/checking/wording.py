"""Reads a text for the local checker: content words and quantities in order, with their places."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from hayrick.quantities.texts import Chunks, in_chunks, split
from hayrick.quantities.values import DATES, PLAIN, Quantity, restates
from hayrick.text import KEPT, fold, term, words

MOST_APART = 0.04
"""Quantities that say the same differ by less than this share of the larger one."""

_CLOCK = re.compile(r"\d:\d")
_DATED = DATES - PLAIN


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
    chunks = split(folded)
    words = _Words(folded, chunks)
    numbers = in_chunks(chunks)
    done = 0
    for quantity in numbers:
        words.read(done, quantity.start)
        words.add((_as_term(quantity),), quantity.start)
        done = quantity.end
    words.read(done, len(folded))
    kept = [one for one in numbers if one.kind != "clock" and not _is_of_clock(one, folded)]
    return Wording(words.terms(), words.starts(), len(text), kept)


def is_quantity(term: str) -> bool:
    """Whether a term is a quantity, not a word."""
    return term.startswith("#")


def agrees(one: Quantity, others: Sequence[Quantity]) -> bool:
    """Whether a quantity says the same as one of others; most are too far from it to be compared in full."""
    value = one.value
    near = [other for other in others if abs(value - other.value) <= MOST_APART * max(value, other.value)]
    return any(agree(one, other) for other in near)


def agree(one: Quantity, other: Quantity) -> bool:
    """Whether two quantities say the same: equal, rounded, or of equal value ("3.1 million pounds" and "£3.1m")."""
    return _value(one) == _value(other) or restates(one, other) or restates(other, one)


def _is_of_clock(quantity: Quantity, text: str) -> bool:
    start, end = max(quantity.start - 2, 0), quantity.end + 2
    return ":" in text[start:end] and _CLOCK.search(text, start, end) is not None


def _as_term(quantity: Quantity) -> str:
    return f"#{quantity.kind if quantity.kind in _DATED else ''}{_value(quantity)}"


def _value(quantity: Quantity) -> str:
    return f"{quantity.value:.6g}"


class _Words:
    """Reads a text that is split into chunks from its beginning to its end, as terms of parts with their places."""

    def __init__(self, text: str, chunks: Chunks) -> None:
        self._text = text
        self._texts, self._places = chunks
        self._terms = chunks.map(_terms)
        self._parts: list[tuple[str, ...]] = []
        self._starts: list[int] = []

    def read(self, start: int, end: int) -> None:
        """Read what stands between two characters; chunks that are cut there count as what is left of them."""
        first, last = bisect_left(self._places, start), bisect_left(self._places, end)
        if first and self._end(first - 1) > start:
            self._add_rest(start, min(self._end(first - 1), end))
        is_cut = first < last and self._end(last - 1) > end
        self._parts += self._terms[first : last - is_cut]
        self._starts += self._places[first : last - is_cut]
        if is_cut:
            self._add_rest(self._places[last - 1], end)

    def add(self, terms: tuple[str, ...], start: int) -> None:
        """Add terms of a part that begins at a character."""
        self._parts.append(terms)
        self._starts.append(start)

    def _add_rest(self, start: int, end: int) -> None:
        """Add the terms of what is left of a chunk: mostly a mark or a bracket."""
        rest = self._text[start:end]
        self.add((_terms if len(rest) <= KEPT else _terms.__wrapped__)(rest), start)

    def terms(self) -> list[str]:
        """All terms."""
        return list(chain.from_iterable(self._parts))

    def starts(self) -> list[int]:
        """First character of the part of each term."""
        return [start for start, terms in zip(self._starts, self._parts, strict=True) for _ in terms]

    def _end(self, chunk: int) -> int:
        return self._places[chunk] + len(self._texts[chunk])


@lru_cache(maxsize=200_000)
def _terms(chunk: str) -> tuple[str, ...]:
    return tuple(found for word in words(chunk) if (found := term(word)))
