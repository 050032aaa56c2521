"""What is sent to a model, and what comes back: one question with all that its reply depends on, and the reply."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from hayrick.harness.transport.calls import Usage, call_key
from hayrick.harness.transport.secrets import keys, without_keys
from hayrick.replies.reasoning import FIRST
from hayrick.types import Alternative, Prompt, Reply


@dataclass(frozen=True, kw_only=True)
class Outgoing:
    """One question to one model.

    `parameters` are decoding parameters and everything else that the reply depends on. `purpose` is for the ledger: one
    of `PAID`, or a user's own system. `repeat` numbers repetitions of an otherwise equal question.
    """

    model: str
    purpose: str
    prompt: Prompt
    parameters: Mapping[str, object]
    max_tokens: int
    repeat: int = 0
    prefix: str = ""
    """Beginning of the reply, sent as the assistant's; "" for none."""
    rule: str = FIRST
    """How reasoning is told from the answer, see `replies.reasoning.RULES`; no part of the key."""
    alternatives: int = 0
    """How many alternatives of the first token are wanted, see `types.Question`."""
    readable: Callable[[Reply], bool | None] | None = field(default=None, compare=False, repr=False)
    """Of questions to judges: see `types.Question`; no part of the key."""

    @property
    def messages(self) -> list[tuple[str, str]]:
        """(role, text) of each message, the prefix last."""
        begun = [("assistant", self.prefix)] if self.prefix else []
        return [*((message.role, message.text) for message in self.prompt.messages), *begun]

    @cached_property
    def key(self) -> str:
        """Key by content; see `calls.call_key`."""
        everything = {**self.parameters, "max_tokens": self.max_tokens}
        if self.alternatives:
            everything["alternatives"] = self.alternatives
        return call_key(self.model, self.messages, everything, self.repeat, n_shared=self._n_shared)

    @cached_property
    def beginning(self) -> str:
        """Key of the prompt up to the end of its last document; "" for a prompt without documents."""
        if not self.prompt.sources:
            return ""
        *before, last = ((message.role, message.text) for message in self.prompt.messages)
        n = self.prompt.sources[-1].block[1]
        return call_key(self.model, [*before, (last[0], last[1][:n])], {}, n_shared=n)

    @property
    def _n_shared(self) -> int:
        """Characters of the last message up to the end of its last document."""
        return self.prompt.sources[-1].block[1] if self.prompt.sources and not self.prefix else 0


class Completion(NamedTuple):
    """A model's reply as it came, why it stopped, the tokens used, and what else the server sent beside it."""

    text: str
    stop: str
    usage: Usage
    reasoning: str = ""
    reasoning_tokens: int = 0
    alternatives: tuple[Alternative, ...] = ()
    """Of the first token; none where they were not wanted, or where the model has none."""
    model: str = ""
    """As the provider names it; "" if it names none."""
    documents_shown: tuple[str, ...] | None = None
    """See `types.Reply`."""

    @property
    def without_keys(self) -> Completion:
        """The same with keys from the environment masked: this is what may be kept."""
        if not (found := keys()):
            return self
        return self._replace(
            text=without_keys(self.text, found),
            reasoning=without_keys(self.reasoning, found),
            alternatives=tuple(one._replace(token=without_keys(one.token, found)) for one in self.alternatives),
            model=without_keys(self.model, found),
        )


PAID = ("system", "judge", "planner", "writer", "checker")
"""Purposes of calls that cost money; the cost of a user's own system is unknown and not counted."""

Send = Callable[[Outgoing], Awaitable[Completion]]
