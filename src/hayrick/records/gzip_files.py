"""Unpacks files that are packed with gzip, up to a limit."""

from __future__ import annotations

import gzip
import io
import zlib
from pathlib import Path

from hayrick.types import BadInput

MOST_UNPACKED = 2 * 1024**3
"""Largest size in bytes of a file that is packed with gzip, once it is unpacked."""

MOST_TIMES, ALWAYS_UNPACKED = 100, 16 * 1024**2
"""A packed file may unpack to so many times its size, and so many bytes more: text packs 3 to 20 times."""


def unpacked(path: Path, content: bytes) -> bytes:
    """Content of a packed file.

    Args:
        path: for errors.
        content: of the file, packed.

    Raises:
        BadInput: it is damaged, empty, or larger than a file of its size may be.
    """
    most = min(MOST_UNPACKED, MOST_TIMES * len(content) + ALWAYS_UNPACKED)
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(content)) as stream:
            found = stream.read(most + 1)
    except (OSError, EOFError, zlib.error) as problem:
        raise BadInput(
            str(path), f"no whole gzip file ({problem})", "a file packed with gzip", "Fetch it again."
        ) from None
    if len(found) > most:
        cure = "Split the file." if most == MOST_UNPACKED else "If it is meant to be so, unpack it first."
        what = f"{len(content):,} bytes that unpack to more than {most:,}"
        raise BadInput(str(path), what, f"at most {most:,} bytes of text", cure)
    if not found.strip():
        raise BadInput(str(path), "an empty file", "content")
    return found
