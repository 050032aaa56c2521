"""Implementations of `Ask`: one sends questions live, one reads the journal only, two note or count questions.

Each answers a whole round at once, so that results do not depend on the order in which replies arrive.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from hayrick.harness.models.first_answers import JOB, ROUND, Round
from hayrick.harness.models.model_calls import Asker
from hayrick.harness.models.players import Cast, Player
from hayrick.harness.models.replying import can_be_read, reply_of
from hayrick.harness.storage.journal import Journal
from hayrick.harness.transport.calls import Call
from hayrick.harness.transport.failures import CallFailed
from hayrick.harness.transport.outgoing import Outgoing
from hayrick.protocols import Ask, failure_of
from hayrick.types import HayrickError, Question, Reply


class Missing(HayrickError):
    """The journal lacks an answer, and no call may be made."""


@dataclass(slots=True, kw_only=True)
class LiveAsk:
    """Answers from the journal if possible, else by a call.

    Args:
        cast: the model of each role.
        asker: makes the calls of the run.
        told: called with each question when it is answered or has failed.
        begun: called with the questions of a round when it starts.
        answered: called with each question of a round that was answered, in order, and its call.
        strict: stop after the first round in which a model was asked that has never answered.
    """

    cast: Cast
    asker: Asker
    told: Callable[[Question], None] = lambda question: None
    begun: Callable[[Sequence[Question]], None] = lambda questions: None
    answered: Callable[[Outgoing, Call], None] = lambda outgoing, call: None
    strict: bool = False

    async def __call__(self, questions: Sequence[Question]) -> list[Reply | None]:
        """Answer a round of questions; see `protocols.Ask`.

        Raises:
            OverBudget: the next call could exceed the budget.
            HayrickError: all calls of a model failed.
        """
        self.begun(questions)
        outer = ROUND.set(Round(len(questions), JOB.get()))
        try:
            results = await asyncio.gather(*(self._one(one) for one in questions), return_exceptions=True)
        finally:
            ROUND.reset(outer)
        for result in results:
            if isinstance(result, BaseException):
                raise result
        if self.strict:
            roles = list(dict.fromkeys(one.role for one in questions))
            require_answers(self.cast, self.asker, roles)
        found = [None if isinstance(result, BaseException) else result for result in results]
        for one in found:
            if one is not None:
                self.answered(*one)
        return [None if one is None else reply_of(one[1], one[0], self.asker.journal) for one in found]

    async def _one(self, question: Question) -> tuple[Outgoing, Call] | None:
        outgoing = self.cast.outgoing(question)
        try:
            return outgoing, await self.asker.ask(outgoing)
        except CallFailed:
            return None
        finally:
            self.told(question)

    def failure(self, question: Question) -> str:
        """See `protocols.failure_of`."""
        return self.asker.kinds.get(self.cast.outgoing(question).key, "")


@dataclass(slots=True, kw_only=True)
class JournalAsk:
    """Answers from the journal only.

    Args:
        cast: the model of each role.
        journal: journal of the run.
    """

    cast: Cast
    journal: Journal

    async def __call__(self, questions: Sequence[Question]) -> list[Reply | None]:
        """Answer a round of questions; see `protocols.Ask`.

        Raises:
            Missing: an answer is not in the journal.
        """
        found: list[Reply | None] = []
        for question in questions:
            outgoing = self.cast.outgoing(question)
            # The key of a long prompt takes a while.
            call = self.journal.find(outgoing.key) if self.journal.calls else None
            if call is None:
                raise Missing(f"no answer of {question.role} in the journal")
            can_be_read(call, outgoing, self.journal)
            found.append(reply_of(call, outgoing, self.journal))
        return found


@dataclass(frozen=True, slots=True)
class Noting:
    """An `Ask` that notes the key of each call, and who plays the role, once a round is answered."""

    ask: Ask
    cast: Cast
    noted: dict[str, Player]

    async def __call__(self, questions: Sequence[Question]) -> Sequence[Reply | None]:
        """Answer a round of questions; see `protocols.Ask`."""
        replies = await self.ask(questions)
        for question in questions:
            self.noted[self.cast.outgoing(question).key] = self.cast.players[question.role]
        return replies

    def failure(self, question: Question) -> str:
        """See `protocols.failure_of`."""
        return failure_of(self.ask, question)


class CountedQuestion(NamedTuple):
    """A question that would be asked, and the player that would answer it."""

    question: Question
    player: Player


@dataclass(slots=True, kw_only=True)
class CountingAsk:
    """Counts the questions that would be asked, assuming that replies are of typical length and form.

    Args:
        cast: the model of each role.
        stand_in: assumed reply of systems to questions that have none of their own; other calls without one are
            assumed to fail, so that nothing is asked again.
    """

    cast: Cast
    stand_in: str
    counted: list[CountedQuestion] = field(default_factory=list)

    async def __call__(self, questions: Sequence[Question]) -> list[Reply | None]:
        """Record a round of questions; see `protocols.Ask`."""
        players = [self.cast.players[question.role] for question in questions]
        self.counted.extend(map(CountedQuestion, questions, players))
        return [
            Reply(question.stand_in or self.stand_in)
            if question.stand_in or player.purpose in ("system", "own")
            else None
            for question, player in zip(questions, players, strict=True)
        ]


def require_answers(cast: Cast, asker: Asker, roles: Sequence[str] = ()) -> None:
    """Raise if a model has never answered: a wrong address or key must not count as a failure of the system.

    Args:
        cast: the models of the run.
        asker: made the calls of this run; its journal has those that were answered in this or earlier runs.
        roles: roles that were asked; all by default.

    Raises:
        HayrickError: a model was asked, and all its calls failed.
    """
    if not asker.reasons:
        return
    answered = {(call.model, call.purpose) for call in asker.journal.calls.values()}
    players = [cast.players[role] for role in roles or cast.players]
    for player in sorted(players, key=lambda one: one.purpose == "judge"):
        who = player.model, player.purpose
        if who in asker.reasons and who not in answered:
            said = f"{player.model} answered no call ({asker.reasons[who]})"
            raise HayrickError(f"{said}. Mend it and give the same command again.")
