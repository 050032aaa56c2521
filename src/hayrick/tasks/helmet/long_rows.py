"""Rows of files with a long document and a question each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from hayrick.records.fields import identifier
from hayrick.records.parquet import parquet_rows
from hayrick.records.read_files import a_type, parse_json, read_jsonl, read_text
from hayrick.types import BadInput


class Row(NamedTuple):
    """A row of a file, and where it stands."""

    where: str
    cells: dict[str, object]

    def text(self, *names: str) -> str:
        """The first of these cells that there is.

        Raises:
            BadInput: there is none, or it is no text, or a blank one.
        """
        value = next((self.cells[name] for name in names if self.cells.get(name) is not None), None)
        if not isinstance(value, str) or not value.strip():
            found = f"no '{names[0]}'" if value is None else f"'{names[0]}' is {a_type(value)}"
            found = f"'{names[0]}' is blank" if isinstance(value, str) else found
            raise BadInput(self.where, found, f"a text in {' or '.join(map(repr, names))}")
        return value

    def id(self, number: int, name: str = "id") -> str:
        """Id of the row; its number where it has none.

        Raises:
            BadInput: the id is neither a text nor a whole number.
        """
        return identifier(self.cells, name, self.where) or str(number)


def rows_of(path: Path) -> Iterator[Row]:
    """Rows of a JSONL file, of a file that is one JSON list, or of a `.parquet` file (extra `parquet`).

    Raises:
        BadInput: it is none of these, or a row is no object.
    """
    if path.suffix == ".parquet":
        yield from (Row(f"{path}: row {n}", row) for n, row in enumerate(parquet_rows(path, "a Parquet file"), start=1))
        return
    if _is_list(path):
        values = parse_json(read_text(path), str(path))
        for number, value in enumerate(values if isinstance(values, list) else [], start=1):
            where = f"{path}: entry {number}"
            if not isinstance(value, dict):
                raise BadInput(where, a_type(value), "an object")
            yield Row(where, value)
        return
    for where, row in read_jsonl(path):
        yield Row(where, row)


def _is_list(path: Path) -> bool:
    """Whether a file begins as a JSON list does; its reader refuses one that cannot be read."""
    if not path.is_file():
        return False
    with path.open(encoding="utf-8", errors="replace") as file:
        return file.read(1024).lstrip("\ufeff \t\r\n").startswith("[")
