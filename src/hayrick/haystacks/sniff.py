"""Checks the beginning of a large file before all of it is read: could it be a haystack?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from hayrick.types import BadInput

LARGE = 32 * 1024 * 1024
"""Files above this size, in bytes, are checked first; only this many bytes of them are checked."""

_DEEPEST = 1000
"""Limit on nesting; deeper files are rejected."""

_WANTED = (b"documents", b"subtopics")
# Possessive, and with a lone quote as a match: an unterminated string takes little memory and one pass.
_STRING_OR_BRACKET = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"|["{}\[\]]', re.DOTALL)
_LIST_OF_OBJECTS = re.compile(rb"\s*:\s*\[\s*\{")
_CURE = "See 'hayrick describe --help' for the formats that are read."


def require_haystack(path: Path) -> None:
    """Reject a large file that is not a haystack, using a small multiple of `LARGE` of memory.

    Checks only the top level: an object with a list of objects under `documents` or `subtopics` that starts within the
    first `LARGE` bytes. A file that passes may still be rejected when it is read.

    Raises:
        BadInput: the file is not a haystack.
    """
    try:
        size = path.stat().st_size
        if size <= LARGE:
            return
        with path.open("rb") as stream:
            block = stream.read(LARGE)
    except OSError:
        return  # Reading it will report the error.
    found = f"{size / 1e6:.0f} MB without a list 'documents' or 'subtopics' at the top level"
    if not block[:4096].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        raise BadInput(str(path), f"{size / 1e6:.0f} MB that do not begin with a JSON object", "a haystack", _CURE)
    for key, end in _top_level_strings(block):
        if key in _WANTED and _LIST_OF_OBJECTS.match(block, end):
            return
    raise BadInput(str(path), found, "a haystack", _CURE)


def _top_level_strings(block: bytes) -> Iterator[tuple[bytes, int]]:
    """Yield each string at depth 1 with the position after it, up to the end of the first value or an open string."""
    depth = 0
    for match in _STRING_OR_BRACKET.finditer(block):
        symbol = block[match.start()]
        if match.end() - match.start() == 1 and symbol == ord('"'):
            return
        if symbol == ord('"'):
            if depth == 1:
                yield block[match.start() + 1 : min(match.end() - 1, match.start() + 65)], match.end()
        else:
            depth += 1 if symbol in b"{[" else -1
            if not 0 < depth < _DEEPEST:
                return
