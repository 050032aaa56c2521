"""Texts that tell a sentence of the documents which only resembles an insight: a near-miss, or its opposite.

Such a sentence shares most words and numbers with the insight, so that what both have says nothing about which of them
a text tells. What only one of them has does. It is known for haystacks that record what was planted.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import NamedTuple

from hayrick.judges.coverage.words.reading import Reading, read
from hayrick.types import Lookalike

LEAD = 0.2
"""How much larger the share of the lookalike's own terms must be than that of the insight's own."""

MOST_OWN = 0.5
"""A text with more of the insight's own terms tells the insight, too. Both constants were chosen on rewordings of
near-misses and insights of two scenarios and measured on those of two others: docs/decisions/184-lookalikes.md."""


class Unlike(NamedTuple):
    """Terms that only a lookalike has, and those that only the insight has; whether it says the opposite."""

    theirs: frozenset[str]
    own: frozenset[str]
    contradicts: bool

    def is_told(self, said: Set[str]) -> bool:
        """Whether a text with these terms tells the lookalike rather than the insight."""
        theirs, own = _share(self.theirs, said), _share(self.own, said)
        return own <= MOST_OWN and theirs > own + LEAD


def unlike(insight: Reading, lookalikes: Iterable[Lookalike]) -> list[Unlike]:
    """What tells an insight from its lookalikes; those that have no term of their own are left out."""
    ours = insight.words | insight.numbers
    found = []
    for one in lookalikes:
        reading = read(one.text)
        theirs = reading.words | reading.numbers
        if theirs - ours:
            found.append(Unlike(theirs - ours, ours - theirs, one.contradicts))
    return found


def _share(terms: Set[str], said: Set[str]) -> float:
    return len(terms & said) / len(terms) if terms else 0.0
