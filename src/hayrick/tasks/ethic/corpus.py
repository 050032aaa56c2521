"""Texts of a domain, as they are read from a user's files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from hayrick.types import BadInput


class Text(NamedTuple):
    """A text that is asked about as a whole: a book, a debate, the studies of a review, the cases that cite a case."""

    id: str
    title: str
    parts: tuple[str, ...]
    """Chapters, the one debate, studies or opinions: no section reaches from one into the next."""

    date: str = ""
    """ISO date or the beginning of one ("1985-12-16", "1998-06", "2004"); empty where none is known."""


def files_of(paths: list[Path], endings: tuple[str, ...], where: str) -> list[Path]:
    """Files of these endings among the paths and directly in the folders among them, by name.

    Raises:
        BadInput: a path does not exist or has another ending, or there is no such file.
    """
    found: list[Path] = []
    listed = " or ".join(endings)
    for path in paths:
        if path.is_dir():
            found += sorted(one for one in path.iterdir() if one.suffix.lower() in endings and one.is_file())
        elif not path.exists():
            cure = "Say where the data are now."
            raise BadInput(str(path), "no such file or folder", f"a folder, or a file ending in {listed}", cure)
        elif path.suffix.lower() not in endings:
            raise BadInput(str(path), f"a file ending in '{path.suffix}'", f"one ending in {listed}")
        else:
            found.append(path)
    if not found:
        raise BadInput(where, f"no file ending in {listed}", "at least one in the folder that data names")
    return found


def require_new(seen: Mapping[str, str], id: str, where: str) -> None:
    """Reject a second text of one id.

    Args:
        seen: id -> where it stands.
        id: of the text.
        where: the text stands.

    Raises:
        BadInput: the id has been seen.
    """
    if id in seen:
        raise BadInput(where, f"'{id}' again, after {seen[id]}", "every text once", "Leave one of them out.")
