"""Orders what each document states, and adds near-misses, contradictions, outdated facts and references."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from math import ceil
from typing import Literal

from hayrick.synthesis.assignment.bounds import Frame, Want, some, stream
from hayrick.synthesis.assignment.flow import Places
from hayrick.synthesis.assignment.shortage import bits
from hayrick.synthesis.drawing import drawn
from hayrick.synthesis.scenario import Planted, Scenario
from hayrick.types import BadInput

_FEW = 3
"""Maximum number of near-misses per document, unless the scenario asks for more on average."""


def said(scenario: Scenario, holds: Sequence[int]) -> Iterator[list[Planted]]:
    """Yield what each document states, in random order: insights of different subtopics are mixed."""
    says = [Planted("says", insight.id) for insight in scenario.insights]
    halves = _halves(scenario, holds)
    draw = stream(scenario, "order")
    for document, held in enumerate(holds):
        yield [halves.get((document, i), says[i]) for i in drawn(bits(held), draw)]


def _halves(scenario: Scenario, holds: Sequence[int]) -> dict[tuple[int, int], Planted]:
    """(document, insight) -> the half that it states; with an odd number, the first half gets one document more."""
    draw, found = stream(scenario, "halves"), {}
    for i, insight in enumerate(scenario.insights):
        if insight.halves:
            holders = drawn((document for document, held in enumerate(holds) if held >> i & 1), draw)
            first, second = Planted("half", insight.id, 1), Planted("half", insight.id, 2)
            found.update({(d, i): first if k < (len(holders) + 1) // 2 else second for k, d in enumerate(holders)})
    return found


class Additions:
    """Entries of documents besides their insights; no document has two entries for one insight."""

    def __init__(self, scenario: Scenario, frame: Frame, wants: Sequence[Want], holds: Sequence[int]) -> None:
        self.by_document: dict[int, list[Planted]] = {}
        self._scenario, self._frame, self._taken = scenario, frame, list(holds)
        self._ids = [insight.id for insight in scenario.insights]
        self._outdated(wants)
        self._contradictions(wants)
        if number := round(scenario.extensions.near_misses * scenario.documents):
            self._near_misses(number)
        if number := round(scenario.extensions.references * scenario.documents):
            self._references(number)

    def _add(self, document: int, i: int, kind: Literal["near_miss", "contradicts", "outdated"]) -> None:
        self._taken[document] |= 1 << i
        self.by_document.setdefault(document, []).append(Planted(kind, self._ids[i]))

    def _outdated(self, wants: Sequence[Want]) -> None:
        draw = stream(self._scenario, "outdated")
        for i, want in enumerate(wants):
            early = drawn(self._frame.within(want.former, 0, want.since), draw) if want.outdated else []
            if want.denied:  # First use documents that cannot contradict it, so that enough are left that can.
                early.sort(key=lambda document: self._frame.languages[document] in want.denying)
            for document in early[: want.outdated]:
                self._add(document, i, "outdated")

    def _contradictions(self, wants: Sequence[Want]) -> None:
        draw = stream(self._scenario, "contradictions")
        for i, want in enumerate(wants):
            if want.denied:
                free = (d for d in self._frame.within(want.denying) if not self._taken[d] >> i & 1)
                for document in drawn(free, draw, want.denied):
                    self._add(document, i, "contradicts")

    def _near_misses(self, number: int) -> None:
        draw = stream(self._scenario, "near misses")
        codes, insights = self._frame.standing, self._scenario.insights
        near = {c: sum(1 << i for i, one in enumerate(insights) if one.near_misses.get(c)) for c in codes}
        may = [near[code] & ~taken for code, taken in zip(self._frame.languages, self._taken, strict=True)]
        places = Places(may, self._frame.languages, len(insights), draw)
        having = drawn((i for i, one in enumerate(insights) if one.near_misses), draw)
        wanted = [0] * len(insights)
        for rank, i in enumerate(having):
            wanted[i] = number // len(having) + (rank < number % len(having))
        few = max(_FEW, ceil(self._scenario.extensions.near_misses))
        documents = len(may)
        places.fill(wanted, [documents] * len(insights), [few] * documents, number)
        if sum(places.counts) < number:
            where = f"scenario {self._scenario.name}"
            expected = (
                f"at most {sum(places.counts)} with this seed ({few} in a document, of insights that it does not state)"
            )
            found = f"{number} near-{'miss' if number == 1 else 'misses'}"
            raise BadInput(where, found, expected, "Ask for fewer, or write more.")
        for document, held in enumerate(places.holds):
            for i in bits(held):
                self._add(document, i, "near_miss")

    def _references(self, number: int) -> None:
        draw, dates, documents = stream(self._scenario, "references"), self._frame.dates, self._scenario.documents
        first = bisect_right(dates, dates[0]) if dates else 0
        texts = self._scenario.material.references
        able = [
            document
            for document in (range(first, documents) if documents > 1 else ())
            if not any(texts.values()) or texts.get(self._frame.languages[document])
        ]
        if number > len(able):
            expected = f"at most {len(able)}, those that have another to refer to and a text to do so"
            found, cure = f"{some(number, 'document')} with a reference to another", "Ask for a smaller share."
            raise BadInput(f"scenario {self._scenario.name}", found, expected, cure)
        for document in drawn(able, draw, number):
            others = bisect_left(dates, dates[document]) if dates else documents - 1
            to = int(draw.random() * others)
            to += not dates and to >= document
            self.by_document.setdefault(document, []).append(Planted("refers", None, to=to))
