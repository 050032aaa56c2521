"""What all commands print with: tables, prose, JSON, and the options that say how much of it."""

from __future__ import annotations

import functools
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from hayrick.cli.options import Declared, option, options
from hayrick.protocols import Progress, silent
from hayrick.report.layout import printable
from hayrick.suggestions import did_you_mean
from hayrick.wording import counted

if TYPE_CHECKING:
    from hayrick.report.tables import Table

F = TypeVar("F", bound=Callable[..., Any])
_TEXT = 100
"""Greatest width of prose, in columns."""

_STATUS: ContextVar[list[int]] = ContextVar("status")
"""Status of a command whose reader leaves before it has printed everything."""


@contextmanager
def answering() -> Iterator[list[int]]:
    """Begin a command; yields a list whose last entry is the status that its answer has so far."""
    known = [0]
    token = _STATUS.set(known)
    try:
        yield known
    finally:
        _STATUS.reset(token)


def answer_no() -> None:
    """Note, before anything is printed, that the answer is no: status 1 holds even if nobody reads the reasons."""
    if (known := _STATUS.get(None)) is not None:
        known.append(1)


@dataclass(slots=True, kw_only=True)
class Output:
    """How a command prints, and what it has found so far.

    Args:
        columns: headings of columns to show, or "all"; none for the main ones.
        quiet: print tables and results only: no notes, no progress.
        as_json: print `found` and the notes at the end as one JSON object, and nothing else.
        found: the content of the command's results file.
        notes: for readers.
        heads: headings of all columns of the tables that were shown.
        is_apart: whether nothing, or a blank line, was printed last.
    """

    columns: Sequence[str] = ()
    quiet: bool = False
    as_json: bool = False
    found: dict[str, object] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    heads: dict[str, None] = field(default_factory=dict)
    is_apart: bool = True


_OUTPUT: ContextVar[Output | None] = ContextVar("output", default=None)


def output() -> Output:
    """How the command that runs now prints."""
    return _OUTPUT.get() or Output()


def width() -> int | None:
    """Columns of the terminal, at least 20; None if standard output is not a terminal, so that no line is broken."""
    return max(20, shutil.get_terminal_size().columns) if sys.stdout.isatty() else None


def show(table: Table) -> None:
    """Print the columns of a table that are asked for, and how many there are besides; see `report.layout`."""
    from hayrick.report.layout import chosen, plain, table_lines

    to = output()
    to.heads.update(dict.fromkeys(map(plain, table.heads)))
    if to.as_json:
        return
    part, n_left_out = chosen(table, to.columns)
    if not to.is_apart:
        _print("")
    for line in table.title.split("\n"):
        _prose(line)
    _print("\n".join(["", *table_lines(part, width())]))
    if n_left_out and not to.quiet:
        _print(f" {counted(n_left_out, 'more column')}: --columns all")
    _print("")


def say(text: str, indent: int = 0) -> None:
    """Print a note, wrapped at words on a terminal; --json collects notes, --quiet drops them."""
    to = output()
    if to.as_json:
        to.notes += [text] * bool(text)
    elif not to.quiet:
        _prose(text, indent, hang=2)


def paragraph(text: str, indent: int = 0) -> None:
    """Print a part of the result that is prose; --json leaves it to the rows."""
    if not output().as_json:
        _prose(text, indent)


def verbatim(text: str) -> None:
    """Print a text to copy, such as a script or a prompt, without breaking its lines."""
    if not output().as_json:
        _print(printable(text))


def result(found: Mapping[str, object]) -> None:
    """Give the content of the results file, which --json prints; keys of several calls are put together."""
    output().found.update(found)


def rows(found: Sequence[object], **more: object) -> None:
    """Give rows as a results file has them, `{"schema": 1, "rows": [...]}`, with further keys."""
    from hayrick.records.fields import table
    from hayrick.records.values import json_value

    value: Any = json_value([*found])
    result({**table(value), **more})


def _print(text: str) -> None:
    """Print in the encoding of the stream, which click would replace; at once, so that logs keep its order."""
    output().is_apart = not text
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _prose(text: str, indent: int = 0, hang: int = 0) -> None:
    """Print a text; on a terminal all lines are indented, and those after the first by `hang` more."""
    from hayrick.report.layout import wrapped

    columns = width()
    if columns is None:
        _print(" " * indent * bool(text) + printable(text))
        return
    for part in printable(text).split("\n"):
        for number, line in enumerate(wrapped(part, max(20, min(columns, _TEXT) - indent - hang))):
            _print((" " * (indent + hang * bool(number)) + line).rstrip())


_HEADING = "Printing"
_COLUMNS = option(
    "--columns",
    heading=_HEADING,
    default="",
    metavar="NAMES",
    help="Columns of tables to show beside the names: headings separated by commas, or all; by default the main ones.",
)
_JSON = option(
    "--json",
    "as_json",
    heading=_HEADING,
    is_flag=True,
    help="Print all rows and notes as one JSON object instead of tables.",
)
_QUIET = option(
    "--quiet", heading=_HEADING, is_flag=True, help="Print no notes and no progress: tables and errors only."
)


def prints(command: F) -> F:
    """Add --json, --quiet and, for tables, --columns to a command; what it prints follows them."""
    return options((_COLUMNS, _JSON, _QUIET))(_printing(command))


def prints_no_table(command: F) -> F:
    """Add --json and --quiet to a command."""
    return options((_JSON, _QUIET))(_printing(command))


def _printing(command: F) -> F:
    @functools.wraps(command)
    def run(*args: Any, as_json: bool, quiet: bool, columns: str = "", **more: Any) -> Any:
        wanted = [name.strip() for name in columns.split(",") if name.strip()]
        with printing(Output(columns=wanted, quiet=quiet, as_json=as_json)):
            return command(*args, **more)

    return run  # type: ignore[return-value]


@contextmanager
def printing(to: Output) -> Iterator[None]:
    """Print in this way; at the end the JSON, also where the answer of the command is "no", but not after an error."""
    before = _OUTPUT.set(to)
    try:
        yield
    except click.exceptions.Exit:
        _end(to)
        raise
    else:
        _end(to)
    finally:
        _OUTPUT.reset(before)


def _end(to: Output) -> None:
    known = {head.casefold() for head in to.heads}
    for name in to.columns:
        if to.heads and name != "all" and name.casefold() not in known:
            near = did_you_mean(name, to.heads)
            found = f"no table has '{name}'; there are {', '.join(to.heads)}. {near}".rstrip()
            click.echo(f"hayrick: --columns: {found}", err=True)
    if to.as_json:
        from hayrick.records.fields import table
        from hayrick.records.write_files import to_json

        _print(to_json({**table([]), **to.found, "notes": to.notes}))


@contextmanager
def progress() -> Iterator[Progress]:
    """Tells standard error how far a command is: a bar on a terminal, a line now and then elsewhere, or nothing."""
    if output().quiet:
        yield silent
        return
    from hayrick.cli.progress import bar, lines

    with bar() if sys.stderr.isatty() else lines(sys.stderr) as tell:
        yield tell


OVERWRITE = click.option(
    "--overwrite", is_flag=True, help="Replace existing files, except those that the command reads and those of a run."
)
"""Option of the commands that write files of the user's choice."""


def attribution_option(flag: str, heading: str = "") -> Declared:
    """Option for the models of attribution; the default is `attribution.DEFAULT`, which is not imported for help."""
    return option(
        flag,
        heading=heading,
        default="trained,threshold",
        show_default=True,
        help="Models of attribution, asked in turn until one cites anything: trained, threshold (untrained rule), "
        "dense:MODEL (sentence embeddings, needs the extra dense), or a model file.",
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
