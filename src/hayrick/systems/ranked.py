"""Statements ranked for a query by the vote of the documents that tell them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hayrick.lexical import Index
from hayrick.retrieval.votes import standardised
from hayrick.systems.statements import Statement, statements
from hayrick.types import BadInput

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_ROUNDS = 5
_WELL = 1.0
"""Standard deviations above the mean from which a statement is ranked well."""
_CHANCE = 0.5
"""Vote, in standard deviations, up to which the documents of a repeated statement are no answer to the query."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """How statements are grouped and ranked.

    Args:
        similarity: idf-weighted F1 from which two sentences tell the same, in (0, 1].
        repeated: documents that must tell a statement for it to come before those told less often, >= 1.
        own: weight of the query's words in a repeated statement's own sentences, >= 0.
        own_alone: the same where the vote says little: for statements told less often, or documents all alike.
        detail: weight of how much a statement tells, >= 0.
        echo: weight with which well-ranked statements make their documents more relevant, >= 0.
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
        """All parameters."""
        return (
            f"similarity:{self.similarity:g}|repeated:{self.repeated}|own:{self.own:g},{self.own_alone:g}"
            f"|detail:{self.detail:g}|echo:{self.echo:g}"
        )


class Statements:
    """The statements of some documents, prepared for any query.

    Args:
        index: of the documents.
        similarity: as in `Ranking`.
    """

    def __init__(self, index: Index, similarity: float) -> None:
        self.found: list[Statement] = statements(index, similarity)
        self._told = Index([" ".join(map(index.sentence, one.sentences)) for one in self.found])
        self._member = np.zeros((len(self.found), index.n_documents))
        for row, one in enumerate(self.found):
            self._member[row, list(one.documents)] = 1.0
        self._stands = np.array([one.stands for one in self.found], dtype=bool)
        order = sorted(range(len(self.found)), key=lambda row: self.found[row].text)
        self._by_text = np.argsort(np.array(order, dtype=np.int64))
        self._detail = np.log(np.array([one.detail for one in self.found]).clip(1e-9))

    def ranked(self, query: str, relevance: Floats, ranking: Ranking) -> Iterator[Statement]:
        """Statements, best first.

        Documents and statements vote for each other. A statement's vote is the sum of the standardised relevance of
        the documents that tell it, over the square root of their number: how surprising their mean relevance would be
        by chance. To the standardised vote, `own` times the standardised BM25 of its sentences is added. By how much
        repeated statements stand out is handed back to their documents' relevance, five times over. At last `detail`
        times the standardised logarithm of the idf weight of its sentences is added.

        Repeated statements come first, unless their documents are no more relevant than chance would have it; then
        the others; at last those that do not stand alone. Where all documents are equally relevant, as for a query
        without a word of theirs, a vote is the number of documents.

        Args:
            query: any text.
            relevance: of the documents to the query, on any scale.
            ranking: parameters.
        """
        size = self._member.sum(axis=1)
        repeated = self._stands & (size >= ranking.repeated)
        kinds = np.where(self._stands, np.where(repeated, 0, 1), 2)
        first = standardised(relevance)
        alike = not first.any()
        if alike:
            first = np.ones(len(first))
        own = _within(kinds, self._told.bm25_documents(self._told.query(query)))
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
    """Values standardised among those of the same kind."""
    found = np.zeros(len(values))
    for kind in np.unique(kinds):
        found[kinds == kind] = standardised(values[kinds == kind])
    return found
