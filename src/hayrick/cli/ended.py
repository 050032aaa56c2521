"""SIGTERM, by which schedulers and containers end a program, taken as an interrupt."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType


class Ended:
    """While it is entered, SIGTERM does what Ctrl-C does, so that running calls end and one line says how to go on.

    Outside the main thread no signal can be received, and it does nothing.
    """

    def __init__(self) -> None:
        self.is_ended = False
        """Whether SIGTERM arrived."""

        self._before: object = None

    def __enter__(self) -> None:
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGTERM, self._interrupt)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        self.is_ended = True
        if callable(signal.getsignal(signal.SIGINT)):
            signal.raise_signal(signal.SIGINT)
        else:
            raise KeyboardInterrupt  # Started in the background, where interrupts are ignored.

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if callable(self._before) or isinstance(self._before, int):
            signal.signal(signal.SIGTERM, self._before)
