"""Ask models: from the journal where the answer is there, within the budget, and each finished call kept at once.

How a request reaches a model is not known here: `Send` does it (`harness/inspect.py`, or a test).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from hayrick.harness.journal import Call, Journal, Usage, call_key
from hayrick.harness.prices import Budget, Prices
from hayrick.tokens import tokenizer
from hayrick.types import HayrickError, Prompt


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One question to one model.

    `parameters` are decoding parameters and everything else that the answer depends on; `purpose` is "system" or
    "judge", for the ledger; `repeat` numbers repetitions of an otherwise equal question.
    """

    model: str
    purpose: str
    prompt: Prompt
    parameters: Mapping[str, object]
    max_tokens: int
    repeat: int = 0

    @property
    def messages(self) -> list[tuple[str, str]]:
        """(role, text) of each message."""
        return [(message.role, message.text) for message in self.prompt.messages]

    @property
    def key(self) -> str:
        """Identity by content; see `journal.call_key`."""
        everything = {**self.parameters, "max_tokens": self.max_tokens}
        return call_key(self.model, self.messages, everything, self.repeat)


class Reply(NamedTuple):
    """What a model said, why it stopped, and what it took."""

    text: str
    stop: str
    usage: Usage


class CallFailed(HayrickError):
    """A call that gave no reply after all tries; it is not kept, and the next run tries it again."""


Send = Callable[[Ask], Awaitable[Reply]]


@dataclass(slots=True)
class Asker:
    """Answers questions from the journal, else by sending them.

    Two equal questions at one time are sent once.

    Args:
        journal: of the run.
        send: asks the model; raises `CallFailed` when its own tries are used up.
        prices: for the ledger and the budget.
        budget: asked before each call.
        batch: whether the provider's batch price holds.
        told: called after each answer, journalled or not.
    """

    journal: Journal
    send: Send
    prices: Prices
    budget: Budget
    batch: bool = False
    told: Callable[[], None] = lambda: None
    failures: dict[str, str] = field(default_factory=dict)
    """Key of each call that failed in this run -> why."""
    _flying: dict[str, asyncio.Future[Call]] = field(default_factory=dict)

    async def ask(self, question: Ask) -> Call:
        """Finished call of a question.

        Raises:
            OverBudget: the call could exceed the budget.
            CallFailed: the model gave no reply.
        """
        key = question.key
        known = self.journal.find(key)
        if known is None and key in self._flying:
            known = await asyncio.shield(self._flying[key])
        if known is None:
            known = await self._send(key, question)
        self.told()
        return known

    async def _send(self, key: str, question: Ask) -> Call:
        reserved = self.budget.reserve(self._most(question), question.model)
        future: asyncio.Future[Call] = asyncio.get_running_loop().create_future()
        self._flying[key] = future
        usd: float | None = None
        try:
            start = time.monotonic()
            reply = await self.send(question)
            price = self.prices.of(question.model)
            usd = price.usd(reply.usage, batch=self.batch) if price else None
            call = Call(
                key=key,
                model=question.model,
                purpose=question.purpose,
                reply=reply.text,
                stop=reply.stop,
                usage=reply.usage,
                usd=usd,
                seconds=round(time.monotonic() - start, 3),
            )
            self.journal.add(call)
            future.set_result(call)
            return call
        except BaseException as problem:
            if isinstance(problem, CallFailed):
                self.failures[key] = str(problem)
            future.set_exception(problem)
            future.exception()  # Whoever waits gets it; nobody waiting is no fault.
            raise
        finally:
            self._flying.pop(key, None)
            self.budget.settle(reserved, usd)

    def _most(self, question: Ask) -> float | None:
        """The most that a call may cost: its prompt uncached, its reply as long as allowed."""
        if self.budget.limit is None:
            return 0.0
        price = self.prices.of(question.model)
        if price is None:
            return None
        return price.usd(Usage(tokens_in=prompt_size(question.messages), tokens_out=question.max_tokens))


def prompt_size(messages: Sequence[tuple[str, str]]) -> int:
    """Tokens of a prompt and what providers add around messages: in cl100k, and 5 % more for other tokenisers."""
    count = tokenizer().count
    return int(1.05 * sum(count(text) + 8 for _, text in messages)) + 8
