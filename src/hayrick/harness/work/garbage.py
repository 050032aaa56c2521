"""Keeps Python's garbage collector from walking over what it cannot collect, and gives freed memory back."""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_IS_PASSED_OVER: ContextVar[bool] = ContextVar("is_passed_over", default=False)
"""Whether `passed_over` has begun and not ended; to ask the collector would take a walk."""


@contextmanager
def loading() -> Iterator[None]:
    """Load packages without collecting: they make hundreds of thousands of objects, and no garbage.

    Within `passed_over`, the collector passes over these, too. Elsewhere nothing would end that.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if _IS_PASSED_OVER.get():
            gc.freeze()
        if was_enabled:
            gc.enable()


@contextmanager
def passed_over() -> Iterator[None]:
    """Let the collector pass over all objects that are there now, or loaded within, until this ends."""
    before = _IS_PASSED_OVER.set(True)
    gc.freeze()
    try:
        yield
    finally:
        _IS_PASSED_OVER.reset(before)
        gc.unfreeze()


def give_back() -> None:
    """Give the memory of freed prompts back to the system, where the C library is glibc.

    It keeps what is free between blocks that are in use, and Python's small objects are never put there.
    """
    trim = getattr(ctypes.pythonapi, "malloc_trim", None)
    if trim is not None:
        trim(0)
