"""What made a run directory: command, versions, fingerprints. A directory belongs to one command only."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from pathlib import Path

from hayrick import __version__
from hayrick.records.files import SCHEMA, make_folder, read_json, write_json
from hayrick.records.outputs import require_no_input
from hayrick.types import BadInput

MANIFEST = "manifest.json"
FILES = (
    *("summaries.jsonl", "judgements.jsonl", "scores.jsonl", "estimates.json", "agreement.json", "retrieval.json"),
    *("verification.json", "plan.yaml", "calls.jsonl"),
)
"""Files of a run directory besides its manifest."""


def require_free(folder: Path, command: str, parameters: Mapping[str, object], sources: Sequence[str] = ()) -> None:
    """Refuse a place that `claim` would refuse, and write nothing.

    Raises:
        BadInput: the directory belongs to another command, holds results of unknown origin or an input where a result
            would be written, or is a file.
    """
    if folder.exists() and not folder.is_dir():
        raise BadInput(str(folder), "a file", "a folder to write into", "Choose another --out.")
    require_no_input((folder / name for name in (MANIFEST, *FILES)), sources)
    path = folder / MANIFEST
    wanted = manifest(command, parameters, finished=False)
    if path.exists():
        found = read_json(path)
        if not isinstance(found, dict) or any(
            found.get(key) != wanted[key] for key in ("schema", "command", "parameters")
        ):
            difference = _difference(found, wanted)
            cure = "Choose another --out, or remove this folder."
            raise BadInput(str(folder), f"holds a run of another command ({difference})", "the same command", cure)
    elif stray := [name for name in FILES if (folder / name).exists()]:
        raise BadInput(
            str(folder), f"holds {stray[0]} without a {MANIFEST}", "an empty folder", "Choose another --out."
        )


def claim(folder: Path, command: str, parameters: Mapping[str, object], sources: Sequence[str] = ()) -> None:
    """Take a run directory for a command: new, or begun earlier by the very same command on the same data.

    Args:
        folder: made where it does not exist.
        command: the subcommand's name.
        parameters: everything that the results depend on, data fingerprints included.
        sources: files that are read, the inputs first; the results do not depend on where they lie.

    Raises:
        BadInput: see `require_free`.
    """
    require_free(folder, command, parameters, sources)
    make_folder(folder)
    write_json(folder / MANIFEST, manifest(command, parameters, sources, finished=False))


def finish(folder: Path, command: str, parameters: Mapping[str, object], sources: Sequence[str] = ()) -> None:
    """Mark a run directory as complete.

    Raises:
        BadInput: it cannot be written.
    """
    write_json(folder / MANIFEST, manifest(command, parameters, sources, finished=True))


def manifest(
    command: str, parameters: Mapping[str, object], sources: Sequence[str] = (), *, finished: bool
) -> dict[str, object]:
    """JSON value of a manifest."""
    versions = {"hayrick": __version__, "python": platform.python_version()}
    return {
        "schema": SCHEMA,
        "command": command,
        "parameters": dict(parameters),
        "sources": list(sources),
        "versions": versions,
        "finished": finished,
    }


def files_of(folder: Path, manifest: Mapping[str, object]) -> list[Path]:
    """Files that a finished run consists of and was made from: whoever reads the run must not write over them."""
    sources = manifest.get("sources")
    return [*(folder / name for name in (MANIFEST, *FILES)), *map(Path, sources if isinstance(sources, list) else [])]


def read_manifest(folder: Path) -> dict[str, object]:
    """Manifest of a run directory.

    Raises:
        BadInput: the folder is no run directory, or its run has not finished.
    """
    path = folder / MANIFEST
    if not folder.is_dir() or not path.exists():
        raise BadInput(str(folder), f"no {MANIFEST} there", "a run directory", "Make one with 'hayrick run ... --out'.")
    value = read_json(path)
    if not isinstance(value, dict) or value.get("schema") != SCHEMA:
        raise BadInput(str(path), "an unknown schema", f"schema {SCHEMA}", "Make the run again.")
    if value.get("finished") is not True:
        raise BadInput(str(folder), "a run that has not finished", "a finished run", "Give its command again.")
    return value


def _difference(found: object, wanted: Mapping[str, object]) -> str:
    if not isinstance(found, dict):
        return "its manifest is unreadable"
    if found.get("command") != wanted["command"]:
        return f"command is {found.get('command')!r}"
    old, new = found.get("parameters"), wanted["parameters"]
    if isinstance(old, dict) and isinstance(new, dict):
        names = [name for name in {**old, **new} if old.get(name) != new.get(name)]
        return f"differs in {', '.join(names[:3])}" if names else "differs in schema"
    return "its parameters are unreadable"
