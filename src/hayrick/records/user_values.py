"""What a user's own object returns, and whether it can be called as it will be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from inspect import isawaitable
from typing import TypeVar

from hayrick.records.signatures import takes
from hayrick.types import BadInput

T = TypeVar("T")


def require_method(found: object, where: str, name: str, arguments: Sequence[str]) -> None:
    """Refuse an object whose method cannot be called with these arguments, by their places.

    Raises:
        BadInput: it takes others, or is nothing that can be called.
    """
    method = getattr(found, name)
    if not callable(method) or not takes(method, len(arguments)):
        what = f"a '{name}' that takes other arguments" if callable(method) else f"'{name}' is {_told(method)}"
        raise BadInput(where, what, f"a method {name}({', '.join(arguments)})")


async def several(found: object, where: str, name: str, kind: type[T]) -> list[T]:
    """The objects that a method of the user's returned, whether it is `async` or not; see `listed`."""
    return listed(await found if isawaitable(found) else found, where, name, kind)


def listed(found: object, where: str, name: str, kind: type[T]) -> list[T]:
    """The objects that a method of the user's returned.

    Args:
        found: what it returned.
        where: what the user gave, for error messages.
        name: of the method.
        kind: of each object.

    Raises:
        BadInput: it returned something else.
    """
    expected = f"a list of hayrick.types.{kind.__name__}"
    if isinstance(found, str) or not isinstance(found, Iterable):
        raise BadInput(where, f"'{name}' returned {_told(found)}", expected)
    kept = []
    for one in found:
        if not isinstance(one, kind):
            raise BadInput(where, f"'{name}' returned {_told(one)} in a list", expected)
        kept.append(one)
    return kept


def _told(found: object) -> str:
    return "None" if found is None else f"a {type(found).__name__}"
