"""The command cite."""

from __future__ import annotations

from pathlib import Path

import click

from hayrick.cli.terminal import OVERWRITE, FilePath, progress, say

_EPILOG = """\b
Examples:
  hayrick cite topic.json --summaries mine.jsonl --out cited.jsonl
  hayrick cite topic.json --summaries 'recorded:*gpt-4o' --out cited.jsonl
  hayrick cite documents.jsonl --summaries mine.jsonl --out cited.jsonl

\b
documents.jsonl   {"id": "...", "text": "..."}                  a document a line
mine.jsonl        {"subtopic": "...", "summary": "- A claim."}   a summary a line; without a haystack no subtopic
cited.jsonl       the bullets with cites, own_cites, and evidence: document, probability, sentence and its place
"""


@click.command("cite", epilog=_EPILOG)
@click.argument("source", metavar="INPUT")
@click.option("--summaries", required=True, help="A JSONL file of summaries, or recorded[:PATTERN].")
@click.option("--out", type=FilePath(), required=True, help="The JSONL file to write.")
@click.option(
    "--model", default="trained", show_default=True, help="trained, threshold (untrained rule), or a model file."
)
@OVERWRITE
def cite_command(source: str, summaries: str, out: Path, model: str, overwrite: bool) -> None:
    """Replace the citations of summaries by attribution: each claim cites the documents that support it.

    The text of the bullets stays as it is; the citations that they had are kept beside the new ones. INPUT is a
    haystack, or a JSONL file of documents.
    """
    from hayrick.harness.citing import cite

    with progress() as tell:
        found = cite(source, summaries, out, model, tell, overwrite=overwrite)
    say(
        f"{found.bullets} bullets of {found.summaries} summaries: {found.citations_before} citations before, "
        f"{found.citations_after} after; {found.uncited} bullets are supported by no document and cite nothing."
    )
    say(f"Written to {out}.")
