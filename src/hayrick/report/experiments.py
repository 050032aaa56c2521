"""Tables and notes from the rows of `experiments.json`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from hayrick.report.tables import ABSENT, Table, own_unit, p_cell, percent, ranged
from hayrick.stats.largest import KEEP
from hayrick.types import OWN

Row = Mapping[str, object]

_FINDINGS = {
    "position_sensitivity_paper": "position sensitivity (paper)",
    "position_spread": "position spread",
    "effective_length": "effective length",
}
_AXES = {"position": "order", "length": "budget_tokens", "task_length": "length", "output": "wanted"}
_POINTS = {"order": "order", "budget_tokens": "tokens", "length": "length", "wanted": "sections wanted"}
"""Column of a point -> its heading."""


def experiment_tables(rows: Iterable[Row], variant: str | None = None) -> list[Table]:
    """Tables of scores by order, by budget and by repeat, with the test results; empty if nothing was varied.

    Args:
        rows: of one task.
        variant: the task's column of variants (`Columns.variant`), shown where there is more than the own responses.
    """
    given = list(rows)
    about = ["system", "context"]
    about += [variant] if variant and any(row.get(variant, OWN) != OWN for row in given) else []
    found: list[Table] = []
    for experiment, axis in _AXES.items():
        mine = [row for row in given if row.get("experiment") == experiment]
        if mine:
            found.append(_scores(mine, axis, about))
            findings = _positions if experiment == "position" else _lengths
            tested = [row for row in mine if row.get("measure") in _FINDINGS]
            found += [findings(tested, about)] if tested else []
    repeats = [row for row in given if row.get("experiment") == "repeat"]
    return [*found, _repeats(repeats, about)] if repeats else found


def experiment_notes(rows: Iterable[Row]) -> list[str]:
    """Notes on the tables of `experiment_tables`, one line each."""
    findings = [row for row in rows if row.get("measure") in _FINDINGS]
    measures = {str(row.get("measure")) for row in findings}
    notes = []
    if "position_spread" in measures:
        notes.append(
            "Position spread is the score of the best order minus that of the worst, shuffles averaged; the paper's "
            "sensitivity is the larger difference of top or bottom from stored. Both exceed 0 by chance: the column "
            "'by chance' gives their mean if order has no effect. p is computed for this system alone."
        )
    if "effective_length" in measures:
        notes.append(
            "Effective length is the longest length up to which every one tried keeps "
            f"{100 * KEEP:.0f} % of the score at the smallest. A small budget may show less of the evidence: the "
            "base is no upper bound (docs/guide/experiments.md)."
        )
    left_out = {(row.get("system"), row.get("context")): row.get("n_left_out") for row in findings}
    some = [f"{system} ({context}): {count}" for (system, context), count in left_out.items() if count]
    if some:
        notes.append(f"Subtopics that not every order or budget has are left out: {', '.join(some)}.")
    return notes


def _scores(rows: Sequence[Row], axis: str, about: Sequence[str]) -> Table:
    lines: dict[tuple[str, ...], dict[str, Row]] = {}
    for row in rows:
        if row.get("measure") not in _FINDINGS:
            point = row.get(axis)
            shown = f"{point:,}" if isinstance(point, int) else str(point)
            lines.setdefault((*_names(row, about), shown), {})[str(row.get("measure"))] = row
    measures = list(dict.fromkeys(name for cells in lines.values() for name in cells))
    counted = any(row.get("n_failed") or row.get("n_unjudged") for row in rows)
    counts = ("n", "n_failed", "n_unjudged") if counted else ("n",)
    body = []
    for names, cells in lines.items():
        first = next((cells[name] for name in measures if name in cells), {})
        body.append([*names, *(_interval(cells.get(name)) for name in measures), *(str(first.get(n)) for n in counts)])
    # Orders are names, budgets are numbers.
    start = len(about) + (axis == "order")
    head = _POINTS[axis]
    ranges = {str(row["measure"]): _range(row) for row in rows if "bounds" in row}
    named = [f"{name}{ranges.get(name, '')}" for name in measures]
    heads = [*about, head, *named, *(name.removeprefix("n_") for name in counts)]
    units = "values" if ranges else "percent"
    return Table(f"by {head}: {units} with 95 % intervals", heads, body, range(start, len(heads)))


def _range(row: Row) -> str:
    """The range of a rating, as a heading shows it."""
    least, most = cast("Sequence[float]", row["bounds"])
    return f" ({least:g} to {most:g})"


def _repeats(rows: Sequence[Row], about: Sequence[str]) -> Table:
    body = [
        [
            *_names(row, about),
            str(row["measure"]),
            percent(_number(row, "between")),
            percent(_number(row, "within")),
            str(row.get("n")),
            str(row.get("n_repeats")),
        ]
        for row in rows
    ]
    heads = [*about, "measure", "between items", "within an item", "items", "repeats"]
    return Table("spread: standard deviations in percent", heads, body, range(len(heads) - 4, len(heads)))


def _positions(rows: Sequence[Row], about: Sequence[str]) -> Table:
    body = []
    for row in rows:
        between = f"{row['higher']} over {row['lower']}" if row.get("higher") is not None else ABSENT
        cells = [_interval(row), percent(_number(row, "chance")), p_cell(_number(row, "p")), str(row.get("n"))]
        body.append([*_names(row, about), _FINDINGS[str(row["measure"])], between, *cells])
    of = str(rows[0].get("of")) if rows else "value"
    heads = [*about, "measure", "largest difference", of, "by chance", "p", "subtopics"]
    return Table("does the order matter? percent with 95 % intervals", heads, body, range(len(heads) - 4, len(heads)))


def _lengths(rows: Sequence[Row], about: Sequence[str]) -> Table:
    body = []
    for row in rows:
        longest = _number(row, "longest_tried")
        ends = [_tokens(_number(row, name), longest) for name in ("value", "low", "high")]
        body.append([*_names(row, about), *ends, _tokens(longest, None), str(row.get("n"))])
    heads = [*about, "effective length", "at least", "at most", "longest tried", _counted(rows)]
    return Table("effective length: tokens, with 95 % bounds", heads, body, range(len(heads) - 5, len(heads)))


def _counted(rows: Sequence[Row]) -> str:
    """What `n` counts: subtopics that all budgets share, or the groups of a length."""
    return "groups a length" if any(row.get("experiment") == "task_length" for row in rows) else "subtopics"


def _names(row: Row, about: Sequence[str]) -> tuple[str, ...]:
    return tuple(str(row.get(name)) for name in about)


def _number(row: Row, name: str) -> float | None:
    return cast("float | None", row.get(name))


def _interval(row: Row | None) -> str:
    """A value with its interval: fractions in percent, others, which have `bounds`, in their own unit."""
    if row is None:
        return ABSENT
    value, low, high = (_number(row, name) for name in ("value", "low", "high"))
    return ranged(value, low, high, own_unit if "bounds" in row else percent)


def _tokens(value: float | None, longest: float | None) -> str:
    """Format a budget; a value equal to the longest tried budget is a lower bound ("or more")."""
    if value is None:
        return ABSENT
    return f"{value:,.0f} or more" if value == longest else f"{value:,.0f}"
