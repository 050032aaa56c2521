"""Tables as text of a terminal and as HTML of a notebook; rows as a reader gets them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from hayrick.report.layout import chosen, printable, table_lines, wrapped
from hayrick.report.tables import Table
from hayrick.types import BadInput
from hayrick.wording import counted

WIDTH = 100
"""Columns of a printed table and of notes."""


def text_of_tables(tables: Sequence[Table], notes: Sequence[str] = ()) -> str:
    """Main columns of tables as the command line prints them, then notes; see `report.layout`."""
    lines = [line for table in tables for line in _lines(table)]
    return "\n".join([*lines, *(line for note in notes for line in _prose(note, hang=2))])


def _lines(table: Table) -> Iterator[str]:
    part, n_left_out = chosen(table)
    yield from _prose(table.title)
    yield ""
    yield from table_lines(part, WIDTH)
    if n_left_out:
        yield f" {counted(n_left_out, 'more column')}: rows() has all values"
    yield ""


def _prose(text: str, hang: int = 0) -> Iterator[str]:
    for part in printable(text).split("\n"):
        first, *more = wrapped(part, WIDTH - hang)
        yield first
        yield from (" " * hang + line for line in more)


def html_of_tables(tables: Sequence[Table], notes: Sequence[str] = ()) -> str:
    """Main columns of tables, and notes, as HTML; everything is escaped."""
    shown = (chosen(table).table for table in tables)
    return "".join([*map(_html, shown), *(f"<p>{escape(note)}</p>" for note in notes)])


def own_row(row: Mapping[str, object]) -> dict[str, Any]:
    """A row that its reader may change, with all that is in it: no later reader sees it."""
    return {name: _own(value) for name, value in row.items()}


def _own(value: object) -> object:
    if isinstance(value, Mapping):
        return own_row(value)
    return [_own(one) for one in value] if isinstance(value, list) else value


def frame_of(rows: Sequence[Mapping[str, object]], columns: Sequence[str] = ()) -> Any:
    """Rows as a pandas DataFrame; what `tags` holds stands in columns `tag_...`.

    Args:
        rows: the rows.
        columns: those of a frame without rows.

    Raises:
        BadInput: pandas is not installed.
    """
    try:
        import pandas
    except ImportError:
        raise BadInput("to_frame", "no pandas", "pandas", "pip install pandas, or use rows().") from None
    return pandas.DataFrame.from_records(list(map(_flat, rows)), columns=None if rows else list(columns))


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
