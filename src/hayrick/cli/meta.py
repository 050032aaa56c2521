"""The command meta, which measures metrics of summaries against people's scores."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hayrick.cli.completion import extractors, names
from hayrick.cli.judge_options import JUDGE_CONTEXT, REPLIES_OF_JUDGES
from hayrick.cli.model_options import CALLS, SAMPLING, model_options
from hayrick.cli.options import PROCESSES, Command, WholeRange, numbers, options, used_with
from hayrick.cli.planned import price_lines
from hayrick.cli.run import OUT
from hayrick.cli.terminal import FilePath, prints, progress, result, rows, say, show

if TYPE_CHECKING:
    from hayrick.harness.validating.meta import MetaRequest

_EPILOG = """\b
Examples:
  hayrick meta scores.jsonl --metric local --out runs/meta
  hayrick meta longeval_pubmed/ --metric source_bigrams --metric consistency:openai/gpt-4o --budget-usd 5
  hayrick meta scores.jsonl --metric faithfulness:openai/gpt-4o --judge-context extract:rouge1+2@1024
  hayrick meta longeval_pubmed/ --metric source_bigrams --grid --out runs/grid      extractors x budgets, and plots

\b
A line of scores.jsonl; a list has a number for each annotator. May be added: document_id, human_written, licence,
annotation_licence, scale ({"faithfulness": [1, 5]}). Other layouts are in docs/guide/meta.md.
  {"id": "1", "document": "...", "summary": "...", "system": "a", "references": ["..."],
   "scores": {"faithfulness": [4, 5, 4]}}

A killed run with --out continues when the same command is repeated; finished calls are not repeated.
"""


@click.command("meta", cls=Command, epilog=_EPILOG)
@click.argument("human_scores", type=FilePath())
@click.option(
    "--metric",
    "metrics",
    shell_complete=names("metrics"),
    multiple=True,
    required=True,
    help="Metric or judge of summaries ('hayrick list metrics'); repeatable. local: all that need no model.",
)
@click.option(
    "--grid",
    is_flag=True,
    help="Also read extracts of all --budget-tokens by every --extractor, and choose among them.",
)
@click.option(
    "--extractor",
    "extractors",
    shell_complete=extractors,
    multiple=True,
    help="Extractor of the grid, repeatable; by default all that need no model. ?compat=llm-longeval may follow.",
)
@click.option(
    "--budget-tokens",
    "budgets",
    metavar="N,N,...",
    callback=numbers,
    help="Tokens of the grid's extracts; by default several from 128 to 4096.",
)
@click.option(
    "--human-written",
    type=click.Choice(["exclude", "include"]),
    default="exclude",
    show_default=True,
    help="Leave summaries written by people out, or show rows with them beside those without.",
)
@click.option("--seed", type=WholeRange("seed"), default=0, show_default=True, help="Seed for all random choices.")
@click.option("--dry-run", is_flag=True, help="Only print the calls that would be made, and their cost.")
@PROCESSES
@OUT
@options((JUDGE_CONTEXT,), REPLIES_OF_JUDGES, SAMPLING, CALLS)
@prints
def meta_command(
    human_scores: Path,
    metrics: tuple[str, ...],
    grid: bool,
    extractors: tuple[str, ...],
    budgets: tuple[int, ...],
    human_written: str,
    seed: int,
    dry_run: bool,
    processes: int,
    out: Path | None,
    **asking: Any,
) -> None:
    """Correlate metrics of summaries with people's scores.

    HUMAN_SCORES is a JSONL or CSV file of summaries with scores, SummEval's annotations, or a folder of Krishna et
    al.'s (LongEval). Each metric is compared with the mean of the annotators: over all summaries, within each document,
    and over systems.
    """
    from hayrick.harness.validating.meta import MetaRequest
    from hayrick.harness.validating.meta_grid import BUDGETS
    from hayrick.retrieval.extraction import WITHOUT_MODEL

    if dry_run and processes > 1:
        raise click.UsageError("Give --dry-run or --processes: a plan is made in one process.")
    if not grid:
        used_with("--grid", ("extractors", "budgets"))
    context = asking.pop("judge_context")
    request = MetaRequest(
        path=human_scores,
        metrics=metrics,
        context=context,
        human_written=human_written == "include",
        seed=seed,
        processes=processes,
        extractors=(extractors or WITHOUT_MODEL) if grid else (),
        budgets=sorted(set(budgets)) or BUDGETS,
        models=model_options(asking),
    )
    if dry_run:
        _plan(request, out)
    else:
        _meta(request, out)


def _plan(request: MetaRequest, out: Path | None) -> None:
    from hayrick.harness.planning.plan import FILE
    from hayrick.harness.validating.meta import plan_meta
    from hayrick.report.costs import plan_table

    planned = plan_meta(request, out=out)
    rows([row._asdict() for row in planned])
    show(plan_table(planned))
    for line in price_lines(planned, request.models.prices):
        say(line)
    if out is not None:
        say(f"Written to {out / FILE}.")


def _meta(request: MetaRequest, out: Path | None) -> None:
    from hayrick.harness.validating.meta import FILE, GRID_FILE, meta, meta_value
    from hayrick.report.meta import meta_tables
    from hayrick.report.meta_grid import NOTE, grid_tables

    with progress() as tell:
        found = meta(request, out, tell)
    result(meta_value(found))
    for table in meta_tables(found.rows, found.ceilings, found.differences, found.bias):
        show(table)
    if found.grid is not None:
        for table in grid_tables(found.grid.rows, found.grid.choices, found.grid.summary, found.grid.lengths):
            show(table)
        say(NOTE)
    for note in found.notes:
        say(note)
    licence = (
        f"Licence of the data: {found.scores.data_licence}; of the annotations: {found.scores.annotation_licence}."
    )
    say(licence)
    if out is not None:
        written = f"the tables in {FILE}" + (f" and {GRID_FILE}, plots in *.svg" if found.grid else "")
        say(f"Written to {out}/: {written}, every value in judgements.jsonl.")
