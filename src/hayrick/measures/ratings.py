"""Ratings of an answer by a judge: fluency, correctness, and their product as a share of the greatest.

Source: HELMET, section 2 and appendix B.6 (table 10).
Differs: an answer whose ratings cannot be read is counted and bounds the mean, where the original leaves it out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hayrick.protocols import Measure
from hayrick.types import Item, Judgement, Response, Score

FLUENCY, CORRECTNESS, SCORE = "fluency", "correctness", "judge_score"
MOST_FLUENCY, MOST_CORRECTNESS = 1, 3


def _rating(name: str, most: float, description: str, *, main: bool) -> Measure[Any, Any]:
    """Measure of the judgement on the unit of its name; 0 and failed where there is no answer."""

    def score(item: Item[Any], response: Response[Any], judgements: Sequence[Judgement]) -> Iterator[Score]:
        value = next((one.value for one in judgements if one.unit == name), None)
        failed = response.answer is None
        yield Score(
            response=response,
            measure=name,
            unit=None,
            value=0.0 if failed else value,
            failed=failed,
            unjudged=value is None and not failed,
        )

    return Measure(
        name=name,
        description=description,
        source="HELMET, appendix B.6",
        score=score,
        bounds=(0.0, most),
        counts="items",
        main=main,
    )


FLUENT_ANSWER = _rating(
    FLUENCY, MOST_FLUENCY, "whether the answer is fluent, complete and not repetitive, as the judge says", main=False
)
CORRECT_ANSWER = _rating(
    CORRECTNESS, MOST_CORRECTNESS, "how far the answer agrees with a right one, 0 to 3, as the judge says", main=False
)
JUDGE_SCORE = _rating(SCORE, 1, "the judge's fluency x correctness / 3", main=True)
RATINGS: tuple[Measure[Any, Any], ...] = (FLUENT_ANSWER, CORRECT_ANSWER, JUDGE_SCORE)
