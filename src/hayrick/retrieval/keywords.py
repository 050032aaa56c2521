"""Keyword overlap: the share of the query's words that occur in a document."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from hayrick.protocols import Known
from hayrick.retrieval.scoring import texts_of
from hayrick.text import STOP_WORDS
from hayrick.types import Document

# Possessive and contracted endings are separate tokens; compounds with hyphen, dot or slash are one; so is a symbol.
_TOKEN = re.compile(r"'(?:s|d|m|ll|re|ve)\b|\w+(?:[-./]\w+)*|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Keywords:
    """Share of the query's words that occur in the document, as whole words, ignoring case.

    Repeated query words count each time. Function words do not count; punctuation marks do, as in the released scores.
    If the query has only function words, every document scores 0.

    Source: SummHay, section 5.1 ("KWs"); the rule was inferred from the scores in the released files.
    Differs: words are found by a regular expression instead of a library; bench/systems/retrieval.py counts how many
        stored scores are reproduced exactly.
    """

    name: str = "keywords"

    @property
    def signature(self) -> str:
        """Everything that its scores depend on."""
        return "keywords"

    def scores(self, query: str, documents: Sequence[Document], known: Known | None = None) -> tuple[float, ...]:
        """Return the share of query words in every document, in [0, 1]."""
        asked = [word for word in _TOKEN.findall(query.lower()) if word not in STOP_WORDS]
        held = _tokens(texts_of(documents))
        return tuple(sum(word in words for word in asked) / max(len(asked), 1) for words in held)


@lru_cache(maxsize=4)
def _tokens(texts: tuple[str, ...]) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(_TOKEN.findall(text.lower())) for text in texts)
