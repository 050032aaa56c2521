"""Manifests of run directories: command, versions and fingerprints. A directory belongs to a single command."""

from __future__ import annotations

import json
import os
import platform
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from hayrick import __version__
from hayrick.records.as_written import as_written, require_as_written
from hayrick.records.outputs import CALLS, DAMAGED, FILES, MANIFEST, RESULTS, WRITTEN, require_no_input
from hayrick.records.read_files import SCHEMA, read_json
from hayrick.records.write_files import make_folder, no_folder, remove_parts, write_json
from hayrick.types import NOTHING, BadInput

MESSAGES = "chat"
"""How models are asked: always by chat messages, never by one text to be completed."""

CODE = "code"
"""Parameter of a run: name of each part of the user's own code -> its fingerprint."""

_PAID = (CALLS, DAMAGED)
"""Files that a command takes over where nothing says whose they are: a finished call answers its question again."""

_SETTING = re.compile(r"(?<=[;,])(?!code=)\w+=[^\s;,\"\\]{1,80}")
"""A setting in a signature."""

_MOST = 3
"""Settings that an error names."""

_ELSEWHERE = f"Make the run again in another folder; a {CALLS} that you put there first answers all that it can."

HAYSTACKS = "haystacks"
"""Key of the manifest: name of each haystack -> where it was read from; null where it was in memory."""


def require_free(folder: Path, command: str, parameters: Mapping[str, object], sources: Sequence[str] = ()) -> None:
    """Raise if `claim` would reject this folder; write nothing.

    A folder that holds nothing but finished calls is taken over.

    A run that has not finished goes on with changed code of the user's: it has no results yet, and its calls are kept
    under the fingerprint of the code that answered them.

    Raises:
        BadInput: the folder belongs to another command, contains results of unknown origin, contains an input where a
            result would be written, or is a file.
    """
    if os.path.lexists(folder) and not folder.is_dir():
        raise no_folder(folder)
    require_no_input((folder / name for name in (MANIFEST, *FILES)), sources)
    path = folder / MANIFEST
    wanted = manifest(command, parameters, finished=False)
    if path.exists():
        found = any_manifest(path)
        if not _goes_on(found, wanted):
            difference = _difference(found, wanted)
            cure = f"{_settings(found, wanted)}Choose another --out."
            raise BadInput(str(folder), f"holds a run of another command ({difference})", "the same command", cure)
    elif stray := [name for name in FILES if name not in _PAID and (folder / name).exists()]:
        raise BadInput(
            str(folder), f"holds {stray[0]} without a {MANIFEST}", "an empty folder", "Choose another --out."
        )


def any_manifest(path: Path) -> object:
    """The value of a manifest file, whatever it is and whether its run has finished or not.

    Raises:
        BadInput: it is no JSON.
    """
    try:
        return read_json(path)
    except BadInput as problem:
        raise BadInput(str(path), problem.found, problem.expected, _ELSEWHERE) from None


def claim(folder: Path, command: str, parameters: Mapping[str, object], sources: Sequence[str] = ()) -> None:
    """Reserve a run directory for a command: a new one, or one started by the same command on the same data.

    Args:
        folder: created if it does not exist.
        command: name of the subcommand.
        parameters: everything that the results depend on, including data fingerprints.
        sources: input files; results do not depend on their paths.

    Raises:
        BadInput: see `require_free`; or another command reserves it at this moment.
    """
    is_new = not (folder / MANIFEST).exists()
    require_free(folder, command, parameters, sources)
    make_folder(folder)
    write_json(folder / MANIFEST, manifest(command, parameters, sources, finished=False), is_new=is_new)


def finish(
    folder: Path,
    command: str,
    parameters: Mapping[str, object],
    sources: Sequence[str] = (),
    told: Mapping[str, object] = NOTHING,
    further: Sequence[str] = (),
) -> None:
    """Mark a run directory as complete, and remove what killed runs left there of half-written files.

    The manifest says what each file of results holds, by which `read_manifest` knows it again.

    Args:
        folder: see `claim`.
        command: see `claim`.
        parameters: see `claim`.
        sources: see `claim`.
        told: what the command told its user besides its files' rows, such as notes; further keys of the manifest.
        further: names of files of results besides `RESULTS`.

    Raises:
        BadInput: the manifest cannot be written.
    """
    written = as_written(folder, [*further, *RESULTS])
    write_json(folder / MANIFEST, {**told, WRITTEN: written, **manifest(command, parameters, sources, finished=True)})
    for name in (MANIFEST, *FILES):
        remove_parts(folder / name)


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
        "messages": MESSAGES,
        "finished": finished,
    }


def read_manifest(folder: Path) -> dict[str, object]:
    """Read the manifest of a finished run of any command, whose files are as the run wrote them.

    Raises:
        BadInput: the folder is not a run directory, or its run has not finished, or see `require_as_written`.
    """
    path = folder / MANIFEST
    if not folder.is_dir() or not path.exists():
        raise BadInput(str(folder), f"no {MANIFEST} there", "a run directory", "Make one with 'hayrick run ... --out'.")
    value = any_manifest(path)
    if not isinstance(value, dict) or value.get("schema") != SCHEMA:
        raise BadInput(str(path), "an unknown schema", f"schema {SCHEMA}", "Make the run again.")
    sources = value.get("sources")
    if isinstance(sources, list) and not all(isinstance(one, str) for one in sources):
        raise BadInput(str(path), "'sources' that are no texts", "paths", "Make the run again.")
    if value.get("finished") is not True:
        raise BadInput(str(folder), "a run that has not finished", "a finished run", "Give its command again.")
    require_as_written(folder, value)
    return value


RUN = "run"
_RESULTS: Mapping[str, str] = MappingProxyType(
    {
        "validate": "agreement.json",
        "probe": "probes.json",
        "retrieve": "retrieval.json",
        "meta": "meta.json",
        "verify": "verification.json",
    }
)
"""Command -> file of its directory that holds its tables."""


def require_results(folder: Path, manifest: Mapping[str, object], file: str) -> None:
    """Refuse the directory of another command that lacks a file which runs have.

    Args:
        folder: the directory.
        manifest: of it.
        file: name of the file that is read.

    Raises:
        BadInput: it is such a directory; the line says where its results are.
    """
    command = str(manifest.get("command"))
    if command != RUN and not (folder / file).exists():
        raise not_a_run(folder, command)


def not_a_run(folder: Path, command: str) -> BadInput:
    """The error for the directory of another command, which says what shows it."""
    own = _RESULTS.get(command)
    cure = ""
    if own and (folder / own).exists():
        cure = f"'hayrick report {folder} --out FILE.html' shows it. Its results are in {folder / own}."
    return BadInput(str(folder), f"a directory of 'hayrick {command}'", f"a directory of 'hayrick {RUN}'", cure)


def is_finished(folder: Path) -> bool:
    """Whether a folder is the directory of a finished run.

    Raises:
        BadInput: its manifest is no JSON.
    """
    path = folder / MANIFEST
    value = any_manifest(path) if path.exists() else None
    return isinstance(value, dict) and value.get("finished") is True


def _goes_on(found: object, wanted: Mapping[str, object]) -> bool:
    """Whether a command carries on what a manifest tells of."""
    if not isinstance(found, dict) or any(found.get(key) != wanted[key] for key in ("schema", "command")):
        return False
    old, new = found.get("parameters"), wanted["parameters"]
    return old == new or (found.get("finished") is False and _without_code(old) == _without_code(new))


def _without_code(parameters: object) -> object:
    """Parameters without the fingerprints of the user's own code, which stand in signatures, too."""
    prints = parameters.get(CODE) if isinstance(parameters, dict) else None
    if not isinstance(prints, dict):
        return parameters
    text = json.dumps(parameters)
    for one in filter(None, map(str, prints.values())):
        text = text.replace(one, "")
    return json.loads(text)


def _settings(found: object, wanted: Mapping[str, object]) -> str:
    """A sentence with the settings in signatures, such as `at=ADDRESS`, that one of two runs has alone; or ""."""
    old, new = (_SETTING.findall(json.dumps(_without_code(one))) for one in (found, wanted))
    alone = [list(dict.fromkeys(one for one in here if one not in there)) for here, there in ((old, new), (new, old))]
    if not any(alone):
        return ""
    there, here = (", ".join(one[:_MOST]) or "none" for one in alone)
    return f"Settings there: {there}; here: {here}. "


def _difference(found: object, wanted: Mapping[str, object]) -> str:
    if not isinstance(found, dict):
        return "its manifest is unreadable"
    if found.get("command") != wanted["command"]:
        return f"command is {found.get('command')!r}"
    if found.get("schema") != wanted["schema"]:
        return "differs in schema"
    old, new = _without_code(found.get("parameters")), _without_code(wanted["parameters"])
    if isinstance(old, dict) and isinstance(new, dict):
        names = [name for name in {**old, **new} if old.get(name) != new.get(name)]
        return f"differs in {', '.join(names[:3]) or CODE}"
    return "its parameters are unreadable"
