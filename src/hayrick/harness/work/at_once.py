"""Waits for what asks models at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

T = TypeVar("T")


async def at_once(*works: Awaitable[T]) -> list[T]:
    """Results of all, in order.

    Where some raise, all others end first, since what they have asked is paid for; then the first of these exceptions
    is raised.
    """
    found = await asyncio.gather(*works, return_exceptions=True)
    for one in found:
        if isinstance(one, BaseException):
            raise one
    return [one for one in found if not isinstance(one, BaseException)]
