"""Fields of JSON rows, and the table that a results file holds."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeGuard

from hayrick.records.read_files import SCHEMA, a_type, read_json, type_name
from hayrick.types import BadInput, Tag, Tags

ROWS = "rows"
"""Key of the rows of a results file."""

MOST = 1e12
"""Largest size of a number of a file: charts can draw such numbers, and what is added to them is not rounded away."""

_CURE = "Make the run again with 'hayrick run'."


def read_table(path: Path) -> list[dict[str, object]]:
    """Read the rows of a `{"schema": 1, "rows": [...]}` file such as `estimates.json`.

    Raises:
        BadInput: the file has another form or schema.
    """
    value = read_json(path)
    rows = value.get(ROWS) if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise BadInput(
            str(path), f"a JSON {type_name(value)} without 'rows'", "an object with 'schema' and 'rows'", _CURE
        )
    if value.get("schema") != SCHEMA:
        raise BadInput(str(path), f"schema {value.get('schema')!r}", f"schema {SCHEMA}", _CURE)
    return rows


def table(rows: list[dict[str, object]]) -> dict[str, object]:
    """JSON value of a results file: `{"schema": 1, "rows": [...]}`."""
    return {"schema": SCHEMA, ROWS: rows}


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether a JSON value is a number; true and false, which Python takes for 1 and 0, are none."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def link(value: object) -> int | None:
    """Bullet id of a stored link: a positive integer, as a number or digits; None for anything else."""
    if isinstance(value, str) and value.strip().isdecimal() and len(value) < 10:
        value = int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None


def string(row: Mapping[str, object], name: str, where: str, cure: str = "") -> str:
    """Return a string field of a row.

    Raises:
        BadInput: it is missing or not a string.
    """
    value = row.get(name)
    if not isinstance(value, str):
        found = "missing or null" if value is None else a_type(value)
        raise BadInput(where, f"'{name}' is {found}", "a string", cure)
    return value


def filled(row: Mapping[str, object], name: str, where: str, cure: str = "") -> str:
    """Return a string field of a row that holds more than white space.

    Raises:
        BadInput: it is missing, not a string, or empty.
    """
    value = string(row, name, where, cure)
    if not value.strip():
        raise BadInput(where, f"'{name}' is empty", "a filled string", cure)
    return value


def identifier(row: Mapping[str, object], name: str, where: str) -> str | None:
    """Id of a row, a text or a whole number; None where it is missing, null or "".

    Raises:
        BadInput: it is something else.
    """
    value = row.get(name)
    if isinstance(value, bool) or not isinstance(value, str | int | None):
        raise BadInput(where, f"'{name}' is {a_type(value)}", "a text or a whole number")
    return None if value in (None, "") else str(value)


def optional_string(row: Mapping[str, object], name: str, where: str, cure: str = "") -> str | None:
    """Return a string field of a row, or None if it is absent or null.

    Raises:
        BadInput: it has another type.
    """
    return None if row.get(name) is None else string(row, name, where, cure)


def tags_of(row: Mapping[str, object], where: str) -> Tags:
    """What the response of a row varies in; nothing where the row has no tags.

    Raises:
        BadInput: they are no object of numbers and strings.
    """
    given = row.get("tags")
    if given is None:
        return {}
    if not isinstance(given, dict):
        raise BadInput(where, f"'tags' is {a_type(given)}", "an object of numbers and strings")
    tags: dict[str, Tag] = {}
    for name, value in given.items():
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise BadInput(where, f"tag '{name}' is {a_type(value)}", "a number or a string")
        tags[name] = value
    return tags


def number(row: Mapping[str, object], name: str, where: str) -> float | None:
    """Number field of a row, or None where it is absent or null.

    Raises:
        BadInput: it is no number of at most `MOST` in size.
    """
    value = row.get(name)
    if value is None:
        return None
    if not is_number(value) or not abs(value) <= MOST:
        found = f"'{name}' is {value!r}" if isinstance(value, float) else f"'{name}' is {a_type(value)}"
        raise BadInput(where, found, f"a number between {-MOST:g} and {MOST:g}, or null")
    return float(value)
