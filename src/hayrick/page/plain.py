"""Tables without charts: means of suites, and the rows of directories that are no runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hayrick.page.together import slug
from hayrick.page.views import Source, View
from hayrick.report.averages import averages_tables
from hayrick.report.tables import ABSENT, Table

MOST_ROWS, MOST_COLUMNS, LONGEST = 200, 16, 300


def rows(sources: Sequence[Source]) -> Iterator[View]:
    """A view for each directory that is no run, with a table for each of its files that has rows."""
    for number, source in enumerate(sources, start=1):
        if source.tasks:
            continue
        tables = tuple(
            _table(name, [row for row in given if isinstance(row, dict)])
            for name, value in source.files.items()
            if isinstance(given := value.get("rows"), list) and any(isinstance(row, dict) for row in given)
        )
        if tables:
            title = f"{source.name}: results of {source.command or 'another command'}"
            text = f"The rows of its files as they are; long texts are cut, and long files after {MOST_ROWS} rows."
            yield View(f"rows-{number}-{slug(source.name)}", title, text, (), tables, is_folded=True)


def _table(name: str, given: Sequence[Mapping[str, object]]) -> Table:
    columns = dict.fromkeys(key for row in given for key, value in row.items() if not isinstance(value, dict | list))
    heads = list(columns)[:MOST_COLUMNS]
    numbers = [
        place
        for place, head in enumerate(heads)
        if place and all(isinstance(row.get(head), int | float | None) for row in given)
    ]
    body = [[_cell(row.get(head)) for head in heads] for row in given[:MOST_ROWS]]
    more = f": the first {MOST_ROWS} of {len(given):,} rows" if len(given) > MOST_ROWS else f": {len(given)} rows"
    return Table(f"{name}{more if len(given) > 1 else ''}", heads, body, numbers)


def _cell(value: object) -> str:
    if value is None:
        return ABSENT
    if isinstance(value, float):
        return f"{value:.4g}"
    return str(value)[:LONGEST] if isinstance(value, str | int) else "..."


def suites(sources: Sequence[Source]) -> Iterator[View]:
    """A view for each suite of each run: means of its categories."""
    for number, source in enumerate(sources, start=1):
        for suite in dict.fromkeys(one.suite for one in source.averages):
            tables = averages_tables([one for one in source.averages if one.suite == suite])
            run = f" ({source.name})" if len(sources) > 1 else ""
            text = "Means over several tasks, as the suite's source defines them."
            yield View(f"suite-{number}-{slug(suite)}", f"Means of {suite}{run}", text, (), tuple(tables))
