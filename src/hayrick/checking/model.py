"""A language model that is asked which insights a document states. Calls no model: it is handed an `Ask`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hayrick.asking import REFUSED, read_replies
from hayrick.checking.local import Presence
from hayrick.checking.presence import presence_prompt, read_presence
from hayrick.prompting import Template
from hayrick.protocols import Ask
from hayrick.types import Insight, Question, Reply, Unparsed

AT_A_TIME = 20
"""Insights of one doubt, which is one question, at most."""

TOKENS, TOKENS_EACH = 100, 100
"""Longest reply: so many tokens, and so many for each insight that is asked about, or as many as the user allows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """A document, and some insights of which it is not clear without a model whether it states them."""

    document: str
    """Id of the document."""

    text: str
    insights: tuple[Insight, ...]


@dataclass(slots=True)
class _Answers:
    """What is known so far about one doubt: the first readable answer about each insight counts."""

    doubt: Doubt
    found: dict[str, Presence] = field(default_factory=dict)

    def read(self, reply: Reply) -> dict[str, Presence] | Unparsed:
        """Take in one more reply; `Unparsed` wants another try."""
        if reply.stop == REFUSED:
            return self.found
        read = read_presence(reply.text, self.doubt.insights, self.doubt.text)
        if isinstance(read, Unparsed):
            return read
        self.found = {**read, **self.found}
        missing = len(self.doubt.insights) - len(self.found)
        return Unparsed(reason=f"no answer about {missing} insights") if missing else self.found


async def settle(
    doubts: Sequence[Doubt], ask: Ask, template: Template, role: str, least_tokens: int
) -> list[dict[str, Presence]]:
    """Ask about some doubts.

    Args:
        doubts: one question each.
        ask: answers them.
        template: see `presence.presence_prompt`.
        role: of the questions.
        least_tokens: longest reply that the user allows, or what a reply needs if that is more.

    Returns:
        For each doubt insight id -> presence, without insights of which no answer could be read.
    """
    answers = [_Answers(doubt) for doubt in doubts]
    questions = [
        Question(
            role=role,
            prompt=presence_prompt(doubt.text, doubt.insights, template),
            max_tokens=max(least_tokens, TOKENS + TOKENS_EACH * len(doubt.insights)),
        )
        for doubt in doubts
    ]
    await read_replies(ask, questions, [one.read for one in answers])
    return [one.found for one in answers]
