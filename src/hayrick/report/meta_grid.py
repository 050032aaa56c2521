"""Tables and plots of the grid of `hayrick meta --grid`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import ceil, log2

from hayrick.report.meta import interval_cell, number_cell, usd_cell
from hayrick.report.svg import Point, bars, points
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
            number_cell(row["held_out_pearson"]),
            number_cell(row["held_out_spearman"]),
            interval_cell(row["held_out_less_full"], row["held_out_less_full_low"], row["held_out_less_full_high"]),
        ]
        for row in rows
    ]
    heads = ["metric", "", "chosen", "r", "rho", "wins", "held out r", "rho", "held out r less full"]
    title = f"{dimension}: choices; wins is the share of bootstrap samples of documents that choose the same"
    return Table(title, heads, body, range(3, len(heads)))


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
    """SVG files by name: correlation against budget and against tokens, and where selected sentences stand."""
    found = {}
    for metric, dimension in dict.fromkeys((str(row["metric"]), str(row["dimension"])) for row in rows):
        mine = [row for row in rows if (row["metric"], row["dimension"]) == (metric, dimension)]
        if mine[0]["reads"] == "source":
            stem = re.sub(r"[^\w.+-]+", "_", f"{metric}-{dimension}")
            for kind in ("pearson", "spearman"):
                found[f"{kind}-{stem}.svg"] = _over_budgets(f"{metric}, {dimension}: {kind}, x 100", mine, kind)
            found[f"efficient-{stem}.svg"] = _efficient(f"{metric}, {dimension}: pearson, x 100", mine)
    if positions:
        names = [f"{10 * tenth}-{10 * tenth + 10} %" for tenth in range(10)]
        series = {str(row["extractor"]): _shares(row) for row in positions}
        title = f"Selected sentences by place in the document, {positions[0]['budget']} tokens, %"
        found["positions.svg"] = bars(title, names, series)
    return found


def _over_budgets(title: str, rows: Sequence[Row], kind: str) -> str:
    series: dict[str, list[Point]] = {}
    levels = {}
    for row in rows:
        value, budget = row[kind], row["budget"]
        if isinstance(value, float) and isinstance(budget, int):
            series.setdefault(str(row["extractor"]), []).append(Point(log2(max(1, budget)), value))
        elif isinstance(value, float):
            levels["whole source"] = value
    return points(title, "tokens", series, _ticks(rows), joined=True, least=_least(rows, kind), levels=levels)


def _efficient(title: str, rows: Sequence[Row]) -> str:
    """Correlation against the mean tokens read; the efficient cells are a series of their own."""
    series: dict[str, list[Point]] = {"efficient": []}
    places = [log2(max(1.0, float(str(row["tokens"])))) for row in rows]
    for row, place in zip(rows, places, strict=True):
        if isinstance(value := row["pearson"], float):
            name = "efficient" if row["efficient"] else str(row["extractor"])
            series.setdefault(name, []).append(Point(place, value))
    ticks: dict[float, str] = {power: f"{2**power}" for power in range(int(min(places)), ceil(max(places)) + 1)}
    return points(title, "mean tokens read", series, ticks, joined=False, least=_least(rows, "pearson"))


def _ticks(rows: Sequence[Row]) -> dict[float, str]:
    budgets = sorted({row["budget"] for row in rows if isinstance(row["budget"], int)})
    return {log2(max(1, budget)): str(budget) for budget in budgets}


def _least(rows: Sequence[Row], kind: str) -> float:
    """Bottom of a plot: 0, or -1 where a correlation is negative."""
    return -1.0 if any(isinstance(row[kind], float) and float(str(row[kind])) < 0 for row in rows) else 0.0


def _shares(row: Row) -> list[float]:
    given = row["shares"]
    return [float(one) for one in given] if isinstance(given, list) else []
