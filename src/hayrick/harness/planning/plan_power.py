"""How precise a planned run will be, and which differences it can detect: `hayrick plan --power`.

Variances are those of a pilot run, or of released runs on haystacks (`power.json`, made by
bench/intervals/make_power.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from hayrick.comparison import sides_of
from hayrick.comparison.variances import Variances, variances
from hayrick.harness.planning.planned_run import PlannedRun, by_unit
from hayrick.harness.reviewing.compare import finished_runs
from hayrick.harness.running.judged import PreparedTask
from hayrick.records.read_files import read_json
from hayrick.records.reported import recorded
from hayrick.report.power import PlannedPower
from hayrick.reporting import reporting_of
from hayrick.stats.spread import Spread
from hayrick.suggestions import did_you_mean
from hayrick.types import BadInput
from hayrick.wording import counted

SHIPPED = Path(__file__).with_name("power.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerRequest:
    """What a plan is asked of precision and power.

    Args:
        effects: name of a main measure -> difference of two systems that is to be found, in the measure's own unit; ""
            for all main measures that are not named.
        pilot: directory of a finished run whose systems show how far scores vary; None for the table that ships.
    """

    effects: Mapping[str, float] = field(default_factory=dict)
    pilot: Path | None = None


class _Known(NamedTuple):
    """Variances of the measures of a task, where they are from, and a note for readers."""

    of: Mapping[str, Variances]
    source: str
    note: str


def plan_power(
    request: PowerRequest, prepared: Sequence[PreparedTask], systems: Mapping[str, int], usd: float | None
) -> tuple[list[PlannedPower], list[str]]:
    """Precision and power of each main measure of a run, and notes for readers.

    Args:
        request: what is asked.
        prepared: tasks of the run.
        systems: task -> number of its systems with their contexts.
        usd: expected cost of the run; None if unknown.

    Raises:
        BadInput: an effect is none of a main measure, the pilot has no scores of a task, or there is no pilot and no
            table for a task.
    """
    _require_effects(request.effects, prepared)

    def wanted(measure: str) -> float | None:
        return request.effects.get(measure, request.effects.get(""))

    found, notes = list[PlannedPower](), list[str]()
    for one in prepared:
        known = _pilot(request.pilot, one) if request.pilot is not None else _shipped(one.task.name)
        told = reporting_of(one.task)
        run = PlannedRun(one.items, told)
        n = systems.get(one.task.name, 1)
        pairs = max(1, n * (n - 1) // 2)
        cost = usd if len(prepared) == 1 else None
        mine = [
            run.row(one.task.name, each, known.of[each.name], pairs, wanted(each.name), cost, known.source)
            for each in told.measures
            if each.main and each.name in known.of
        ]
        found += mine
        lacking = [each.name for each in told.measures if each.main and each.name not in known.of]
        if lacking:
            notes.append(f"{known.source} has no values of {', '.join(lacking)}: nothing is said of them.")
        notes += [known.note, *run.notes(pairs, known.of, mine)]
    return found, list(dict.fromkeys(notes))


def _require_effects(effects: Mapping[str, float], prepared: Sequence[PreparedTask]) -> None:
    main = {each.name: each for one in prepared for each in one.task.measures if each.main}
    for name, effect in effects.items():
        given = f"--effect {name}={effect:g}" if name else f"--effect {effect:g}"
        if name and name not in main:
            raise BadInput(given, "no main measure", " or ".join(main), did_you_mean(name, list(main)))
        most = min(each.bounds[1] - each.bounds[0] for each in ([main[name]] if name else main.values()))
        if not 0 < effect <= most:
            expected = f"a difference above 0 and at most {most:g}"
            raise BadInput(given, f"{effect:g}", expected, "Five points of a fraction are 0.05.")


def _pilot(folder: Path, prepared: PreparedTask) -> _Known:
    name = prepared.task.name
    (run,) = finished_runs([folder], [])
    rows = run.scores.get(name)
    if not rows:
        has = ", ".join(run.scores) or "no task"
        raise BadInput(str(folder), f"scores of {has}", f"scores of {name}", "Give a pilot run of the planned task.")
    told = recorded(name, run.manifest)
    sides = sides_of({run.name: rows}, told)
    wanted = [one.name for one in told.measures if one.main]
    of = {one.measure: one for one in variances(sides, told, wanted, by_unit=by_unit(prepared.items))}
    if not of:
        found = f"fewer than two {told.columns.group}s that all its systems were asked"
        raise BadInput(str(folder), found, "scores of two or more", "Run the pilot on more of the input.")
    first = next(iter(of.values()))
    note = (
        f"Variances: of {counted(first.n_systems, 'system')} on {first.n_groups} {told.columns.group}s of {folder}; "
        "those of few are themselves uncertain."
    )
    if first.difference is None:
        note += " One system shows no differences: give a pilot of two or more for what can be detected."
    return _Known(of, str(folder), note)


@cache
def _tables() -> Mapping[str, _Known]:
    """Task -> what ships."""
    value: Any = read_json(SHIPPED)
    rows = sorted(value["rows"], key=lambda row: str(row["task"]))
    return {
        task: _Known({one["measure"]: _variances(one) for one in group}, value["source"], value["note"])
        for task, group in groupby(rows, key=lambda row: str(row["task"]))
    }


def _variances(row: Mapping[str, Any]) -> Variances:
    given = {name: row[name] for name in Variances._fields}
    return Variances(**{**given, "score": Spread(*row["score"]), "difference": Spread(*row["difference"])})


def _shipped(task: str) -> _Known:
    if task not in _tables():
        cure = "Make a pilot, such as 'hayrick run ... --limit 20 --out pilot', and give it as --from pilot."
        raise BadInput("--power", f"no run that shows how far scores of {task} vary", "--from DIR", cure)
    return _tables()[task]
