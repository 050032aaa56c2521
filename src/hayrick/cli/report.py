"""The command report, which shows finished directories in one file."""

from __future__ import annotations

from pathlib import Path

import click

from hayrick.cli.options import Command
from hayrick.cli.terminal import OVERWRITE, FilePath, prints_no_table, rows, say

_EPILOG = """\b
Examples:
  hayrick report runs/a --out report.html                 one run: scores, and every single answer
  hayrick report runs/a runs/b --out report.html          two runs in one report
  hayrick report runs/a runs/validated --out report.html  with the figures of the judge
  hayrick report runs/a --input moved/topic.json --out report.html
"""


@click.command("report", cls=Command, epilog=_EPILOG)
@click.argument("folders", nargs=-1, required=True, type=FilePath(), metavar="DIR...")
@click.option("--out", type=FilePath(), required=True, help="The HTML file to write.")
@click.option("--title", default="", help="Heading of the report; the names of the directories if absent.")
@click.option(
    "--input",
    "data",
    multiple=True,
    help="Where the data of a run are now, if they have moved: a haystack, or a task with its parameters; "
    "repeatable. Their content must be the same.",
)
@OVERWRITE
@prints_no_table
def report_command(folders: tuple[Path, ...], out: Path, title: str, data: tuple[str, ...], overwrite: bool) -> None:
    """Write a report that opens in any browser, offline.

    DIR is a finished directory of run, validate, meta, retrieve, verify or experiment. The report has leaderboards,
    charts, a methods section, and every single answer with its judgement, its citations and the documents.
    """
    from hayrick.harness.pages import PageRequest, write_page

    for note in write_page(PageRequest(folders=folders, out=out, title=title, data=data, overwrite=overwrite)):
        say(note)
    rows([{"file": str(out), "bytes": out.stat().st_size}])
    say(f"Written to {out} ({out.stat().st_size / 1e6:.1f} MB). Open it in a browser.")
