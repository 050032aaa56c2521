"""What differs between a run and a former one: paired differences of each system that both have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hayrick.charts.bars import ranges
from hayrick.comparison import ALPHA, Pair, compare, sides_of
from hayrick.comparison.pairs import adjusted as adjusted_for
from hayrick.page.differences import difference_axis, difference_line
from hayrick.page.together import heading, slug
from hayrick.page.views import Figure, Source, SourceTask, View
from hayrick.protocols import AnyMeasure
from hayrick.report.comparison import MOST_PAIRS, alike_note, flat_note
from hayrick.report.tables import Table, interval, own_unit, p_cell, percent, ranged
from hayrick.stats.paired import Paired
from hayrick.types import OWN, Estimate
from hayrick.wording import counted, listed


class Task(NamedTuple):
    """A task of both runs."""

    before: SourceTask
    after: SourceTask


class Change(NamedTuple):
    """One system in one measure, in the run and in the former one."""

    name: str
    measure: AnyMeasure
    before: Estimate
    after: Estimate
    pair: Pair


def changed(sources: Sequence[Source]) -> View | None:
    """What changed from the first to the second of two runs; None for other directories."""
    runs = [one for one in sources if one.tasks]
    if len(runs) != 2:
        return None
    before, after = runs
    known = {one.name: one for one in before.tasks if one.estimates}
    both = [Task(known[one.name], one) for one in after.tasks if one.name in known and one.estimates]
    notes = [
        f"{one.after.name} cannot be compared: {one.after.unlike}. 'hayrick compare' of both says more, and what to do."
        for one in both
        if one.after.unlike
    ]
    return _view(before.name, after.name, [one for one in both if not one.after.unlike], notes)


def _view(before: str, after: str, tasks: Sequence[Task], notes: Sequence[str]) -> View:
    figures, tables = list[Figure](), list[Table]()
    for one in tasks:
        found = list(_changes(one, before, after))
        if found:
            told = _adjusted(found)
            tables.append(_table(f"{one.after.name}: {after} less {before}", found, told))
            figures += _figures(one, f"{after} less {before}", found, told, several=len(tasks) > 1)
            notes = [*notes, *_told(one.after.name, found, told)]
        notes = [*notes, *_only_in(one, before, after)]
    if not notes:
        notes = ["Both runs have the same systems."]
    if tables:
        notes = [
            *notes,
            "Differences are of the items that both were asked; p: permutation test, adjusted by Holm for "
            "the systems of a measure.",
        ]
    text = " ".join(notes)
    return View("changes", f"Changes since {before}", text, tuple(figures), tuple(tables))


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


def _changes(task: Task, before: str, after: str) -> Iterator[Change]:
    reporting = task.after.reporting
    sides = sides_of({after: task.after.scores, before: task.before.scores}, reporting)
    of_old = {(one.system, one.context, one.variant): one for one in sides if one.run == before}
    for new in [one for one in sides if one.run == after]:
        old = of_old.get((new.system, new.context, new.variant))
        if old is None:
            continue
        for name in reporting.compared:
            found = compare([new, old], reporting, name)
            variant = "" if new.variant == OWN else f", {new.variant}"
            for pair in found.pairs:
                label = f"{new.system} ({new.context}{variant})"
                yield Change(label, reporting.measure(name), found.estimates[old.name], found.estimates[new.name], pair)


def _adjusted(found: Sequence[Change]) -> list[float | None]:
    """Holm's p of each change, for the systems of its measure."""
    adjusted: list[float | None] = [None] * len(found)
    for name in dict.fromkeys(one.measure.name for one in found):
        places = [at for at, one in enumerate(found) if one.measure.name == name]
        for at, p in zip(places, adjusted_for([found[at].pair for at in places]), strict=True):
            adjusted[at] = p
    return adjusted


def _table(title: str, found: Sequence[Change], adjusted: Sequence[float | None]) -> Table:
    rows = [
        [
            one.name,
            one.measure.name,
            *(interval(estimate, fraction=one.measure.is_fraction) for estimate in (one.before, one.after)),
            _difference(one.pair.paired, one.measure),
            p_cell(one.pair.paired.p),
            p_cell(p),
            str(one.pair.n),
        ]
        for one, p in zip(found, adjusted, strict=True)
    ]
    heads = ["system", "measure", "before", "after", "difference", "p", "p adjusted", "n"]
    return Table(f"{title}, paired, with 95 % intervals", heads, rows, range(2, len(heads)))


def _told(task: str, found: Sequence[Change], adjusted: Sequence[float | None]) -> Iterator[str]:
    """Every measure in which a system changed, the greatest change of each; and what has too narrow an interval."""
    all_ends = {end for one in found for end in one.pair.paired[:3]}
    if 0 in all_ends and all_ends <= {0, None}:
        yield f"{task}: nothing changed, in any measure of any system that both runs have."
        return
    measures = list(dict.fromkeys(one.measure.name for one in found))
    parts = []
    for name in measures:
        mine = [(one, p) for one, p in zip(found, adjusted, strict=True) if one.measure.name == name]
        apart = [one for one, p in mine if p is not None and p <= ALPHA]
        if apart:
            most = max(apart, key=lambda one: abs(one.pair.paired.difference or 0.0))
            of = f"{len(apart)} of {counted(len(mine), 'system')}"
            parts.append(f"{heading(most.measure)} ({of}; {most.name} {_difference(most.pair.paired, most.measure)})")
    yield f"{task}, adjusted p of at most {str(ALPHA).lstrip('0')}: {'; '.join(parts) or 'no measure'}."
    flat: dict[str, list[str]] = {}
    for name in measures:
        ends = [(one.pair.paired.low, one.pair.paired.high) for one in found if one.measure.name == name]
        flat.setdefault(flat_note("", ends), []).append(name)
        alike = sum(one.pair.paired.alike for one in found if one.measure.name == name)
        flat.setdefault(alike_note("", alike), []).append(name)
    yield from (f"{', '.join(names)}{note}" for note, names in flat.items() if note)


def _figures(
    task: Task, title: str, found: Sequence[Change], adjusted: Sequence[float | None], *, several: bool
) -> Iterator[Figure]:
    """A chart of the measure that experiments test, and of each in which a system changed."""
    both = [(one, p) for one, p in zip(found, adjusted, strict=True) if one.pair.paired.difference is not None]
    tested = task.after.reporting.tested
    apart = [one.measure.name for one, p in both if p is not None and p <= ALPHA]
    for name in dict.fromkeys(([tested] if tested else []) + apart):
        mine = [pair for pair in both if pair[0].measure.name == name]
        if mine:
            more = "" if name == tested else f"-{slug(name)}"
            yield _figure(f"changes{f'-{slug(task.after.name)}' if several else ''}{more}", title, mine)


def _figure(name: str, title: str, mine: list[tuple[Change, float | None]]) -> Figure:
    """The systems in one measure, the greatest difference on top."""
    mine.sort(key=lambda pair: -abs(pair[0].pair.paired.difference or 0.0))
    measure = mine[0][0].measure
    lines = []
    for one, p in mine[:MOST_PAIRS]:
        paired = one.pair.paired
        lines.append(difference_line(one.name, paired.difference, paired.low, paired.high, p, measure))
    rises = sum((one.pair.paired.difference or 0.0) > 0 for one, _ in mine)
    alt = f"{heading(measure)} is higher for {rises} of {len(mine)} systems."
    alt += f" Drawn are the {MOST_PAIRS} greatest differences." if len(mine) > MOST_PAIRS else ""
    drawn = ranges(f"{heading(measure)}: {title}", difference_axis(lines, measure), [""], lines, zero=0.0)
    return Figure(name, drawn, alt[:1].upper() + alt[1:])


def _difference(paired: Paired, measure: AnyMeasure) -> str:
    return ranged(paired.difference, paired.low, paired.high, percent if measure.is_fraction else own_unit)
