"""The log of the scripted server: one JSON line a request, written when the request ends."""

from __future__ import annotations

import json
import os
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Any


def now() -> str:
    """The time, in UTC."""
    return datetime.now(UTC).isoformat()


class Log:
    """One JSON line a request, on disk before the next thing happens."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a", encoding="utf-8")
        self._lock = threading.Condition()
        self._open = dict[int, dict[str, Any]]()
        self._sending = set[int]()

    def arrived(self, row: dict[str, Any]) -> None:
        """Note a request; its line is written when it ends, or as "unfinished" when the server does."""
        with self._lock:
            self._open[row["number"]] = row

    def sending(self, number: int) -> None:
        """Note that the client may have its reply before the line is written."""
        with self._lock:
            self._sending.add(number)

    def ended(self, number: int, outcome: str) -> None:
        """Write the line of a request."""
        with self._lock:
            if row := self._open.pop(number, None):
                self._write(row, outcome)
            self._sending.discard(number)
            self._lock.notify_all()

    def settle(self, seconds: float) -> None:
        """Wait until every reply that was begun has its line."""
        with self._lock:
            self._lock.wait_for(lambda: not self._sending, seconds)

    def close(self) -> None:
        """Write the lines of the requests still being served."""
        with self._lock:
            for row in self._open.values():
                self._write(row, "unfinished")
            self._open.clear()

    def _write(self, row: dict[str, Any], outcome: str) -> None:
        self._file.write(json.dumps(row | {"outcome": outcome, "ended": now()}) + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())
