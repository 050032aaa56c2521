"""What is computed on first use: properties of a class, and functions of an object that stand elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")
Owner = TypeVar("Owner")


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


def once(find: Callable[[Owner], T]) -> Callable[[Owner], T]:
    """A function of one object that keeps what it finds in the object, for objects that do not change."""
    name = f"{find.__module__}.{find.__name__}"

    @wraps(find)
    def kept(of: Owner) -> T:
        known = of.__dict__
        if name not in known:
            known[name] = find(of)
        value: T = known[name]
        return value

    return kept
