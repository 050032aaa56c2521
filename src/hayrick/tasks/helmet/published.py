"""Rows of published data sets, JSONL or Parquet, and their sorting by length in tokens.

Source: HELMET at commit 5dde2de keeps, for a length, what has more than half as many tokens and at most as many.
Differs: tokens are counted in the parameter `tokenizer`, where OpenAI's and HELMET's counts are in o200k.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from hayrick.records.parameters import Parameters
from hayrick.records.parquet import parquet_rows
from hayrick.records.read_files import a_type, read_jsonl
from hayrick.types import BadInput

T = TypeVar("T")
Row = Mapping[str, object]


def one_path(parameters: Parameters) -> Path | None:
    """The parameter `path`, a single file, or None.

    Raises:
        BadInput: several files are named.
    """
    found = parameters.paths("path", optional=True)
    if len(found) > 1:
        raise BadInput(parameters.where, f"{len(found)} files", "one file", "Join them, or run each alone.")
    return found[0] if found else None


def rows_of(path: Path) -> Iterable[tuple[str, Row]]:
    """(place, row) of every row of a `.parquet` file, or of a JSONL file.

    Raises:
        BadInput: the file cannot be read.
    """
    if path.suffix == ".parquet":
        rows = parquet_rows(path, "a Parquet file")
        return [(f"{path}: row {number}", row) for number, row in enumerate(rows, start=1)]
    return read_jsonl(path)


def text_in(row: Row, name: str, where: str) -> str:
    """Text of a column.

    Raises:
        BadInput: it is missing, empty or no text.
    """
    value = row.get(name)
    if not isinstance(value, str) or not value.strip():
        found = f"no column '{name}'" if name not in row else f"{name} is {a_type(value)}"
        raise BadInput(where, found if not isinstance(value, str) else f"{name} is empty", f"a text in '{name}'")
    return value


def by_length(
    rows: Iterable[T], tokens: Callable[[T], int], lengths: Sequence[int] | None
) -> list[tuple[int, list[T]]]:
    """Rows of each length, shortest first; a length has those of more than half as many tokens, and at most as many.

    Args:
        rows: any.
        tokens: tokens of a row, >= 1.
        lengths: None for all powers of two; rows of no length are left out.
    """
    found: dict[int, list[T]] = {} if lengths is None else {length: [] for length in lengths}
    for row in rows:
        n = tokens(row)
        for length in [1 << (n - 1).bit_length()] if lengths is None else lengths:
            if length / 2 < n <= length:
                found.setdefault(length, []).append(row)
    return sorted(found.items())
