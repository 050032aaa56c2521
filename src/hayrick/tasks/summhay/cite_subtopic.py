"""A baseline that cites by subtopic: every bullet cites what the summary's bullets have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from hayrick.protocols import Ask, System
from hayrick.tasks.summhay.extractive import Extractive
from hayrick.tasks.summhay.gold import SubtopicGold
from hayrick.types import Item, Response, Summary

NAME = "cite-subtopic"
DESCRIPTION = "extractive's bullets, each citing all documents that two of them cite: a reader that cites too much"

SHARED = 2
"""Least number of bullets of a summary that cite a document which then all of them cite."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CiteSubtopic:
    """Shows what telling the documents of a subtopic's insights apart is worth: nothing where this scores as much.

    The documents that at least `SHARED` bullets of a summary cite are those about its subtopic. Every bullet cites all
    of them, and nothing else; where there are none, no bullet cites anything. Text and order of bullets do not change.

    Args:
        writer: the system that writes the bullets; `extractive` by default.
    """

    writer: System[SubtopicGold, Summary] = field(default_factory=Extractive)
    asks: bool = False

    @property
    def signature(self) -> str:
        """Everything that the summaries depend on."""
        return f"{NAME}.v1|{self.writer.signature}"

    async def respond(self, items: Sequence[Item[SubtopicGold]], ask: Ask) -> list[Response[Summary]]:
        """Write one summary for each subtopic; the items share one haystack."""
        return [_by_subtopic(one) for one in await self.writer.respond(items, ask)]


def _by_subtopic(response: Response[Summary]) -> Response[Summary]:
    answer = response.answer
    if answer is None:
        return replace(response, system=NAME)
    cited = Counter(id for bullet in answer.bullets for id in bullet.cites)
    shared = frozenset(id for id, bullets in cited.items() if bullets >= SHARED)
    places = [place for place, one in enumerate(response.item.documents, start=1) if one.id in shared]
    marks = "".join(f"[{place}]" for place in places)
    bullets = tuple(replace(bullet, cites=shared) for bullet in answer.bullets)
    reply = "\n".join(f"- {bullet.text} {marks}".rstrip() for bullet in bullets)
    return replace(response, system=NAME, answer=replace(answer, bullets=bullets), reply=reply)
