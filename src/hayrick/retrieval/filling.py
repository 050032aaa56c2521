"""Fills a token budget with what comes first in an order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

MISFITS = 10
"""Number of sentences that may be skipped because they do not fit before selection stops."""


def fill(units: Iterable[T], cost: Callable[[T], int], budget: int, misfits: int = MISFITS) -> Iterator[T]:
    """Yield the units, best first, that fit the budget together; stops after more than `misfits` that do not.

    The next unit is read only after the last one was received, so that an order may depend on what was taken.
    """
    left, n_misfits = budget, 0
    for unit in units:
        tokens = cost(unit)
        if tokens <= left:
            left -= tokens
            yield unit
        else:
            n_misfits += 1
            if n_misfits > misfits:
                return
