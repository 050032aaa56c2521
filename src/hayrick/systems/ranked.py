"""Ranks statements (groups of similar sentences) for a query by the votes of the documents that contain them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hayrick.lexical import GroupIndex, Index
from hayrick.retrieval.votes import standardised
from hayrick.systems.statements import Statement, statements
from hayrick.types import BadInput

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_ROUNDS = 5
_WELL = 1.0
"""A statement ranks well from this many standard deviations above the mean."""
_CHANCE = 0.5
"""A repeated statement with at most this vote, in standard deviations, is treated as unrelated to the query."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """Parameters for grouping sentences into statements and for ranking the statements.

    Args:
        similarity: least idf-weighted F1 at which two sentences belong to one statement, in (0, 1].
        repeated: least number of documents for a statement to count as repeated and rank before others, >= 1.
        own: weight of the BM25 score of a repeated statement's own sentences, >= 0.
        own_alone: that weight for other statements, and for all if documents are equally relevant, >= 0.
        detail: weight of a statement's information content, >= 0.
        echo: weight with which well-ranked statements raise the relevance of their documents, >= 0.
    """

    similarity: float = 0.5
    repeated: int = 3
    own: float = 0.05
    own_alone: float = 1.0
    detail: float = 0.8
    echo: float = 1.0

    def __post_init__(self) -> None:
        weights = (self.own, self.own_alone, self.detail, self.echo)
        if not (0 < self.similarity <= 1 and self.repeated >= 1 and all(weight >= 0 for weight in weights)):
            raise BadInput("ranking", f"{self}", "similarity in (0, 1], repeated >= 1 and weights >= 0")

    @property
    def signature(self) -> str:
        """All parameters on one line."""
        return (
            f"similarity:{self.similarity:g}|repeated:{self.repeated}|own:{self.own:g},{self.own_alone:g}"
            f"|detail:{self.detail:g}|echo:{self.echo:g}"
        )


class Statements:
    """The statements of some documents, prepared for ranking by any query.

    Args:
        index: index of the documents.
        similarity: as in `Ranking`.
    """

    def __init__(self, index: Index, similarity: float) -> None:
        self.found: list[Statement] = statements(index, similarity)
        self._group_index = GroupIndex(index, [one.sentences for one in self.found])
        self._member = np.zeros((len(self.found), index.n_documents))
        for row, one in enumerate(self.found):
            self._member[row, list(one.documents)] = 1.0
        self._stands = np.array([one.stands for one in self.found], dtype=bool)
        order = sorted(range(len(self.found)), key=lambda row: self.found[row].text)
        self._by_text = np.argsort(np.array(order, dtype=np.int64))
        self._detail = np.log(np.array([one.detail for one in self.found]).clip(1e-9))

    def ranked(self, query: str, relevance: Floats, ranking: Ranking) -> Iterator[Statement]:
        """Rank statements for a query.

        Documents and statements vote for each other. A statement's vote is the sum of the standardised relevance of its
        documents, divided by the square root of their number: how surprising their mean relevance would be by chance.
        `own` times the standardised BM25 of its sentences is added to the standardised vote. Five times, the excess of
        well-ranked repeated statements is fed back into the relevance of their documents. Finally, `detail` times the
        standardised logarithm of the idf weight of its sentences is added.

        Repeated statements come first, unless their documents are no more relevant than by chance; then the others;
        last those that do not stand alone. If all documents are equally relevant, for example because the query shares
        no word with them, a vote grows with the number of documents.

        Args:
            query: any text.
            relevance: relevance of each document to the query, on any scale.
            ranking: parameters.

        Yields:
            Statements, best first.
        """
        size = self._member.sum(axis=1)
        repeated = self._stands & (size >= ranking.repeated)
        kinds = np.where(self._stands, np.where(repeated, 0, 1), 2)
        first = standardised(relevance)
        alike = not first.any()
        if alike:
            first = np.ones(len(first))
        own = _within(kinds, self._group_index.bm25_documents(self._group_index.query(query)))
        own *= np.where(repeated & (not alike), ranking.own, ranking.own_alone)
        root = np.sqrt(size)
        chance = self._member @ first / root <= _CHANCE
        scores = _within(kinds, self._member @ first / root) + own
        for _ in range(_ROUNDS):
            excess = np.where(repeated, (_within(kinds, scores) - _WELL).clip(0), 0.0)
            relevance = standardised(first + ranking.echo * standardised(self._member.T @ excess))
            scores = _within(kinds, self._member @ relevance / root) + own
        scores += ranking.detail * _within(kinds, self._detail)
        for row in np.lexsort((self._by_text, -scores.round(9), np.where(repeated & chance, 1, kinds))).tolist():
            yield self.found[row]


def _within(kinds: Ints, values: Floats) -> Floats:
    """Values standardised within each kind."""
    found = np.zeros(len(values))
    for kind in np.unique(kinds):
        found[kinds == kind] = standardised(values[kinds == kind])
    return found
