"""The leaderboard: a table of systems for each task, over all its data and for each dataset.

Runs of one task on the same data with the same judge share a table; others stand apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

from hayrick.page.answering import SystemKey, answering
from hayrick.page.views import Source, SourceTask
from hayrick.protocols import AnyMeasure
from hayrick.records.costs import JUDGE, SYSTEM, totals
from hayrick.records.write_files import to_json
from hayrick.replies.classes import CLASS, SCORED, rank
from hayrick.report.system_rows import (
    bounded_of,
    columns_of,
    extremes,
    extremes_heading,
    fewer_of,
    n_heading,
    n_of,
    systems_rows,
)
from hayrick.report.tables import ABSENT, own_unit, percent
from hayrick.types import OWN, Estimate


class Cell(NamedTuple):
    """A cell: what is read, what is sorted by, and an interval as shares of the measure's range."""

    text: str
    sort: float | None = None
    """None for a text, and for a number that is absent."""

    interval: str = ""
    bar: tuple[float, float, float] | None = None
    """Low, value, high, each from 0 to 1."""

    link: str = ""
    """Fragment of an address on the page."""


class Head(NamedTuple):
    """Heading of a column."""

    name: str
    about: str = ""
    is_number: bool = True
    is_shown: bool = True
    """Whether it is shown before the reader picks columns."""


class Part(NamedTuple):
    """The table over one dataset, or over all."""

    name: str
    heads: Sequence[Head]
    rows: Sequence[Sequence[Cell]]
    """Of answers as systems gave them, best first; of other variants where there is nothing else."""

    apart: Sequence[Sequence[Cell]] = ()
    """Of other variants, such as repaired citations, best first: below, and of no rank."""

    @property
    def bodies(self) -> list[Sequence[Sequence[Cell]]]:
        """Groups of rows that stand apart and are sorted by themselves."""
        return [one for one in (self.rows, self.apart) if one] or [()]


class Board(NamedTuple):
    """Leaderboard of one task."""

    name: str
    title: str
    judge: str
    """Name of the judge; "" where none was needed."""

    by: str
    """Heading of the measure by which rows are ordered."""

    parts: Sequence[Part]

    @property
    def apart(self) -> str:
        """What is said of rows that stand apart; "" without any."""
        any_apart = any(one.apart for one in self.parts)
        return " Rows of modified answers, such as repaired citations, stand below all others." if any_apart else ""


class _Member(NamedTuple):
    number: int
    source: Source
    task: SourceTask


def boards(sources: Sequence[Source]) -> list[Board]:
    """Leaderboards of all runs."""
    groups: dict[tuple[str, str, str], list[_Member]] = {}
    for number, source in enumerate(sources):
        for task in source.tasks:
            if task.estimates:
                same = (task.name, data_of(source), judge_of(source, task.name))
                groups.setdefault(same, []).append(_Member(number, source, task))
    several = Counter(name for name, _, _ in groups)
    links = {key: number for number, key in enumerate(answering(sources))}
    return [
        _board(number, members, name if several[name] == 1 else f"{name}: {_names(members)}", links)
        for number, ((name, _, _), members) in enumerate(groups.items(), start=1)
    ]


def judge_of(source: Source, task: str) -> str:
    """Name and signature of a run's judge of a task; "" for none."""
    return "; ".join(" ".join(dict.fromkeys(one)) for one in judges_of(source, task))


def judges_of(source: Source, task: str) -> list[tuple[str, str]]:
    """Names and signatures of a run's judges of a task."""
    return [(str(row[1]), str(row[2])) for row in _made(source, "judge") if len(row) == 3 and row[0] == task]


def data_of(source: Source) -> str:
    """Everything that says on which data a run was made."""
    parameters = source.manifest.get("parameters")
    known = parameters if isinstance(parameters, dict) else {}
    return to_json([known.get("inputs"), known.get("tasks"), known.get("limit"), known.get("seed")])


def _made(source: Source, what: str) -> list[list[object]]:
    parameters = source.manifest.get("parameters")
    given = parameters.get(what) if isinstance(parameters, dict) else None
    rows = given.get("made") if isinstance(given, dict) else None
    return [row for row in rows if isinstance(row, list)] if isinstance(rows, list) else []


def _names(members: Sequence[_Member]) -> str:
    return ", ".join(one.source.name for one in members)


def _board(number: int, members: Sequence[_Member], title: str, links: Mapping[SystemKey, int]) -> Board:
    task = members[0].task
    judge = ", ".join(str(row[1]) for row in _made(members[0].source, "judge") if row[0] == task.name)
    main = [one for one in task.reporting.measures if one.main] or list(task.reporting.measures)
    named = [key.dataset for one in members for key, _, _ in one.task.estimates if key.dataset is not None]
    datasets = list(dict.fromkeys(named))
    wanted: list[tuple[str, str | None]] = [(one, one) for one in datasets]
    if len(datasets) != 1:
        wanted = [(f"all {task.reporting.noun}", None), *wanted]
    parts = [_part(name, dataset, members, links) for name, dataset in wanted]
    return Board(f"leaderboard-{number}", title, judge, main[-1].heading or main[-1].name, parts)


def _part(name: str, dataset: str | None, members: Sequence[_Member], links: Mapping[SystemKey, int]) -> Part:
    task = members[0].task
    measures = task.reporting.measures
    main = [one for one in measures if one.main] or list(measures)
    # That by which rows are ordered comes first: it is in sight on a phone.
    columns = sorted(columns_of(measures), key=lambda one: one.name != main[-1].name)
    rows = [
        (member, row)
        for member in members
        for row in systems_rows(member.task.estimates, member.task.reporting.measures, dataset)
    ]
    rows.sort(
        key=lambda pair: (
            -((pair[1].estimates[main[-1].name].value if main[-1].name in pair[1].estimates else None) or 0.0)
        )
    )
    several = any(row.variant != OWN for _, row in rows)
    heads = [Head("system", is_number=False), Head("context", is_number=False)]
    heads += [Head("run", is_number=False)] * (len(members) > 1)
    heads += [Head(task.reporting.columns.variant or "variant", is_number=False)] * several
    heads += [Head(one.heading or one.name, one.description, True, one.main) for one in columns]
    more = {(member.number, *system): cells for member in members for system, cells in _more(member, dataset).items()}
    extra = list(dict.fromkeys(head for cells in more.values() for head in cells))
    counts = [head for head, count in _COUNTS if any(getattr(row.counted, count) for _, row in rows)]
    bounded = bounded_of(columns_of(measures), [row for _, row in rows])
    fewer = fewer_of(columns_of(measures), [(row.estimates, row.counted.n) for _, row in rows])
    made: dict[bool, list[list[Cell]]] = {True: [], False: []}
    for member, row in rows:
        link = next(
            (number for key, number in links.items() if key[:3] == (member.number, row.system, row.context)), None
        )
        cells = [Cell(row.system, link="" if link is None else f"#/system/{link}"), Cell(row.context)]
        cells += [Cell(member.source.name)] * (len(members) > 1)
        cells += [Cell(row.variant)] * several
        cells += [_estimated(row.estimates.get(one.name), one) for one in columns]
        own = more.get((member.number, row.system, row.context), {})
        cells += [own.get(head, Cell(ABSENT)) for head in extra]
        cells += [Cell(str(row.counted.n), float(row.counted.n))]
        cells += [_count(n_of(row.estimates, one)) for one in fewer]
        cells += [
            Cell(str(count := getattr(row.counted, field)), float(count)) for head, field in _COUNTS if head in counts
        ]
        cells += [Cell(extremes(row, one)) for one in bounded]
        made[row.variant == OWN].append(cells)
    whole = [*heads, *extra, Head("n", "how many units the first measure counts")]
    whole += [Head(n_heading(one), f"how many of these {one.heading or one.name} rests on") for one in fewer]
    whole += [Head(one, _ABOUT_COUNTS[one]) for one in counts]
    whole += [Head(extremes_heading(one), _ABOUT_EXTREMES, True, one is bounded[-1]) for one in bounded]
    return Part(name, whole, made[True], made[False]) if made[True] else Part(name, whole, made[False])


_COUNTS = (
    ("failed", "n_failed"),
    ("unjudged", "n_unjudged"),
    ("contradicted", "n_contradicted"),
    ("unread", "n_unread"),
)
"""Heading -> count of an estimate, which has a column where there is any."""

_ABOUT_COUNTS = {
    "failed": "units of answers that could not be read; they count with the lowest value",
    "unjudged": "units without a readable verdict of the judge; they are in no mean",
    "contradicted": "units of which the answer states the opposite",
    "unread": "parts of answers that are not judged, since these are much longer than asked for",
}


_ABOUT_EXTREMES = "the measure if everything without a verdict had the lowest value, and the highest"


def _estimated(estimate: Estimate | None, measure: AnyMeasure) -> Cell:
    if estimate is None or estimate.value is None:
        return Cell(ABSENT)
    show = percent if measure.is_fraction else own_unit
    text = show(estimate.value)
    if estimate.low is None or estimate.high is None:
        return Cell(text, estimate.value)
    bar = None
    if measure.is_bounded:
        least, most = measure.bounds
        low, value, high = ((one - least) / (most - least) for one in (estimate.low, estimate.value, estimate.high))
        bar = (low, value, high)
    return Cell(text, estimate.value, f"{show(estimate.low)} to {show(estimate.high)}", bar)


def _count(shown: str) -> Cell:
    return Cell(shown, None if shown == ABSENT else float(shown))


def _more(member: _Member, dataset: str | None) -> dict[tuple[str, str], dict[Head, Cell]]:
    """What responses themselves say of each (system, context): bullets, failures by class, and cost."""
    found: dict[tuple[str, str], dict[Head, Cell]] = {}
    written: dict[tuple[str, str], list[tuple[int, int]]] = {}
    classes: dict[tuple[str, str], Counter[str]] = {}
    for item, response, _ in member.task.judged:
        if dataset is not None and item.dataset != dataset:
            continue
        name = response.system, response.context
        found.setdefault(name, {})
        asked = getattr(item.gold, "asked_bullets", None)
        if asked is not None and response.answer is not None:
            written.setdefault(name, []).append((len(response.answer.written), asked))
        kind = response.extra.get(CLASS)
        if isinstance(kind, str) and kind not in SCORED:
            classes.setdefault(name, Counter())[kind] += 1
    for name, pairs in written.items():
        mean, asked = fmean(one for one, _ in pairs), fmean(one for _, one in pairs)
        found[name][_BULLETS] = Cell(f"{mean:.1f} of {asked:.1f}", mean)
    for name, kinds in classes.items():
        ordered = sorted(kinds, key=rank)
        found[name][_FAILURES] = Cell(", ".join(f"{one} {kinds[one]}" for one in ordered), float(kinds.total()))
    whole = dataset is None or all(item.dataset == dataset for item in member.task.items)
    for head, purpose in ((_COST, SYSTEM), (_JUDGING, JUDGE)):
        for name, total in totals(member.source.costs, member.task.name, purpose).items() if whole else ():
            if total.usd is not None:
                found.setdefault(name, {})[head] = Cell(f"${total.usd:.4f}", total.usd)
    return found


_BULLETS = Head("bullets", "bullets written, of those asked for; means of summaries")
_FAILURES = Head("failures", "answers that could not be read, by class")
_COST = Head("cost", "dollars for the answers, as the ledger has them")
_JUDGING = Head("judging", "dollars for judging the answers, as the ledger has them")
