"""What plans print: the calls and the cost of a run, and its first prompt."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hayrick.cli.terminal import paragraph, result, rows, say, show, verbatim
from hayrick.extras import install
from hayrick.types import BadInput

if TYPE_CHECKING:
    from hayrick.harness.models.model_options import ModelOptions
    from hayrick.harness.planning.plan_costs import PlannedCalls
    from hayrick.harness.planning.plan_power import PowerRequest
    from hayrick.harness.planning.plan_time import PlannedTime
    from hayrick.harness.running.run_request import RunRequest


_EXPECTED = (
    "Expected replies are of usual length for the task; high is the longest allowed, nothing cached, and replies that "
    "are drawn where a model gives no probabilities. A question to a judge whose reply cannot be read is asked up to "
    "three times, which no figure includes."
)


def show_plan(
    request: RunRequest, out: Path | None, power: PowerRequest | None = None, pilot: Path | None = None
) -> None:
    """Print the calls, cost and, where known, time and power of a run, and write them where a folder is given."""
    from hayrick.harness.planning.plan import FILE, plan

    notes: list[str] = []
    found = plan(request, out, notes.append, power=power, pilot=pilot)
    rows([row._asdict() for row in found.calls], **found.further)
    if found.calls:
        _show_calls(found.calls, notes, request)
    else:
        say("No system and no judge of this run asks a model: there is nothing to pay.")
    if found.time is not None:
        say(_time_line(found.time, pilot))
    if found.power:
        from hayrick.report.power import power_notes, power_tables

        for one in power_tables(found.power):
            show(one)
        for line in (*power_notes(found.power), *found.remarks):
            say(line)
    if out is not None:
        say(f"Written to {out / FILE}.")


def effects_of(given: Sequence[str]) -> Mapping[str, float]:
    """Name of a measure, or "" for all, -> the difference that is to be found.

    Raises:
        BadInput: one is no number, or a measure has two.
    """
    found: dict[str, float] = {}
    for text in given:
        name, _, number = text.rpartition("=")
        try:
            value = float(number.removesuffix("%")) / (100 if number.endswith("%") else 1)
        except ValueError:
            value = math.nan
        if not math.isfinite(value) or ("=" in text and not name.strip()):
            raise BadInput(
                "--effect",
                f"'{text}'",
                "a number, a percentage, or MEASURE=NUMBER",
                "For example --effect coverage=0.05.",
            )
        if name.strip() in found:
            raise BadInput("--effect", f"two effects of {name.strip() or 'all measures'}", "one")
        found[name.strip()] = value
    return found


def _time_line(time: PlannedTime, pilot: Path | None) -> str:
    """How long the calls take, in words."""
    parts = []
    if time.minutes is not None:
        parts.append(
            f"Time: about {_minutes(time.minutes)}, by the seconds of {time.n:,} calls of {pilot} and {time.at_once} "
            "calls at once."
        )
    elif time.unknown:
        parts.append(f"Time: unknown, since {pilot} has no timed call of {', '.join(time.unknown)}.")
    if time.least is not None:
        parts.append(f"The limits a minute allow no less than {_minutes(time.least)}.")
    return " ".join(parts)


def _minutes(minutes: float) -> str:
    if minutes < 2:
        return f"{60 * minutes:,.0f} seconds"
    return f"{minutes:,.0f} minutes" if minutes < 120 else f"{minutes / 60:,.1f} hours"


def _show_calls(planned: Sequence[PlannedCalls], notes: Sequence[str], request: RunRequest) -> None:
    from hayrick.report.costs import plan_table

    show(plan_table(planned))
    for line in (*notes, *price_lines(planned, request.models.prices), *request.models.arguments_shown):
        say(line)
    if request.models.budget_usd is not None:
        say(_budget_line(planned, request.models.budget_usd))
    say(_EXPECTED)


def show_planned(planned: Sequence[PlannedCalls], models: ModelOptions, out: Path | None) -> None:
    """Print the calls and the cost of judging alone."""
    from hayrick.harness.planning.plan import FILE
    from hayrick.report.costs import plan_table

    rows([row._asdict() for row in planned])
    if planned:
        show(plan_table(planned))
        for line in (*price_lines(planned, models.prices), _EXPECTED):
            say(line)
    else:
        say("No judge here asks a model: there is nothing to pay.")
    if out is not None:
        say(f"Written to {out / FILE}.")


def _budget_line(rows: Sequence[PlannedCalls], budget: float) -> str:
    """Whether the budget suffices for the whole plan."""
    known = [(row.usd, row.usd_high) for row in rows if row.usd is not None and row.usd_high is not None]
    if len(known) < len(rows):
        return f"Budget: ${budget:,.2f}; whether it suffices is unknown without all prices."
    expected, high = (sum(costs) for costs in zip(*known, strict=True)) if known else (0.0, 0.0)
    if high <= budget:
        return f"Budget: ${budget:,.2f}, which suffices even at the high figures."
    if expected <= budget:
        return f"Budget: ${budget:,.2f}, which suffices at the expected figures, but not at the high ones."
    return f"Budget: ${budget:,.2f}, less than the ${expected:,.2f} expected: the run would stop before its end."


def price_lines(rows: Sequence[PlannedCalls], file: Path | None) -> Iterator[str]:
    """Where the prices of a plan come from, and what to add for models that have none."""
    from hayrick.harness.models.list_prices import on_sale
    from hayrick.harness.models.prices import how_to_add, read_prices

    yield f"Prices: {read_prices(file).described()}. Check them, or give yours with --prices."
    unknown = list(dict.fromkeys(model for row in rows for model in row.unpriced))
    if unknown:
        extra = "" if on_sale() else f" The extra prices ({install('prices')}) brings those of models on sale."
        yield (
            f"No price is known for {', '.join(unknown)}.{extra} Put these two lines into a file, with the dollars "
            "per million tokens, and give it as --prices FILE:"
        )
        yield from how_to_add(unknown)


def show_prompt(request: RunRequest, out: Path | None) -> None:
    """Print the first prompt of a run, a long one without its middle, and write it whole."""
    from hayrick.harness.planning.first_prompt import PROMPT_FILE, first_prompt
    from hayrick.prompting import abridged

    shown = first_prompt(request, out)
    if shown is None:
        return
    result({"prompt": shown.text, "prompt_signature": shown.signature})
    paragraph(f"The first prompt ({shown.signature}):")
    verbatim(abridged(shown.text))
    if out is not None:
        say(f"Whole in {out / PROMPT_FILE}.")
