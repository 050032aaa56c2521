"""What a subtopic of a haystack asks, and what is known about the relevance of its documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from hayrick.protocols import Known, Resample
from hayrick.types import Haystack, Subtopic

HAYSTACKS = Resample(
    datasets_from=6,
    groups_note="Intervals describe new subtopics of these haystacks; fewer than six do not generalise to new "
    "haystacks.",
    datasets_note="Intervals resample haystacks: they describe new haystacks of the same kind.",
)
"""What intervals over haystacks describe: new subtopics; from six haystacks on new haystacks (docs/intervals.md)."""

STORED = "retriever"
"""Field of a subtopic that holds retriever name -> document id -> score."""


def query_of(subtopic: Subtopic) -> str:
    """What documents are compared with: the query and the subtopic's title, with a space between.

    Source: SummHay, section 5.1 (the released files' scores fit this text).
    """
    return f"{subtopic.query} {subtopic.title}".strip()


def known_of(haystack: Haystack, subtopic: Subtopic) -> Known:
    """What a haystack knows about a subtopic: how many of its insights each document holds, and stored scores.

    Source: SummHay, section 5.1 (relevance of a document).
    """
    held = Counter(document for insight in subtopic.insights for document in {*haystack.held_by.get(insight.id, ())})
    grades = tuple(float(held[document.id]) for document in haystack.documents)
    return Known(grades=grades, stored=stored_scores(subtopic))


def insights_of(subtopic: Subtopic) -> dict[str, str]:
    """Insight id -> text, as `quality` takes them."""
    return {insight.id: insight.text for insight in subtopic.insights}


def stored_names(haystack: Haystack) -> list[str]:
    """Names of the retrievers whose scores a haystack stores with its first subtopic, sorted."""
    return sorted(name for subtopic in haystack.subtopics[:1] for name in stored_scores(subtopic))


def stored_scores(subtopic: Subtopic) -> Mapping[str, object]:
    """Retriever's name -> the scores that the haystack stores under it."""
    found = subtopic.extra.get(STORED)
    return found if isinstance(found, Mapping) else {}
