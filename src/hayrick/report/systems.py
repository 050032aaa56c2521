"""Tables of a task's estimates, a row per system and context."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from hayrick.estimates import Estimated
from hayrick.records.costs import Cost
from hayrick.report.costs import JUDGE_USD, USD, cost_columns
from hayrick.report.system_rows import (
    bounded_of,
    columns_of,
    extremes,
    extremes_heading,
    fewer_of,
    n_heading,
    n_of,
    systems_rows,
)
from hayrick.report.tables import ABSENT, Table, interval
from hayrick.reporting import Reporting
from hayrick.types import OWN

NO_COSTS: Mapping[str, Mapping[tuple[str, str], str]] = MappingProxyType({})


def systems_table(
    estimates: Iterable[Estimated],
    reporting: Reporting,
    dataset: str | None = None,
    costs: Mapping[str, Mapping[tuple[str, str], str]] = NO_COSTS,
) -> Table:
    """Table with one row per (system, context, variant), best first by the last main measure; a column per measure.

    Measures that are not to be shown have no column. `n` is that of the first main measure; where another one rests on
    fewer units, as citation does, a column has their number. The counts of what failed, was not judged, is
    contradicted, or was left unread stand in columns of their own, each only where there is any. Where something was
    not judged, each main measure has a column with its value if all of that were the worst, and the best; the last one
    is shown by default.

    Args:
        estimates: estimates of one task of a run.
        reporting: of the task: its measures, and its words for datasets and variants.
        dataset: dataset to show; None for estimates over all datasets.
        costs: see `cost_columns`.
    """
    columns = columns_of(reporting.measures)
    found = systems_rows(estimates, reporting.measures, dataset)
    several = any(row.variant != OWN for row in found)
    counted = [row.counted for row in found]
    failing = any(one.n_failed or one.n_unjudged for one in counted)
    fewer = fewer_of(columns, [(row.estimates, row.counted.n) for row in found])
    counts: dict[str, list[int]] = {}
    if failing:
        counts |= {"failed": [one.n_failed for one in counted], "unjudged": [one.n_unjudged for one in counted]}
    bounded = bounded_of(columns, found)
    counts |= {
        name: numbers
        for name, numbers in (
            ("contradicted", [one.n_contradicted for one in counted]),
            ("unread", [one.n_unread for one in counted]),
        )
        if any(numbers)
    }
    rows = []
    for number, (system, context, variant, row, _) in enumerate(found):
        values = [interval(row.get(one.name), fraction=one.is_fraction) for one in columns]
        rows.append(
            [system, context, *([variant] if several else []), *values, str(counted[number].n)]
            + [n_of(row, one) for one in fewer]
            + [str(of[number]) for of in counts.values()]
            + [extremes(found[number], one) for one in bounded]
            + [given.get((system, context), ABSENT) if variant == OWN else ABSENT for given in costs.values()]
        )
    heads = [
        "system",
        "context",
        *([reporting.columns.variant or "variant"] if several else []),
        *(one.heading or one.name for one in columns),
        "n",
        *(ns := [n_heading(one) for one in fewer]),
        *counts,
        *(names := [extremes_heading(one) for one in bounded]),
        *costs,
    ]
    units = "percent" if all(one.is_fraction for one in columns if one.main) else "values"
    title = f"{dataset or f'all {reporting.noun}'}: {units} with 95 % intervals"
    table = Table(title, heads, rows, range(3 if several else 2, len(heads)))
    main = [one.heading or one.name for one in columns if one.main] or heads
    return table.with_main(*main[:3], main[-1], "n", *ns, *counts, *names[-1:], USD, JUDGE_USD)


def task_table(
    task: str,
    estimates: Sequence[Estimated],
    reporting: Reporting,
    *,
    several: bool,
    costs: Sequence[Cost] = (),
) -> Table:
    """Table of a task's estimates: those of its only dataset, or over all.

    Args:
        task: name of the task.
        estimates: of the task.
        reporting: of the task.
        several: whether the run has several tasks, so that the title names this one.
        costs: of the run.
    """
    datasets = list(dict.fromkeys(key.dataset for key, _, _ in estimates if key.dataset is not None))
    dataset = datasets[0] if len(datasets) == 1 else None
    table = systems_table(estimates, reporting, dataset, cost_columns(costs, task))
    return table._replace(title=f"{task}, {table.title}") if several else table
