"""The command synth, which makes haystacks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from hayrick.cli.completion import names_or_files
from hayrick.cli.model_options import ARGUMENTS, CALLS, TOP_P, WINDOW_TOKENS, model_options
from hayrick.cli.options import PROCESSES, Command, WholeRange, options
from hayrick.cli.terminal import OVERWRITE, FilePath, prints, progress, rows, say, show

_EPILOG = """\b
Examples:
  hayrick synth tidewall --out runs/tidewall.json                a bundled scenario, offline
  hayrick synth my.yaml --out runs/my.json                       your own texts, offline
  hayrick synth my.yaml --out runs/my.json --writer openai/gpt-4o --plan-only
  hayrick synth my.yaml --out runs/my.json --writer openai/gpt-4o --checker openai/gpt-4o-mini --budget-usd 20

\b
docs/guide/scenarios.md describes the format of SCENARIO; 'hayrick list scenarios' names the bundled ones.
With a model, the plan and all finished calls are kept in a folder next to FILE (my.synth/). --plan-only stops after
planning: review and edit the plan, then repeat the command without --plan-only. This also continues a killed synthesis.
A haystack of the same scenario, seed and numbers is made again; another one in FILE is replaced with --overwrite only.
"""


@click.command("synth", cls=Command, epilog=_EPILOG)
@click.argument("scenario", shell_complete=names_or_files("scenarios"))
@click.option("--out", type=FilePath(), required=True, metavar="FILE", help="Haystack file to write.")
@click.option(
    "--writer", default="template", show_default=True, help="Writer of the documents: template (offline), or a model."
)
@click.option("--planner", help="Model that plans missing subtopics and insights; by default the writer.")
@click.option(
    "--checker", default="local", show_default=True, help="Checker of the written documents: local, or a model."
)
@click.option("--documents", type=WholeRange("documents"), help="Number of documents, instead of the scenario's.")
@click.option("--words", type=WholeRange("words"), help="Words per document, instead of the scenario's.")
@click.option("--seed", type=WholeRange("seed"), help="Seed, instead of the scenario's.")
@PROCESSES
@click.option("--plan-only", is_flag=True, help="Stop after planning, so that a person can review and edit the plan.")
@OVERWRITE
@options((TOP_P, WINDOW_TOKENS), ARGUMENTS, CALLS)
@prints
def synth_command(
    scenario: str,
    out: Path,
    writer: str,
    planner: str | None,
    checker: str,
    documents: int | None,
    words: int | None,
    seed: int | None,
    processes: int,
    plan_only: bool,
    overwrite: bool,
    **asking: Any,
) -> None:
    """Make a haystack: documents with planted insights.

    The haystack records which documents state which insight.

    SCENARIO is a YAML file or the name of a bundled scenario. The same scenario, seed and model replies give the same
    file, byte for byte.
    """
    from hayrick.harness.haystacks.synthesis import SynthesisRequest, synthesise
    from hayrick.report.layout import values
    from hayrick.report.synthesis import synthesis_table, verdict_line

    request = SynthesisRequest(
        scenario=scenario,
        out=out,
        writer=writer,
        planner=planner,
        checker=checker,
        documents=documents,
        words=words,
        seed=seed,
        plan_only=plan_only,
        processes=processes,
        overwrite=overwrite,
        models=model_options(asking),
    )
    with progress() as tell:
        made = synthesise(request, tell)
    if made.haystack is not None and made.verdict is not None:
        table = synthesis_table(made.haystack)
        rows([*values(table)], haystack=made.haystack.id, sound=made.verdict.is_sound)
        show(table)
        say(verdict_line(made.verdict))
    for note in made.notes:
        say(note)
