"""The command probe, which asks judges about texts whose right verdict is known."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from hayrick.cli.completion import names, names_or_files
from hayrick.cli.judge_options import DRY_RUN, JUDGE_VARIANT, REPLIES_OF_JUDGES
from hayrick.cli.model_options import CALLS, SAMPLING, model_options
from hayrick.cli.options import Command, WholeRange, options
from hayrick.cli.planned import show_planned
from hayrick.cli.run import OUT
from hayrick.cli.terminal import paragraph, prints, progress, result, say, show

_EPILOG = """\b
Examples:
  hayrick probe --judge local                                    on the haystack that ships
  hayrick probe topic.json --judge local --wrong 2               on your own insights, with wrong verdicts
  hayrick probe --judge openai/gpt-4o --limit 20 --dry-run          calls and cost
  hayrick probe --judge openai/gpt-4o --judge local --limit 20 --budget-usd 5 --out runs/p
  hayrick probe --judge python:mine.py:judge --probe denied --probe number_changed
"""


@click.command("probe", cls=Command, epilog=_EPILOG)
@click.argument("inputs", nargs=-1, metavar="[INPUT...]", shell_complete=names_or_files())
@click.option(
    "--judge",
    "judges",
    multiple=True,
    default=("local",),
    show_default=True,
    shell_complete=names("judges"),
    help="Judge of coverage: local, a model, ensemble:A+B or python:...; repeatable.",
)
@click.option(
    "--probe",
    "probes",
    multiple=True,
    shell_complete=names("probes"),
    help="Probe to ask about, see 'hayrick list probes'; repeatable. All by default.",
)
@click.option(
    "--limit",
    type=WholeRange("limit"),
    default=50,
    show_default=True,
    help="Most insights that each probe asks about.",
)
@click.option(
    "--wrong", type=click.IntRange(min=0), default=0, show_default=True, help="Wrong verdicts to print of each probe."
)
@click.option("--seed", type=WholeRange("seed"), default=0, show_default=True, help="Seed of sample and texts.")
@DRY_RUN
@OUT
@options((JUDGE_VARIANT,), REPLIES_OF_JUDGES, SAMPLING, CALLS)
@prints
def probe_command(
    inputs: tuple[str, ...],
    judges: tuple[str, ...],
    probes: tuple[str, ...],
    limit: int,
    wrong: int,
    seed: int,
    dry_run: bool,
    out: Path | None,
    **asking: Any,
) -> None:
    """Ask judges about texts whose right verdict is known.

    INPUT is a haystack in English, or the one that ships. Of its insights texts are made that state them, state them
    with a fault, deny them, or leave them out; docs/reference/rubric.md says which value is right. What a text says is
    known by the way it is made, so that no person has to label it: it shows what kinds of errors a judge makes. How far
    it agrees with people on real summaries is what 'hayrick validate' measures.
    """
    from hayrick.harness.validating.probing import ProbeRequest, plan_probes, probe, probes_value
    from hayrick.report.probes import kind_table, probe_table, verdict_lines, wrong_verdicts

    request = ProbeRequest(
        judges=judges, inputs=inputs, probes=probes, limit=limit, seed=seed, models=model_options(asking)
    )
    if dry_run:
        show_planned(plan_probes(request, out), request.models, out)
        return
    with progress() as tell:
        found, notes = probe(request, out, tell)
    shown = [(of, one) for of in found for one in wrong_verdicts(of.verdicts, wrong)]
    result(probes_value(found) | ({"wrong": [one.row(of.judge) for of, one in shown]} if wrong else {}))
    show(probe_table({one.judge: one.figures for one in found}))
    show(kind_table({one.judge: one.verdicts for one in found}))
    for of, verdict in shown:
        for line in verdict_lines(of.judge, verdict):
            paragraph(line)
    say(
        "n: insights, spread over subtopics; intervals are for new subtopics. A verdict is right if its value is "
        "within the bounds."
    )
    for line in notes:
        say(line)
    if out is not None:
        say(f"Written to {out}/: every text and verdict in cases.jsonl.")
