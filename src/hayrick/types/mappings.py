"""Read-only mappings as values of fields."""

from __future__ import annotations

import copyreg
from collections.abc import Mapping
from types import MappingProxyType


def _read_only(value: dict[object, object]) -> Mapping[object, object]:
    return MappingProxyType(value)


def _reduced(value: Mapping[object, object]) -> tuple[object, ...]:
    return _read_only, (dict(value),)


# Python itself can neither pickle nor deepcopy a read-only mapping, so a value that has one could not leave a process.
copyreg.pickle(MappingProxyType, _reduced)  # type: ignore[arg-type]

NOTHING: Mapping[str, object] = MappingProxyType({})
"""The empty mapping, default of `extra`."""
