"""The command coverage, which measures how much of the context tasks need."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from hayrick.cli.completion import names, names_or_files
from hayrick.cli.judge_options import REPLIES_OF_JUDGES
from hayrick.cli.model_options import CALLS, SAMPLING, model_options
from hayrick.cli.options import Command, WholeRange, options
from hayrick.cli.terminal import FilePath, prints, progress, rows, say, show

_EPILOG = """\b
Examples:
  hayrick coverage "helmet/json_kv?length=8k" "ethic/recalling?book=emma.txt&together=16"
  hayrick coverage mine.jsonl --out runs/needs
  hayrick coverage mine.jsonl --judge openai/gpt-4o --budget-usd 5 --out runs/needs_gpt

\b
A line of mine.jsonl; answer (a text, or a list of right ones), id, domain and group may be left out:
  {"context": "...", "query": "...", "answer": "..."}

A killed run with --out continues when the same command is repeated; finished calls are not repeated.
"""


@click.command("coverage", cls=Command, epilog=_EPILOG)
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...", shell_complete=names_or_files("tasks"))
@click.option(
    "--judge",
    shell_complete=names("judges"),
    default="local",
    show_default=True,
    help="local (shared words, and what the instruction asks for), attribution (shared words alone), or a model that "
    "is asked about each chunk.",
)
@click.option("--out", type=FilePath(), help="Run directory; without it, results are only printed.")
@click.option(
    "--sample",
    type=click.IntRange(min=0),
    default=50,
    show_default=True,
    help="Items of each dataset that are looked at, drawn by seed; 0 for all.",
)
@click.option(
    "--chunk-tokens", type=click.IntRange(min=1), default=512, show_default=True, help="Most tokens of a chunk."
)
@click.option(
    "--tokenizer",
    default="cl100k",
    show_default=True,
    help="What chunks are counted in: cl100k, o200k, or the path of a tokenizer.json.",
)
@click.option("--seed", type=WholeRange("seed"), default=0, show_default=True, help="Seed for all random choices.")
@click.option("--dry-run", is_flag=True, help="Only print the calls that would be made, and their cost.")
@options(REPLIES_OF_JUDGES, SAMPLING, CALLS)
@prints
def coverage_command(
    inputs: tuple[str, ...],
    judge: str,
    out: Path | None,
    sample: int,
    chunk_tokens: int,
    tokenizer: str,
    seed: int,
    dry_run: bool,
    **asking: Any,
) -> None:
    """Measure the information coverage of tasks: the share of the context that is needed to answer.

    The context of each item is cut into chunks, and a judge says of each whether it is needed. (Which insights a
    summary covers is another thing: 'hayrick run' measures it.)

    INPUT is a task or suite with parameters, a haystack, your own task (python:FILE.py:NAME), or a JSONL file with a
    context, a query and, if known, an answer a line.
    """
    from hayrick.harness.running.information import InformationRequest, information_coverage, run_request
    from hayrick.records.coverage import FILE
    from hayrick.report.information import information_table
    from hayrick.tasks.information.task import Sampling

    request = InformationRequest(
        inputs=inputs,
        judge=judge,
        sampling=Sampling(sample=sample, chunk_tokens=chunk_tokens, encoding=tokenizer),
        seed=seed,
        models=model_options(asking),
    )
    if dry_run:
        from hayrick.cli.planned import show_plan

        show_plan(run_request(request), out)
        return
    with progress() as tell:
        found = information_coverage(request, out, tell)
    rows(found.rows)
    show(information_table(found.rows))
    for note in found.notes:
        say(note)
    if out is not None:
        say(f"Written to {out}/: the table in {FILE}, every chunk's verdict in judgements.jsonl.")
