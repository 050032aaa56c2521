"""A match in which every sentence of the index has a row: faster where most sentences have a term of the query."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hayrick.lexical.arrays import Floats, Ints, ranges, sums
from hayrick.lexical.match import Query, QueryMatch

if TYPE_CHECKING:
    from hayrick.lexical.index import Index


class WholeMatch(QueryMatch):
    """As `QueryMatch`, of all occurrences in the index; a sentence without a term has a row too, with the score 0."""

    def __init__(self, index: Index, query: Query, which: Ints, at: Ints) -> None:
        self.index, self.query, self.which = index, query, which
        self._at, self._among = at, None
        self._sentence = index.posting_sentence[at]
        self._row = self._sentence.astype(np.int64)
        self.sentences = np.arange(index.n_sentences, dtype=np.int32)
        self.documents = np.flatnonzero(np.bincount(self._held_by[1])).astype(np.int32)
        self.first = index.document_start[self.documents]

    def recall(self, weights: Floats | None = None) -> Floats:
        """See `QueryMatch.recall`."""
        if weights is None:
            return self._recall
        terms = np.flatnonzero(weights)
        _, told = ranges(self.which.searchsorted(terms), self.which.searchsorted(terms, "right"))
        return sums(self._row[told], weights[self.which[told]], len(self.sentences))

    @cached_property
    def _joined(self) -> tuple[NDArray[np.bool_], Ints]:
        return self.index.followed, np.flatnonzero(self.index.recurring[self._at])

    @cached_property
    def _held_by(self) -> tuple[Ints, Ints, Floats]:
        """Query position, document, and count, of each term in each document."""
        start, document, count = self.index.document_postings
        which, at = ranges(start[self.query.terms], start[self.query.terms + 1])
        return which, document[at], count[at]

    @cached_property
    def _in_documents(self) -> tuple[Ints, Ints, Floats]:
        which, document, count = self._held_by
        row = np.zeros(self.index.n_documents, dtype=np.int64)
        row[self.documents] = np.arange(len(self.documents))
        return which, row[document], count
