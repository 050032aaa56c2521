"""The sentence contexts of `retrieval.extract` as an extractor: the summary is the query, and there is one document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hayrick.protocols import Passage
from hayrick.retrieval.extract import Extraction, extract
from hayrick.retrieval.extraction.base import Extract, require_budgets
from hayrick.types import Document
from hayrick.wrapped import whole_sentences


@dataclass(frozen=True, slots=True)
class InContext:
    """Extracts of a document as contexts show it: by BM25 in one document, with neighbours that a sentence leans on."""

    how: Extraction

    @property
    def signature(self) -> str:
        """See `Extractor`."""
        return self.how.signature

    def extracts(self, summary: str, document: str, budgets: Sequence[int]) -> list[Extract]:
        """See `Extractor`."""
        require_budgets(budgets)
        whole = [Document(id="", text=document)]
        return [_extract(document, extract(summary, whole, budget, self.how), budget) for budget in budgets]


def _extract(document: str, passages: Sequence[Passage], budget: int) -> Extract:
    if not passages:
        return Extract(budget, (), "", 0)
    (passage,) = passages
    whole = enumerate(whole_sentences(document))
    shown = {
        number for number, one in whole if any(one.start < span.end and span.start < one.end for span in passage.spans)
    }
    return Extract(budget, tuple(sorted(shown)), passage.text, passage.tokens)
