"""Charts of metrics against people: correlations, the scores themselves, and what extracts are worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hayrick.charts import axes
from hayrick.charts.bars import Line, Value, ends_of, ranges
from hayrick.charts.plot import Point, Series, plot, standing_out
from hayrick.page.fields import Row, interval_in, real, rows_of, suffixes
from hayrick.page.together import slug
from hayrick.page.views import Figure, Source, View
from hayrick.report.meta import PEOPLE, meta_tables, number_cell
from hayrick.report.meta_grid import KINDS, NOTE, grid_plots, grid_tables, stem_of
from hayrick.report.tables import Table

FILE, GRID = "meta.json", "grid.json"
_COEFFICIENTS = ("pearson", "low", "high", "spearman", "spearman_low", "spearman_high", "kendall", "n")
_COLUMNS: Mapping[str, Sequence[str]] = {
    "rows": ("metric", "context", "dimension", "level", "human_written", "n_unjudged", "usd", *_COEFFICIENTS),
    "ceilings": ("dimension", "level", *_COEFFICIENTS),
    "differences": ("dimension", "a", "b", "difference", "low", "high", "p", "p_adjusted", "p_williams", "n"),
    "bias": ("metric", "dimension", "written_by", "metric_mean", "human_mean", "bias", "low", "high", "n"),
    "summaries": ("metric", "dimension", "value", "human"),
}
"""Table of the file of metrics -> the columns that a row must have."""

MOST_DRAWN = 4
"""Metrics whose scores are drawn, those with the greatest correlation first."""


def correlations(sources: Sequence[Source]) -> Iterator[View]:
    """Correlations of metrics with people, best first, with what people reach among themselves."""
    for source, suffix, title in suffixes([one for one in sources if _rows(one, "rows")]):
        rows, ceilings, differences, bias = (
            _rows(source, name) for name in ("rows", "ceilings", "differences", "bias")
        )
        dimensions = list(dict.fromkeys(str(row["dimension"]) for row in rows))
        figures = [
            _correlation_figure(f"metrics-{slug(one)}{suffix}", one, _over(rows, one), _over(ceilings, one))
            for one in dimensions
        ]
        text = (
            "How far each metric agrees with people's mean score of the same summaries, with 95 % intervals for new "
            f"documents. '{PEOPLE[:1].upper()}{PEOPLE[1:]}' is each annotator against the mean of the rest."
        )
        tables = tuple(meta_tables(rows, ceilings, differences, bias))
        yield View(f"metrics{suffix}", f"Metrics against people{title}", text, tuple(figures), tables)


def _rows(source: Source, name: str) -> list[Row]:
    return rows_of(source, FILE, name, *_COLUMNS[name])


def _over(rows: Sequence[Row], dimension: str) -> list[Row]:
    """Rows over single summaries, those by systems alone."""
    mine = [row for row in rows if row.get("dimension") == dimension and row.get("level") == "instance"]
    return [row for row in mine if row.get("human_written", "excluded") == "excluded"]


def _correlation_figure(name: str, dimension: str, rows: Sequence[Row], ceilings: Sequence[Row]) -> Figure:
    ranked = sorted(rows, key=lambda row: -(real(row, "pearson") or -2.0))
    given = [*((str(row["metric"]), row) for row in ranked), *((PEOPLE, row) for row in ceilings)]
    lines = [Line(metric, (_pearson(row), interval_in(row, "spearman")), f"n {row.get('n')}") for metric, row in given]
    across = axes.numbers("correlation with people", [*ends_of(lines), 0.0, 1.0])
    drawn = ranges(f"{dimension}: correlation with people", across, ["Pearson's r", "Spearman's rho"], lines, zero=0.0)
    best = f"{ranked[0]['metric']} has the greatest Pearson's r" if ranked else "No metric has a correlation"
    return Figure(name, drawn, f"{best} on {dimension}.")


def _pearson(row: Row) -> Value | None:
    return interval_in(row, "pearson", "low", "high")


def summaries(sources: Sequence[Source]) -> Iterator[View]:
    """Human score against metric, a point a summary; those that people wrote are marked."""
    for source, suffix, title in suffixes([one for one in sources if _rows(one, "summaries")]):
        given = _rows(source, "summaries")
        rows = [row for row in given if real(row, "value") is not None and real(row, "human") is not None]
        ranked = sorted(
            _over(_rows(source, "rows"), str(rows[0]["dimension"])) if rows else (),
            key=lambda row: -(real(row, "pearson") or -2.0),
        )
        figures = [_scores_figure(suffix, best, rows) for best in ranked[:MOST_DRAWN]]
        text = "A point is a summary: what people gave it, and what the metric did."
        if any(row.get("written_by") == "person" for row in rows):
            text += " Rings are summaries by people."
        if len(ranked) > MOST_DRAWN:
            text += f" Drawn are the {MOST_DRAWN} of {len(ranked)} metrics that agree best."
        if figures:
            view = f"human-scores{suffix}"
            yield View(view, f"Human score against metric{title}", text, tuple(figures), (_scores_table(rows),))


def _scores_figure(suffix: str, correlation: Row, rows: Sequence[Row]) -> Figure:
    metric, dimension = str(correlation["metric"]), str(correlation["dimension"])
    mine = [row for row in rows if row["metric"] == metric and row["dimension"] == dimension]
    found: dict[tuple[bool, str], list[Point]] = {}
    for row in mine:
        about = f"{row.get('document')}, {row.get('system')}"
        key = (row.get("written_by") == "person", str(row.get("system")))
        found.setdefault(key, []).append(Point(real(row, "value") or 0.0, real(row, "human") or 0.0, name=about))
    by_systems = [Series(name=system, points=points) for (person, system), points in found.items() if not person]
    by_people = [point for (person, _), points in found.items() if person for point in points]
    rings = [Series(name="written by people", points=by_people, neutral=True)] if by_people else []
    x = axes.numbers(metric, [real(row, "value") or 0.0 for row in mine], from_zero=False)
    y = axes.numbers(f"people's {dimension}", [real(row, "human") or 0.0 for row in mine], from_zero=False)
    drawn = plot(f"{dimension} by people against {metric}", x, y, [*standing_out(by_systems), *rings])
    alt = f"{len(mine)} summaries; Pearson's r {number_cell(real(correlation, 'pearson'))}."
    return Figure(f"human-{slug(f'{metric} {dimension}')}{suffix}", drawn, alt)


def _scores_table(rows: Sequence[Row]) -> Table:
    heads = ["document", "system", "written by", "metric", "context", "dimension", "value", "people"]
    names = ("document", "system", "written_by", "metric", "context", "dimension")
    body = [
        [*(str(row.get(one)) for one in names), f"{real(row, 'value'):.3f}", f"{real(row, 'human'):.3f}"]
        for row in rows
    ]
    return Table("summaries: metric and people", heads, body, (6, 7))


def grids(sources: Sequence[Source]) -> Iterator[View]:
    """What extracts are worth: correlation by budget, the whole source dashed; where the sentences stand."""
    needed = ("metric", "dimension", "context", "extractor", "budget", "tokens", "pearson", "spearman", "reads")
    for source, suffix, title in suffixes([one for one in sources if rows_of(one, GRID, "rows", *needed)]):
        rows = [row for row in rows_of(source, GRID, "rows", *needed) if real(row, "tokens") is not None]
        choices, summary, lengths, positions = (
            rows_of(source, GRID, name) for name in ("choices", "summary", "lengths", "positions")
        )
        figures = [
            Figure(f"grid-{slug(name)}{suffix}", svg, _about(name, rows))
            for name, svg in grid_plots(rows, positions).items()
        ]
        text = (
            "What metrics that read an extract agree with people, by extractor and tokens. Where a metric has read the "
            f"whole source, too, that is a dashed line. Intervals are in the tooltips. {NOTE}"
        )
        tables = tuple(grid_tables(rows, choices, summary, lengths))
        yield View(f"extracts{suffix}", f"Reading extracts{title}", text, tuple(figures), tables)


def _about(name: str, rows: Sequence[Row]) -> str:
    """What a chart of extracts shows: its best cell, where it is of one metric."""
    kind = next((one for one in KINDS if name.startswith(one)), KINDS[0])
    mine = [row for row in rows if name.endswith(stem_of(row)) and real(row, kind) is not None]
    if not mine:
        return "Shares of the selected sentences by tenth of the document."
    best = max(mine, key=lambda row: real(row, kind) or -2.0)
    read = f"{best['extractor']}, {best['budget']} tokens" if best.get("budget") else "the whole source"
    return f"{best['metric']} on {best['dimension']}: highest {kind} {number_cell(real(best, kind))}, reading {read}."
