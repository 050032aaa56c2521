"""Commands that judge: run, validate, demo."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from hayrick.cli.terminal import progress, say, show

if TYPE_CHECKING:
    from hayrick.harness.local import CitationChoice, Request, Result
    from hayrick.parsing import Compat

_INPUTS = click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
_OUT = click.option("--out", type=click.Path(path_type=Path), help="Run directory; absent, the table is only printed.")
_SEED = click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of all that is drawn.")

LOCAL_JUDGE = (
    "The local judge compares words and quantities. Against people on 743 pairs of SummHay's release, thresholds held "
    "out by topic: correlation .802 [.702, .856], news .808, conversations .709 (docs/local_judge.md)."
)
"""Shown wherever the local judge's numbers are; bench/fit_local_judge.py measured it."""

_RUN_EPILOG = """\b
Examples:
  hayrick run topic.json --system recorded --judge recorded --out runs/a
  hayrick run *.json --system 'recorded:rerank3_*' --judge local --out runs/b
  hayrick run topic.json --system file:mine.jsonl --system lead --judge local --out runs/c

A line of mine.jsonl: {"subtopic": "...", "system": "mine", "context": "full", "summary": "- A claim. [3, 17]"}
where [3] is the third document of the haystack as stored.
"""


@click.command("run", epilog=_RUN_EPILOG)
@_INPUTS
@click.option(
    "--system", "systems", multiple=True, required=True, help="What to run; repeatable. See 'hayrick list systems'."
)
@click.option("--judge", required=True, help="Who says what is covered. See 'hayrick list judges'.")
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
@click.option("--limit", type=click.IntRange(min=1), help="Only the first N subtopics of each haystack.")
@click.option("--allow-unheld", is_flag=True, help="Accept insights that no document holds; citing them is impossible.")
@_SEED
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
    )
    _print(_run(request, out), out, local=judge == "local")


def _run(request: Request, out: Path | None) -> Result:
    from hayrick.harness.local import run

    with progress() as tell:
        return run(request, out, tell)


def _print(result: Result, out: Path | None, *, local: bool) -> None:
    from hayrick.measures import SUMMHAY
    from hayrick.report.tables import systems_table

    if result.estimates:
        haystacks = list(dict.fromkeys(key.haystack for key, _ in result.estimates if key.haystack is not None))
        show(systems_table(result.estimates, SUMMHAY, haystacks[0] if len(haystacks) == 1 else None))
    else:
        say(f"{len(result.summaries)} summaries; nothing was judged.")
    for note in result.notes:
        say(note)
    if local:
        say(LOCAL_JUDGE)
    if out is not None:
        say(f"Written to {out}/: per haystack and per insight in estimates.json and scores.jsonl.")


@click.command("validate")
@click.argument("annotations", type=click.Path(path_type=Path))
@click.option(
    "--judge", "judges", multiple=True, required=True, help="recorded:NAME (stored answers) or local; repeatable."
)
@_OUT
def validate_command(annotations: Path, judges: tuple[str, ...], out: Path | None) -> None:
    r"""Compare judges with people who labelled the same summaries.

    ANNOTATIONS is a file of labelled summaries in the format of SummHay's release.

    \b
    Example:
      hayrick validate judge_annotations.json --judge recorded:gpt-4o --judge local
    """
    from hayrick.harness.validation import validate
    from hayrick.report.tables import agreement_table

    with progress() as tell:
        found = validate(annotations, judges, out, tell)
    show(agreement_table(found))
    say("Correlations and kappa are with people's labels; bias is the judge's mean minus people's.")
    if "local" in judges:
        say(LOCAL_JUDGE)
    if out is not None:
        say(f"Written to {out}/.")


@click.command("demo")
@_OUT
def demo_command(out: Path | None) -> None:
    """Score systems that need no model on the bundled haystack: offline, in seconds."""
    from hayrick.harness.demo import demo_request, demo_retrieval, repair_line
    from hayrick.report.tables import retrieval_table

    say("Systems without any model, on a haystack that ships with Hayrick, judged by the local judge.")
    result = _run(demo_request(), out)
    _print(result, out, local=True)
    say(repair_line(result))
    say("")
    say("Retrievers without any model, on the same haystack:")
    with progress() as tell:
        rows = demo_retrieval(tell)
    show(
        retrieval_table(
            [(r.retriever, r.budget_tokens, r.measure, r.interval, r.n) for r in rows if r.haystack is None]
        )
    )
    say("Next: 'hayrick describe --help', or your own summaries with 'hayrick run --system file:mine.jsonl'.")
