"""Tables and plots of the grid of `hayrick meta --grid`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite

from hayrick.charts import axes
from hayrick.charts.bars import Value, bars
from hayrick.charts.plot import Point, Series, plot
from hayrick.charts.shapes import front
from hayrick.report.meta import interval_cell, number_cell, usd_cell
from hayrick.report.tables import Table

Row = Mapping[str, object]
FULL = "full"
MARKS = {"best": "*", "pareto": "+"}
NOTE = (
    "* the best extract by r + rho, + the best of at most 1,024 tokens; both are chosen on these data, so that their "
    "correlations are too high: 'held out' chooses without the document that is scored."
)


def grid_tables(
    rows: Sequence[Row], choices: Sequence[Row], summary: Sequence[Row], lengths: Sequence[Row]
) -> Iterator[Table]:
    """Tables 3, 2 and 5 of Extract-then-Evaluate, and how far the choices can be trusted."""
    for dimension in dict.fromkeys(str(row["dimension"]) for row in rows):
        mine, chosen, brief = (
            [row for row in some if row["dimension"] == dimension] for some in (rows, choices, summary)
        )
        yield _cells_table(dimension, [row for row in mine if row["reads"] == "source"], chosen)
        if chosen:
            yield _choices_table(dimension, chosen)
        yield _summary_table(dimension, brief)
    yield _lengths_table(lengths)


def _cells_table(dimension: str, rows: Sequence[Row], choices: Sequence[Row]) -> Table:
    metrics = list(dict.fromkeys(str(row["metric"]) for row in rows))
    marks: dict[tuple[object, object], str] = {}
    for row in choices:
        place = (row["metric"], row["context"])
        marks[place] = marks.get(place, "") + MARKS[str(row["rule"])]
    body = []
    for context in dict.fromkeys(str(row["context"]) for row in rows):
        of = {str(row["metric"]): row for row in rows if row["context"] == context}
        first = next(iter(of.values()))
        cells = [str(first["extractor"]), str(first["budget"] or "-")]
        for metric in metrics:
            mark = marks.get((metric, context), "")
            cells += [mark + number_cell(of[metric]["pearson"]), number_cell(of[metric]["spearman"])]
        body.append(cells)
    heads = ["extractor", "tokens", *(f"{metric} {sign}" for metric in metrics for sign in ("r", "rho"))]
    return Table(f"{dimension}: correlation over summaries, by what metrics read", heads, body, range(2, len(heads)))


def _choices_table(dimension: str, rows: Sequence[Row]) -> Table:
    body = [
        [
            str(row["metric"]),
            MARKS[str(row["rule"])],
            _cell_name(row),
            number_cell(row["pearson"]),
            number_cell(row["spearman"]),
            number_cell(row["share_of_wins"]),
            str(row["held_out_n"]),
            number_cell(row["held_out_pearson"]),
            number_cell(row["held_out_spearman"]),
            interval_cell(row["held_out_less_full"], row["held_out_less_full_low"], row["held_out_less_full_high"]),
        ]
        for row in rows
    ]
    heads = ["metric", "rule", "chosen", "r", "rho", "wins"]
    heads += ["held out n", "held out r", "held out rho", "held out r less full"]
    title = f"{dimension}: choices; wins is the share of bootstrap samples of documents that choose the same"
    table = Table(title, heads, body, range(3, len(heads)))
    return table.with_main("r", "rho", "wins", "held out r", "held out r less full")


def _summary_table(dimension: str, rows: Sequence[Row]) -> Table:
    ordered = sorted(rows, key=lambda row: row["reads"] == "source")
    body = [
        [
            str(row["metric"]),
            str(row["reads"]),
            FULL if row["choice"] == FULL else f"{row['choice']}: {_cell_name(row)}",
            number_cell(row["pearson"]),
            number_cell(row["spearman"]),
            f"{row['tokens']:,.0f}" if row["reads"] == "source" else "-",
            usd_cell(row["usd"]),
        ]
        for row in ordered
    ]
    heads = ["metric", "reads", "context", "r", "rho", "tokens read", "usd each"]
    return Table(f"{dimension}: what is gained by reading less", heads, body, range(3, len(heads)))


def _lengths_table(rows: Sequence[Row]) -> Table:
    body = [
        [str(row["extractor"]), str(row["budget"] or "-"), *(f"{row[name]:,.1f}" for name in _LENGTHS)] for row in rows
    ]
    return Table("tokens that are read", ["extractor", "tokens", "mean", "25%", "75%"], body, range(1, 5))


_LENGTHS = ("mean", "quarter", "three_quarters")


def _cell_name(row: Row) -> str:
    return FULL if row["budget"] is None else f"{row['extractor']}@{row['budget']}"


def grid_plots(rows: Sequence[Row], positions: Sequence[Row]) -> dict[str, str]:
    """Charts by name: correlation against budget and against tokens, and where selected sentences stand."""
    found = {}
    for metric, dimension in dict.fromkeys((str(row["metric"]), str(row["dimension"])) for row in rows):
        mine = [row for row in rows if (row["metric"], row["dimension"]) == (metric, dimension)]
        if mine[0]["reads"] == "source":
            stem = stem_of(mine[0])
            for kind in KINDS:
                found[f"{kind}-{stem}"] = _over_budgets(f"{_NAMES[kind]} by budget: {metric}, {dimension}", mine, kind)
            found[f"efficient-{stem}"] = efficient(f"{_NAMES['pearson']} by tokens read: {metric}, {dimension}", mine)
    return {**found, **({"positions": places(positions)} if positions else {})}


def stem_of(row: Row) -> str:
    """With what the names of a metric's charts end."""
    return re.sub(r"[^\w.+-]+", "_", f"{row['metric']}-{row['dimension']}")


def _over_budgets(title: str, rows: Sequence[Row], kind: str) -> str:
    """Correlation against the tokens of the extract, a line an extractor, the whole source dashed."""
    series: dict[str, list[Point]] = {}
    levels = {}
    given = [row for row in rows if _is_number(row[kind])]
    for row in given:
        value = float(str(row[kind]))
        if isinstance(row["budget"], int):
            ends = (_end(row, f"{_BEFORE[kind]}low"), _end(row, f"{_BEFORE[kind]}high"))
            series.setdefault(str(row["extractor"]), []).append(Point(max(1, row["budget"]), value, *ends))
        else:
            levels[f"whole source {value:.3f}"] = value
    across = axes.ratios("tokens of the extract", [float(str(row["budget"])) for row in rows if row["budget"]])
    upwards = axes.numbers(_NAMES[kind], [float(str(row[kind])) for row in given])
    shown = [
        Series(name=name, points=points, joined=True, has_whiskers=len(series) == 1) for name, points in series.items()
    ]
    return plot(title, across, upwards, shown, levels=levels)


def efficient(title: str, rows: Sequence[Row]) -> str:
    """Correlation against the mean tokens read, a mark an extractor; the cells that no other beats are joined."""
    given = [row for row in rows if _is_number(row["pearson"])]
    places = [(max(1.0, float(str(row["tokens"]))), float(str(row["pearson"]))) for row in given]
    series: dict[str, list[Point]] = {}
    points = [
        Point(*place, name=f"{row['extractor']}, {row['budget'] or 'whole'}")
        for row, place in zip(given, places, strict=True)
    ]
    # The whole source comes last, so that an extractor has the same colour in every chart.
    for row, point in sorted(zip(given, points, strict=True), key=lambda one: one[0]["budget"] is None):
        series.setdefault(str(row["extractor"]), []).append(point)
    best = [points[number] for number in front(places)]
    shown = [Series(name=name, points=points) for name, points in series.items()]
    shown.append(Series(name="no cell reads less and agrees as well", points=best, joined=True, neutral=True))
    across = axes.ratios("mean tokens read", [tokens for tokens, _ in places])
    return plot(title, across, axes.numbers(_NAMES["pearson"], [value for _, value in places]), shown)


def places(positions: Sequence[Row]) -> str:
    """Where in their documents the selected sentences stand, a bar an extractor for each tenth."""
    names = [f"{10 * tenth}-{10 * tenth + 10} %" for tenth in range(10)]
    series = {str(row["extractor"]): [Value(one) for one in _shares(row)] for row in positions}
    upwards = axes.percents("share of sentences", [one.value for values in series.values() for one in values])
    return bars(f"Selected sentences by place in the document, {positions[0]['budget']} tokens", names, series, upwards)


KINDS = ("pearson", "spearman")
_BEFORE = {"pearson": "", "spearman": "spearman_"}
"""What stands before `low` and `high` in the names of a correlation's interval."""

_NAMES = {"pearson": "Pearson's r", "spearman": "Spearman's rho"}


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and isfinite(value)


def _end(row: Row, name: str) -> float | None:
    value = row.get(name)
    return float(value) if isinstance(value, int | float) else None


def _shares(row: Row) -> list[float]:
    given = row["shares"]
    return [float(one) for one in given] if isinstance(given, list) else []
