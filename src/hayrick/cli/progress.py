"""How far a command is, on standard error: a bar on a terminal, else a plain line from time to time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event, Lock, Thread
from typing import TextIO

from hayrick.protocols import Progress
from hayrick.report.layout import printable

SECONDS = 30.0
"""Time between two lines; a command that ends sooner prints none."""

_LONGEST = 60
"""Characters of what is being done that a bar shows."""


def told(what: str, done: int, total: int, failed: int | None = None, usd: float | None = None) -> str:
    """Progress on one line: what, done of total, and, where models are asked, failed calls and dollars."""
    counts = [f"{printable(what)}: {done:,} of {total:,}"]
    return " ".join(", ".join([*counts, *_asked(failed, usd)]).split())


def _asked(failed: int | None, usd: float | None) -> list[str]:
    """Failed calls and dollars, in words; nothing where no model is asked."""
    if failed is None:
        return []
    return [f"{failed:,} failed", "price unknown" if usd is None else f"${usd:,.2f}"]


@dataclass(slots=True)
class Lines:
    """Writes how far a command is, at most every `SECONDS`.

    Args:
        stream: where to; flushed after each line.
        clock: seconds.
    """

    stream: TextIO
    clock: Callable[[], float] = time.monotonic
    _last: float = field(init=False)
    _now: str = field(init=False, default="")
    _lock: Lock = field(init=False, default_factory=Lock)

    def __post_init__(self) -> None:
        self._last = self.clock()

    def __call__(self, what: str, done: int, total: int, failed: int | None = None, usd: float | None = None) -> None:
        """See `protocols.Progress`."""
        self._now = told(what, done, total, failed, usd)
        self.write()

    def write(self) -> None:
        """Write what was told last, if it is time; any thread may call it."""
        with self._lock:
            now = self.clock()
            if self._now and now - self._last >= SECONDS:
                self._last = now
                self.stream.write(f"{self._now}\n")
                self.stream.flush()


@contextmanager
def lines(stream: TextIO) -> Iterator[Progress]:
    """Plain lines for logs, also while a reply takes long."""
    tell, ended = Lines(stream), Event()

    def repeat() -> None:
        while not ended.wait(1.0):
            tell.write()

    thread = Thread(target=repeat, daemon=True)
    thread.start()
    try:
        yield tell
    finally:
        ended.set()
        thread.join()


@contextmanager
def bar() -> Iterator[Progress]:
    """A bar with the time that is left, failed calls and dollars, which vanishes at the end."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[spent]}", markup=False),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("reading", total=None, spent="")
        before = [0, 0]

        def tell(what: str, done: int, total: int, failed: int | None = None, usd: float | None = None) -> None:
            if done < before[0] or total != before[1]:
                shown.reset(task)
            before[:] = [done, total]
            spent = ", ".join(_asked(failed, usd))
            shown.update(task, description=printable(what)[:_LONGEST], completed=done, total=total, spent=spent)

        yield tell
