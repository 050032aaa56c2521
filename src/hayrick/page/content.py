"""What a report says, whatever the format: a summary, sections with tables, and a methods text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from hayrick import __version__
from hayrick.page.board_columns import Cell
from hayrick.page.boards import Board, boards, judges_of
from hayrick.page.catalogue import VIEWS
from hayrick.page.changes import changed
from hayrick.page.methods import methods
from hayrick.page.views import Source, SourceTask, View
from hayrick.report.system_rows import systems_rows
from hayrick.report.tables import Table
from hayrick.types import OWN
from hayrick.wording import counted, listed

MOST_ROWS = 10
"""Rows of the summary's tables."""

MOST_NOTES = 40


class Content(NamedTuple):
    """A report without its layout."""

    title: str
    facts: Sequence[tuple[str, str]]
    """What was evaluated, on what, by which judge, with how many failures: (heading, sentence)."""

    main: Sequence[Table]
    """The best rows of each leaderboard over all data."""

    changes: View | None
    """What differs from a former run."""

    views: Sequence[View]
    """Leaderboards, then the views of the page, in its order."""

    methods: Sequence[str]
    notes: Sequence[str]
    """What else the commands said of these runs, such as calls that failed or were answered by another model."""

    version: str = __version__


def content_of(sources: Sequence[Source], title: str) -> Content:
    """The content of a report on finished directories."""
    found = boards(sources)
    return Content(
        title=title,
        facts=[
            *(fact for source in sources for task in source.tasks for fact in _facts(source, task, sources)),
            *(("Missing", gap) for gap in gaps(sources)),
        ],
        main=[_best(one) for one in found],
        changes=changed(sources),
        views=[*map(_view, found), *(view for make in VIEWS for view in make(sources))],
        methods=methods(sources),
        notes=notes(sources)[:MOST_NOTES],
    )


def gaps(sources: Sequence[Source]) -> list[str]:
    """What files lack, with the directory where there are several."""
    return [f"{one.name}: {gap}" if len(sources) > 1 else gap for one in sources for gap in one.gaps]


def notes(sources: Sequence[Source]) -> list[str]:
    """What was noted when the directories were made, each once, with the directory where there are several."""
    found = [f"{one.name}: {note}" if len(sources) > 1 else note for one in sources for note in one.notes]
    return list(dict.fromkeys(found))


def _facts(source: Source, task: SourceTask, sources: Sequence[Source]) -> Iterator[tuple[str, str]]:
    several = len(sources) > 1 or len(source.tasks) > 1
    of = f" ({', '.join(filter(None, (source.name if len(sources) > 1 else '', task.name)))})" if several else ""
    keys = [key for key, _, _ in task.estimates]
    if not keys:
        yield f"Evaluated{of}", f"{len(task.judged)} answers; nothing was scored."
        return
    yield f"Evaluated{of}", _evaluated(list(dict.fromkeys((key.system, key.context) for key in keys)))
    datasets = list(dict.fromkeys(key.dataset for key in keys if key.dataset is not None))
    noun = task.reporting.noun if len(datasets) != 1 else task.reporting.noun.removesuffix("s")
    items = f", {counted(len(task.items), 'item')}" if task.items else ""
    paper = f" ({task.task.paper})" if task.task else ""
    yield f"On{of}", f"{task.name}{paper}: {len(datasets)} {noun}{items}: {listed(datasets)}."
    judges = [name for name, _ in judges_of(source, task.name)]
    yield f"Judged by{of}", f"{listed(judges)}." if judges else "no judge."
    rows = [row.counted for row in systems_rows(task.estimates, task.reporting.measures) if row.variant == OWN]
    n, failed, unjudged = (sum(getattr(one, name) for one in rows) for name in ("n", "n_failed", "n_unjudged"))
    yield (
        f"Failures{of}",
        f"of {n:,} units {failed:,} belong to answers that could not be read (they count with the lowest value), and "
        f"{unjudged:,} have no readable verdict of the judge (they are in no mean).",
    )


def _evaluated(pairs: Sequence[tuple[str, str]]) -> str:
    """How many systems with contexts there are, and which; with the contexts apart where systems have several."""
    systems, contexts = (list(dict.fromkeys(names)) for names in zip(*pairs, strict=True))
    if len(systems) == len(pairs):
        return f"{counted(len(pairs), 'system')}: {listed([f'{system} ({context})' for system, context in pairs])}."
    named = f"{counted(len(systems), 'system')} ({listed(systems)}) in {counted(len(contexts), 'context')}"
    return f"{len(pairs):,} rows of {named}: {listed(contexts)}."


def _view(board: Board) -> View:
    judge = f" Judge: {board.judge}." if board.judge else ""
    text = f"Best {board.by} first. Values are means with 95 % intervals; fractions are in percent.{board.apart}{judge}"
    return View(board.name, f"Leaderboard: {board.title}", text, (), tuple(_tables(board)))


def _tables(board: Board) -> Iterator[Table]:
    for part in board.parts:
        numbers = [place for place, head in enumerate(part.heads) if head.is_number]
        main = [place for place, head in enumerate(part.heads) if head.is_shown]
        rows = [[_cell(one) for one in row] for row in (*part.rows, *part.apart)]
        yield Table(f"{board.title}, {part.name}", [head.name for head in part.heads], rows, numbers, main)


def _cell(cell: Cell) -> str:
    return f"{cell.text} [{cell.interval.replace(' to ', ', ')}]" if cell.interval else cell.text


def _best(board: Board) -> Table:
    found = next(_tables(board))
    first = "" if len(found.rows) <= MOST_ROWS else f": the best {MOST_ROWS} of {len(found.rows)} rows by {board.by}"
    return shown(found._replace(title=f"{found.title}{first}", rows=found.rows[:MOST_ROWS]))


def shown(table: Table) -> Table:
    """The table with its main columns and names alone."""
    if not table.main:
        return table
    names = range(min([*table.numbers, len(table.heads)]))
    kept = [place for place in range(len(table.heads)) if place in names or place in table.main]
    numbers = [at for at, place in enumerate(kept) if place in table.numbers]
    rows = [[row[place] for place in kept] for row in table.rows]
    return Table(table.title, [table.heads[place] for place in kept], rows, numbers)


def figures(content: Content) -> Mapping[str, str]:
    """Name of each figure -> its SVG."""
    views = [*filter(None, [content.changes]), *content.views]
    return {figure.name: figure.svg for view in views for figure in view.figures}
