"""The command verify, which checks haystacks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from hayrick.cli.completion import names_or_files
from hayrick.cli.judge_options import JUDGE_PROMPT, JUDGE_TOKENS
from hayrick.cli.model_options import ARGUMENTS, CALLS, SAMPLING, model_options
from hayrick.cli.options import PROCESSES, Command, NumberRange, checker_options, most_shown, options
from hayrick.cli.terminal import FilePath, answer_no, paragraph, prints, progress, result, say, show

LOCAL_CHECKER = (
    "The local checker compares words and quantities. With the record of SummHay's release (20,300 pairs) it agrees at "
    "F1 93.3 [91.2, 94.9] percent, fitted without the haystack that it is measured on (docs/evidence/verification.md)."
)
"""Printed with every result of the local checker; measured by bench/haystacks/verification.py, and by a test."""

REASONS = 3
"""Number of reasons that are printed for an unsound haystack."""

_EPILOG = """\b
Examples:
  hayrick verify topic.json
  hayrick verify *.json --out runs/checked --show 30
  hayrick verify topic.json --checker openai/gpt-4o-mini --budget-usd 5 --out runs/checked

\b
A haystack is unsound (exit status 1) if no document states an insight, an id is unknown, a planted sentence is not at
its recorded place, a recorded insight is contradicted by its document, or its probability there is below
--unsound-below.
A model as checker is asked only about unclear cases; a killed run with --out repeats no finished call.
"""


@click.command("verify", cls=Command, epilog=_EPILOG)
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...", shell_complete=names_or_files())
@options(checker_options(high=0.95))
@click.option("--out", type=FilePath(), help="Run directory; without it, results are only printed.")
@click.option(
    "--unsound-below",
    type=NumberRange(0, 1),
    default=0.05,
    show_default=True,
    help="A recorded insight below this probability makes its haystack unsound.",
)
@most_shown("suspicious pairs to print per haystack")
@PROCESSES
@options((JUDGE_PROMPT, JUDGE_TOKENS), SAMPLING, ARGUMENTS, CALLS)
@prints
def verify_command(
    inputs: tuple[str, ...],
    checker: str,
    out: Path | None,
    unsound_below: float,
    low: float,
    high: float,
    most: int,
    processes: int,
    **asking: Any,
) -> None:
    """Check that insights are where their haystack records them.

    Each insight should be stated in the documents recorded for it, and in no others.

    INPUT is a haystack: Hayrick's own JSON, a file of SummHay's release, a Parquet file with one haystack per row, or
    hub:DATASET@REVISION. The checker is a judge here.
    """
    from hayrick.harness.haystacks.verifying import VerifyRequest, verification_value, verify
    from hayrick.report.verification import notes_on, suspicious_table, verification_table

    request = VerifyRequest(
        inputs=inputs,
        checker=checker,
        unsound_below=unsound_below,
        low=low,
        high=high,
        processes=processes,
        models=model_options(asking),
    )
    with progress() as tell:
        found = verify(request, out, tell)
    if not found.is_sound:
        answer_no()
    result(verification_value(found, checker))
    show(verification_table(found.verdicts, found.pooled, checker))
    for one in found.verdicts:
        for reason in one.reasons[:REASONS]:
            paragraph(f"{one.haystack.id}: {reason}.")
        if len(one.reasons) > REASONS:
            paragraph(f"{one.haystack.id}: {len(one.reasons) - REASONS} more reasons{' in the file' if out else ''}.")
        if most and one.suspicious:
            show(suspicious_table(one, most))
        for line in notes_on(one):
            say(line)
    for note in found.notes:
        say(note)
    say(LOCAL_CHECKER)
    if out is not None:
        say(f"Written to {out}/: all pairs and reasons in verification.json.")
    if not found.is_sound:
        raise click.exceptions.Exit(1)
