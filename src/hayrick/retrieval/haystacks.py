"""Applies retrievers to haystacks: scores for every subtopic, stored in the haystack or written as TREC runs.

This is the only module of this package that depends on haystacks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hayrick.haystacks.relevance import STORED, known_of, query_of, stored_scores
from hayrick.haystacks.trec import run_lines
from hayrick.protocols import Retriever
from hayrick.retrieval.scoring import checked
from hayrick.types import Haystack, Subtopic


def scores_of(haystack: Haystack, subtopic: Subtopic, retriever: Retriever) -> tuple[float, ...]:
    """Validated scores of a haystack's documents for a subtopic.

    Raises:
        BadInput: a document has no score, or a score is not a finite number.
    """
    documents = haystack.documents
    scores = retriever.scores(query_of(subtopic), documents, known_of(haystack, subtopic))
    return checked(scores, documents, f"{haystack.id}: subtopic '{subtopic.id}': {retriever.name}")


def with_scores(haystack: Haystack, retriever: Retriever, name: str | None = None) -> Haystack:
    """Return the haystack with the retriever's scores stored in it, in SummHay's format.

    Args:
        haystack: not modified.
        retriever: scores the documents for every subtopic.
        name: name under which scores are stored, replacing existing ones; the retriever's name by default.
    """
    subtopics = []
    for subtopic in haystack.subtopics:
        table = _table(haystack, subtopic, retriever)
        extra = {**subtopic.extra, STORED: {**stored_scores(subtopic), name or retriever.name: table}}
        subtopics.append(replace(subtopic, extra=extra))
    return replace(haystack, subtopics=tuple(subtopics))


def trec_run(haystack: Haystack, retriever: Retriever) -> Iterator[str]:
    """Lines of a TREC run file with the ranking for every subtopic; see `haystacks.trec` for the matching qrels."""
    for subtopic in haystack.subtopics:
        yield from run_lines(subtopic.id, _table(haystack, subtopic, retriever), retriever.name)


def _table(haystack: Haystack, subtopic: Subtopic, retriever: Retriever) -> dict[str, float]:
    scores = scores_of(haystack, subtopic, retriever)
    return dict(zip((document.id for document in haystack.documents), scores, strict=True))
