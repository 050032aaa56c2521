"""Objects of a caller -> the names that a run takes: `python:NAME` with its object, see `RunRequest.values`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from hayrick.measures.own import measure_of
from hayrick.protocols import Measure
from hayrick.records.signatures import takes
from hayrick.records.user_code import PREFIX, require_plain
from hayrick.types import BadInput

_ARGUMENTS = {"--system": "systems", "--judge": "judge", "--measure": "measures"}
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
        """Names of one or several systems: names, functions, objects with `respond`, or name -> one of these."""
        found = [self._system(one, name) for name, one in _named(given)]
        if not found:
            raise BadInput("systems", "none", "at least one")
        return found

    def _system(self, found: object, name: str | None) -> str:
        if isinstance(found, str):
            return found
        if not callable(found) and not hasattr(found, "respond"):
            expected = "a name, a function (request) -> text, or an object with 'respond'"
            raise BadInput("systems", f"a {type(found).__name__}", expected)
        return self.spec(found, name or name_of(found, "system"), "systems")

    def judge(self, found: object) -> str | None:
        """Name of a judge: a name, a function (insight, bullet), an object with `judge`, a maker of one, or None."""
        if found is None or isinstance(found, str):
            return found
        if not hasattr(found, "judge") and not callable(found):
            expected = "a name, a function (insight, bullet) -> value, or an object with 'judge'"
            raise BadInput("judge", f"a {type(found).__name__}", expected)
        return self.spec(found, name_of(found, "judge"), "judge")

    def measures(self, given: object) -> list[str]:
        """Names of one or several measures: names, `Measure`s, functions (item, response), or name -> one of these."""
        return [self._measure(one, name) for name, one in _named(given)]

    def _measure(self, found: object, name: str | None) -> str:
        if isinstance(found, str):
            return found
        if isinstance(found, Measure):
            return self.spec(found, found.name, "measures")
        if not callable(found):
            raise BadInput("measures", f"a {type(found).__name__}", "a hayrick.Measure, or a function (item, response)")
        name = name or name_of(found, "measure")
        require_plain(found, f"measure '{name}'")
        if not takes(found, 2) and not takes(found, 3):
            expected = "one of (item, response) or (item, response, judgements)"
            raise BadInput(f"measure '{name}'", "a function that needs other arguments", expected)
        return self.spec(measure_of(found, name), name, "measures")

    def retrievers(self, given: Mapping[str, Callable[..., object]]) -> None:
        """Let contexts `MODEL+python:NAME` name these functions (query, documents) -> scores."""
        for name, found in given.items():
            self.spec(found, name, "retrievers")


def _named(given: object) -> list[tuple[str | None, object]]:
    """One or several objects, with their names where there are any."""
    if isinstance(given, Mapping):
        return [(str(name), one) for name, one in given.items()]
    if isinstance(given, Sequence) and not isinstance(given, str):
        return [(None, one) for one in given]
    return [(None, given)]


def name_of(found: object, kind: str) -> str:
    """Name that an object has by itself: its `__name__`, or that of its class; its kind for a lambda."""
    name = getattr(found, "__name__", type(found).__name__)
    return name if isinstance(name, str) and name != "<lambda>" else kind


def text_of(found: str | PathLike[str]) -> str:
    """A path or name as text."""
    return str(fspath(found))


@contextmanager
def of_arguments() -> Iterator[None]:
    """Let errors name arguments where the command has options.

    Raises:
        BadInput: such an error.
    """
    try:
        yield
    except BadInput as problem:
        option, _, given = problem.where.partition(" ")
        if option not in _ARGUMENTS:
            raise
        where = f"{_ARGUMENTS[option]} {given}".strip()
        raise BadInput(where, problem.found, problem.expected, problem.cure) from problem.__cause__


def place_of(found: str | PathLike[str], where: str = "out") -> Path:
    """A place to write.

    Raises:
        BadInput: the name is empty, which would be the current folder.
    """
    if not text_of(found).strip():
        raise BadInput(where, f"{found!r}", "a path", "Name one, such as 'runs/a'; '.' is the current folder.")
    return Path(text_of(found))


def is_frame(found: Any) -> bool:
    """Whether something has rows as a pandas or polars DataFrame has them."""
    return hasattr(found, "columns") and (hasattr(found, "to_dict") or hasattr(found, "to_dicts"))
