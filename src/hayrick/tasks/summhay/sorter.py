"""Says of which kind a bullet is to which no insight of its subtopic is linked; `idle.KINDS` names the kinds.

The rules are ours; docs/evidence/extractive.md measures them.
"""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path

import numpy as np

from hayrick.attribution import Model, claim_text, load_model
from hayrick.haystacks.relevance import query_of
from hayrick.judges.coverage.local import FITTED, cover
from hayrick.judges.coverage.similarity import Prepared, prepare
from hayrick.judges.coverage.words.reading import Parts, read_parts
from hayrick.lexical import Index, index_of
from hayrick.planted import lookalikes
from hayrick.quantities.texts import quantities
from hayrick.tasks.summhay.shares import Shares
from hayrick.text import sentences
from hayrick.types import Haystack

GENERAL = 0.05
"""A general bullet has less idf weight than this quantile of the haystack's insights."""

_WORD = re.compile(r"[^\W\d_][\w'’&-]*")
_I = re.compile(r"I(?:['’]\w+)?")


class Sorter:
    """Says of which kind the idle bullets of one haystack's summaries are.

    "States" is the local judge's label "full" for the bullet alone; docs/evidence/extractive.md says why.

    Args:
        haystack: the haystack.
        model: attribution model that decides what the documents support.
    """

    def __init__(self, haystack: Haystack, model: str | Path | Model = "trained") -> None:
        self.haystack = haystack
        self._given = model
        self._insights = {one.id: [insight.text for insight in one.insights] for one in haystack.subtopics}
        known = lookalikes(haystack)
        self._lookalikes = {
            one.id: tuple(known.get(insight.id, ()) for insight in one.insights) for one in haystack.subtopics
        }
        self._queries = {one.id: query_of(one) for one in haystack.subtopics}

    @cached_property
    def _index(self) -> Index:
        return index_of(tuple(document.text for document in self.haystack.documents))

    def _prepared(self, subtopic: str) -> Prepared:
        return prepare(tuple(self._insights[subtopic]), self._queries[subtopic], self._lookalikes[subtopic])

    @cached_property
    def shares(self) -> Shares:
        """What texts share with the insights."""
        return Shares({name: self._prepared(name) for name in self._insights})

    @cached_property
    def _model(self) -> Model:
        return load_model(self._given) if isinstance(self._given, str | Path) else self._given

    @cached_property
    def _least(self) -> float:
        """Idf weight below which a text without detail is general."""
        weights = [self.weight(text) for texts in self._insights.values() for text in texts]
        return float(np.quantile(weights, GENERAL)) if weights else 0.0

    def kind(self, subtopic: str, text: str) -> str:
        """Kind of an idle bullet, one of `idle.KINDS`.

        Args:
            subtopic: id of the subtopic that the summary is about.
            text: of the bullet.
        """
        parts = read_parts(text)
        possible = self.shares.possible(parts)
        if subtopic in possible and self.states(subtopic, text, parts):
            return "repeat"
        if any(self.states(other, text, parts) for other in possible if other != subtopic):
            return "other_subtopic"
        if self.is_general(text):
            return "general"
        return "no_insight" if self.is_supported(text) else "unsupported"

    def states(self, subtopic: str, text: str, parts: Parts | None = None) -> bool:
        """Whether a text alone earns the label "full" with an insight of a subtopic.

        Args:
            subtopic: id of the subtopic.
            text: of a bullet.
            parts: the text as `read_parts` reads it, if that is known.
        """
        near = self._prepared(subtopic).similarities(parts or read_parts(text))
        # Similarity alone is the most that the judge gives, and rules out nearly all.
        similar = {i for _, _, values in near for i, value in values.items() if value > FITTED.full}
        if not similar:
            return False
        covered = cover(
            self._insights[subtopic],
            [text],
            query=self._queries[subtopic],
            lookalikes=self._lookalikes[subtopic],
            only=similar,
        )
        return any(found.label == "full" for found in covered)

    def is_general(self, text: str) -> bool:
        """Whether a text has no number, date or name, and less idf weight than nearly all insights."""
        return self.weight(text) < self._least and not has_detail(text)

    def weight(self, text: str) -> float:
        """Idf weight of the distinct content words of a text."""
        query = self._index.query(text)
        return float(self._index.idf[query.terms].sum()) + len(query.unknown) * self._index.unknown_idf

    def is_supported(self, text: str) -> bool:
        """Whether the attribution model would cite any document for a text."""
        return self._model.find(self._index, claim_text(text)).chosen.size > 0


def has_detail(text: str) -> bool:
    """Whether a text has a number, a date, or a name: a word with a capital letter that begins no sentence."""
    return bool(quantities(text)) or any(
        word[0].isupper() and not _I.fullmatch(word)
        for span in sentences(text)
        for word in _WORD.findall(text[span.start : span.end])[1:]
    )
