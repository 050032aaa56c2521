"""The command ls, which lists run directories."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from hayrick.cli.options import Command
from hayrick.cli.terminal import FilePath, prints, rows, say, show
from hayrick.wording import listed

if TYPE_CHECKING:
    from hayrick.harness.reviewing.listing import Listed

_EPILOG = """\b
Examples:
  hayrick ls                                     run directories under the current folder
  hayrick ls runs --json
"""
_NAMED = 2
"""Tasks, systems, and places that cannot be read, that are named; --json has all."""


@click.command("ls", cls=Command, epilog=_EPILOG)
@click.argument("folder", type=FilePath(), default=Path(), metavar="[DIR]")
@prints
def ls_command(folder: Path) -> None:
    """List the run directories under a folder, newest first.

    For each: when it was written, its tasks, systems and judge, and the main measure of the best system over all data.
    """
    from hayrick.harness.reviewing.listing import MOST_FOLDERS, listing
    from hayrick.report.tables import Table

    found = listing(folder)
    best = [one.best._asdict() if one.best else None for one in found.runs]
    rows([{**one._asdict(), "best": of} for one, of in zip(found.runs, best, strict=True)], unread=found.unread)
    if found.runs:
        heads = [
            "folder",
            "written (UTC)",
            "command",
            "tasks",
            "systems",
            "judge",
            "best system",
            "measure",
            "n",
            "state",
        ]
        show(
            Table(
                "runs, newest first; percent with 95 % intervals", heads, [_cells(one) for one in found.runs], (1, 8)
            ).with_main("written (UTC)", "tasks", "best system", "measure", "state")
        )
    else:
        say(f"No run directory under {folder.absolute()}.")
    if found.unread:
        say(f"Left out, since they cannot be read: {listed(found.unread, _NAMED)}. Check their permissions.")
    if found.is_cut:
        say(f"Only {MOST_FOLDERS:,} folders were looked at: name a folder further down.")


def _cells(one: Listed) -> list[str]:
    best, n = ("-", "-"), "-"
    if one.best is not None:
        from hayrick.report.tables import interval
        from hayrick.types import Estimate

        estimate = Estimate(
            value=one.best.value,
            low=one.best.low,
            high=one.best.high,
            n=one.best.n,
            n_failed=0,
            n_unjudged=0,
            bounds=None,
            signature="",
        )
        value = interval(estimate, fraction=one.best.is_fraction)
        best, n = (f"{one.best.system} ({one.best.context})", f"{one.best.measure} {value}"), str(one.best.n)
    names = [listed(given, _NAMED) or "-" for given in (one.tasks, one.systems, one.judges)]
    return [one.folder, one.written, one.command, *names, *best, n, one.state]
