"""Whole numbers that were costly to find, kept in files of the user's cache folder.

What is kept can always be found again, so that nothing here is an error: a file that is missing, damaged, foreign or
cannot be written is made again or left out. Files hold numbers and a checksum, and are never executed.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from hayrick.records.write_files import write_bytes
from hayrick.types import BadInput

VARIABLE = "HAYRICK_CACHE"
"""Environment variable: the folder; set and empty, nothing is kept."""

MOST_BYTES = 1 << 30
"""The least recently used files are removed above this."""

_HEAD = b"hayrick numbers 1\n"
_DIGEST = 32
_KINDS = ("<u2", "<u4", "<i8")
Numbers = np.ndarray[Any, np.dtype[np.int64]]


class Used(NamedTuple):
    """Where the cache is, and how large."""

    folder: Path | None
    n_files: int
    n_bytes: int


def folder() -> Path | None:
    """Folder of the cache; None where nothing is kept."""
    given = os.environ.get(VARIABLE)
    if given is not None:
        return Path(given) if given.strip() else None
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "hayrick"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "hayrick" / "Cache"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "hayrick"


def used() -> Used:
    """Where the cache is, how many files it has, and their size."""
    sizes = [size for _, size, _ in _files()]
    return Used(folder(), len(sizes), sum(sizes))


def kept(told: Sequence[str], make: Callable[[], Sequence[Sequence[int] | Numbers]]) -> list[Numbers]:
    """Rows of whole numbers >= 0: those that were kept, else those that are made, which are kept.

    Args:
        told: everything that the numbers depend on.
        make: makes them.
    """
    place = folder()
    name = hashlib.sha256("\0".join(told).encode("utf-8", "surrogatepass")).digest()
    path = place / f"{name.hex()[:40]}.numbers" if place is not None else None
    if path is not None and (found := _read(path, name)) is not None:
        return found
    rows = [np.asarray(row, dtype=np.int64) for row in make()]
    if path is not None:
        _write(path, name, rows)
    return rows


def _read(path: Path, name: bytes) -> list[Numbers] | None:
    try:
        content = path.read_bytes()
        os.utime(path)
    except OSError:
        return None
    start = len(_HEAD) + _DIGEST
    body = content[start:]
    if content[:start] != _HEAD + hashlib.sha256(name + body).digest():
        return None
    # Written by us as it stands, since its checksum holds.
    n_rows = int.from_bytes(body[1:9], "little")
    lengths = np.frombuffer(body, "<i8", n_rows, 9)
    values = np.frombuffer(body, _KINDS[body[0]], -1, 9 + 8 * n_rows)
    return np.split(values, np.cumsum(lengths)[:-1]) if n_rows else []


def _write(path: Path, name: bytes, rows: Sequence[Numbers]) -> None:
    greatest = max((int(row.max()) for row in rows if len(row)), default=0)
    kind = 0 if greatest < 1 << 16 else 1 if greatest < 1 << 32 else 2
    lengths = np.array([len(row) for row in rows], dtype="<i8")
    values = np.concatenate(rows) if rows else np.zeros(0)
    body = b"".join(
        (bytes([kind]), len(rows).to_bytes(8, "little"), lengths.tobytes(), values.astype(_KINDS[kind]).tobytes())
    )
    try:
        write_bytes(path, [_HEAD, hashlib.sha256(name + body).digest(), body])
        _make_room()
    except (OSError, BadInput):
        return


def _files() -> list[tuple[float, int, Path]]:
    """When each file was last used, its bytes and its path, the least recently used first."""
    place, found = folder(), []
    try:
        for path in place.glob("*.numbers") if place is not None else ():
            status = path.stat()
            found.append((status.st_mtime, status.st_size, path))
    except OSError:
        pass
    return sorted(found)


def _make_room() -> None:
    files = _files()
    excess = sum(size for _, size, _ in files) - MOST_BYTES
    for _, size, path in files:
        if excess <= 0:
            return
        path.unlink(missing_ok=True)
        excess -= size
