"""What arguments a user's own function takes."""

from __future__ import annotations

import inspect
from collections.abc import Callable


def takes(function: Callable[..., object], arguments: int) -> bool:
    """Whether a function can be called with so many arguments; True where that cannot be known."""
    try:
        inspect.signature(function).bind(*range(arguments))
    except ValueError:
        return True
    except TypeError:
        return False
    return True
