"""Decides support by shared words and numbers, without a model."""

from __future__ import annotations

from collections.abc import Sequence

from hayrick.attribution.support import Evidence
from hayrick.judges.support.judge import LEAST, Verdict
from hayrick.measures.support import Case
from hayrick.protocols import Ask
from hayrick.retrieval.scoring import index_of, texts_of
from hayrick.types import Document


class LocalSupport:
    """Support by shared words; a number of the statement that none of the documents has decides against it.

    It cannot tell a wrong name among right words; docs/support_judge.md says how often.
    """

    signature = f"words.v1,least={LEAST:g},numbers"
    asks = False

    async def decide(self, documents: Sequence[Document], cases: Sequence[Case], ask: Ask) -> list[Verdict]:
        """See `Decider`."""
        index = index_of(texts_of(documents))
        evidence = {text: Evidence(index, text) for text in dict.fromkeys(case.statement for case in cases)}
        return [self._verdict(evidence[case.statement], [one - 1 for one in case.cites]) for case in cases]

    def _verdict(self, evidence: Evidence, documents: Sequence[int]) -> float:
        return evidence.probability(documents) if evidence.has_all_numbers(documents) else 0.0
