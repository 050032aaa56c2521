"""Extraction: sentences of a document for a summary, within token budgets."""

from hayrick.retrieval.extraction.base import Extract, Extractor, Ordered, Source
from hayrick.retrieval.extraction.catalogue import (
    EXTRACTORS,
    PREFIX,
    USUAL,
    WITHOUT_MODEL,
    JudgeContext,
    extractor,
    judge_context,
)

__all__ = [
    "EXTRACTORS",
    "PREFIX",
    "USUAL",
    "WITHOUT_MODEL",
    "Extract",
    "Extractor",
    "JudgeContext",
    "Ordered",
    "Source",
    "extractor",
    "judge_context",
]
