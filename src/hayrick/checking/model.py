"""A language model that is asked which insights a document states. Calls no model: it is handed an `Ask`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hayrick.asking import READ_TRIES, REFUSED
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
    """What is known so far about one doubt."""

    doubt: Doubt
    found: dict[str, Presence] = field(default_factory=dict)

    @property
    def left(self) -> tuple[Insight, ...]:
        """Insights of which no answer could be read yet."""
        return tuple(one for one in self.doubt.insights if one.id not in self.found)

    def read(self, reply: Reply) -> bool:
        """Take in a reply to a question about `left`; whether something is left to ask again."""
        if reply.stop == REFUSED:
            return False
        read = read_presence(reply.text, self.left, self.doubt.text)
        if not isinstance(read, Unparsed):
            self.found |= read
        return bool(self.left)


async def settle(
    doubts: Sequence[Doubt], ask: Ask, template: Template, role: str, least_tokens: int
) -> list[dict[str, Presence]]:
    """Ask about some doubts; again, `READ_TRIES` times in all, about the insights of which no answer could be read.

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
    left = answers
    for attempt in range(READ_TRIES):
        questions = [
            Question(
                role=role,
                prompt=presence_prompt(one.doubt.text, one.left, template),
                max_tokens=max(least_tokens, TOKENS + TOKENS_EACH * len(one.left)),
                repeat=attempt,
            )
            for one in left
        ]
        replies = await ask(questions) if questions else []
        left = [one for one, reply in zip(left, replies, strict=True) if reply is not None and one.read(reply)]
    return [one.found for one in answers]
