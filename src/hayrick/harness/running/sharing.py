"""Shares what a run does without a model among processes: answering, judging, scoring, and encoding rows for files.

A part is some responses of a system to one dataset, next to each other by item. A worker makes the tasks of the run
from its request, so that nothing of a task need be sent, and sends back what it made of the responses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import chain
from pathlib import Path

from hayrick.harness.models.players import Cast
from hayrick.harness.naming.names import must_be_named
from hayrick.harness.running.judged import (
    AnyResponse,
    Judged,
    PreparedTask,
    Scored,
    add_jobs,
    given,
    judged_by,
    own_rows,
    scored,
)
from hayrick.harness.running.results import lines_of
from hayrick.harness.running.run_request import RunRequest, prepared_tasks
from hayrick.harness.scheduling.asks import JournalAsk
from hayrick.harness.storage.journal import Journal
from hayrick.harness.work.finish import finish
from hayrick.harness.work.garbage import loading
from hayrick.harness.work.processes import Processes
from hayrick.harness.work.workers import can_leave, pickled, unpickled
from hayrick.protocols import Progress
from hayrick.records.user_code import PREFIX
from hayrick.types import BadInput, Item

Rows = list[tuple[int, Scored]]
"""Responses of a part, each with its number among those of the job."""

_FILE = "file:"
_PARTS = 100
"""Least number of parts of a run: few enough that what each begins with is little, and none holds the end up."""


@dataclass(frozen=True, slots=True)
class Place:
    """Job of a task, by its number and id."""

    task: int
    job: str


@dataclass
class _Work:
    """What parts are done with.

    Args:
        request: of the run.
        is_written: whether rows are encoded for files.
        tasks: of the run with their jobs; None in a worker, until it makes them.
    """

    request: RunRequest
    is_written: bool
    tasks: Sequence[PreparedTask] | None = None
    _last: tuple[Place, list[AnyResponse]] | None = field(default=None, init=False)

    def __reduce__(self) -> tuple[object, ...]:
        return _Work, (self.request, self.is_written)

    @cached_property
    def prepared(self) -> Sequence[PreparedTask]:
        """The tasks of the run with their jobs."""
        if self.tasks is not None:
            return self.tasks
        found = prepared_tasks(self.request, Cast())
        for one in found:
            add_jobs(one)
        return found

    @cached_property
    def items(self) -> list[Item[object]]:
        """Items of all tasks, which every process has."""
        return [item for one in self.prepared for item in one.items]

    @cached_property
    def numbers(self) -> dict[int, int]:
        """`id` of each item -> its number, which is sent in its place."""
        return {id(one): number for number, one in enumerate(self.items)}

    def responses(self, place: Place) -> list[AnyResponse]:
        """Responses of a job; those of the last one are kept."""
        if self._last is None or self._last[0] != place:
            one = self.prepared[place.task]
            self._last = place, finish(given(one.task, *one.together[place.job]))
        return self._last[1]


def shareable(request: RunRequest, prepared: Sequence[PreparedTask]) -> list[Place]:
    """Jobs of a run that several processes are to do; none where one is to do everything.

    Raises:
        BadInput: several are wanted, and there is no such job.
    """
    if request.processes == 1:
        return []
    places = list(_places(request, prepared))
    if not places:
        expected = "a system and a judge of Hayrick's without a model"
        raise BadInput("--processes", "nothing in this run that other processes can do", expected)
    return places


def share(
    places: Sequence[Place],
    request: RunRequest,
    prepared: Sequence[PreparedTask],
    processes: Processes,
    progress: Progress,
    *,
    is_written: bool,
) -> dict[str, list[Judged]]:
    """Do jobs of a run, and keep what comes of them with the tasks.

    Args:
        places: the jobs.
        request: of the run.
        prepared: its tasks with their jobs.
        processes: that share the work.
        progress: told how far it is.
        is_written: whether the run is written.

    Returns:
        Results by job id.

    Raises:
        BadInput: a system finds its input invalid.
    """
    if not places:
        return {}
    specs = {prepared[one.task].specs[one.job][0] for one in places}
    systems = [one for one in dict.fromkeys(request.systems) if one in specs]
    work = _Work(replace(request, systems=systems, elsewhere=None, values={}), is_written, prepared)
    n = -(-_PARTS // len(places))
    parts = [partial(_part, place, number, n) for place in places for number in range(n)]
    found = processes.map(work, parts, partial(progress, "answering and judging"))
    with loading():
        results = {place.job: _kept(work, place, found[at * n : (at + 1) * n]) for at, place in enumerate(places)}
    return results


def _places(request: RunRequest, prepared: Sequence[PreparedTask]) -> Iterable[Place]:
    """Jobs that other processes can do: with no model, nothing of the user's own, and no data from elsewhere."""
    if request.measures or any(isinstance(one, str) and must_be_named(one) for one in request.inputs):
        return
    for number, one in enumerate(prepared):
        judge = one.judge
        if judge is None or can_leave(request.judge or judge.name, judge):
            yield from (Place(number, job) for job in one.together if _is_for_all(one.specs[job][0]))


def _is_for_all(system: str) -> bool:
    """Whether every process can make a system: it is not the user's own, and reads no pipe, which is read once."""
    return PREFIX not in system and (not system.startswith(_FILE) or Path(system.removeprefix(_FILE)).is_file())


def _part(place: Place, number: int, n: int, work: _Work) -> Rows | bytes:
    """One of `n` parts of a job: what comes of each response, with its number; bytes in a worker."""
    with loading():
        found = _rows(place, number, n, work)
        return found if work.tasks is not None else pickled(found, work.numbers)


def _rows(place: Place, number: int, n: int, work: _Work) -> Rows:
    """What comes of the responses of a part."""
    responses, one = work.responses(place), work.prepared[place.task]
    by_key = {item.key: (at, item) for at, item in enumerate(one.together[place.job].items)}
    near = sorted(range(len(responses)), key=lambda at: by_key[responses[at].item.key][0])
    mine = near[len(near) * number // n : len(near) * (number + 1) // n]

    async def judge() -> list[Judged]:
        ask = JournalAsk(cast=Cast(), journal=Journal(None))
        return [await judged_by(one.judge, by_key[responses[at].item.key][1], responses[at], ask) for at in mine]

    rows = [scored(one.task, this, own_rows(one.task, this)) for this in (finish(judge()) if mine else [])]
    if work.is_written:
        rows = [this._replace(lines=lines_of(one.task, this)) for this in rows]
    return list(zip(mine, rows, strict=True))


def _kept(work: _Work, place: Place, found: Sequence[Rows | bytes]) -> list[Judged]:
    """Results of a job, in the order in which the system gave its responses; what came of each is kept."""
    parts: list[Rows] = [unpickled(one, work.items) if isinstance(one, bytes) else one for one in found]
    done = [one for _, one in sorted(chain.from_iterable(parts), key=lambda row: row[0])]
    for one in done:
        work.prepared[place.task].keep(one)
    return [one.judged for one in done]
