"""Charts of scores by how much of the context a task needs, and by where in the context its sections stand.

Source: ETHIC (Lee et al., 2025), figures 1, 3, 4 and 5.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hayrick.page.fields import real, rows_of
from hayrick.page.together import slug
from hayrick.page.views import Figure, Source, SourceTask, View
from hayrick.records.coverage import FILE, Coverage
from hayrick.report.figures import (
    Row,
    drawn,
    rows_of_estimates,
    rows_of_levels,
    rows_of_places,
    with_contexts,
)
from hayrick.report.tables import ABSENT, Table, percent

_ABOUT = {
    "coverage": "Score against information coverage, a point a dataset.",
    "low_high": "Scores of the datasets, those of the lowest information coverage first.",
    "length_low_high": "Mean score of tasks of high and of low information coverage, by length.",
}
"""Figure -> what it shows; other figures of tasks and lengths stand in views of their own."""

PLACES = "places"
MOST_PLACES = 8


def needed(sources: Sequence[Source]) -> Iterator[View]:
    """Scores of all runs by the information coverage of their tasks, where a directory of coverage is given, too."""
    known: Coverage = {
        (str(row["task"]), dataset): real(row, "information_coverage")
        for source in sources
        for row in rows_of(source, FILE, "rows", "task", "information_coverage")
        if isinstance(dataset := row.get("dataset"), str | None)
    }
    rows = [row for source in sources for task in source.tasks for row in _scored(task, known)]
    covered = [row for row in rows if row["coverage"] is not None]
    if not covered:
        return
    all_rows = with_contexts([*covered, *rows_of_levels(covered)])
    figures = [
        Figure(slug(f"information-{name}"), svg, _ABOUT[name]) for name, svg in drawn(all_rows) if name in _ABOUT
    ]
    text = (
        "Information coverage is the share of a context that a question needs. Scores are main measures with 95 % "
        "intervals, ratings as shares of their range; the two lines of high and low coverage are means of tasks, "
        "without intervals."
    )
    yield View("information", "Score by information coverage", text, tuple(figures), (_table(covered),))


def _scored(task: SourceTask, known: Coverage) -> Iterator[Row]:
    estimates = [
        {
            "task": task.name,
            "dataset": one.key.dataset,
            "tags": dict(one.tags),
            "system": one.key.system,
            "context": one.key.context,
            "measure": one.key.measure,
            "value": one.estimate.value,
            "low": one.estimate.low,
            "high": one.estimate.high,
            "n": one.estimate.n,
        }
        for one in task.estimates
    ]
    yield from rows_of_estimates(estimates, {task.name: task.reporting}, known)


def _table(rows: Sequence[Row]) -> Table:
    heads = ["dataset", "task", "system", "context", "information coverage", "score", "low", "high", "n"]
    body = [
        [
            *(str(row[name]) for name in ("dataset", "task", "system", "context")),
            *(percent(real(row, name)) for name in ("coverage", "value", "low", "high")),
            str(row.get("n", ABSENT)),
        ]
        for row in rows
    ]
    return Table("scores and information coverage, percent", heads, body, range(4, len(heads)))


def places(sources: Sequence[Source]) -> Iterator[View]:
    """Mean scores by tenth of the context, of tasks whose units or questions stand in numbered sections."""
    for number, source in enumerate(sources, start=1):
        rows = [
            row
            for task in source.tasks
            for row in rows_of_places({task.name: task.scores}, {task.name: task.reporting})
        ]
        if not rows:
            continue
        named = with_contexts(rows)
        grids = [svg for name, svg in drawn(named) if name.startswith(PLACES)]
        suffix = f"-{number}" if number > 1 else ""
        figures = [
            Figure(f"{PLACES}-{at}{suffix}", svg, _lowest(mine))
            for at, (svg, mine) in enumerate(zip(grids[:MOST_PLACES], _by_grid(named), strict=False), start=1)
        ]
        text = "Where in the context the section stands that a score is about: means of tenths in percent."
        if len(grids) > MOST_PLACES:
            text += f" Drawn are {MOST_PLACES} of {len(grids)} systems and tasks; the table has all."
        title = f"Score by place in the context{f': {source.name}' if len(sources) > 1 else ''}"
        heads = ["system", "task", "length", "tenth", "score", "n"]
        body = [
            [
                str(row["system"]),
                str(row["task"]),
                str(row["length"]),
                str(row["tenth"]),
                percent(real(row, "value")),
                str(row["n"]),
            ]
            for row in named
        ]
        table = Table("scores by tenth of the context, percent", heads, body, (3, 4, 5))
        yield View(f"{PLACES}{suffix}", title, text, tuple(figures), (table,))


def _by_grid(rows: Sequence[Row]) -> list[list[Row]]:
    """The rows of each grid, in the order in which they are drawn."""
    found: dict[tuple[object, object], list[Row]] = {}
    for row in rows:
        found.setdefault((row["system"], row["task"]), []).append(row)
    return [*found.values()]


def _lowest(rows: Sequence[Row]) -> str:
    row = min(rows, key=lambda row: real(row, "value") or 0.0)
    end = 10 * int(real(row, "tenth") or 0)
    return f"Lowest is {percent(real(row, 'value'))}, at {end - 10} to {end} % of {row['length']}."
