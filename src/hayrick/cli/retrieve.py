"""The command retrieve, which measures retrievers."""

from __future__ import annotations

from pathlib import Path

import click

from hayrick.cli.completion import names
from hayrick.cli.model_options import attempts
from hayrick.cli.options import PROCESSES, Command, numbers, options, used_with
from hayrick.cli.terminal import OVERWRITE, FilePath, prints, progress, result, say, show

_EPILOG = """\b
Examples:
  hayrick retrieve topic.json --retriever bm25rm3 --retriever released:rerank3 --retriever sentences
  hayrick retrieve topic.json --retriever python:mine.py:score --budget-tokens 3000,15000 --out runs/r
  hayrick retrieve topic.json --retriever bm25rm3 --store --out runs/r
"""


@click.command("retrieve", cls=Command, epilog=_EPILOG)
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option(
    "--retriever",
    "names",
    shell_complete=names("retrievers"),
    multiple=True,
    required=True,
    help="Retriever, full, or sentences; repeatable. See 'hayrick list retrievers'.",
)
@click.option(
    "--budget-tokens",
    "budgets",
    metavar="N,N,...",
    callback=numbers,
    default="15000",
    show_default=True,
    help="Context size in cl100k tokens; each is measured.",
)
@click.option("--store", is_flag=True, help="Also write the haystacks with the scores in the field 'retriever'.")
@click.option("--out", type=FilePath(), help="Output folder for TREC runs, qrels and retrieval.json.")
@PROCESSES
@OVERWRITE
@options(attempts(seconds=60, retries=3))
@prints
def retrieve_command(
    inputs: tuple[str, ...],
    names: tuple[str, ...],
    budgets: tuple[int, ...],
    store: bool,
    out: Path | None,
    processes: int,
    overwrite: bool,
    seconds: int,
    retries: int,
) -> None:
    """Measure retrievers and contexts under a token budget.

    No model is asked for answers. Reports nDCG@10 and recall of relevant documents over subtopics, and the best
    citation F1 that a context allows: a document counts if any of it is shown, or only if the sentence that states the
    insight is shown. Of several retrievers, each is compared with the first on the same subtopics.
    """
    from hayrick.harness.haystacks.retrieving import RetrievalRequest, retrieval_json, retrieve
    from hayrick.report.retrieval import (
        DIFFERENCES_NOTE,
        differences_table,
        flat_differences_note,
        retrieval_table,
    )
    from hayrick.retrieval.catalogue import asks_endpoint

    if not any(map(asks_endpoint, names)):
        used_with("a reranker behind an endpoint", ("seconds", "retries"))
    if out is None:
        used_with("--out", ("overwrite",))
    request = RetrievalRequest(
        inputs=inputs,
        retrievers=names,
        budgets=budgets,
        store=store,
        overwrite=overwrite,
        processes=processes,
        seconds=seconds,
        retries=retries,
    )
    with progress() as tell:
        found = retrieve(request, out, tell)
    result(retrieval_json(found))
    show(
        retrieval_table(
            [(r.retriever, r.budget_tokens, r.measure, r.interval, r.n) for r in found.rows if r.haystack is None]
        )
    )
    if found.differences:
        show(
            differences_table(
                [
                    (d.retriever, d.baseline, d.budget_tokens, d.measure, d.paired, d.p_adjusted)
                    for d in found.differences
                ]
            )
        )
        say(DIFFERENCES_NOTE)
        if flat := flat_differences_note((d.measure, d.paired) for d in found.differences):
            say(flat)
    for note in found.notes:
        say(note)
    if out is not None:
        say(f"Written to {out}/.")
