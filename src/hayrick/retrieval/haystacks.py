"""Applies retrievers to haystacks: scores for every subtopic, stored in the haystack or written as TREC runs.

This is the only module of this package that depends on haystacks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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


def with_scores(haystack: Haystack, name: str, scores: Sequence[Sequence[float]]) -> Haystack:
    """Return the haystack with a retriever's scores stored in it, in SummHay's format.

    Args:
        haystack: not modified.
        name: of the retriever; its scores replace those of the same name.
        scores: of the documents, for each subtopic.
    """
    subtopics = []
    for subtopic, own in zip(haystack.subtopics, scores, strict=True):
        extra = {**subtopic.extra, STORED: {**stored_scores(subtopic), name: _table(haystack, own)}}
        subtopics.append(replace(subtopic, extra=extra))
    return replace(haystack, subtopics=tuple(subtopics))


def trec_run(haystack: Haystack, name: str, scores: Sequence[Sequence[float]]) -> Iterator[str]:
    """Lines of a TREC run file with a retriever's ranking for every subtopic; `haystacks.trec` has matching qrels.

    Args as of `with_scores`.
    """
    for subtopic, own in zip(haystack.subtopics, scores, strict=True):
        yield from run_lines(subtopic.id, _table(haystack, own), name)


def _table(haystack: Haystack, scores: Sequence[float]) -> dict[str, float]:
    return dict(zip((document.id for document in haystack.documents), scores, strict=True))
