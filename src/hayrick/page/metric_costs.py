"""What metrics that ask a model cost against their agreement with people, with those that nothing cheaper equals.

Source: Extract-then-Evaluate (Wu et al., 2024), which reads extracts to make metrics cheaper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hayrick.charts import axes
from hayrick.charts.plot import Point, Series, plot
from hayrick.charts.shapes import front
from hayrick.page.costs import FRONT
from hayrick.page.fields import Row, interval_in, real, rows_of, suffixes
from hayrick.page.together import slug
from hayrick.page.views import Figure, Source, View
from hayrick.report.meta import interval_cell, usd_cell
from hayrick.report.tables import Table

_COLUMNS = ("metric", "dimension", "context", "pearson", "usd")
_INSTANCE, _EXCLUDED = "instance", "excluded"


def metric_costs(sources: Sequence[Source]) -> Iterator[View]:
    """A point a metric with what it reads, for each dimension that people scored."""
    found = [(one, rows) for one in sources if (rows := _priced(one))]
    for source, suffix, title in suffixes([one for one, _ in found]):
        rows = next(given for one, given in found if one is source)
        figures, tables = list[Figure](), list[Table]()
        for dimension in dict.fromkeys(str(row["dimension"]) for row in rows):
            mine = [row for row in rows if row["dimension"] == dimension]
            if len(mine) > 1:
                best = front([(real(row, "usd") or 0.0, real(row, "pearson") or 0.0) for row in mine])
                name = f"metric-cost-{slug(dimension)}{suffix}"
                figures.append(Figure(name, _drawn(dimension, mine, best), _alt(mine, best)))
                tables.append(_table(dimension, mine, best))
        if figures:
            text = (
                "Dollars a summary against Pearson's r with people's scores, for metrics that ask a model of known "
                "price. Joined are those that no cheaper one equals; intervals are in the tooltips and in the table."
            )
            yield View(f"metric-costs{suffix}", f"What metrics cost{title}", text, tuple(figures), tuple(tables))


def _priced(source: Source) -> list[Row]:
    """Rows of metrics and extracts over single summaries, with a price and a correlation."""
    rows = [*rows_of(source, "grid.json", "rows", *_COLUMNS), *rows_of(source, "meta.json", "rows", *_COLUMNS)]
    found: dict[tuple[object, ...], Row] = {}
    for row in rows:
        is_wanted = row.get("level", _INSTANCE) == _INSTANCE and row.get("human_written", _EXCLUDED) == _EXCLUDED
        if is_wanted and real(row, "usd") is not None and real(row, "pearson") is not None:
            found.setdefault((row["dimension"], row["metric"], row["context"]), row)
    return list(found.values())


def _named(row: Row) -> str:
    return f"{row['metric']}, {row['context']}"


def _drawn(dimension: str, rows: Sequence[Row], best: Sequence[int]) -> str:
    dollars = [real(row, "usd") or 0.0 for row in rows]
    x = axes.dollars("dollars a summary", dollars)
    points = []
    for at, (row, usd) in enumerate(zip(rows, dollars, strict=True)):
        value = interval_in(row, "pearson", "low", "high")
        low, high = (None, None) if value is None else value[1:]
        label = _named(row) if at in best else ""
        points.append(Point(usd, real(row, "pearson") or 0.0, low, high, name=_named(row), label=label))
    bare = [points[at]._replace(label="", low=None, high=None) for at in best]
    series = [
        Series(name="metrics", points=points, has_whiskers=False),
        Series(name=FRONT, points=bare, joined=True, neutral=True),
    ]
    y = axes.numbers("Pearson's r with people", [one.y for one in points], from_zero=False)
    return plot(f"{dimension}: cost against agreement with people", x, y, series)


def _alt(rows: Sequence[Row], best: Sequence[int]) -> str:
    return f"On the front: {'; '.join(_named(rows[at]) for at in best)}."


def _table(dimension: str, rows: Sequence[Row], best: Sequence[int]) -> Table:
    body = [
        [
            str(row["metric"]),
            str(row["context"]),
            usd_cell(row["usd"]),
            interval_cell(row["pearson"], row.get("low"), row.get("high")),
            "yes" if at in best else "no",
        ]
        for at, row in sorted(enumerate(rows), key=lambda pair: real(pair[1], "usd") or 0.0)
    ]
    heads = ["metric", "reads", "USD each", "Pearson's r", "on the front"]
    return Table(f"{dimension}: cost and agreement with people", heads, body, (2, 3))
