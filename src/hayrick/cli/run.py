"""The commands run, plan, validate and demo."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hayrick.cli.model_options import model_options, options_of_models
from hayrick.cli.terminal import FilePath, progress, say, show

if TYPE_CHECKING:
    from hayrick.harness.run import Result, RunRequest, TaskResult

_INPUTS = click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
_OUT = click.option("--out", type=FilePath(), help="Run directory; without it, results are only printed.")
_SEED = click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed for all random choices."
)

LOCAL_JUDGE = (
    "The local judge compares words and quantities. Against people on 743 pairs of SummHay's release, thresholds held "
    "out by topic: correlation .801 [.711, .891], news .806, conversations .709 (docs/local_judge.md)."
)
"""Printed with every result of the local judge; measured by bench/fit_local_judge.py."""

IN_SAMPLE = " On the 101 annotations of that release that they were fitted on, its row here is in-sample."

_RUN_EPILOG = """\b
Examples:
  hayrick run topic.json --system recorded --judge recorded --out runs/a
  hayrick run *.json --system 'recorded:rerank3_*' --judge local --out runs/b
  hayrick run topic.json --system file:mine.jsonl --system extractive --judge local --out runs/c
  hayrick run topic.json --system openai/gpt-4o+full --system openai/gpt-4o+bm25rm3 --judge openai/gpt-4o \\
      --budget-usd 20 --out runs/d
  hayrick run topic.json --system openai/gpt-4o+full --order stored,top,bottom --judge local --out runs/e

\b
A line of mine.jsonl, where [3] is the third document of the haystack as stored:
  {"subtopic": "...", "system": "mine", "context": "full", "summary": "- A claim. [3, 17]"}

A killed run continues when the same command is repeated; finished calls are not repeated.
"""
_SYSTEMS = click.option(
    "--system",
    "systems",
    multiple=True,
    required=True,
    help="System to evaluate; repeatable. See 'hayrick list systems'.",
)
_JUDGE = click.option(
    "--judge",
    help="Judge that decides which insights are covered; local by default, none if the task needs none. See 'hayrick "
    "list judges'.",
)
_LIMIT = click.option(
    "--limit",
    type=click.IntRange(min=1),
    help="Sample N groups of each dataset by seed (SummHay: N subtopics of each haystack).",
)
_REPEAT = click.option(
    "--repeat", type=click.IntRange(min=1), default=1, show_default=True, help="Number of times to ask every system."
)


@click.command("run", epilog=_RUN_EPILOG)
@_INPUTS
@_SYSTEMS
@_JUDGE
@_OUT
@click.option(
    "--citations",
    type=click.Choice(["own", "repaired", "both"]),
    default="own",
    show_default=True,
    help="Score the system's own citations, repaired ones, or both in separate rows.",
)
@click.option(
    "--attribution",
    default="trained",
    show_default=True,
    help="Model for repairing citations: trained, threshold (untrained rule), or a model file.",
)
@click.option(
    "--compat",
    type=click.Choice(["paper"]),
    help="Apply the published scorer's rules: every line is a bullet, only [3] and [3, 17] cite, insights that no "
    "document states are scored.",
)
@_LIMIT
@_REPEAT
@click.option("--measure", "measures", multiple=True, help="Your own measure, python:FILE.py:NAME; repeatable.")
@click.option("--allow-unheld", is_flag=True, help="Accept insights that no document states; they cannot be cited.")
@_SEED
@click.option("--dry-run", is_flag=True, help="Only print the calls that would be made and their cost.")
@options_of_models
def run_command(
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
    **asking: Any,
) -> None:
    """Run systems on a task, and judge and score their responses.

    INPUT is a haystack (Hayrick's own JSON, a file of SummHay's release, a Parquet file with one haystack per row, or
    hub:DATASET@REVISION), a task with parameters such as "helmet/json_kv?length=8k" ('hayrick list tasks'), or your own
    task (python:FILE.py:NAME).
    """
    from hayrick.harness.names import TaskOptions
    from hayrick.harness.run import RunRequest

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
    )
    if dry_run:
        _plan(request, out)
    else:
        _print(_run(request, out), out)


@click.command("plan")
@_INPUTS
@_SYSTEMS
@_JUDGE
@click.option("--out", type=FilePath(), help="Output folder for plan.json.")
@_LIMIT
@_REPEAT
@_SEED
@options_of_models
def plan_command(
    inputs: tuple[str, ...],
    systems: tuple[str, ...],
    judge: str | None,
    out: Path | None,
    limit: int | None,
    repeat: int,
    seed: int,
    **asking: Any,
) -> None:
    """Print the calls and the cost of a run, without making it."""
    from hayrick.harness.run import RunRequest

    models = model_options(asking)
    _plan(
        RunRequest(inputs=inputs, systems=systems, judge=judge, limit=limit, repeats=repeat, seed=seed, models=models),
        out,
    )


def _plan(request: RunRequest, out: Path | None) -> None:
    from hayrick.harness.plan import FILE, plan_run
    from hayrick.harness.prices import read_prices
    from hayrick.report.tables import plan_table

    show(plan_table(plan_run(request, out)))
    say(f"Prices of {read_prices(request.models.prices).date}; check them, or give yours with --prices.")
    say("Expected replies are of usual length for the task; high is the longest allowed and nothing cached.")
    if out is not None:
        say(f"Written to {out / FILE}.")


def _run(request: RunRequest, out: Path | None) -> Result:
    from hayrick.harness.run import run

    with progress() as tell:
        return run(request, out, tell)


def _print(result: Result, out: Path | None) -> None:
    for found in result.tasks:
        _print_task(found)
    for note in result.notes:
        say(note)
    if any(judgement.rater == "local" for found in result.tasks for judgement in found.first_judgements):
        say(LOCAL_JUDGE)
    if out is not None:
        scored = any(found.scores for found in result.tasks)
        say(
            f"Written to {out}/" + (": per dataset and per unit in estimates.json and scores.jsonl." if scored else ".")
        )


def _print_task(found: TaskResult) -> None:
    from hayrick.cli.experiment import show_experiments
    from hayrick.estimates import reporting_of
    from hayrick.report.tables import systems_table

    if not found.estimates:
        say(f"{found.task.name}: {len(found.judged)} responses; nothing was scored.")
        return
    datasets = list(dict.fromkeys(key.dataset for key, _, _ in found.estimates if key.dataset is not None))
    noun = f"{found.task.columns.dataset}s"
    show(systems_table(found.estimates, found.task.measures, datasets[0] if len(datasets) == 1 else None, noun))
    show_experiments(found.scores, reporting_of(found.task), found.task.name)


_VALIDATE_EPILOG = """\b
Examples:
  hayrick validate judge_annotations.json --judge recorded:gpt-4o --judge local --out runs/v
  hayrick validate judge_annotations.json --judge openai/gpt-4o --budget-usd 10 --out runs/w
"""


@click.command("validate", epilog=_VALIDATE_EPILOG)
@click.argument("annotations", type=FilePath())
@click.option(
    "--judge",
    "judges",
    multiple=True,
    required=True,
    help="Judge to compare: recorded:NAME, local, or a model; repeatable.",
)
@_OUT
@options_of_models
def validate_command(annotations: Path, judges: tuple[str, ...], out: Path | None, **asking: Any) -> None:
    """Compare judges with people who labelled the same summaries.

    ANNOTATIONS is a file of labelled summaries in the format of SummHay's release. Of the options about models, only
    those about judges are used.
    """
    from hayrick.harness.validation import validate
    from hayrick.report.tables import agreement_table

    with progress() as tell:
        found = validate(annotations, judges, out, model_options(asking), tell)
    show(agreement_table(found))
    say("Correlations and kappa are with people's labels; bias is the judge's mean minus people's.")
    if "local" in judges:
        say(LOCAL_JUDGE + IN_SAMPLE)
    if out is not None:
        say(f"Written to {out}/.")


@click.command("demo")
@_OUT
def demo_command(out: Path | None) -> None:
    """Make two haystacks and score systems on them, offline.

    It takes seconds and needs no model.
    """
    if out is not None:
        from hayrick.harness.demo import HAYSTACKS

        _demo(out / HAYSTACKS, out)
    else:
        with tempfile.TemporaryDirectory() as folder:
            _demo(Path(folder), None)


def _demo(folder: Path, out: Path | None) -> None:
    from hayrick.harness.demo import demo_haystacks, demo_request, demo_retrieval, repair_line
    from hayrick.report.synthesis import synthesis_table, verdict_line
    from hayrick.report.tables import retrieval_table

    say("Two haystacks, made offline from scenarios that ship with Hayrick:")
    with progress() as tell:
        made = demo_haystacks(folder, tell)
    for one in made:
        if one.haystack is None or one.verdict is None:
            continue
        show(synthesis_table(one.haystack))
        say(verdict_line(one.verdict))
        for note in one.notes:
            say(note)
    haystacks = [folder / f"{one.scenario.name}.json" for one in made]
    say("")
    say("Systems without any model on these haystacks, judged by the local judge:")
    result = _run(demo_request(haystacks), out)
    _print(result, out)
    say(repair_line(result))
    say("")
    say("Retrievers without any model, on the same haystacks:")
    with progress() as tell:
        rows = demo_retrieval(haystacks, tell)
    show(
        retrieval_table(
            [(r.retriever, r.budget_tokens, r.measure, r.interval, r.n) for r in rows if r.haystack is None]
        )
    )
    say(
        "Next: a haystack of your own with 'hayrick synth' (docs/scenarios.md), or your own summaries of one with "
        "'hayrick run HAYSTACK --system file:mine.jsonl --judge local'."
    )
