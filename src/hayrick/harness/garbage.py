"""Keeps Python's garbage collector from walking over what it cannot collect."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading() -> Iterator[None]:
    """Load packages without collecting: they make hundreds of thousands of objects, and no garbage."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@contextmanager
def passed_over() -> Iterator[None]:
    """Let the collector pass over all objects that are there now, and at each `pass_over_loaded`, until this ends."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def pass_over_loaded() -> None:
    """Within `passed_over`: pass over what was loaded since. Elsewhere nothing would end it, and nothing is done."""
    if gc.get_freeze_count():
        gc.freeze()
