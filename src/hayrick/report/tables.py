"""Tables of estimates, agreement, retrieval and plans, as text for a terminal or a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Protocol

from hayrick.agreement import Agreement, YesNoAgreement
from hayrick.averages import CATEGORY, DOMAIN, FRACTIONS, LENGTH, MICRO, Averaged
from hayrick.estimates import Estimated
from hayrick.records.costs import JUDGE, SYSTEM, Cost, totals
from hayrick.records.parameters import size_name
from hayrick.report.system_rows import OWN, SystemRow, columns_of, systems_rows
from hayrick.reporting import AnyMeasure
from hayrick.stats import Interval
from hayrick.types import Estimate

ABSENT = "-"
NO_SPREAD = "[no spread]"
"""In the place of an interval of width 0: all groups have one value, which says nothing of how new ones would vary."""


USD, JUDGE_USD = "USD", "judge USD"
"""Headings of what answers cost, and of what judging them cost."""

NO_COSTS: Mapping[str, Mapping[tuple[str, str], str]] = MappingProxyType({})


class Table(NamedTuple):
    """A title, column headings, rows of cells, and which columns are right-aligned, and which are shown by default.

    The columns before the first right-aligned one are names, which are always shown.
    """

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    numbers: Sequence[int]
    """Numbers of the right-aligned columns."""

    main: Sequence[int] = ()
    """Numbers of the columns that are shown unless others are asked for, about five beside names; empty: all."""

    def with_main(self, *heads: str) -> Table:
        """The table with these headings, as far as it has them, as its main columns."""
        return self._replace(main=[number for number, head in enumerate(self.heads) if head in heads])


def percent(value: float | None) -> str:
    """Format a fraction as percent with one decimal; a dash for None."""
    return ABSENT if value is None else f"{100 * value:.1f}"


def own_unit(value: float | None) -> str:
    """Format a value that is no fraction with one decimal; a dash for None."""
    return ABSENT if value is None else f"{value:.1f}"


def interval(estimate: Estimate | None, *, fraction: bool = True) -> str:
    """Format an estimate as `value [low, high]`, fractions in percent; an interval without width as `NO_SPREAD`."""
    if estimate is None or estimate.value is None:
        return ABSENT
    show = percent if fraction else own_unit
    if estimate.low is None or estimate.high is None:
        return show(estimate.value)
    if estimate.low == estimate.high:
        return f"{show(estimate.value)} {NO_SPREAD}"
    return f"{show(estimate.value)} [{show(estimate.low)}, {show(estimate.high)}]"


def systems_table(
    estimates: Iterable[Estimated],
    measures: Sequence[AnyMeasure],
    dataset: str | None = None,
    noun: str = "datasets",
    costs: Mapping[str, Mapping[tuple[str, str], str]] = NO_COSTS,
) -> Table:
    """Table with one row per (system, context, variant), best first by the last main measure; a column per measure.

    Measures that are not to be shown have no column. The counts of what failed, was not judged, is contradicted, or was
    left unread stand in columns of their own, each only where there is any. Where something was not judged, each main
    measure has a column with its value if all of that were the worst, and the best; the last one is shown by default.

    Args:
        estimates: estimates of one task of a run.
        measures: measures of the task.
        dataset: dataset to show; None for estimates over all datasets.
        noun: the task's word for datasets, in the plural.
        costs: see `cost_columns`.
    """
    columns = columns_of(measures)
    found = systems_rows(estimates, measures, dataset)
    several = any(row.variant != OWN for row in found)
    counted = [row.counted for row in found]
    failing = any(one.n_failed or one.n_unjudged for one in counted)
    counts: dict[str, list[int]] = {"n": [one.n for one in counted]}
    if failing:
        counts |= {"failed": [one.n_failed for one in counted], "unjudged": [one.n_unjudged for one in counted]}
    extremes = [one for one in columns if one.main and any(_extremes(row, one) != ABSENT for row in found)]
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
            [system, context, *([variant] if several else []), *values, *(str(of[number]) for of in counts.values())]
            + [_extremes(found[number], one) for one in extremes]
            + [given.get((system, context), ABSENT) if variant == OWN else ABSENT for given in costs.values()]
        )
    heads = [
        "system",
        "context",
        *(["citations"] if several else []),
        *(one.heading or one.name for one in columns),
        *counts,
        *(names := [f"{one.heading or one.name}, worst to best" for one in extremes]),
        *costs,
    ]
    units = "percent" if all(one.is_fraction for one in columns if one.main) else "values"
    title = f"{dataset or f'all {noun}'}: {units} with 95 % intervals"
    table = Table(title, heads, rows, range(3 if several else 2, len(heads)))
    main = [one.heading or one.name for one in columns if one.main] or heads
    return table.with_main(*main[:3], main[-1], *counts, *names[-1:], USD, JUDGE_USD)


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
        USD: {name: _usd(one.usd) for name, one in answers.items() if one.usd is not None},
        JUDGE_USD: {name: _usd(one.usd) for name, one in judging.items() if one.usd is not None},
    }
    return {heading: cells for heading, cells in found.items() if cells}


def _extremes(row: SystemRow, measure: AnyMeasure) -> str:
    """A measure if what was not judged were the worst, and the best; a dash where everything was judged."""
    found = row.estimates.get(measure.name)
    if found is None or found.bounds is None:
        return ABSENT
    show = percent if measure.is_fraction else own_unit
    return " to ".join(map(show, found.bounds))


def task_table(
    task: str,
    estimates: Sequence[Estimated],
    measures: Sequence[AnyMeasure],
    noun: str,
    *,
    several: bool,
    costs: Sequence[Cost] = (),
) -> Table:
    """Table of a task's estimates: those of its only dataset, or over all.

    Args:
        task: name of the task.
        estimates: of the task.
        measures: of the task.
        noun: the task's word for datasets, in the plural.
        several: whether the run has several tasks, so that the title names this one.
        costs: of the run.
    """
    datasets = list(dict.fromkeys(key.dataset for key, _, _ in estimates if key.dataset is not None))
    dataset = datasets[0] if len(datasets) == 1 else None
    table = systems_table(estimates, measures, dataset, noun, cost_columns(costs, task))
    return table._replace(title=f"{task}, {table.title}") if several else table


def averages_tables(found: Sequence[Averaged]) -> list[Table]:
    """Tables of one suite: a row per system, context and length, a column per category and for the mean of all.

    A pooled suite has no mean of all, and a second table with a row per domain.
    """
    domains = [one for one in found if DOMAIN in one.tags]
    tables = [_averages_table([one for one in found if DOMAIN not in one.tags])] if len(domains) < len(found) else []
    return [*tables, _averages_table(domains)] if domains else tables


def _averages_table(found: Sequence[Averaged]) -> Table:
    of_domains = DOMAIN in found[0].tags
    order = list(dict.fromkeys(one.tags.get(DOMAIN) for one in found))
    rows: dict[tuple[str, ...], dict[str, Averaged]] = {}
    for one in sorted(found, key=lambda one: order.index(one.tags.get(DOMAIN))):
        length = one.tags.get(LENGTH)
        shown = size_name(length) if isinstance(length, int) else "all"
        names = (one.system, one.context, shown, *([str(one.tags[DOMAIN])] if of_domains else []))
        rows.setdefault(names, {})[_heading(one)] = one
    columns = list(dict.fromkeys(_heading(one) for one in sorted(found, key=lambda one: CATEGORY not in one.tags)))
    counts = [_counts(row) for row in rows.values()]
    failing = any(failed or unjudged for _, failed, unjudged in counts)
    body = [
        [*names, *(_mean(row.get(name)) for name in columns), *map(str, numbers if failing else numbers[:1])]
        for (names, row), numbers in zip(rows.items(), counts, strict=True)
    ]
    first = ["system", "context", "length", *(["domain"] if of_domains else [])]
    noun = "instances" if found[0].pooled else "questions"
    heads = [*first, *columns, noun, *(["failed", "unjudged"] if failing else [])]
    title = f"{found[0].suite}: percent with 95 % intervals; categories count equally"
    if found[0].pooled:
        by = "means by domain" if of_domains else "micro-averages over domains"
        title = f"{found[0].suite}: {by}, every instance counted equally, with 95 % intervals"
    table = Table(title, heads, body, range(len(first), len(heads)))
    if found[0].pooled:
        return _without_column(table, 2, "all")
    means = [_heading(one) for one in found if CATEGORY not in one.tags]
    return table.with_main(*means, *heads[len(first) + len(columns) :])


def _heading(one: Averaged) -> str:
    """Heading of a mean's column: its category, and of how many domains it is where these are not all."""
    name = one.measure.removesuffix("_over_lengths")
    if CATEGORY not in one.tags:
        return name.replace("_", " ")
    return " ".join([one.heading or str(one.tags[CATEGORY]), *name.removeprefix(MICRO).split("_")[1:] * one.pooled])


def _without_column(table: Table, column: int, value: str) -> Table:
    """The table without a column that has the same value in all rows."""
    if any(row[column] != value for row in table.rows):
        return table
    heads, *body = ([*row[:column], *row[column + 1 :]] for row in (table.heads, *table.rows))
    return table._replace(heads=heads, rows=body, numbers=[one - 1 for one in table.numbers])


def _mean(one: Averaged | None) -> str:
    return ABSENT if one is None else interval(one.estimate, fraction=one.bounds == FRACTIONS)


def _counts(row: Mapping[str, Averaged]) -> tuple[int, int, int]:
    """Questions, failures and unjudged: of the mean of all, which has the others; in a pooled suite, their sums."""
    estimates = [one.estimate for one in row.values()]
    if not any(one.pooled for one in row.values()):
        estimates = [max(estimates, key=lambda one: one.n)]
    n, failed, unjudged = (sum(getattr(one, name) for one in estimates) for name in ("n", "n_failed", "n_unjudged"))
    return n, failed, unjudged


def agreement_table(found: Iterable[tuple[str, Agreement, float | None]]) -> Table:
    """Table with one row per judge: correlations, linking, bias and kappa with intervals; the cost in USD if known."""
    given = list(found)
    priced = any(usd is not None for _, _, usd in given)
    rows = []
    for judge, one, usd in given:
        cells = [
            with_interval(getattr(one, name), getattr(one, f"{name}_low"), getattr(one, f"{name}_high"))
            for name in ("coverage_correlation", "label_correlation", "linking_accuracy", "bias", "kappa_linear")
        ]
        cost = [ABSENT if usd is None else _usd(usd)] if priced else []
        links = str(one.linking_n) if one.linking_n or one.linking_accuracy is None else ABSENT
        rows.append([judge, *cells, links, str(one.n), str(one.n_unjudged), *cost])
    heads = ["judge", "correlation", "by label", "linking", "bias", "kappa", "links", "n", "unjudged"]
    heads += ["USD"] if priced else []
    table = Table("agreement with people, with 95 % intervals", heads, rows, range(1, len(heads)))
    failing = ["unjudged"] if any(one.n_unjudged for _, one, _ in given) else []
    return table.with_main("correlation", "linking", "bias", "n", *failing, "USD")


def sheet_table(
    found: Iterable[tuple[str, str, str, YesNoAgreement, int, str]], said: Iterable[tuple[str, str, int, int, int]]
) -> list[Table]:
    """Tables of a validation sheet: agreement by task and kind of unit, and what people said of what no judge judges.

    Args:
        found: (task, kind, judge, agreement, unanswered, agreement of the original's judge as published).
        said: (task, name, yes, answers, unanswered).
    """
    rows = [
        [
            task,
            kind,
            judge,
            *(with_interval(one.value, one.low, one.high) for one in (given.kappa, given.equal)),
            *map(str, (given.n, given.n_unjudged, unanswered)),
            published or ABSENT,
        ]
        for task, kind, judge, given, unanswered, published in found
    ]
    heads = ["task", "about", "judge", "kappa", "equal", "n", "unjudged", "unanswered", "published"]
    table = Table("agreement with people, with 95 % intervals", heads, rows, range(3, 8))
    tables = [table.with_main("kappa", "n", "unjudged", "unanswered", "published")]
    told = [[task, name, f"{yes} of {n}", str(unanswered)] for task, name, yes, n, unanswered in said]
    return [*tables, Table("said by people alone", ["task", "about", "yes", "unanswered"], told, (2, 3))]


def list_table(found: Iterable[tuple[str, str, Interval, int, int, str]]) -> Table:
    """Table of lists on a validation sheet: (task, system, F1 with people's lists, n, unanswered, published)."""
    rows = [
        [task, system, with_interval(f1.value, f1.low, f1.high), str(n), str(unanswered), published or ABSENT]
        for task, system, f1, n, unanswered, published in found
    ]
    heads = ["task", "system", "F1", "n", "unanswered", "published"]
    return Table("agreement with people's lists, with 95 % intervals", heads, rows, range(2, 5))


def p_cell(p: object) -> str:
    """Format a p-value with four decimals; a dash for None."""
    if not isinstance(p, int | float):
        return ABSENT
    return "<0.0001" if p < LEAST_P else f"{p:.4f}"


LEAST_P = 5e-5
"""A p-value that four decimals would show as 0."""


def with_interval(value: float | None, low: float | None, high: float | None) -> str:
    """Format a figure with three decimals as `value [low, high]`; a dash for None."""
    if value is None:
        return ABSENT
    return f"{value:.3f}" if low is None or high is None else f"{value:.3f} [{low:.3f}, {high:.3f}]"


_RETRIEVAL_HEADS = {
    "ndcg@10": "nDCG@10",
    "relevant_recall": "relevant documents",
    "documents_shown": "citation F1, documents shown",
    "evidence_shown": "citation F1, evidence shown",
}


def retrieval_table(rows: Iterable[tuple[str, int | None, str, Interval, int]]) -> Table:
    """Table with one row per retriever and budget, in the given order, in percent.

    Args:
        rows: (retriever, budget in tokens or None, measure, interval, n).
    """
    cells: dict[tuple[str, int], dict[str, Interval]] = {}
    ranked: dict[str, Interval] = {}
    counts: dict[str, int] = {}
    for name, budget, measure, interval, n in rows:
        counts[measure] = n
        if budget is None:
            ranked[name] = interval
        else:
            cells.setdefault((name, budget), {})[measure] = interval
    body = []
    for (name, budget), row in cells.items():
        found = {"ndcg@10": ranked.get(name), **row}
        body.append([name, f"{budget:,}", *(percents(found.get(measure)) for measure in _RETRIEVAL_HEADS)])
    of = f"{counts.get('relevant_recall', 0)} subtopics, {counts.get('documents_shown', 0)} insights"
    title = f"percent with 95 % intervals; {of}"
    heads = ["retriever", "tokens", *_RETRIEVAL_HEADS.values()]
    return Table(title, heads, body, range(1, len(heads)))


class _WithBounds(Protocol):
    """A value with the bounds of its interval, each None where it is not defined."""

    @property
    def value(self) -> float | None: ...
    @property
    def low(self) -> float | None: ...
    @property
    def high(self) -> float | None: ...


def percents(found: _WithBounds | None) -> str:
    """Format a fraction as `percent [low, high]`; without bounds as percent alone; a dash for None."""
    if found is None or found.value is None:
        return ABSENT
    if found.low is None or found.high is None:
        return percent(found.value)
    return f"{percent(found.value)} [{percent(found.low)}, {percent(found.high)}]"


def plan_table(rows: Iterable[tuple[str, str, str, int, int, int, float | None, float | None, float | None]]) -> Table:
    """Table with one row per system and context, and their sum; cost in USD as low, expected and high.

    Args:
        rows: (system, context, judge, calls, tokens in, tokens out, USD low, USD, USD high).
    """
    given = list(rows)
    body = [[*row[:3], *(f"{number:,}" for number in row[3:6]), *map(_usd, row[6:])] for row in given]
    if len(given) > 1:
        sums = [sum(row[3] for row in given), sum(row[4] for row in given), sum(row[5] for row in given)]
        costs = [_sum([row[6] for row in given]), _sum([row[7] for row in given]), _sum([row[8] for row in given])]
        body.append(["all", "", "", *(f"{number:,}" for number in sums), *map(_usd, costs)])
    heads = ["system", "context", "judge", "calls", "tokens in", "tokens out", "USD low", "USD", "USD high"]
    table = Table("planned calls and cost", heads, body, range(3, len(heads)))
    return table.with_main("calls", "tokens in", "tokens out", "USD", "USD high")


def _sum(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) if len(known) == len(values) else None


def _usd(value: float | None) -> str:
    return "no price" if value is None else f"{value:,.4f}" if value < 1 else f"{value:,.2f}"
