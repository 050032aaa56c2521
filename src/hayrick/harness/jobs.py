"""Jobs of a run: coroutines that are handed an `Ask`; from the journal where it has all answers, else live."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from hayrick.harness.asks import JournalAsk, LiveAsk, Missing, require_answers
from hayrick.harness.finish import finish
from hayrick.harness.journal import Journal
from hayrick.harness.model_calls import PAID, CallFailed, Completion, Outgoing
from hayrick.harness.model_options import ModelOptions
from hayrick.harness.players import Cast
from hayrick.harness.user_calls import PURPOSE as OWN
from hayrick.harness.user_calls import Sender
from hayrick.protocols import Ask
from hayrick.types import BadInput, Question

T = TypeVar("T")
Progress = Callable[[str, int, int], None]


class Logged(NamedTuple):
    """What is logged of one job: what was said, what it is worth, and its score rows."""

    text: str = ""
    value: float = 0.0
    rows: Sequence[Mapping[str, object]] = ()


Pooled = Callable[[Sequence[Mapping[str, object]]], Mapping[str, float]]
"""Measures of one system from its logged rows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job(Generic[T]):
    """One piece of work, such as one item answered by one system in one context, and judged.

    Args:
        id: readable and unique within a run.
        work: does it; must depend on nothing but the replies, since it may be begun again.
        model: whom Inspect is told to evaluate; None where no language model is the system.
        query: shown in Inspect's logs.
        metadata: shown in Inspect's logs.
        log: what Inspect's log holds of the result.
    """

    id: str
    work: Callable[[Ask], Coroutine[Any, Any, T]]
    model: str | None = None
    query: str = ""
    metadata: Mapping[str, object] = field(default_factory=dict)
    log: Callable[[T], Logged] = lambda result: Logged()


@dataclass(slots=True, kw_only=True)
class Done(Generic[T]):
    """Results by job, and the key of each call that failed -> why."""

    results: dict[str, T]
    failures: dict[str, str]


def dry_run(
    jobs: Sequence[Job[T]], cast: Cast, journal: Journal, progress: Progress = lambda what, done, total: None
) -> dict[str, T]:
    """Results of the jobs that need nothing that is not in the journal; nothing is asked.

    Raises:
        BadInput: a prompt or another input is not what it must be: it shows before anything is claimed or paid.
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
    """Refuse jobs that are the same.

    Raises:
        BadInput: two have one id.
    """
    twice = [name for name, n in Counter(job.id for job in jobs).items() if n > 1]
    if twice:
        raise BadInput("--system", f"'{twice[0]}' asked for more than once", "each system and context once")


def run_jobs(
    jobs: Sequence[Job[T]],
    cast: Cast,
    journal: Journal,
    options: ModelOptions,
    *,
    logs: Path | None = None,
    pooled: Pooled = lambda rows: {},
    progress: Progress = lambda what, done, total: None,
) -> Done[T]:
    """Do all jobs: from the journal what it has, then live, side by side.

    Args:
        jobs: what is to be done; equal prompt beginnings should follow each other.
        cast: who answers.
        journal: of the run.
        options: how models are asked.
        logs: folder for Inspect's logs; None keeps them out of sight.
        pooled: measures of the rows that are logged.
        progress: told (what, done, total).

    Raises:
        OverBudget: the budget stopped the run; the journal keeps all that is done.
        HayrickError: somebody never answered or cannot be reached, or Inspect is not installed.
    """
    results = dry_run(jobs, cast, journal) if journal.calls else {}
    left = [job for job in jobs if job.id not in results]
    if not left:
        return Done(results=results, failures={})
    asker = options.asker(journal, _nobody, cast.models(PAID))
    done = [0]

    def told() -> None:
        done[0] += 1
        progress("asking (calls)", done[0], max(done[0], len(left)))

    asker.told = told
    ask = LiveAsk(cast=cast, asker=asker)
    own = Sender(options.connections, options.seconds, options.retries)
    if not cast.models(PAID):
        asker.send = own.send
        results |= finish(_alone(left, ask, options.connections))
    else:
        reach = options.reach()
        from hayrick.harness import inspect

        models = inspect.Models(reach)

        async def send(outgoing: Outgoing) -> Completion:
            return await (own.send(outgoing) if outgoing.purpose == OWN else models.send(outgoing))

        asker.send = send
        results |= inspect.run(left, ask, cast, models, logs, pooled)
    require_answers(cast, journal, asker.failures)
    return Done(results=results, failures=asker.failures)


def live(
    work: Callable[[Ask], Awaitable[T]],
    cast: Cast,
    journal: Journal,
    options: ModelOptions,
    *,
    begun: Callable[[Sequence[Question]], None] = lambda questions: None,
    told: Callable[[Question], None] = lambda question: None,
    failures: dict[str, str] | None = None,
) -> T:
    """Do one piece of work that asks models, from beginning to end, without Inspect's logs.

    Args:
        work: does it.
        cast: who answers.
        journal: of the run.
        options: how models are asked.
        begun: called with the questions of each round.
        told: called with each question when it has been answered, or has failed.
        failures: gets the key of each call that failed -> why.

    Raises:
        OverBudget: the budget stopped it; the journal keeps all that is done.
        HayrickError: a model never answered or cannot be reached, or Inspect is not installed.
    """
    reach = options.reach()
    from hayrick.harness import inspect

    async def begin() -> T:
        # Clients belong to the event loop that they were made in.
        models = inspect.Models(reach)
        names = cast.models(PAID)
        for name in names:
            models.of(name)  # A missing key or package shows before anything is paid.
        asker = options.asker(journal, models.send, names)
        if failures is not None:
            asker.failures = failures
        return await work(LiveAsk(cast=cast, asker=asker, begun=begun, told=told, strict=True))

    return finish(begin())


async def _nobody(outgoing: Outgoing) -> Completion:
    raise CallFailed(f"{outgoing.model}: nobody to ask")


async def _alone(jobs: Sequence[Job[T]], ask: Ask, connections: int) -> dict[str, T]:
    """Do jobs without Inspect, so many at a time."""
    gate = asyncio.Semaphore(connections)

    async def one(job: Job[T]) -> T:
        async with gate:
            return await job.work(ask)

    results = await asyncio.gather(*map(one, jobs), return_exceptions=True)
    found: dict[str, T] = {}
    for job, result in zip(jobs, results, strict=True):
        if isinstance(result, BaseException):
            raise result
        found[job.id] = result
    return found
