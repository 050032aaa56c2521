"""Tables of suites: means over tasks, by category, length and domain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hayrick.averages import CATEGORY, DOMAIN, FRACTIONS, LENGTH, MICRO, Averaged
from hayrick.records.parameters import size_name
from hayrick.report.tables import ABSENT, Table, interval


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
