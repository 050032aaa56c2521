"""Decides where a command may write: never over its inputs, and over other files only with permission."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from hayrick.records.read_files import read_json
from hayrick.records.write_files import A_STREAM, is_stream
from hayrick.types import BadInput

MANIFEST = "manifest.json"

RESULTS = (
    *("summaries.jsonl", "responses.jsonl", "questions.jsonl", "keypoints.jsonl", "judgements.jsonl", "scores.jsonl"),
    *("estimates.json", "costs.json", "agreement.json", "retrieval.json", "verification.json"),
    *("meta.json", "probes.json", "cases.jsonl", "grid.json", "coverage.json"),
)
"""Files of results that commands write into directories of their own; a task may have further ones."""

CALLS, DAMAGED = "calls.jsonl", "calls.damaged"
"""The journal of calls, and the lines of it that are damaged."""

FILES = (*RESULTS, "plan.yaml", "command.json", CALLS, DAMAGED)
"""Files that commands write into directories of their own, besides the manifest and a task's further ones."""

TABLES = ("compare.json", "experiments.json", "figures.json", "plan.json")
"""Files that commands write into any directory, also into one of another command."""

LOGS = "logs"
"""Folder of a run's logs."""

WRITTEN = "written"
"""Key of the manifest: name of each file of results -> its fingerprint, and how many lines it has if it has lines."""

_CURE = "Choose another --out."


def require_no_input(targets: Iterable[Path], inputs: Iterable[str | Path]) -> None:
    """Reject targets that are inputs, under any name; symbolic and hard links are resolved.

    Args:
        targets: files to be written.
        inputs: files that are read; names that are not files (`hub:...`, a word) are ignored.

    Raises:
        BadInput: a target and an input are the same file.
    """
    read = {identity for one in inputs if (identity := _identity(Path(one))) is not None}
    for target in targets:
        if _identity(target) in read:
            raise BadInput(str(target), "an input of this command", "another file to write", _CURE)


def require_new(targets: Iterable[Path], inputs: Iterable[str | Path], *, overwrite: bool = False) -> None:
    """Reject targets that are inputs or files of a run, and other existing files unless `overwrite` is set.

    What a run in the same folder read is one of its files.

    Raises:
        BadInput: a target is an input, a folder, a device or a name of a stream, a file of a run's directory, also one
            that the run does not have so far, or an existing file or link without `overwrite`.
    """
    wanted = list(targets)
    require_no_input(wanted, inputs)
    for target in wanted:
        if (target.exists() and not target.is_file()) or is_stream(target):
            found = "a directory" if target.is_dir() else A_STREAM
            raise BadInput(str(target), found, "a file to write", "Choose another path.")
        if _is_of_run(target):
            raise BadInput(str(target), f"a file of the run in {target.parent}", "another file to write", _CURE)
        if not overwrite and os.path.lexists(target):
            found = "a file that exists already" if target.exists() else "a link that leads nowhere"
            raise BadInput(str(target), found, "a new file", f"{_CURE[:-1]}, or --overwrite.")


def require_made(target: Path, key: str, command: str, cure: str = _CURE) -> Mapping[str, object] | None:
    """Reject a target that exists but was not written by the given command.

    Args:
        target: JSON file to be written.
        key: top-level key that all files of the command have.
        command: the command that writes such files.
        cure: what to do, for the error.

    Returns:
        What the file holds; None if there is none.

    Raises:
        BadInput: the target is a folder, or a file without that key.
    """
    if not os.path.lexists(target):
        return None
    try:
        value = read_json(target) if target.is_file() else None
    except BadInput:
        value = None
    if not isinstance(value, dict) or key not in value:
        found = "a folder" if target.is_dir() else f"a file that 'hayrick {command}' did not make"
        found = found if target.exists() else "a link that leads nowhere"
        raise BadInput(str(target), found, "a new file, or one to be made again", cure)
    return value


def files_of(folder: Path, manifest: Mapping[str, object]) -> list[Path]:
    """Files and inputs of a run, which commands that read the run must not overwrite."""
    sources = manifest.get("sources")
    read = [Path(one) for one in sources if isinstance(one, str)] if isinstance(sources, list) else []
    return [*(folder / name for name in _names(manifest)), *read]


def _is_of_run(target: Path) -> bool:
    """Whether a file is one that the run in its folder keeps or read; a manifest.json of others makes no run."""
    if not target.with_name(MANIFEST).is_file():
        return False
    try:
        found = read_json(target.with_name(MANIFEST))
    except BadInput:
        return False
    if not isinstance(found, dict) or not {"schema", "command", "parameters"} <= found.keys():
        return False
    if target.name in {*_names(found), *TABLES, LOGS}:
        return True
    return target.exists() and _identity(target) in map(_identity, files_of(target.parent, found))


def _names(manifest: Mapping[str, object]) -> list[str]:
    """Names of files of a run's directory, whether it has them or not."""
    written = manifest.get(WRITTEN)
    return [*dict.fromkeys([MANIFEST, *FILES, *(written if isinstance(written, dict) else ())])]


def _identity(path: Path) -> tuple[int, int] | None:
    """Device and inode of a file, the same for all its names; None if it does not exist."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino
