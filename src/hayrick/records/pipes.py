"""Reads a pipe once: a shell's `<(...)` and named pipes, within limits of time and size.

A file may be read more than once in a command, for its fingerprint for example, which a pipe cannot be. What a pipe
said is kept, so that every further reading gives the same bytes.
"""

from __future__ import annotations

import os
import select
import stat
from pathlib import Path

from hayrick.types import BadInput

SILENCE = 5.0
"""Seconds without a writer, and before the first byte, after which a pipe is given up."""

PAUSE = 60.0
"""Seconds without a byte from a writer that has begun, after which a pipe is given up."""

MOST = 2 * 1024**3
"""Bytes of a pipe at most."""

_BLOCK = 1024 * 1024
_TURN = 0.05
"""Seconds of one wait."""

_said: dict[tuple[int, int], bytes] = {}


def is_pipe(kind: int) -> bool:
    """Whether a file's mode is that of a pipe."""
    return stat.S_ISFIFO(kind)


def read_pipe(path: Path) -> bytes:
    """Everything that is written to a pipe until its writers have closed it.

    Raises:
        BadInput: nobody writes, a writer pauses for too long, or there is too much.
    """
    found = path.stat()
    place = found.st_dev, found.st_ino
    if place not in _said:
        _said[place] = _read(path)
    return _said[place]


def _read(path: Path) -> bytes:
    blocks: list[bytes] = []
    size, silent = 0, 0.0
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        while True:
            block = _block(descriptor)
            if block:
                blocks.append(block)
                size, silent = size + len(block), 0.0
                if size > MOST:
                    raise BadInput(str(path), f"a pipe with more than {MOST:,} bytes", f"at most {MOST:,}")
            elif block == b"" and blocks:
                return b"".join(blocks)
            elif silent > (most := PAUSE if blocks else SILENCE):
                cure = "Check the command that writes to it, or name a file."
                raise BadInput(str(path), f"a pipe to which nothing was written for {most:g} seconds", "content", cure)
            else:
                # A pipe that no writer has opened yet is always ready: wait without it.
                select.select([] if block == b"" else [descriptor], [], [], _TURN)
                silent += _TURN
    finally:
        os.close(descriptor)


def _block(descriptor: int) -> bytes | None:
    """What is in a pipe; None for nothing so far, no bytes without a writer."""
    try:
        return os.read(descriptor, _BLOCK)
    except BlockingIOError:
        return None
