"""The command line that a run directory was claimed with, so that another command can carry it on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from hayrick.records.read_files import SCHEMA, read_json
from hayrick.records.write_files import write_json
from hayrick.types import BadInput

FILE = "command.json"
_CURE = "Give the command of the run again with --prompts-only."


class Given(NamedTuple):
    """Words after `hayrick`, and the folder from which relative paths count."""

    words: Sequence[str]
    folder: Path


def keep(run: Path, given: Given) -> None:
    """Write the command line into a run directory.

    Raises:
        BadInput: the place is not writable.
    """
    write_json(run / FILE, {"schema": SCHEMA, "words": [*given.words], "folder": str(given.folder)})


def read(run: Path) -> Given:
    """The command line of a run directory.

    Raises:
        BadInput: there is none, or its folder is gone.
    """
    path = run / FILE
    if not path.exists():
        raise BadInput(str(run), f"no {FILE} there", "a run directory that --prompts-only claimed", _CURE)
    value = read_json(path)
    words = value.get("words") if isinstance(value, dict) and value.get("schema") == SCHEMA else None
    folder = value.get("folder") if isinstance(value, dict) else None
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words) or not isinstance(folder, str):
        raise BadInput(str(path), "no command line", f"schema {SCHEMA}, words and a folder", _CURE)
    if not Path(folder).is_dir():
        cure = f"{_CURE[:-1]} in the folder where its inputs are now."
        raise BadInput(str(path), f"the folder {folder}, which is gone", "the folder of the command", cure)
    return Given(words, Path(folder))
