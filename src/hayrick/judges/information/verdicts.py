"""Verdicts on chunks, as judgements."""

from __future__ import annotations

from hayrick.measures.information import LEAST, NEEDED, UNNEEDED
from hayrick.types import Judgement, Unparsed


def verdict(chunk: str, rater: str, value: float | Unparsed) -> Judgement:
    """Judgement on a chunk.

    Args:
        chunk: its id.
        rater: name of the judge.
        value: probability that it is needed, or share of votes; or why there is none.
    """
    if isinstance(value, Unparsed):
        return Judgement(unit=chunk, rater=rater, value=None, unparsed=value)
    return Judgement(unit=chunk, rater=rater, value=value, label=NEEDED if value >= LEAST else UNNEEDED)
