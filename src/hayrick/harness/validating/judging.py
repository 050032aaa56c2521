"""Asks judges, named by the user, about responses that are given: for validating judges and metrics."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, Generic, NamedTuple, TypeVar

from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.models.players import Cast, Player
from hayrick.harness.naming import judge_names
from hayrick.harness.running.unjudged import has_parts, require_verdict, why
from hayrick.harness.scheduling.asks import CountedQuestion, CountingAsk, JournalAsk, Noting
from hayrick.harness.scheduling.job_order import Job
from hayrick.harness.scheduling.jobs import dry_run, run_jobs
from hayrick.harness.storage.folder import RunFolder
from hayrick.harness.storage.journal import Journal
from hayrick.harness.work.finish import finish
from hayrick.harness.work.processes import Processes
from hayrick.harness.work.workers import can_leave
from hayrick.protocols import Ask, Judge, Progress, Task, silent
from hayrick.records.user_code import in_one_line
from hayrick.types import BadInput, Item, Judgement, Response

_AT_ONCE = 5
"""Responses in a part of the work: of long ones, a few take a tenth of a second."""

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
    return Ready(judge_names.needed_judge(name, task, models, cast), cast)


def require_divisible(made: Mapping[str, Ready[G, A]], processes: int) -> None:
    """Refuse several processes where no judge can be asked in another one: it asks a model, or is the user's own.

    Raises:
        BadInput: there is no other judge.
    """
    if processes > 1 and not any(_is_divisible(name, one) for name, one in made.items()):
        raise BadInput("--processes", "no judge that other processes can ask", "one of Hayrick's without a model")


def _is_divisible(name: str, one: Ready[G, A]) -> bool:
    return not one.judge.asks and can_leave(name, one.judge)


def judged(
    given: Sequence[Given[G, A]],
    one: Ready[G, A],
    folder: RunFolder,
    models: ModelOptions,
    progress: Progress = silent,
    processes: Processes | None = None,
    failures: dict[str, str] | None = None,
) -> list[Verdicts]:
    """Judge all responses, in order: from the folder's journal where it has the replies, else by asking.

    Args:
        given: the responses.
        one: the judge.
        folder: with the journal.
        models: how models are asked.
        progress: told how far it is.
        processes: share the work of a judge that asks no model; None for this one alone.
        failures: receives the key of each failed call -> reason.

    Raises:
        OverBudget: the budget was reached; finished calls are kept in the journal.
        HayrickError: a model never answered or cannot be reached.
    """
    if processes is not None and processes.n > 1 and _is_divisible(one.judge.name, one):
        parts = [partial(_judged, given[at : at + _AT_ONCE]) for at in range(0, len(given), _AT_ONCE)]
        found = processes.map(one.judge, parts, partial(progress, "judging"))
        return [Verdicts(rows, frozenset()) for rows in chain.from_iterable(found)]
    jobs = [Job(id=this.id, work=_work(this, one), query=this.item.query) for this in given]
    results = dry_run(jobs, one.cast, folder.journal, progress)
    left = [job for job in jobs if job.id not in results]
    if left or folder.journal.calls:
        done = run_jobs(left, one.cast, folder.journal, models, progress=progress)
        results |= done.results
        if failures is not None:
            failures.update(done.failures)
    return [results[job.id] for job in jobs]


def try_each(
    given: Sequence[Given[G, A]], judges: Iterable[Ready[G, A]], folder: RunFolder, models: ModelOptions
) -> None:
    """Ask all judges about the first response at the same time, each a few questions until all have answered.

    So one that refuses all is known before another is asked about all, or all that there is of the first response.

    Args:
        given: the responses.
        judges: those that ask no model are passed over; nothing is asked if only one is left.
        folder: with the journal, which keeps the replies.
        models: how models are asked; a batch is sent whole.

    Raises:
        OverBudget: the budget was reached; finished calls are kept in the journal.
        HayrickError: a model never answered or cannot be reached.
    """
    asking = [one for one in judges if one.judge.asks]
    if len(asking) < 2 or models.batch:
        return
    cast = Cast({role: player for one in asking for role, player in one.cast.players.items()})
    jobs = [Job(id=str(n), work=_work(this, one)) for this in given[:1] for n, one in enumerate(asking)]
    known = dry_run(jobs, cast, folder.journal)
    if left := [job for job in jobs if job.id not in known]:
        run_jobs(left, cast, folder.journal, models)


def judged_by_each(
    judges: Mapping[str, Ready[G, A]],
    given: Sequence[Given[G, A]],
    folder: RunFolder,
    models: ModelOptions,
    progress: Progress,
    failures: dict[str, str],
) -> Iterator[tuple[str, Ready[G, A], list[Verdicts]]]:
    """Each judge by its name, and what it says of all responses, in order; an error names it.

    Args:
        judges: as they were named.
        given: the responses.
        folder: with the journal, which keeps calls if any judge asks a model.
        models: how models are asked.
        progress: told how far it is.
        failures: receives the key of each failed call -> reason.

    Raises:
        BadInput: a function of the user's that judges raised whenever it was called.
    """
    if any(one.judge.asks for one in judges.values()):
        folder.keep_calls()
    with in_one_line(list(judges)):
        try_each(given, judges.values(), folder, models)
    for number, (name, one) in enumerate(judges.items()):
        progress(name, number, len(judges))
        with in_one_line([name]):
            found = judged(given, one, folder, models, progress, failures=failures)
        looked = [some for this, some in zip(given, found, strict=True) if has_parts(this.response)]
        require_verdict(name, [row for some in looked for row in some.judgements])
        yield name, one, found


def missing_note(judge: str, rows: Sequence[Judgement], noun: str) -> list[str]:
    """Note on verdicts that a judge did not give, with the most frequent reason; none where it gave all."""
    reason = why(rows)
    return [f"{judge}: {sum(row.value is None for row in rows)} of {len(rows)} {noun}: {reason}."] if reason else []


def counted(given: Iterable[Given[G, A]], one: Ready[G, A]) -> list[list[CountedQuestion]]:
    """The questions that a judge would ask, for each response that it asks any about; nothing is asked."""
    found = []
    for this in given:
        ask = CountingAsk(cast=one.cast, stand_in="")
        finish(one.judge.judge(this.item, this.response, ask))
        if ask.counted:
            found.append(ask.counted)
    return found


def _judged(given: Sequence[Given[G, A]], judge: Judge[G, A]) -> list[list[Judgement]]:
    """Judgements of each of some responses by a judge that asks no model; in any process."""

    async def work() -> list[list[Judgement]]:
        ask = JournalAsk(cast=Cast(), journal=Journal(None))
        return [list(await judge.judge(one.item, one.response, ask)) for one in given]

    return finish(work())


def _work(given: Given[G, A], one: Ready[G, A]) -> Callable[[Ask], Coroutine[Any, Any, Verdicts]]:
    async def work(ask: Ask) -> Verdicts:
        noted: dict[str, Player] = {}
        rows = await one.judge.judge(given.item, given.response, Noting(ask, one.cast, noted))
        return Verdicts(rows, frozenset(noted))

    return work


def cost(given: Iterable[Verdicts], journal: Journal) -> Cost:
    """What the calls of these judgements cost; a call that several share is counted once."""
    keys = {key for one in given for key in one.calls}
    calls = [call for key in sorted(keys) if (call := journal.find(key)) is not None]
    known = [call.usd for call in calls if call.usd is not None]
    usd = sum(known) if known and len(known) == len(calls) else None
    read = sum(call.usage.tokens_in + call.usage.tokens_cached for call in calls)
    return Cost(usd, read, sum(call.usage.tokens_out for call in calls))
