"""Judges of key points and of support as metrics: the share of what they approve.

Source: HELMET, appendix B.6, for key points of the reference; ALCE (Gao et al., 2023), section 4, for support.
Differs: key points of several references are not pooled: the reference that fits best counts. Every sentence of the
    summary is checked against the whole source, cited or not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Protocol

from hayrick.judges.in_extract import ReadsSource
from hayrick.judges.summaries.points import KeyPoints, sentences_of
from hayrick.judges.support.judge import LEAST, Deciding, Verdict
from hayrick.measures.summaries import RECALL, Reference, share
from hayrick.measures.support import Case
from hayrick.protocols import About, Ask
from hayrick.types import Document, Item, Judgement, Response, Unparsed

KEY_POINTS, SUPPORT = "keypoints", "support"


class PointJudge(Protocol):
    """A judge that makes key points of a reference and says which of them a summary states."""

    @property
    def name(self) -> str:
        """As the user gave it."""

    @property
    def signature(self) -> str:
        """Everything that its verdicts depend on."""

    @property
    def asks(self) -> bool:
        """Whether it asks a model."""

    @property
    def about(self) -> About:
        """What it says of itself."""

    async def points(self, item: Item[Reference], ask: Ask) -> KeyPoints | Unparsed:
        """The key points of a reference."""

    async def stated(self, points: Sequence[str], answer: str, ask: Ask) -> list[Judgement]:
        """A verdict on each key point."""


@dataclass(frozen=True, slots=True)
class KeyPointShare:
    """The share of a reference's key points that the summary states; the best share of several references.

    A blank summary states none. Verdicts that could not be read are left out of the share; without any, and without a
    reference, there is no value.
    """

    judges: PointJudge

    @property
    def name(self) -> str:
        """As the user gave it."""
        return self.judges.name

    @property
    def signature(self) -> str:
        """Everything that its judgements depend on."""
        return f"{self.judges.signature};share-of-key-points.v1"

    @property
    def asks(self) -> bool:
        """Whether it asks a model."""
        return self.judges.asks

    @property
    def about(self) -> About:
        """What is known of the judge that it asks, and the bounds of a share; it reads no source."""
        return About(note=self.judges.about.note, bounds={KEY_POINTS: (0.0, 1.0)}, reads_texts=False)

    async def judge(self, item: Item[Sequence[str]], response: Response[str], ask: Ask) -> list[Judgement]:
        """One judgement, on the unit `keypoints`."""
        references = [one for one in item.gold if one.strip()]
        summary = (response.answer or "").strip()
        if not references:
            return [_none(KEY_POINTS, self.name, "no reference summary")]
        if not summary:
            return [Judgement(unit=KEY_POINTS, rater=self.name, value=0.0, reason="no summary")]
        found = [await self._of(item, reference, summary, ask) for reference in references]
        read = [one for one in found if one.value is not None]
        return [max(read, key=lambda one: one.value or 0.0) if read else found[0]]

    async def _of(self, item: Item[Sequence[str]], reference: str, summary: str, ask: Ask) -> Judgement:
        gold = Reference(text=reference, short=reference)
        asked = Item(dataset=item.dataset, group=item.group, id=item.id, query=item.query, gold=gold)
        points = await self.judges.points(asked, ask)
        if isinstance(points, Unparsed):
            return Judgement(unit=KEY_POINTS, rater=self.name, value=None, unparsed=points)
        verdicts = await self.judges.stated(points.texts, summary, ask)
        value = share(verdicts, RECALL).value
        return _share(KEY_POINTS, self.name, value, [one.value for one in verdicts], "key points")


@dataclass(frozen=True, slots=True, kw_only=True)
class SupportShare(ReadsSource, Deciding):
    """The share of the summary's sentences that the source supports, all its documents together.

    A blank summary has 0. Verdicts that could not be read are left out of the share; without any, and without a source,
    there is no value.
    """

    @property
    def signature(self) -> str:
        """Everything that its judgements depend on."""
        return f"{self.name};share-of-support.v1:{self.decider.signature}"

    @property
    def about(self) -> About:
        """What is known of the decider, and the bounds of a share."""
        return replace(self.decider.about, bounds={SUPPORT: (0.0, 1.0)})

    async def judge(self, item: Item[Sequence[str]], response: Response[str], ask: Ask) -> list[Judgement]:
        """One judgement, on the unit `support`."""
        documents: list[Document] = [one for one in item.documents if one.text.strip()]
        said = sentences_of(response.answer or "")
        if not documents:
            return [_none(SUPPORT, self.name, "no source text")]
        if not said:
            return [Judgement(unit=SUPPORT, rater=self.name, value=0.0, reason="no summary")]
        cites = tuple(range(1, len(documents) + 1))
        different = list(dict.fromkeys(said))
        verdicts = await self.decider.decide(documents, [Case(one, cites) for one in different], ask)
        supported = dict(zip(different, map(_supported, verdicts), strict=True))
        values = [supported[one] for one in said]
        read = [one for one in values if one is not None]
        return [_share(SUPPORT, self.name, fmean(read) if read else None, values, "sentences")]


def _supported(verdict: Verdict) -> float | None:
    return None if isinstance(verdict, Unparsed) else float(verdict >= LEAST)


def _share(unit: str, rater: str, value: float | None, verdicts: Sequence[float | None], noun: str) -> Judgement:
    """A share, with the numbers that it comes from as its reason."""
    unread = verdicts.count(None)
    if value is None:
        return _none(unit, rater, f"no verdict on {len(verdicts)} {noun} could be read")
    reason = f"of {len(verdicts) - unread} {noun}" + (f", {unread} more unread" if unread else "")
    return Judgement(unit=unit, rater=rater, value=value, reason=reason)


def _none(unit: str, rater: str, why: str) -> Judgement:
    return Judgement(unit=unit, rater=rater, value=None, unparsed=Unparsed(reason=why))
