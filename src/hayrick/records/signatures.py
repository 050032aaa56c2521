"""What arguments a user's own function takes."""

from __future__ import annotations

import inspect
from collections.abc import Callable


def needed(function: Callable[..., object]) -> int:
    """Number of arguments that a function needs; 0 where that cannot be known."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return 0
    kinds = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
    return sum(one.default is one.empty and one.kind not in kinds for one in parameters)


def takes(function: Callable[..., object], arguments: int) -> bool:
    """Whether a function can be called with so many arguments; True where that cannot be known."""
    try:
        inspect.signature(function).bind(*range(arguments))
    except ValueError:
        return True
    except TypeError:
        return False
    return True
