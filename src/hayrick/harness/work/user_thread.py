"""The thread in which the user's plain functions are loaded and called, one call after the other."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from contextvars import copy_context
from queue import SimpleQueue
from typing import TypeVar

from hayrick.records.user_code import held, load_instance, parts
from hayrick.types import BadInput

T = TypeVar("T")


class UserThread:
    """A thread that does one work after the other, and ends with the program if one of them never does.

    It has an event loop, which does not run: code that asks for the current loop finds one, as in the main thread.
    """

    def __init__(self) -> None:
        self.renew()

    def renew(self) -> None:
        """Leave the work that is being done alone; what is submitted from now on is done in another thread."""
        self.__del__()
        self._works: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        threading.Thread(target=_serve, args=(self._works,), daemon=True, name="user's functions").start()

    def submit(self, work: Callable[[], T]) -> Future[T]:
        """Have work done in the thread; the future gets what it returns or raises."""
        done: Future[T] = Future()
        context = copy_context()

        def do() -> None:
            with suppress(InvalidStateError):  # The call was cancelled, and nobody waits.
                try:
                    done.set_result(context.run(work))
                except BaseException as problem:  # noqa: BLE001 - raised again where it is awaited
                    done.set_exception(problem)

        self._works.put(do)
        return done

    def load(self, spec: str, where: str) -> object:
        """Load an object of the user's in this thread, so that what belongs to a thread works when it is called.

        Code that says that it must be in the main thread, such as one that sets a handler of signals, is loaded here.

        Raises:
            BadInput: see `load_instance`.
        """
        origin, name = parts(spec)
        if not origin and name in held():
            return load_instance(spec, where)
        try:
            return self.submit(lambda: load_instance(spec, where)).result()
        except BadInput as problem:
            if "main thread" not in str(problem.__cause__):
                raise
            return load_instance(spec, where)

    def __del__(self) -> None:
        if hasattr(self, "_works"):
            self._works.put(None)


_OURS = threading.local()


def user_thread() -> UserThread:
    """The thread of those who call from this one: two runs at the same time do not wait for one another."""
    if not hasattr(_OURS, "thread"):
        _OURS.thread = UserThread()
    found: UserThread = _OURS.thread
    return found


def _serve(works: SimpleQueue[Callable[[], None] | None]) -> None:
    import asyncio

    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    while (work := works.get()) is not None:
        work()
    loop.close()
