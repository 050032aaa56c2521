"""Shares out the ledger of a run: which calls the answers of each system in each context rest on.

The journal knows a call by its content alone, so that it answers all who ask the same. Who asked is noted while
jobs run, whether they are answered by the journal or by a model, so that it costs no line of the journal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from hayrick.harness.models.players import Cast, Player
from hayrick.harness.running.judged import Judged, PreparedTask
from hayrick.harness.scheduling.asks import Noting
from hayrick.harness.scheduling.job_order import Job
from hayrick.harness.storage.journal import Journal
from hayrick.harness.transport.calls import LOST, Call
from hayrick.protocols import Ask
from hayrick.records.costs import Cost


class _Owner(NamedTuple):
    """First columns of a row of costs."""

    task: str | None
    system: str | None
    context: str | None
    purpose: str
    model: str


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asked what in a run.

    Args:
        cast: the model of each role.
    """

    cast: Cast
    by_job: dict[str, dict[str, Player]] = field(default_factory=dict)
    """Job id -> key of each call that it had an answer to or failed at -> its player."""

    def noting(self, job: Job[list[Judged]]) -> Job[list[Judged]]:
        """The job, which notes what it asks."""
        noted = self.by_job.setdefault(job.id, {})

        async def work(ask: Ask) -> list[Judged]:
            return await job.work(Noting(ask, self.cast, noted))

        return replace(job, work=work)

    def calls(self, job: str, journal: Journal) -> list[tuple[Call, str]]:
        """The calls that a job has answers to, and their purposes there."""
        noted = self.by_job.get(job, {}).items()
        return [(call, player.purpose) for key, player in noted if (call := journal.find(key)) is not None]


def costs(
    asked: Asked, prepared: Sequence[PreparedTask], results: Mapping[str, Sequence[Judged]], journal: Journal
) -> list[Cost]:
    """Share out all calls of a run that were paid.

    A call that several systems have in common is counted with the first of them; the others have a row marked
    `shared`. Calls that were billed and lost count with the question that they were to answer, as far as it is known.
    What no job asked (of answers that were asked again) stands in rows without a system.

    Args:
        asked: by the jobs.
        prepared: the tasks with their jobs, in the order in which systems are counted.
        results: of the jobs.
        journal: of the run.
    """
    calls: dict[str, list[Call]] = {}
    damaged = [call for call in journal.past if call.purpose == LOST]
    for call in [*journal.calls.values(), *damaged]:
        calls.setdefault(_key(call), []).append(call)
    owners: dict[str, _Owner] = {}
    rows: dict[tuple[_Owner, bool], dict[str, None]] = {}
    for one in prepared:
        for job in one.jobs:
            system, context = _who(results.get(job.id, ()))
            for key, player in asked.by_job.get(job.id, {}).items():
                owner = _Owner(one.task.name, system, context, player.purpose, player.model)
                is_shared = owners.setdefault(key, owner) != owner
                if key in calls:
                    rows.setdefault((owner, is_shared), {})[key] = None
    found = [
        _row(owner, [call for key in keys for call in calls[key]], is_shared)
        for (owner, is_shared), keys in rows.items()
    ]
    left: dict[_Owner, list[Call]] = {}
    past = [call for call in journal.past if call.purpose != LOST]
    for call in [*past, *(call for key, given in calls.items() if key not in owners for call in given)]:
        left.setdefault(_Owner(None, None, None, call.purpose, call.model), []).append(call)
    return [*found, *(_row(owner, given, is_shared=False) for owner, given in left.items())]


def shared_note(found: Iterable[Cost]) -> list[str]:
    """A note on calls that several systems have in common, if there are any."""
    n = sum(one.calls for one in found if one.shared)
    return [
        f"{n:,} {'answer was' if n == 1 else 'answers were'} taken over from a system that was asked the same. Each "
        "call was paid once, and is in the cost of every system that has its answer."
    ] * (n > 0)


def _key(call: Call) -> str:
    """Key of the question that a call answered, or was to answer."""
    return call.key.split("/")[1] if call.key.startswith(f"{LOST}/") else call.key


def _who(judged: Sequence[Judged]) -> tuple[str | None, str | None]:
    """System and context of what a job answered, as far as these are one."""
    systems = {one.response.system for one in judged}
    contexts = {one.response.context for one in judged}
    return (
        next(iter(systems)) if len(systems) == 1 else None,
        next(iter(contexts)) if len(contexts) == 1 and len(systems) == 1 else None,
    )


def _row(owner: _Owner, calls: Sequence[Call], is_shared: bool) -> Cost:
    dollars = [call.usd for call in calls]
    return Cost(
        *owner,
        calls=len(calls),
        tokens_in=sum(call.usage.tokens_in for call in calls),
        tokens_cached=sum(call.usage.tokens_cached for call in calls),
        tokens_out=sum(call.usage.tokens_out for call in calls),
        usd=None if None in dollars else sum(one for one in dollars if one is not None),
        shared=is_shared,
    )
