"""Fingerprints of Python objects in memory: the source of their code, and the values that they have with them.

What is told of a value is the same in every process: no address, no order of a set, nothing of an open connection.
"""

from __future__ import annotations

import inspect
import logging
import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from pathlib import Path, PurePath
from threading import Lock, RLock
from types import CodeType, ModuleType
from typing import cast

from hayrick.records.read_files import fingerprint_bytes
from hayrick.records.user_modules import is_own

MOST = 10_000
"""Values of one object that are compared."""

_DEEPEST = 8
"""Values within values that are looked into."""

_PLAIN = frozenset({str, int, float, complex, bool, bytes, range, type(None), type(...)})
_SILENT = (ModuleType, logging.Logger, type(Lock()), type(RLock()))
"""Types of what says nothing of answers by its state."""

_OURS = Path(__file__).parents[1].name


def fingerprint_of_object(found: object) -> str:
    """Fingerprint of the source of a function, class or object, and of the values that it has with it.

    These are what a function encloses, its defaults, the object that a method is bound to, what a partial was given,
    and attributes. They are followed through functions, lists, dicts, sets, tuples and objects of the user's own
    classes. Files and global names that the code uses are not seen, and of Hayrick's own objects only functions that
    they were given. "" if there is no source.
    """
    told = _Reading().whole(found)
    return fingerprint_bytes(repr(told).encode("utf-8", "backslashreplace")) if told else ""


def uncompared(found: object) -> list[str]:
    """Values of an object that its fingerprint tells only the type of, such as a client: "NAME (TYPE)"."""
    reading = _Reading()
    reading.whole(found)
    return list(reading.skipped)


@dataclass(slots=True)
class _Reading:
    """Tells an object in nested tuples of texts."""

    skipped: dict[str, None] = field(default_factory=dict)
    n_left: int = MOST
    above: list[object] = field(default_factory=list)

    def whole(self, found: object) -> tuple[object, ...]:
        """The object itself, which is looked into whatever class it has; () if nothing is known of it."""
        if _module(found) != _OURS or inspect.isroutine(found):
            told = self.value("", found, is_own=True)
        else:
            given = [one for one in _state(found) if callable(one[1]) and not isinstance(one[1], type)]
            told = tuple(self.value(name, one) for name, one in given)
        return told if any(told) else ()

    def value(self, name: str, found: object, *, is_own: bool = False) -> tuple[object, ...]:
        """A value that stands under a name; of an own class or not."""
        kind = type(found)
        if kind in _PLAIN:
            return (repr(found),)
        if isinstance(found, Enum | PurePath):
            return (kind.__qualname__, str(found))
        if isinstance(found, _SILENT):
            return (kind.__qualname__,)
        if any(one is found for one in self.above):
            return ("itself",)
        self.n_left -= 1
        if self.n_left < 0 or len(self.above) >= _DEEPEST:
            return self.skip(name, found)
        self.above.append(found)
        try:
            return self.inside(name, found, is_own=is_own)
        finally:
            self.above.pop()

    def inside(self, name: str, found: object, *, is_own: bool) -> tuple[object, ...]:
        """What is in a value."""
        if isinstance(found, partial):
            return ("partial", *self.values(name, (found.func, *found.args)), *self.pairs(found.keywords))
        if isinstance(found, list | tuple):
            return (type(found).__qualname__, *self.values(name, found))
        if isinstance(found, set | frozenset):
            return ("one of", *sorted(self.values(name, found), key=repr))
        if isinstance(found, dict):
            keys = self.values(name, found)
            return ("dict", *keys, *(self.pairs(found) if len(keys) == len(found) else ()))
        if isinstance(found, type):
            return (_source(found),) if is_own or _is_own(found) else (found.__qualname__,)
        if inspect.isroutine(found):
            bound = getattr(found, "__self__", None)
            told = (self.value("self", bound),) if bound is not None and not isinstance(bound, ModuleType) else ()
            enclosed = tuple(self.value(*one) for one in _enclosed(found))
            source = (_source(found) if _module(found) != _OURS else ()) or (
                () if is_own else (getattr(found, "__qualname__", ""),)
            )
            return (source, *told, *enclosed) if told or enclosed else (source,) if source else ()
        if is_own or _is_own(type(found)):
            return tuple(filter(None, (_source(type(found)), *self.pairs(dict(_state(found))))))
        return self.skip(name, found)

    def values(self, name: str, found: Collection[object]) -> tuple[object, ...]:
        """Values in the order that they have, at most as many as are compared."""
        if len(found) > self.n_left:
            return (len(found), self.skip(name, found), "more")
        self.n_left -= len(found)
        return tuple(self.value(name, one) for one in found)

    def pairs(self, found: dict[str, object]) -> tuple[object, ...]:
        """Names and values."""
        return tuple((str(name), self.value(str(name), one)) for name, one in found.items())

    def skip(self, name: str, found: object) -> tuple[object, ...]:
        """A value of which only the type is told."""
        kind = type(found).__qualname__
        self.skipped[f"{name} ({kind})" if name else kind] = None
        return (kind,)


def _module(found: object) -> str:
    code = found if inspect.isroutine(found) or isinstance(found, type) else type(found)
    return str(getattr(code, "__module__", "")).partition(".")[0]


def _is_own(kind: type) -> bool:
    """Whether a class is the user's own, so that its attributes are what the user set."""
    if kind.__module__ == "__main__":
        return True
    file = getattr(sys.modules.get(kind.__module__), "__file__", None)
    return isinstance(file, str) and is_own(Path(file))


def _enclosed(code: object) -> Iterator[tuple[str, object]]:
    """Names and values that a function has with it."""
    compiled = getattr(code, "__code__", None)
    names = compiled.co_freevars if isinstance(compiled, CodeType) else ()
    for name, cell in zip(names, getattr(code, "__closure__", None) or (), strict=False):
        try:
            yield name, cell.cell_contents
        except ValueError:  # The cell is empty.
            continue
    yield from (("default", one) for one in getattr(code, "__defaults__", None) or ())
    yield from (getattr(code, "__kwdefaults__", None) or {}).items()
    if (wrapped := getattr(code, "__wrapped__", None)) is not None:
        yield "wrapped", wrapped


def _state(found: object) -> Iterator[tuple[str, object]]:
    """Names and values of an object's attributes, in the order of names."""
    state = object.__getstate__(found)
    parts = state if isinstance(state, tuple) else (state,)
    attributes = {str(name): one for part in parts if isinstance(part, dict) for name, one in part.items()}
    yield from sorted(attributes.items(), key=lambda one: one[0])


def _source(code: object) -> tuple[object, ...]:
    try:
        return (inspect.getsource(cast(type, code)),)
    except (OSError, TypeError):
        compiled = getattr(code, "__code__", None)
        return (repr(_compiled(compiled)),) if isinstance(compiled, CodeType) else ()


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
