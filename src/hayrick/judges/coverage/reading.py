"""How the local judge reads a text: citation marks out, content words as stems, numbers as quantities."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from hayrick.numerals import LARGE, MONTHS, ONES, TENS, WEEKDAYS
from hayrick.quantities import TOKEN, Quantity, in_tokens
from hayrick.text import STOP_WORDS, fold, stem, words

_CITATION = re.compile(r"\[[^\[\]\d]*+\d[^\[\]]*+\]")
_MARK = re.compile(r"\A\s*+(?:[-*•‣–—]+|\(?\d{1,3}[.)])\s+")
_SPOKEN_FOR = frozenset(ONES) | frozenset(TENS) | frozenset(LARGE)
_SPOKEN_FOR |= frozenset(["percent", "pct", "percentage", "dollar", "dollars", "euro", "euros", "usd", "eur", "bps"])
_SPOKEN_FOR |= frozenset(["twice", "double", "triple", "third", "fourth", "fifth", "sixth", "half", "times"])
_DATED = {"month": "month", "quarter": "quarter", "weekday": "weekday"}


class Reading(NamedTuple):
    """What one text says, for comparison.

    `tokens` are as written; `quantities` span positions in them; `words` are the distinct stems of the content words
    and `numbers` the distinct quantities in the form in which two texts share them.
    """

    tokens: list[str]
    quantities: list[Quantity]
    words: frozenset[str]
    numbers: frozenset[str]


def read(text: str) -> Reading:
    """Read a text of any length and script; time grows linearly with its length."""
    tokens = TOKEN.findall(fold(without_citations(text)))
    found = in_tokens(tokens)
    content = set(map(content_word, tokens)) if text.isascii() else _any_script(tokens)
    content.update(f"x{q.magnitude:g}" for q in found if q.magnitude > 1)
    content.discard("")
    return Reading(tokens, found, frozenset(content), frozenset(map(form, found)))


def without_citations(text: str) -> str:
    """Replace every `[...]` group that holds a digit by a space, and the list mark that begins the text."""
    return _CITATION.sub(" ", _MARK.sub("", text)) if "[" in text else _MARK.sub("", text)


@lru_cache(maxsize=100_000)
def content_word(token: str) -> str:
    """The stem of a token, empty for function words, signs, and whatever quantities speak for.

    Words in capitals are never function words ("US", "IT").
    """
    first = token[0]
    if not first.isalnum() or token in MONTHS or token in WEEKDAYS:
        return ""
    if first.isdecimal():
        return token.lower() if len(token) > 18 else ""
    if "." in token:
        token = token.replace(".", "")
    word = token.lower()
    if word in _SPOKEN_FOR or (word in STOP_WORDS and not (len(word) > 1 and token.isupper())):
        return ""
    return stem(word)


def _any_script(tokens: list[str]) -> set[str]:
    """Content words where scripts without spaces may occur: their runs count as pairs of neighbouring characters."""
    found: set[str] = set()
    for token in tokens:
        if token.isascii() or len(pieces := words(token)) < 2:
            found.add(content_word(token))
        else:
            found.update(pieces)
    return found


def form(quantity: Quantity) -> str:
    """How a quantity is written as a term: its number without magnitude and unit, marked as a number."""
    return f"#{_DATED.get(quantity.kind, '')}{quantity.number:g}"
