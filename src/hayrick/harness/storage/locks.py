"""Locks of files and folders: one run at a time. The system drops them when a process ends, however it ends."""

from __future__ import annotations

import errno
import importlib
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from hayrick.records.write_files import make_folder
from hayrick.types import BadInput

_BEYOND = 2**40
"""Byte to lock on systems whose locks prevent reading: beyond the end of any file."""

_TAKEN = frozenset({errno.EACCES, errno.EAGAIN, errno.EDEADLK})


def lock(descriptor: int, folder: Path) -> None:
    """Lock an open file, or the folder itself, until it is closed; does nothing if the file system has no locks.

    Raises:
        BadInput: another run, in this process or another one, has the lock.
    """
    try:
        try:
            fcntl: Any = importlib.import_module("fcntl")
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:
            windows: Any = importlib.import_module("msvcrt")
            os.lseek(descriptor, _BEYOND, os.SEEK_SET)
            windows.locking(descriptor, windows.LK_NBLCK, 1)
    except OSError as problem:
        if problem.errno in _TAKEN:
            cure = "Wait until it has ended, or choose another --out."
            raise BadInput(str(folder), "another run is writing there", "one run at a time", cure) from None


class FolderLock:
    """The lock of one folder, which leaves no file in it; not held where folders cannot be locked (Windows, NFS)."""

    def __init__(self) -> None:
        self._descriptor: int | None = None

    def take(self, folder: Path) -> None:
        """Make the folder if it does not exist, and lock it; does nothing where it is held.

        Raises:
            BadInput: another run has it, or it cannot be made.
        """
        while self._descriptor is None:
            make_folder(folder)
            try:
                descriptor = os.open(folder, os.O_RDONLY)
            except FileNotFoundError:
                continue
            except OSError:
                return
            try:
                lock(descriptor, folder)
                if _is_at(descriptor, folder):
                    self._descriptor = descriptor
            finally:
                if self._descriptor is None:
                    os.close(descriptor)

    def release(self) -> None:
        """Let other runs use the folder."""
        if self._descriptor is not None:
            with suppress(OSError):
                os.close(self._descriptor)
            self._descriptor = None


def _is_at(descriptor: int, folder: Path) -> bool:
    """Whether an open folder is still the one at its path: a run that failed removes what it has made."""
    try:
        return os.path.samestat(os.fstat(descriptor), folder.stat())
    except OSError:
        return False
