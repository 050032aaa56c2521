"""An extractive system: quotes sentences that many relevant documents repeat, and cites those documents."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import numpy as np

from hayrick.attribution import Attributor, Model
from hayrick.lexical import Index
from hayrick.retrieval.bm25 import BM25, Feedback
from hayrick.systems.ranked import Ranking, Statements
from hayrick.types import BadInput, Bullet, Document

POOL = 300
"""Largest number of documents whose sentences are compared; of more documents the most relevant are taken."""

RELEVANCE = BM25(feedback=Feedback())


class Extractor:
    """Answers queries about fixed documents with sentences quoted from them, with citations.

    All sentences are grouped by similarity once (`statements`). For a query, documents vote for groups, and the groups
    are ranked (`Statements.ranked`). Each group is quoted by its most central sentence that stands alone; attribution
    decides what that sentence cites. The method assumes that documents repeat important facts in similar words. If
    there are more than `POOL` documents, sentences are grouped anew for every query.

    Args:
        documents: documents to quote and cite; ids must differ.
        ranking: parameters of grouping and ranking.
        model: attribution model; see `Attributor`. By default the trained model alone: where it finds nothing, the
            documents that were quoted are better known than what an untrained rule would find.

    Raises:
        BadInput: an id occurs twice, or the model does not exist.
    """

    def __init__(
        self,
        documents: Sequence[Document],
        *,
        ranking: Ranking | None = None,
        model: str | Path | Model = "trained",
    ) -> None:
        self.ranking = ranking or Ranking()
        self.attributor = Attributor(documents, model=model)
        index = self.attributor.index
        self._all = Statements(index, self.ranking.similarity) if len(documents) <= POOL else None

    def bullets(self, query: str, n: int) -> tuple[Bullet, ...]:
        """Answer a query with at most `n` bullets, best first; fewer if there are fewer statements.

        No statement is quoted twice. If attribution finds no document for a bullet, it cites the documents it was found
        in. If the query shares no word with the documents, the most repeated statements are returned.

        Args:
            query: any text.
            n: number of bullets asked for, >= 0.

        Raises:
            BadInput: `n` is negative.
        """
        if n < 0:
            raise BadInput("n", str(n), "a number of bullets >= 0")
        index, ids = self.attributor.index, self.attributor.ids
        relevance = RELEVANCE.of(index, query)
        places = np.arange(len(ids))
        found = self._all
        if found is None:
            places = np.sort(np.argsort(-relevance, kind="stable")[:POOL])
            found = Statements(Index([index.texts[place] for place in places]), self.ranking.similarity)
        chosen = islice(found.ranked(query, relevance[places], self.ranking), n)
        return tuple(
            Bullet(id=number, text=one.text, cites=self._cites(one.text, [ids[places[d]] for d in one.documents]))
            for number, one in enumerate(chosen, start=1)
        )

    def _cites(self, text: str, found_in: Sequence[str]) -> frozenset[str]:
        return frozenset(self.attributor.cited(text) or found_in)
