"""Helpers of retrievers: texts of documents; scores are validated and ranked."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from hayrick.protocols import plain
from hayrick.records.fields import is_number
from hayrick.types import BadInput, Document

_MOST = sys.float_info.max


def ranking(scores: Sequence[float]) -> list[int]:
    """Positions of documents (from 0) by descending score; ties keep stored order."""
    return sorted(range(len(scores)), key=lambda position: -scores[position])


def texts_of(documents: Sequence[Document]) -> tuple[str, ...]:
    """Texts of the documents in stored order."""
    return tuple([document.text for document in documents])


def checked(scores: object, documents: Sequence[Document], where: str) -> tuple[float, ...]:
    """Validate scores from outside and return them in stored order.

    Args:
        scores: one number per document in stored order, or a mapping from document id to number.
        documents: the scored documents.
        where: origin of the scores, for the error message.

    Raises:
        BadInput: a document has no score, there are too many scores, or one is not a finite number.
    """
    ids = [document.id for document in documents]
    if isinstance(scores, Mapping):
        missing = [id for id in ids if id not in scores]
        if missing:
            raise BadInput(where, f"no score for document '{missing[0]}'", f"one for each of {len(ids)} documents")
        scores = [scores[id] for id in ids]
    if not isinstance(scores, Sequence) and hasattr(scores, "tolist"):
        scores = scores.tolist()
    if not isinstance(scores, Sequence) or isinstance(scores, str) or len(scores) != len(ids):
        given = f"{len(scores)} scores" if isinstance(scores, Sequence) else f"a {type(scores).__name__}"
        raise BadInput(where, given, f"{len(ids)} scores in stored order, or document id -> score")
    found = []
    for id, score in zip(ids, map(plain, scores), strict=True):
        if not is_number(score) or not abs(score) <= _MOST:
            raise BadInput(where, f"score {repr(score)[:20]} of document '{id}'", "a finite number")
        found.append(float(score))
    return tuple(found)
