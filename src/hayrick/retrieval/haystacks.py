"""Retrieval on haystacks: what a subtopic asks, what is known about it, and scores written back.

The only module of retrieval that knows haystacks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from hayrick.haystacks.trec import run_lines
from hayrick.retrieval.protocol import Known, Retriever, checked
from hayrick.types import Haystack, Subtopic

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
    return Known(grades=grades, stored=_stored(subtopic))


def insights_of(subtopic: Subtopic) -> dict[str, str]:
    """Insight id -> text, as `quality` takes them."""
    return {insight.id: insight.text for insight in subtopic.insights}


def stored_names(haystack: Haystack) -> list[str]:
    """Names of the retrievers whose scores a haystack stores with its first subtopic, sorted."""
    return sorted(name for subtopic in haystack.subtopics[:1] for name in _stored(subtopic))


def scores_of(haystack: Haystack, subtopic: Subtopic, retriever: Retriever) -> tuple[float, ...]:
    """Checked scores of a haystack's documents for a subtopic.

    Raises:
        BadInput: a document has no score, or one is no finite number.
    """
    documents = haystack.documents
    scores = retriever.scores(query_of(subtopic), documents, known_of(haystack, subtopic))
    return checked(scores, documents, f"{haystack.id}: subtopic '{subtopic.id}': {retriever.name}")


def with_scores(haystack: Haystack, retriever: Retriever, name: str | None = None) -> Haystack:
    """Haystack that also stores the retriever's scores, as SummHay's files store theirs.

    Args:
        haystack: left as it is.
        retriever: scores every subtopic.
        name: under which they are stored, the retriever's own by default; scores of that name are replaced.
    """
    subtopics = []
    for subtopic in haystack.subtopics:
        table = _table(haystack, subtopic, retriever)
        extra = {**subtopic.extra, STORED: {**_stored(subtopic), name or retriever.name: table}}
        subtopics.append(replace(subtopic, extra=extra))
    return replace(haystack, subtopics=tuple(subtopics))


def trec_run(haystack: Haystack, retriever: Retriever) -> Iterator[str]:
    """Lines of a TREC run file with every subtopic's ranking; see `records.trec` for the matching qrels."""
    for subtopic in haystack.subtopics:
        yield from run_lines(subtopic.id, _table(haystack, subtopic, retriever), retriever.name)


def _table(haystack: Haystack, subtopic: Subtopic, retriever: Retriever) -> dict[str, float]:
    scores = scores_of(haystack, subtopic, retriever)
    return dict(zip((document.id for document in haystack.documents), scores, strict=True))


def _stored(subtopic: Subtopic) -> Mapping[str, object]:
    found = subtopic.extra.get(STORED)
    return found if isinstance(found, Mapping) else {}
