"""Run directories under a folder: what each is of, and the best system's main figure."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from hayrick.harness.naming.names import specs_of
from hayrick.harness.reviewing.finished import ESTIMATES
from hayrick.records.columns import columns_of, plain
from hayrick.records.fields import is_number, read_table
from hayrick.records.outputs import MANIFEST
from hayrick.records.read_files import read_json
from hayrick.records.reported import columns_in, recorded
from hayrick.types import OWN, BadInput

MOST_FOLDERS = 20_000
"""Folders that are looked at."""

MOST_BYTES = 10_000_000
"""Size of a manifest that is read."""

FINISHED, UNFINISHED, DAMAGED = "finished", "not finished", "damaged"


class Best(NamedTuple):
    """The greatest value of a task's main measure over all its data, with own citations where there are any."""

    task: str
    measure: str
    is_fraction: bool
    system: str
    context: str
    value: float
    low: float | None
    high: float | None
    n: int
    """Units that the measure counts, such as insights."""


class Listed(NamedTuple):
    """One run directory."""

    folder: str
    command: str
    tasks: tuple[str, ...]
    systems: tuple[str, ...]
    """As they were given."""

    judges: tuple[str, ...]
    best: Best | None
    """Of the first task that has such a value."""

    written: str
    """When its manifest was written, in UTC."""

    state: str


class Listing(NamedTuple):
    """Run directories, and whether there were too many folders to look at all."""

    runs: list[Listed]
    unread: list[str]
    """Folders and manifests that cannot be read."""

    is_cut: bool


def listing(folder: Path) -> Listing:
    """Run directories in a folder and its subfolders, newest first.

    Hidden folders and symbolic links are not followed; a manifest of another program is ignored.

    Raises:
        BadInput: the folder does not exist, or is a file.
    """
    if folder.exists() and not folder.is_dir():
        raise BadInput(str(folder), "a file", "a folder with run directories", f"Try 'hayrick ls {folder.parent}'.")
    if not folder.is_dir():
        raise BadInput(str(folder), "no such folder", "a folder with run directories", "Check the path.")
    found: list[tuple[float, Listed]] = []
    unread: list[str] = []
    is_cut = False
    walk = os.walk(folder, onerror=lambda problem: unread.append(str(problem.filename)))
    for number, (place, folders, files) in enumerate(walk):
        is_cut = number >= MOST_FOLDERS
        if is_cut:
            break
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        if MANIFEST not in files:
            continue
        if not os.access(path := Path(place) / MANIFEST, os.R_OK):
            unread.append(str(path))
        elif (one := _listed(Path(place))) is not None:
            found.append(one)
    found.sort(key=lambda pair: (-pair[0], pair[1].folder))
    return Listing([one for _, one in found], unread, is_cut)


def _listed(folder: Path) -> tuple[float, Listed] | None:
    path = folder / MANIFEST
    try:
        known = path.stat()
        value = read_json(path) if known.st_size <= MOST_BYTES else None
    except (BadInput, OSError):
        return None
    if not isinstance(value, dict) or not isinstance(value.get("command"), str) or "parameters" not in value:
        return None
    state = FINISHED if value.get("finished") is True else UNFINISHED
    best = None
    if state == FINISHED:
        try:
            best = next(_best(folder, value), None)
        except BadInput:
            state = DAMAGED
    written = datetime.fromtimestamp(known.st_mtime, UTC).strftime("%Y-%m-%d %H:%M")
    return known.st_mtime, Listed(
        folder=str(folder),
        command=value["command"],
        tasks=tuple(specs_of(value)),
        systems=_made(value, "systems"),
        judges=_made(value, "judge") or _judges(value),
        best=best,
        written=written,
        state=state,
    )


def _made(manifest: Mapping[str, Any], what: str) -> tuple[str, ...]:
    """Names of what was made for each task: rows of task, name and signature."""
    parameters = manifest["parameters"]
    given = parameters.get(what) if isinstance(parameters, dict) else None
    made = given.get("made") if isinstance(given, dict) else None
    rows = [row for row in made if isinstance(row, list) and len(row) > 1] if isinstance(made, list) else []
    return tuple(dict.fromkeys(str(row[1]) for row in rows))


def _judges(manifest: Mapping[str, Any]) -> tuple[str, ...]:
    """Judges of a validation, or of probes: names with their signatures."""
    parameters = manifest["parameters"]
    given = parameters.get("judges") if isinstance(parameters, dict) else None
    return tuple(map(str, given)) if isinstance(given, dict) else ()


def _best(folder: Path, manifest: Mapping[str, Any]) -> Iterator[Best]:
    """Best figure of each task that has one."""
    path = folder / ESTIMATES
    columns = columns_in(manifest)
    rows = [plain(row, columns_of(row, columns)) for row in (read_table(path) if path.exists() else [])]
    for task in specs_of(manifest) if rows else ():
        main = [one for one in recorded(task, manifest).measures if one.main]
        if not main:
            continue
        of_task = [
            row
            for row in rows
            if row.get("task", task) == task
            and row.get("measure") == main[-1].name
            and row.get("dataset") is None
            and _number(row.get("value")) is not None
        ]
        own = [row for row in of_task if row.get("variant", OWN) == OWN]
        if of_task:
            yield _row(task, main[-1].name, main[-1].is_fraction, own or of_task)


def _row(task: str, measure: str, is_fraction: bool, rows: Sequence[Mapping[str, Any]]) -> Best:
    best = max(rows, key=lambda row: _number(row["value"]) or 0.0)
    return Best(
        task=task,
        measure=measure,
        is_fraction=is_fraction,
        system=str(best.get("system")),
        context=str(best.get("context")),
        value=_number(best["value"]) or 0.0,
        low=_number(best.get("low")),
        high=_number(best.get("high")),
        n=round(_number(best.get("n")) or 0),
    )


def _number(value: object) -> float | None:
    """A finite number; None for anything else."""
    if not is_number(value) or not abs(value) <= sys.float_info.max:
        return None
    return float(value)
