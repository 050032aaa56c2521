"""Rows of a table of systems: which there are, and in which order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from hayrick.estimates import Estimated
from hayrick.protocols import AnyMeasure
from hayrick.report.tables import ABSENT, own_unit, percent
from hayrick.types import OWN, Estimate


class SystemRow(NamedTuple):
    """Estimates of one system in one context, with one variant of its responses."""

    system: str
    context: str
    variant: str
    estimates: Mapping[str, Estimate]
    """By measure; those of measures that do not vary are repeated for every variant."""

    counted: Estimate
    """The estimate whose counts are shown: of the first main measure, if there is one."""


def columns_of(measures: Sequence[AnyMeasure]) -> list[AnyMeasure]:
    """Measures that a table of systems shows, main ones first."""
    return sorted((one for one in measures if one.shown), key=lambda one: (not one.main, not one.is_fraction))


def bounded_of(columns: Sequence[AnyMeasure], rows: Sequence[SystemRow]) -> list[AnyMeasure]:
    """The main ones among measures of which some row says how far they could change with what was not judged."""
    return [one for one in columns if one.main and any(extremes(row, one) != ABSENT for row in rows)]


def fewer_of(columns: Sequence[AnyMeasure], rows: Sequence[tuple[Mapping[str, Estimate], int]]) -> list[AnyMeasure]:
    """Main measures that are defined on only some of the units, where some mean rests on fewer of these.

    Args:
        columns: measures that are shown.
        rows: estimates of each system by measure, and the number of its units.
    """
    return [
        one
        for one in columns
        if one.main
        and not one.counts_unjudged
        and any(one.name in estimates and estimates[one.name].n < n for estimates, n in rows)
    ]


def n_heading(measure: AnyMeasure) -> str:
    """Heading of a column of `n_of`."""
    return f"n {measure.heading or measure.name}"


def n_of(estimates: Mapping[str, Estimate], measure: AnyMeasure) -> str:
    """How many units a measure rests on; a dash where it was not computed."""
    found = estimates.get(measure.name)
    return ABSENT if found is None else str(found.n)


def extremes_heading(measure: AnyMeasure) -> str:
    """Heading of a column of `extremes`."""
    return f"{measure.heading or measure.name}, worst to best"


def extremes(row: SystemRow, measure: AnyMeasure) -> str:
    """A measure if what was not judged were the worst, and the best; a dash where everything was judged."""
    found = row.estimates.get(measure.name)
    if found is None or found.bounds is None:
        return ABSENT
    return " to ".join(map(percent if measure.is_fraction else own_unit, found.bounds))


def main_of(measures: Sequence[AnyMeasure]) -> list[AnyMeasure]:
    """The main measures of a task, all where it has none; rows are ordered by the last one."""
    return [one for one in measures if one.main] or list(measures)


def systems_rows(
    estimates: Iterable[Estimated], measures: Sequence[AnyMeasure], dataset: str | None = None
) -> list[SystemRow]:
    """One row per (system, context, variant), best first by the last main measure; for arguments see `systems_table`.

    Variants have rows where they have the last main measure, so that a system with several has no row without it.
    """
    main = main_of(measures)
    first, last = main[0], main[-1]
    cells: dict[tuple[str, str, str], dict[str, Estimate]] = {}
    shared: dict[tuple[str, str], dict[str, Estimate]] = {}
    for key, estimate, _ in estimates:
        if key.dataset == dataset:
            cells.setdefault((key.system, key.context, key.variant), {})[key.measure] = estimate
            shared.setdefault((key.system, key.context), {}).setdefault(key.measure, estimate)
    several = {name[:2] for name in cells if name[2] != OWN}
    found = [
        ((system, context, variant), {**shared[system, context], **row})
        for (system, context, variant), row in cells.items()
        if last.name in row or (system, context) not in several
    ]
    found.sort(key=lambda one: [-_value(one[1].get(measure.name)) for measure in (last, first)])
    return [SystemRow(*name, row, row.get(first.name) or next(iter(row.values()))) for name, row in found]


def _value(estimate: Estimate | None) -> float:
    return (estimate.value if estimate else None) or 0.0
