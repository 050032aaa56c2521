"""Terminal output shared by all commands: tables, progress bars, printable text, and common options."""

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
"""Assumed width if output is not a terminal: wider than any table."""


def console() -> Console:
    """Standard output, wide enough for any table if it is not a terminal; respects NO_COLOR."""
    from rich.console import Console

    class Piped(Console):
        def on_broken_pipe(self) -> None:
            """Leave it to `main`: rich itself would exit with status 1, which means "the check failed" here."""
            raise BrokenPipeError

    if sys.stdout.isatty():
        return Piped(highlight=False, soft_wrap=False)
    return Piped(highlight=False, width=_NO_TERMINAL, color_system=None, force_terminal=False)


def show(table: Table) -> None:
    """Print a table; one wider than the terminal is split into blocks, each of which repeats the name columns."""
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
            # Names come from files: `Text` prevents their interpretation as markup.
            grid.add_row(*(Text(printable(row[number])) for number in columns))
        to.print(grid)


_NAME_WIDTH = 26
"""Width at which name columns are folded if a table is split into blocks."""

_GAP = 3
"""Characters of padding per column."""


def _blocks(table: Table, width: int) -> list[Sequence[int]]:
    """Column numbers of each block: a single block if all fit, else all name columns and as many others as fit.

    Where the names leave no room, only the first column is repeated, and the other names are among the others.
    """
    everything = range(len(table.heads))
    whole = sum(_width(table, number) + _GAP for number in everything)
    numbers = [number for number in everything if number in table.numbers]
    if whole <= width or not numbers:
        return [everything]
    names = [number for number in everything if number not in table.numbers]
    widths = [_width(table, number, None if number in numbers else _NAME_WIDTH) + _GAP for number in everything]
    left = width - sum(widths[number] for number in names)
    if left < max(widths[number] for number in numbers) and len(names) > 1:
        names, numbers = names[:1], [number for number in everything if number != names[0]]
        left = width - widths[names[0]]
    blocks: list[list[int]] = []
    room = 0
    for number in numbers:
        needed = widths[number]
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


def say_json(rows: Sequence[object], **more: object) -> None:
    """Print rows as a results file has them: `{"schema": 1, "rows": [...]}`, with further keys."""
    from hayrick.records.fields import table
    from hayrick.records.files import to_json
    from hayrick.records.values import json_value

    found: Any = json_value([*rows])
    click.echo(to_json({**table(found), **more}))


def paragraph(text: str, indent: int = 0) -> None:
    """Print a text wrapped at words, every line of it indented by so many columns."""
    from rich.text import Text

    if not text:
        click.echo()
        return
    to = console()
    width = max(_LEAST_TEXT, min(to.width, _TEXT) - indent)
    for line in Text(printable(" ".join(text.split()))).wrap(to, width):
        click.echo(" " * indent + line.plain.rstrip())


_LEAST_TEXT, _TEXT = 20, 100
"""Least and greatest width of a paragraph, in columns."""


def printable(text: str) -> str:
    """Replace control characters, so that names from files cannot control the terminal."""
    return "".join(c if c.isprintable() or c == "\n" else "\ufffd" for c in text)


@contextmanager
def progress() -> Iterator[Progress]:
    """A progress bar if standard error is a terminal, else nothing."""
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
    "--overwrite", is_flag=True, help="Replace existing files, except those that the command reads."
)
"""Option of the commands that write files of the user's choice."""


def attribution_option(flag: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Option for the models of attribution; the default is `attribution.DEFAULT`, which is not imported for help."""
    return click.option(
        flag,
        default="trained,threshold",
        show_default=True,
        help="Models of attribution, asked in turn until one cites anything: trained, threshold (untrained rule), "
        "dense:MODEL (sentence embeddings, needs hayrick[dense]), or a model file.",
    )


class FilePath(click.Path):
    """A path; rejects an empty one, which usually comes from an unset shell variable."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Convert an argument to a path."""
        if value == "":
            self.fail("an empty path; expected a file or folder", param, ctx)
        return super().convert(value, param, ctx)
