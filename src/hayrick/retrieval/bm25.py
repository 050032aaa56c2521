"""BM25, plain or with the query expanded by relevance feedback."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hayrick.lexical import Index, index_of
from hayrick.protocols import Known
from hayrick.retrieval.scoring import texts_of
from hayrick.types import BadInput, Document

Floats = NDArray[np.float64]


class Feedback(NamedTuple):
    """Parameters of query expansion: numbers of documents and terms to use, and the weight of the query's own terms."""

    documents: int = 5
    terms: int = 100
    query_weight: float = 0.3


@dataclass(frozen=True, slots=True, kw_only=True)
class BM25:
    """BM25 of whole documents, optionally with RM3 feedback.

    The defaults were chosen on the three released news haystacks. bench/systems/retrieval.py prints how a choice made
    on two of them performs on the third.

    Args:
        k1: how slowly repeated occurrences saturate, >= 0.
        b: strength of length normalisation, in [0, 1].
        feedback: None for plain BM25.
        name: name that the user gave.
    """

    k1: float = 2.0
    b: float = 0.75
    feedback: Feedback | None = None
    name: str = "bm25"

    def __post_init__(self) -> None:
        if not self.k1 >= 0 or not 0 <= self.b <= 1:
            raise BadInput(self.name, f"k1 {self.k1} and b {self.b}", "k1 >= 0 and b in [0, 1]")
        if self.feedback is not None:
            sound = self.feedback.documents > 0 and self.feedback.terms > 0 and 0 <= self.feedback.query_weight <= 1
            if not sound:
                raise BadInput(self.name, f"{self.feedback}", "counts above 0 and a weight in [0, 1]")

    @property
    def signature(self) -> str:
        """Everything that its scores depend on."""
        line = f"bm25|k1:{self.k1:g}|b:{self.b:g}"
        if self.feedback is None:
            return line
        documents, terms, weight = self.feedback
        return f"{line}|rm3:{documents} documents,{terms} terms,query weight {weight:g}"

    def scores(self, query: str, documents: Sequence[Document], known: Known | None = None) -> tuple[float, ...]:
        """Return BM25 of every document; 0 if it shares no term with the (expanded) query."""
        found: list[float] = self.of(index_of(texts_of(documents)), query).tolist()
        return tuple(found)

    def of(self, index: Index, text: str) -> Floats:
        """Scores of the documents of an index for a query text."""
        query = index.query(text)
        scores = index.bm25_documents(query, k1=self.k1, b=self.b)
        if self.feedback is None or not scores.any():
            return scores
        return index.bm25_documents(index.query(expanded(index, text, scores, self.feedback)), k1=self.k1, b=self.b)


def expanded(index: Index, text: str, scores: Floats, feedback: Feedback) -> dict[str, float]:
    """Expand a query with terms of the documents that were found first; the weights sum to 1.

    A term's feedback weight is the mean of its relative frequencies in these documents, weighted by their scores. The
    best `feedback.terms` are mixed with the query's terms.

    Args:
        index: index of the documents.
        text: the query.
        scores: first scores of the documents, >= 0; documents with 0 give no feedback.
        feedback: parameters.

    Returns:
        Term -> weight; empty if the query has no indexed term.

    Source: RM3: Lavrenko and Croft (2001), Abdul-Jaleel et al., UMass at TREC 2004: Novelty and HARD.
    Differs: documents are weighted by their BM25 score instead of a query likelihood.
    """
    query = index.query(text)
    if not len(query.terms):
        return {}
    weights = np.zeros(index.n_terms)
    weights[query.terms] = feedback.query_weight * query.weights / query.weights.sum()
    model = np.zeros(index.n_terms)
    for document in np.argsort(-scores, kind="stable")[: feedback.documents]:
        if scores[document] > 0:
            terms, counts = index.document_terms(int(document))
            model[terms] += scores[document] * counts / counts.sum()
    best = np.argsort(-model, kind="stable")[: feedback.terms]
    if model[best].sum() > 0:
        weights[best] += (1 - feedback.query_weight) * model[best] / model[best].sum()
    names = index.term_names
    return {names[number]: float(weights[number]) for number in np.flatnonzero(weights > 0)}
