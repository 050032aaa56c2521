"""Fingerprints of a user's own Python code, by which a run knows that the code has changed."""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import CodeType
from typing import cast

from hayrick.records.read_files import fingerprint_bytes, fingerprint_file
from hayrick.records.user_code import PREFIX, brought_by, code_of, held, is_file, parts, source_file
from hayrick.records.user_modules import own_files

_PACKAGE = Path(__file__).parents[1]
_CODE = re.compile(r"python:[^+,?]+")
"""Code in a name of several parts: a context of a model, a part of an ensemble or of a fusion."""


def fingerprint_of(spec: str) -> str:
    """Fingerprint of the code's file and of the modules that it imports; of an object in memory, of its own source.

    See `user_modules.own_files`. The code has been loaded. "" if the source is unknown.
    """
    origin, name = parts(spec)
    if not origin and name in held():
        return fingerprint_of_object(held()[name])
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


def code_files(name: str) -> list[Path]:
    """Files of the user's own code that a name of a system, judge, retriever, measure or task tells of."""
    specs = [code_of(name)] if name.startswith(PREFIX) else _CODE.findall(name)
    return [path for spec in specs for path in _files(spec)]


def _files(spec: str) -> dict[Path, str]:
    """The file of the code and the modules that it imports, see `own_files`; none if the source is unknown."""
    path, origin = source_file(spec), parts(spec)[0]
    return own_files(path, "" if is_file(origin) else origin, brought_by(spec)) if path is not None else {}


def fingerprint_of_object(found: object) -> str:
    """Fingerprint of the source of a function, class or object, and of plain values and functions that it has with it.

    Files and global names that the code uses are not seen, and of Hayrick's own objects only functions that they were
    given. "" if there is no source.
    """
    source = b"".join(_source(found, _DEEPEST))
    return fingerprint_bytes(source) if source else ""


_PLAIN = (str, int, float, bool, bytes, type(None))
_DEEPEST = 3
"""Functions within functions that a fingerprint looks into."""


def _source(found: object, depth: int) -> Iterator[bytes]:
    if isinstance(found, _PLAIN):
        yield repr(found).encode("utf-8", "backslashreplace")
        return
    is_code = inspect.isroutine(found) or isinstance(found, type)
    code = found if is_code else type(found)
    is_ours = str(getattr(code, "__module__", "")).partition(".")[0] == _PACKAGE.name
    if not is_ours:
        yield _source_of_code(code)
    if depth:
        for part in _parts_of_function(code) if is_code else _parts_of_object(found):
            if inspect.isroutine(part) or (isinstance(part, _PLAIN) and not is_ours):
                yield from _source(part, depth - 1)


def _source_of_code(code: object) -> bytes:
    try:
        return inspect.getsource(cast(type, code)).encode("utf-8", "backslashreplace")
    except (OSError, TypeError):
        compiled = getattr(code, "__code__", None)
        is_known = isinstance(compiled, CodeType)
        return repr(_compiled(compiled)).encode("utf-8", "backslashreplace") if is_known else b""


def _compiled(found: object) -> object:
    """What a compiled function does, the same in every process; where it stands and its names of local values aside."""
    if isinstance(found, CodeType):
        values = tuple(map(_compiled, found.co_consts))
        arguments = (found.co_argcount, found.co_posonlyargcount, found.co_kwonlyargcount, found.co_flags)
        named = found.co_varnames[: found.co_argcount + found.co_kwonlyargcount]
        names = (found.co_names, found.co_freevars, named)
        return (found.co_code, found.co_exceptiontable, values, arguments, names)
    if isinstance(found, frozenset):
        return ("one of", sorted(repr(_compiled(one)) for one in found))
    return tuple(map(_compiled, found)) if isinstance(found, tuple) else found


def _parts_of_function(code: object) -> Iterator[object]:
    for cell in getattr(code, "__closure__", None) or ():
        with suppress(ValueError):  # The cell is empty.
            yield cell.cell_contents
    yield from getattr(code, "__defaults__", None) or ()


def _parts_of_object(found: object) -> Iterator[object]:
    names = [one.name for one in fields(found)] if is_dataclass(found) else list(getattr(found, "__dict__", ()))
    for name in names:
        yield getattr(found, name, None)
