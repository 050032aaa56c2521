"""Contexts that bench/systems/retrieval.py compares, and the choice of their parameters."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from hayrick.haystacks.relevance import insights_of, known_of, query_of
from hayrick.lexical import index_of
from hayrick.protocols import Passage, Retriever
from hayrick.retrieval.bm25 import BM25, Feedback
from hayrick.retrieval.context import pack, passage_of
from hayrick.retrieval.extract import Extraction, extract
from hayrick.retrieval.quality import documents_shown, evidence_shown
from hayrick.retrieval.scoring import texts_of
from hayrick.retrieval.votes import Sentences, Votes, standardised
from hayrick.types import Document, Haystack, Subtopic

BUDGETS = (3_000, 6_000, 15_000, 30_000)

BM25_GRID = [BM25(k1=k1, b=b) for k1, b in itertools.product((0.9, 1.2, 1.5, 2.0), (0.4, 0.75))]
FEEDBACK_GRID = [Feedback(*found) for found in itertools.product((5, 10, 20), (20, 50, 100), (0.3, 0.5, 0.7))]
THRESHOLDS, SENTENCE_WEIGHTS, CUTS = (0.2, 0.25, 0.3, 0.35, 0.4), (0.0, 0.25, 0.5, 1.0), (1.0, 1.5, 2.0)

Build = Callable[[Haystack, Subtopic, int], tuple[Passage, ...]]
T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Chosen:
    """Parameters chosen on some haystacks."""

    bm25: BM25
    rm3: BM25
    ranker: Votes
    extraction: Votes


def packed(found: Retriever) -> Build:
    def build(haystack: Haystack, subtopic: Subtopic, budget: int) -> tuple[Passage, ...]:
        documents = haystack.documents
        return pack(documents, found.scores(query_of(subtopic), documents, known_of(haystack, subtopic)), budget)

    return build


def sentences(votes: Votes, neighbours: bool) -> Build:
    how = Extraction(votes=votes, neighbours=neighbours)
    return lambda haystack, subtopic, budget: extract(query_of(subtopic), haystack.documents, budget, how)


@dataclass(frozen=True, kw_only=True)
class OwnWords(Votes):
    """Without votes: BM25 of the sentence, and with `document` also its document's relevance, both standardised."""

    document: bool

    def sentences(self, query: str, documents: Sequence[Document]) -> Sentences:
        """Score every sentence."""
        index = index_of(texts_of(documents))
        scores = standardised(index.bm25_sentences(index.query(query)))
        if self.document:
            relevance = self.relevance.of(index, query)
            scores = scores + standardised(relevance)[index.sentence_document]
        return Sentences(index=index, documents=np.arange(index.n_documents), scores=scores)


def shortest(haystack: Haystack, subtopic: Subtopic, budget: int) -> tuple[Passage, ...]:
    """The shortest sentence of every document: shows every holder and hardly any evidence."""
    index = index_of(texts_of(haystack.documents))
    passages = []
    for number, document in enumerate(haystack.documents):
        found = range(index.document_start[number], index.document_start[number + 1])
        best = min(found, key=lambda sentence: index.span(sentence).end - index.span(sentence).start)
        passages.append(passage_of(document, number + 1, [index.span(best)]))
    while sum(passage.tokens for passage in passages) > budget:
        passages.pop()
    return tuple(passages)


def sum_and_n(haystack: Haystack, build: Build, measure: str) -> tuple[float, int]:
    """What is maximised: the measure over all insights and budgets of a haystack."""
    values: list[float] = []
    for subtopic, budget in itertools.product(haystack.subtopics, BUDGETS):
        found, insights = build(haystack, subtopic, budget), insights_of(subtopic)
        if measure == "documents":
            values.extend(documents_shown(insights, haystack.held_by, found).values())
        else:
            values.extend(evidence_shown(haystack.documents, insights, haystack.held_by, found).values())
    return sum(values), len(values)


class Tuning:
    """Objective of every grid point on every haystack, measured once."""

    def __init__(self, haystacks: Sequence[Haystack]) -> None:
        self.haystacks = haystacks
        self._seen: dict[tuple[str, str, str], tuple[float, int]] = {}

    def best(self, grid: Sequence[T], build: Callable[[T], Build], measure: str, on: Sequence[str]) -> T:
        """Grid point with the highest mean over the insights of these haystacks."""

        def objective(point: T) -> float:
            total = [self._value(haystack, f"{point}", build(point), measure) for haystack in self._of(on)]
            return sum(value for value, _ in total) / sum(n for _, n in total)

        return max(grid, key=objective)

    def _of(self, on: Sequence[str]) -> list[Haystack]:
        return [haystack for haystack in self.haystacks if haystack.id in on]

    def _value(self, haystack: Haystack, point: str, build: Build, measure: str) -> tuple[float, int]:
        key = (haystack.id, point, measure)
        if key not in self._seen:
            self._seen[key] = sum_and_n(haystack, build, measure)
        return self._seen[key]

    def choose(self, on: Sequence[str]) -> Chosen:
        """Choose step by step: BM25, then feedback on it, then votes on that, all on the same haystacks."""
        plain = self.best(BM25_GRID, packed, "documents", on)
        rm3 = [replace(plain, feedback=found, name="bm25rm3") for found in FEEDBACK_GRID]
        expanded = self.best(rm3, packed, "documents", on)
        pairs = itertools.product(THRESHOLDS, SENTENCE_WEIGHTS)
        votes = [Votes(threshold=one, sentence_weight=other, relevance=expanded) for one, other in pairs]
        extraction = self.best(votes, lambda found: sentences(found, True), "evidence", on)
        rankers = [replace(extraction, cut=cut) for cut in CUTS]
        return Chosen(
            bm25=plain, rm3=expanded, extraction=extraction, ranker=self.best(rankers, packed, "documents", on)
        )
