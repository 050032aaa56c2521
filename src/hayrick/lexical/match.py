"""Occurrences of a query's terms, and the scores of sentences, windows and documents computed from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hayrick.lexical.arrays import Floats, Ids, Ints, distinct, idf, new_pairs, ranges, sums

if TYPE_CHECKING:
    from hayrick.lexical.index import Index


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """Distinct indexed terms with weights, and the distinct terms that are in no text."""

    terms: Ints
    """Term ids, ascending."""

    weights: Floats
    """Number of occurrences of each term in the query, or any weight above 0."""

    unknown: tuple[str, ...] = ()
    """Terms of the query that are in no text, in query order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TermWeights:
    """Rarity of the terms of a query among the documents considered."""

    idf: Floats
    """Inverse sentence frequency of each term of the query."""

    unknown_idf: float
    """Inverse sentence frequency of a term that is in no text."""

    document_idf: Floats
    """Inverse document frequency of each term of the query."""

    unknown_document_idf: float
    """Inverse document frequency of a term that is in no text."""

    sentence_weight: Floats
    """Sum of the inverse sentence frequencies of all distinct terms, for each row of `QueryMatch.sentences`."""

    mean_length: float
    """Mean number of content words per document."""


class QueryMatch:
    """Occurrences of a query's terms, from which sentences, windows and documents are scored.

    Only sentences and documents with a term have a row. `recall`, `windows` and `held` take one weight per term of the
    query (`weights.idf` by default) and return sums of weights; divide by `total` for a share.
    """

    def __init__(self, index: Index, query: Query, which: Ints, at: Ints, *, among: int | None = None) -> None:
        self.index, self.query = index, query
        self.which = which
        """Position in `query.terms` of each occurrence; ascending, then by sentence."""
        self._at, self._among = at, among
        self._sentence = index.posting_sentence[at]
        self.sentences, self._row = distinct(self._sentence, index.n_sentences)
        """`sentences` with a term, ascending; and for each occurrence its row there."""
        owner = index.sentence_document[self.sentences]
        self.first = np.flatnonzero(new_pairs(owner, owner))
        """Row of each document's first sentence in `sentences`."""
        self.documents: Ids = owner[self.first]
        """Documents with a term, ascending."""
        ends = np.append(self.first[1:], len(owner))
        self._document_row = np.repeat(np.arange(len(self.first)), ends - self.first)

    @cached_property
    def weights(self) -> TermWeights:
        """Weights of the terms over the whole index or, after `among`, over the documents that were kept."""
        index, terms = self.index, self.query.terms
        if self._among is not None:
            return self._local_weights(self._among)
        return TermWeights(
            idf=index.idf[terms],
            unknown_idf=index.unknown_idf,
            document_idf=index.document_idf[terms],
            unknown_document_idf=index.unknown_document_idf,
            sentence_weight=self._of_sentences(index.sentence_weight),
            mean_length=len(index.tokens) / max(index.n_documents, 1),
        )

    def _of_sentences(self, values: Floats) -> Floats:
        """Choose, from values of all sentences, those of the sentences in `sentences`."""
        return values[self.sentences]

    def _local_weights(self, n_documents: int) -> TermWeights:
        index, n_terms = self.index, len(self.query.terms)
        low, high = index.document_start[self.documents], index.document_start[self.documents + 1]
        n_sentences = round(int((high - low).sum()) * n_documents / max(len(self.documents), 1))
        _, sentence = ranges(low, high)
        terms, start = index.distinct_terms
        position, at = ranges(start[sentence], start[sentence + 1])
        names, row = distinct(terms[at], index.n_terms)
        telling = idf(np.bincount(row, minlength=len(names)), n_sentences)
        weight = sums(position, telling[row], len(sentence))
        per_document = np.bincount(self._in_documents[0], minlength=n_terms)
        nowhere = np.zeros(1, dtype=np.int64)
        return TermWeights(
            idf=idf(np.bincount(self.which, minlength=n_terms), n_sentences),
            unknown_idf=float(idf(nowhere, n_sentences)[0]),
            document_idf=idf(per_document, n_documents),
            unknown_document_idf=float(idf(nowhere, n_documents)[0]),
            sentence_weight=weight[np.searchsorted(sentence, self.sentences)],
            mean_length=float(index.document_length[self.documents].sum()) / max(len(self.documents), 1),
        )

    @cached_property
    def total(self) -> float:
        """Sum of `idf` over the query's distinct terms, unknown ones included: the denominator of recall."""
        return float(self.weights.idf.sum()) + len(self.query.unknown) * self.weights.unknown_idf

    def among(self, rows: NDArray[np.integer], n_documents: int) -> QueryMatch:
        """Restrict the match to some documents, weighted as if they were the whole collection.

        Args:
            rows: rows of `documents` to keep.
            n_documents: assumed size of the collection, at least the number of rows; the rest are assumed to contain no
                term of the query.
        """
        kept = np.zeros(len(self.documents), dtype=bool)
        kept[rows] = True
        inside = kept[self._document_row[self._row]]
        return QueryMatch(self.index, self.query, self.which[inside], self._at[inside], among=n_documents)

    @cached_property
    def _recall(self) -> Floats:
        return sums(self._row, self.weights.idf[self.which], len(self.sentences))

    def recall(self, weights: Floats | None = None) -> Floats:
        """Summed weight of the terms in each row of `sentences`."""
        return self._recall if weights is None else sums(self._row, weights[self.which], len(self.sentences))

    def f1(self) -> Floats:
        """F1 of each row of `sentences`: twice the shared weight over the weights of query and sentence."""
        return 2 * self.recall() / np.maximum(self.total + self.weights.sentence_weight, 1e-9)

    @cached_property
    def _joined(self) -> tuple[NDArray[np.bool_], Ints]:
        """Whether each row's next row is the next sentence of its document; and occurrences that recur there."""
        follows = np.zeros(len(self.sentences), dtype=bool)
        follows[:-1] = self.sentences[1:] - self.sentences[:-1] == 1
        follows[self.first[1:] - 1] = False
        at, which = self._sentence, self.which
        repeated = np.flatnonzero((at[1:] - at[:-1] == 1) & (which[1:] == which[:-1]))
        return follows, repeated[follows[self._row[repeated]]]

    def windows(self, weights: Floats | None = None) -> Floats:
        """Summed weight of the distinct terms in each row of `sentences` and the next sentence of its document.

        A term in both sentences counts once. The last sentence of a document forms a window by itself.
        """
        alone = self.recall(weights)
        weights = self.weights.idf if weights is None else weights
        follows, repeated = self._joined
        both = sums(self._row[repeated], weights[self.which[repeated]], len(alone))
        joint = alone.copy()
        joint[:-1] += (alone[1:] - both[:-1]) * follows[:-1]
        return joint

    def best(self, scores: Floats) -> Floats:
        """Largest score in `sentences` of each document in `documents`."""
        return np.maximum.reduceat(scores, self.first) if len(scores) else np.zeros(0)

    @cached_property
    def _in_documents(self) -> tuple[Ints, Ints, Floats]:
        """Query position, row of `documents`, and count, of each term in each document."""
        document = self._document_row[self._row]
        at = np.flatnonzero(new_pairs(document, self.which))
        count = self.index.posting_count[self._at].astype(np.float64)
        return self.which[at], document[at], np.add.reduceat(count, at) if len(at) else np.zeros(0)

    def held(self, weights: Floats | None = None) -> Floats:
        """Summed weight of the distinct terms in each row of `documents`."""
        weights = self.weights.idf if weights is None else weights
        which, document, _ = self._in_documents
        return sums(document, weights[which], len(self.documents))

    def bm25(self, *, k1: float = 1.2, b: float = 0.75) -> Floats:
        """BM25 of each row of `documents`; see `Index.bm25_documents`."""
        which, document, count = self._in_documents
        length = self.index.document_length[self.documents] / max(self.weights.mean_length, 1e-9)
        norm = k1 * (1 - b + b * length)
        weight = (self.query.weights * self.weights.document_idf)[which]
        return sums(document, weight * count * (k1 + 1) / (count + norm[document]), len(norm))
