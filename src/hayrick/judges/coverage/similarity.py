"""Similarity of a summary's bullets to the insights of a subtopic, from the weights of shared terms."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import log, sqrt
from typing import NamedTuple

from hayrick.judges.coverage.facts import Facts
from hayrick.judges.coverage.reading import Reading, read, without_citations

RECALL_WEIGHT = 6
"""Weight of recall of the insight relative to precision of the bullet (the square of F-beta's beta)."""

NUMBER_WEIGHT = 2
"""Weight of a quantity relative to an equally rare word."""

RIVALRY = 0.25
"""Share of the lead of the best-matching insight that is subtracted from the similarity to the others."""

_UNIT = 1 << 20
"""Weights are integer multiples of 1/_UNIT, so that sums do not depend on the order of terms."""


class Match(NamedTuple):
    """A bullet that shares terms with an insight: similarity in [0, 1], and the bullet's 0-based position."""

    similarity: float
    bullet: int


class Prepared:
    """The insights of one subtopic with the weights of their terms.

    A term found in one of n insights weighs 1, in more of them less; a term found in none weighs as if half an insight
    had it. Quantities weigh `NUMBER_WEIGHT` times as much.
    """

    def __init__(self, insights: Sequence[str]) -> None:
        self.readings = [read(text) for text in insights]
        holders: dict[str, list[int]] = {}
        for i, reading in enumerate(self.readings):
            for term in reading.words | reading.numbers:
                holders.setdefault(term, []).append(i)
        n = len(insights)
        self._terms = {term: (_weight(term, n, len(held)), held) for term, held in holders.items()}
        self._unseen = _weight("", n, 0.5), _weight("#", n, 0.5)
        self._totals = [sum(self._terms[term][0] for term in r.words | r.numbers) for r in self.readings]
        self.terms = self._terms.keys()
        self.facts = _facts(self.readings)

    def similarities(self, bullet: Reading) -> list[float]:
        """Similarity of a bullet to every insight, in [0, 1]; 0 if they share no term.

        It is the square root of the F score over the weights of shared terms (recall weighs `RECALL_WEIGHT` times as
        much as precision), less `RIVALRY` times the lead of the insight that is most similar to the bullet.
        """
        shared = [0] * len(self.readings)
        total = 0
        for terms, unseen in zip((bullet.words, bullet.numbers), self._unseen, strict=True):
            known = self.terms & terms
            total += unseen * (len(terms) - len(known))
            for term in known:
                weight, held = self._terms[term]
                total += weight
                for i in held:
                    shared[i] += weight
        pairs = zip(shared, self._totals, strict=True)
        plain = [
            sqrt((1 + RECALL_WEIGHT) * both / (RECALL_WEIGHT * own + total)) if both else 0.0 for both, own in pairs
        ]
        lead = RIVALRY * max(plain, default=0.0)
        return [max(0.0, (1 + RIVALRY) * value - lead) for value in plain]


@lru_cache(maxsize=256)
def prepare(insights: tuple[str, ...]) -> Prepared:
    """Prepare the insights of a subtopic; cached, as many summaries are judged against them."""
    return Prepared(insights)


def matches(
    prepared: Prepared, bullets: Sequence[str], readings: Sequence[Reading], ceiling: float = 1.0
) -> list[list[Match]]:
    """For each insight, all bullets with a similarity above `ceiling`, best first; if there are none, the best bullet.

    Ties are broken by the bullets' texts without citations, so that neither order nor citations decide.
    """
    best: list[list[Match]] = [[] for _ in prepared.readings]
    above: list[list[Match]] = [[] for _ in prepared.readings]
    for position, reading in enumerate(readings):
        for i, value in enumerate(prepared.similarities(reading)):
            if not value:
                continue
            known = best[i]
            if value > ceiling:
                above[i].append(Match(value, position))
            elif not known or value > known[0].similarity or _wins_tie(value, position, known[0], bullets):
                best[i] = [Match(value, position)]
    for many in above:
        if len(many) > 1:
            many.sort(key=lambda m: (m.similarity, _order(bullets[m.bullet])), reverse=True)
    return [many or one for many, one in zip(above, best, strict=True)]


def match(insights: Sequence[str], bullets: Sequence[str]) -> list[Match | None]:
    """The most similar bullet of each insight; None if no bullet shares a term with it."""
    found = matches(prepare(tuple(insights)), bullets, [read(text) for text in bullets])
    return [candidates[0] if candidates else None for candidates in found]


def _wins_tie(value: float, position: int, known: Match, bullets: Sequence[str]) -> bool:
    return value == known.similarity and _order(bullets[position]) > _order(bullets[known.bullet])


def _order(bullet: str) -> tuple[str, str]:
    return without_citations(bullet), bullet


def _facts(readings: Sequence[Reading]) -> list[Facts]:
    """Facts of the insights of a subtopic; a word that one of them capitalises within a sentence is a name in all."""
    proper: set[str] = set()
    for reading in readings:
        following = zip(reading.tokens, reading.tokens[1:], strict=False)
        proper.update(token for before, token in following if token[0].isupper() and before[0].isalnum())
    return [Facts(reading, proper) for reading in readings]


def _weight(term: str, n: int, holders: float) -> int:
    rarity = log((n + 1) / holders) / log(n + 1) if n else 1.0
    return round(_UNIT * rarity * (NUMBER_WEIGHT if term.startswith("#") else 1))
