"""What a user's own objects are and return: whether they can be called and awaited as they will be."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TypeVar

from hayrick.records.signatures import takes
from hayrick.records.user_errors import told
from hayrick.types import BadInput, HayrickError

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
    return listed(await found if inspect.isawaitable(found) else found, where, name, kind)


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


def called(found: Callable[..., object], where: str, given: object) -> object:
    """What a function of the user's makes of one argument.

    Raises:
        BadInput: it raises, or takes other arguments.
    """
    try:
        return at_once(found(given), where)
    except (HayrickError, KeyboardInterrupt):
        raise
    except BaseException as problem:
        raise BadInput(where, told(problem), "code that runs", "Mend it.") from problem


def at_once(found: object, where: str) -> object:
    """What a function of the user's returned, which must not be something to await.

    Raises:
        BadInput: the function is `async`.
    """
    if not inspect.isawaitable(found):
        return found
    if inspect.iscoroutine(found):
        found.close()
    raise _is_async(where)


def require_plain(function: Callable[..., object], where: str) -> None:
    """Refuse an `async` function, before it is called, where its value is needed at once.

    Raises:
        BadInput: it is one, or an object that is called like one.
    """
    if is_async(function):
        raise _is_async(where)


def is_async(function: Callable[..., object]) -> bool:
    """Whether a function, or an object that is called like one, is declared `async`."""
    while isinstance(function, partial):
        function = function.func
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(type(function).__call__)


def _is_async(where: str) -> BadInput:
    return BadInput(where, "an async function", "one that returns its value", "Write 'def' instead of 'async def'.")


def require_attributes(found: object, where: str, wanted: Sequence[str]) -> None:
    """Refuse an object that does not follow a protocol.

    Raises:
        BadInput: it lacks one of the attributes.
    """
    missing = [name for name in wanted if not hasattr(found, name)]
    if missing:
        expected = f"one with {', '.join(wanted)} (hayrick.protocols)"
        raise BadInput(where, f"a {type(found).__name__} without '{missing[0]}'", expected)
