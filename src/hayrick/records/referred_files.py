"""Reads files that another file refers to; they must be in its folder or below."""

from __future__ import annotations

from pathlib import Path

from hayrick.records.read_files import read_limited, text_of
from hayrick.types import BadInput

SUFFIXES = (".txt", ".md")
LARGEST = 5_000_000
"""Size limit of a file, in bytes."""


def read_beside(path: Path, name: str, where: str) -> str:
    """Read a text file that another file refers to, from the same folder or below.

    Args:
        path: the file that contains the reference.
        name: path relative to the folder of `path`.
        where: place of the reference, for error messages.

    Raises:
        BadInput: the name leads out of the folder (also through a link), lacks a text suffix, or cannot be read.
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
