"""Orders of sentences by scores that do not depend on what was taken: the beginning, and BM25."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from hayrick.lexical import index_of
from hayrick.retrieval.extraction.base import Order, Source


def by_score(scores: ArrayLike) -> Order:
    """Order by descending score; ties keep source order."""
    ranking: list[int] = np.argsort(-np.asarray(scores, dtype=np.float64), kind="stable").tolist()
    return fixed_order(ranking)


def fixed_order(ranking: Sequence[int]) -> Order:
    """Make the order of a ranking, whatever is taken of it."""
    return partial(_fixed, ranking)


def _fixed(ranking: Sequence[int], taken: Sequence[int]) -> Iterator[int]:
    return iter(ranking)


def lead_order(summary: str, source: Source) -> Order:
    """Source order: the beginning of the document."""
    return fixed_order(range(len(source.spans)))


def bm25_order(summary: str, source: Source) -> Order:
    """Order by BM25 of each sentence, with the whole summary as the query."""
    index = index_of(source.sentences)
    return by_score(index.bm25_documents(index.query(summary)))
