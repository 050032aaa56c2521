"""Commands that only print information: describe, list, completion."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from hayrick.cli.completion import names_or_files
from hayrick.cli.options import Command, WholeRange, used_with
from hayrick.cli.terminal import FilePath, prints, progress, rows, say, show, verbatim

_DESCRIBE_EPILOG = """\b
Input formats:
  SummHay's release   {"topic", "documents": [{"document_id", "document_text", "insights_included": [...]}],
                       "subtopics": [{"subtopic_id", "subtopic", "query",
                                      "insights": [{"insight_id", "insight"}]}]}
  native              {"schema": 1, "topic", "documents": [{"id", "text"}],
                       "subtopics": [{"id", "title", "query", "insights": [{"id", "text"}]}],
                       "held_by": {insight id: [document ids]}}
  Parquet, hub        one of these formats, one haystack per row
  a folder            as 'hayrick convert --to hf' writes it
Other fields are kept.

\b
Examples:
  hayrick describe topic.json
  hayrick describe "ethic?data=data&judge=none"     process, domain, instances, tokens of every task
  hayrick describe "helmet/json_kv?length=8k,32k" --coverage runs/needs
"""


@click.command("describe", cls=Command, epilog=_DESCRIBE_EPILOG)
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...", shell_complete=names_or_files("tasks"))
@click.option(
    "--coverage",
    "measured",
    type=FilePath(),
    multiple=True,
    help="Directory of 'hayrick coverage', whose figures are shown for tasks; may be repeated.",
)
@click.option(
    "--sample",
    type=click.IntRange(min=0),
    default=50,
    show_default=True,
    help="Instances of each dataset of a task whose tokens are counted, drawn by seed; 0 for all.",
)
@click.option(
    "--tokenizer",
    default="cl100k",
    show_default=True,
    help="What tokens of tasks are counted in: cl100k, o200k, or the path of a tokenizer.json.",
)
@click.option("--seed", type=WholeRange("seed"), default=0, show_default=True, help="Seed for all random choices.")
@prints
def describe_command(
    inputs: tuple[str, ...], measured: tuple[Path, ...], sample: int, tokenizer: str, seed: int
) -> None:
    """Count the parts of haystacks, their words and tokens; or describe tasks.

    INPUT is a haystack, or a task or suite with its parameters.
    """
    from hayrick.harness.naming.inputs import read
    from hayrick.harness.naming.names import is_suite, is_task_name, require_no_task
    from hayrick.report.description import description_table
    from hayrick.report.layout import values

    tasks = [one for one in inputs if is_suite(one) or is_task_name(one)]
    haystacks = [one for one in inputs if one not in tasks]
    for one in haystacks:
        require_no_task(one)
    if not tasks:
        used_with("a task as INPUT", ("measured", "sample", "tokenizer", "seed"))
    with progress() as tell:
        tell("reading", 0, len(inputs))
        found = read(haystacks, allow_unheld=True)
    tables = [(each.haystack.id, description_table(each.haystack)) for each in found]
    for _, table in tables:
        show(table)
    counted = [{"haystack": name, **row} for name, table in tables for row in values(table)]
    rows([*counted, *(_describe_tasks(tasks, measured, tokenizer, sample, seed) if tasks else [])])


def _describe_tasks(
    tasks: Sequence[str], measured: Sequence[Path], encoding: str, sample: int, seed: int
) -> list[dict[str, object]]:
    """Print the table and notes of tasks, and return its rows."""
    from hayrick.harness.haystacks.describing import described
    from hayrick.harness.naming.names import suites
    from hayrick.report.description import tasks_table

    found = described(tasks, measured, encoding=encoding, sample=sample, seed=seed)
    show(tasks_table(found, encoding, sample))
    for line in [line for suite in suites(tasks) for line in suite.left_out]:
        say(line)
    if any(row.coverage is None for row in found):
        say("Information coverage is shown where 'hayrick coverage INPUT --out DIR' and --coverage DIR give it.")
    return [row._asdict() for row in found]


@click.command("list", cls=Command)
@click.argument(
    "what",
    required=False,
    type=click.Choice(
        ["systems", "judges", "retrievers", "extractors", "measures", "metrics", "tasks", "scenarios", "probes"]
    ),
)
@prints
def list_command(what: str | None) -> None:
    """List the names that commands accept."""
    from hayrick.harness.naming.lists import LISTS
    from hayrick.report.tables import Table

    found = {
        noun: [(name, line) for name, text in names().items() for line in text.split("\n")]
        for noun, names in LISTS.items()
        if what in (None, noun)
    }
    for noun, lines in found.items():
        show(Table(noun, ["name", "what it is"], lines, ()))
    rows([{"list": noun, "name": name, "what": line} for noun, lines in found.items() for name, line in lines])


_COMPLETION_EPILOG = """\b
Examples:
  hayrick completion bash >> ~/.bashrc
  hayrick completion fish > ~/.config/fish/completions/hayrick.fish
"""


@click.command("completion", epilog=_COMPLETION_EPILOG)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]), metavar="SHELL")
def completion_command(shell: str) -> None:
    """Print a completion script for a shell: bash, zsh or fish."""
    from click.shell_completion import get_completion_class

    from hayrick.cli.program import COMPLETING, hayrick

    found = get_completion_class(shell)
    if found is not None:
        verbatim(found(hayrick, {}, "hayrick", COMPLETING).source())
