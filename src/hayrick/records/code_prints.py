"""Fingerprints of a user's own Python code, by which a run knows that the code has changed."""

from __future__ import annotations

import os
import re
from pathlib import Path

from hayrick.records.object_prints import fingerprint_of_object, uncompared
from hayrick.records.read_files import fingerprint_bytes, fingerprint_file
from hayrick.records.user_code import PREFIX, brought_by, code_of, held, held_print, is_file, parts, source_file
from hayrick.records.user_modules import own_files

_CODE = re.compile(r"python:[^+,?]+")
"""Code in a name of several parts: a context of a model, a part of an ensemble or of a fusion."""


def fingerprint_of(spec: str) -> str:
    """Fingerprint of the code's file and of the modules that it imports; of one in memory, of its source and state.

    See `user_modules.own_files` and `fingerprint_of_object`. The code has been loaded. "" if the source is unknown.
    """
    origin, name = parts(spec)
    if not origin and name in held():
        return held_print(name, lambda: fingerprint_of_object(held()[name]))
    found = _files(spec)
    if not found:
        return ""
    if len(found) == 1:
        return fingerprint_file(next(iter(found)))
    folder = next(iter(found)).parent
    lines = (
        f"{module or os.path.relpath(one, folder)} {fingerprint_bytes(one.read_bytes())}"
        for one, module in found.items()
    )
    return fingerprint_bytes("\n".join(lines).encode())


def uncompared_of(spec: str) -> list[str]:
    """What the fingerprint of an object in memory cannot tell apart, see `uncompared`; nothing for a file or module."""
    origin, name = parts(spec)
    return uncompared(held()[name]) if not origin and name in held() else []


def code_files(name: str) -> list[Path]:
    """Files of the user's own code that a name of a system, judge, retriever, measure or task tells of."""
    specs = [code_of(name)] if name.startswith(PREFIX) else _CODE.findall(name)
    return [path for spec in specs for path in _files(spec)]


def _files(spec: str) -> dict[Path, str]:
    """The file of the code and the modules that it imports, see `own_files`; none if the source is unknown."""
    path, origin = source_file(spec), parts(spec)[0]
    return own_files(path, "" if is_file(origin) else origin, brought_by(spec)) if path is not None else {}
