"""Values of the JSON files of a directory, which anyone may have changed: whatever has another form is left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hayrick.charts.bars import Value
from hayrick.page.views import Source
from hayrick.records.fields import MOST, is_number

Row = Mapping[str, object]


def rows_of(source: Source, file: str, name: str = "rows", *columns: str) -> list[Row]:
    """Rows of a table in a file of a directory, those that have all the given columns; none if it has no such table."""
    given = source.files.get(file, {}).get(name)
    rows = given if isinstance(given, Sequence) and not isinstance(given, str) else ()
    return [row for row in rows if isinstance(row, Mapping) and all(one in row for one in columns)]


def real(row: Row, name: str) -> float | None:
    """A number in a column, of at most `MOST` in size; None for anything else."""
    value = row.get(name)
    if not is_number(value):
        return None
    return float(value) if abs(value) <= MOST else None


def interval_in(row: Row, name: str, low: str = "", high: str = "") -> Value | None:
    """A value with the ends of its interval, by default of the columns `NAME_low` and `NAME_high`; None without one."""
    value = real(row, name)
    ends = real(row, low or f"{name}_low"), real(row, high or f"{name}_high")
    return None if value is None else Value(value, *ends)


def suffixes(sources: Sequence[Source]) -> list[tuple[Source, str, str]]:
    """Sources with what follows names of their views ("" or "-2") and titles (": NAME" where there are several)."""
    several = len(sources) > 1
    return [
        (one, f"-{number}" if number > 1 else "", f": {one.name}" if several else "")
        for number, one in enumerate(sources, start=1)
    ]
