"""The command validate."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from hayrick.cli.model_options import model_options, options_of_models
from hayrick.cli.run import LOCAL_JUDGE, OUT
from hayrick.cli.terminal import FilePath, progress, say, show

IN_SAMPLE = " On the 101 annotations of that release that they were fitted on, its row here is in-sample."

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
@OUT
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
