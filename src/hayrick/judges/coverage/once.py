"""A property that is computed on first use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class Once(Generic[T]):
    """Like `functools.cached_property`, but without the lock that Python 3.11 takes."""

    def __init__(self, find: Callable[[Any], T]) -> None:
        self._find = find
        self._name = find.__name__

    @overload
    def __get__(self, owner: None, kind: type) -> Once[T]: ...
    @overload
    def __get__(self, owner: object, kind: type) -> T: ...
    def __get__(self, owner: object | None, kind: type) -> T | Once[T]:
        if owner is None:
            return self
        value = owner.__dict__[self._name] = self._find(owner)
        return value
