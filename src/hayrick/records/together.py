"""Writes several files together: all of them, or none where one of them cannot be written."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from hayrick.records.write_files import make_folder, unwritable, write_bytes


def write_together(files: Mapping[Path, Iterable[bytes]]) -> None:
    """Write every file whole in a folder beside the first one's place, then move them all to theirs.

    What stands there already is replaced. A process that is killed leaves no part of a file under its name; it can
    leave only some of the files if it is killed while they are moved, which takes no time to speak of.

    Args:
        files: path -> content; all on one file system.

    Raises:
        BadInput: a place is not writable.
    """
    if not files:
        return
    beside = _existing(next(iter(files)).absolute().parent)
    try:
        staging = Path(tempfile.mkdtemp(dir=beside, prefix=".hayrick.", suffix=".part"))
    except OSError as problem:
        raise unwritable(beside, problem) from None
    try:
        written = {path: staging / str(number) for number, path in enumerate(files)}
        for path, chunks in files.items():
            write_bytes(written[path], chunks, instead_of=path)
        for path, whole in written.items():
            make_folder(path.parent)
            _move(whole, path)
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def _move(whole: Path, path: Path) -> None:
    try:
        whole.replace(path)
    except OSError as problem:
        raise unwritable(path, problem) from None


def _existing(folder: Path) -> Path:
    """The folder, or the nearest one above it that exists."""
    return next(one for one in (folder, *folder.parents) if one.is_dir())
