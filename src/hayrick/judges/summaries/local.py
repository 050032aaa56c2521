"""A judge of summaries without a model: key points and sentences by the local judge of coverage, fluency by repeats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hayrick.judges.coverage.local import FITTED, cover
from hayrick.judges.coverage.similarity import SIGNATURE
from hayrick.judges.in_extract import Shorten
from hayrick.judges.summaries.points import (
    LOCAL,
    KeyPoints,
    Made,
    given_points,
    local_points,
    nothing_said,
    repeats_itself,
    sentences_of,
    shortened_reference,
    verdict,
)
from hayrick.measures.summaries import FLUENCY, PRECISION, RECALL, Reference
from hayrick.protocols import About, Ask
from hayrick.types import Item, Judgement, Response

NOTE = (
    "The local judge of summaries compares words: kappa .580 [.535, .624] with people on 10,525 key points of news "
    "summaries. It takes any text that does not repeat itself for fluent (docs/evidence/summaries.md)."
)
"""Printed with every result of this judge; measured by bench/judge/summaries.py."""


@dataclass(slots=True)
class LocalSummaryJudge:
    """Judges summaries by shared words and quantities; docs/evidence/summaries.md reports its agreement with people.

    A key point is an insight, the sentences of a summary are its bullets, and the value is the coverage; for precision
    the reference's sentences are the bullets. A text that does not repeat itself passes as fluent: nothing else of
    fluency is looked at. Key points that do not come with the reference are its clauses (`local_points`).
    """

    name: str = "local"
    asks: bool = False
    made: Made = field(default_factory=Made)
    signature: str = f"local-summaries.v2:{SIGNATURE},partial={FITTED.partial:g},full={FITTED.full:g};points={LOCAL}"

    @property
    def about(self) -> About:
        """What is known of it, and the key points of this run, as a file."""
        return About(note=NOTE, files=self.made.files)

    async def judge(self, item: Item[Reference], response: Response[str], ask: Ask) -> list[Judgement]:
        """One verdict for every key point, every sentence, and fluency; does not use `ask`."""
        gold, answer = item.gold, response.answer
        points = await self.points(item, ask)
        if answer is None:
            return nothing_said(points, self.name)
        said = sentences_of(answer)
        return [
            *self._covered(RECALL, points.texts, said),
            *self._covered(PRECISION, said, sentences_of(gold.text)),
            repeats_itself(answer, self.name) or verdict(FLUENCY, self.name, 1.0),
        ]

    async def points(self, item: Item[Reference], ask: Ask) -> KeyPoints:
        """The key points that come with a reference, else its clauses."""
        points = given_points(item.gold) or KeyPoints(local_points(item.gold.short), LOCAL)
        self.made.keep(item, points)
        return points

    async def stated(self, points: Sequence[str], answer: str, ask: Ask) -> list[Judgement]:
        """One verdict for each key point: how far an answer states it."""
        return self._covered(RECALL, points, sentences_of(answer))

    def shortened(self, item: Item[Reference], response: Response[str], shorten: Shorten) -> Item[Reference]:
        """See `in_extract.Shortens`: an extract of the reference that sentences must hold by; key points stay."""
        return shortened_reference(item, response, shorten)

    def _covered(self, kind: str, claims: Sequence[str], said: Sequence[str]) -> list[Judgement]:
        """A verdict on each claim; equal claims are judged once."""
        different = list(dict.fromkeys(claims))
        found = {claim: one.value for claim, one in zip(different, cover(different, said), strict=True)}
        return [verdict(f"{kind}/{n}", self.name, found[claim], claim) for n, claim in enumerate(claims, start=1)]
