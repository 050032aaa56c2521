"""The command convert, which brings haystacks into another layout."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from hayrick.cli.completion import names_or_files
from hayrick.cli.options import Command, by_ending
from hayrick.cli.terminal import OVERWRITE, FilePath, prints_no_table, progress, rows, say

if TYPE_CHECKING:
    from hayrick.harness.haystacks.convert import Target

_ENDINGS = {".json": "native", ".parquet": "parquet"}
_EPILOG = """\b
native    Hayrick's JSON: a file for each haystack, in the folder --out, or at --out where it ends in .json
summhay   the JSON of SummHay's release, likewise
parquet   one Parquet file, a row for each haystack (needs the extra parquet)
hf        a folder of Parquet files and a card, read by datasets.load_dataset and, as INPUT, by every command

\b
Examples:
  hayrick convert topic_news1.json --out mine.json
  hayrick convert topic_news1.json topic_news2.json --to hf --out news
  hayrick run news --system lead --judge local
  hayrick convert news --to summhay --out again
"""


@click.command("convert", cls=Command, epilog=_EPILOG)
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...", shell_complete=names_or_files())
@click.option(
    "--to",
    "given",
    type=click.Choice(["native", "summhay", "parquet", "hf"]),
    help="Layout to convert to; without it the end of the file's name decides: .json for native, or .parquet.",
)
@click.option("--out", type=FilePath(), required=True, help="File or folder to write; see below.")
@OVERWRITE
@prints_no_table
def convert_command(inputs: tuple[str, ...], given: Target | None, out: Path, overwrite: bool) -> None:
    """Convert haystacks to another layout.

    INPUT is a haystack: Hayrick's own JSON, a file of SummHay's release, a Parquet file with one haystack per row, a
    folder of haystacks, or hub:DATASET@REVISION. Every field comes along where the layout can hold it; what it cannot
    hold is said. All files are written, or none.
    """
    from hayrick.harness.haystacks.convert import convert

    to = cast("Target", by_ending(given, out, _ENDINGS, "--to native|summhay|hf for a folder"))
    with progress() as tell:
        found = convert(inputs, to, out, overwrite=overwrite, progress=tell)
    rows([{"file": str(path)} for path in found.files])
    documents = sum(len(one.documents) for one in found.haystacks)
    say(f"{_n(len(found.haystacks), 'haystack')} with {_n(documents, 'document')}, {_n(len(found.files), 'file')}.")
    for line in (*(found.lost or ["Everything was kept."]), *found.notes):
        say(line)
    say(f"Written to {out}{'' if out in found.files else '/'}.")
    if to == "hf":
        say(f"Read by 'hayrick run {out} ...', and in Python by datasets.load_dataset(\"{out}\").")


def _n(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
