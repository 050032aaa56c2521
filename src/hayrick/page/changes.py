"""What differs between a run and a former one: paired differences of each system that both have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hayrick.comparison import compare, sides_of
from hayrick.page.content import counted, listed
from hayrick.page.views import Source, SourceTask, View
from hayrick.report.tables import ABSENT, Table, interval, own_unit, percent
from hayrick.reporting import AnyMeasure
from hayrick.stats.paired import Paired


class Task(NamedTuple):
    """A task of both runs."""

    before: SourceTask
    after: SourceTask


def changes(before: Source, after: Source, tasks: Sequence[Task], notes: Sequence[str]) -> View:
    """A section on what changed.

    Args:
        before: the former run.
        after: the run.
        tasks: those that can be compared.
        notes: why others cannot, and what else differs.
    """
    tables = []
    for one in tasks:
        rows = list(_rows(one, before.name, after.name))
        heads = ["system", "measure", "before", "after", "difference", "p", "n"]
        title = f"{one.after.name}: {after.name} less {before.name}, paired, with 95 % intervals; p is not adjusted"
        if rows:
            tables.append(Table(title, heads, rows, range(2, len(heads))))
        notes = [*notes, *_only_in(one, before.name, after.name)]
    text = " ".join(notes) or "Both runs have the same systems."
    return View("changes", f"Changes since {before.name}", text, (), tuple(tables))


def _names(task: SourceTask) -> list[str]:
    return list(dict.fromkeys(f"{key.system} ({key.context})" for key, _, _ in task.estimates))


def _only_in(task: Task, before: str, after: str) -> Iterator[str]:
    old, new = _names(task.before), _names(task.after)
    for run, only in (
        (after, [one for one in new if one not in old]),
        (before, [one for one in old if one not in new]),
    ):
        if only:
            yield f"Only in {run}: {counted(len(only), 'system')}, {listed(only)}."


def _rows(task: Task, before: str, after: str) -> Iterator[list[str]]:
    reporting = task.after.reporting
    sides = sides_of({after: task.after.scores, before: task.before.scores}, reporting)
    of_old = {(one.system, one.context, one.variant): one for one in sides if one.run == before}
    for new in [one for one in sides if one.run == after]:
        old = of_old.get((new.system, new.context, new.variant))
        if old is None:
            continue
        for name in reporting.compared:
            found = compare([new, old], reporting, name)
            for pair in found.pairs:
                measure = reporting.measure(name)
                values = [interval(found.estimates[one.name], fraction=measure.is_fraction) for one in (old, new)]
                variant = "" if new.variant == "own" else f", {new.variant}"
                p = ABSENT if pair.paired.p is None else f"{pair.paired.p:.4f}"
                difference = _difference(pair.paired, measure)
                yield [f"{new.system} ({new.context}{variant})", name, *values, difference, p, str(pair.n)]


def _difference(paired: Paired, measure: AnyMeasure) -> str:
    show = percent if measure.is_fraction else own_unit
    if paired.difference is None:
        return ABSENT
    ends = "" if paired.low is None or paired.high is None else f" [{show(paired.low)}, {show(paired.high)}]"
    return f"{show(paired.difference)}{ends}"
