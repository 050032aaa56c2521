"""What a text could state at all: rules out insights of which it shares too little to be similar enough."""

from __future__ import annotations

from collections.abc import Mapping

from hayrick.judges.coverage.local import FITTED
from hayrick.judges.coverage.reading import Parts
from hayrick.judges.coverage.similarity import RECALL_WEIGHT, SYNONYM_WEIGHT, Prepared

_LEAST = FITTED.full**2 * RECALL_WEIGHT / (1 + RECALL_WEIGHT)
LEAST = (_LEAST - SYNONYM_WEIGHT) / (1 - SYNONYM_WEIGHT) - 1e-6
"""Share of an insight's weight below which no similarity is above `FITTED.full`, though all the rest of the insight had
synonyms in the text. What a text says beyond the insight, rivals and the length of a bullet only lower similarity."""


class Shares:
    """The terms of all insights of a haystack, with their shares of the insights' weights.

    Args:
        prepared: name of each subtopic -> its insights.
    """

    def __init__(self, prepared: Mapping[str, Prepared]) -> None:
        self._subtopic: list[str] = []
        self._shares: dict[str, list[tuple[int, float]]] = {}
        for name, insights in prepared.items():
            for reading, facts in zip(insights.readings, insights.facts, strict=True):
                weights = {term: facts.weights[term] for term in reading.words | reading.numbers}
                total = sum(weights.values())
                for term, weight in weights.items():
                    self._shares.setdefault(term, []).append((len(self._subtopic), weight / total if total else 1.0))
                self._subtopic.append(name)

    def possible(self, text: Parts) -> set[str]:
        """Names of the subtopics of which a text could be found to state an insight."""
        found: dict[int, float] = {}
        shares = self._shares
        for term in shares.keys() & frozenset().union(
            *(one.words | one.numbers for one in (text.whole, *text.sentences))
        ):
            for insight, share in shares[term]:
                found[insight] = found.get(insight, 0.0) + share
        return {self._subtopic[insight] for insight, share in found.items() if share > LEAST}
