"""What the commands share in talking to a terminal: tables, progress, one-line errors."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console

    from hayrick.report.tables import Table

Progress = Callable[[str, int, int], None]
_NO_TERMINAL = 10_000
"""Width of what is no terminal: wider than any table."""


def console() -> Console:
    """Standard output; wide enough for any table where it is no terminal; NO_COLOR is honoured."""
    from rich.console import Console

    class Piped(Console):
        def on_broken_pipe(self) -> None:
            """Leave it to `main`: rich itself would exit with status 1, which here means that the answer is no."""
            raise BrokenPipeError

    if sys.stdout.isatty():
        return Piped(highlight=False, soft_wrap=False)
    return Piped(highlight=False, width=_NO_TERMINAL, color_system=None, force_terminal=False)


def show(table: Table) -> None:
    """Print a table; one that is wider than the terminal in blocks, each of which repeats the names."""
    from rich import box
    from rich.table import Table as Grid
    from rich.text import Text

    to = console()
    say(table.title)
    for columns in _blocks(table, to.width):
        grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
        for number in columns:
            is_number = number in table.numbers
            widest = None if is_number else _NAME_WIDTH
            grid.add_column(
                Text(table.heads[number]),
                justify="right" if is_number else "left",
                no_wrap=is_number,
                overflow="fold",
                min_width=_width(table, number, widest) if is_number or columns != range(len(table.heads)) else None,
                max_width=widest if columns != range(len(table.heads)) else None,
            )
        for row in table.rows:
            # Names come from files: Text keeps them from being read as markup.
            grid.add_row(*(Text(printable(row[number])) for number in columns))
        to.print(grid)


_NAME_WIDTH = 26
"""Columns of names are folded at this width where a table must be cut into blocks."""

_GAP = 3
"""Columns that a table's padding takes for each of its own."""


def _blocks(table: Table, width: int) -> list[Sequence[int]]:
    """Numbers of the columns of each block: all in one where they fit, else all names and as many others as fit."""
    everything = range(len(table.heads))
    whole = sum(_width(table, number) + _GAP for number in everything)
    numbers = [number for number in everything if number in table.numbers]
    if whole <= width or not numbers:
        return [everything]
    names = [number for number in everything if number not in table.numbers]
    left = width - sum(_width(table, number, _NAME_WIDTH) + _GAP for number in names)
    blocks: list[list[int]] = []
    room = 0
    for number in numbers:
        needed = _width(table, number) + _GAP
        if not blocks or needed > room:
            blocks.append([*names])
            room = left
        blocks[-1].append(number)
        room -= needed
    return list(blocks)


def _width(table: Table, number: int, most: int | None = None) -> int:
    from rich.cells import cell_len

    widest = max(cell_len(cell) for cell in (table.heads[number], *(row[number] for row in table.rows)))
    return widest if most is None else min(widest, most)


def say(line: str) -> None:
    """Print one line."""
    click.echo(printable(line))


def printable(text: str) -> str:
    """Text without control characters, so that names from files cannot steer the terminal."""
    return "".join(c if c.isprintable() or c == "\n" else "\ufffd" for c in text)


@contextmanager
def progress() -> Iterator[Progress]:
    """A progress bar on a terminal's standard error; silent elsewhere."""
    if not sys.stderr.isatty():
        yield lambda what, done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("reading", total=None)

        def tell(what: str, done: int, total: int) -> None:
            bar.update(task, description=printable(what)[:40], completed=done, total=total)

        yield tell


OVERWRITE = click.option(
    "--overwrite", is_flag=True, help="Replace files that exist already. A file that the command reads never is."
)
"""Option of the commands whose outputs are files of the user's choice."""


class FilePath(click.Path):
    """A path; an empty one, such as an unset variable of the shell gives, is refused."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Path of a word."""
        if value == "":
            self.fail("an empty path; expected a file or folder", param, ctx)
        return super().convert(value, param, ctx)
