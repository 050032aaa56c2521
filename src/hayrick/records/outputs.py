"""Where a command may write: never over its inputs, and over other files only if they are its own or it is told to."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from hayrick.records.files import read_json
from hayrick.types import BadInput

_CURE = "Choose another --out."


def require_no_input(targets: Iterable[Path], inputs: Iterable[str | Path]) -> None:
    """Refuse to write where an input lies, by whatever name: symbolic and hard links are followed.

    Args:
        targets: files that are going to be written.
        inputs: files that are read; names of other things (`hub:...`, a word) are no file and count for nothing.

    Raises:
        BadInput: a target and an input are one file.
    """
    read = {identity for one in inputs if (identity := _identity(Path(one))) is not None}
    for target in targets:
        if _identity(target) in read:
            raise BadInput(str(target), "an input of this command", "another file to write", _CURE)


def require_new(targets: Iterable[Path], inputs: Iterable[str | Path], *, overwrite: bool = False) -> None:
    """Refuse to write over inputs, and over any other file unless told to.

    Raises:
        BadInput: a target is an input, a folder, or an existing file without `overwrite`.
    """
    wanted = list(targets)
    require_no_input(wanted, inputs)
    for target in wanted:
        if target.exists() and not target.is_file():
            found = "a directory" if target.is_dir() else "a device or a pipe"
            raise BadInput(str(target), found, "a file to write", "Choose another path.")
        if not overwrite and target.exists():
            raise BadInput(str(target), "a file that exists already", "a new file", f"{_CURE[:-1]}, or --overwrite.")


def require_made(target: Path, key: str, command: str) -> None:
    """Refuse a place where something lies that a command did not make.

    Args:
        target: a JSON file that is going to be written.
        key: that every such file has at its top.
        command: that makes such files.

    Raises:
        BadInput: a folder, or a file without that key.
    """
    if not target.exists():
        return
    try:
        value = read_json(target) if target.is_file() else None
    except BadInput:
        value = None
    if not isinstance(value, dict) or key not in value:
        found = "a folder" if target.is_dir() else f"a file that 'hayrick {command}' did not make"
        raise BadInput(str(target), found, "a new file, or one to be made again", _CURE)


def _identity(path: Path) -> tuple[int, int] | None:
    """Device and number of a file, the same for all its names; None where there is none."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino
