"""Writes several files together: all of them, or none where one of them cannot be written."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from hayrick.records.write_files import make_folder, move, unwritable, write_bytes
from hayrick.types import BadInput


def write_together(files: Mapping[Path, Iterable[bytes]], *, is_new: bool) -> None:
    """Write every file whole in a folder beside its place, then move them all to theirs.

    What stands there already is replaced, unless `is_new`. A process that is killed leaves no part of a file under its
    name; it can leave only some of the files if it is killed while they are moved, which takes no time to speak of.

    Args:
        files: path -> content.
        is_new: whether the caller found none of them, and would replace none that another program makes meanwhile.

    Raises:
        BadInput: a place is not writable, or one of the files is there by now, with `is_new`; then none is written.
    """
    staging: dict[Path, Path] = {}
    try:
        written = {path: _beside(path, staging) / str(number) for number, path in enumerate(files)}
        for path, chunks in files.items():
            write_bytes(written[path], chunks, instead_of=path)
        move_together(written, is_new=is_new)
    finally:
        for folder in staging.values():
            shutil.rmtree(folder, ignore_errors=True)


def move_together(files: Mapping[Path, Path], *, is_new: bool) -> None:
    """Give finished files their names; see `write_together`.

    Args:
        files: name -> the file, on the same file system.
        is_new: see `write_together`.

    Raises:
        BadInput: see `write_together`.
    """
    moved: list[Path] = []
    try:
        for path, whole in files.items():
            make_folder(path.parent)
            try:
                move(whole, path, is_new=is_new)
            except OSError as problem:
                raise unwritable(path, problem) from None
            moved.append(path)
    except BadInput:
        for path in moved if is_new else ():
            with suppress(OSError):
                path.unlink()
        raise


def _beside(path: Path, staging: dict[Path, Path]) -> Path:
    """The folder in which a file is written, made where it is the first one of its place."""
    beside = _existing(path.absolute().parent)
    try:
        return staging.get(beside) or staging.setdefault(
            beside, Path(tempfile.mkdtemp(dir=beside, prefix=".hayrick.", suffix=".part"))
        )
    except OSError as problem:
        raise unwritable(beside, problem) from None


def _existing(folder: Path) -> Path:
    """The folder, or the nearest one above it that exists."""
    return next(one for one in (folder, *folder.parents) if one.is_dir())
