"""Tables as text of a terminal and as HTML of a notebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from hayrick.report.tables import Table
from hayrick.types import BadInput


def text_of_tables(tables: Sequence[Table], notes: Sequence[str] = ()) -> str:
    """Tables as the command line prints them where it is no terminal, then notes; control characters are replaced."""
    lines = [line for table in tables for line in _lines(table)]
    return "\n".join(map(printable, [*lines, *notes]))


def _lines(table: Table) -> list[str]:
    grid = [list(map(printable, row)) for row in (table.heads, *table.rows)]
    widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
    rows = [
        "   ".join(
            cell.rjust(width) if number in table.numbers else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in grid
    ]
    return [table.title, "", rows[0], "-" * (sum(widths) + 3 * (len(widths) - 1)), *rows[1:], ""]


def printable(text: str) -> str:
    """Text without control characters, so that names from files cannot control a terminal."""
    return "".join(one if one.isprintable() else "\ufffd" for one in text)


def html_of_tables(tables: Sequence[Table], notes: Sequence[str] = ()) -> str:
    """Tables and notes as HTML; everything is escaped."""
    return "".join([*map(_html, tables), *(f"<p>{escape(note)}</p>" for note in notes)])


def frame_of(rows: Sequence[Mapping[str, object]]) -> Any:
    """Rows as a pandas DataFrame; what `tags` holds stands in columns `tag_...`.

    Raises:
        BadInput: pandas is not installed.
    """
    try:
        import pandas
    except ImportError:
        raise BadInput("to_frame", "no pandas", "pandas", "pip install pandas, or use rows().") from None
    return pandas.DataFrame.from_records(list(map(_flat, rows)))


def _flat(row: Mapping[str, object]) -> dict[str, object]:
    tags = row.get("tags")
    own = {name: value for name, value in row.items() if name != "tags"}
    return {**own, **{f"tag_{name}": value for name, value in (tags if isinstance(tags, dict) else {}).items()}}


def _html(table: Table) -> str:
    heads = "".join(f"<th>{escape(one)}</th>" for one in table.heads)
    rows = "".join(
        "<tr>" + "".join(_cell(one, number in table.numbers) for number, one in enumerate(row)) + "</tr>"
        for row in table.rows
    )
    caption = f"<caption>{escape(table.title)}</caption>"
    return f"<table>{caption}<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


def _cell(text: str, is_number: bool) -> str:
    align = "right" if is_number else "left"
    return f'<td style="text-align: {align}">{escape(text)}</td>'
