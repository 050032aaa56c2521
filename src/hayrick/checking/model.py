"""The model checker: asks a language model which insights a document states, through the given `Ask`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hayrick.asking import REFUSED, read_replies
from hayrick.checking.local import Presence
from hayrick.checking.presence import presence_prompt, read_presence
from hayrick.prompting import Template
from hayrick.protocols import Ask
from hayrick.types import Insight, Question, Reply, Unparsed
from hayrick.wording import counted

AT_A_TIME = 20
"""Largest number of insights in one question."""

TOKENS, TOKENS_EACH = 100, 100
"""Token limit of a reply: the first, plus the second for each insight asked about, or the user's limit if higher."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """A document, and insights for which the local checker cannot decide whether the document states them."""

    document: str
    """Id of the document."""

    text: str
    insights: tuple[Insight, ...]


@dataclass(slots=True, kw_only=True)
class _DoubtAnswers:
    """What is known so far about one doubt, and the question about what is not."""

    doubt: Doubt
    template: Template
    role: str
    least_tokens: int
    found: dict[str, Presence] = field(default_factory=dict)

    @property
    def left(self) -> tuple[Insight, ...]:
        """Insights of which no answer could be read yet."""
        return tuple(one for one in self.doubt.insights if one.id not in self.found)

    def question(self) -> Question:
        """The question about the insights that are left."""
        return Question(
            role=self.role,
            prompt=presence_prompt(self.doubt.text, self.left, self.template),
            max_tokens=max(self.least_tokens, TOKENS + TOKENS_EACH * len(self.left)),
        )

    def read(self, reply: Reply) -> dict[str, Presence] | Unparsed:
        """Take in a reply to the last question; `Unparsed` wants another try, a refusal does not."""
        if reply.stop == REFUSED:
            return self.found
        read = read_presence(reply.text, self.left, self.doubt.text)
        if not isinstance(read, Unparsed):
            self.found |= read
        return Unparsed(reason=f"no answer about {counted(len(self.left), 'insight')}") if self.left else self.found


async def settle(
    doubts: Sequence[Doubt], ask: Ask, template: Template, role: str, least_tokens: int
) -> list[dict[str, Presence]]:
    """Ask about some doubts; again about the insights of which no answer could be read.

    Args:
        doubts: documents and insights to ask about.
        ask: sends the questions.
        template: see `presence.presence_prompt`.
        role: role of the questions.
        least_tokens: the user's token limit of a reply, raised if the reply needs more.

    Returns:
        For each doubt, insight id -> presence; insights without a readable answer are absent.
    """
    answers = [_DoubtAnswers(doubt=doubt, template=template, role=role, least_tokens=least_tokens) for doubt in doubts]
    questions = [one.question() for one in answers]
    await read_replies(ask, questions, [one.read for one in answers], renew=[one.question for one in answers])
    return [one.found for one in answers]
