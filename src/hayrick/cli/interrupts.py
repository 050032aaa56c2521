"""SIGTERM, by which schedulers and containers end a program, taken as an interrupt; and no interrupt lost."""

from __future__ import annotations

import _thread
import signal
import sys
import threading
import time
from types import FrameType, TracebackType

_LATER = 0.01
"""Seconds after which an interrupt that Python could not raise is sent again."""


_UNSAID = "expected a message argument"
"""What Python says where it cannot put together the message of an ImportError."""

_NAMES = (KeyboardInterrupt.__name__, "Interrupted")
"""Names of interrupts, the second of those that break off work within an event loop."""


class Ended:
    """While it is entered, SIGTERM does what Ctrl-C does, so that running calls end and one line says how to go on.

    An interrupt that arrives while Python runs a destructor or the callback of a weak reference (the lock of an import
    has one) cannot be raised there: Python would print it and go on. It is sent again instead, until it can be raised.

    Outside the main thread no signal can be received, and it does nothing.
    """

    def __init__(self) -> None:
        self.is_ended = False
        """Whether SIGTERM arrived."""

        self._telling = threading.Lock()
        self._before: object = None
        self._unraisable = sys.unraisablehook

    def __enter__(self) -> Ended:
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGTERM, self._interrupt)
            self._unraisable, sys.unraisablehook = sys.unraisablehook, self._not_raised
        return self

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        self.is_ended = True
        if callable(signal.getsignal(signal.SIGINT)):
            signal.raise_signal(signal.SIGINT)
        else:
            raise KeyboardInterrupt  # Started in the background, where interrupts are ignored.

    def _not_raised(self, problem: sys.UnraisableHookArgs) -> None:
        if issubclass(problem.exc_type, KeyboardInterrupt):
            with self._telling:  # What is sent within this hook is lost, as is what `Thread.start` would wait for.
                _thread.start_new_thread(self._send_again, ())
        else:
            self._unraisable(problem)

    def _send_again(self) -> None:
        with self._telling:
            pass
        time.sleep(_LATER)
        number = signal.SIGTERM if self.is_ended else signal.SIGINT
        if hasattr(signal, "pthread_kill"):
            signal.pthread_kill(threading.main_thread().ident or 0, number)
        else:
            signal.raise_signal(number)

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if callable(self._before) or isinstance(self._before, int):
            signal.signal(signal.SIGTERM, self._before)
            sys.unraisablehook = self._unraisable


def is_interrupt(problem: BaseException) -> bool:
    """Whether an exception is an interrupt, or what Python puts in the place of one.

    It makes a RuntimeError of an interrupt within `__set_name__`, which it calls for a field of a dataclass; and a
    TypeError, without a word of the interrupt, of one that comes while it says that a name cannot be imported, as
    packages often try. Pydantic makes an error of its own whose message ends with the interrupt's name.
    """
    said = str(problem)
    if (isinstance(problem, TypeError) and said == _UNSAID) or said.rstrip(": ").endswith(_NAMES):
        return True
    return any(isinstance(one, KeyboardInterrupt) for one in (problem, problem.__cause__))


def forget_interrupts() -> None:
    """Let the status of `python -m hayrick` be that which it returns.

    Python notes an interrupt that leaves code compiled from a text, such as the methods of a dataclass, and ends with
    SIGINT in the place of its status though the interrupt was caught. The next such code takes the note back.
    """
    exec("")
