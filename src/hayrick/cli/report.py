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
  hayrick report runs/before runs/a --out changes.md      for a pull request: what changed, then all tables
  hayrick report runs/a --out tables.tex --figures figures  for a paper: tables, and charts as SVG files
"""


@click.command("report", cls=Command, epilog=_EPILOG)
@click.argument("folders", nargs=-1, required=True, type=FilePath(), metavar="DIR...")
@click.option("--out", type=FilePath(), required=True, help="The file to write; its name ends as --format says.")
@click.option(
    "--format",
    "kind",
    type=click.Choice(["html", "md", "csv", "latex", "json"]),
    help="What to write; without it the end of the file's name decides: .html, .md, .csv, .tex or .json. "
    "All but html have tables and the methods section, without single answers.",
)
@click.option("--figures", type=FilePath(), help="Folder where every chart is also written as an SVG file.")
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
def report_command(
    folders: tuple[Path, ...],
    out: Path,
    kind: str | None,
    figures: Path | None,
    title: str,
    data: tuple[str, ...],
    overwrite: bool,
) -> None:
    """Write a report that opens in any browser, offline; or its tables as Markdown, CSV, LaTeX or JSON.

    DIR is a finished directory of run, validate, meta, retrieve, verify or experiment. The report has leaderboards,
    charts, a methods section, and every single answer with its judgement, its citations and the documents. Of two runs
    every format also says what changed from the first to the second.
    """
    from hayrick.harness.reviewing.pages import HTML, PageRequest, format_of, write_page

    request = PageRequest(
        folders=folders,
        out=out,
        title=title,
        data=data,
        overwrite=overwrite,
        format=kind or format_of(out, "--out"),
        figures=figures,
    )
    for note in write_page(request):
        say(note)
    n = out.stat().st_size
    rows([{"file": str(out), "bytes": n}])
    size = f"{n / 1e6:.1f} MB" if n >= 100_000 else f"{n / 1e3:.0f} kB"
    say(f"Written to {out} ({size}).{' Open it in a browser.' if request.format == HTML else ''}")
