"""The extractive system: what many relevant documents say, in their own sentences, citing those that support it."""

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
"""Documents whose sentences are compared with one another: the most relevant to the query, where there are more."""

RELEVANCE = BM25(feedback=Feedback())


class Extractor:
    """Answers queries about fixed documents by sentences of theirs, with citations.

    Sentences of all documents are grouped by what they tell (`statements`), once; for a query the groups are ranked
    by the vote of their documents (`Statements.ranked`); each is told by its most central sentence that can be read
    alone; attribution finds what that sentence cites. It relies on documents repeating what matters in similar words.
    In collections of more than `POOL` documents the grouping is done again for every query.

    Args:
        documents: what may be quoted and cited; ids must differ.
        ranking: parameters.
        model: of the attribution; see `Attributor`.

    Raises:
        BadInput: an id occurs twice, or there is no such model.
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
        """At most `n` statements that answer a query, best first; fewer where the documents tell no more.

        No statement is told twice. A bullet for which attribution finds no document cites those it was found in. A
        query without a word of the documents gives what is repeated most.

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


def extract(
    documents: Sequence[Document | str],
    query: str,
    n: int,
    *,
    ranking: Ranking | None = None,
    model: str | Path | Model = "trained",
) -> tuple[Bullet, ...]:
    """At most `n` cited statements of the documents that answer a query; for several queries use `Extractor`.

    Args:
        documents: documents, or texts, whose ids are then their numbers from "1".
        query: any text.
        n: number of bullets asked for, >= 0.
        ranking: parameters.
        model: of the attribution.

    Returns:
        Bullets, best first.

    Raises:
        BadInput: an id occurs twice, `documents` is one string, or `n` is negative.
    """
    if isinstance(documents, str):
        raise BadInput("documents", "one string", "a sequence of documents or texts", "Put the text into a list.")
    named = [
        Document(id=str(number), text=document) if isinstance(document, str) else document
        for number, document in enumerate(documents, start=1)
    ]
    return Extractor(named, ranking=ranking, model=model).bullets(query, n)
