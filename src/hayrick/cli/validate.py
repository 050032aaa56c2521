"""The command validate."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from hayrick.cli.completion import names
from hayrick.cli.judge_options import DRY_RUN, JUDGE_VARIANT, REPLIES_OF_JUDGES
from hayrick.cli.model_options import CALLS, SAMPLING, model_options
from hayrick.cli.options import Command, WholeRange, options, used_with
from hayrick.cli.planned import show_planned
from hayrick.cli.run import OUT
from hayrick.cli.terminal import FilePath, prints, progress, result, rows, say, show
from hayrick.wording import counted

PUBLISHED = (
    "USD of recorded judges are SummHay's published dollars a summary, times the summaries here. The row 'manual' is "
    "people among themselves as SummHay published it, on 35 other summaries; only its correlation with words per "
    "bullet is from here."
)

_VALIDATE_EPILOG = """\b
Examples:
  hayrick validate judge_annotations.json --judge recorded:gpt-4o --judge local --out runs/v
  hayrick validate judge_annotations.json --judge openai/gpt-4o --dry-run     calls and cost
  hayrick validate judge_annotations.json --judge openai/gpt-4o --budget-usd 10 --out runs/w
  hayrick validate runs/summaries --sheet sheet.csv             questions on a sample, to be answered by people
  hayrick validate runs/summaries --labels sheet.csv            the run's judge against their answers
"""


@click.command("validate", cls=Command, epilog=_VALIDATE_EPILOG)
@click.argument("annotations", type=FilePath())
@click.option(
    "--judge",
    "judges",
    multiple=True,
    shell_complete=names("judges"),
    help="Judge to compare: recorded:NAME, local, or a model; repeatable.",
)
@click.option("--sheet", type=FilePath(), help="CSV file to write: what people are asked about a sample of a run.")
@click.option("--labels", type=FilePath(), help="Such a file with people's answers, to compare the run's judge with.")
@click.option("--seed", type=WholeRange("seed"), default=0, show_default=True, help="Seed of the sample.")
@DRY_RUN
@OUT
@options((JUDGE_VARIANT,), REPLIES_OF_JUDGES, SAMPLING, CALLS)
@prints
def validate_command(
    annotations: Path,
    judges: tuple[str, ...],
    sheet: Path | None,
    labels: Path | None,
    seed: int,
    dry_run: bool,
    out: Path | None,
    **asking: Any,
) -> None:
    """Compare judges with people who labelled the same summaries, over all and by summariser.

    ANNOTATIONS is a file of labelled summaries in the format of SummHay's release, each summary once, with the labels
    of one or several people (docs/reference/annotations.md); 'hayrick annotate' makes one. Where several labelled the
    same summaries, a row has what people reach among themselves. Of several judges, each is compared with the first on
    the insights that both judged. With --sheet or --labels, ANNOTATIONS is the directory of a run whose judge is
    compared, such as one of helmet/multi_lexsum; nothing is judged again.
    """
    if [bool(judges), sheet is not None, labels is not None].count(True) != 1:
        raise click.UsageError("Give --judge for a file of annotations, or --sheet or --labels for a run's directory.")
    if not judges:
        used_with("--judge", (*asking, "dry_run"))
    if sheet is None:
        used_with("--sheet", ("seed",))
    else:
        used_with("--judge or --labels", ("out",))
    if sheet is not None:
        _write_sheet(annotations, sheet, seed)
    elif labels is not None:
        _compare(annotations, labels, out)
    elif dry_run:
        _plan(annotations, judges, out, asking)
    else:
        _validate(annotations, judges, out, asking)
    if out is not None and sheet is None and not dry_run:
        say(f"Written to {out}/.")


def _write_sheet(folder: Path, sheet: Path, seed: int) -> None:
    from hayrick.harness.reviewing.sheets import write_sheet

    n = write_sheet(folder, sheet, seed)
    result({"file": str(sheet), "n": n})
    say(f"Written to {sheet}: {counted(n, 'question')}. Answer them in the column 'answer', then give it as --labels.")
    say("An answer is yes or no, or a list where a question asks for one.")


def _compare(folder: Path, labels: Path, out: Path | None) -> None:
    from hayrick.harness.reviewing.sheet_answers import sheet_rows, validate_sheet
    from hayrick.report.agreement import list_table, sheet_table

    found = validate_sheet(folder, labels, out)
    rows(sheet_rows(found))
    if found.lists:
        show(list_table(found.lists))
        say("Lists are compared section by section, and intervals resample sections: they hold for these texts.")
        say("'published' is F1 of the original's labels on its own sample, and says nothing of these.")
        return
    for one in sheet_table(found.agreements, found.said):
        show(one)
    say("Each kind of verdict is a row of its own; intervals resample documents. 'equal' is the share of same answers.")
    say("'published' is the agreement of the original's judge on its own sample, and says nothing of this one.")


def _plan(annotations: Path, judges: tuple[str, ...], out: Path | None, asking: dict[str, Any]) -> None:
    from hayrick.harness.validating.validation import plan_validation

    models = model_options(asking)
    show_planned(plan_validation(annotations, judges, out, models), models, out)


def _validate(annotations: Path, judges: tuple[str, ...], out: Path | None, asking: dict[str, Any]) -> None:
    from hayrick.ceiling import PEOPLE
    from hayrick.harness.running.notes import stability_notes
    from hayrick.harness.validating.among_people import people_notes
    from hayrick.harness.validating.judged_summaries import agreement_value, shift_note
    from hayrick.harness.validating.validation import validate
    from hayrick.judges.coverage.local import NOTE
    from hayrick.report.agreement import DIFFERENCES_NOTE, Row, agreement_table, differences_table
    from hayrick.report.in_sample import in_sample_note
    from hayrick.report.summariser_bias import summariser_bias_tables

    with progress() as tell:
        found, notes = validate(annotations, judges, out, model_options(asking), tell)
    result(agreement_value(found))
    show(agreement_table(Row(one.judge, one.agreement, one.usd, one.beside) for one in found))
    kappa = "and kappa" if any(one.beside for one in found) else "(and kappa, of --columns all)"
    say(
        f"Correlations {kappa} are with people's labels; bias is the judge's mean minus people's. Linking: of the "
        "labels where judge and person name a bullet, the share where they name the same one."
    )
    for line in people_notes(found):
        say(line)
    if apart := [each for one in found for each in one.differences]:
        show(differences_table(apart))
        say(DIFFERENCES_NOTE)
    for line in filter(None, (shift_note(one.judge, one.shift) for one in found)):
        say(line)
    for line in (line for one in found for line in stability_notes(one.judge, one.stability)):
        say(line)
    if any(one.published for one in found):
        say(PUBLISHED)
    for table in summariser_bias_tables((one.judge, one.bias) for one in found if one.judge != PEOPLE):
        show(table)
    say("Bias: mean over a summariser's summaries. Correlations are over summaries, whose number is n.")
    if "local" in judges:
        say(NOTE)
    for line in notes:
        say(line)
    for line in filter(None, (in_sample_note(one.judge, one.n_in_sample, one.n_summaries) for one in found)):
        say(line)
