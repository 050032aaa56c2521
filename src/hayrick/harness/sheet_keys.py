"""What identifies a response in the rows of a run and of a sheet."""

from __future__ import annotations

import json
from collections.abc import Mapping

Row = Mapping[str, object]
Key = tuple[str, ...]


def key_of(row: Row) -> Key:
    """What identifies the response of a row."""
    tags = row.get("tags")
    written = tags if isinstance(tags, str) else json.dumps(tags or {}, sort_keys=True)
    return *(str(row.get(name, "")) for name in ("task", "dataset", "group", "item", "system", "context")), written


def item_of(row: Row) -> tuple[str, str, str]:
    """Key of the item of a run's row, see `types.Item.key`."""
    return str(row.get("dataset")), str(row.get("group")), str(row.get("item"))
