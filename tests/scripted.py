"""What stands for models in tests of systems and judges: nobody, or a script."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from hayrick.types import Question, Reply

T = TypeVar("T")


def done(work: Coroutine[Any, Any, T]) -> T:
    """What a coroutine returns."""
    return asyncio.run(work)


async def nobody(questions: Sequence[Question]) -> list[Reply | None]:
    """An `Ask` for what must ask no model."""
    raise AssertionError(f"{len(questions)} questions were asked")


@dataclass
class Script:
    """An `Ask` that replies by a function, and keeps the rounds of questions that it was asked."""

    reply: Callable[[Question], Reply | str | None]
    rounds: list[list[Question]] = field(default_factory=list)

    async def __call__(self, questions: Sequence[Question]) -> list[Reply | None]:
        """Reply to one round."""
        self.rounds.append(list(questions))
        replies = [self.reply(one) for one in questions]
        return [Reply(one) if isinstance(one, str) else one for one in replies]

    @property
    def questions(self) -> list[Question]:
        """Questions of all rounds."""
        return [one for questions in self.rounds for one in questions]
