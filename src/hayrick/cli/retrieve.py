"""The command retrieve."""

from __future__ import annotations

from pathlib import Path

import click

from hayrick.cli.terminal import OVERWRITE, FilePath, progress, say, show
from hayrick.types import BadInput

_EPILOG = """\b
Examples:
  hayrick retrieve topic.json --retriever bm25rm3 --retriever released:rerank3 --retriever sentences
  hayrick retrieve topic.json --retriever python:mine.py:score --budget-tokens 3000,15000 --out runs/r
  hayrick retrieve topic.json --retriever bm25rm3 --store --out runs/r
"""


def numbers(text: str, option: str) -> list[int]:
    """Whole numbers above 0, separated by commas.

    Raises:
        BadInput: anything else.
    """
    parts = [part.strip().replace("_", "") for part in text.split(",")]
    if not all(part.isascii() and part.isdigit() and 0 < len(part) < 10 and int(part) > 0 for part in parts):
        raise BadInput(option, f"'{text}'", "whole numbers above 0, separated by commas")
    return list(dict.fromkeys(int(part) for part in parts))


@click.command("retrieve", epilog=_EPILOG)
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option(
    "--retriever",
    "names",
    multiple=True,
    required=True,
    help="Repeatable; also full, sentences. See 'list retrievers'.",
)
@click.option("--budget-tokens", default="15000", show_default=True, help="cl100k tokens of context, N,N,...")
@click.option("--store", is_flag=True, help="Also write the haystacks with the scores in their 'retriever' field.")
@click.option("--out", type=FilePath(), help="Folder for TREC runs, qrels and retrieval.json.")
@OVERWRITE
def retrieve_command(
    inputs: tuple[str, ...], names: tuple[str, ...], budget_tokens: str, store: bool, out: Path | None, overwrite: bool
) -> None:
    """Measure retrievers and contexts under a token budget, without any model answering.

    nDCG@10 and the recall of relevant documents are over subtopics. The citation F1 that a context allows counts a
    document when any of it is shown, or only when the sentence that says the insight is.
    """
    from hayrick.harness.retrieving import retrieve
    from hayrick.report.tables import retrieval_table

    budgets = numbers(budget_tokens, "--budget-tokens")
    with progress() as tell:
        rows = retrieve(inputs, names, budgets, out, store=store, overwrite=overwrite, progress=tell)
    show(
        retrieval_table(
            [(r.retriever, r.budget_tokens, r.measure, r.interval, r.n) for r in rows if r.haystack is None]
        )
    )
    if out is not None:
        say(f"Written to {out}/.")
