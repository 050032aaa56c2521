"""Agreement of a checker's findings with what haystacks record: precision, recall and F1 with intervals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from hayrick.checking.local import Finding
from hayrick.haystacks.relevance import HAYSTACKS
from hayrick.stats import Interval, design, ratio_intervals
from hayrick.types import Haystack


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Agreement over all pairs of an insight and a document.

    `held` counts recorded pairs, `found` pairs found by the checker, `present` pairs that are both. Precision is
    present / found, recall is present / held. Each has a 95 % interval as in docs/evidence/intervals.md, and is None if
    its denominator is 0.
    """

    pairs: int
    held: int
    found: int
    present: int
    precision: Interval
    recall: Interval
    f1: Interval

    @property
    def missing(self) -> int:
        """Number of pairs that are recorded but not found."""
        return self.held - self.present

    @property
    def leaked(self) -> int:
        """Number of pairs that are found but not recorded."""
        return self.found - self.present


def figures(checked: Sequence[tuple[Haystack, Iterable[Finding]]]) -> Figures:
    """Compute the agreement over one or several haystacks, pooled.

    Args:
        checked: haystacks, each with at least all findings that are recorded or found.
    """
    groups = [(haystack.id, subtopic.id) for haystack, _ in checked for subtopic in haystack.subtopics]
    clusters = design(groups, HAYSTACKS.datasets_from)
    sums = np.zeros((3, len(clusters.strata)))
    first = 0
    for haystack, found in checked:
        cluster = {
            insight.id: int(clusters.cluster[first + number])
            for number, subtopic in enumerate(haystack.subtopics)
            for insight in subtopic.insights
        }
        for one in found:
            sums[:, cluster[one.insight]] += (one.gold, one.found, one.gold and one.found)
        first += len(haystack.subtopics)
    gold, found_sums, both = sums
    precision, recall, f1 = ratio_intervals(
        [both, both, 2 * both], [found_sums, gold, found_sums + gold], clusters.strata
    )
    insights = [sum(len(subtopic.insights) for subtopic in haystack.subtopics) for haystack, _ in checked]
    return Figures(
        pairs=sum(n * len(haystack.documents) for n, (haystack, _) in zip(insights, checked, strict=True)),
        held=int(gold.sum()),
        found=int(found_sums.sum()),
        present=int(both.sum()),
        precision=precision,
        recall=recall,
        f1=f1,
    )
