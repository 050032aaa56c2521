"""The texts of all probes of some haystacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hayrick.probes.around import around
from hayrick.probes.probe import Probe, Text
from hayrick.text import seeded
from hayrick.types import Haystack, Subtopic


class Case(NamedTuple):
    """A text of a probe, and where it comes from."""

    probe: Probe
    haystack: Haystack
    subtopic: Subtopic
    text: Text

    @property
    def identity(self) -> tuple[object, ...]:
        """What a judge's verdict depends on: probe, haystack, subtopic, query, insights and bullets."""
        insights = [(one.id, one.text) for one in self.text.insights]
        query = self.subtopic.query
        return self.probe.name, self.haystack.id, self.subtopic.id, query, insights, list(self.text.bullets)


def cases(haystacks: Sequence[Haystack], probes: Sequence[Probe], limit: int, seed: int = 0) -> Iterator[Case]:
    """Make the texts of each probe until it asks about so many insights.

    Subtopics of all haystacks are taken in a random order, which depends on the seed alone; so do the choices of an
    edit, with haystack, subtopic and probe.

    Args:
        haystacks: in English.
        probes: which ones.
        limit: most insights that a probe asks about.
        seed: of the order and of the edits.
    """
    places = [around(one) for one in haystacks]
    known = [
        (haystack, place, subtopic)
        for haystack, place in zip(haystacks, places, strict=True)
        for subtopic in haystack.subtopics
    ]
    seeded(f"probes/{seed}").shuffle(known)
    for probe in probes:
        left = limit
        for haystack, place, subtopic in known:
            if left <= 0:
                break
            made = probe.make(subtopic, place, seeded(f"{seed}/{haystack.id}/{subtopic.id}/{probe.name}"))
            if made is not None:
                kept = made._replace(insights=made.insights[:left])
                left -= len(kept.insights)
                yield Case(probe, haystack, subtopic, kept)
