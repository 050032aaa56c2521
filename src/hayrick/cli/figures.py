"""The command figures, which draws finished runs."""

from __future__ import annotations

from pathlib import Path

import click

from hayrick.cli.options import Command
from hayrick.cli.terminal import FilePath, prints_no_table, rows, say

_EPILOG = """\b
Example:
  hayrick run "helmet/json_kv?length=8k,32k" "helmet/cwe?length=8k,32k" --system openai/gpt-4o --out runs/a
  hayrick coverage "helmet/json_kv?length=8k,32k" "helmet/cwe?length=8k,32k" --out runs/needs
  hayrick figures runs/a runs/needs --out figures
"""


@click.command("figures", cls=Command, epilog=_EPILOG)
@click.argument("runs", nargs=-1, required=True, type=FilePath(), metavar="DIR...")
@click.option("--out", type=FilePath(), required=True, help="Folder for figures.json and the SVG files.")
@prints_no_table
def figures_command(runs: tuple[Path, ...], out: Path) -> None:
    """Draw scores by information coverage, by length, and by place in the context.

    DIR is the directory of a run, or of 'hayrick coverage' on the same tasks.
    """
    from hayrick.harness.reviewing.figures import FILE, figures
    from hayrick.records.fields import read_table

    written = figures(runs, out)
    rows(read_table(out / FILE), files=[str(out / name) for name in written])
    say(f"Written to {out}/: {', '.join(written)}.")
