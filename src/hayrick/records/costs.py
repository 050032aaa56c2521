"""What the answers of each system cost: rows of `costs.json`, which share out the calls of a run among its systems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from hayrick.records.fields import is_number, read_table, table
from hayrick.records.write_files import write_json
from hayrick.types import BadInput

COSTS = "costs.json"
SYSTEM, JUDGE = "system", "judge"
_COUNTS = ("calls", "tokens_in", "tokens_cached", "tokens_out")
_NAMES = ("task", "system", "context")
MOST_USD = 1e12
"""Largest plausible number of dollars, of a call, a system or a budget."""


class Cost(NamedTuple):
    """Calls of one model for one purpose, on which the answers of one system in one context rest.

    The rows with `shared` false are all calls of the run, each once.
    """

    task: str | None
    """None for calls on which no answer rests, such as those of answers that have been asked again."""

    system: str | None
    context: str | None
    """None where one piece of work answers in several contexts."""

    purpose: str
    """`system`, `judge`, or `own` for a system of the user's own."""

    model: str
    calls: int
    """With those that were billed and lost."""

    tokens_in: int
    """Without cached reads."""

    tokens_cached: int
    tokens_out: int
    usd: float | None
    """None if a price is unknown."""

    shared: bool = False
    """Whether another row has the same calls, since two systems were asked alike: to be left out of sums over rows."""


class Total(NamedTuple):
    """Calls, tokens in and out, and dollars (None if a price is unknown) of one system in one context."""

    calls: int
    tokens_in: int
    tokens_out: int
    usd: float | None


def totals(costs: Iterable[Cost], task: str, purpose: str) -> dict[tuple[str, str], Total]:
    """(system, context) -> everything that it cost for one purpose, with the calls that it shares with others."""
    found: dict[tuple[str, str], list[Cost]] = {}
    for one in costs:
        if one.task == task and one.purpose == purpose and one.system is not None and one.context is not None:
            found.setdefault((one.system, one.context), []).append(one)
    return {name: _total(rows) for name, rows in found.items()}


def _total(rows: Sequence[Cost]) -> Total:
    usd = [one.usd for one in rows]
    return Total(
        calls=sum(one.calls for one in rows),
        tokens_in=sum(one.tokens_in + one.tokens_cached for one in rows),
        tokens_out=sum(one.tokens_out for one in rows),
        usd=None if None in usd else sum(one for one in usd if one is not None),
    )


def write_costs(folder: Path, costs: Sequence[Cost]) -> None:
    """Write `costs.json` of a run directory."""
    write_json(folder / COSTS, table([one._asdict() for one in costs]))


def read_costs(folder: Path) -> list[Cost]:
    """Costs of a run directory; none where no model was asked.

    Raises:
        BadInput: the file is damaged, or a link that leads nowhere.
    """
    path = folder / COSTS
    if not path.exists() and not path.is_symlink():
        return []
    return [_cost(row, f"{path}: row {number}") for number, row in enumerate(read_table(path), start=1)]


def _cost(row: Mapping[str, Any], where: str) -> Cost:
    given: dict[str, Any] = {name: row.get(name) for name in Cost._fields}
    usd = given["usd"]
    is_right = (
        all(isinstance(given[name], int) and not isinstance(given[name], bool) and given[name] >= 0 for name in _COUNTS)
        and all(given[name] is None or isinstance(given[name], str) for name in _NAMES)
        and all(isinstance(given[name], str) for name in ("purpose", "model"))
        and (usd is None or (is_number(usd) and 0 <= usd <= MOST_USD))
        and isinstance(given["shared"], bool)
    )
    if not is_right:
        expected = f"the fields {', '.join(Cost._fields)}, with counts and dollars of at least 0"
        raise BadInput(where, "another form", expected, "Give the run's command again.")
    return Cost(**given)
