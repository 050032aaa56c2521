"""Assertions on results, for tests of a pipeline."""

from __future__ import annotations

from hayrick.api.result import Result, Row
from hayrick.types import BadInput


def assert_coverage(result: Result, *, system: str | None = None, context: str | None = None, **least: float) -> None:
    """Fail unless the lower bound of each measure's 95 % interval is at least a number.

    So a test fails where a system is too bad, and where there are too few subtopics to know that it is good enough.

    Args:
        result: of `hayrick.run` or `hayrick.score`.
        system: name of the system; needed where the result has several.
        context: name of the context; needed where the result has several.
        least: name of a measure -> least lower bound, for example `joint=0.35`.

    Raises:
        AssertionError: a lower bound is less, or there is no interval; the message has the value, the interval and n.
        BadInput: no measure is given, or the result has no such measure or system.
    """
    if not least:
        raise BadInput("assert_coverage", "no measure", "one with its least lower bound, for example joint=0.35")
    found = {name: result.estimate(name, system, context) for name in least}
    wrong = [f"{_told(row)}; wanted at least {least[name]:g}" for name, row in found.items() if _low(row) < least[name]]
    if wrong:
        raise AssertionError("; ".join(wrong))


def _low(row: Row) -> float:
    return float("-inf") if row["low"] is None else float(row["low"])


def _told(row: Row) -> str:
    value = "no value" if row["value"] is None else f"{row['value']:.3f}"
    interval = "no interval" if row["low"] is None else f"95 % interval {row['low']:.3f} to {row['high']:.3f}"
    failed = "".join(f", {row[f'n_{kind}']} {kind}" for kind in ("failed", "unjudged") if row.get(f"n_{kind}"))
    return f"{row['measure']} of {row['system']} ({row['context']}) is {value}, {interval}, n = {row['n']}{failed}"
