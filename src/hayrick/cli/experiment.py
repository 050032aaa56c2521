"""The command experiment, and the tables of experiments that `run` prints."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hayrick.cli.options import Command, WholeRange
from hayrick.cli.terminal import FilePath, prints, result, say, show

if TYPE_CHECKING:
    from hayrick.reporting import Reporting
    from hayrick.types import Score

FILE = "experiments.json"
_EPILOG = """\b
Examples:
  hayrick run topic.json --system openai/gpt-4o+full --order stored,top,middle,bottom --judge local --out runs/a
  hayrick experiment runs/a
  hayrick run topic.json --system openai/gpt-4o+oracle --budget-tokens 16000,32000,64000 --judge local --out runs/b
  hayrick experiment runs/b --out runs/b
  hayrick run topic.json --system recorded --judge recorded --out runs/c
  hayrick experiment runs/c                      the position runs stored in SummHay's files
"""


@click.command("experiment", cls=Command, epilog=_EPILOG)
@click.argument("folder", type=FilePath(), metavar="DIR")
@click.option("--out", type=FilePath(), help="Folder for experiments.json; it may be DIR itself.")
@click.option("--seed", type=WholeRange("seed"), default=0, show_default=True, help="Seed for all random choices.")
@prints
def experiment_command(folder: Path, out: Path | None, seed: int) -> None:
    """Test whether order, length or repetition affects scores.

    DIR is the directory of a run in which one of them varies. Nothing is run or judged again.
    """
    from hayrick.records.fields import ROWS, table
    from hayrick.records.manifest import read_manifest, require_results
    from hayrick.records.outputs import files_of, require_made, require_no_input
    from hayrick.records.read_rows import read_scores
    from hayrick.records.reported import recorded
    from hayrick.records.write_files import write_json
    from hayrick.types import BadInput

    manifest = read_manifest(folder)
    require_results(folder, manifest, "scores.jsonl")
    if out is not None:
        require_no_input([out / FILE], files_of(folder, manifest))
        require_made(out / FILE, ROWS, "experiment")
    rows = [
        row
        for task, scores in read_scores(folder / "scores.jsonl", manifest).items()
        for row in show_experiments(scores, recorded(task, manifest), task, seed)
    ]
    if not rows:
        found = "no system was run in several orders, with several budgets, or several times"
        cure = "Run with --order stored,top,bottom, --budget-tokens 8000,32000 or --repeat 3."
        raise BadInput(str(folder), found, "a run in which one of them varies", cure)
    result(table(rows))
    if out is not None:
        write_json(out / FILE, table(rows))
        say(f"Written to {out / FILE}.")


def show_experiments(
    scores: Iterable[Score], reporting: Reporting, task: str, seed: int = 0
) -> list[dict[str, object]]:
    """Print the tables and notes of a run's experiments, if it has any, and return their rows.

    Args:
        scores: scores of one task of a run.
        reporting: properties of the task that estimates need.
        task: name of the task.
        seed: seed of the permutation tests.
    """
    from hayrick.experiments import experiment_rows, repeat_rows
    from hayrick.report.experiments import experiment_notes, experiment_tables

    given = list(scores)
    found = [*experiment_rows(given, reporting, seed=seed), *repeat_rows(given, reporting)]
    rows = [{"task": task, **row} for row in found]
    for table in experiment_tables(rows, reporting.columns.variant):
        show(table)
    for note in experiment_notes(rows):
        say(note)
    return rows
