"""Jobs of a task that get responses and judge them, and the score rows computed from these."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from hayrick.harness.models.players import Cast
from hayrick.harness.naming import system_names
from hayrick.harness.naming.names import Loaded
from hayrick.harness.scheduling.asks import JournalAsk
from hayrick.harness.scheduling.job_order import Job
from hayrick.harness.scheduling.jobs import dry_run
from hayrick.harness.scheduling.logged import Logged, logged
from hayrick.harness.storage.journal import Journal
from hayrick.harness.work.at_once import at_once
from hayrick.harness.work.finish import finish
from hayrick.protocols import AnyJudge, AnyMeasure, AnySystem, AnyTask, Ask
from hayrick.replies.classes import CLASS, ERROR, TRUNCATED
from hayrick.reporting import answers_of, by_dataset
from hayrick.types import NOTHING, BadInput, Item, Judgement, Response, Score

if TYPE_CHECKING:
    from hayrick.harness.running.results import Lines

AnyItem = Item[Any]
AnyResponse = Response[Any]
Work = Callable[[Ask], "Coroutine[Any, Any, list[Judged]]"]


class Judged(NamedTuple):
    """A response to an item and its judgements; None without a judge."""

    item: AnyItem
    response: AnyResponse
    judgements: Sequence[Judgement] | None


class Scored(NamedTuple):
    """A judged response with its variants and all their rows, and lines of files if these are known."""

    judged: Judged
    variants: list[AnyResponse]
    rows: list[Score]
    lines: Lines | None = None


class Together(NamedTuple):
    """A system that asks nothing, and all items of a dataset, which it answers together."""

    system: AnySystem
    items: Sequence[AnyItem]


@dataclass(slots=True, kw_only=True)
class PreparedTask:
    """A task of a run with its systems, judge and jobs."""

    loaded: Loaded
    task: AnyTask
    items: Sequence[AnyItem]
    systems: list[tuple[str, AnySystem]]
    """(specification, system); one specification may give several systems."""
    judge: AnyJudge | None
    named: Sequence[str] = ()
    """First part of the names of its jobs: the task's name where a run has several, whose datasets may be the same."""

    jobs: list[Job[list[Judged]]] = field(default_factory=list)
    specs: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Job id -> specification and signature of its system."""
    about: dict[str, AnyItem] = field(default_factory=dict)
    """Job -> its item, or the first of its items."""
    answered_by: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Job of one item -> (system, context) of its response, where that is known beforehand."""
    together: dict[str, Together] = field(default_factory=dict)
    """Job that asks nothing -> who answers what in it."""

    _scored: dict[int, tuple[Judged, list[list[Score]]]] = field(default_factory=dict)
    _done: dict[int, Scored] = field(default_factory=dict)

    def keep(self, one: Scored) -> None:
        """Take what was made of a judged response elsewhere."""
        self._done[id(one.judged)] = one

    def scored(self, judged: Judged) -> Scored:
        """A judged response with its variants and all their rows; computed unless they are kept."""
        return self._done.get(id(judged)) or scored(self.task, judged, self.scores(judged))

    def scores(self, judged: Judged) -> list[list[Score]]:
        """Rows of a response as it came, for each measure of the task; computed when they are first asked for."""
        if id(judged) not in self._scored:
            self._scored[id(judged)] = judged, own_rows(self.task, judged)
        return self._scored[id(judged)][1]


def add_jobs(prepared: PreparedTask) -> None:
    """Add the jobs of a task, dataset by dataset, so that jobs with equal prompt prefixes are adjacent.

    A system that asks models has one job per item. Responses of other systems are computed at once; they get a job each
    only if the judge asks models.

    Raises:
        BadInput: no item fits into the window of one of the models.
    """
    for _, system in prepared.systems:
        system_names.require_room(system, prepared.items)
    for dataset, items in by_dataset(prepared.items).items():
        for spec, system in prepared.systems:
            for job in _jobs_of(prepared, dataset, items, system):
                prepared.jobs.append(job)
                prepared.specs[job.id] = (spec, system.signature)
                prepared.about[job.id] = prepared.about.get(job.id, items[0])


def _jobs_of(
    prepared: PreparedTask, dataset: str, items: Sequence[AnyItem], system: AnySystem
) -> Iterator[Job[list[Judged]]]:
    task, judge = prepared.task, prepared.judge
    if system.asks:
        known = system_names.in_rows(system)
        for item in items:
            named = "/".join([*prepared.named, dataset, item.group, *([] if item.id == item.group else [item.id])])
            work = _answering(task, system, judge, item)
            job = _job(prepared, f"{named}/{system_names.label(system)}", item, work, system)
            if known is not None:
                prepared.answered_by[job.id] = known
            yield job
        return
    if judge is None or not judge.asks:
        id = f"{task.name}/{dataset}/{system.signature}"
        prepared.together[id] = Together(system, items)
        yield Job(id=id, work=_answering_all(task, system, judge, items))
        return
    by_key = {item.key: item for item in items}
    for response in finish(given(task, system, items)):
        item = by_key[response.item.key]
        parts = [*prepared.named, dataset, item.group, f"{response.system}+{response.context}", *response.tags.values()]
        job = _job(prepared, "/".join(map(str, parts)), item, _judging(judge, item, response), None)
        prepared.answered_by[job.id] = (response.system, response.context)
        yield job


def settled(
    jobs: Sequence[Job[list[Judged]]], results: Mapping[str, list[Judged]], cast: Cast, journal: Journal
) -> dict[str, list[Judged]]:
    """The results, with those of doubtful calls read again now that all calls are known.

    What a server counts for one prompt shows how much it can read of another (`replying.is_truncated`). So results
    depend on the calls of the run, and not on their order.
    """
    doubtful = [
        job for job in jobs if any(one.response.extra.get(CLASS) == TRUNCATED for one in results.get(job.id, ()))
    ]
    return {**results, **dry_run(doubtful, cast, journal)}


def require_one_maker(prepared: PreparedTask, results: Mapping[str, Sequence[Judged]]) -> None:
    """Refuse two systems that answer under one name: their rows could not be told apart.

    Args:
        prepared: with its jobs.
        results: of the jobs that are done.

    Raises:
        BadInput: two systems answer one item under the same system and context.
    """
    seen: dict[tuple[object, ...], tuple[str, str]] = {}
    for job in prepared.jobs:
        given = [(one.item, one.response.system, one.response.context) for one in results.get(job.id, ())]
        if job.id not in results and job.id in prepared.answered_by:
            given = [(prepared.about[job.id], *prepared.answered_by[job.id])]
        spec, _ = maker = prepared.specs[job.id]
        for item, system, context in given:
            if seen.setdefault((*item.key, system, context), maker) != maker:
                found = f"two responses to '{item.id}' by '{system}' ({context})"
                cure = "Drop one of the --system options, or rename a system."
                raise BadInput(f"--system {spec}", found, "each system once", cure)


def _job(
    prepared: PreparedTask,
    id: str,
    item: AnyItem,
    work: Work,
    system: AnySystem | None,
) -> Job[list[Judged]]:
    prepared.about[id] = item
    return Job(
        id=id,
        work=work,
        model=system_names.model_of(system) if system is not None else None,
        asked=system_names.asked(system) if system is not None else "",
        query=item.query or item.id,
        target=answers_of(prepared.task, item),
        metadata={"dataset": item.dataset, "group": item.group},
        log=lambda judged: _logged(prepared, judged),
        then=lambda judged: [prepared.scores(one) for one in judged],
    )


def _logged(prepared: PreparedTask, judged: Sequence[Judged]) -> Logged:
    rows = [row for one in judged for found in prepared.scores(one) for row in found]
    return logged(prepared.task, judged, rows)


async def given(task: AnyTask, system: AnySystem, items: Sequence[AnyItem]) -> list[AnyResponse]:
    """Responses of a system that asks no model; for every item it leaves out, a failed response is added."""
    responses = list(await system.respond(items, JournalAsk(cast=Cast(), journal=Journal(None))))
    return _judged_parts(task, items, [*responses, *_missing(items, responses)])


def _judged_parts(task: AnyTask, items: Sequence[AnyItem], responses: Iterable[AnyResponse]) -> list[AnyResponse]:
    """The responses, with what the task does not judge set aside."""
    by_key = {item.key: item for item in items}
    return [task.judged_part(by_key[one.item.key], one) for one in responses]


def _missing(items: Sequence[AnyItem], given: Sequence[AnyResponse]) -> Iterator[AnyResponse]:
    """A response without answer for every item that a system did not answer, so that failures are counted."""
    have = {one.key for one in given}
    makers = {(one.system, one.context, *sorted(one.tags.items())): one for one in given}
    for like in makers.values():
        for item in items:
            extra: Mapping[str, object] = {CLASS: f"{ERROR}:missing"} if CLASS in like.extra else NOTHING
            empty: AnyResponse = Response(
                item=item, system=like.system, context=like.context, tags=like.tags, answer=None, extra=extra
            )
            if empty.key not in have:
                yield empty


def _answering(task: AnyTask, system: AnySystem, judge: AnyJudge | None, item: AnyItem) -> Work:
    async def work(ask: Ask) -> list[Judged]:
        responses = _judged_parts(task, [item], await system.respond([item], ask))
        return await at_once(*(judged_by(judge, item, one, ask) for one in responses))

    return work


def _answering_all(task: AnyTask, system: AnySystem, judge: AnyJudge | None, items: Sequence[AnyItem]) -> Work:
    by_key = {item.key: item for item in items}

    async def work(ask: Ask) -> list[Judged]:
        return [await judged_by(judge, by_key[one.item.key], one, ask) for one in await given(task, system, items)]

    return work


def _judging(judge: AnyJudge, item: AnyItem, response: AnyResponse) -> Work:
    async def work(ask: Ask) -> list[Judged]:
        return [await judged_by(judge, item, response, ask)]

    return work


async def judged_by(judge: AnyJudge | None, item: AnyItem, response: AnyResponse, ask: Ask) -> Judged:
    """The response with the judge's opinion of it, if there is a judge."""
    return Judged(item, response, None if judge is None else await judge.judge(item, response, ask))


def own_rows(task: AnyTask, judged: Judged) -> list[list[Score]]:
    """Score rows of a response as it came, for each measure; none by those of which the task keeps variants only."""
    kept = (not task.variants or not measure.varies or task.keeps_own for measure in task.measures)
    return [
        list(_rows(measure, judged, judged.response)) if is_kept else []
        for measure, is_kept in zip(task.measures, kept, strict=True)
    ]


def scored(task: AnyTask, judged: Judged, own: Sequence[Sequence[Score]]) -> Scored:
    """All score rows of one response: one per variant for measures that differ between variants, else one.

    Args:
        task: of the response.
        judged: the response.
        own: rows of the response as it came, for each measure.
    """
    variants = [variant.make(judged.item, judged.response) for variant in task.variants]
    rows: list[Score] = []
    for measure, found in zip(task.measures, own, strict=True):
        rows.extend(found)
        for variant in variants if measure.varies else ():
            rows.extend(_rows(measure, judged, variant))
    return Scored(judged, variants, rows)


def _rows(measure: AnyMeasure, judged: Judged, response: AnyResponse) -> Iterable[Score]:
    if measure.judged and judged.judgements is None:
        return ()
    return measure.score(judged.item, response, judged.judgements or ())
