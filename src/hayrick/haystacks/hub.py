"""Reads haystacks from Parquet files and from the Hugging Face hub (extras `parquet`, `hub`).

Source: SummHay, repository readme ("Accessing the Data"): dataset `Salesforce/summary-of-a-haystack`, split `train`,
one haystack per row.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from hayrick.extras import install
from hayrick.haystacks.files import haystack_of
from hayrick.haystacks.tables import is_row, native_value
from hayrick.records.parquet import parquet_rows
from hayrick.types import BadInput, HayrickError, Haystack

PUBLISHED = "Salesforce/summary-of-a-haystack"
SPLIT = "train"


def read_parquet(path: Path, *, allow_unheld: bool = False) -> list[Haystack]:
    """Read the haystacks of a Parquet file, one per row, with stored names, else named `STEM-1`, `STEM-2`, ...

    Raises:
        HayrickError: pyarrow is not installed.
        BadInput: the file is not Parquet, or a row is not a valid haystack.
    """
    rows = parquet_rows(path, "a Parquet file, one haystack a row")
    return _haystacks(rows, path.stem, str(path), allow_unheld)


def read_hub(name: str, *, allow_unheld: bool = False) -> list[Haystack]:
    """Read the haystacks of a hub dataset at a pinned revision, one per row.

    Args:
        name: `OWNER/DATASET@REVISION`, or `@REVISION` for the published dataset; the revision is a commit or tag.
        allow_unheld: accept insights that no document states.

    Raises:
        HayrickError: the datasets library is not installed or cannot read the dataset.
        BadInput: the revision is missing, or a row is not a valid haystack.
    """
    dataset, revision = _pinned(name, f"hub:{PUBLISHED}@COMMIT")
    rows = _rows(f"hub:{name}", dataset or PUBLISHED, SPLIT, revision)
    stem = (dataset or PUBLISHED).rstrip("/").rsplit("/", 1)[-1]
    return _haystacks(rows, stem, f"hub:{name}", allow_unheld)


def hub_rows(name: str) -> list[dict[str, object]]:
    """Rows of a part of any hub dataset at a pinned revision; fields that are null are left out.

    Args:
        name: `OWNER/DATASET@REVISION#SPLIT`, or `OWNER/DATASET/CONFIGURATION@REVISION#SPLIT`.

    Raises:
        HayrickError: the datasets library is not installed or cannot read the dataset.
        BadInput: the revision or the split is missing.
    """
    place, _, split = name.partition("#")
    dataset, revision = _pinned(place, "hub:OWNER/DATASET@COMMIT#test")
    parts = dataset.split("/")
    if not split or not 2 <= len(parts) <= 3 or not all(parts):
        raise BadInput(f"hub:{name}", "no owner or no split", "OWNER/DATASET@REVISION#SPLIT", "Name the part: #test.")
    rows = _rows(f"hub:{name}", "/".join(parts[:2]), split, revision, *parts[2:])
    return [{key: _without_nulls(value) for key, value in row.items() if value is not None} for row in rows]


def _pinned(name: str, example: str) -> tuple[str, str]:
    """Dataset and revision."""
    dataset, _, revision = name.partition("@")
    if not revision:
        cure = f"For example {example}; a moving branch cannot be compared later."
        raise BadInput(f"hub:{name}", "no revision", "DATASET@REVISION", cure)
    return dataset, revision


def _rows(where: str, dataset: str, split: str, revision: str, *configuration: str) -> list[dict[str, object]]:
    try:
        from datasets import load_dataset
    except ImportError:
        raise HayrickError(f"The hub needs the datasets library: {install('hub')}") from None
    try:
        table = load_dataset(dataset, *configuration, split=split, revision=revision).with_format("arrow")[:]
    except (OSError, ValueError, RuntimeError) as problem:
        raise HayrickError(f"{where}: the dataset cannot be read ({problem})") from None
    rows: list[dict[str, object]] = table.to_pylist()
    return rows


def _haystacks(rows: list[dict[str, object]], stem: str, where: str, allow_unheld: bool) -> list[Haystack]:
    found = []
    for number, row in enumerate(rows, start=1):
        place = f"{where}: row {number}"
        id, value = native_value(row, place) if is_row(row) else (f"{stem}-{number}", _without_nulls(row))
        found.append(haystack_of(value, id=id, where=place, allow_unheld=allow_unheld))
    return found


def _without_nulls(value: object) -> object:
    """Drop null fields: a table gives every row the fields of all rows, null where a row lacks them."""
    if isinstance(value, Mapping):
        return {key: _without_nulls(part) for key, part in value.items() if part is not None}
    if isinstance(value, list):
        return [_without_nulls(part) for part in value]
    return value
