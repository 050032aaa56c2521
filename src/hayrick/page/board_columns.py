"""The columns of a leaderboard: their headings, and what stands in each row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from statistics import fmean
from typing import NamedTuple

from hayrick.page.answering import SystemKey
from hayrick.page.views import Source, SourceTask
from hayrick.protocols import AnyMeasure
from hayrick.records.costs import JUDGE, SYSTEM, totals
from hayrick.replies.classes import CLASS, SCORED, rank
from hayrick.report.system_rows import (
    SystemRow,
    bounded_of,
    columns_of,
    extremes,
    extremes_heading,
    fewer_of,
    main_of,
    n_heading,
    n_of,
)
from hayrick.report.tables import ABSENT, own_unit, percent
from hayrick.types import OWN


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


class Member(NamedTuple):
    """A run in a table: its number among all sources, and its task."""

    number: int
    source: Source
    task: SourceTask


Rows = Sequence[tuple[Member, SystemRow]]
"""Rows of a table, best first."""


class Column(NamedTuple):
    """A column of a table, and its cell in each row."""

    head: Head
    cell: Callable[[Member, SystemRow], Cell]


def columns(rows: Rows, dataset: str | None, members: Sequence[Member], links: Mapping[SystemKey, int]) -> list[Column]:
    """All columns, in order.

    Args:
        rows: of the table.
        dataset: that the table is of; None for all data.
        members: the runs of the table.
        links: system -> number of its page.
    """
    task = members[0].task
    return [*_names_of(rows, members, links), *_values_of(rows, dataset, members), *_counts_of(rows, task)]


def _names_of(rows: Rows, members: Sequence[Member], links: Mapping[SystemKey, int]) -> Iterator[Column]:
    """Columns that say which row it is: system, context, and run and variant where there are several."""
    numbers: dict[tuple[int, str, str], int] = {}
    for key, number in links.items():
        numbers.setdefault((key[0], key[1], key[2]), number)

    def system(member: Member, row: SystemRow) -> Cell:
        link = numbers.get((member.number, row.system, row.context))
        return Cell(row.system, link="" if link is None else f"#/system/{link}")

    yield Column(Head("system", is_number=False), system)
    yield Column(Head("context", is_number=False), lambda member, row: Cell(row.context))
    if len(members) > 1:
        yield Column(Head("run", is_number=False), lambda member, row: Cell(member.source.name))
    if any(row.variant != OWN for _, row in rows):
        heading = members[0].task.reporting.columns.variant or "variant"
        yield Column(Head(heading, is_number=False), lambda member, row: Cell(row.variant))


def _values_of(rows: Rows, dataset: str | None, members: Sequence[Member]) -> Iterator[Column]:
    """Columns of measures, and of what responses say of themselves."""
    task = members[0].task
    by = main_of(task.reporting.measures)[-1].name
    # That by which rows are ordered comes first: it is in sight on a phone.
    for one in sorted(columns_of(task.reporting.measures), key=lambda one: one.name != by):
        head = Head(one.heading or one.name, one.description, True, one.main)
        yield Column(head, partial(_estimated, one))
    more = {(member.number, *system): cells for member in members for system, cells in _more(member, dataset).items()}

    def said(head: Head, member: Member, row: SystemRow) -> Cell:
        return more.get((member.number, row.system, row.context), {}).get(head, Cell(ABSENT))

    for head in dict.fromkeys(head for cells in more.values() for head in cells):
        yield Column(head, partial(said, head))


def _counts_of(rows: Rows, task: SourceTask) -> Iterator[Column]:
    """Columns of counts, each only where some row has any, and of values in the worst and the best case."""
    measures = columns_of(task.reporting.measures)
    yield Column(Head("n", "how many units the first measure counts"), partial(_counted, "n"))
    for one in fewer_of(measures, [(row.estimates, row.counted.n) for _, row in rows]):
        head = Head(n_heading(one), f"how many of these {one.heading or one.name} rests on")
        yield Column(head, partial(_n_of, one))
    for name, count in _COUNTS:
        if any(getattr(row.counted, count) for _, row in rows):
            head = Head(name, _ABOUT_COUNTS[name])
            yield Column(head, partial(_counted, count))
    bounded = bounded_of(measures, [row for _, row in rows])
    for one in bounded:
        head = Head(extremes_heading(one), _ABOUT_EXTREMES, True, one is bounded[-1])
        yield Column(head, partial(_extremes, one))


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


def _estimated(measure: AnyMeasure, member: Member, row: SystemRow) -> Cell:
    estimate = row.estimates.get(measure.name)
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


def _n_of(measure: AnyMeasure, member: Member, row: SystemRow) -> Cell:
    shown = n_of(row.estimates, measure)
    return Cell(shown, None if shown == ABSENT else float(shown))


def _counted(name: str, member: Member, row: SystemRow) -> Cell:
    count = getattr(row.counted, name)
    return Cell(str(count), float(count))


def _extremes(measure: AnyMeasure, member: Member, row: SystemRow) -> Cell:
    return Cell(extremes(row, measure))


def _more(member: Member, dataset: str | None) -> dict[tuple[str, str], dict[Head, Cell]]:
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
