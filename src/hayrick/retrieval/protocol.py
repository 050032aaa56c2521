"""What a retriever is, and what can be done with its scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import isfinite
from typing import Protocol

from hayrick.haystacks.trec import run_lines
from hayrick.lexical import Index
from hayrick.types import BadInput, Haystack, Subtopic

STORED = "retriever"
"""Field of a subtopic that holds retriever name -> document id -> score."""


class Retriever(Protocol):
    """Whoever says how well each document of a haystack fits a query."""

    @property
    def name(self) -> str:
        """As it was given by the user."""

    @property
    def signature(self) -> str:
        """Everything that its scores depend on, in one line."""

    def scores(self, haystack: Haystack, subtopic: Subtopic) -> Sequence[float]:
        """A finite score for every document in stored order, higher is better; only their order has a meaning."""


def query_text(subtopic: Subtopic) -> str:
    """What documents are compared with: the query and the subtopic's title, with a space between.

    Source: SummHay, section 5.1 (the released files' scores fit this text).
    """
    return f"{subtopic.query} {subtopic.title}".strip()


def ranking(scores: Sequence[float]) -> list[int]:
    """Positions of documents (from 0) by descending score; ties by stored position."""
    return sorted(range(len(scores)), key=lambda position: -scores[position])


@lru_cache(maxsize=4)
def index_of(texts: tuple[str, ...]) -> Index:
    """Lexical index of a haystack's texts; the last few are remembered."""
    return Index(texts)


def texts_of(haystack: Haystack) -> tuple[str, ...]:
    """Texts of the documents in stored order."""
    return tuple(document.text for document in haystack.documents)


def checked(scores: object, haystack: Haystack, where: str) -> tuple[float, ...]:
    """Scores that came from outside, as numbers in stored order.

    Args:
        scores: one number a document in stored order, or document id -> number.
        haystack: whose documents they score.
        where: who made them, for the error.

    Raises:
        BadInput: a document has no score, there are too many, or one is no finite number.
    """
    ids = [document.id for document in haystack.documents]
    if isinstance(scores, Mapping):
        missing = [id for id in ids if id not in scores]
        if missing:
            raise BadInput(where, f"no score for document '{missing[0]}'", f"one for each of {len(ids)} documents")
        scores = [scores[id] for id in ids]
    if not isinstance(scores, Sequence) and hasattr(scores, "tolist"):
        scores = scores.tolist()
    if not isinstance(scores, Sequence) or isinstance(scores, str) or len(scores) != len(ids):
        found = f"{len(scores)} scores" if isinstance(scores, Sequence) else f"a {type(scores).__name__}"
        raise BadInput(where, found, f"{len(ids)} scores in stored order, or document id -> score")
    for id, score in zip(ids, scores, strict=True):
        if isinstance(score, bool) or not isinstance(score, int | float) or not isfinite(score):
            raise BadInput(where, f"score {score!r} of document '{id}'", "a finite number")
    return tuple(float(score) for score in scores)


def with_scores(haystack: Haystack, retriever: Retriever, name: str | None = None) -> Haystack:
    """Haystack that also stores the retriever's scores, as SummHay's files store theirs.

    Args:
        haystack: left as it is.
        retriever: scores every subtopic.
        name: under which they are stored, the retriever's own by default; scores of that name are replaced.
    """
    subtopics = []
    for subtopic in haystack.subtopics:
        scores = checked(retriever.scores(haystack, subtopic), haystack, retriever.name)
        table = dict(zip((document.id for document in haystack.documents), scores, strict=True))
        before = subtopic.extra.get(STORED)
        kept = dict(before) if isinstance(before, Mapping) else {}
        extra = {**subtopic.extra, STORED: {**kept, name or retriever.name: table}}
        subtopics.append(replace(subtopic, extra=extra))
    return replace(haystack, subtopics=tuple(subtopics))


def trec_run(haystack: Haystack, retriever: Retriever) -> Iterator[str]:
    """Lines of a TREC run file with every subtopic's ranking; see `records.trec` for the matching qrels."""
    for subtopic in haystack.subtopics:
        scores = checked(retriever.scores(haystack, subtopic), haystack, retriever.name)
        table = dict(zip((document.id for document in haystack.documents), scores, strict=True))
        yield from run_lines(subtopic.id, table, retriever.name)
