"""The one row of estimates that was asked for by its values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hayrick.protocols import Columns
from hayrick.records.columns import columns_of
from hayrick.records.user_code import PREFIX
from hayrick.suggestions import did_you_mean
from hayrick.types import BadInput
from hayrick.wording import listed


def one_row(
    rows: Sequence[Mapping[str, Any]], columns: Mapping[str, Columns], values: Mapping[str, object]
) -> Mapping[str, Any]:
    """The row with these values, over all datasets unless one is among the values.

    Args:
        rows: of estimates.
        columns: task -> its columns.
        values: name of a column -> value, None for any; a function's name as `system` with or without `python:`.

    Raises:
        BadInput: there is none, or there are several.
    """
    wanted = {name: value for name, value in values.items() if value is not None}
    systems = list(dict.fromkeys(str(row["system"]) for row in rows))
    system = wanted.get("system")
    if system is not None and system not in systems:
        if f"{PREFIX}{system}" not in systems:
            cure = did_you_mean(str(system), systems)
            raise BadInput("estimate", f"no system '{system}'", listed(systems, 10), cure)
        wanted["system"] = f"{PREFIX}{system}"
    found = [
        row
        for row in rows
        if all(row.get(name) == value for name, value in wanted.items())
        and ((name := columns_of(row, columns).dataset) in wanted or row.get(name) is None)
    ]
    if len(found) != 1:
        said = ", ".join(f"{name}={value!r}" for name, value in wanted.items())
        there = sorted({str(row["measure"]) for row in rows})
        named = sorted({f"{row['system']} ({row['context']})" for row in rows})
        cure = f"Systems: {listed(named, 10)}. Measures: {', '.join(there)}."
        raise BadInput("estimate", f"{len(found)} rows with {said}", "one row", cure)
    return found[0]
