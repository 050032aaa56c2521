"""Interrupts that reach an event loop while it sleeps."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self


class Interrupts:
    """Wakes an event loop when a signal arrives, so that Ctrl-C ends calls that hang.

    Python runs a signal's handler between two instructions. A signal that arrives just before the loop begins to wait
    for the network would be handled only when the network next answers. Here every signal writes a byte to a pipe that
    the loop also waits for. Use it around the loop, and call `attach` within. Outside the main thread, and where there
    are no such pipes, no signal is seen; there `stop` ends the work that has called `attach`.
    """

    def __init__(self) -> None:
        self._pipe: tuple[int, int] | None = None
        self._before = -1
        self._loop: asyncio.AbstractEventLoop | None = None
        self._work: set[asyncio.Task[object]] = set()
        self.is_stopped = False

    def __enter__(self) -> Self:
        if os.name == "posix" and threading.current_thread() is threading.main_thread():
            self._pipe = os.pipe()
            for end in self._pipe:
                os.set_blocking(end, False)
            self._before = signal.set_wakeup_fd(self._pipe[1], warn_on_full_buffer=False)
        return self

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
            task.add_done_callback(self._work.discard)
        if self._pipe is not None and loop is not self._loop:
            self._loop = loop
            loop.add_reader(self._pipe[0], self._drain)

    def stop(self) -> None:
        """End the work that has called `attach`, and what will call it; from another thread."""
        self.is_stopped = True
        for task in list(self._work):
            with suppress(RuntimeError):  # Its loop has been closed.
                task.get_loop().call_soon_threadsafe(task.cancel)

    def _drain(self) -> None:
        with suppress(BlockingIOError):
            os.read(self._pipe[0] if self._pipe else -1, 4096)

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pipe is not None:
            signal.set_wakeup_fd(self._before)
            for end in self._pipe:
                os.close(end)
