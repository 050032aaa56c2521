"""Objects of a caller -> the names that a run takes: `python:NAME` with its object, see `RunRequest.values`."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from os import PathLike, fsencode, fspath
from pathlib import Path
from typing import Any

from hayrick.harness.naming.inputs import Source
from hayrick.harness.naming.own_measures import own_measure
from hayrick.harness.naming.unused_options import OPTIONS
from hayrick.protocols import Measure
from hayrick.records.user_code import PREFIX
from hayrick.types import BadInput, Haystack

_OPTION = re.compile(r"(?<!\S)--[a-z]+(?:-[a-z]+)*(?=[.,:;]?(?:\s|$))")
_ARGUMENTS = {
    **{"--system": "systems", "--measure": "measures", "--repeat": "repeats", "--input": "inputs"},
    **{option.name.split()[0]: name for name, option in OPTIONS.items() if "," not in option.name},
    **{"--window-tokens": "window", "--temperature": "decoding", "--top-p": "decoding"},
    **dict.fromkeys(("--model-arg", "--reasoning-effort", "--stop", "--extra-body"), "arguments"),
}
"""Options -> arguments whose names are others."""

_RESERVED = frozenset(":/?+,")


@dataclass(slots=True)
class Names:
    """The objects of one call, each under a name of its own."""

    values: dict[str, object] = field(default_factory=dict)

    def spec(self, found: object, name: str, where: str) -> str:
        """Keep an object under a name.

        Raises:
            BadInput: the name is that of another object, or holds a mark that separates parts of names.
        """
        if not name or not _RESERVED.isdisjoint(name) or not name.isprintable():
            raise BadInput(where, f"the name {name!r}"[:80], "a name without : / ? + and ,", "Give {'name': object}.")
        if self.values.setdefault(name, found) is not found:
            cure = "Tell them apart by names: {'first': ..., 'second': ...}."
            raise BadInput(where, f"two objects named '{name}'", "different names", cure)
        return f"{PREFIX}{name}"

    def systems(self, given: object) -> list[str]:
        """Names of one or several systems: names, functions, objects with `respond`, or name -> one of the last two.

        Raises:
            BadInput: there is none, one is something else, or a name is given to a system that has one.
        """
        found = [self._system(one, name) for name, one in _named(given)]
        if not found:
            raise BadInput("systems", "none", "at least one")
        return found

    def _system(self, found: object, name: str | None) -> str:
        if isinstance(found, str):
            return _text(found, name, "systems")
        if not callable(found) and not hasattr(found, "respond"):
            expected = "a name, a function (request) -> text, or an object with 'respond'"
            raise BadInput("systems", f"a {type(found).__name__}", expected)
        return self.spec(found, name or _name_of(found, "system"), "systems")

    def judge(self, found: object) -> str | None:
        """Name of a judge: a name, a function (insight, bullet), an object with `judge`, a maker of one, or None."""
        if found is None or isinstance(found, str):
            return found
        if not hasattr(found, "judge") and not callable(found):
            expected = "a name, a function (insight, bullet) -> value, or an object with 'judge'"
            raise BadInput("judge", f"a {type(found).__name__}", expected)
        return self.spec(found, _name_of(found, "judge"), "judge")

    def measures(self, given: object) -> list[str]:
        """Names of one or several measures: names, `Measure`s, functions (item, response), or name -> one of these."""
        return [self._measure(one, name) for name, one in _named(given)]

    def _measure(self, found: object, name: str | None) -> str:
        if isinstance(found, str):
            return _text(found, name, "measures")
        if isinstance(found, Measure):
            return self.spec(found, found.name, "measures")
        name = name or _name_of(found, "measure")
        where = f"measure '{name}'" if callable(found) else "measures"
        return self.spec(own_measure(found, name, where), name, "measures")

    def retrievers(self, given: object) -> None:
        """Let contexts `MODEL+python:NAME` name these functions (query, documents) -> scores.

        Raises:
            BadInput: they are no functions by their names.
        """
        if not isinstance(given, Mapping) or not all(map(callable, given.values())):
            raise BadInput("retrievers", told(given), "a dict name -> function (query, documents)")
        for name, found in given.items():
            self.spec(found, str(name), "retrievers")


def _named(given: object) -> list[tuple[str | None, object]]:
    """One or several objects, with their names where there are any; a list may have dicts in it."""
    if isinstance(given, Mapping):
        return [(str(name), one) for name, one in given.items()]
    if isinstance(given, Sequence) and not isinstance(given, str | bytes):
        return [pair for one in given for pair in (_named(one) if isinstance(one, Mapping) else [(None, one)])]
    return [(None, given)]


def _text(found: str, name: str | None, where: str) -> str:
    """A name that was given instead of an object.

    Raises:
        BadInput: it was given another name, which its rows could not have.
    """
    if name not in (None, found):
        cure = f"Its rows have its own name. Give it without another: [{{'mine': function}}, '{found}']."
        raise BadInput(where, f"the name '{name}' for '{found}'"[:120], "names for functions and objects alone", cure)
    return found


def _name_of(found: object, kind: str) -> str:
    """Name that an object has by itself: its `__name__`, or that of its class; its kind for a lambda."""
    name = getattr(found, "__name__", type(found).__name__)
    return name if isinstance(name, str) and name != "<lambda>" else kind


def text_of(found: object, where: str) -> str:
    """A path or name as text.

    Raises:
        BadInput: it is neither, it is in bytes, whose text would name another file, or it has NUL or half a character.
    """
    text = fspath(found) if isinstance(found, str | PathLike) else found
    if not isinstance(text, str):
        cure = "Give os.fsdecode(path)." if isinstance(text, bytes) else ""
        raise BadInput(where, f"{told(text)}, of type {type(text).__name__}", "a path", cure)
    try:
        is_possible = b"\0" not in fsencode(text)
    except UnicodeEncodeError:
        is_possible = False
    if not is_possible:
        raise BadInput(where, told(text), "a path or a name", "No file has NUL or half a character in its name.")
    return text


@contextmanager
def of_arguments() -> Iterator[None]:
    """Let errors name arguments where the command has options; also a decorator.

    Raises:
        BadInput: such an error.
    """
    try:
        yield
    except BadInput as problem:
        parts = problem.where, problem.found, problem.expected, problem.cure
        said = tuple(map(_of_arguments, parts))
        if said == parts:
            raise
        raise BadInput(*said) from problem.__cause__


def _of_arguments(text: str) -> str:
    """A text with the names of arguments for those of options, but for a command that it quotes."""
    return text if "'hayrick " in text else _OPTION.sub(_argument, text)


def _argument(found: re.Match[str]) -> str:
    return _ARGUMENTS.get(found[0], found[0].removeprefix("--").replace("-", "_"))


def place_of(found: object, where: str = "out") -> Path:
    """A place to write or read.

    Raises:
        BadInput: it is no path, the name is empty, which would be the current folder, or it is too long for a file.
    """
    text = text_of(found, where)
    if not text.strip():
        raise BadInput(where, told(text), "a path", "Name one, such as 'runs/a'; '.' is the current folder.")
    try:
        os.lstat(text)
    except OSError as problem:
        if problem.errno == errno.ENAMETOOLONG:
            what = f"{told(text)}, {len(text):,} characters"
            raise BadInput(where, what, "a path", "No file has so long a name; is it the text of a file?") from None
    return Path(text)


def sources_of(given: object) -> list[Source]:
    """One or several paths and haystacks.

    Raises:
        BadInput: one is something else.
    """
    several = given if isinstance(given, Sequence) and not isinstance(given, str | bytes) else [given]
    return [one if isinstance(one, Haystack) else text_of(one, "inputs") for one in several]


def told(found: object) -> str:
    """A value as errors show it: at most 80 characters; its type where it cannot be shown."""
    try:
        return repr(found)[:80]
    except (ValueError, RecursionError):
        return f"a {type(found).__name__}"


def is_frame(found: Any) -> bool:
    """Whether something has rows as a pandas or polars DataFrame has them."""
    return hasattr(found, "columns") and (hasattr(found, "to_dict") or hasattr(found, "to_dicts"))
