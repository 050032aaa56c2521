"""Jobs of a run, and the order in which they begin."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from hayrick.harness.scheduling.logged import Logged
from hayrick.protocols import Ask

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Job(Generic[T]):
    """One unit of work, for example one item answered by one system in one context and judged.

    Args:
        id: readable, unique within a run.
        work: the coroutine; it must depend on replies only, since it may be restarted.
        model: model under test; None if the system is not a language model.
        asked: model or own system that answers first; "" where there is none.
        query: shown in Inspect's logs.
        target: right answers as texts, shown in Inspect's logs.
        metadata: shown in Inspect's logs.
        log: what Inspect logs of the result.
        then: told the result as soon as it is there, while other jobs wait for replies.
    """

    id: str
    work: Callable[[Ask], Coroutine[Any, Any, T]]
    model: str | None = None
    asked: str = ""
    query: str = ""
    target: Sequence[str] = ()
    metadata: Mapping[str, object] = field(default_factory=dict)
    log: Callable[[T], Logged] = lambda result: Logged()
    then: Callable[[T], object] = lambda result: None


async def one_model_at_a_time(jobs: Sequence[Job[T]], ask: Ask, most: int, *, try_each: bool) -> dict[str, T]:
    """Run jobs model by model: a server that holds one model at a time would load them in turns otherwise.

    Args:
        jobs: those of one model in the order in which they begin.
        ask: answers their questions.
        most: how many may run at a time.
        try_each: begin with the first job of each model or own system, so that one which refuses all is known before
            the others are asked much.
    """
    found: dict[str, T] = {}
    early: dict[str, Job[T]] = {}
    for job in jobs if try_each else ():
        early.setdefault(job.asked, job)
    left, begun = list(early.values()), {job.id for job in early.values()}
    for model in dict.fromkeys(job.model for job in jobs):
        mine = [job for job in jobs if job.model == model and job.id not in begun]
        found |= await _together([*left, *mine], ask, most)
        left = []
    return found


async def _together(jobs: Sequence[Job[T]], ask: Ask, most: int) -> dict[str, T]:
    """Run jobs, so many at a time; when one has failed, none begins any more, and those that have begun end.

    Raises:
        HayrickError: a job failed.
    """
    gate = asyncio.Semaphore(most)
    found: dict[str, T] = {}
    stopped: list[Exception] = []

    async def one(job: Job[T]) -> None:
        async with gate:
            if stopped:
                return
            try:
                found[job.id] = await job.work(ask)
            except Exception as problem:  # noqa: BLE001 - raised when those that have begun have ended
                stopped.append(problem)

    await asyncio.gather(*map(one, jobs))
    if stopped:
        raise stopped[0]
    return found
