"""The leaderboard: a table of systems for each task, over all its data and for each dataset.

Runs of one task on the same data with the same judge share a table; others stand apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hayrick.page.answering import SystemKey, answering
from hayrick.page.board_columns import Cell, Head, Member, columns
from hayrick.page.views import Source
from hayrick.records.write_files import to_json
from hayrick.report.system_rows import main_of, systems_rows
from hayrick.types import OWN


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


def boards(sources: Sequence[Source]) -> list[Board]:
    """Leaderboards of all runs."""
    groups: dict[tuple[str, str, str], list[Member]] = {}
    for number, source in enumerate(sources):
        for task in source.tasks:
            if task.estimates:
                same = (task.name, data_of(source), judge_of(source, task.name))
                groups.setdefault(same, []).append(Member(number, source, task))
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


def _names(members: Sequence[Member]) -> str:
    return ", ".join(one.source.name for one in members)


def _board(number: int, members: Sequence[Member], title: str, links: Mapping[SystemKey, int]) -> Board:
    task = members[0].task
    judge = ", ".join(str(row[1]) for row in _made(members[0].source, "judge") if row[0] == task.name)
    by = main_of(task.reporting.measures)[-1]
    named = [key.dataset for one in members for key, _, _ in one.task.estimates if key.dataset is not None]
    datasets = list(dict.fromkeys(named))
    wanted: list[tuple[str, str | None]] = [(one, one) for one in datasets]
    if len(datasets) != 1:
        wanted = [(f"all {task.reporting.noun}", None), *wanted]
    parts = [_part(name, dataset, members, links) for name, dataset in wanted]
    return Board(f"leaderboard-{number}", title, judge, by.heading or by.name, parts)


def _part(name: str, dataset: str | None, members: Sequence[Member], links: Mapping[SystemKey, int]) -> Part:
    by = main_of(members[0].task.reporting.measures)[-1].name
    rows = [
        (member, row)
        for member in members
        for row in systems_rows(member.task.estimates, member.task.reporting.measures, dataset)
    ]
    rows.sort(key=lambda pair: -((pair[1].estimates[by].value if by in pair[1].estimates else None) or 0.0))
    shown = columns(rows, dataset, members, links)
    made: dict[bool, list[list[Cell]]] = {True: [], False: []}
    for member, row in rows:
        made[row.variant == OWN].append([one.cell(member, row) for one in shown])
    heads = [one.head for one in shown]
    return Part(name, heads, made[True], made[False]) if made[True] else Part(name, heads, made[False])
