"""The commands run and plan."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hayrick.cli.batch import PROMPTS_ONLY, claiming, telling
from hayrick.cli.completion import names, names_or_files, systems_begun
from hayrick.cli.judge_options import JUDGE
from hayrick.cli.model_options import (
    ANSWERS,
    ARGUMENTS,
    CALLS,
    CONTEXT,
    COST,
    PACE,
    REASONING_RULE,
    SAMPLING,
    model_options,
)
from hayrick.cli.options import PROCESSES, Command, WholeRange, option, options
from hayrick.cli.planned import effects_of, show_plan, show_prompt
from hayrick.cli.run_file import run_file, with_run_file
from hayrick.cli.scored import show_result
from hayrick.cli.terminal import FilePath, attribution_option, prints, progress

if TYPE_CHECKING:
    from hayrick.harness.running.run_request import RunRequest
    from hayrick.harness.running.run_result import Result
    from hayrick.harness.scheduling.elsewhere import Elsewhere

_SCORING = "Scoring"
_INPUTS = click.argument(
    "inputs",
    nargs=-1,
    required=True,
    metavar="INPUT...",
    is_eager=True,
    callback=with_run_file,
    shell_complete=names_or_files("tasks"),
)
OUT = click.option("--out", type=FilePath(), help="Run directory; without it, results are only printed.")
_SEED = click.option(
    "--seed", type=WholeRange("seed"), default=0, show_default=True, help="Seed for all random choices."
)

_RUN_EPILOG = """\b
Examples:
  hayrick run topic.json --system recorded --judge recorded --out runs/a
  hayrick run *.json --system 'recorded:rerank3_*' --judge local --out runs/b
  hayrick run topic.json --system file:mine.jsonl --system extractive --judge local --out runs/c
  hayrick run topic.json --system openai/gpt-4o+full --system openai/gpt-4o+bm25rm3 --judge openai/gpt-4o \\
      --budget-usd 20 --out runs/d
  hayrick run topic.json --system openai/gpt-4o+full --order stored,top,bottom --judge local --out runs/e
  hayrick run run.yaml                   the same as a file, which 'hayrick init' writes with all options explained

\b
A line of mine.jsonl, where [3] is the third document of the haystack as stored:
  {"subtopic": "...", "system": "mine", "context": "full", "summary": "- A claim. [3, 17]"}

A killed run continues when the same command is repeated; finished calls are not repeated.
"""
_SYSTEMS = click.option(
    "--system",
    "systems",
    metavar="SYSTEM",
    shell_complete=systems_begun,
    multiple=True,
    required=True,
    help="System to evaluate; repeatable. See 'hayrick list systems'.",
)
_JUDGE = click.option(
    "--judge",
    metavar="JUDGE",
    shell_complete=names("judges"),
    help="Judge that decides which insights are covered; local by default, none if the task needs none. See 'hayrick "
    "list judges'.",
)
_LIMIT = click.option(
    "--limit",
    type=WholeRange("limit"),
    help="Sample N groups of each dataset by seed (SummHay: N subtopics of each haystack).",
)
_REPEAT = click.option(
    "--repeat", type=WholeRange("repeats"), default=1, show_default=True, help="Number of times to ask every system."
)


@click.command("run", cls=Command, epilog=_RUN_EPILOG)
@_INPUTS
@_SYSTEMS
@_JUDGE
@OUT
@option(
    "--citations",
    heading=_SCORING,
    type=click.Choice(["own", "repaired", "both"]),
    default="own",
    show_default=True,
    help="Score the system's own citations, repaired ones, or both in separate rows.",
)
@attribution_option("--attribution", heading=_SCORING)
@option(
    "--compat",
    heading=_SCORING,
    type=click.Choice(["paper"]),
    help="Apply the published scorer's rules: every line is a bullet, only [3] and [3, 17] cite, insights that no "
    "document states are scored.",
)
@_LIMIT
@_REPEAT
@option(
    "--measure",
    "measures",
    multiple=True,
    metavar="python:FILE.py:NAME",
    heading=_SCORING,
    help="Your own measure, a Measure or a function (item, response), python:FILE.py:NAME; repeatable.",
)
@option(
    "--allow-unheld",
    is_flag=True,
    heading=_SCORING,
    help="Accept insights that no document states; they cannot be cited.",
)
@_SEED
@click.option(
    "--dry-run",
    is_flag=True,
    help="Only print the calls that would be made, their cost, and the first prompt (whole in --out).",
)
@click.option(
    "--fresh",
    is_flag=True,
    help="Ask every system again instead of taking its replies from --out; the earlier ones stay there and answer "
    "nothing any more. To continue after an interruption, leave it out.",
)
@PROMPTS_ONLY
@PROCESSES
@options(CONTEXT, ANSWERS, (REASONING_RULE,), JUDGE, SAMPLING, ARGUMENTS, CALLS)
@prints
@click.pass_obj
def run_command(
    elsewhere: Elsewhere | None,
    /,
    inputs: tuple[str, ...],
    systems: tuple[str, ...],
    judge: str | None,
    out: Path | None,
    citations: str,
    attribution: str,
    compat: str | None,
    limit: int | None,
    repeat: int,
    measures: tuple[str, ...],
    allow_unheld: bool,
    seed: int,
    dry_run: bool,
    fresh: bool,
    prompts_only: bool,
    processes: int,
    **asking: Any,
) -> None:
    """Run systems on a task, and judge and score their responses.

    INPUT is a haystack (Hayrick's own JSON, a file of SummHay's release, a Parquet file with one haystack per row, a
    folder made by 'hayrick convert --to hf', or hub:DATASET@REVISION), a task with parameters such as
    "helmet/json_kv?length=8k" ('hayrick list tasks'), or your own task (python:FILE.py:NAME). Or it is a YAML file that
    holds inputs and options ('hayrick init' writes one).
    """
    from hayrick.harness.naming.names import TaskOptions
    from hayrick.harness.running.run_request import RunRequest

    if fresh and (out is None or dry_run or prompts_only):
        raise click.UsageError("--fresh needs --out, and excludes --dry-run and --prompts-only.")
    if processes > 1 and (dry_run or prompts_only):
        raise click.UsageError("--processes excludes --dry-run and --prompts-only: one process does these.")
    claimed = claiming(out, dry_run=dry_run, budget=asking["budget_usd"]) if prompts_only and not elsewhere else None
    request = RunRequest(
        inputs=inputs,
        systems=systems,
        judge=judge,
        measures=measures,
        limit=limit,
        seed=seed,
        repeats=repeat,
        task=TaskOptions(compat=compat, citations=citations, attribution=attribution, allow_unheld=allow_unheld),
        models=model_options(asking),
        elsewhere=elsewhere or claimed,
        fresh=fresh,
        processes=processes,
        file=run_file(),
    )
    if dry_run:
        show_plan(request, out)
        show_prompt(request, out)
        return
    with telling(out, claimed):
        show_result(run_with_progress(request, out), out)


_PLAN_EPILOG = """\b
Examples:
  hayrick plan topic.json --system openai/gpt-4o+full --system openai/gpt-4o+bm25 --judge openai/gpt-4o
  hayrick plan topic.json --system openai/gpt-4o+full --system openai/gpt-4o+bm25 --effect joint=0.05
  hayrick plan "helmet/json_kv?length=8k" --system openai/gpt-4o --power --from runs/pilot
"""
_POWER = "Precision and time"


@click.command("plan", cls=Command, epilog=_PLAN_EPILOG)
@_INPUTS
@_SYSTEMS
@_JUDGE
@click.option("--out", type=FilePath(), help="Output folder for plan.json.")
@_LIMIT
@_REPEAT
@_SEED
@option(
    "--power",
    "with_power",
    is_flag=True,
    heading=_POWER,
    help="Also print, for each main measure, how precise scores of a run of these inputs are, and which difference of "
    "two systems it detects.",
)
@option(
    "--effect",
    "effects",
    multiple=True,
    metavar="[MEASURE=]NUMBER",
    heading=_POWER,
    help="Difference of two systems that is to be detected, 0.05 or 5% for five points of a fraction: print, with "
    "--power, the power of the run, and how large it must be; repeatable. Implies --power.",
)
@option(
    "--from",
    "pilot",
    type=FilePath(),
    metavar="DIR",
    heading=_POWER,
    help="Directory of an earlier run that shows how far scores vary and how long calls take. Tasks other than "
    "haystacks need one for --power.",
)
@options(CONTEXT, ANSWERS, JUDGE, ARGUMENTS, COST, PACE)
@prints
def plan_command(
    inputs: tuple[str, ...],
    systems: tuple[str, ...],
    judge: str | None,
    out: Path | None,
    limit: int | None,
    repeat: int,
    seed: int,
    with_power: bool,
    effects: tuple[str, ...],
    pilot: Path | None,
    **asking: Any,
) -> None:
    """Print what a run will cost and, with --power, what it can show, without making it."""
    from hayrick.harness.planning.plan_power import PowerRequest
    from hayrick.harness.running.run_request import RunRequest

    power = PowerRequest(effects=effects_of(effects), pilot=pilot) if with_power or effects else None
    models = model_options(asking)
    show_plan(
        RunRequest(inputs=inputs, systems=systems, judge=judge, limit=limit, repeats=repeat, seed=seed, models=models),
        out,
        power,
        pilot,
    )


def run_with_progress(request: RunRequest, out: Path | None) -> Result:
    """Run with a progress bar on a terminal."""
    from hayrick.harness.running.run import run

    with progress() as tell:
        return run(request, out, tell)
