"""Keeps a run directory where another context window would change nothing that a model is shown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from hayrick.asking import Window
from hayrick.harness.judged import PreparedTask
from hayrick.records.outputs import MANIFEST
from hayrick.records.read_files import read_json
from hayrick.systems.model import ModelSystem
from hayrick.types import BadInput

_WINDOW = re.compile(r",window=(\d+)(cut)?(?=,at=|$)")


def keep_windows(folder: Path, prepared: Sequence[PreparedTask]) -> None:
    """Give systems the windows with which the run of a directory began, if that changes no prompt.

    It is for windows of price files, which may be changed later: a run whose prompts all fit goes on as it was.

    Args:
        folder: directory of the run, which may not exist.
        prepared: its tasks; the windows of their systems are changed.

    Raises:
        BadInput: a prompt would be another one, or would be sent no more, or only now.
    """
    path = folder / MANIFEST
    had = dict(_windows(read_json(path))) if path.exists() else {}
    for one in prepared:
        for spec, system in one.systems:
            if not isinstance(system, ModelSystem):
                continue
            before = had.get((one.task.name, spec, _WINDOW.sub("", system.signature)), system.window)
            if before == system.window:
                continue
            if n := system.with_window(before, one.items):
                what = f"window of {system.model}: {_told(before)}, now {_told(system.window)}"
                found = f"holds a run of another command ({what}, which changes {n} of its prompts)"
                cure = "Choose another --out, or give the window of that run, by --window-tokens or in the price file."
                raise BadInput(str(folder), found, "the same command", cure)


def _windows(manifest: object) -> Iterator[tuple[tuple[str, str, str], Window | None]]:
    """(task, specification, signature without window) of each system of a run, and its window."""
    given = manifest
    for name in ("parameters", "systems", "made"):
        given = given.get(name) if isinstance(given, Mapping) else None
    for row in given if isinstance(given, list) else ():
        if isinstance(row, list) and len(row) == 3 and all(isinstance(one, str) for one in row):
            found = _WINDOW.search(row[2])
            window = Window(tokens=int(found[1]), cut=bool(found[2])) if found else None
            yield (row[0], row[1], _WINDOW.sub("", row[2])), window


def _told(window: Window | None) -> str:
    return "none" if window is None else f"{window.tokens:,} tokens{', cut' if window.cut else ''}"
