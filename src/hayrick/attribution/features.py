"""Features of a claim and a document: four measures of word overlap, independent of the other documents' scores."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hayrick.lexical import Index, Query, QueryMatch

Floats = NDArray[np.float64]

FEATURES = ("window_recall", "sentence_f1", "bm25_share", "number_recall")
"""Names of the columns of `Fit.features`.

- window_recall: idf-weighted share of the claim's content words in the document's best two neighbouring sentences.
- sentence_f1: idf-weighted F1 of the claim and the document's best sentence.
- bm25_share: BM25 of the document, divided by the least upper bound of BM25 for the claim.
- number_recall: share of the claim's numbers in the document's best two neighbouring sentences; 0.5 if it has none.
"""

POOL = 100
"""Number of documents that are considered for a claim: in a larger collection, those with the best windows, weighted
as if they were the whole collection. A rare word may be common among the documents on the claim's topic."""

_K1 = 1.2


@dataclass(frozen=True, slots=True)
class Fit:
    """Features of the documents that share a content word with a claim."""

    match: QueryMatch
    sentence_f1: Floats
    """F1 of each row of `match.sentences`; the best sentence of a document is its evidence."""

    features: Floats
    """One row for each of `match.documents`, one column for each of `FEATURES`; all in [0, 1]."""


def fit(index: Index, claim: str) -> Fit:
    """Compute the features of a claim for the documents of an index.

    Args:
        index: index of the documents.
        claim: any text; a claim without an indexed content word gives no rows.

    Returns:
        The features. A document without a row shares no word with the claim; its features are `absent`.

    Source: BM25 as in Robertson and Zaragoza (2009), section 3; the other features are shares of matched idf.
    """
    asked = index.query(claim)
    if index.n_documents <= POOL:
        match = index.match_whole(asked)
    else:
        match = index.match(asked)
        promising = np.argsort(-match.best(match.windows()), kind="stable")[:POOL]
        match = match.among(promising, POOL)
    query, weights = match.query, match.weights
    sentence_f1 = match.f1()
    unknown = len(query.unknown) * weights.unknown_document_idf
    bound = (_K1 + 1) * (float(query.weights @ weights.document_idf) + unknown)
    features = np.empty((len(match.documents), len(FEATURES)))
    features[:, 0] = match.best(match.windows()) / max(match.total, 1e-9)
    features[:, 1] = match.best(sentence_f1)
    features[:, 2] = match.bm25(k1=_K1) / max(bound, 1e-9)
    features[:, 3] = _number_recall(index, match)
    return Fit(match, sentence_f1, features)


def absent(index: Index, query: Query) -> Floats:
    """Features of a document that shares no content word with the claim of a query."""
    return np.array([0.0, 0.0, 0.0, 0.0 if numbers(index, query)[1] else 0.5])


def numbers(index: Index, query: Query) -> tuple[NDArray[np.bool_], int]:
    """Whether each term of a query is a number, and how many numbers it has, unknown ones included."""
    is_number = index.is_number[query.terms]
    return is_number, int(is_number.sum()) + sum(name[0].isdigit() for name in query.unknown)


def _number_recall(index: Index, match: QueryMatch) -> Floats | float:
    is_number, total = numbers(index, match.query)
    return match.best(match.windows(is_number.astype(np.float64))) / total if total else 0.5
