"""Asks judges, named by the user, about responses that are given: for validating judges and metrics."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from hayrick.harness import casting
from hayrick.harness.folder import RunFolder
from hayrick.harness.jobs import Job, dry_run, run_jobs
from hayrick.harness.journal import Journal
from hayrick.harness.model_options import ModelOptions
from hayrick.harness.players import Cast
from hayrick.harness.unknown_names import unknown
from hayrick.protocols import Ask, Judge, Progress, Task, failure_of, silent
from hayrick.types import Item, Judgement, Question, Reply, Response

G = TypeVar("G")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Ready(Generic[G, A]):
    """A judge, and the models that it asks."""

    judge: Judge[G, A]
    cast: Cast

    @property
    def signatures(self) -> list[str]:
        """Everything that its judgements depend on: its own signature, and those of its models."""
        return [self.judge.signature, *(one.signature for one in self.cast.players.values())]


class Given(NamedTuple, Generic[G, A]):
    """A response to be judged, and the item that it is judged by."""

    id: str
    """Unique among what one judge is asked."""

    item: Item[G]
    response: Response[A]


class Verdicts(NamedTuple):
    """Judgements of one response, and the keys of the calls that they took."""

    judgements: Sequence[Judgement]
    calls: frozenset[str]


class Cost(NamedTuple):
    """What judgements cost; USD is None if no model was asked or a price is unknown."""

    usd: float | None
    tokens_in: int
    tokens_out: int


def ready(name: str, task: Task[G, A], models: ModelOptions) -> Ready[G, A]:
    """Make the judge of a name.

    Raises:
        BadInput: there is none of that name.
    """
    cast = Cast()
    judge = casting.judge(name, task, models, cast)
    if judge is None:
        raise unknown("judge", name, [known for known in casting.judges_of(task) if known != "none"], task.name)
    return Ready(judge, cast)


def judged(
    given: Sequence[Given[G, A]],
    one: Ready[G, A],
    folder: RunFolder,
    models: ModelOptions,
    progress: Progress = silent,
) -> list[Verdicts]:
    """Judge all responses, in order: from the folder's journal where it has the replies, else by asking.

    Raises:
        OverBudget: the budget was reached; finished calls are kept in the journal.
        HayrickError: a model never answered or cannot be reached.
    """
    jobs = [Job(id=this.id, work=_work(this, one), query=this.item.query) for this in given]
    results = dry_run(jobs, one.cast, folder.journal, progress)
    left = [job for job in jobs if job.id not in results]
    if left or folder.journal.calls:
        results |= run_jobs(left, one.cast, folder.journal, models, progress=progress).results
    return [results[job.id] for job in jobs]


def _work(given: Given[G, A], one: Ready[G, A]) -> Callable[[Ask], Coroutine[Any, Any, Verdicts]]:
    async def work(ask: Ask) -> Verdicts:
        noted = _Noted(ask, one.cast)
        rows = await one.judge.judge(given.item, given.response, noted)
        return Verdicts(rows, frozenset(noted.keys))

    return work


@dataclass(slots=True)
class _Noted:
    """An `Ask` that notes the keys of the calls that answer its questions."""

    ask: Ask
    cast: Cast
    keys: set[str] = field(default_factory=set)

    async def __call__(self, questions: Sequence[Question]) -> Sequence[Reply | None]:
        self.keys.update(self.cast.outgoing(one).key for one in questions)
        return await self.ask(questions)

    def failure(self, question: Question) -> str:
        """See `protocols.failure_of`."""
        return failure_of(self.ask, question)


def cost(given: Iterable[Verdicts], journal: Journal) -> Cost:
    """What the calls of these judgements cost; a call that several share is counted once."""
    keys = {key for one in given for key in one.calls}
    calls = [call for key in sorted(keys) if (call := journal.find(key)) is not None]
    known = [call.usd for call in calls if call.usd is not None]
    usd = sum(known) if known and len(known) == len(calls) else None
    read = sum(call.usage.tokens_in + call.usage.tokens_cached for call in calls)
    return Cost(usd, read, sum(call.usage.tokens_out for call in calls))
