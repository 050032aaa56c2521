"""Decides support by shared words and numbers, without a model."""

from __future__ import annotations

from collections.abc import Sequence

from hayrick.attribution.support import Evidence
from hayrick.judges.support.judge import LEAST, Verdict
from hayrick.lexical import index_of
from hayrick.measures.support import Case
from hayrick.protocols import About, Ask
from hayrick.retrieval.scoring import texts_of
from hayrick.types import Document

NOTE = (
    "The local judge of support compares words and numbers; its agreement with people is not known. On 2,655 questions "
    "with a known passage it calls 82 % of right answers supported, and 14 % of wrong ones "
    "(docs/evidence/support_judge.md)."
)
"""Printed with its results. Measured by bench/judge/support.py."""


class LocalSupport:
    """Support by shared words; a number of the statement that none of the documents has decides against it.

    It cannot tell a wrong name among right words; docs/evidence/support_judge.md says how often.
    """

    signature = f"words.v1,least={LEAST:g},numbers"
    asks = False
    about = About(note=NOTE)

    async def decide(self, documents: Sequence[Document], cases: Sequence[Case], ask: Ask) -> list[Verdict]:
        """See `Decider`."""
        index = index_of(texts_of(documents))
        evidence = {text: Evidence(index, text) for text in dict.fromkeys(case.statement for case in cases)}
        return [verdict_of(evidence[case.statement], [one - 1 for one in case.cites]) for case in cases]


def verdict_of(evidence: Evidence, documents: Sequence[int]) -> float:
    """Probability that these documents, counted from 0, support the claim; 0 where they lack one of its numbers."""
    return evidence.probability(documents) if evidence.has_all_numbers(documents) else 0.0
