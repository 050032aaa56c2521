"""Outgoing models: from the journal where the answer is there, within the budget, and each finished call kept at once.

How a request reaches a model is not known here: `Send` does it (`harness/inspect.py`, or a test).
"""

from __future__ import annotations

import asyncio
import os
import re
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from hayrick.harness.journal import Call, Journal, Usage, call_key
from hayrick.harness.prices import Budget, OverBudget, Prices
from hayrick.harness.usage import counted, most
from hayrick.types import HayrickError, Prompt

SPOILED_TRIES = 3
"""How often a question is sent at most while replies come that hold no text and that nothing else tries again."""

LOST = "lost"
"""Purpose, in the ledger, of a reply that was paid for and could not be used."""

_SECRET_NAME = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL", re.IGNORECASE)
_SHORTEST_SECRET = 6


@dataclass(frozen=True, kw_only=True)
class Outgoing:
    """One question on its way to one model.

    `parameters` are decoding parameters and everything else that the answer depends on; `purpose` is one of `PAID` or
    a system of the user's own, for the ledger; `repeat` numbers repetitions of an otherwise equal question.
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

    @cached_property
    def key(self) -> str:
        """Identity by content; see `journal.call_key`."""
        everything = {**self.parameters, "max_tokens": self.max_tokens}
        return call_key(self.model, self.messages, everything, self.repeat)

    @cached_property
    def beginning(self) -> str:
        """Identity of the prompt up to the end of its last document; "" for a prompt without documents."""
        if not self.prompt.sources:
            return ""
        *before, last = self.messages
        shared = [*before, (last[0], last[1][: self.prompt.sources[-1].block[1]])]
        return call_key(self.model, shared, {})


class Completion(NamedTuple):
    """What a model said, why it stopped, and what it took."""

    text: str
    stop: str
    usage: Usage


class CallFailed(HayrickError):
    """A call that gave no reply after all tries; it is not kept, and the next run tries it again."""


class Spoiled(CallFailed):
    """A reply that holds nothing to use, worth another try; what it took is in `usage`.

    `doubt` says why that is not what the provider counted, "" if it is.
    """

    def __init__(self, reason: str, usage: Usage | None = None, doubt: str = "") -> None:
        super().__init__(reason)
        self.usage, self.doubt = usage or Usage(), doubt


PAID = ("system", "judge", "planner", "writer", "checker")
"""Purposes of calls that cost money; a system of the user's own costs none that is known here."""

Send = Callable[[Outgoing], Awaitable[Completion]]


@dataclass(slots=True)
class Asker:
    """Answers questions from the journal, else by sending them.

    Two equal questions at one time are sent once. Of questions whose prompts show the same documents the first is sent
    alone and the others when it has been answered, so that they find its beginning in the provider's prompt cache.

    Args:
        journal: of the run.
        send: asks the model; raises `CallFailed` when its own tries are used up, `Spoiled` for a reply of no use.
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
    _begun: dict[str, asyncio.Event] = field(default_factory=dict)
    _settled: asyncio.Event = field(default_factory=asyncio.Event)

    async def ask(self, question: Outgoing) -> Call:
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
            known = await self._ask(key, question)
        self.told()
        return known

    async def _ask(self, key: str, question: Outgoing) -> Call:
        """Send a question; whoever asks the same meanwhile gets its answer, or its failure."""
        future: asyncio.Future[Call] = asyncio.get_running_loop().create_future()
        self._flying[key] = future
        try:
            call = await self._in_turn(key, question)
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

    async def _in_turn(self, key: str, question: Outgoing) -> Call:
        beginning = question.beginning
        if not beginning or self.batch:
            return await self._tries(key, question)
        if beginning in self._begun:
            await self._begun[beginning].wait()
            return await self._tries(key, question)
        self._begun[beginning] = asyncio.Event()
        try:
            return await self._tries(key, question)
        finally:
            self._begun[beginning].set()

    async def _tries(self, key: str, question: Outgoing) -> Call:
        reason = ""
        for _ in range(SPOILED_TRIES):
            try:
                return await self._send(key, question)
            except Spoiled as problem:
                reason = str(problem)
        raise CallFailed(f"{reason}, {SPOILED_TRIES} times")

    async def _reserve(self, question: Outgoing) -> float:
        """Set aside what a call may cost; what does not fit yet waits for what calls in flight leave of theirs."""
        most = await self._most(question)
        while True:
            try:
                return self.budget.reserve(most, question.model)
            except OverBudget:
                if most is None or not self.budget.reserved:
                    raise
                await self._settled.wait()

    def _settle(self, reserved: float, usd: float | None) -> None:
        self.budget.settle(reserved, usd)
        self._settled.set()
        self._settled = asyncio.Event()

    async def _send(self, key: str, question: Outgoing) -> Call:
        reserved = await self._reserve(question)
        usd: float | None = None
        start = time.monotonic()
        try:
            reply = await self.send(question)
            call = self._call(key, question, reply, start)
            usd = call.usd
            self.journal.add(call)
            return call
        except Spoiled as problem:
            if problem.usage != Usage():
                lost = sum(1 for one in self.journal.calls if one.startswith(f"{LOST}/{key}/"))
                call = self._call(f"{LOST}/{key}/{lost}", question, Completion("", LOST, problem.usage), start, LOST)
                call = replace(call, doubt=problem.doubt or call.doubt)
                usd = call.usd
                self.journal.add(call)
            raise
        finally:
            self._settle(reserved, usd)

    def _call(self, key: str, question: Outgoing, reply: Completion, start: float, purpose: str = "") -> Call:
        price = self.prices.of(question.model)
        usage, doubt = reply.usage, ""
        if question.purpose in PAID:
            # A provider that counts nothing, or what cannot be, must not make a budget endless.
            usage, doubt = counted(usage, question.messages, reply.text, question.max_tokens)
        return Call(
            key=key,
            model=question.model,
            purpose=purpose or question.purpose,
            reply=reply.text,
            stop=reply.stop,
            usage=usage,
            usd=price.usd(usage, batch=self.batch) if price else None,
            seconds=round(time.monotonic() - start, 3),
            doubt=doubt,
        )

    async def _most(self, question: Outgoing) -> float | None:
        """The most that a call may cost: its prompt uncached, its reply as long as allowed."""
        if self.budget.limit is None or question.purpose not in PAID:
            return 0.0
        price = self.prices.of(question.model)
        if price is None:
            return None
        # In a thread, where the tokeniser lets other replies come in meanwhile.
        return price.usd(await asyncio.to_thread(most, question.messages, question.max_tokens))


def without_secrets(text: str) -> str:
    """Text in which no key of the environment stands: providers repeat keys in their error messages.

    Taken for secret is the value, of at least 6 characters, of every variable that is named like one.
    """
    for name, value in os.environ.items():
        if len(value.strip()) >= _SHORTEST_SECRET and _SECRET_NAME.search(name):
            text = text.replace(value.strip(), "***")
    return text
