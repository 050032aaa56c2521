"""Citations: does the bullet that covers an insight name the documents that hold it?

Source: SummHay, section 4.1.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from hayrick.measures.verdicts import row
from hayrick.types import Bullet, Citations, Judgement, Score, Summary

CITATION = "citation"
PRECISION = "citation_precision"
RECALL = "citation_recall"
JOINT = "joint"


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


def citations_and_joint(
    summary: Summary,
    judgements: Sequence[Judgement],
    held_by: Mapping[str, Collection[str]],
    citations: Citations,
) -> Iterator[Score]:
    """Citation precision, recall and F1 of every covered insight, and the joint score of every insight.

    Covered means a label other than none. A covered insight whose link names no bullet cites nothing. The joint score
    is coverage x citation F1, 0 where the insight is not covered. Failures of the system have joint 0; failures of the
    judge are unjudged in all four measures.

    Args:
        summary: what the system said.
        judgements: one for every insight of the subtopic.
        held_by: insight id -> ids of documents that hold it.
        citations: whose citations the summary carries.
    """
    bullets: dict[int, Bullet] = {bullet.id: bullet for bullet in summary.bullets}
    for judgement in judgements:
        insight = judgement.insight
        failed = not bullets
        if failed or judgement.value is None:
            joint = 0.0 if failed else None
            for measure, value in ((CITATION, None), (PRECISION, None), (RECALL, None), (JOINT, joint)):
                yield row(summary, insight, measure, value, citations=citations, failed=failed, unjudged=not failed)
            continue
        if judgement.label in (None, "none"):
            yield row(summary, insight, JOINT, 0.0, citations=citations)
            continue
        bullet = bullets.get(judgement.bullet or 0)
        found = citation_scores(
            bullet.cites if bullet else (), len(bullet.unknown) if bullet else 0, held_by.get(insight, ())
        )
        yield row(summary, insight, CITATION, found.f1, citations=citations)
        yield row(summary, insight, PRECISION, found.precision, citations=citations)
        yield row(summary, insight, RECALL, found.recall, citations=citations)
        yield row(summary, insight, JOINT, judgement.value * found.f1, citations=citations)
