"""What the commands share in talking to a terminal: tables, progress, one-line errors."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import Console

    from hayrick.report.tables import Table

Progress = Callable[[str, int, int], None]


def console() -> Console:
    """Standard output; wide enough for any table where it is no terminal; NO_COLOR is honoured."""
    from rich.console import Console

    class Piped(Console):
        def on_broken_pipe(self) -> None:
            """Leave it to `main`: rich itself would exit with status 1, which here means that the answer is no."""
            raise BrokenPipeError

    if sys.stdout.isatty():
        return Piped(highlight=False, soft_wrap=False)
    return Piped(highlight=False, width=400, color_system=None, force_terminal=False)


def show(table: Table) -> None:
    """Print a table."""
    from rich import box
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    for number, head in enumerate(table.heads):
        is_number = number in table.numbers
        grid.add_column(Text(head), justify="right" if is_number else "left", no_wrap=is_number, overflow="fold")
    for row in table.rows:
        # Names come from files: Text keeps them from being read as markup.
        grid.add_row(*(Text(printable(cell)) for cell in row))
    say(table.title)
    console().print(grid)


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
