"""Draws at random: only seeding and `random()` of `random.Random` are used, since Python guarantees their sequence."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TypeVar

T = TypeVar("T")


def drawn(values: Iterable[T], draw: Random, number: int | None = None) -> list[T]:
    """Draw some of the values, in random order; all of them by default.

    Args:
        values: values to draw from.
        draw: only its `random()` is called, once for each value drawn.
        number: how many to draw, at most the number of values.
    """
    pool = list(values)
    number = len(pool) if number is None else number
    for i in range(number):
        k = i + int(draw.random() * (len(pool) - i))
        pool[i], pool[k] = pool[k], pool[i]
    return pool[:number]
