"""Tables of what calls cost: columns beside systems, and plans."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hayrick.records.costs import JUDGE, SYSTEM, Cost, totals
from hayrick.report.tables import Table, dollars

USD, JUDGE_USD = "USD", "judge USD"
"""Headings of what answers cost, and of what judging them cost."""


def cost_columns(costs: Iterable[Cost], task: str) -> dict[str, dict[tuple[str, str], str]]:
    """Heading -> (system, context) -> cell: calls and tokens of answers, and dollars of these and of their judging.

    A column of dollars is there if any price is known. Calls that several systems have in common count in each.

    Args:
        costs: of a run.
        task: its name.
    """
    rows = list(costs)
    answers, judging = totals(rows, task, SYSTEM), totals(rows, task, JUDGE)
    found = {
        "calls": {name: f"{one.calls:,}" for name, one in answers.items()},
        "tokens in": {name: f"{one.tokens_in:,}" for name, one in answers.items()},
        "tokens out": {name: f"{one.tokens_out:,}" for name, one in answers.items()},
        USD: {name: dollars(one.usd) for name, one in answers.items() if one.usd is not None},
        JUDGE_USD: {name: dollars(one.usd) for name, one in judging.items() if one.usd is not None},
    }
    return {heading: cells for heading, cells in found.items() if cells}


Planned = tuple[str, str, str, int, int, int, float | None, float | None, float | None, *tuple[object, ...]]
"""System, context, judge, calls, tokens in, tokens out, USD low, USD, USD high; what follows is not shown."""


def plan_table(rows: Iterable[Planned]) -> Table:
    """Table with one row per system and context, and their sum; cost in USD as low, expected and high."""
    given = list(rows)
    body = [[*row[:3], *(f"{number:,}" for number in row[3:6]), *map(dollars, row[6:9])] for row in given]
    if len(given) > 1:
        sums = [sum(row[3] for row in given), sum(row[4] for row in given), sum(row[5] for row in given)]
        costs = [_sum([row[6] for row in given]), _sum([row[7] for row in given]), _sum([row[8] for row in given])]
        body.append(["all", "", "", *(f"{number:,}" for number in sums), *map(dollars, costs)])
    heads = ["system", "context", "judge", "calls", "tokens in", "tokens out", "USD low", "USD", "USD high"]
    table = Table("planned calls and cost", heads, body, range(3, len(heads)))
    return table.with_main("calls", "tokens in", "tokens out", "USD", "USD high")


def _sum(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) if len(known) == len(values) else None
