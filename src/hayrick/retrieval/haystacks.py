"""Retrievers on haystacks: their scores for every subtopic, written back into the haystack or as TREC runs.

The only module of retrieval that knows haystacks.
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
        extra = {**subtopic.extra, STORED: {**stored_scores(subtopic), name or retriever.name: table}}
        subtopics.append(replace(subtopic, extra=extra))
    return replace(haystack, subtopics=tuple(subtopics))


def trec_run(haystack: Haystack, retriever: Retriever) -> Iterator[str]:
    """Lines of a TREC run file with every subtopic's ranking; see `records.trec` for the matching qrels."""
    for subtopic in haystack.subtopics:
        yield from run_lines(subtopic.id, _table(haystack, subtopic, retriever), retriever.name)


def _table(haystack: Haystack, subtopic: Subtopic, retriever: Retriever) -> dict[str, float]:
    scores = scores_of(haystack, subtopic, retriever)
    return dict(zip((document.id for document in haystack.documents), scores, strict=True))
