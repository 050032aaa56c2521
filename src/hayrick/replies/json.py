"""Reads JSON from a model's reply, tolerating extra text and loose syntax.

Finds objects and arrays anywhere in the text, in code fences or prose, with trailing commas, single or typographic
quotes, unescaped quotes inside strings, bare words, Python constants, and comments. Nothing is evaluated. The work is
linear in the reply's length, and nesting is limited by `MAX_DEPTH`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from hayrick.types import Unparsed

MAX_DEPTH = 32
"""Limit on nested containers; a reply that exceeds it is not read at all."""

_WORK_A_CHARACTER, _LEAST_WORK = 16, 10_000
_EXCERPT = 400
_LONGEST_NUMBER = 300
_SPACE = re.compile(r"(?:\s+|//[^\n]*|#[^\n]*)*+")
_START = re.compile(r"[{\[]")
_NUMBER = re.compile(r"[-+]?(?:\d++\.?+\d*+|\.\d++)(?:[eE][-+]?\d++)?+(?![\w.])")
_WORD = re.compile(r"[^\W\d][\w-]*+(?: [\w-]++)*+")
# A quote ends a string only if a valid continuation follows; other quotes belong to the string.
_STRINGS = {
    opening: re.compile(
        rf"{opening}((?:[^\\{closing}]++|\\.|[{closing}](?!\s*+(?:[,:\]}}#]|/[/*]|\Z)))*+)[{closing}]", re.DOTALL
    )
    for opening, closing in {'"': '"', "'": "'", "“": '”“"', "„": '”“"', "‘": "’‘'", "`": "`'"}.items()
}
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_CONSTANTS = {"true": True, "false": False, "null": None, "True": True, "False": False, "None": None}


_Container = dict[str, object] | list[object]


def read_object(reply: str, keys: Sequence[str] = ()) -> dict[str, object] | Unparsed:
    """Return the last complete object of a reply that has all wanted keys.

    Nested objects count too, and come before the object that contains them, but not inside an object that is truncated
    or malformed, whose meaning is unknown. Keys are compared ignoring case, hyphens and spaces, and are returned as
    wanted; of equal keys the last one counts.

    Args:
        reply: any text.
        keys: keys that the object must have.

    Returns:
        The object, or the reason why there is none.
    """
    reading = _Reading(reply)
    sound = [found.value for found in reading.found if not found.is_in_broken_object]
    fitting = _with_keys(sound, keys)
    return fitting[-1] if fitting else reading.refusal(sound, keys)


def read_objects(reply: str, keys: Sequence[str] = ()) -> list[dict[str, object]] | Unparsed:
    """Return all complete objects of a reply that have all wanted keys, in the order of their ends.

    They may be in an array, in an object, one per line, or in a container that is truncated or malformed later.

    Args:
        reply: any text.
        keys: as in `read_object`.

    Returns:
        At least one object, or the reason why there is none.
    """
    reading = _Reading(reply)
    values = [found.value for found in reading.found]
    return _with_keys(values, keys) or reading.refusal(values, keys)


def read_array(reply: str) -> list[object] | Unparsed:
    """Return the last complete array of a reply that is not inside another container."""
    reading = _Reading(reply)
    arrays = [found.value for found in reading.found if isinstance(found.value, list) and found.is_outermost]
    return arrays[-1] if arrays else reading.refusal([], (), "array")


def excerpt(reply: str) -> str:
    """Beginning and end of a reply, at most about 400 characters, encodable as UTF-8."""
    short = reply if len(reply) <= _EXCERPT else f"{reply[: _EXCERPT // 2]} [...] {reply[-_EXCERPT // 2 :]}"
    return short.encode("utf-8", "replace").decode("utf-8")


class _Failed(Exception):
    """There is no complete value here."""


class _Exhausted(Exception):
    """The reply needs more work than its length allows, or is nested too deeply."""


@dataclass(slots=True)
class _Found:
    value: _Container
    is_outermost: bool
    is_in_broken_object: bool = False


class _Reading:
    """All complete containers of a text.

    Tries to read a value at each bracket. On failure, reading continues after the part that was read, or inside the
    last string, which may not be a string.
    """

    def __init__(self, text: str) -> None:
        self.found: list[_Found] = []
        self._text = text
        self._last_comment_end = text.rfind("*/")
        self._work_left = _WORK_A_CHARACTER * len(text) + _LEAST_WORK
        self._ended_inside = self._is_exhausted = False
        self._at = self._last_string = 0
        try:
            self._read_all()
        except _Exhausted:
            self._is_exhausted = True
            self.found = []

    def refusal(self, found: Sequence[_Container], keys: Sequence[str], wanted: str = "object") -> Unparsed:
        """Return the reason why nothing fits."""
        if not self._text.strip():
            reason = "empty reply"
        elif self._is_exhausted:
            reason = "reply too tangled to read"
        elif any(isinstance(value, dict) for value in found):
            reason = f"no object with {' and '.join(map(repr, keys))}"
        elif self._ended_inside:
            reason = f"reply ends inside a JSON {wanted}"
        else:
            reason = f"no JSON {wanted}"
        return Unparsed(reason=reason, reply=excerpt(self._text))

    def _read_all(self) -> None:
        start = _START.search(self._text)
        while start:
            self._at, self._last_string = start.start(), -1
            try:
                self._container(1)
            except _Failed:
                resume = self._at if self._last_string < 0 else self._last_string + 1
                self._at = max(resume, start.end())
            start = _START.search(self._text, self._at)

    def _container(self, depth: int) -> _Container:
        if depth > MAX_DEPTH:
            raise _Exhausted
        before = len(self.found)
        is_object = self._text[self._at] == "{"
        self._step(1)
        try:
            value: _Container = self._members(depth) if is_object else self._items(depth)
        except _Failed:
            for inner in self.found[before:]:
                inner.is_in_broken_object |= is_object
            raise
        for inner in self.found[before:]:
            inner.is_outermost = False
        self.found.append(_Found(value, is_outermost=True))
        return value

    def _members(self, depth: int) -> dict[str, object]:
        members: dict[str, object] = {}
        while self._next() != "}":
            key = self._value(depth)
            if not isinstance(key, str | int | float) or self._next() != ":":
                raise _Failed
            self._step(1)
            members[str(key)] = self._value(depth)
            self._separator("}")
        self._step(1)
        return members

    def _items(self, depth: int) -> list[object]:
        items: list[object] = []
        while self._next() != "]":
            items.append(self._value(depth))
            self._separator("]")
        self._step(1)
        return items

    def _separator(self, closing: str) -> None:
        following = self._next()
        if following == ",":
            self._step(1)
        elif following != closing:
            raise _Failed

    def _value(self, depth: int) -> object:
        first = self._next()
        if first in "{[":
            return self._container(depth + 1)
        if first in _STRINGS:
            return self._string(first)
        if number := _NUMBER.match(self._text, self._at):
            self._step(len(number[0]))
            return _number(number[0])
        word = _WORD.match(self._text, self._at)
        if word is None:
            raise _Failed
        self._step(len(word[0]))
        return _CONSTANTS.get(word[0], word[0])

    def _string(self, opening: str) -> str:
        self._last_string = self._at
        found = _STRINGS[opening].match(self._text, self._at)
        if found is None:
            self._ended_inside = True
            self._spend(len(self._text) - self._at)
            raise _Failed
        self._step(len(found[0]))
        # Escaped surrogate pairs become one character, lone halves U+FFFD.
        return _ESCAPE.sub(_unescape, found[1]).encode("utf-16", "surrogatepass").decode("utf-16", "replace")

    def _next(self) -> str:
        """First character after white space and comments."""
        while True:
            space = _SPACE.match(self._text, self._at)
            self._step(len(space[0]) if space else 0)
            if not self._text.startswith("/*", self._at):
                break
            if self._last_comment_end < self._at + 2:
                raise _Failed
            self._step(self._text.index("*/", self._at + 2) + 2 - self._at)
        if self._at >= len(self._text):
            self._ended_inside = True
            raise _Failed
        return self._text[self._at]

    def _step(self, n: int) -> None:
        self._at += n
        self._spend(n + 1)

    def _spend(self, work: int) -> None:
        self._work_left -= work
        if self._work_left < 0:
            raise _Exhausted


def _with_keys(values: Sequence[_Container], keys: Sequence[str]) -> list[dict[str, object]]:
    """Objects that have all keys, with these renamed to the wanted form."""
    wanted = {_folded(key): key for key in keys}
    found = []
    for value in values:
        if isinstance(value, dict):
            renamed: dict[str, object] = {wanted.get(_folded(key), key): part for key, part in value.items()}
            if all(key in renamed for key in keys):
                found.append(renamed)
    return found


def _folded(key: str) -> str:
    return re.sub(r"[\s_-]+", "_", key.strip().casefold())


def _number(written: str) -> int | float | str:
    """The number, or the text if it is too long or too large for a number."""
    if len(written) > _LONGEST_NUMBER:
        return written
    if re.fullmatch(r"[-+]?\d+", written):
        return int(written)
    value = float(written)
    return value if isfinite(value) else written


def _unescape(escape: re.Match[str]) -> str:
    if escape[1]:
        return chr(int(escape[1], 16))
    return _ESCAPED.get(escape[2], escape[2])
