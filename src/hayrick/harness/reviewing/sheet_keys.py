"""What identifies a response in the rows of a run and of a sheet."""

from __future__ import annotations

import json
from collections.abc import Mapping

from hayrick.report.export import in_spreadsheet

Row = Mapping[str, object]
Key = tuple[str, ...]


def cell(value: object) -> str:
    """A value as a sheet has it, whether a spreadsheet kept the quote before what it could evaluate or not."""
    return str(in_spreadsheet(str(value)))


def key_of(row: Row) -> Key:
    """What identifies the response of a row, as the cells of a sheet: the same for both."""
    tags = row.get("tags")
    written = tags if isinstance(tags, str) else json.dumps(tags or {}, sort_keys=True)
    named = [row.get(name, "") for name in ("task", "dataset", "group", "item", "system", "context")]
    return tuple(cell(one) for one in (*named, written))


def item_of(row: Row) -> tuple[str, str, str]:
    """Key of the item of a run's row, see `types.Item.key`."""
    return str(row.get("dataset")), str(row.get("group")), str(row.get("item"))
