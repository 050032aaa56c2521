"""The `Ask` that systems, judges, checkers and authors are handed: live, from the journal alone, or only counting.

All of them answer a whole round at once, so that results never depend on the order in which replies arrive.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from hayrick.harness.journal import Journal
from hayrick.harness.model_calls import Asker, CallFailed
from hayrick.harness.players import Cast, Player
from hayrick.types import HayrickError, Question, Reply


class Missing(HayrickError):
    """The journal lacks an answer, and nothing may be asked here."""


@dataclass(slots=True, kw_only=True)
class LiveAsk:
    """Answers from the journal, else by asking.

    Args:
        cast: whom to ask.
        asker: of the run.
        told: called with a question when it has been answered, or has failed.
        begun: called with the questions of a round when it begins.
        strict: stop at the first round after which somebody has been asked and has never answered.
    """

    cast: Cast
    asker: Asker
    told: Callable[[Question], None] = lambda question: None
    begun: Callable[[Sequence[Question]], None] = lambda questions: None
    strict: bool = False

    async def __call__(self, questions: Sequence[Question]) -> list[Reply | None]:
        """See `protocols.Ask`.

        Raises:
            OverBudget: the next call could exceed the budget.
            HayrickError: somebody's every call failed.
        """
        self.begun(questions)
        results = await asyncio.gather(*(self._one(one) for one in questions), return_exceptions=True)
        for result in results:
            if isinstance(result, BaseException):
                raise result
        if self.strict:
            roles = list(dict.fromkeys(one.role for one in questions))
            require_answers(self.cast, self.asker.journal, self.asker.failures, roles)
        return [None if isinstance(result, BaseException) else result for result in results]

    async def _one(self, question: Question) -> Reply | None:
        try:
            call = await self.asker.ask(self.cast.outgoing(question))
        except CallFailed:
            return None
        finally:
            self.told(question)
        return Reply(call.reply, call.stop)


@dataclass(slots=True, kw_only=True)
class JournalAsk:
    """Answers from the journal alone.

    Args:
        cast: who would be asked.
        journal: of the run.
    """

    cast: Cast
    journal: Journal

    async def __call__(self, questions: Sequence[Question]) -> list[Reply | None]:
        """See `protocols.Ask`.

        Raises:
            Missing: an answer is not there.
        """
        found: list[Reply | None] = []
        for question in questions:
            call = self.journal.find(self.cast.outgoing(question).key)
            if call is None:
                raise Missing(f"no answer of {question.role} in the journal")
            found.append(Reply(call.reply, call.stop))
        return found


class Counted(NamedTuple):
    """A question that would be asked, and who would answer it."""

    question: Question
    player: Player


@dataclass(slots=True, kw_only=True)
class CountingAsk:
    """Notes what would be asked; the system under test is taken to answer with a text of usual length.

    Args:
        cast: who would be asked.
        stand_in: what systems are taken to answer; others are taken to fail, so that nothing is asked again.
    """

    cast: Cast
    stand_in: str
    counted: list[Counted] = field(default_factory=list)

    async def __call__(self, questions: Sequence[Question]) -> list[Reply | None]:
        """See `protocols.Ask`."""
        players = [self.cast.players[question.role] for question in questions]
        self.counted.extend(map(Counted, questions, players))
        return [Reply(self.stand_in) if player.purpose in ("system", "own") else None for player in players]


def require_answers(cast: Cast, journal: Journal, failures: dict[str, str], roles: Sequence[str] = ()) -> None:
    """Refuse to go on with somebody who has never answered: a dead address or a wrong key is no failure of a system.

    Args:
        cast: of the run.
        journal: what has been answered, in earlier runs too.
        failures: key of each call that failed in this run -> why.
        roles: that were asked; all by default.

    Raises:
        HayrickError: somebody was asked, and every call failed.
    """
    if not failures:
        return
    answered = {(call.model, call.purpose) for call in journal.calls.values()}
    players = [cast.players[role] for role in roles or cast.players]
    for player in sorted(players, key=lambda one: one.purpose == "judge"):
        if (player.model, player.purpose) not in answered:
            first = next(iter(failures.values()))
            raise HayrickError(f"{player.model} answered no call ({first}). Mend it and give the same command again.")
