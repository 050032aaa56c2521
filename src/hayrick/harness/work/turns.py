"""Lets jobs begin one after another, so that few long prompts are built before they can be sent."""

from __future__ import annotations

import asyncio
import gc
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from hayrick.protocols import Ask, failure_of
from hayrick.types import Question, Reply

MOST_CHARACTERS = 24_000_000
"""Characters of the prompts that wait for a reply up to which more jobs may begin than calls can be in flight."""

COLLECTED = 8_000_000
"""Characters of answered prompts after which garbage is collected: clients of models leave cycles that hold prompts."""


@dataclass(slots=True)
class Turns:
    """What waits for replies: rounds of questions, and jobs that have begun and not asked yet.

    Args:
        few: how many may wait whatever their length: as many as calls are in flight.
        most: characters of their prompts up to which more may wait.
    """

    few: int
    most: int = MOST_CHARACTERS
    _rounds: int = 0
    _begun: int = 0
    _characters: int = 0
    _longest: int = 0
    """Characters of the longest round so far, which is what a job is expected to ask first."""

    _answered: int = 0
    """Characters of the rounds answered since the last collection."""

    _waiting: deque[asyncio.Future[None]] = field(default_factory=deque)

    @asynccontextmanager
    async def turn(self, ask: Ask) -> AsyncIterator[Ask]:
        """Wait until a job may begin; it is to ask what it is given here."""
        await self._come()
        mine = _InTurn(ask, self)
        try:
            yield mine
        finally:
            self.change(begun=mine.ask_first())

    async def _come(self) -> None:
        if self._has_room and not self._waiting:
            self._begun += 1
            return
        mine = asyncio.get_running_loop().create_future()
        self._waiting.append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            self._begun -= not mine.cancelled()
            self._call()
            raise

    @property
    def _has_room(self) -> bool:
        expected = self._characters + (self._begun + 1) * self._longest
        return self._rounds + self._begun < self.few or expected <= self.most

    def _call(self) -> None:
        """Let jobs begin for which there is room, first come first served."""
        while self._waiting and self._has_room:
            following = self._waiting.popleft()
            if not following.done():
                self._begun += 1
                following.set_result(None)

    def change(self, *, rounds: int = 0, begun: int = 0, characters: int = 0) -> None:
        """Count what begins and ends."""
        self._rounds += rounds
        self._begun += begun
        self._characters += characters
        self._answered += max(0, -characters)
        if self._answered > COLLECTED:
            self._answered = 0
            gc.collect()
        self._longest = max(self._longest, characters)
        self._call()


@dataclass(slots=True)
class _InTurn:
    """An `Ask` of one job, whose rounds count among those that wait."""

    ask: Ask
    turns: Turns
    _has_asked: bool = False

    async def __call__(self, questions: Sequence[Question]) -> Sequence[Reply | None]:
        """See `protocols.Ask`."""
        size = sum(len(message.text) for one in questions for message in one.prompt.messages)
        self.turns.change(rounds=1, characters=size, begun=self.ask_first())
        try:
            return await self.ask(questions)
        finally:
            self.turns.change(rounds=-1, characters=-size)

    def ask_first(self) -> int:
        """-1 the first time: the job waits no more to ask; then 0."""
        first, self._has_asked = not self._has_asked, True
        return -first

    def failure(self, question: Question) -> str:
        """See `protocols.failure_of`."""
        return failure_of(self.ask, question)
