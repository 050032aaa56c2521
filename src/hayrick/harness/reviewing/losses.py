"""Holds the systems of a finished run to those of a baseline run: `hayrick gate RUN --against BASE`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import NamedTuple

from hayrick.comparison import Pair, Side, compare, sides_of
from hayrick.harness.reviewing.comparable import FinishedRun, require_comparable
from hayrick.harness.reviewing.compare import finished_runs
from hayrick.harness.reviewing.gate import filled, fits, require_some
from hayrick.records.parameters import cut
from hayrick.records.reported import recorded
from hayrick.report.gates import Change
from hayrick.reporting import Reporting
from hayrick.suggestions import did_you_mean
from hayrick.types import BadInput, Score


@dataclass(frozen=True, slots=True, kw_only=True)
class LossRequest:
    """What is compared with what.

    Args:
        folder: of a finished run.
        against: of the run that it must not fall behind.
        losses: measure -> the greatest loss that is allowed, >= 0; none for every main measure, of which only a loss
            that is shown fails.
        systems: globs over SYSTEM and SYSTEM+CONTEXT; none for all.
        tasks: globs over names of tasks; none for all.
    """

    folder: Path
    against: Path
    losses: Mapping[str, float]
    systems: Sequence[str] = ()
    tasks: Sequence[str] = ()


class Losses(NamedTuple):
    """Checks, and what has none."""

    changes: list[Change]
    """Those that fail come first."""

    lacking: list[str]
    """Systems of the baseline, with their contexts, that the run has not."""


def losses(request: LossRequest) -> Losses:
    """Check every measure of every system, context and variant that both runs have.

    Raises:
        BadInput: a folder is no finished run, both are one run, they have no task in common or cannot be compared
            (`hayrick compare`), a measure is unknown, a loss is no value of its measure, or there is no system that
            both runs have.
    """
    where = f"--against {request.against}"
    if request.folder.resolve() == request.against.resolve():
        raise BadInput(where, "the run itself", "another run")
    run, base = finished_runs([request.folder, request.against], ["this run", "the baseline"])
    tasks = [one for one in run.scores if one in base.scores]
    if not tasks:
        of_base, of_run = (cut(", ".join(one.scores)) or "no task" for one in (base, run))
        raise BadInput(where, f"a run of {of_base}", f"one of {of_run}, as {request.folder} is", "Name another run.")
    require_some("--task", request.tasks, "task", tasks, [one for one in tasks if fits([one], request.tasks)])
    found, known, systems, old = [], dict[str, Reporting](), dict[str, None](), dict[str, None]()
    for task in (one for one in tasks if fits([one], request.tasks)):
        told = known[task] = recorded(task, run.manifest)
        measures = [one for one in request.losses if told.has(one)] if request.losses else told.compared
        require_comparable(base, run, task, dict.fromkeys(map(told.plain, measures)))
        pairs = list(_same(run, base, task, told))
        systems |= dict.fromkeys(_name(new) for new, _ in pairs)
        named = dict.fromkeys((row.response.system, row.response.context) for row in base.scores[task])
        old |= dict.fromkeys("+".join(one) for one in named if fits([one[0], "+".join(one)], request.systems))
        wanted = [pair for pair in pairs if fits([pair[0].system, _name(pair[0])], request.systems)]
        found += [_change(request, task, told, name, *pair) for name in measures for pair in wanted]
    _require_measures(request, known)
    if not systems:
        expected = "the same system with the same context in both"
        raise BadInput(where, "no system that both runs have", expected, "Two names are compared by 'hayrick compare'.")
    require_some("--system", request.systems, "system", systems, found)
    changes = sorted(found, key=lambda one: one.passed)
    return Losses(changes, [one for one in old if one not in systems])


def _name(side: Side) -> str:
    return f"{side.system}+{side.context}"


def _same(run: FinishedRun, base: FinishedRun, task: str, told: Reporting) -> Iterator[tuple[Side, Side]]:
    """Systems that both runs have, of this run and of the baseline."""
    sides = sides_of({one.name: one.scores[task] for one in (run, base)}, told)
    old = {(one.system, one.context, one.variant): one for one in sides if one.run == base.name}
    for one in sides:
        other = old.get((one.system, one.context, one.variant))
        if one.run == run.name and other is not None:
            yield one, other


def _require_measures(request: LossRequest, known: Mapping[str, Reporting]) -> None:
    for name, loss in request.losses.items():
        having = [told.measure(name) for told in known.values() if told.has(name)]
        given = f"--loss {name}={loss:g}"
        if not having:
            names = list(dict.fromkeys(one.name for told in known.values() for one in told.measures))
            raise BadInput(given, f"no measure '{name}'", f"one of {', '.join(names)}", did_you_mean(name, names))
        most = max(one.bounds[1] - one.bounds[0] for one in having)
        if not 0 <= loss <= most:
            cure = "Fractions are given as 0.05, not as 5." if most == 1 else ""
            raise BadInput(given, f"{loss:g}", f"a value from 0 to {most:g}", cure)


def _change(request: LossRequest, task: str, told: Reporting, measure: str, new: Side, old: Side) -> Change:
    loss = request.losses.get(measure)
    pair = _pair(new, old, told, measure)
    difference, low, high, p, _ = pair.paired if pair else (None,) * 5
    n_unjudged = sum(pair.n_unjudged) if pair else 0
    bound = high if loss is None else low
    if loss is not None and n_unjudged and pair and bound is not None:
        bound = _worst(new, old, told, measure, bound)
    return Change(
        task=task,
        system=new.system,
        context=new.context,
        variant=new.variant,
        measure=measure,
        against=str(request.against),
        loss=loss,
        difference=difference,
        low=low,
        high=high,
        p=p,
        n=pair.n if pair else 0,
        n_unjudged=n_unjudged,
        n_missing=pair.n_missing[0] if pair else 0,
        bound=bound,
        why=_why(pair, loss, bound, worst=bool(n_unjudged)),
    )


def _pair(new: Side, old: Side, told: Reporting, measure: str) -> Pair | None:
    found = compare([new, old], told, measure).pairs
    return found[0] if found else None


def _worst(new: Side, old: Side, told: Reporting, measure: str, low: float) -> float | None:
    """The lower bound if what was not judged were the worst for this run and the best for the baseline."""
    if not all(map(isfinite, told.measure(measure).bounds)):
        return None
    plain = told.plain(measure)
    scores: dict[str, list[Score]] = {
        side.run: [filled(row, told, end) for row in side.scores[plain]] for side, end in ((new, 0), (old, 1))
    }
    a, b = sides_of(scores, told)
    pair = _pair(a, b, told, measure)
    return min(low, pair.paired.low) if pair and pair.paired.low is not None else None


def _why(pair: Pair | None, loss: float | None, bound: float | None, *, worst: bool) -> str:
    if pair is None:
        return "it was not computed in both runs"
    if not pair.n_items:
        return "no item was asked in both runs"
    if loss is None:
        shown = bound is not None and bound < 0
        return f"a loss is shown: the upper bound is {bound:.3f}" if shown else ""
    if pair.paired.difference is None:
        return "it has no difference"
    if pair.paired.low is None:
        return "the difference has no interval"
    if bound is None:
        return "the worst case of what was not judged has no bound"
    case = " if what was not judged is the worst" if worst else ""
    return f"the lower bound{case} is {bound:.3f}" if bound < -loss else ""
