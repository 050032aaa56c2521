"""Commands that judge: run, validate, demo."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from hayrick.cli.model_options import asking_of, asking_options
from hayrick.cli.terminal import FilePath, progress, say, show

if TYPE_CHECKING:
    from hayrick.harness.local import CitationChoice, Request, Result
    from hayrick.replies.bullets import Compat

_INPUTS = click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
_OUT = click.option("--out", type=FilePath(), help="Run directory; absent, the table is only printed.")
_SEED = click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of all that is drawn.")

LOCAL_JUDGE = (
    "The local judge compares words and quantities. Against people on 743 pairs of SummHay's release, thresholds held "
    "out by topic: correlation .801 [.711, .891], news .806, conversations .709 (docs/local_judge.md)."
)
"""Shown wherever the local judge's numbers are; bench/fit_local_judge.py measured it."""

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

A killed run continues when the same command is given again, and repeats no finished call.
"""
_SYSTEMS = click.option(
    "--system", "systems", multiple=True, required=True, help="What to run; repeatable. See 'hayrick list systems'."
)
_JUDGE = click.option("--judge", required=True, help="Who says what is covered. See 'hayrick list judges'.")
_LIMIT = click.option("--limit", type=click.IntRange(min=1), help="Only the first N subtopics of each haystack.")


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
    help="Score the system's citations, repaired ones, or both in rows of their own.",
)
@click.option(
    "--attribution",
    default="trained",
    show_default=True,
    help="Model of repaired citations: trained, threshold (untrained rule), or a model file.",
)
@click.option(
    "--compat",
    type=click.Choice(["paper"]),
    help="Reproduce the published scorer: every line is a bullet, only [3] and [3, 17] cite, insights that nothing "
    "holds are scored.",
)
@_LIMIT
@click.option("--allow-unheld", is_flag=True, help="Accept insights that no document holds; citing them is impossible.")
@_SEED
@click.option("--dry-run", is_flag=True, help="Only say what would be asked and what it would cost.")
@asking_options
def run_command(
    inputs: tuple[str, ...],
    systems: tuple[str, ...],
    judge: str,
    out: Path | None,
    citations: str,
    attribution: str,
    compat: str | None,
    limit: int | None,
    allow_unheld: bool,
    seed: int,
    dry_run: bool,
    **asking: Any,
) -> None:
    """Run systems on haystacks, judge what they say, and score it.

    INPUT is a haystack: Hayrick's own JSON, a file of SummHay's release, a Parquet file with one haystack a row, or
    hub:DATASET@REVISION.
    """
    from hayrick.harness.local import Request

    request = Request(
        inputs=inputs,
        systems=systems,
        judge=judge,
        citations=cast("CitationChoice", citations),
        attribution=attribution,
        compat=cast("Compat", compat),
        limit=limit,
        seed=seed,
        allow_unheld=allow_unheld,
        asking=asking_of(asking),
    )
    if dry_run:
        _plan(request, out)
    else:
        _print(_run(request, out), out, local=judge == "local")


@click.command("plan")
@_INPUTS
@_SYSTEMS
@_JUDGE
@click.option("--out", type=FilePath(), help="Folder for plan.json.")
@_LIMIT
@asking_options
def plan_command(
    inputs: tuple[str, ...],
    systems: tuple[str, ...],
    judge: str,
    out: Path | None,
    limit: int | None,
    **asking: Any,
) -> None:
    """Say what a run would ask and what it would cost: calls, tokens, dollars. Nothing is asked."""
    from hayrick.harness.local import Request

    _plan(Request(inputs=inputs, systems=systems, judge=judge, limit=limit, asking=asking_of(asking)), out)


def _plan(request: Request, out: Path | None) -> None:
    from hayrick.harness.local import plan_run
    from hayrick.harness.prices import read_prices
    from hayrick.report.tables import plan_table

    show(plan_table(plan_run(request, out)))
    say(f"Prices of {read_prices(request.asking.prices).date}; check them, or give yours with --prices.")
    say("Expected replies are as long as SummHay's recorded ones; high is the longest allowed and nothing cached.")
    if out is not None:
        say(f"Written to {out / 'plan.json'}.")


def _run(request: Request, out: Path | None) -> Result:
    from hayrick.harness.local import run

    with progress() as tell:
        return run(request, out, tell)


def _print(result: Result, out: Path | None, *, local: bool) -> None:
    from hayrick.cli.experiment import show_experiments
    from hayrick.measures import SUMMHAY
    from hayrick.report.tables import systems_table

    if result.estimates:
        haystacks = list(dict.fromkeys(key.haystack for key, _ in result.estimates if key.haystack is not None))
        show(systems_table(result.estimates, SUMMHAY, haystacks[0] if len(haystacks) == 1 else None))
        show_experiments(result.scores)
    else:
        say(f"{len(result.summaries)} summaries; nothing was judged.")
    for note in result.notes:
        say(note)
    if local:
        say(LOCAL_JUDGE)
    if out is not None:
        say(f"Written to {out}/: per haystack and per insight in estimates.json and scores.jsonl.")


_VALIDATE_EPILOG = """\b
Examples:
  hayrick validate judge_annotations.json --judge recorded:gpt-4o --judge local --out runs/v
  hayrick validate judge_annotations.json --judge openai/gpt-4o --budget-usd 10 --out runs/w
"""


@click.command("validate", epilog=_VALIDATE_EPILOG)
@click.argument("annotations", type=FilePath())
@click.option("--judge", "judges", multiple=True, required=True, help="recorded:NAME, local, a model; repeatable.")
@_OUT
@asking_options
def validate_command(annotations: Path, judges: tuple[str, ...], out: Path | None, **asking: Any) -> None:
    """Compare judges with people who labelled the same summaries.

    ANNOTATIONS is a file of labelled summaries in the format of SummHay's release. Of the options about models those
    about judges count.
    """
    from hayrick.harness.validation import validate
    from hayrick.report.tables import agreement_table

    with progress() as tell:
        found = validate(annotations, judges, out, asking_of(asking), tell)
    show(agreement_table(found))
    say("Correlations and kappa are with people's labels; bias is the judge's mean minus people's.")
    if "local" in judges:
        say(LOCAL_JUDGE + IN_SAMPLE)
    if out is not None:
        say(f"Written to {out}/.")


@click.command("demo")
@_OUT
def demo_command(out: Path | None) -> None:
    """Make two haystacks, and score systems on them that need no model: offline, in seconds."""
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
    _print(result, out, local=True)
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
