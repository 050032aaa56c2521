"""Scores sentences by the votes of the documents that contain a similar sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from hayrick.lexical import Index, index_of, sentence_f1
from hayrick.protocols import Known
from hayrick.retrieval.bm25 import BM25, Feedback
from hayrick.retrieval.scoring import texts_of
from hayrick.types import BadInput, Document

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

POOL, POOL_SENTENCES = 300, 20_000
"""Limits on the documents, and on their sentences, that are compared with one another; the most relevant are used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentences:
    """Scores of the sentences in a pool of documents."""

    index: Index
    """Index of the pool's documents."""

    documents: Ints
    """Stored position, from 0, of each document of `index`."""

    scores: Floats
    """One score per sentence of `index`, standardised over sentences."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Votes:
    """Scores sentences by the relevance of the documents that support them, and documents by their best sentences.

    A document supports a sentence if one of its own sentences has an idf-weighted F1 of at least `threshold` with it,
    so it supports its own sentences. A sentence's vote is the sum of its supporters' standardised relevance (BM25 with
    feedback) divided by the square root of their number: how surprising their mean relevance would be by chance.
    `sentence_weight` times the sentence's own standardised BM25 is added to the standardised vote. If no sentence is
    repeated, the score combines the relevance of the sentence's document and of the sentence.

    As a retriever, a document's score is the sum by which its sentences exceed `cut`; documents without such a sentence
    follow, ranked by their own relevance. Time is quadratic in the pool's text (see `POOL`): once for all queries, or
    once per query if there are more documents than the pool holds.

    Args:
        threshold: least F1 for support, in (0, 1].
        sentence_weight: weight of the sentence's own BM25, >= 0.
        cut: score from which a sentence counts for its document, in standard deviations.
        relevance: scores the documents.
        name: name that the user gave.

    Source: ours. The defaults were chosen on the three released news haystacks; bench/systems/retrieval.py prints how a
        choice made on two of them performs on the third.
    """

    threshold: float = 0.35
    sentence_weight: float = 0.25
    cut: float = 2.0
    relevance: BM25 = field(default_factory=lambda: BM25(feedback=Feedback()))
    name: str = "votes"

    def __post_init__(self) -> None:
        if not 0 < self.threshold <= 1 or not self.sentence_weight >= 0:
            found = f"threshold {self.threshold} and sentence_weight {self.sentence_weight}"
            raise BadInput(self.name, found, "a threshold in (0, 1] and a weight >= 0")

    @property
    def signature(self) -> str:
        """Everything that its scores depend on."""
        return (
            f"votes|threshold:{self.threshold:g}|sentence weight:{self.sentence_weight:g}|cut:{self.cut:g}"
            f"|pool:{POOL},{POOL_SENTENCES}|({self.relevance.signature})"
        )

    def sentences(self, query: str, documents: Sequence[Document]) -> Sentences:
        """Score every sentence of the pool's documents."""
        texts = texts_of(documents)
        index = index_of(texts)
        relevance = self.relevance.of(index, query)
        pool = _pool(relevance, np.diff(index.document_start))
        if len(pool) < len(texts):
            texts = tuple(texts[place] for place in pool)
            index = index_of(texts)
        own = index.bm25_sentences(index.query(query))
        supported = _support(texts) >= self.threshold
        count = supported.sum(axis=1)
        votes = (supported @ standardised(relevance[pool])) / np.sqrt(count.clip(1))
        scores = standardised(votes) + self.sentence_weight * standardised(own)
        empty = count == 0
        if empty.any() and not empty.all():
            scores[empty] = scores[~empty].min()
        return Sentences(index=index, documents=pool, scores=standardised(scores))

    def scores(self, query: str, documents: Sequence[Document], known: Known | None = None) -> tuple[float, ...]:
        """Return the score of every document."""
        found = self.sentences(query, documents)
        relevance = self.relevance.of(index_of(texts_of(documents)), query)
        scores = relevance / max(float(relevance.max(initial=0.0)), 1e-9) - 1
        above = (found.scores - self.cut).clip(0)
        sums = np.bincount(found.index.sentence_document, above, minlength=len(found.documents))
        scores[found.documents] = np.where(sums > 0, sums, scores[found.documents])
        values: list[float] = scores.tolist()
        return tuple(values)


def _pool(relevance: Floats, sentences: Ints) -> Ints:
    """Positions of the pool's documents, ascending; at least one."""
    order = np.argsort(-relevance, kind="stable")[:POOL]
    fits = np.searchsorted(np.cumsum(sentences[order]), POOL_SENTENCES, "right")
    return np.sort(order[: max(int(fits), 1)])


def standardised(values: Floats) -> Floats:
    """Values minus their mean, in standard deviations; zeros if they are (nearly) equal."""
    if not len(values):
        return values
    centred: Floats = values - values.mean()
    spread = float(centred.std())
    return centred / spread if spread > 1e-9 * (1 + float(np.abs(values).max())) else np.zeros_like(centred)


@lru_cache(maxsize=4)
def _support(texts: tuple[str, ...]) -> NDArray[np.float32]:
    """Largest idf-F1 of each sentence with a sentence of each document [sentences, documents]; 0 without words."""
    index = index_of(texts)
    starts = index.document_start[:-1]
    filled = np.flatnonzero(np.diff(index.document_start))
    best = np.zeros((index.n_sentences, index.n_documents), dtype=np.float32)
    for sentence, f1 in sentence_f1(index, np.ones(index.n_sentences, dtype=bool)):
        best[sentence, filled] = np.maximum.reduceat(f1, starts[filled])
    return best
