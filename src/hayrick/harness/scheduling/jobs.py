"""Jobs of a run: coroutines that receive an `Ask`. They use the journal if it has all answers, else live calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from hayrick.harness.models.first_answers import JOB
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.models.players import Cast
from hayrick.harness.models.user_calls import PURPOSE as OWN
from hayrick.harness.models.user_calls import Sender
from hayrick.harness.scheduling.asks import JournalAsk, LiveAsk, Missing, require_answers
from hayrick.harness.scheduling.elsewhere import Elsewhere, work_elsewhere
from hayrick.harness.scheduling.job_order import Job, one_model_at_a_time
from hayrick.harness.storage.journal import Journal
from hayrick.harness.transport.failures import CallFailed
from hayrick.harness.transport.outgoing import PAID, Completion, Outgoing, Send
from hayrick.harness.work.finish import finish
from hayrick.harness.work.garbage import give_back
from hayrick.harness.work.meanwhile import Meanwhile
from hayrick.harness.work.turns import Turns
from hayrick.protocols import Ask, Progress, silent
from hayrick.types import BadInput, Question

T = TypeVar("T")

_JOBS_A_CONNECTION = 10
"""Jobs to start for each call that may be in flight: enough to keep the judge busy while systems answer."""


@dataclass(slots=True, kw_only=True)
class Done(Generic[T]):
    """Results by job id, the key of each failed call -> reason, and notes."""

    results: dict[str, T]
    failures: dict[str, str]
    notes: Sequence[str] = ()
    """On the calls of the user's own systems."""


def dry_run(jobs: Sequence[Job[T]], cast: Cast, journal: Journal, progress: Progress = silent) -> dict[str, T]:
    """Run the jobs that need only answers from the journal; no call is made.

    Raises:
        BadInput: a prompt or another input is invalid; this shows before a folder is claimed or a call is paid.
    """
    ask = JournalAsk(cast=cast, journal=journal)

    async def try_all() -> dict[str, T]:
        found: dict[str, T] = {}
        for number, job in enumerate(jobs):
            progress(job.id, number, len(jobs))
            with suppress(Missing):
                found[job.id] = await job.work(ask)
        return found

    return finish(try_all())


def require_distinct(jobs: Sequence[Job[T]]) -> None:
    """Reject duplicate jobs.

    Raises:
        BadInput: two jobs have the same id.
    """
    twice = [name for name, n in Counter(job.id for job in jobs).items() if n > 1]
    if twice:
        raise BadInput("--system", f"'{twice[0]}' asked for more than once", "each system and context once")


def require_models(cast: Cast, options: ModelOptions) -> None:
    """Make the models of a run once, before prompts are built.

    Raises:
        HayrickError: a key or package is missing.
    """

    async def begin() -> None:
        async with _sending(cast, options):
            pass

    finish(begin())


@asynccontextmanager
async def _sending(cast: Cast, options: ModelOptions) -> AsyncIterator[Send]:
    """What sends questions to the models of a cast, which are made for this event loop and closed at its end.

    Raises:
        HayrickError: a key or package is missing.
    """
    playing = cast.playing(PAID)
    if not playing:
        yield _no_sender
        return
    reach = options.reach()
    from hayrick.harness.models import providers

    models = providers.Models(reach)
    try:
        for player in playing:
            models.of(player.model, player.arguments)
        yield models.send
    finally:
        await models.close()


def run_jobs(
    jobs: Sequence[Job[T]],
    cast: Cast,
    journal: Journal,
    options: ModelOptions,
    *,
    progress: Progress = silent,
    elsewhere: Elsewhere | None = None,
    meanwhile: Sequence[Callable[[], object]] = (),
) -> Done[T]:
    """Run jobs live and concurrently; what the journal holds is not asked again.

    Args:
        jobs: those that the journal alone does not settle (`dry_run`); with equal prompt prefixes adjacent.
        cast: the model of each role.
        journal: journal of the run.
        options: options of models.
        progress: told how far it is.
        elsewhere: takes the questions that the journal cannot answer; None to ask models.
        meanwhile: called while the first replies are awaited; what they load or keep is needed later.

    Raises:
        OverBudget: the budget was reached; finished calls are kept in the journal.
        Outstanding: questions are to be answered elsewhere, and replies are missing.
        HayrickError: a model never answered or cannot be reached, or Inspect is not installed.
    """
    if elsewhere is not None:
        return Done(results=work_elsewhere(jobs, cast, journal, options, elsewhere, progress), failures={})
    if not jobs:
        options.price(journal)
        return Done(results={}, failures={})
    asker = options.asker(journal, _no_sender, cast.models(PAID))
    if asker.first is not None:
        asker.first.judges = cast.models(["judge"])
    finished: set[str] = set()
    paid = cast.models(PAID)

    def told() -> None:
        progress(f"asking{asker.note}", len(finished), len(jobs), len(asker.failures), asker.spent(paid))

    asker.told = asker.paces.told = told
    # What was spent so far needs prices, which load slowly; the first reply takes longer.
    progress("asking", 0, len(jobs))
    turns = None if options.batch else Turns(options.at_once)
    live_jobs = [_live(job, finished, told, turns) for job in jobs]
    most = len(jobs) if options.batch else _JOBS_A_CONNECTION * options.at_once
    own = Sender(cast.models([OWN]), options.connections, options.seconds, options.retries)
    asker.places.is_in_turn = own.is_in_turn
    ahead = Meanwhile([lambda: asker.spent(paid), *meanwhile])

    async def work() -> dict[str, T]:
        async with _sending(cast, options) as send:

            async def sending(outgoing: Outgoing) -> Completion:
                ahead.asking()
                return await (own.send if outgoing.purpose == OWN else send)(outgoing)

            asker.send = sending
            live_ask = LiveAsk(cast=cast, asker=asker)
            return await one_model_at_a_time(live_jobs, live_ask, most, try_each=not options.batch)

    results = finish(work())
    give_back()
    require_answers(cast, asker)
    left = {key: reason for key, reason in asker.failures.items() if journal.find(key) is None}
    if len(left) < len(asker.failures):
        # Another job had an answer to the same question later; results depend on the calls, not on their order.
        results |= dry_run(jobs, cast, journal)
    return Done(results=results, failures=left, notes=own.notes)


def _live(job: Job[T], finished: set[str], told: Callable[[], None], turns: Turns | None) -> Job[T]:
    """The job, which begins in its turn, if there are turns, adds its id to those finished, and tells it."""

    async def work(ask: Ask) -> T:
        JOB.set(job.id)  # Each job runs in a task of its own.
        if turns is None:
            found = await job.work(ask)
        else:
            async with turns.turn(ask) as asking:
                found = await job.work(asking)
        job.then(found)
        finished.add(job.id)
        told()
        return found

    return replace(job, work=work)


def live(
    work: Callable[[Ask], Awaitable[T]],
    cast: Cast,
    journal: Journal,
    options: ModelOptions,
    *,
    begun: Callable[[Sequence[Question]], None] = lambda questions: None,
    told: Callable[[Question, int, float | None], None] = lambda question, failed, usd: None,
    failures: dict[str, str] | None = None,
) -> T:
    """Run one piece of work that asks models, from start to end, without Inspect's logs.

    Args:
        work: the work.
        cast: the model of each role.
        journal: journal of the run.
        options: options of models.
        begun: called with the questions of each round.
        told: called with each question when it is answered or has failed, the failed calls so far, and dollars spent
            (None if a price is unknown).
        failures: receives the key of each failed call -> reason.

    Raises:
        OverBudget: the budget was reached; finished calls are kept in the journal.
        HayrickError: a model never answered or cannot be reached, or Inspect is not installed.
    """

    async def begin() -> T:
        async with _sending(cast, options) as send:
            asker = options.asker(journal, send, names)
            if failures is not None:
                asker.failures = failures

            def tell(question: Question) -> None:
                told(question, len(asker.failures), asker.spent(names))

            return await work(LiveAsk(cast=cast, asker=asker, begun=begun, told=tell, strict=True))

    names = cast.models(PAID)
    return finish(begin())


async def _no_sender(outgoing: Outgoing) -> Completion:
    raise CallFailed(f"{outgoing.model}: no way to send calls")
