"""The journal of model calls: stores each call as it finishes, so that no call is repeated or lost in a crash.

The file `calls.jsonl` is both the journal (replies) and the ledger (tokens and cost). A line is written and synced when
a reply is complete; a line that a crash truncated is dropped when the file is opened again, and a header keeps the key
of its question, since its reply was paid. No other line is ever removed: what is damaged is passed over and asked
again. A run locks the file: two runs in one directory would make every call twice.

One thread writes, so that the event loop never waits for the disk. Lines stand in the order in which they were given;
those that wait while the disk is busy are written together, and synced once.
"""

from __future__ import annotations

import asyncio
import os
from collections import deque
from collections.abc import Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import IO

from hayrick.harness.storage.journal_file import DAMAGED, FILE, ROUNDING, Found, lost_calls, read_file, require_ordinary
from hayrick.harness.storage.journal_lines import Header, header, written
from hayrick.harness.storage.locks import lock
from hayrick.harness.transport.calls import Call
from hayrick.records.costs import COSTS, read_costs
from hayrick.records.write_files import make_folder, unwritable, write_bytes
from hayrick.types import BadInput


class Journal:
    """The finished calls of one run directory; open for writing until closed.

    Args:
        folder: the run directory; None to keep calls in memory only.

    Raises:
        BadInput: the file is of a newer schema, is a link or not writable, or belongs to a run in progress.
    """

    def __init__(self, folder: Path | None) -> None:
        self.calls: dict[str, Call] = {}
        self.past: list[Call] = []
        """Calls that were paid and answer nothing: others took their place, or their lines are damaged."""

        self.paid = 0.0
        """What a budget counts as spent: dollars of all calls, as far as known, at the highest prices so far."""

        self.lost: set[str] = set()
        """Keys of questions whose reply was paid, and what it cost is in no line: it counts when they are asked."""

        self.readable: set[tuple[str, str]] = set()
        """(model, purpose) that gave a reply which could be read, as far as replies were read since it was opened."""

        self.note = ""
        """What is wrong with the file, for the reader; "" for nothing."""

        self._stream: IO[bytes] | None = None
        self._writer: ThreadPoolExecutor | None = None
        self._lines: deque[bytes] = deque()
        """Lines to write; given in the event loop's thread, taken in the writer's."""

        self._problem: OSError | None = None
        """Why a line could not be written; nothing is written after it."""

        if folder is not None:
            self.open_in(folder)

    def open_in(self, folder: Path) -> None:
        """Read the calls in a folder, and store calls there from now on; does nothing where it is open.

        Damaged lines stay where they are, and are copied to a file of their own; their calls count as not made.

        Raises:
            BadInput: as the class.
        """
        if self._stream is not None:
            return
        make_folder(folder)
        path = folder / FILE
        require_ordinary(path)
        if path.is_symlink():
            # What it leads to would be cut and written, wherever it is.
            raise BadInput(str(path), "a link", "an ordinary file", "Move the file there, or choose another --out.")
        try:
            # Open for appending, so that a file just created by another run is not emptied.
            self._stream = path.open("a+b")
            self._writer = ThreadPoolExecutor(1, "journal")
            lock(self._stream.fileno(), folder)
            found = read_file(path)
            self._stream.truncate(found.end)
            if found.is_open:
                self._write(b"\n")
            if found.unsaid or not found.is_checked:
                self._write(header(lost=sorted(found.unsaid)))
        except OSError as problem:
            self.close()
            raise unwritable(path, problem, "") from None
        except BadInput:
            self.close()
            raise
        self._take(found)
        notes = self._recall(folder, found)
        if found.damaged:
            write_bytes(folder / DAMAGED, [line for _, line in found.damaged])
            notes.insert(0, found.note)
        self.note = " ".join(notes)

    def _take(self, found: Found) -> None:
        for one in found.lines:
            if isinstance(one, Header):
                self._set_aside([call.key for call in self.calls.values() if call.purpose in one.again])
            else:
                self._set_aside([one.key])
                self.calls[one.key] = one
        self.past += found.told
        self.paid, self.lost = found.paid, found.lost

    def _recall(self, folder: Path, found: Found) -> list[str]:
        """Count what the results of a finished run say was paid and no line says any more; returns a note on it."""
        try:
            rows = [one for one in read_costs(folder) if not one.shared]
        except BadInput:
            return []  # Who reads the results reports it.
        before, paid = self.paid, sum(one.usd or 0.0 for one in rows)
        n = sum(one.calls for one in rows) - len(self.all_calls)
        if paid - before <= ROUNDING * before:
            return []
        if n <= 0:
            self.raise_paid(paid)  # By higher prices, and the line that said so is gone.
            return []
        self.past += lost_calls(paid - before, found.untold[-n:] or [(0, b"")])
        self.paid = paid
        if min(n, len(found.untold)) >= len(self.lost):
            self.lost.clear()
        return [
            f"{FILE} holds ${before:.4f} of the ${paid:.4f} that were paid, as {COSTS} says: the rest counts as "
            "spent, and what its lines answered is asked again where needed."
        ]

    def _set_aside(self, keys: Iterable[str]) -> None:
        self.past.extend(self.calls.pop(key) for key in keys if key in self.calls)

    def ask_again(self, purposes: Sequence[str]) -> None:
        """Let the calls of some purposes so far answer nothing any more; they stay in the file, and count as paid.

        Raises:
            BadInput: the file cannot be written.
        """
        if keys := [call.key for call in self.calls.values() if call.purpose in purposes]:
            self._write(header(purposes))
            self._set_aside(keys)

    def raise_paid(self, usd: float) -> None:
        """Let the calls so far count with at least so many dollars, as of now and whenever the file is read again.

        Raises:
            BadInput: the file cannot be written.
        """
        if usd > self.paid * (1 + ROUNDING):
            before, self.paid = self.paid, usd
            self._write(header(raised=(before, usd)))

    def find(self, key: str) -> Call | None:
        """The finished call with this key, or None."""
        return self.calls.get(key)

    @property
    def is_kept(self) -> bool:
        """Whether calls are stored in a file."""
        return self._writer is not None

    @property
    def all_calls(self) -> list[Call]:
        """All calls that were paid."""
        return [*self.past, *self.calls.values()]

    def add(self, call: Call) -> None:
        """Store a finished call; it is on disk when this returns.

        Raises:
            BadInput: the disk is full, or the file is gone.
        """
        self._write(self._line(call))
        self._remember(call)

    async def store(self, call: Call) -> None:
        """Store a finished call without stopping the event loop; it is found, and on disk, when this returns.

        A call is stored also if what waits for it is cancelled.

        Raises:
            BadInput: the disk is full, or the file is gone.
        """
        done = self._begin(self._line(call))
        try:
            if done is not None:
                await asyncio.shield(asyncio.wrap_future(done))
        except asyncio.CancelledError:
            self._remember(call)
            raise
        except OSError as problem:
            raise self._unwritable(problem) from None
        self._remember(call)

    def _line(self, call: Call) -> bytes:
        self.paid += call.usd or 0.0
        return written({**asdict(call), "paid": self.paid})

    def _remember(self, call: Call) -> None:
        self._set_aside([call.key])
        self.calls[call.key] = call
        self.lost.discard(call.key)

    def _write(self, line: bytes) -> None:
        done = self._begin(line)
        try:
            if done is not None:
                done.result()
        except OSError as problem:
            raise self._unwritable(problem) from None

    def _begin(self, line: bytes) -> Future[None] | None:
        """Give a line to the writer; the result is there when it is on disk. None if there is no file."""
        if self._writer is None:
            return None
        self._lines.append(line)
        return self._writer.submit(self._flush)

    def _flush(self) -> None:
        """Write all lines that wait, in the writer's thread.

        Raises:
            OSError: this line or one before it could not be written.
        """
        if self._problem is not None:
            raise self._problem
        if not self._lines or self._stream is None:
            return
        try:
            while self._lines:
                self._stream.write(self._lines.popleft())
            self._stream.flush()
            os.fsync(self._stream.fileno())
        except OSError as problem:
            self._problem = problem
            raise

    def _unwritable(self, problem: OSError) -> BadInput:
        return unwritable(str(getattr(self._stream, "name", FILE)), problem, "")

    def close(self) -> None:
        """Close the file; lines that wait are written first."""
        if self._writer is not None:
            self._writer.shutdown()
            self._writer = None
        if self._stream is not None:
            with suppress(OSError):  # It has been raised where the line was given.
                self._stream.close()
            self._stream = None
