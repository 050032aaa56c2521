"""The command doctor: what is installed, and what is behind a model's endpoint."""

from __future__ import annotations

from typing import Any

import click
from click.core import ParameterSource

from hayrick.cli.model_options import ARGUMENTS, ATTEMPTS, BUDGET_USD, PRICES, WINDOW_TOKENS, model_options
from hayrick.cli.options import Command, options
from hayrick.cli.terminal import prints, progress, result, rows, say, show
from hayrick.types import BadInput
from hayrick.wording import counted

_EPILOG = """\b
Examples:
  hayrick doctor
  hayrick doctor --endpoint openai/gpt-4o --budget-usd 0.10
  MINE_BASE_URL=http://127.0.0.1:8000/v1 MINE_API_KEY=none hayrick doctor --endpoint openai-api/mine/qwen \\
      --window-tokens 32768

The model and its address are named as in runs. Without --window-tokens the longest prompt has about 6,000 tokens; with
it, one has 90 % and one 120 % of the window. What is found is kept, and stands in the manifest of runs against this
model at this address.

Exit status: 0 nothing is wrong, 1 something is, 2 the model cannot be reached.
"""


@click.command("doctor", cls=Command, epilog=_EPILOG)
@click.option("--endpoint", metavar="MODEL", help="Ask this model, and say what is wrong with how it is served.")
@options((WINDOW_TOKENS,), ARGUMENTS, (BUDGET_USD, PRICES), ATTEMPTS)
@prints
@click.pass_context
def doctor_command(ctx: click.Context, /, endpoint: str | None, **asking: Any) -> None:
    """Check what is installed and works offline; or, with --endpoint, how a model is served.

    Absent features are listed with the command that installs them.
    """
    if endpoint is not None:
        _endpoint(endpoint, asking)
        return
    for one in ctx.command.params:
        if one.name in asking and ctx.get_parameter_source(one.name) is ParameterSource.COMMANDLINE:
            raise BadInput(one.opts[0], "an option that is not used here", "--endpoint MODEL", "Leave it out.")
    _installed()


def _installed() -> None:
    from hayrick.harness.diagnosis.doctor import checks
    from hayrick.report.tables import Table

    found = checks()
    rows([check._asdict() for check in found])
    show(Table("hayrick doctor", ["check", "state", "detail"], [list(check) for check in found], ()))
    if any(check.state == "broken" for check in found):
        raise click.exceptions.Exit(1)


def _endpoint(model: str, asking: dict[str, Any]) -> None:
    from hayrick.harness.diagnosis.endpoint import EndpointRequest, diagnose, expense
    from hayrick.harness.transport.addresses import address_of
    from hayrick.report.tables import Table

    request = EndpointRequest(model=model, models=model_options(asking))
    at = address_of(model) or "its provider's address"
    with progress() as tell:
        report = diagnose(request, tell)
    # Not before: an error is one line on standard error, and nothing on standard output.
    say(f"Asked {model} at {at}: at most {_told(expense(request))}.")
    result(report.rows)
    heads = ["check", "verdict", "found", "what it means", "what to do"]
    show(Table(f"{model} at {at}", heads, [_cells(one) for one in report.findings], ()))
    say(f"It took {_told(report.spent)}.")
    say("The manifest of runs against this model at this address says what was found.")
    if report.is_wrong:
        raise click.exceptions.Exit(1)


def _cells(finding: Any) -> list[str]:
    return [finding.check, finding.verdict, finding.found, finding.meaning, finding.cure or "–"]


def _told(spent: Any) -> str:
    usd = "no price is known" if spent.usd is None else f"${spent.usd:.4f}"
    return f"{counted(spent.calls, 'call')}, {spent.tokens_in:,} tokens in and {spent.tokens_out:,} out ({usd})"
