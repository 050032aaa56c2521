"""Python values as JSON can hold them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from math import isfinite


def json_value(value: object) -> object:
    """What JSON can hold of a value: sets as sorted lists, dataclasses as objects, anything else it lacks as text."""
    if value is None or isinstance(value, bool | int | str) or (isinstance(value, float) and isfinite(value)):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: json_value(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Mapping):
        return {str(name): json_value(one) for name, one in value.items()}
    if isinstance(value, Set):
        return sorted(map(json_value, value), key=str)
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray):
        return list(map(json_value, value))
    return str(value)
