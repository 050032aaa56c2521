"""Reads rows of Parquet files (extra `parquet`)."""

from __future__ import annotations

from pathlib import Path

from hayrick.extras import install
from hayrick.records.read_files import read_bytes
from hayrick.types import BadInput, HayrickError


def parquet_rows(path: Path, expected: str) -> list[dict[str, object]]:
    """Rows of a Parquet file.

    Args:
        path: of the file.
        expected: what it should be, for errors.

    Raises:
        HayrickError: pyarrow is not installed.
        BadInput: the file is not Parquet.
    """
    _require_parquet(path, expected)
    content = read_bytes(path)
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise HayrickError(f"Parquet needs pyarrow: {install('parquet')}") from None
    try:
        rows: list[dict[str, object]] = pq.read_table(pa.BufferReader(content)).to_pylist()
    except pa.ArrowException as problem:
        raise BadInput(str(path), f"is not Parquet ({problem})", expected) from None
    return rows


def _require_parquet(path: Path, expected: str) -> None:
    """Reject a file that does not start like Parquet, before reading all of it."""
    try:
        with path.open("rb") as stream:
            begin = stream.read(4)
    except OSError:
        return  # Reading it will report the error.
    if begin and begin != b"PAR1":
        raise BadInput(str(path), "is not Parquet", expected)
