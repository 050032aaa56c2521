"""Citations: does the bullet that covers an insight name the documents that hold it?

Source: SummHay, section 4.1.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from hayrick.protocols import Measure
from hayrick.types import Item, Judgement, Response, Score, Summary, WithHolders


class PrecisionRecall(NamedTuple):
    """Precision, recall and their harmonic mean, each in [0, 1]."""

    precision: float
    recall: float
    f1: float


def citation_scores(cited: Collection[str], unknown: int, holders: Collection[str]) -> PrecisionRecall:
    """Precision and recall of cited documents against those that hold an insight.

    A citation that names no document counts as wrong. What cites nothing has precision, recall and F1 of 0, and so
    has an insight that nothing holds.

    Args:
        cited: ids of cited documents, each once.
        unknown: number of further citations that name no document.
        holders: ids of the documents that hold the insight.
    """
    right = len(set(cited) & set(holders))
    if not right:
        return PrecisionRecall(0.0, 0.0, 0.0)
    given = len(cited) + unknown
    return PrecisionRecall(right / given, right / len(holders), 2 * right / (given + len(holders)))


def _of_insight(item: Item[WithHolders], answer: Summary, judgement: Judgement) -> PrecisionRecall:
    """Scores of the bullet that covers an insight; a covered insight whose link names no bullet cites nothing."""
    bullet = next((one for one in answer.bullets if one.id == judgement.link), None)
    holders = item.gold.held_by.get(judgement.unit, ())
    return citation_scores(bullet.cites if bullet else (), len(bullet.unknown) if bullet else 0, holders)


def _citation_measure(
    name: str, description: str, heading: str, part: Callable[[PrecisionRecall], float], *, main: bool = False
) -> Measure[WithHolders, Summary]:
    """A measure of the citations of covered insights: a label other than none.

    Where the system or the judge failed it is not known which insights are covered: a row without value, counted.
    """

    def score(item: Item[WithHolders], response: Response[Summary], judgements: Sequence[Judgement]) -> Iterator[Score]:
        answer = response.answer
        for one in judgements:
            if answer is None or one.value is None:
                failed = answer is None
                yield Score(
                    response=response, measure=name, unit=one.unit, value=None, failed=failed, unjudged=not failed
                )
            elif one.label not in (None, "none"):
                value = part(_of_insight(item, answer, one))
                yield Score(response=response, measure=name, unit=one.unit, value=value, weight=one.weight)

    return Measure(
        name=name,
        description=description,
        source="SummHay, section 4.1",
        score=score,
        heading=heading,
        counts="covered insights",
        counts_unjudged=False,
        varies=True,
        main=main,
    )


CITATION = _citation_measure(
    "citation",
    "mean F1 of the covering bullets' citations over covered insights",
    "citation",
    lambda found: found.f1,
    main=True,
)
PRECISION = _citation_measure(
    "citation_precision",
    "share of citations that are right, over covered insights",
    "cit. prec.",
    lambda found: found.precision,
)
RECALL = _citation_measure(
    "citation_recall",
    "share of an insight's documents that are cited, over covered insights",
    "cit. rec.",
    lambda found: found.recall,
)


def joint(item: Item[WithHolders], response: Response[Summary], judgements: Sequence[Judgement]) -> Iterator[Score]:
    """One row an insight: coverage x citation F1, 0 where it is not covered or the system failed."""
    answer = response.answer
    for one in judgements:
        if answer is None or one.value is None:
            value = 0.0 if answer is None else None
        elif one.label in (None, "none"):
            value = 0.0
        else:
            value = one.value * _of_insight(item, answer, one).f1
        yield Score(
            response=response,
            measure=JOINT.name,
            unit=one.unit,
            value=value,
            weight=one.weight,
            failed=answer is None,
            unjudged=value is None,
        )


JOINT: Measure[WithHolders, Summary] = Measure(
    name="joint",
    description="mean of coverage x citation F1 over insights, 0 where nothing is covered",
    source="SummHay, section 4.1",
    score=joint,
    counts="insights",
    varies=True,
    companions=(CITATION.name, PRECISION.name, RECALL.name),
)
