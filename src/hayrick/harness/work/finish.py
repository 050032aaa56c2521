"""Run a coroutine from beginning to end, also where an event loop is running, as in a notebook."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future, wait
from contextlib import suppress
from contextvars import copy_context
from typing import Any, TypeVar

from hayrick.harness.work.interrupts import Interrupts, is_loop_running
from hayrick.types import Question, Reply

T = TypeVar("T")

_LOOK = 0.2
"""Seconds between looks for an interrupt, on systems where waiting delays it."""


def finish(work: Coroutine[Any, Any, T]) -> T:
    """Result of a coroutine, in an event loop of its own.

    The result does not pass through the loop's main task: when Python 3.11 restores the handler of SIGINT it formats
    that task and all that it returned, which takes seconds for the results of a run.
    """
    found: list[T] = []

    async def main() -> None:
        interrupts.attach()
        found.append(await work)

    try:
        with Interrupts() as interrupts:
            _beside_loops(lambda: asyncio.run(main()), interrupts)
    finally:
        work.close()  # Python would warn of one that an interrupt kept from beginning.
    return found[0]


async def no_replies(questions: Sequence[Question]) -> Sequence[Reply | None]:
    """An `Ask` for what reads files and needs no reply: answers nothing."""
    return [None for _ in questions]


def put_into(found: Future[T], work: Callable[[], T]) -> None:
    """Do some work in this thread, for one that waits: give it what the work returns or raises."""
    try:
        found.set_result(work())
    except BaseException as problem:  # noqa: BLE001 - raised again in the waiting thread
        found.set_exception(problem)


def _beside_loops(do: Callable[[], T], interrupts: Interrupts) -> T:
    """Do something that starts an event loop; where one is running in this thread, in another thread.

    An interrupt that arrives meanwhile stops the work that is attached to `interrupts`, and is raised when it has
    ended.
    """
    if not is_loop_running():
        return do()
    done: Future[T] = Future()
    thread = threading.Thread(target=copy_context().run, args=(put_into, done, do), name="hayrick")
    try:
        thread.start()
        while not done.done():
            wait([done], _LOOK)
    except KeyboardInterrupt:
        while thread.ident is not None and not done.done():  # Else it has not begun.
            with suppress(KeyboardInterrupt):  # A second one: the thread still has to end.
                interrupts.stop_thread(thread)
                wait([done])
        raise
    return done.result()
