"""What a text could state at all: rules out insights of which it shares too little to be similar enough."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from hayrick.judges.coverage.local import FITTED
from hayrick.judges.coverage.similarity import RECALL_WEIGHT, Prepared
from hayrick.judges.coverage.words.likeness import neighbours
from hayrick.judges.coverage.words.reading import Parts

LEAST = FITTED.full**2 * RECALL_WEIGHT / (1 + RECALL_WEIGHT) - 1e-5
"""Share of an insight's weight, what like words count included, below which no similarity is above `FITTED.full`. What
a text says beyond the insight, rivals and the length of a bullet only lower similarity."""


class Shares:
    """The terms of all insights of a haystack, with their shares of the insights' weights.

    Args:
        prepared: name of each subtopic -> its insights.
    """

    def __init__(self, prepared: Mapping[str, Prepared]) -> None:
        self._subtopic: list[str] = []
        shares: dict[str, list[tuple[int, float]]] = {}
        for name, insights in prepared.items():
            for i in range(len(insights.readings)):
                for term, share in insights.shares(i).items():
                    shares.setdefault(term, []).append((len(self._subtopic), share))
                self._subtopic.append(name)
        self._shares = {term: np.array(held).T for term, held in shares.items()}
        self._like = neighbours(shares)

    def possible(self, text: Parts) -> set[str]:
        """Names of the subtopics of which a text could be found to state an insight."""
        terms = frozenset().union(*(one.words | one.numbers for one in (text.whole, *text.sentences)))
        held = dict.fromkeys(terms & self._shares.keys(), 1.0)
        for word in terms & self._like.keys():
            for term, share in self._like[word]:
                held[term] = max(share, held.get(term, 0.0))
        if not held:
            return set()
        many = [self._shares[term] for term in held]
        insights, shares = np.concatenate(many, axis=1)
        credits = np.repeat([*held.values()], [one.shape[1] for one in many])
        found = np.bincount(insights.astype(np.intp), credits * shares)
        return {self._subtopic[insight] for insight in np.flatnonzero(found > LEAST).tolist()}
