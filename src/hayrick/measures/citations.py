"""Citation measures: does the bullet that covers an insight cite the documents that state it?

Source: SummHay, section 4.1.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from hayrick.measures.coverage import COVERAGE
from hayrick.protocols import Measure
from hayrick.types import Item, Judgement, Response, Score, Summary, WithHolders


class PrecisionRecall(NamedTuple):
    """Precision, recall and their harmonic mean, each in [0, 1]."""

    precision: float
    recall: float
    f1: float


def citation_scores(cited: Collection[str], unknown: int, holders: Collection[str]) -> PrecisionRecall:
    """Compute precision and recall of the cited documents against those that state an insight.

    A citation that matches no document counts as wrong. All three scores are 0 if nothing is cited or if no document
    states the insight.

    Args:
        cited: ids of cited documents, each once.
        unknown: number of further citations that match no document.
        holders: ids of the documents that state the insight.
    """
    right = len(set(cited) & set(holders))
    if not right:
        return PrecisionRecall(0.0, 0.0, 0.0)
    given = len(cited) + unknown
    return PrecisionRecall(right / given, right / len(holders), 2 * right / (given + len(holders)))


def _of_insight(item: Item[WithHolders], answer: Summary, judgement: Judgement) -> PrecisionRecall:
    """Scores of the bullet that covers an insight; 0 if the judgement links to no bullet."""
    bullet = next((one for one in answer.bullets if one.id == judgement.link), None)
    holders = item.gold.held_by.get(judgement.unit, ())
    return citation_scores(bullet.cites if bullet else (), len(bullet.unknown) if bullet else 0, holders)


def _citation_measure(
    name: str, description: str, heading: str, part: Callable[[PrecisionRecall], float], *, main: bool = False
) -> Measure[WithHolders, Summary]:
    """Make a measure of the citations of covered insights, which are those with a label other than none.

    If the system or the judge failed, the covered insights are unknown: the row has no value but is counted.
    """

    def score(item: Item[WithHolders], response: Response[Summary], judgements: Sequence[Judgement]) -> Iterator[Score]:
        answer = response.answer
        for one in judgements:
            if answer is None or one.value is None:
                value = None
            elif one.label not in (None, "none"):
                value = part(_of_insight(item, answer, one))
            else:
                continue
            yield Score(
                response=response,
                measure=name,
                unit=one.unit,
                value=value,
                weight=one.weight,
                failed=answer is None,
                unjudged=answer is not None and value is None,
            )

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


CITATION = replace(
    _citation_measure(
        "citation",
        "mean F1 of the covering bullets' citations over covered insights",
        "citation",
        lambda found: found.f1,
        main=True,
    ),
    against=COVERAGE.name,
    curves="product: joint",
)
PRECISION = replace(
    _citation_measure(
        "citation_precision",
        "share of citations that are right, over covered insights",
        "cit. prec.",
        lambda found: found.precision,
    ),
    against="citation_recall",
    curves="harmonic: F1",
)
RECALL = _citation_measure(
    "citation_recall",
    "share of an insight's documents that are cited, over covered insights",
    "cit. rec.",
    lambda found: found.recall,
)


def joint(item: Item[WithHolders], response: Response[Summary], judgements: Sequence[Judgement]) -> Iterator[Score]:
    """Yield one row per insight: coverage x citation F1; 0 if it is not covered or the system failed."""
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
            contradicted=one.contradicted,
        )


JOINT: Measure[WithHolders, Summary] = Measure(
    name="joint",
    description="mean of coverage x citation F1 over insights, 0 where nothing is covered",
    source="SummHay, section 4.1",
    score=joint,
    counts="insights",
    varies=True,
    at_most=COVERAGE.name,
    companions=(CITATION.name, PRECISION.name, RECALL.name),
)
