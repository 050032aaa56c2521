"""What plans print: the calls and the cost of a run, and its first prompt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hayrick.cli.terminal import paragraph, result, rows, say, show, verbatim
from hayrick.extras import install

if TYPE_CHECKING:
    from hayrick.harness.plan import PlannedCalls
    from hayrick.harness.run_request import RunRequest


def show_plan(request: RunRequest, out: Path | None) -> None:
    """Print the calls and the cost of a run, and write them where a folder is given."""
    from hayrick.harness.plan import FILE, plan_run

    notes: list[str] = []
    planned = plan_run(request, out, notes.append)
    rows([row._asdict() for row in planned])
    if planned:
        _show_calls(planned, notes, request)
    else:
        say("No system and no judge of this run asks a model: there is nothing to pay.")
    if out is not None:
        say(f"Written to {out / FILE}.")


def _show_calls(planned: Sequence[PlannedCalls], notes: Sequence[str], request: RunRequest) -> None:
    from hayrick.report.costs import plan_table

    show(plan_table([row[:9] for row in planned]))
    for line in (*notes, *price_lines(planned, request.models.prices), *request.models.arguments_shown):
        say(line)
    if request.models.budget_usd is not None:
        say(_budget_line(planned, request.models.budget_usd))
    say(
        "Expected replies are of usual length for the task; high is the longest allowed, nothing cached, and replies "
        "that are drawn where a model gives no probabilities."
    )


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
    from hayrick.harness.list_prices import on_sale
    from hayrick.harness.prices import how_to_add, read_prices

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
    from hayrick.harness.plan import PROMPT_FILE, first_prompt
    from hayrick.prompting import abridged

    shown = first_prompt(request, out)
    if shown is None:
        return
    result({"prompt": shown.text, "prompt_signature": shown.signature})
    paragraph(f"The first prompt ({shown.signature}):")
    verbatim(abridged(shown.text))
    if out is not None:
        say(f"Whole in {out / PROMPT_FILE}.")
