"""Prepares texts for the local judge: removes citation marks, stems content words, reads numbers as quantities."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from hayrick.numerals import LARGE, MONTHS, ONES, TENS, WEEKDAYS
from hayrick.quantities import TOKEN, Quantity, in_tokens
from hayrick.text import STOP_WORDS, fold, stem, words

_CITATION = re.compile(r"\[[^\[\]\d]*+\d[^\[\]]*+\]")
_MARK = re.compile(r"\A\s*+(?:[-*•‣–—]+|\(?\d{1,3}[.)])\s+")
_IN_QUANTITIES = frozenset(ONES) | frozenset(TENS) | frozenset(LARGE)
_IN_QUANTITIES |= frozenset(["percent", "pct", "percentage", "dollar", "dollars", "euro", "euros", "usd", "eur", "bps"])
_IN_QUANTITIES |= frozenset(["twice", "double", "triple", "third", "fourth", "fifth", "sixth", "half", "times"])
_DATED = {"month": "month", "quarter": "quarter", "weekday": "weekday"}


class Reading(NamedTuple):
    """The tokens, words and quantities of one text.

    `tokens` are as written. The spans of `quantities` are token positions. `words` are the distinct stems of content
    words. `numbers` are the distinct quantities, normalised so that two texts can be compared.
    """

    tokens: list[str]
    quantities: list[Quantity]
    words: frozenset[str]
    numbers: frozenset[str]


def read(text: str) -> Reading:
    """Read a text of any length and script, in linear time."""
    tokens = TOKEN.findall(fold(without_citations(text)))
    found = in_tokens(tokens)
    content = set(map(content_word, tokens)) if text.isascii() else _any_script(tokens)
    content.update(f"x{q.magnitude:g}" for q in found if q.magnitude > 1)
    content.discard("")
    return Reading(tokens, found, frozenset(content), frozenset(map(form, found)))


def without_citations(text: str) -> str:
    """Replace every `[...]` group with a digit by a space, and remove a leading list mark."""
    return _CITATION.sub(" ", _MARK.sub("", text)) if "[" in text else _MARK.sub("", text)


@lru_cache(maxsize=100_000)
def content_word(token: str) -> str:
    """Stem of a token; "" for function words, punctuation, and words that belong to quantities.

    Words in capitals never count as function words ("US", "IT").
    """
    first = token[0]
    if not first.isalnum() or token in MONTHS or token in WEEKDAYS:
        return ""
    if first.isdecimal():
        return token.lower() if len(token) > 18 else ""
    if "." in token:
        token = token.replace(".", "")
    word = token.lower()
    if word in _IN_QUANTITIES or (word in STOP_WORDS and not (len(word) > 1 and token.isupper())):
        return ""
    return stem(word)


def _any_script(tokens: list[str]) -> set[str]:
    """Content words of any script; runs of scripts without spaces yield pairs of adjacent characters."""
    found: set[str] = set()
    for token in tokens:
        if token.isascii() or len(pieces := words(token)) < 2:
            found.add(content_word(token))
        else:
            found.update(pieces)
    return found


def form(quantity: Quantity) -> str:
    """Term for a quantity: its number without magnitude and unit, prefixed with "#"."""
    return f"#{_DATED.get(quantity.kind, '')}{quantity.number:g}"
