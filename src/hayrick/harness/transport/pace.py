"""Keeps calls within a provider's limits of requests and tokens a minute.

Calls of the last minute are remembered: a call begins when it and those of the last 60 seconds are within both limits,
so that no minute, wherever it begins, holds more. Calls to one model and address begin in the order in which they come.
A call counts as its prompt and its longest reply, as providers reckon, until its real usage is known. Each attempt of
a failing call counts as one.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from hayrick.harness.transport.calls import Usage

MINUTE = 60.0
_LOOK = 1.0
"""Most seconds between looks at calls whose real usage has become known."""


@dataclass(slots=True)
class Begun:
    """A call that has begun, when, and its tokens: at most, and then as counted."""

    at: float
    tokens: int


@dataclass(slots=True, kw_only=True)
class Pace:
    """The calls to one model at one address.

    Args:
        requests: most calls that begin in a minute; None for no limit.
        tokens: most tokens, in and out, of the calls that begin in a minute; None for no limit. A call with more begins
            when no other has begun in the last minute.
        clock: seconds, never going back.
        sleep: waits for some seconds.
        told: called with 1 when a call begins to wait, and with -1 when it stops.
    """

    requests: int | None = None
    tokens: int | None = None
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    told: Callable[[int], None] = lambda change: None
    _begun: deque[Begun] = field(default_factory=deque)
    _last: asyncio.Future[None] | None = None

    async def begin(self, tokens: int, take: Callable[[], Awaitable[None]]) -> Begun:
        """Wait until a call of at most so many tokens may begin; `take` waits for anything else that it needs."""
        before, mine = self._last, asyncio.get_running_loop().create_future()
        self._last = mine
        has_before = before is not None and not before.done()
        is_waiting = has_before or self._wait(tokens) > 0
        try:
            self.told(is_waiting)
            if before is not None and has_before:
                await asyncio.wait([before])
            while (seconds := self._wait(tokens)) > 0:
                await self.sleep(min(seconds, _LOOK))
            await take()
            found = Begun(self.clock(), tokens)
            self._begun.append(found)
            return found
        finally:
            self.told(-is_waiting)
            mine.set_result(None)

    def _wait(self, tokens: int) -> float:
        """Seconds until a call may begin, as far as is known now."""
        now = self.clock()
        while self._begun and self._begun[0].at <= now - MINUTE:
            self._begun.popleft()
        spent = sum(one.tokens for one in self._begun)
        left, latest = len(self._begun), now
        for one in self._begun:
            too_many = self.requests is not None and left >= self.requests
            too_much = self.tokens is not None and spent + tokens > self.tokens
            if not too_many and not too_much:
                break
            left, spent, latest = left - 1, spent - one.tokens, one.at
        return 0.0 if left == len(self._begun) else latest + MINUTE - now


@dataclass(slots=True, kw_only=True)
class Paces:
    """Paces of all models of a run.

    Args:
        requests: see `Pace`; each model at each address has the limits for itself.
        tokens: see `Pace`.
        clock: see `Pace`.
        sleep: see `Pace`.
        told: called when the number of calls that wait has changed.
    """

    requests: int | None = None
    tokens: int | None = None
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    told: Callable[[], None] = lambda: None
    waiting: int = field(default=0, init=False)
    """Calls that wait."""

    _paces: dict[tuple[str, str], Pace] = field(default_factory=dict)

    async def begin(self, model: str, address: str, tokens: int, take: Callable[[], Awaitable[None]]) -> Begun | None:
        """Wait until a call may begin, see `Pace.begin`; None where there is no limit."""
        if self.requests is None and self.tokens is None:
            await take()
            return None
        pace = self._paces.setdefault((model, address), self._made())
        return await pace.begin(tokens, take)

    def _made(self) -> Pace:
        return Pace(requests=self.requests, tokens=self.tokens, clock=self.clock, sleep=self.sleep, told=self._change)

    @property
    def note(self) -> str:
        """What waits, for progress; "" for nothing."""
        named = {"--requests-per-minute": self.requests, "--tokens-per-minute": self.tokens}
        limits = " and ".join(name for name, limit in named.items() if limit is not None)
        return f"; {self.waiting:,} wait for {limits}" if self.waiting else ""

    def _change(self, by: int) -> None:
        self.waiting += by
        if by:
            self.told()


def settle(begun: Begun | None, usage: Usage) -> None:
    """Count a call as its real tokens; as at most where the provider tells none."""
    if begun is not None and usage != Usage():
        begun.tokens = usage.tokens_in + usage.tokens_cached + usage.tokens_out
