"""The command compare, which tests whether systems differ."""

from __future__ import annotations

from pathlib import Path

import click

from hayrick.cli.completion import names
from hayrick.cli.options import Command, WholeRange
from hayrick.cli.terminal import FilePath, prints, progress, result, say, show

_EPILOG = """\b
Examples:
  hayrick run topic.json --system openai/gpt-4o+full --system openai/gpt-4o+bm25 --out runs/a
  hayrick compare runs/a                              the systems of one run
  hayrick run topic.json --system file:mine.jsonl --out runs/b
  hayrick compare runs/a runs/b --measure joint       those of two runs
  hayrick compare runs/b --against lead               every system with a baseline
  hayrick compare runs/a --system '*+bm25' --system '*+full' --out runs/compared
  hayrick compare runs/c --task 'helmet/*'            some tasks of a run of several
"""


@click.command("compare", cls=Command, epilog=_EPILOG)
@click.argument("runs", nargs=-1, required=True, type=FilePath(), metavar="DIR...")
@click.option(
    "--measure",
    "measures",
    shell_complete=names("measures"),
    multiple=True,
    metavar="NAME",
    help="Measure to compare, in the tasks that have it; the main ones of a task if absent; can be repeated.",
)
@click.option(
    "--system",
    "systems",
    multiple=True,
    metavar="PATTERN",
    help="Compare only systems whose name or SYSTEM+CONTEXT fits this glob; can be repeated.",
)
@click.option(
    "--against",
    multiple=True,
    metavar="PATTERN",
    help="Compare every other system with those that fit this glob, and with no other: fewer tests, so that smaller "
    "differences show; can be repeated.",
)
@click.option(
    "--task",
    "tasks",
    multiple=True,
    metavar="PATTERN",
    help="Compare only in tasks and suites that fit this; can be repeated.",
)
@click.option(
    "--swaps",
    type=WholeRange("swaps"),
    help="Random swaps of each test, where there are more than 12 groups of items; 10,000 if absent, and more for "
    "more than 400 pairs.",
)
@click.option("--seed", type=WholeRange("seed"), default=0, show_default=True, help="Seed for all random choices.")
@click.option("--out", type=FilePath(), help="Folder for compare.json.")
@prints
def compare_command(
    runs: tuple[Path, ...],
    measures: tuple[str, ...],
    systems: tuple[str, ...],
    against: tuple[str, ...],
    tasks: tuple[str, ...],
    swaps: int | None,
    seed: int,
    out: Path | None,
) -> None:
    """Test which systems differ, on the items that both were asked.

    DIR is the directory of a run; the systems of one run, or of several runs that were judged alike on the same data,
    are compared in pairs. Nothing is run or judged again.
    """
    from hayrick.harness.reviewing.compare import FILE, CompareRequest, compare_runs, compare_value
    from hayrick.report.comparison import comparison_notes, comparison_tables

    request = CompareRequest(
        runs=runs, measures=measures, systems=systems, against=against, tasks=tasks, swaps=swaps, seed=seed
    )
    with progress() as tell:
        found = compare_runs(request, out, tell)
    result(compare_value(found))
    for table in comparison_tables(found.systems, found.rows, found.fractions):
        show(table)
    for note in [*comparison_notes(found.rows), *found.notes]:
        say(note)
    if out is not None:
        say(f"Written to {out / FILE}.")
