"""Asks a round of questions, reads the replies, and asks again if a reply cannot be read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar

from hayrick.protocols import Ask
from hayrick.types import Question, Reply, Unparsed

READ_TRIES = 3
"""Maximum number of times a question is asked if its reply cannot be read."""

REPEAT_STEP = 100
"""Step between the `repeat` numbers of repetitions; further tries of one repetition count up by one."""

REFUSED, CUT_OFF = "content_filter", "max_tokens"
"""Stop reasons: the model refused to answer, or reached the token limit of the reply."""

T = TypeVar("T")


@dataclass(slots=True)
class Tally:
    """Counts of questions and replies.

    A question with an unreadable reply is asked again: it counts as `mended` if a later reply can be read, else as
    `given_up`. `failed` counts calls without a reply, `unread` replies that could not be read.
    """

    asked: int = 0
    failed: int = 0
    unread: int = 0
    mended: int = 0
    given_up: int = 0

    def __add__(self, other: Tally) -> Tally:
        """Sum of both."""
        return Tally(
            self.asked + other.asked,
            self.failed + other.failed,
            self.unread + other.unread,
            self.mended + other.mended,
            self.given_up + other.given_up,
        )


async def read_replies(
    ask: Ask,
    questions: Sequence[Question],
    read: Sequence[Callable[[Reply], T | Unparsed]],
    tally: Tally | None = None,
    renew: Sequence[Callable[[], Question]] | None = None,
) -> list[T | None]:
    """Ask questions together, and ask again, at most `READ_TRIES` times in all, if a reply cannot be read.

    Args:
        ask: answers them.
        questions: of one round; a further try is the same question with the next `repeat`.
        read: for each question, reads its reply; `Unparsed` wants another try. It may be called twice with one reply.
        tally: counts what becomes of them.
        renew: for each question, the question that is still open after a reply; by default the same one.

    Returns:
        For each question the value read; None if the call failed or no reply could be read.
    """
    tally = tally if tally is not None else Tally()
    found: list[T | None] = [None] * len(questions)
    left = list(range(len(questions)))
    for attempt in range(READ_TRIES):
        again = []
        asked = [questions[n] if renew is None or attempt == 0 else renew[n]() for n in left]
        tried = [
            replace(one, repeat=one.repeat + attempt, readable=partial(is_read, read[n]))
            for n, one in zip(left, asked, strict=True)
        ]
        replies = await ask(tried) if tried else []
        tally.asked += len(tried)
        for n, reply in zip(left, replies, strict=True):
            if reply is None:
                tally.failed += 1
                tally.given_up += attempt > 0
                continue
            value = read[n](reply)
            if isinstance(value, Unparsed):
                tally.unread += 1
                again.append(n)
            else:
                found[n] = value
                tally.mended += attempt > 0
        left = again
    tally.given_up += len(left)
    return found


def is_read(read: Callable[[Reply], object | Unparsed], reply: Reply) -> bool:
    """Whether a reader gets anything from a reply; a refusal says nothing."""
    value = read(reply) if reply.stop != REFUSED else Unparsed(reason=REFUSED)
    return not isinstance(value, Unparsed) or value.partly


@dataclass(slots=True)
class Reader:
    """Asks questions about texts, asks again if a reply cannot be read, and keeps one tally.

    A refusal counts as a failed call, as a retry would be refused too.

    Args:
        ask: sends the questions.
        tally: counts of all questions asked through this reader.
    """

    ask: Ask
    tally: Tally = field(default_factory=Tally)

    async def __call__(
        self, questions: Sequence[Question], read: Sequence[Callable[[str], T | Unparsed]]
    ) -> list[T | None]:
        """Ask one round of questions; see `read_replies`.

        Args:
            questions: asked together.
            read: for each question, reads the text of its reply; returns `Unparsed` to ask again.

        Returns:
            For each question the value read; None if there is none.
        """

        async def accepted(questions: Sequence[Question]) -> list[Reply | None]:
            return [None if one is None or one.stop == REFUSED else one for one in await self.ask(questions)]

        return await read_replies(accepted, questions, [_of_text(one) for one in read], self.tally)


def _of_text(read: Callable[[str], T]) -> Callable[[Reply], T]:
    return lambda reply: read(reply.text)
