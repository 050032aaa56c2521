"""Summaries against a reference: key points found, sentences supported, fluency, and their product.

Source: HELMET, appendix B.6.
Differs: shares are of key points and sentences that we list, so that none exceeds 1; a verdict that could not be read
    is left out of its share and bounded (`Score.extremes`), where the original leaves out the whole item; a text that
    repeats itself is not fluent whatever the judge says (`measures.repetition`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from hayrick.measures.repetition import is_repetitive
from hayrick.protocols import Measure
from hayrick.types import Item, Judgement, Response, Score

RECALL, PRECISION, FLUENCY = "recall", "precision", "fluency"
"""Units of judgements: `recall/3` is the third key point, `precision/2` the summary's second sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """What a summary is compared with.

    Args:
        text: that sentences of a summary must be supported by: the long reference where there are two.
        short: that key points are made from, and ROUGE is computed with; the same text where there is only one.
        points: key points that were made before; empty for none.
        maker: who made them.
    """

    text: str
    short: str
    points: tuple[str, ...] = ()
    maker: str = ""


class Value(NamedTuple):
    """A figure of one summary; `value` None where no verdict could be read.

    `worst` and `best` are the value if all unread verdicts were the worst, and the best.
    """

    value: float | None
    worst: float = 0.0
    best: float = 1.0


def share(judgements: Sequence[Judgement], kind: str) -> Value:
    """Mean value of the judged units of a kind; no value where there is none."""
    values = [one.value for one in judgements if one.unit.partition("/")[0] == kind]
    read = [value for value in values if value is not None]
    if not read:
        return Value(None)
    total, n, unread = sum(read), len(values), len(values) - len(read)
    return Value(total / len(read), total / n, (total + unread) / n)


def _fluency_of(answer: str, judgements: Sequence[Judgement]) -> Value:
    """Fluency, which is 0 of a text that repeats itself."""
    return Value(0.0, 0.0, 0.0) if is_repetitive(answer) else share(judgements, FLUENCY)


def f1(fluency: float, recall: float, precision: float) -> float:
    """Fluency times the harmonic mean of recall and precision; 0 where both are 0."""
    return fluency * 2 * recall * precision / (recall + precision) if recall + precision else 0.0


def product(fluency: Value, recall: Value, precision: Value) -> Value:
    """`f1` of three figures, with its own worst and best value."""
    parts = (fluency, recall, precision)
    worst, best = f1(*(one.worst for one in parts)), f1(*(one.best for one in parts))
    if worst == best:
        return Value(worst, worst, best)
    values = [one.value for one in parts if one.value is not None]
    return Value(f1(*values) if len(values) == len(parts) else None, worst, best)


def _product_of(answer: str, judgements: Sequence[Judgement]) -> Value:
    return product(_fluency_of(answer, judgements), share(judgements, RECALL), share(judgements, PRECISION))


def _judged_measure(
    name: str, description: str, heading: str, value: Callable[[str, Sequence[Judgement]], Value]
) -> Measure[Reference, str]:
    """A measure of one row a summary; the least value where the system failed."""

    def score(item: Item[Reference], response: Response[str], judgements: Sequence[Judgement]) -> Iterator[Score]:
        failed = response.answer is None
        found = Value(0.0, 0.0, 0.0) if response.answer is None else value(response.answer, judgements)
        exact = found.value is None or found.worst == found.best
        yield Score(
            response=response,
            measure=name,
            unit=None,
            value=found.value,
            failed=failed,
            unjudged=found.value is None,
            extremes=None if exact else (found.worst, found.best),
        )

    return Measure(
        name=name,
        description=description,
        source="HELMET, appendix B.6",
        score=score,
        heading=heading,
        counts="summaries",
    )


FLUENT: Measure[Reference, str] = _judged_measure(
    "fluency", "summaries that read well: the judge's verdict, and 0 where `repetition` is too high", "", _fluency_of
)
KEYPOINT_RECALL: Measure[Reference, str] = _judged_measure(
    "keypoint_recall",
    "share of the reference's key points that the summary states",
    "key points",
    lambda answer, judgements: share(judgements, RECALL),
)
SENTENCE_PRECISION: Measure[Reference, str] = _judged_measure(
    "sentence_precision",
    "share of the summary's sentences that the reference supports",
    "precision",
    lambda answer, judgements: share(judgements, PRECISION),
)
SUMMARY_F1: Measure[Reference, str] = _judged_measure(
    "summary_f1", "fluency x F1 of key points and sentences, by summary", "summary F1", _product_of
)


def _words(item: Item[object], response: Response[str], judgements: Sequence[Judgement]) -> Iterator[Score]:
    """One row a summary; none where the system failed."""
    if response.answer is not None:
        value = float(len(response.answer.split()))
        yield Score(response=response, measure=SUMMARY_WORDS.name, unit=None, value=value)


SUMMARY_WORDS: Measure[object, str] = Measure(
    name="summary_words",
    description="words of a summary",
    source="ours",
    score=_words,
    heading="words",
    bounds=(0.0, inf),
    counts="summaries",
    judged=False,
    main=False,
)
