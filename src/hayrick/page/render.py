"""Puts a page together: template, style, program and data in one file that loads nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hayrick.charts.drawing import shown
from hayrick.page.answering import answering
from hayrick.page.boards import Board, boards
from hayrick.page.catalogue import VIEWS
from hayrick.page.changes import changed
from hayrick.page.content import MOST_NOTES, gaps, notes
from hayrick.page.data import blocks
from hayrick.page.methods import methods
from hayrick.page.one_file import one_file
from hayrick.page.papers import bibtex, papers_in
from hayrick.page.views import Source, View

STYLES = ("style.css",)
PROGRAMS = ("tables.js", "answers.js", "places.js")
"""Parts of the program, in order."""


def page(sources: Sequence[Source], title: str) -> str:
    """HTML text of a page.

    The content policy forbids everything but this style and this program, by their hashes. Names and texts of the
    sources stand in it as escaped text without control characters, or in packed blocks that are no markup.
    """
    found = boards(sources)
    views = [*filter(None, [changed(sources)]), *(view for make in VIEWS for view in make(sources))]
    told = methods(sources)
    data = blocks(sources, answering(sources))
    return one_file(
        "template.html.j2",
        STYLES,
        PROGRAMS,
        title=title,
        lead=_lead(sources),
        facts=list(_facts(sources)),
        best=list(_best(found)),
        notes=[*dict.fromkeys([*gaps(sources), *notes(sources)])][:MOST_NOTES],
        links=[*_links(found, views), *([("methods", "Methods")] if any(one.tasks for one in sources) else [])],
        boards=found,
        views=views,
        methods=told,
        bibtex=bibtex(papers_in(told)),
        blocks=list(data.items()),
        has_data=bool(data),
    )


def _lead(sources: Sequence[Source]) -> str:
    names = ", ".join(f"{one.name} ({one.command or 'results'})" for one in sources)
    return f"From {names}."


def _facts(sources: Sequence[Source]) -> Iterator[tuple[str, str]]:
    tasks = [task for source in sources for task in source.tasks]
    if not tasks:
        return
    systems = {(system, context) for _, system, context, _ in answering(sources)}
    yield "systems", f"{len(systems):,}"
    nouns = {task.reporting.noun for task in tasks}
    datasets = {(task.name, key.dataset) for task in tasks for key, _, _ in task.estimates if key.dataset is not None}
    datasets |= {(task.name, item.dataset) for task in tasks for item in task.items}
    yield nouns.pop() if len(nouns) == 1 else "datasets", f"{len(datasets):,}"
    items = {(task.name, *item.key) for task in tasks for item in task.items}
    if items:
        yield "items", f"{len(items):,}"
        yield "answers", f"{sum(len(task.judged) for task in tasks):,}"
    documents = {(one.id, len(one.text)) for task in tasks for item in task.items for one in item.documents}
    if documents:
        yield "documents", f"{len(documents):,}"


def _best(found: Sequence[Board]) -> Iterator[str]:
    """The best row of each leaderboard in one sentence."""
    for board in found:
        part = board.parts[0]
        column = next((n for n, head in enumerate(part.heads) if head.name == board.by), None)
        if column is None or not part.rows or part.rows[0][column].sort is None:
            continue
        row = part.rows[0]
        names = [shown(cell.text, 80) for head, cell in zip(part.heads, row, strict=True) if not head.is_number]
        more = f" ({', '.join(names[1:])})" if names[1:] else ""
        cell = row[column]
        within = f", 95 % interval {cell.interval}" if cell.interval else ""
        same = sum(one[column].sort == cell.sort for one in part.rows)
        whose = f"{names[0]}{more}" if same == 1 else f"{same} of {len(part.rows)} rows"
        yield f"{board.title}: the highest {board.by} on {part.name} is {cell.text}{within}, of {whose}."


def _links(found: Sequence[Board], views: Sequence[View]) -> Iterator[tuple[str, str]]:
    for board in found:
        yield board.name, "Leaderboard" if len(found) == 1 else f"Leaderboard: {board.title}"
    for view in views:
        yield view.name, view.title
