"""Keyword overlap: the share of the query's words that a document holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from hayrick.protocols import Known
from hayrick.retrieval.scoring import texts_of
from hayrick.text import STOP_WORDS
from hayrick.types import Document

# A possessive or contracted ending stands alone, compounds with hyphen, dot or slash are one word, so is a symbol.
_TOKEN = re.compile(r"'(?:s|d|m|ll|re|ve)\b|\w+(?:[-./]\w+)*|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Keywords:
    """Share of the query's words that occur in the document, as whole words without regard to case.

    A word that the query repeats counts each time; function words do not count; punctuation marks do, as in the
    released scores. A query of function words only scores every document 0.

    Source: SummHay, section 5.1 ("KWs"); the rule was found from the scores that the released files store.
    Differs: words are found by one regular expression where the original used a library; bench/retrieval.py counts
        how many stored scores come out equal.
    """

    name: str = "keywords"

    @property
    def signature(self) -> str:
        """What its scores depend on."""
        return "keywords"

    def scores(self, query: str, documents: Sequence[Document], known: Known | None = None) -> tuple[float, ...]:
        """See the class."""
        asked = [word for word in _TOKEN.findall(query.lower()) if word not in STOP_WORDS]
        held = _tokens(texts_of(documents))
        return tuple(sum(word in words for word in asked) / max(len(asked), 1) for words in held)


@lru_cache(maxsize=4)
def _tokens(texts: tuple[str, ...]) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(_TOKEN.findall(text.lower())) for text in texts)
