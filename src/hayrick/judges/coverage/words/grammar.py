"""How much of a text is what holds sentences together: lists of keywords and cut sentences show by it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hayrick.numerals import listed
from hayrick.text import STOP_WORDS

_ARTICLES = frozenset(listed("a an the its their his our your my"))
_AFTER_NO_ARTICLE = frozenset(
    listed("a an the of to in on at by for with from into as and or but is are was were be been has . , ;")
)
_LINKS = frozenset(listed("of for with from at into and or"))
_AFTER_NO_LINK = frozenset(listed("of and or is are was were be been has have . , ;"))


def glue(tokens: Iterable[str], lower: Iterable[str]) -> float:
    """Share of function words among all words, in [0, 1]; 1 if there are no words."""
    words = sum(map(str.isalpha, tokens))
    return sum(map(STOP_WORDS.__contains__, lower)) / words if words else 1.0


def broken(lower: Sequence[str]) -> int:
    """Number of adjacent function words that are ungrammatical in English ("the of", "with and", a final "the")."""
    pairs = zip(lower, [*lower[1:], "."], strict=True)
    return sum((a in _ARTICLES and b in _AFTER_NO_ARTICLE) or (a in _LINKS and b in _AFTER_NO_LINK) for a, b in pairs)
