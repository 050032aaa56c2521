"""Plans a run: its calls and cost, and what it can show, before any call is made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from hayrick.harness.models.players import Cast
from hayrick.harness.models.prices import Prices, read_prices
from hayrick.harness.planning.plan_costs import Need, PlannedCalls, needs_of, planned_of
from hayrick.harness.planning.plan_power import PowerRequest, plan_power
from hayrick.harness.planning.plan_time import ModelCalls, PlannedTime, plan_time
from hayrick.harness.running.assumptions import assumption_notes
from hayrick.harness.running.judged import PreparedTask, add_jobs
from hayrick.harness.running.run_request import RunRequest, own_code, places, prepare
from hayrick.harness.scheduling.asks import CountedQuestion, CountingAsk
from hayrick.harness.work.finish import finish
from hayrick.records.fields import ROWS, table
from hayrick.records.manifest import read_manifest
from hayrick.records.outputs import require_made, require_no_input
from hayrick.records.user_code import in_one_line
from hayrick.records.write_files import write_json
from hayrick.report.power import PlannedPower

FILE = "plan.json"


class Plan(NamedTuple):
    """Everything that is known of a run before it is made; `power` is empty unless it was asked for."""

    calls: list[PlannedCalls]
    power: list[PlannedPower]
    time: PlannedTime | None
    """None where nothing shows how long calls take."""

    remarks: list[str]
    """On the figures of `power`, for readers."""

    @property
    def further(self) -> dict[str, object]:
        """Keys of `plan.json` beside its rows, those of which something is known."""
        power = {"power": [one._asdict() for one in self.power]} if self.power else {}
        return {**power, **({"time": self.time._asdict()} if self.time is not None else {})}


@dataclass(slots=True)
class _Seen:
    """Systems and calls of the jobs that were counted so far."""

    systems: dict[str, set[tuple[str, str]]] = field(default_factory=dict)
    """Task -> its systems with their contexts, also those that ask no model."""

    calls: dict[str, ModelCalls] = field(default_factory=dict)
    """Model -> its calls."""

    def add(self, needs: Iterable[Need]) -> None:
        """Note calls of models."""
        for one in needs:
            have = self.calls.get(one.model, ModelCalls(0, 0))
            self.calls[one.model] = ModelCalls(have.calls + one.calls, have.tokens_in + one.tokens_in)


def plan(
    request: RunRequest,
    out: Path | None = None,
    note: Callable[[str], None] = lambda line: None,
    *,
    power: PowerRequest | None = None,
    pilot: Path | None = None,
) -> Plan:
    """Plan a run; no call is made.

    Args:
        request: the run.
        out: folder for `plan.json`; None to write nothing.
        note: called with each note for readers.
        power: what is asked of precision and power; None for nothing.
        pilot: directory of an earlier run whose calls show how long one takes; None for none.

    Raises:
        BadInput: an input or a name is invalid, or nothing shows how far scores vary.
    """
    with in_one_line(own_code(request)):
        return _plan(request, out, note, power, pilot)


def require_plan(out: Path, read: Sequence[str]) -> None:
    """Refuse a folder for `plan.json` where that is one of the files that are read, or was not made by a plan.

    Raises:
        BadInput: it is.
    """
    require_no_input([out / FILE], read)
    require_made(out / FILE, ROWS, "plan")


def write_calls(out: Path, found: Sequence[PlannedCalls], read: Sequence[str]) -> None:
    """Write `plan.json` of calls alone; see `require_plan`."""
    require_plan(out, read)
    write_json(out / FILE, table([row._asdict() for row in found]))


def _plan(
    request: RunRequest,
    out: Path | None,
    note: Callable[[str], None],
    asked: PowerRequest | None,
    pilot: Path | None,
) -> Plan:
    if pilot is not None:
        read_manifest(pilot)
    cast = Cast()
    prepared = prepare(request, cast)
    if out is not None:
        require_plan(out, places(request, prepared))
    seen = _Seen()
    prices = read_prices(request.models.prices)
    rows = [row for one in prepared for row in _planned(one, cast, prices, seen, batch=request.models.batch)]
    powers, remarks = list[PlannedPower](), list[str]()
    if asked is not None:
        costs = [row.usd for row in rows]
        usd = None if None in costs or not costs else sum(one or 0.0 for one in costs)
        n_systems = {task: len(names) for task, names in seen.systems.items()}
        powers, remarks = plan_power(asked, prepared, n_systems, usd)
    time = plan_time(seen.calls, request.models, pilot)
    found = Plan(rows, powers, time, remarks)
    if out is not None:
        write_json(out / FILE, {**table([row._asdict() for row in rows]), **found.further})
    for line in assumption_notes(request.judge, prepared):
        note(line)
    return found


def _planned(prepared: PreparedTask, cast: Cast, prices: Prices, seen: _Seen, *, batch: bool) -> Iterator[PlannedCalls]:
    """Plan each system and context, in order."""
    add_jobs(prepared)
    groups: dict[tuple[str, str], list[list[CountedQuestion]]] = {}
    for job in prepared.jobs:
        ask = CountingAsk(cast=cast, stand_in=prepared.task.stand_in(prepared.about[job.id]))
        judged = finish(job.work(ask))
        for name in dict.fromkeys((one.response.system, one.response.context) for one in judged):
            seen.systems.setdefault(prepared.task.name, set()).add(name)
            if ask.counted:
                groups.setdefault(name, []).append(ask.counted)
    rater = prepared.judge.name if prepared.judge else "none"
    for (system, context), jobs in groups.items():
        needs = list(needs_of(jobs))
        seen.add(needs)
        yield planned_of(system, context, rater, needs, prices, batch=batch)
