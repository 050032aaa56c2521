"""Calls models: answers from the journal if possible, respects the budget, and stores each finished call at once.

How a request reaches a model is not defined here: an `outgoing.Send` does it (`harness/models/providers.py`, or a
test).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import astuple, dataclass, field, replace

from hayrick.harness.models.first_answers import FirstAnswers
from hayrick.harness.models.prices import Budget, OverBudget, Prices
from hayrick.harness.models.replying import can_be_read
from hayrick.harness.storage.journal import Journal
from hayrick.harness.transport.calls import LOST, Call, Usage, is_count
from hayrick.harness.transport.failures import UNREACHED, Busy, CallFailed, Spoiled
from hayrick.harness.transport.outgoing import PAID, Completion, Outgoing, Send
from hayrick.harness.transport.pace import Paces, settle
from hayrick.harness.transport.places import Places
from hayrick.harness.transport.usage import counted, most, most_characters

RETRIES = 5
"""Default number of further attempts of a failing call: their waits together exceed a limit's minute."""

_LONGEST_NAME = 200


@dataclass(slots=True)
class Asker:
    """Answers questions from the journal if possible, else by sending them.

    Equal concurrent questions are sent once. Of questions whose prompts show the same documents, the first is sent
    alone and the others when it is answered, so that they find the prefix in the provider's prompt cache.

    Args:
        journal: journal of the run.
        send: asks the model; raises `CallFailed` if its own tries are used up, `Spoiled` for a useless reply.
        prices: prices for ledger and budget.
        budget: reserved before each call.
        batch: whether the provider's batch price applies.
        told: called after each answer, from the journal or not, and when a call waits for a further attempt.
        paces: limits of requests and tokens a minute.
        places: limits of calls in flight to an address.
        retries: further attempts of a call whose reply is useless, or whose server cannot answer now.
        pause: waits for some seconds between attempts.
        first: limits calls to models that have not answered yet; None for no such limit.
    """

    journal: Journal
    send: Send
    prices: Prices
    budget: Budget
    batch: bool = False
    told: Callable[[], None] = lambda: None
    paces: Paces = field(default_factory=Paces)
    places: Places = field(default_factory=Places)
    retries: int = RETRIES
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep
    first: FirstAnswers | None = None
    failures: dict[str, str] = field(default_factory=dict)
    """Key of each call that failed in this run -> reason."""
    kinds: dict[str, str] = field(default_factory=dict)
    """Key of each call that failed in this run -> kind; see `CallFailed`."""
    reasons: dict[tuple[str, str], str] = field(default_factory=dict)
    """(model, purpose) -> reason of the first of its calls that failed in this run."""
    _again: dict[str, str] = field(default_factory=dict)
    """Key of each call that waits for a further attempt, or makes it -> what that is."""

    _flying: dict[str, asyncio.Future[Call]] = field(default_factory=dict)
    _begun: dict[str, asyncio.Event] = field(default_factory=dict)
    _settled: asyncio.Event = field(default_factory=asyncio.Event)

    async def ask(self, question: Outgoing) -> Call:
        """Return the finished call of a question.

        Raises:
            OverBudget: the call could exceed the budget.
            CallFailed: the model gave no reply.
        """
        key = question.key
        known = self.journal.find(key)
        if known is not None:
            # What an earlier run could not read says nothing of a judge that was mended since.
            can_be_read(known, question, self.journal)
        if known is None and key in self._flying:
            known = await asyncio.shield(self._flying[key])
        if known is None:
            known = await self._ask(key, question)
        self.told()
        return known

    async def _ask(self, key: str, question: Outgoing) -> Call:
        """Send a question; equal concurrent questions share its answer or failure."""
        future: asyncio.Future[Call] = asyncio.get_running_loop().create_future()
        self._flying[key] = future
        try:
            call = await self._in_turn(key, question)
            future.set_result(call)
            return call
        except BaseException as problem:
            if isinstance(problem, CallFailed):
                self.failures[key], self.kinds[key] = str(problem), problem.kind
                self.reasons.setdefault((question.model, question.purpose), str(problem))
            future.set_exception(problem)
            future.exception()  # Mark it as retrieved: it is no error if nothing else waits for it.
            raise
        finally:
            self._flying.pop(key, None)
            self._again.pop(key, None)

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

    def spent(self, models: Iterable[str]) -> float | None:
        """Dollars spent so far; None where the price of one of these models is unknown."""
        return self.budget.spent if all(self.prices.of(one) is not None for one in models) else None

    async def _tries(self, key: str, question: Outgoing) -> Call:
        """Send a question until it is answered, as soon as it may be sent."""
        if self.first is None:
            return await self._attempts(key, question)
        async with self.first.call(question.model, question.purpose):
            call = await self._attempts(key, question)
            if not can_be_read(call, question, self.journal):
                self.first.unread(call)
            return call

    async def _attempts(self, key: str, question: Outgoing) -> Call:
        """Send a question until it is answered: the only place where a failed call is sent again."""
        attempt = 1
        while True:
            try:
                return await self._send(key, question)
            except (Spoiled, Busy) as problem:
                if attempt > self.retries or self._is_absent(question, problem):
                    times = f", {attempt} times" if attempt > 1 else ""
                    raise CallFailed(f"{problem}{times}", problem.kind) from None
                await self._pause(key, attempt, problem)
                if self.first is not None:
                    self.first.require_hope()
            attempt += 1

    def _is_absent(self, question: Outgoing, problem: CallFailed) -> bool:
        """Whether nothing listens at the address of a model that has never answered: it will not begin to by itself."""
        is_new = self.first is not None and not self.first.has_answered(question.model, question.purpose)
        return problem.kind == UNREACHED and is_new

    async def _pause(self, key: str, attempt: int, problem: Spoiled | Busy) -> None:
        """Wait before a further attempt, and tell of it."""
        why = problem.kind if isinstance(problem, Busy) else "a useless reply"
        self._again[key] = f"; attempt {attempt + 1} of {self.retries + 1} after {why}"
        self.told()
        await self.pause(problem.patience(attempt) if isinstance(problem, Busy) else 0.0)

    @property
    def note(self) -> str:
        """What calls wait for, for progress: a limit, or the next attempt of the last that failed; "" for nothing."""
        return self.paces.note + next(reversed(self._again.values()), "")

    async def _reserve(self, question: Outgoing) -> float:
        """Reserve the most that a call is expected to cost; if it does not fit, wait until running calls end."""
        most = await self._most(question)
        while True:
            try:
                return self.budget.reserve(most, question.model)
            except OverBudget:
                if most is None or not self.budget.reserved:
                    raise
                await self._settled.wait()

    def _settle(self, reserved: float, usd: float | None, model: str) -> None:
        self.budget.settle(reserved, usd, model)
        self._settled.set()
        self._settled = asyncio.Event()

    async def _send(self, key: str, question: Outgoing) -> Call:
        if key in self.journal.lost:
            await self._count_lost(key, question)
        reserved = await self._reserve(question)
        usd: float | None = None
        start = time.monotonic()
        begun = None
        try:
            address = str(question.parameters.get("at", ""))
            place = self.places.of(question.model, address)
            begun = await self.paces.begin(question.model, address, await self._tokens(question), place.take)
            start = time.monotonic()
            try:
                reply = await self.send(question)
            finally:
                place.leave()
            call = self.finished(key, question, reply, start)
            settle(begun, call.usage)
            usd = call.usd
            await self.journal.store(call)
            return call
        except CallFailed as problem:
            if problem.usage != Usage():
                usd = await self._lose(key, question, problem, start)
            raise
        finally:
            self._settle(reserved, usd, question.model)

    async def _lose(self, key: str, question: Outgoing, lost: CallFailed, start: float) -> float | None:
        """Enter a reply that was billed and is of no use; return its cost."""
        n = sum(1 for one in self.journal.calls if one.startswith(f"{LOST}/{key}/"))
        call = self.finished(f"{LOST}/{key}/{n}", question, Completion("", LOST, lost.usage), start, LOST)
        if lost.doubt:  # Then the count is ours.
            call = replace(call, doubt=lost.doubt, told_in=None)
        await self.journal.store(call)
        return call.usd

    async def _count_lost(self, key: str, question: Outgoing) -> None:
        """Enter what a reply cost at most whose line in the journal is damaged, before its question is asked again."""
        self.journal.lost.discard(key)
        if question.purpose in PAID:
            usage = await asyncio.to_thread(most, question.messages, question.max_tokens)
            damaged = CallFailed("", usage=usage, doubt="the line of an earlier reply is damaged")
            self.budget.settle(0.0, await self._lose(key, question, damaged, time.monotonic()), question.model)

    def finished(self, key: str, question: Outgoing, reply: Completion, start: float, purpose: str = "") -> Call:
        """The call that a reply finishes, with its cost and no key; `start` is a time of `time.monotonic`."""
        price, reply = self.prices.of(question.model), reply.without_keys
        usage, doubt = reply.usage, ""
        told = usage.tokens_in + usage.tokens_cached if usage != Usage() else None
        if question.purpose in PAID:
            # Missing or implausible counts of a provider must not make a budget unlimited.
            usage, doubt = counted(usage, question.messages, reply.text, question.max_tokens, reply.reasoning)
        longest = most_characters(question.max_tokens)
        is_cut = question.purpose in PAID and max(len(reply.text), len(reply.reasoning)) > longest
        end = longest if is_cut else None
        return Call(
            key=key,
            model=question.model,
            purpose=purpose or question.purpose,
            reply=reply.text[:end],
            stop="max_tokens" if is_cut else reply.stop,
            usage=usage,
            usd=price.usd(usage, batch=self.batch) if price else None,
            seconds=round(time.monotonic() - start, 3),
            doubt=doubt,
            reasoning=reply.reasoning[:end],
            reasoning_tokens=reply.reasoning_tokens if is_count(reply.reasoning_tokens) else 0,
            told_in=told if is_count(told) else None,
            alternatives=reply.alternatives,
            answered_by=reply.model[:_LONGEST_NAME],
            batch=self.batch,
            documents_shown=reply.documents_shown,
        )

    async def _tokens(self, question: Outgoing) -> int:
        """Most tokens of a call, in and out; 0 where nothing limits them."""
        if self.paces.tokens is None:
            return 0
        return sum(astuple(await asyncio.to_thread(most, question.messages, question.max_tokens)))

    async def _most(self, question: Outgoing) -> float | None:
        """Maximum cost of a call: its prompt uncached, its reply at the token limit."""
        if self.budget.limit is None or question.purpose not in PAID:
            return 0.0
        price = self.prices.of(question.model)
        if price is None:
            return None
        # Counting in a thread lets other replies arrive meanwhile.
        return price.usd(await asyncio.to_thread(most, question.messages, question.max_tokens))
