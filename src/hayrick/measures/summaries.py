"""All scores of one summary."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from hayrick.measures.citations import citations_and_joint
from hayrick.measures.verdicts import coverage, words_per_bullet
from hayrick.types import Judgement, Score, Summary


def summary_scores(
    summary: Summary,
    judgements: Sequence[Judgement],
    held_by: Mapping[str, Collection[str]],
    *,
    own: bool = True,
    repaired: Summary | None = None,
) -> Iterator[Score]:
    """Rows of every measure; what does not depend on citations comes once.

    Args:
        summary: what the system said.
        judgements: one for every insight of the subtopic.
        held_by: insight id -> ids of documents that hold it.
        own: whether the system's own citations are scored.
        repaired: the same summary with repaired citations, to be scored in rows of their own.
    """
    yield from coverage(summary, judgements)
    yield from words_per_bullet(summary)
    if own:
        yield from citations_and_joint(summary, judgements, held_by, "own")
    if repaired is not None:
        yield from citations_and_joint(repaired, judgements, held_by, "repaired")
