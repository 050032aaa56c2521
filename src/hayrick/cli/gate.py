"""The command gate, which holds a finished run to limits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hayrick.cli.options import Command
from hayrick.cli.terminal import OVERWRITE, FilePath, answer_no, paragraph, prints, rows, say, show
from hayrick.types import BadInput

if TYPE_CHECKING:
    from hayrick.report.gates import Change, Check, Limit

_EPILOG = """\b
Examples:
  hayrick gate runs/a --min joint=0.35                    every system of the run
  hayrick gate runs/a --min joint=0.35 --system 'gpt-4o*' --junit joint.xml
  hayrick gate runs/a --min coverage=0.5 --min citation=0.6 --max words_per_bullet=40
  hayrick gate runs/b --against runs/a                    nothing is shown to be worse
  hayrick gate runs/b --against runs/a --loss coverage=0.05   at most .05 is lost, and there are enough items to know

\b
Measures of a run: hayrick show DIR --columns all. Fractions are given as 0.35, not as 35.
Exit status: 0 all checks pass, 1 one fails, 2 wrong use or bad input.
"""


@click.command("gate", cls=Command, epilog=_EPILOG)
@click.argument("folder", type=FilePath(), metavar="DIR")
@click.option(
    "--min",
    "least",
    multiple=True,
    metavar="MEASURE=VALUE",
    help="Fail unless the lower bound of the measure's 95 % interval is at least this; repeatable.",
)
@click.option(
    "--max",
    "most",
    multiple=True,
    metavar="MEASURE=VALUE",
    help="Fail unless the upper bound of the measure's 95 % interval is at most this; repeatable.",
)
@click.option(
    "--system",
    "systems",
    multiple=True,
    metavar="PATTERN",
    help="Check only systems whose name or SYSTEM+CONTEXT fits this glob; repeatable.",
)
@click.option(
    "--task", "tasks", multiple=True, metavar="PATTERN", help="Check only tasks and suites that fit this; repeatable."
)
@click.option("--junit", type=FilePath(), help="Also write the checks as JUnit's XML, which services for tests read.")
@click.option(
    "--against",
    type=FilePath(),
    metavar="BASE",
    help="Directory of a baseline run. Fail where a main measure of a system that both have is shown to be lower: the "
    "whole 95 % interval of the paired difference is below 0.",
)
@click.option(
    "--loss",
    "losses",
    multiple=True,
    metavar="MEASURE=VALUE",
    help="With --against: fail unless the loss of this measure is at most this: the lower bound of the difference is "
    "at least -VALUE; repeatable. Measures that are not named are then not compared.",
)
@OVERWRITE
@prints
def gate_command(
    folder: Path,
    least: tuple[str, ...],
    most: tuple[str, ...],
    systems: tuple[str, ...],
    tasks: tuple[str, ...],
    junit: Path | None,
    against: Path | None,
    losses: tuple[str, ...],
    overwrite: bool,
) -> None:
    """Fail where a system of a run is too bad, not known to be good enough, or worse than in another run.

    DIR is the directory of a run of any tasks. Compared are bounds of intervals over all data, so that a check also
    fails where there are too few items. Units that the judge could not decide count as the worst case. With --against
    alone a check fails only where a loss is shown: too few items show none, and --loss asks for more.
    """
    from hayrick.harness.reviewing.gate import GateRequest, gate, write_junit
    from hayrick.report.gates import change_table, gate_table

    limits = [*(_limit("--min", one) for one in least), *(_limit("--max", one) for one in most)]
    if losses and against is None:
        raise click.UsageError("--loss needs --against: the directory of the run that is the baseline.")
    if not limits and against is None:
        raise click.UsageError("Give at least one limit, for example --min joint=0.35, or --against a run.")
    checks = gate(GateRequest(folder=folder, limits=limits, systems=systems, tasks=tasks)) if limits else []
    changes, lacking = _changes(folder, against, losses, systems, tasks) if against is not None else ([], [])
    every: list[Check | Change] = [*checks, *changes]
    failed = sum(not one.passed for one in every)
    if failed:
        answer_no()
    if junit is not None:
        write_junit(every, folder, junit, against=against, overwrite=overwrite)
    rows([{**one._asdict(), "passed": one.passed} for one in every])
    if checks:
        show(gate_table(checks))
    if changes:
        show(change_table(changes))
    paragraph(
        f"{failed} of {len(every)} checks fail."
        if failed
        else "The check passes."
        if len(every) == 1
        else f"All {len(every)} checks pass."
    )
    if missing := max((one.n_missing for one in changes), default=0):
        say(f"Items of the baseline that this run was not asked are not compared: up to {missing} of a system.")
    if lacking:
        say(f"Systems of the baseline that this run has not are not compared: {', '.join(lacking)}.")
    unjudged = sum(1 for one in checks if one.n_unjudged)
    if unjudged:
        say(f"{unjudged} of the checks have unjudged units: these count with the worst value of the measure.")
    if junit is not None:
        say(f"Written to {junit}.")
    if failed:
        raise click.exceptions.Exit(1)


def _changes(
    folder: Path, against: Path, given: Sequence[str], systems: Sequence[str], tasks: Sequence[str]
) -> tuple[list[Change], list[str]]:
    from hayrick.harness.reviewing.losses import LossRequest, losses

    allowed = {one.measure: one.value for one in (_limit("--loss", text) for text in given)}
    found = losses(LossRequest(folder=folder, against=against, losses=allowed, systems=systems, tasks=tasks))
    return found.changes, found.lacking


def _limit(option: str, given: str) -> Limit:
    from hayrick.report.gates import Limit

    measure, equals, text = given.rpartition("=")
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not equals or not measure.strip() or not math.isfinite(value):
        raise BadInput(option, f"'{given}'", "MEASURE=VALUE with a number", f"For example {option} joint=0.35.")
    return Limit(measure.strip(), value, option == "--min", f"{option} {given}")
