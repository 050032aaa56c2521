"""Whether the files of a finished run are as the run wrote them, by what its manifest says of each."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from hayrick.records.outputs import MANIFEST, WRITTEN
from hayrick.types import BadInput

_CURE = "Give the run's command again; no model is asked again."


LINES = ".jsonl"


class _Read(NamedTuple):
    fingerprint: str
    lines: int


def as_written(folder: Path, names: Iterable[str]) -> dict[str, dict[str, object]]:
    """What a manifest says of the files of these names that are in a folder.

    Returns:
        Name of each file -> its fingerprint, and how many lines it has if it has lines.

    Raises:
        BadInput: a file cannot be read.
    """
    found: dict[str, dict[str, object]] = {}
    for name in dict.fromkeys(names):
        path = folder / name
        if path.is_file():
            fingerprint, lines = _of(path)
            found[name] = {**({"lines": lines} if path.suffix == LINES else {}), "fingerprint": fingerprint}
    return found


def require_as_written(folder: Path, manifest: Mapping[str, object]) -> None:
    """Refuse a directory one of whose files has lost, got or changed lines.

    A file is read once in a process, as long as it is not written again.

    Raises:
        BadInput: a file is missing, or is not as the run wrote it, or the manifest does not say how it was written.
    """
    for name, entry in _entries(folder, manifest).items():
        _require_same(folder / name, entry)


def _entries(folder: Path, manifest: Mapping[str, object]) -> Mapping[str, Mapping[str, object]]:
    written = manifest.get(WRITTEN)
    if isinstance(written, dict) and all(
        isinstance(one, dict) and isinstance(one.get("fingerprint"), str) for one in written.values()
    ):
        return written
    expected = "the fingerprint of each file of results"
    raise BadInput(str(folder / MANIFEST), f"no '{WRITTEN}' that says how files were written", expected, _CURE)


def _require_same(path: Path, entry: Mapping[str, object]) -> None:
    wanted = entry.get("lines")
    is_of_lines = isinstance(wanted, int)
    expected = f"the {wanted:,} lines that the run wrote" if is_of_lines else "the file that the run wrote"
    if not path.is_file():
        raise BadInput(str(path), "no such file any more", expected, _CURE)
    found = _of(path)
    if found.fingerprint != entry["fingerprint"]:
        told = f"{found.lines:,} lines" if is_of_lines and found.lines != wanted else "changed since the run"
        raise BadInput(str(path), told, expected, _CURE)


def _of(path: Path) -> _Read:
    try:
        at = path.stat()
        return _read(path.absolute(), (at.st_ino, at.st_size, at.st_mtime_ns))
    except OSError as problem:
        raise BadInput(str(path), f"cannot be read ({problem.strerror})", "a readable file") from None


@lru_cache(maxsize=256)
def _read(path: Path, version: tuple[int, int, int]) -> _Read:
    """Fingerprint and number of lines of a file, in the version with this inode, size and time."""
    digest, lines = hashlib.sha256(), 0
    with path.open("rb") as stream:
        while chunk := stream.read(1 << 20):
            digest.update(chunk)
            lines += chunk.count(b"\n")
    return _Read(digest.hexdigest()[:16], lines)
