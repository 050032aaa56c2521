"""Passages that a model copies out of a text: read from its reply, and found again in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hayrick.replies.json import read_array
from hayrick.text import Span, fold
from hayrick.types import Unparsed

MOST_CHARACTERS = 500
"""A longer passage is no quote."""

MOST_QUOTES = 500
_NONE = re.compile(r"\W{0,9}(?:none|nothing|no (?:spans?|passages?|citations?))\b[^\n]{0,80}", re.IGNORECASE)


class Located(NamedTuple):
    """Quotes in a text."""

    spans: tuple[Span, ...]
    """Characters that are quoted, ascending and disjoint."""

    found: tuple[str, ...]
    missing: tuple[str, ...]
    """Quotes that stand nowhere in the text, or are too long or without a letter or digit."""


def read_quotes(reply: str) -> tuple[str, ...] | None:
    """Quotes of a reply that is a JSON array of strings, in order; none for "None", None if it cannot be read."""
    found = read_array(reply)
    if not isinstance(found, Unparsed):
        return tuple(one for one in found if isinstance(one, str) and one.strip())[:MOST_QUOTES]
    return () if _NONE.fullmatch(reply.strip()) else None


def located(text: str, quotes: Sequence[str]) -> Located:
    """Find quotes in a text, as whole words; blanks and the forms of quotation marks and dashes do not matter.

    Each is looked for after the one before, then from the beginning. A quote of several words is found wherever it
    stands, one of a single word ("Id.") once for each time that it is quoted.

    Args:
        text: any text.
        quotes: in the order of the text, as far as the model kept it.
    """
    plain = fold(text)
    found: list[str] = []
    missing: list[str] = []
    places: list[tuple[int, int]] = []
    end = 0
    for quote in quotes:
        pattern = _pattern(quote)
        match = pattern and (pattern.search(plain, end) or pattern.search(plain))
        if not pattern or not match:
            missing.append(quote)
            continue
        found.append(quote)
        end = match.end()
        places += [match.span()] if len(quote.split()) == 1 else [one.span() for one in pattern.finditer(plain)]
    return Located(tuple(_joined(places)), tuple(found), tuple(missing))


def _pattern(quote: str) -> re.Pattern[str] | None:
    words = fold(quote).split()
    if len(quote) > MOST_CHARACTERS or not any(map(str.isalnum, quote)):
        return None
    written = r"\s{1,9}".join(map(re.escape, words))
    return re.compile(rf"(?<!\w){written}(?!\w)")


def _joined(places: Sequence[tuple[int, int]]) -> Iterator[Span]:
    """Ascending and disjoint."""
    start = end = -1
    for first, last in sorted(places):
        if first > end:
            if end > 0:
                yield Span(start, end)
            start = first
        end = max(end, last)
    if end > 0:
        yield Span(start, end)
