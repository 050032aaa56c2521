"""Questions that are answered elsewhere: the journal answers a command, and what it lacks is listed instead of asked.

A command that is given an `Elsewhere` works as far as the journal's replies reach. Every further question of a round
is taken down, so that prompts can be written for a batch engine, and replies of one can be entered.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from hayrick.harness.models.model_calls import Asker
from hayrick.harness.models.players import Cast
from hayrick.harness.models.replying import reply_of
from hayrick.harness.models.user_calls import PURPOSE as OWN
from hayrick.harness.models.user_calls import Sender
from hayrick.harness.scheduling.asks import Missing
from hayrick.harness.storage.journal import Journal
from hayrick.harness.transport.calls import Call
from hayrick.harness.transport.failures import CallFailed
from hayrick.harness.transport.outgoing import PAID, Outgoing
from hayrick.harness.work.finish import finish
from hayrick.protocols import Progress
from hayrick.types import BadInput, Question, Reply

if TYPE_CHECKING:
    from hayrick.harness.models.model_options import ModelOptions
    from hayrick.harness.scheduling.job_order import Job

T = TypeVar("T")
Take = Callable[[Outgoing], Awaitable[Call | None]]
"""Gives the finished call for a question that the journal lacks; None leaves it outstanding."""

SERVED = ("openai/", "openai-api/")
"""Beginnings of the models whose requests have the layout of OpenAI's API."""

_OTHER_SERVICES = ("openai/azure/", "openai/bedrock/")


class Outstanding(Exception):
    """A command stopped because replies are missing, or because it was only to be tried."""


class Waiting(NamedTuple):
    """A call that has not been made: who asks, and which model."""

    purpose: str
    model: str


async def _nothing(outgoing: Outgoing) -> Call | None:
    return None


@dataclass(slots=True, kw_only=True)
class Elsewhere:
    """How far a command comes with the journal alone.

    Args:
        begin: makes the `Take`, given the asker of the run; by default questions are only counted.
        counts_first: find what is outstanding before `begin`, too.
        calls_own: call the user's own systems, which no batch engine can.
        ends: stop even if every reply is known.
    """

    begin: Callable[[Asker], Take] = lambda asker: _nothing
    counts_first: bool = False
    calls_own: bool = False
    ends: bool = False
    before: dict[str, Waiting] = field(default_factory=dict)
    """Key of each call that was outstanding at first."""

    after: dict[str, Waiting] = field(default_factory=dict)
    """Key of each call that is outstanding at the end."""

    known: int = 0
    """Calls in the journal at the end."""


@dataclass(slots=True, kw_only=True)
class ElsewhereAsk:
    """Answers from the journal and from a `Take`.

    Args:
        cast: the model of each role.
        journal: journal of the run.
        take: is given each question that the journal cannot answer.
        waiting: receives the calls that stay outstanding.
    """

    cast: Cast
    journal: Journal
    take: Take
    waiting: dict[str, Waiting]

    async def __call__(self, questions: Sequence[Question]) -> list[Reply | None]:
        """Answer a round of questions; see `protocols.Ask`.

        Raises:
            Missing: at least one question is outstanding; all of the round have been taken down.
        """
        found: list[Reply | None] = []
        missing = 0
        for question in questions:
            outgoing = self.cast.outgoing(question)
            call = self.journal.find(outgoing.key)
            if call is None and outgoing.key not in self.waiting:
                try:
                    call = await self.take(outgoing)
                except CallFailed:
                    found.append(None)
                    continue
            if call is None:
                missing += 1
                self.waiting[outgoing.key] = Waiting(outgoing.purpose, outgoing.model)
            else:
                found.append(reply_of(call, outgoing, self.journal))
        if missing:
            raise Missing(f"{missing} answers are not in the journal")
        return found


def work_elsewhere(
    jobs: Sequence[Job[T]], cast: Cast, journal: Journal, options: ModelOptions, elsewhere: Elsewhere, tell: Progress
) -> dict[str, T]:
    """Do jobs as far as the journal and `elsewhere` answer them.

    Args:
        jobs: with ids of their own.
        cast: the models of the run, by role.
        journal: answers first, and keeps what `elsewhere` answers.
        options: prices, limits and retries of the calls that are made here.
        elsewhere: lists the calls of a batch engine, or reads its replies.
        tell: told of each job before it is tried.

    Returns:
        Result of each job, by id, if nothing is outstanding and the command is to go on.

    Raises:
        Outstanding: replies are missing, or the command is to end here.
        BadInput: a model's requests cannot be written as batch lines.
    """
    _require_served(cast.models(PAID))
    specs = cast.models([OWN]) if elsewhere.calls_own else []
    own = Sender(specs, options.connections, options.seconds, options.retries)
    asker = options.asker(journal, own.send)
    asker.places.is_in_turn = own.is_in_turn

    async def try_all(take: Take, waiting: dict[str, Waiting]) -> dict[str, T]:
        ask = ElsewhereAsk(cast=cast, journal=journal, take=take, waiting=waiting)
        found: dict[str, T] = {}
        for number, job in enumerate(jobs):
            tell("listing calls", number, len(jobs))
            with suppress(Missing):
                found[job.id] = await job.work(ask)
        return found

    async def work() -> dict[str, T]:
        if elsewhere.counts_first:
            await try_all(_with_own(_nothing, asker) if elsewhere.calls_own else _nothing, elsewhere.before)
        take = elsewhere.begin(asker)
        return await try_all(_with_own(take, asker) if elsewhere.calls_own else take, elsewhere.after)

    results = finish(work())
    elsewhere.known = len(journal.calls)
    if elsewhere.after or elsewhere.ends:
        raise Outstanding
    return results


def _with_own(take: Take, asker: Asker) -> Take:
    async def taking(outgoing: Outgoing) -> Call | None:
        return await (asker.ask(outgoing) if outgoing.purpose == OWN else take(outgoing))

    return taking


def _require_served(models: Sequence[str]) -> None:
    for model in models:
        if not model.startswith(SERVED) or model.startswith(_OTHER_SERVICES):
            expected = "openai/MODEL or openai-api/NAME/MODEL"
            cure = "Name it so if a batch engine with OpenAI's layout has it."
            raise BadInput(f"model {model}", "no model whose requests have the layout of OpenAI's API", expected, cure)
