"""A report for other programs: every cell of every table as CSV, and everything but the figures as JSON."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping

from hayrick.page.content import Content
from hayrick.page.views import View
from hayrick.report.export import in_spreadsheet
from hayrick.report.tables import ABSENT, Table

COLUMNS = ("view", "table", "row", "names", "column", "text", "value", "low", "high")
_NUMBER = r"-?[0-9]{1,15}(?:\.[0-9]{1,15})?"
_CELL = re.compile(rf"\$?({_NUMBER})(?: \[({_NUMBER}), ({_NUMBER})\])?")


def flat(content: Content) -> str:
    """CSV with a line for each cell: where it stands, its text, and its value with the interval if it has any.

    First comes the view `facts`, with what was evaluated, what files lack and notes on the runs.

    `names` holds the cells of the row that name it, which are columns of their own too; `row` counts from 1. Values are
    as shown: percent where the column's are.
    """
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    told = [*map(list, content.facts), *(["Note", one] for one in content.notes)]
    facts = Table("What the report is on", ["about", "text"], told, (1,))
    for view in [View("facts", content.title, "", (), (facts,)), *_views(content)]:
        for table in view.tables:
            writer.writerows(_cells(view, table))
    return stream.getvalue()


def value(content: Content) -> Mapping[str, object]:
    """JSON value; tables have all their columns."""
    return {
        "schema": 1,
        "title": content.title,
        "version": content.version,
        "facts": [{"name": name, "text": text} for name, text in content.facts],
        "views": [
            {
                "name": view.name,
                "title": view.title,
                "text": view.text,
                "figures": [{"name": one.name, "alt": one.alt} for one in view.figures],
                "tables": [_table(one) for one in view.tables],
            }
            for view in _views(content)
        ],
        "methods": list(content.methods),
        "notes": list(content.notes),
    }


def _views(content: Content) -> Iterator[View]:
    if content.changes is not None:
        yield content.changes
    yield from content.views


def _table(table: Table) -> dict[str, object]:
    rows = [list(row) for row in table.rows]
    return {"title": table.title, "heads": list(table.heads), "numbers": list(table.numbers), "rows": rows}


def _cells(view: View, table: Table) -> Iterator[list[object]]:
    n_names = min([*table.numbers, len(table.heads)])
    for number, row in enumerate(table.rows, start=1):
        names = " / ".join(one for one in row[:n_names] if one)
        for place, (head, cell) in enumerate(zip(table.heads, row, strict=True)):
            found = _CELL.fullmatch(cell if "[" in cell else cell.replace(",", "")) if place in table.numbers else None
            where = [in_spreadsheet(one) for one in (view.name, table.title, number, names, head)]
            text = "" if cell == ABSENT else cell if found else in_spreadsheet(cell)
            yield [*where, text, *(found.groups("") if found else ("", "", ""))]
