"""The command cite, which replaces the citations of summaries."""

from __future__ import annotations

from pathlib import Path

import click

from hayrick.cli.completion import names_or_files
from hayrick.cli.options import Command
from hayrick.cli.terminal import (
    OVERWRITE,
    FilePath,
    attribution_option,
    paragraph,
    prints_no_table,
    progress,
    rows,
    say,
)
from hayrick.wording import counted

MANY = 10
"""Citations after for one before from which on a warning is printed. Of the 78 systems recorded in SummHay's release,
whose documents repeat each insight about ten times, the largest ratio is 6.9."""

_EPILOG = """\b
Examples:
  hayrick cite topic.json --summaries mine.jsonl --out cited.jsonl
  hayrick cite topic.json --summaries 'recorded:*gpt-4o' --out cited.jsonl
  hayrick cite documents.jsonl --summaries mine.jsonl --out cited.jsonl

\b
documents.jsonl   {"id": "...", "text": "..."}                  one document per line
mine.jsonl        {"subtopic": "...", "summary": "- A claim."}   one summary per line; omit subtopic without a haystack
cited.jsonl       bullets with id (their line in the reply), cites, by (the model that chose them), own_cites and
                  evidence (document, probability, sentence and its place)
"""


@click.command("cite", cls=Command, epilog=_EPILOG)
@click.argument("source", metavar="INPUT", shell_complete=names_or_files())
@click.option(
    "--summaries",
    required=True,
    shell_complete=names_or_files("systems"),
    help="JSONL file of summaries, or recorded[:PATTERN] for those stored in INPUT.",
)
@click.option("--out", type=FilePath(), required=True, help="JSONL file to write.")
@attribution_option("--model")
@OVERWRITE
@prints_no_table
def cite_command(source: str, summaries: str, out: Path, model: str, overwrite: bool) -> None:
    """Replace the citations of summaries by attribution.

    Attribution finds the documents that support each bullet. The text of the bullets is unchanged, and their previous
    citations are kept in the output. INPUT is a haystack or a JSONL file of documents.
    """
    from hayrick.harness.haystacks.citing import cite

    with progress() as tell:
        found = cite(source, summaries, out, model, tell, overwrite=overwrite)
    rows([found._asdict()])
    before, after = (number / max(found.bullets, 1) for number in (found.citations_before, found.citations_after))
    of = f"{counted(found.bullets, 'bullet')} of {counted(found.summaries, 'summary', 'summaries')}"
    paragraph(
        f"{of}; citations: {found.citations_before} before, {found.citations_after} after; "
        f"{before:.1f} and {after:.1f} a bullet on average."
    )
    for title, number in found.cited_by.items():
        paragraph(f"Cited by the {title}: {counted(number, 'bullet')}.")
    paragraph(f"Cited nothing: {counted(found.uncited, 'bullet')}, which no document supports well enough.")
    if found.citations_after > MANY * found.citations_before > 0:
        say(
            f"WARNING: {after / before:.0f} times as many citations as before. Attribution was made for documents that "
            "repeat each fact; where they do not, it adds documents on the same subject. The file has the sentence and "
            "the probability of each citation: read some."
        )
    say(f"Written to {out}.")
