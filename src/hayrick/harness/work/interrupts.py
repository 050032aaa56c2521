"""Interrupts that reach an event loop while it sleeps."""

from __future__ import annotations

import _thread
import asyncio
import ctypes
import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from types import FrameType, TracebackType
from typing import Self

_PATIENCE = 1.0
"""Seconds that an event loop has to notice an interrupt, before the work that keeps it busy is broken off."""


class Interrupted(KeyboardInterrupt, asyncio.CancelledError):
    """Breaks off work within an event loop: its task counts as cancelled, and the loop goes on and ends in order."""


class Interrupts:
    """Ends the work of an event loop when a signal arrives: calls that hang, and local work that keeps the loop busy.

    Python runs a signal's handler between two instructions. A signal that arrives just before the loop begins to wait
    for the network would be handled only when the network next answers. Here every signal writes a byte to a pipe that
    the loop also waits for. An interrupt cancels the work that has called `attach`. A loop that is busy for
    `_PATIENCE` seconds does not come to that, and what it does is broken off by `Interrupted`.

    Use it around the loop, and call `attach` within; it raises KeyboardInterrupt at its end. Outside the main thread,
    and where there are no such pipes, no signal is seen; there `stop` ends the work that has called `attach`.
    """

    def __init__(self) -> None:
        self._pipe: tuple[int, int] | None = None
        self._before = -1
        self._loop: asyncio.AbstractEventLoop | None = None
        self._work: set[asyncio.Task[object]] = set()
        self._handler: object = None
        self._is_heard = threading.Event()
        """Set when the loop has come to an interrupt, or its work is over."""

        self.is_stopped = False

    def __enter__(self) -> Self:
        if os.name == "posix" and threading.current_thread() is threading.main_thread():
            self._pipe = os.pipe()
            for end in self._pipe:
                os.set_blocking(end, False)
            self._before = signal.set_wakeup_fd(self._pipe[1], warn_on_full_buffer=False)
            if signal.getsignal(signal.SIGINT) is signal.default_int_handler and not is_loop_running():
                self._handler = signal.signal(signal.SIGINT, self._interrupt)
        return self

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        """Cancel the work; break it off if this has been tried before."""
        if self.is_stopped:
            raise Interrupted
        self.is_stopped = True
        for task in list(self._work):
            task.cancel()  # At once, so that nothing begins which the loop has before it.
            task.get_loop().call_soon_threadsafe(self._is_heard.set)
        again = partial(signal.pthread_kill, threading.main_thread().ident or 0, signal.SIGINT)
        # Not `Thread.start`, which may wait for a lock that this thread held when the signal came.
        _thread.start_new_thread(self._insist, (again,))

    def _insist(self, break_off: Callable[[], object]) -> None:
        while not self._is_heard.wait(_PATIENCE):
            break_off()

    def attach(self) -> None:
        """Let the running loop wait for signals; further calls within the same loop do nothing.

        Raises:
            CancelledError: the work was stopped.
        """
        loop = asyncio.get_running_loop()
        if self.is_stopped:
            raise asyncio.CancelledError
        if (task := asyncio.current_task()) is not None:
            self._work.add(task)
            task.add_done_callback(self._forget)
        if self._pipe is not None and loop is not self._loop:
            self._loop = loop
            loop.add_reader(self._pipe[0], self._drain)

    def stop(self) -> None:
        """End the work that has called `attach`, and what will call it; from another thread."""
        self.is_stopped = True
        for task in list(self._work):
            with suppress(RuntimeError):  # Its loop has been closed.
                task.get_loop().call_soon_threadsafe(self._cancel, task)

    def stop_thread(self, thread: threading.Thread) -> None:
        """End the work that has called `attach` in a thread, whatever it does."""
        kind = ctypes.py_object(Interrupted)
        self.stop()
        self._insist(partial(ctypes.pythonapi.PyThreadState_SetAsyncExc, ctypes.c_ulong(thread.ident or 0), kind))

    def _forget(self, task: asyncio.Task[object]) -> None:
        self._work.discard(task)
        self._is_heard.set()

    def _cancel(self, task: asyncio.Task[object]) -> None:
        self._is_heard.set()
        task.cancel()

    def _drain(self) -> None:
        with suppress(BlockingIOError):
            os.read(self._pipe[0] if self._pipe else -1, 4096)

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._is_heard.set()
        if self._pipe is not None:
            signal.set_wakeup_fd(self._before)
            for end in self._pipe:
                os.close(end)
        if self._handler is not None:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            if self.is_stopped and (kind is None or issubclass(kind, asyncio.CancelledError)):
                raise KeyboardInterrupt from None


def is_loop_running() -> bool:
    """Whether an event loop runs in this thread."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
