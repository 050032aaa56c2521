"""Run a coroutine from beginning to end."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from hayrick.harness.interrupts import Interrupts

T = TypeVar("T")


def finish(work: Coroutine[Any, Any, T]) -> T:
    """Result of a coroutine, in an event loop of its own.

    The result does not pass through the loop's main task: when Python 3.11 restores the handler of SIGINT it formats
    that task and all that it returned, which takes seconds for the results of a run.
    """
    found: list[T] = []

    async def main() -> None:
        interrupts.attach()
        found.append(await work)

    with Interrupts() as interrupts:
        asyncio.run(main())
    return found[0]
