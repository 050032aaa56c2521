"""Judges of information coverage without a model: by shared words, and by what the instruction asks for."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hayrick.attribution.needed import probabilities
from hayrick.judges.information.verdicts import verdict
from hayrick.lexical import Index
from hayrick.measures.information import Need
from hayrick.protocols import About, Ask
from hayrick.types import Item, Judgement, Response

_PART = r"(?:section|segment|passage|paragraph|chapter|page|study|document|text|speech|scene|part)s?"
_PARTS = re.compile(
    rf"\b(?:for|of|in) (?:each|every)(?: single)? {_PART}\b"
    rf"|\blist (?:all|every|each|the)\b[^.\n]{{0,120}}\b(?:these|all) {_PART}\b"
    r"|\b(?:put|arrange|sort) (?:all|every|each|the|these)\b[\w ]{0,40}"
    r"\b(?:in|into) (?:the|their)\b[\w ]{0,20}\border\b",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"\bsummari[sz]e\b|\bsummary of the (?:whole|entire|text|book|document|story|case|conversation|article)"
    r"|\bmost (?:often|common|frequent)"
    r"|\b(?:in|into) the (?:same |right |original |correct |chronological )?order\b",
    re.IGNORECASE,
)

NOTE = (
    "The local judge compares words with the query and the right answer, and takes all chunks as needed where the "
    "instruction is about the whole context (docs/evidence/information_coverage.md: how far it can be trusted)."
)
"""Printed with its results."""


def asks_for_all(query: str, instruction: str) -> bool:
    """Whether what is asked, in English, is about the whole context.

    A query that wants a summary, counts or an order is; an instruction around it is where it wants something for every
    section. Without a query the instruction is the query.
    """
    asked = query if query.strip() else instruction
    return any(found is not None for found in (_WHOLE.search(asked), _PARTS.search(instruction)))


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalNeed:
    """Probability that a chunk is needed, by what it shares with the query and right answers (`attribution.needed`).

    Args:
        name: as the user gave it.
        by_instruction: take every chunk as needed where the instruction is about the whole context.
    """

    name: str = "local"
    by_instruction: bool = True
    asks: bool = False

    @property
    def about(self) -> About:
        """What is known of it, printed with its results."""
        return About(note=NOTE if self.by_instruction else "")

    @property
    def signature(self) -> str:
        """Name and version."""
        return f"{self.name};needed-by-words.v1{',instruction' if self.by_instruction else ''}"

    async def judge(self, item: Item[Need], response: Response[str], ask: Ask) -> list[Judgement]:
        """One judgement for every chunk; does not use `ask`."""
        need = item.gold
        if self.by_instruction and asks_for_all(item.query, need.instruction):
            return [verdict(one.id, self.name, 1.0) for one in item.documents]
        index = Index([one.text for one in item.documents])
        found = probabilities(index, item.query or need.instruction, need.answers)
        return [verdict(one.id, self.name, float(value)) for one, value in zip(item.documents, found, strict=True)]
