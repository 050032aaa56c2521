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

    The insights are spread over the subtopics of all haystacks, in a random order that depends on the seed alone; so do
    the choices of an edit, with haystack, subtopic and probe.

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
        made = [
            Case(probe, haystack, subtopic, text)
            for haystack, place, subtopic in known
            if (text := probe.make(subtopic, place, seeded(f"{seed}/{haystack.id}/{subtopic.id}/{probe.name}")))
        ]
        for case, n in zip(made, _shared_out(limit, [len(one.text.insights) for one in made]), strict=True):
            if n:
                yield case._replace(text=case.text._replace(insights=case.text.insights[:n]))


def _shared_out(limit: int, sizes: Sequence[int]) -> list[int]:
    """How many insights each text asks about: one more of each in turn, until all or the limit are reached."""
    found = [0] * len(sizes)
    while limit > 0 and (open_ := [at for at, size in enumerate(sizes) if found[at] < size]):
        for at in open_[:limit]:
            found[at] += 1
        limit -= len(open_[:limit])
    return found
