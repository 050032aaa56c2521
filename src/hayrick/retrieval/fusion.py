"""Fusion of several retrievers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hayrick.protocols import Known, Retriever
from hayrick.retrieval.scoring import ranking
from hayrick.types import BadInput, Document


@dataclass(frozen=True, slots=True, kw_only=True)
class RRF:
    """Reciprocal rank fusion: sum over retrievers of `1 / (k + rank)`, ranks from 1.

    Documents with equal scores share their mean rank, so that a retriever that scores all equally has no influence.

    Args:
        parts: the retrievers, at least one.
        k: damping of the top ranks, >= 0.
        name: name that the user gave.

    Source: Cormack, Clarke and Buettcher, Reciprocal Rank Fusion (SIGIR 2009), with their k of 60.
    Differs: ties share ranks; the paper leaves ties open.
    """

    parts: Sequence[Retriever]
    k: float = 60.0
    name: str = "rrf"

    def __post_init__(self) -> None:
        if not self.parts or not self.k >= 0:
            raise BadInput(self.name, f"{len(self.parts)} retrievers and k {self.k}", "at least one, and k >= 0")

    @property
    def signature(self) -> str:
        """Everything that its scores depend on."""
        return f"rrf|k:{self.k:g}|({';'.join(part.signature for part in self.parts)})"

    def scores(self, query: str, documents: Sequence[Document], known: Known | None = None) -> tuple[float, ...]:
        """Return the fused score of every document."""
        fused = [0.0] * len(documents)
        for part in self.parts:
            for position, rank in enumerate(_shared_ranks(part.scores(query, documents, known))):
                fused[position] += 1 / (self.k + rank)
        return tuple(fused)


def _shared_ranks(scores: Sequence[float]) -> list[float]:
    order = ranking(scores)
    ranks = [0.0] * len(scores)
    start = 0
    while start < len(order):
        end = start
        while end < len(order) and scores[order[end]] == scores[order[start]]:
            end += 1
        for place in order[start:end]:
            ranks[place] = (start + 1 + end) / 2
        start = end
    return ranks
