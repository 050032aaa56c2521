"""Files that another file names: only such as lie beside it or below, whatever the name says."""

from __future__ import annotations

from pathlib import Path

from hayrick.records.files import read_limited, text_of
from hayrick.types import BadInput

SUFFIXES = (".txt", ".md")
LARGEST = 5_000_000
"""Bytes of the largest file that is read."""


def read_beside(path: Path, name: str, where: str) -> str:
    """Text of a file that a file names, from the same folder or one below.

    Args:
        path: the file that names it.
        name: relative to the folder of `path`.
        where: place of the name, for errors.

    Raises:
        BadInput: the name leads out of the folder (also over a link), has no suffix of a text, or cannot be read.
    """
    folder = path.parent.resolve()
    cure = "Put the file beside the scenario, and name it relative to that."
    if "\x00" in name or Path(name).is_absolute():
        raise BadInput(where, f"the path '{name[:80]}'", "a path relative to the scenario's folder", cure)
    try:
        target = (folder / name).resolve()
    except (OSError, RuntimeError):
        raise BadInput(where, f"the path '{name[:80]}'", "a path that can be followed", cure) from None
    if not target.is_relative_to(folder):
        raise BadInput(where, f"'{name[:80]}' lies outside of {folder}", "a file inside the scenario's folder", cure)
    if target.suffix.lower() not in SUFFIXES:
        raise BadInput(where, f"'{name[:80]}'", f"a text file ({' or '.join(SUFFIXES)})")
    try:
        return text_of(target, read_limited(target, LARGEST))
    except BadInput as problem:
        raise BadInput(where, f"'{name[:80]}': {problem.found}", problem.expected, cure) from None
