"""How options are declared: under headings, in groups that a command chooses from; and how lists are read."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from hayrick.ranges import MOST, WHOLE
from hayrick.types import BadInput

F = TypeVar("F", bound=Callable[..., Any])
Declared = Callable[[Callable[..., Any]], Callable[..., Any]]
"""One option, as `option` declares it: what a command is decorated with."""

_USUAL = "Options"


class Headed(click.Option):
    """An option that stands under a heading of its command's help.

    Args:
        heading: of the help; that of options without one if empty.
        given: as of `click.Option`.
    """

    def __init__(self, *given: Any, heading: str = "", **more: Any) -> None:
        super().__init__(*given, **more)
        self.heading = heading


class NumberRange(click.FloatRange):
    """A finite number in a range; click alone takes nan, which no bound excludes, and inf where one end is open."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """See click.FloatRange."""
        found = super().convert(value, param, ctx)
        if not math.isfinite(found):
            self.fail(f"'{value}' is not a finite number.", param, ctx)
        return found


class WholeRange(click.IntRange):
    """A whole number in a range that `hayrick.ranges` declares; help names no end that none comes near.

    Args:
        name: of the range.
    """

    def __init__(self, name: str) -> None:
        self.most = WHOLE[name].most
        super().__init__(WHOLE[name].least, self.most if self.most < MOST else None)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """See click.IntRange."""
        found = super().convert(value, param, ctx)
        if found > self.most:
            self.fail(f"{value} is not in the range {self.min}<=x<={self.most}.", param, ctx)
        return found


class Command(click.Command):
    """A command whose help lists its options under headings, in the order in which they are declared."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, those without a heading first."""
        found: dict[str, list[tuple[str, str]]] = {_USUAL: []}
        for one in self.get_params(ctx):
            record = one.get_help_record(ctx) if isinstance(one, click.Option) else None
            if record is not None:
                found.setdefault(getattr(one, "heading", "") or _USUAL, []).append(record)
        for heading, rows in found.items():
            with formatter.section(heading):
                formatter.write_dl(rows)


PROCESSES = click.option(
    "--processes",
    type=WholeRange("processes"),
    default=1,
    show_default=True,
    help="Number of processes that share the work that asks no model, this one included; the results are the same.",
)
"""Option of the commands whose own work is long."""


def option(*names: str, heading: str = "", **given: Any) -> Declared:
    """Declare an option under a heading; everything else is as of `click.option`."""
    return click.option(*names, cls=Headed, heading=heading, **given)


def options(*groups: Sequence[Declared]) -> Callable[[F], F]:
    """Add groups of options to a command, in this order."""

    def add(command: F) -> F:
        for one in reversed([one for group in groups for one in group]):
            command = one(command)  # type: ignore[assignment]
        return command

    return add


def checker_options(high: float) -> list[Declared]:
    """Declare the options of a command that checks what documents state; `high` is the default of --high."""
    checker = "local, or a model that is asked about cases unclear to local."
    bounds = (("--low", "Lowest", 0.05), ("--high", "Highest", high))
    return [
        click.option("--checker", default="local", show_default=True, help=checker),
        *(
            click.option(
                name,
                type=NumberRange(0, 1),
                default=default,
                show_default=True,
                help=f"{which} probability at which a model is asked.",
            )
            for name, which, default in bounds
        ),
    ]


def most_shown(what: str) -> Declared:
    """Declare how many of the pairs that a person should look at a command prints; `what` says which."""
    return click.option(
        "--show", "most", type=click.IntRange(min=0), default=10, show_default=True, help=f"Number of {what}."
    )


def used_with(what: str, names: Collection[str]) -> None:
    """Reject options of the command that runs, where what would use them was not given.

    Args:
        what: would use them.
        names: of the options' values.

    Raises:
        click.UsageError: one of them was given.
    """
    ctx = click.get_current_context()
    for one in ctx.command.params:
        if one.name in names and ctx.get_parameter_source(one.name) is not ParameterSource.DEFAULT:
            raise click.UsageError(f"{one.opts[0]} is used with {what} only.")


def by_ending(given: str | None, out: Path, endings: Mapping[str, str], others: str) -> str:
    """What an option names; where it is absent, what the ending of a file to write says.

    Args:
        given: value of the option; None if absent.
        out: the file.
        endings: ending -> value.
        others: the option with what has no ending, for the error.

    Raises:
        BadInput: it is absent, and no value has this ending.
    """
    found = given or endings.get(out.suffix.lower())
    if found is None:
        what = f"the ending '{out.suffix}'" if out.suffix else "no ending"
        raise BadInput(f"--out {out}", what, f"one of {', '.join(endings)}", f"Choose one of them, or give {others}.")
    return found


def numbers(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, ...]:
    """Parse sizes of contexts, whole numbers separated by commas; duplicates are dropped. None are given: none.

    Raises:
        BadInput: it is anything else.
    """
    parts = [part.strip().replace("_", "") for part in value.split(",")] if value is not None else []
    found = [int(part) for part in parts if part.isascii() and part.isdigit() and len(part) < 20]
    least, most = WHOLE["budgets"]
    if len(found) < len(parts) or not all(least <= one <= most for one in found):
        raise BadInput(param.opts[0], f"'{value}'", "whole numbers above 0, separated by commas")
    return tuple(dict.fromkeys(found))


def words_of(known: Sequence[str]) -> Callable[[click.Context, click.Parameter, str | None], tuple[str, ...]]:
    """A parser of words of a list, separated by commas; duplicates are dropped. It raises BadInput for any other."""

    def words(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[str, ...]:
        found = tuple(dict.fromkeys(part.strip() for part in (value or "").split(",") if part.strip()))
        for one in found:
            if one not in known:
                raise BadInput(param.opts[0], f"'{one}'", ", ".join(known))
        return found

    return words
