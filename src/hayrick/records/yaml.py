"""Reads YAML strictly, with the line of every value; writes plain values as editable YAML.

Anchors, aliases and tags are rejected, so that a small file cannot expand into a large one. Plain scalars are not
converted by YAML's rules (where `no` is false and `12:30` is 750); the reader of a value chooses its type (`Node.text`,
`Node.whole`, ...).
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from typing import Any

import yaml

from hayrick.suggestions import did_you_mean
from hayrick.types import BadInput

LARGEST = 20_000_000
"""Size limit of a file, in bytes."""

DEEPEST = 20
"""Limit on the nesting of mappings and lists."""

_WHOLE = re.compile(r"[+-]?[0-9]{1,15}")
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,15}(?:\.[0-9]{0,15})?|\.[0-9]{1,15})(?:[eE][+-]?[0-9]{1,2})?")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")
_NULL = frozenset(("", "~", "null", "Null", "NULL"))
_CURE = "See docs/guide/scenarios.md for the format."


@dataclass(frozen=True, slots=True)
class Node:
    """One value of a YAML file, and its place."""

    where: str
    """File and line, as in `town.yaml:12`."""

    value: str | list[Node] | dict[str, Node]
    plain: bool = False
    """Whether it is an unquoted scalar."""

    cure: str = _CURE
    """What to do about a wrong value, for error messages."""

    @property
    def is_null(self) -> bool:
        """Whether it is empty or null."""
        return self.plain and isinstance(self.value, str) and self.value in _NULL

    @property
    def kind(self) -> str:
        """Description of the value, for error messages."""
        if isinstance(self.value, dict):
            return "a mapping"
        if isinstance(self.value, list):
            return "a list" if self.value else "an empty list"
        return "nothing" if self.is_null else f"'{_short(self.value)}'"

    def wrong(self, name: str, expected: str, cure: str | None = None) -> BadInput:
        """Make the error for an invalid value; `cure` takes the place of the value's own."""
        return BadInput(self.where, f"'{name}' is {self.kind}", expected, self.cure if cure is None else cure)

    def fields(self, name: str, known: Collection[str]) -> dict[str, Node]:
        """Return the non-empty entries of a mapping.

        Raises:
            BadInput: not a mapping, or a key is unknown; the message suggests the nearest known key.
        """
        if not isinstance(self.value, dict):
            raise self.wrong(name, "a mapping")
        for key, node in self.value.items():
            if key not in known:
                cure = did_you_mean(key, known, f"Known keys: {', '.join(known)}.")
                raise BadInput(node.where, f"unknown key '{_short(key)}' in '{name}'", "a known key", cure)
        return {key: node for key, node in self.value.items() if not node.is_null}

    def items(self, name: str) -> list[Node]:
        """Return the entries of a list.

        Raises:
            BadInput: not a list.
        """
        if not isinstance(self.value, list):
            raise self.wrong(name, "a list")
        return self.value

    def text(self, name: str) -> str:
        """Return a non-empty text, stripped of white space.

        Raises:
            BadInput: not a scalar, empty, or with a control character.
        """
        if not isinstance(self.value, str) or self.is_null or not self.value.strip():
            raise self.wrong(name, "a filled text")
        if found := _CONTROL.search(self.value):
            raise BadInput(self.where, f"'{name}' holds the control character {found[0]!r}", "text", "Take it out.")
        return self.value.strip()

    def whole(self, name: str, low: int, high: int) -> int:
        """Return a whole number in [low, high].

        Raises:
            BadInput: another value.
        """
        expected = f"a whole number from {low:,} to {high:,}"
        if not isinstance(self.value, str) or not self.plain or not _WHOLE.fullmatch(self.value):
            raise self.wrong(name, expected)
        number = int(self.value)
        if not low <= number <= high:
            raise self.wrong(name, expected)
        return number

    def number(self, name: str, low: float, high: float) -> float:
        """Return a number in [low, high].

        Raises:
            BadInput: another value.
        """
        expected = f"a number from {low:g} to {high:g}"
        if not isinstance(self.value, str) or not self.plain or not _NUMBER.fullmatch(self.value):
            raise self.wrong(name, expected)
        number = float(self.value)
        if not math.isfinite(number) or not low <= number <= high:
            raise self.wrong(name, expected)
        return number

    def day(self, name: str) -> date:
        """Return a date written as 2031-05-28.

        Raises:
            BadInput: another value.
        """
        written = self.text(name)
        try:
            if _DAY.fullmatch(written):
                return date.fromisoformat(written)
        except ValueError:
            pass
        raise self.wrong(name, "a date such as 2031-05-28")


def parse_yaml(text: str, where: str, cure: str = _CURE) -> Node:
    """Parse a YAML text.

    Args:
        text: the text.
        where: its file, for error messages.
        cure: what to do about wrong values, for error messages.

    Raises:
        BadInput: invalid YAML, several documents, or a rejected feature; the message names the line.
    """
    # The C parser is ten times as fast and part of every PyYAML wheel; both parsers produce the same events.
    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    stack: list[_Open] = []
    root: Node | None = None
    try:
        for event in yaml.parse(text, Loader=loader):
            at = f"{where}:{getattr(event.start_mark, 'line', 0) + 1}"
            if isinstance(event, yaml.DocumentStartEvent) and root is not None:
                raise BadInput(at, "a second document", "one document a file")
            _refuse(event, at)
            node: Node | None = None
            if isinstance(event, yaml.ScalarEvent):
                node = Node(at, str(event.value), not event.style, cure)
            elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
                if len(stack) >= DEEPEST:
                    raise BadInput(at, "nested too deeply", f"at most {DEEPEST} levels")
                stack.append(_Open(Node(at, {} if isinstance(event, yaml.MappingStartEvent) else [], cure=cure)))
            elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
                node = stack.pop().node
            if node is not None and stack:
                stack[-1].add(node)
            elif node is not None:
                root = node
    except yaml.MarkedYAMLError as problem:
        at = f"{where}:{getattr(problem.problem_mark, 'line', 0) + 1}"
        if "nesting depth" in str(problem.problem):
            # Newer parsers have a limit of their own, which a text may meet before an event shows how deep it is.
            raise BadInput(at, "nested too deeply", f"at most {DEEPEST} levels") from None
        found = f"is not YAML ({problem.problem})"
        raise BadInput(at, found, "YAML", "Quote texts that hold ': ' or begin with a sign.") from None
    except yaml.YAMLError as problem:
        raise BadInput(where, f"is not YAML ({' '.join(str(problem).split())[:120]})", "YAML") from None
    if root is None:
        raise BadInput(where, "nothing in it", "a mapping")
    return root


class _Open:
    """A mapping or list that is still being read."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self._key: Node | None = None

    def add(self, node: Node) -> None:
        if isinstance(self.node.value, list):
            self.node.value.append(node)
        elif isinstance(self.node.value, dict) and self._key is None:
            if not isinstance(node.value, str):
                raise BadInput(node.where, f"{node.kind} as a key", "a text as a key")
            if node.value in self.node.value:
                raise BadInput(node.where, f"the key '{_short(node.value)}' again", "each key once", "Join the two.")
            self._key = node
        elif isinstance(self.node.value, dict) and self._key is not None:
            # Errors refer to the line of the key.
            self.node.value[str(self._key.value)] = Node(self._key.where, node.value, node.plain, node.cure)
            self._key = None


def _refuse(event: Any, at: str) -> None:
    if isinstance(event, yaml.AliasEvent):
        raise BadInput(at, f"the alias *{_short(event.anchor)}", "no aliases", "Write the text out.")
    if getattr(event, "anchor", None) is not None:
        raise BadInput(at, f"the anchor &{_short(event.anchor)}", "no anchors", "Write the text out.")
    tag = getattr(event, "tag", None)
    if tag not in (None, "!"):
        raise BadInput(at, f"the tag {_short(tag)}", "no tags", "Leave it out.")


def _short(text: object) -> str:
    one_line = " ".join(str(text).split())
    return one_line if len(one_line) <= 60 else f"{one_line[:60]}..."


def to_yaml(value: object) -> str:
    """Write mappings, lists, texts, numbers and dates as YAML in their order; `parse_yaml` can read it."""
    return str(yaml.safe_dump(value, allow_unicode=True, sort_keys=False, width=110))
