"""Tables of what a planned run can show: precision, detectable differences, and sizes for a wanted one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from hayrick.report.tables import ABSENT, Table, dollars, own_unit, percent
from hayrick.stats.power import TARGET


class PlannedPower(NamedTuple):
    """Precision and power of one measure of a planned run; numbers are in the measure's own unit."""

    task: str
    measure: str
    n: int
    """Units that systems are asked for, such as insights; items where these have none."""

    clusters: int
    resampled: str
    """What the clusters are, in the plural."""

    fraction: bool
    """Whether values are fractions, which tables show in percent."""

    value: float
    """Usual score of a system, for which the half-width holds."""

    half_width: float | None
    """Expected, of the 95 % interval of one system's score; None with one cluster."""

    pairs: int
    """Of systems that are compared, for which p is adjusted."""

    detectable: float | None
    """Smallest difference that is found in 80 of 100 runs; None where none is, or one system shows no differences."""

    effect: float | None = None
    """Difference that is wanted."""

    power: float | None = None
    """Chance that it is found."""

    needed: int | None = None
    """Clusters of this kind with which it is found in 80 of 100 runs."""

    needed_of: str = ""
    """What these are, in the plural: from some number on, datasets are resampled."""

    usd_needed: float | None = None
    """Expected cost of a run with so many."""

    variances: str = ""
    """Where the variances are from."""


def power_tables(rows: Sequence[PlannedPower]) -> Iterator[Table]:
    """For each task a table of precision, and one of the differences that are wanted, if any are."""
    for task, group in groupby(rows, key=lambda row: row.task):
        given = list(group)
        yield _precision(task, given)
        wanted = [row for row in given if row.effect is not None]
        if wanted:
            yield _wanted(task, wanted)


def _precision(task: str, rows: Sequence[PlannedPower]) -> Table:
    body = [
        [
            row.measure,
            f"{row.clusters:,}",
            f"{row.n:,}",
            _shown(row)(row.value),
            ABSENT if row.half_width is None else f"±{_shown(row)(row.half_width)}",
            _shown(row)(row.detectable),
        ]
        for row in rows
    ]
    heads = ["measure", rows[0].resampled, "n", "usual score", "95 % interval", "detectable difference"]
    return Table(f"{task}, these inputs: expected precision{_unit(rows)}", heads, body, range(1, len(heads)))


def _wanted(task: str, rows: Sequence[PlannedPower]) -> Table:
    body = [
        [
            row.measure,
            _shown(row)(row.effect),
            ABSENT if row.power is None else f"{100 * row.power:.0f} %",
            ABSENT if row.power is None else "yes" if row.power >= TARGET else "no",
            _needed(row),
            ABSENT if row.usd_needed is None else dollars(row.usd_needed),
        ]
        for row in rows
    ]
    heads = ["measure", "wanted difference", "power", "suffices", "needed", "USD then"]
    if all(row.usd_needed is None for row in rows):
        heads, body = heads[:-1], [line[:-1] for line in body]
    return Table(f"{task}: what it takes to detect a difference{_unit(rows)}", heads, body, range(1, len(heads)))


def _needed(row: PlannedPower) -> str:
    """How many clusters, and how many times these inputs that is, where clusters are of the same kind."""
    if row.needed is None:
        return ABSENT
    times = f" (x{row.needed / row.clusters:.1f})" if row.needed_of == row.resampled else ""
    return f"{row.needed:,} {row.needed_of}{times}"


def _shown(row: PlannedPower) -> Callable[[float | None], str]:
    return percent if row.fraction else own_unit


def _unit(rows: Sequence[PlannedPower]) -> str:
    return ", in percentage points" if all(row.fraction for row in rows) else ""


def power_notes(rows: Sequence[PlannedPower]) -> Iterator[str]:
    """What the tables' columns mean."""
    pairs = max(row.pairs for row in rows)
    among = (
        "the p of one pair"
        if pairs == 1
        else f"one of {pairs:,} pairs by p adjusted (Holm), while no other pair differs: where others do, less suffices"
    )
    yield (
        f"Detectable: the true difference of two systems that 'hayrick compare' tells apart in {100 * TARGET:.0f} of "
        f"100 such runs at .05, {among}. 95 % interval: of one system with the usual score, half its expected width."
    )
    if any(row.needed is not None for row in rows):
        yield f"Needed: for a power of {100 * TARGET:.0f} %, of the kind and size of these (x: times these inputs)."
