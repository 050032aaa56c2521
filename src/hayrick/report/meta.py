"""Tables of `hayrick meta`: metrics against people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hayrick.report.tables import ABSENT, Table, p_cell, ranged

Row = Mapping[str, object]
PEOPLE = "people, each against the others"


def meta_tables(
    rows: Sequence[Row], ceilings: Sequence[Row], differences: Sequence[Row], bias: Sequence[Row]
) -> Iterator[Table]:
    """A table of correlations for each dimension, then differences from the best metric, then means."""
    for dimension in dict.fromkeys(str(row["dimension"]) for row in rows):
        mine = [row for row in rows if row["dimension"] == dimension]
        yield _correlation_table(dimension, mine, [row for row in ceilings if row["dimension"] == dimension])
        if found := _difference_table(dimension, mine, [row for row in differences if row["dimension"] == dimension]):
            yield found
    if bias:
        yield _bias_table(bias)


def _correlation_table(dimension: str, rows: Sequence[Row], ceilings: Sequence[Row]) -> Table:
    """A row for each metric and level, best metric first; what people reach stands last."""
    included = any(row["human_written"] == "included" for row in rows)
    unjudged = any(row["n_unjudged"] for row in rows)
    priced = any(row["usd"] is not None for row in rows)
    order = _metrics_by_pearson(rows)
    ranked = sorted(rows, key=lambda row: (order.index(str(row["metric"])), row["human_written"] == "included"))
    body = []
    for row in ranked:
        cells = [str(row["metric"]), str(row["level"]), *([str(row["human_written"])] if included else [])]
        cells += _coefficients(row)
        cells += [str(row["n_unjudged"])] if unjudged else []
        body.append([*cells, *([usd_cell(row["usd"])] if priced else [])])
    for row in ceilings:
        cells = [PEOPLE, str(row["level"]), *(["excluded"] if included else []), *_coefficients(row)]
        body.append([*cells, *([""] * (unjudged + priced))])
    heads = ["metric", "level", *(["by people"] if included else []), "pearson", "spearman", "kendall", "n"]
    heads += [*(["unjudged"] if unjudged else []), *(["usd each"] if priced else [])]
    contexts = {str(row["context"]) for row in rows}
    title = f"{dimension}: correlation with people's mean score ({', '.join(sorted(contexts))})"
    return Table(title, heads, body, range(2 + included, len(heads)))


def _metrics_by_pearson(rows: Sequence[Row]) -> list[str]:
    """Metrics by Pearson's correlation over instances, without summaries by people, best first."""
    best = {str(row["metric"]): -2.0 for row in rows}
    for row in rows:
        value = row["pearson"]
        if row["level"] == "instance" and row["human_written"] == "excluded" and isinstance(value, float):
            best[str(row["metric"])] = value
    return sorted(best, key=lambda name: -best[name])


def _difference_table(dimension: str, rows: Sequence[Row], differences: Sequence[Row]) -> Table | None:
    """The best metric less each other one; None where there is one metric."""
    if not differences:
        return None
    first = _metrics_by_pearson(rows)[0]
    body = []
    for row in differences:
        if first in (row["a"], row["b"]):
            sign = 1 if row["a"] == first else -1
            low, high = (row["low"], row["high"]) if sign > 0 else (_minus(row["high"]), _minus(row["low"]))
            value = row["difference"] if sign > 0 else _minus(row["difference"])
            other = str(row["b"] if sign > 0 else row["a"])
            body.append([other, interval_cell(value, low, high), *(p_cell(row[key]) for key in _TESTS), str(row["n"])])
    title = f"{dimension}: Pearson's of {first} less that of each other metric, over instances"
    return Table(title, ["metric", "difference", "p (swap)", "adjusted", "p (Williams)", "n"], body, range(1, 6))


_TESTS = ("p", "p_adjusted", "p_williams")


def _bias_table(rows: Sequence[Row]) -> Table:
    """Means of metric and human score as shares of their scales, by who wrote the summary."""
    body = [
        [
            str(row["metric"]),
            str(row["dimension"]),
            str(row["written_by"]),
            number_cell(row["metric_mean"]),
            number_cell(row["human_mean"]),
            interval_cell(row["bias"], row["low"], row["high"]),
            str(row["n"]),
        ]
        for row in rows
    ]
    heads = ["metric", "dimension", "written by", "mean", "people", "difference", "n"]
    return Table("means as shares of the scale, and their difference", heads, body, range(3, 7))


def _coefficients(row: Row) -> list[str]:
    return [
        interval_cell(row["pearson"], row["low"], row["high"]),
        interval_cell(row["spearman"], row["spearman_low"], row["spearman_high"]),
        number_cell(row["kendall"]),
        str(row["n"]),
    ]


def interval_cell(value: object, low: object, high: object) -> str:
    """A correlation or difference with its interval, if it has one."""
    return ranged(value, low, high, number_cell)


def number_cell(value: object) -> str:
    """A number with two decimals; a dash for None."""
    if not isinstance(value, int | float):
        return ABSENT
    return f"{value:.2f}".replace("0.", ".", 1) if abs(value) < 1 else f"{value:.2f}"


def _minus(value: object) -> object:
    return -value if isinstance(value, int | float) else value


def usd_cell(value: object) -> str:
    """An amount in USD; a dash for None."""
    return f"{value:.4f}" if isinstance(value, int | float) else ABSENT
