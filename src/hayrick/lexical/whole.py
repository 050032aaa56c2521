"""A match in which every sentence of the index has a row: faster where most sentences have a term of the query."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hayrick.lexical.arrays import Floats, Ids, Ints, new_pairs, sums
from hayrick.lexical.match import Query, QueryMatch

if TYPE_CHECKING:
    from hayrick.lexical.index import Index


class Places(NamedTuple):
    """Where each term is, term after term: those of term t are in `[start[t]:start[t + 1]]`, ascending."""

    start: Ints
    at: Ints
    """Numbers of sentences or documents."""

    value: Floats
    """What each counts: the weight of the term, or how often it is there."""

    def of(self, terms: Ints, value: Floats | None = None) -> tuple[Ints, Floats]:
        """Places of some terms, and what they count; `value` has another one for each of these terms."""
        parts = list(map(slice, self.start[terms].tolist(), self.start[terms + 1].tolist()))
        at = np.concatenate([self.at[part] for part in parts]) if parts else self.at[:0]
        if value is not None:
            return at, np.repeat(value, self.start[terms + 1] - self.start[terms])
        return at, np.concatenate([self.value[part] for part in parts]) if parts else self.value[:0]


class Whole:
    """What does not depend on a query: made with the first one."""

    def __init__(self, index: Index) -> None:
        sentence, owner = index.posting_sentence, index.sentence_document
        term = np.repeat(np.arange(index.n_terms), index.sentence_frequency)
        self.sentences: Ids = np.arange(index.n_sentences, dtype=np.int32)
        self.followed = np.append(~new_pairs(owner, owner)[1:], np.zeros(min(1, len(owner)), dtype=bool))
        """Whether each sentence is followed by another one of its document."""
        self.in_sentences = Places(index.posting_start, sentence.astype(np.int64), index.idf[term])
        again = np.flatnonzero((np.diff(sentence) == 1) & (np.diff(term) == 0) & self.followed[sentence[:-1]])
        self.in_neighbours = _places(term[again], sentence[again], index.idf[term[again]], index.n_terms)
        """Sentences that have the term in common with the next one of their document."""
        self.in_documents = Places(*index.document_postings)


def _places(term: Ints, at: NDArray[np.integer], value: Floats, n_terms: int) -> Places:
    ends = np.cumsum(np.bincount(term, minlength=n_terms))
    return Places(np.concatenate(([0], ends)), at.astype(np.int64), value)


class WholeMatch(QueryMatch):
    """As `QueryMatch`, of all occurrences in the index; a sentence without a term has a row too, with the score 0."""

    def __init__(self, index: Index, query: Query, whole: Whole) -> None:
        self.index, self.query, self._among = index, query, None
        self._whole = whole
        self.sentences = whole.sentences
        self.documents = np.flatnonzero(np.bincount(self._held_by[1])).astype(np.int32)
        self.first = index.document_start[self.documents]

    @cached_property
    def _recall(self) -> Floats:
        return self._summed(self._whole.in_sentences, None)

    def recall(self, weights: Floats | None = None) -> Floats:
        """See `QueryMatch.recall`."""
        return self._recall if weights is None else self._summed(self._whole.in_sentences, weights)

    def windows(self, weights: Floats | None = None) -> Floats:
        """See `QueryMatch.windows`."""
        joint = self.recall(weights).copy()
        both = self._summed(self._whole.in_neighbours, weights)
        joint[:-1] += (joint[1:] - both[:-1]) * self._whole.followed[:-1]
        return joint

    def _of_sentences(self, values: Floats) -> Floats:
        return values

    def _summed(self, places: Places, weights: Floats | None) -> Floats:
        terms = self.query.terms
        if weights is not None:
            told = np.flatnonzero(weights)
            terms, weights = terms[told], weights[told]
        return sums(*places.of(terms, weights), len(self.sentences))

    @cached_property
    def _held_by(self) -> tuple[Ints, Ints, Floats]:
        """Query position, document, and count, of each term in each document."""
        terms, found = self.query.terms, self._whole.in_documents
        which = np.repeat(np.arange(len(terms)), found.start[terms + 1] - found.start[terms])
        return which, *found.of(terms)

    @cached_property
    def _in_documents(self) -> tuple[Ints, Ints, Floats]:
        which, document, count = self._held_by
        row = np.zeros(self.index.n_documents, dtype=np.int64)
        row[self.documents] = np.arange(len(self.documents))
        return which, row[document], count
