"""Lays tables and prose out for a given width, so that every cell appears whole and no line of a table is wider.

A table is one grid if it fits; else several grids, each of which repeats the names; else a list of records, one line a
cell. Only the last column of a grid is ever wrapped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from hayrick.report.tables import Table

ALL = "all"
_GAP, _INDENT = 2, 1
_LEAST_TEXT = 30
"""Least width of a wrapped last column; a narrower one makes records of the table."""

_LEAST_COLUMNS = 2
"""Least number of columns beside the names in each grid but the last; fewer make records of the table."""

_TO_COPY = re.compile(r'(?:hayrick|make|pip|python|uv|uvx) |\{|"[^"]*": \{')
"""How a command or a line of a file begins, which is not broken at all."""

_PIECE = re.compile(r"'(?:hayrick|make|pip|python|uv|uvx) [^'\n]*'\S*|\S+")
"""A command in quotation marks, or a word: what is not broken between lines of prose."""


_NUMBER = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,15})?")


class Shown(NamedTuple):
    """The part of a table that is shown, and how many columns are left out."""

    table: Table
    n_left_out: int


def printable(text: str) -> str:
    """Replace control characters, so that names from files cannot control the terminal; a tab becomes a space."""
    return "".join(c if c.isprintable() or c == "\n" else " " if c == "\t" else "\ufffd" for c in text)


def chosen(table: Table, columns: Sequence[str] = ()) -> Shown:
    """The table with the columns that are asked for: their headings, `ALL`, or nothing for its main ones.

    Names, which are the columns before the first number, are always shown. Where it lacks some of the headings, which
    are those of another table, its main columns are shown, too.
    """
    everything = range(len(table.heads))
    if ALL in columns:
        return Shown(table, 0)
    wanted = {name.casefold() for name in columns}
    main = set(table.main or everything)
    has_all = wanted and wanted <= {plain(head).casefold() for head in table.heads}
    kept = [
        number
        for number in everything
        if number < _n_names(table)
        or plain(table.heads[number]).casefold() in wanted
        or (not has_all and number in main)
    ]
    heads, *rows = ([row[number] for number in kept] for row in (table.heads, *table.rows))
    numbers = [place for place, number in enumerate(kept) if number in table.numbers]
    part = table._replace(heads=heads, rows=rows, numbers=numbers, main=())
    return Shown(part, len(table.heads) - len(kept))


def values(table: Table) -> Iterator[dict[str, str | int | float]]:
    """Each row by headings, with cells that are plain numbers as numbers."""
    for row in table.rows:
        yield dict(zip(table.heads, map(_value, row), strict=True))


def _value(cell: str) -> str | int | float:
    digits = cell.replace(",", "")
    if not _NUMBER.fullmatch(digits):
        return cell
    return float(digits) if "." in digits else int(digits)


def table_lines(table: Table, width: int | None) -> list[str]:
    """Lines of a table without its title.

    Args:
        table: the table; all its columns are shown.
        width: columns of the terminal, at least 10; None for no limit.
    """
    heads, *rows = ([plain(cell) for cell in row] for row in (table.heads, *table.rows))
    table = table._replace(heads=heads, rows=rows)
    if (blocks := _blocks(table, width)) is not None:
        return [line for number, block in enumerate(blocks) for line in [*[""] * bool(number), *_grid(table, *block)]]
    return _records(table, width or 0)


def wrapped(text: str, width: int, *, is_cell: bool = False) -> list[str]:
    """Lines of a text broken at spaces, at least one.

    Args:
        text: white space counts as one space.
        width: of a line, in columns.
        is_cell: break words that are wider than a line; prose keeps them, commands, and lines of files whole.
    """
    if not is_cell and _TO_COPY.match(text):
        return [text]
    lines = [""]
    for piece in text.split() if is_cell else _PIECE.findall(text):
        if lines[-1] and cells(lines[-1]) + 1 + cells(piece) <= width:
            lines[-1] += f" {piece}"
            continue
        parts = list(_parts(piece, width)) if is_cell else [piece]
        lines = [*lines, *parts] if lines[-1] else [*lines[:-1], *parts]
    return lines


def cells(text: str) -> int:
    """Width of a text in columns of a terminal: wide characters take two."""
    from rich.cells import cell_len

    return cell_len(text)


def plain(cell: str) -> str:
    """A cell on one line, without control characters."""
    return " ".join(printable(cell).split())


def _parts(piece: str, width: int) -> Iterator[str]:
    """A word cut into pieces that fit; a character wider than the line stands alone."""
    part = ""
    for character in piece:
        if part and cells(part + character) > width:
            yield part
            part = ""
        part += character
    yield part


class _Block(NamedTuple):
    """Columns of one grid, and the width of each."""

    columns: Sequence[int]
    widths: Sequence[int]


def _n_names(table: Table) -> int:
    """Number of columns before the first number; at least one."""
    return max(1, min(table.numbers, default=len(table.heads)))


def _blocks(table: Table, width: int | None) -> list[_Block] | None:
    """The grids of a table; None if it has to be shown as records."""
    widths = [max(map(cells, column)) for column in zip(table.heads, *table.rows, strict=True)]
    everything = range(len(widths))
    room = None if width is None else width - _INDENT - sum(widths) - _GAP * (len(widths) - 1)
    if room is None or room >= 0:
        return [_Block(everything, widths)]
    last = widths[-1] + room
    if last >= _LEAST_TEXT and everything[-1] not in table.numbers:
        return [_Block(everything, [*widths[:-1], last])]
    names = list(range(_n_names(table)))
    left = (width or 0) - _INDENT - sum(widths[number] + _GAP for number in names) + _GAP
    found: list[list[int]] = []
    free = -1
    for number in everything[len(names) :]:
        needed = widths[number] + _GAP
        if needed > left:
            return None
        if needed > free:
            found.append([])
            free = left
        found[-1].append(number)
        free -= needed
    if not found or any(len(block) < _LEAST_COLUMNS for block in found[:-1]):
        return None
    return [_Block([*names, *block], [widths[number] for number in [*names, *block]]) for block in found]


def _grid(table: Table, columns: Sequence[int], widths: Sequence[int]) -> Iterator[str]:
    for row in (table.heads, None, *table.rows):
        if row is None:
            yield " " * _INDENT + (" " * _GAP).join("-" * width for width in widths)
            continue
        pieces = [[row[number]] for number in columns]
        pieces[-1] = wrapped(row[columns[-1]], widths[-1], is_cell=True)
        for line in range(len(pieces[-1])):
            shown = [piece[line] if line < len(piece) else "" for piece in pieces]
            padded = [
                _padded(text, width, number in table.numbers)
                for text, width, number in zip(shown, widths, columns, strict=True)
            ]
            yield (" " * _INDENT + (" " * _GAP).join(padded)).rstrip()


def _padded(text: str, width: int, is_number: bool) -> str:
    space = " " * (width - cells(text))
    return space + text if is_number else text + space


def _records(table: Table, width: int) -> list[str]:
    """A line for each cell, `heading  cell`; the cell stands below its heading where that leaves too little room."""
    deeper = _INDENT + _GAP
    start = deeper + max(map(cells, table.heads)) + _GAP
    widest = max((cells(word) for row in table.rows for cell in row for word in cell.split()), default=0)
    beside = start + min(widest, width // 2) <= width and start <= width // 2
    lines = []
    for number, row in enumerate(table.rows or [[""] * len(table.heads)]):
        lines += [""] * bool(number)
        for column, (head, cell) in enumerate(zip(table.heads, row, strict=True)):
            indent = deeper if column else _INDENT
            if beside:
                first, *more = wrapped(cell, width - start, is_cell=True)
                lines.append(_padded(" " * indent + head, start, is_number=False) + first)
                lines += [" " * start + line for line in more]
            else:
                below = wrapped(head, width - indent, is_cell=True)
                lines += [" " * indent + line for line in below]
                below = wrapped(cell, width - indent - _GAP, is_cell=True)
                lines += [" " * (indent + _GAP) + line for line in below]
    return [line.rstrip() for line in lines]
