"""Queries of a haystack's subtopics, and the known relevance of its documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from hayrick.protocols import Known, Resample
from hayrick.types import Haystack, Subtopic

HAYSTACKS = Resample(
    datasets_from=6,
    groups_note="Intervals are for new subtopics (questions) of these haystacks; results on fewer than six haystacks "
    "say nothing of other haystacks.",
    datasets_note="Intervals resample haystacks: they describe new haystacks of the same kind.",
)
"""Intervals cover new subtopics of the given haystacks; from six on, new haystacks (docs/evidence/intervals.md)."""

STORED = "retriever"
"""Field of a subtopic with stored scores: retriever name -> document id -> score."""


def query_of(subtopic: Subtopic) -> str:
    """Text to retrieve documents with: the query, a space, and the subtopic's title.

    Source: SummHay, section 5.1 (inferred from the scores in the released files).
    """
    return f"{subtopic.query} {subtopic.title}".strip()


def known_of(haystack: Haystack, subtopic: Subtopic) -> Known:
    """Known relevance for a subtopic: how many of its insights each document states, and stored scores.

    Source: SummHay, section 5.1 (relevance of a document).
    """
    held = Counter(document for insight in subtopic.insights for document in {*haystack.held_by.get(insight.id, ())})
    grades = tuple(float(held[document.id]) for document in haystack.documents)
    return Known(grades=grades, stored=stored_scores(subtopic))


def insights_of(subtopic: Subtopic) -> dict[str, str]:
    """Insight id -> text, as `retrieval.quality` expects."""
    return {insight.id: insight.text for insight in subtopic.insights}


def stored_scores(subtopic: Subtopic) -> Mapping[str, object]:
    """Retriever name -> stored scores."""
    found = subtopic.extra.get(STORED)
    return found if isinstance(found, Mapping) else {}
