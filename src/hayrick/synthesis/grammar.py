"""Grammar of texts with choices and slots: `{a|b}` is a choice, `{quay}` an entry of a list, `{{` and `}}` are braces.

Within a choice, braces always delimit: `{a|{b|c}}` is a nested choice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random
from typing import NamedTuple

from hayrick.types import BadInput

DEEPEST = 5
"""Limit on the nesting of choices."""

NUMBER = re.compile(r"number\s+(\d{1,9})\s*-\s*(\d{1,9})")
_SLOT = re.compile(r"[^\W\d][\w -]{0,60}")
_OUTSIDE = re.compile(r"\{\{|\}\}|[{}]")
_INSIDE = re.compile(r"[{}|]")


class GrammarSlot(NamedTuple):
    """A named placeholder."""

    name: str


class Choice(NamedTuple):
    """A choice between several texts."""

    options: tuple[Pattern, ...]


Pattern = tuple[str | GrammarSlot | Choice, ...]
"""A parsed text: literal text, slots and choices."""


class Malformed(ValueError):
    """A text with unbalanced braces or an invalid slot; the message describes the fault."""


@lru_cache(maxsize=100_000)
def parse(text: str) -> Pattern:
    """Parse a text.

    Raises:
        Malformed: unbalanced braces, a choice with one option, or choices nested too deeply.
    """
    # For each open brace: the options read so far, and the parts of the current option.
    stack: list[tuple[list[Pattern], list[str | GrammarSlot | Choice]]] = [([], [])]
    end = 0
    while sign := (_INSIDE if len(stack) > 1 else _OUTSIDE).search(text, end):
        parts = stack[-1][1]
        parts.append(text[end : sign.start()])
        end = sign.end()
        if sign[0] in ("{{", "}}"):
            parts.append(sign[0][0])
        elif sign[0] == "{":
            if len(stack) > DEEPEST:
                raise Malformed(f"choices in choices more than {DEEPEST} deep")
            stack.append(([], []))
        elif sign[0] == "}":
            if len(stack) == 1:
                raise Malformed("a '}' that closes nothing (write '}}' for a brace)")
            options, last = stack.pop()
            stack[-1][1].append(_closed(options, last))
        else:
            stack[-1][0].append(tuple(part for part in parts if part))
            parts.clear()
    if len(stack) > 1:
        raise Malformed("a '{' that is never closed (write '{{' for a brace)")
    stack[0][1].append(text[end:])
    return tuple(part for part in stack[0][1] if part)


def _closed(options: list[Pattern], last: list[str | GrammarSlot | Choice]) -> GrammarSlot | Choice:
    final = tuple(part for part in last if part)
    if options:
        return Choice((*options, final))
    name = final[0].strip() if len(final) == 1 and isinstance(final[0], str) else ""
    if not _SLOT.fullmatch(name):
        raise Malformed("braces around neither a choice such as {a|b} nor a slot such as {name}")
    return GrammarSlot(name)


def is_name(name: str) -> bool:
    """Whether a name is valid for a list's slot; `number ...` is reserved."""
    return bool(_SLOT.fullmatch(name)) and not name.startswith("number ")


def slots(text: str) -> Iterator[str]:
    """Names of all slots of a text, in all options.

    Raises:
        Malformed: see `parse`.
    """
    waiting = [parse(text)]
    while waiting:
        for part in waiting.pop():
            if isinstance(part, GrammarSlot):
                yield part.name
            elif isinstance(part, Choice):
                waiting.extend(part.options)


def expand(text: str, draw: Random, fill: Callable[[str], str]) -> str:
    """Expand a text: choose options, and fill slots.

    Args:
        text: a valid text of this grammar.
        draw: source of the choices.
        fill: name of a slot -> its text.
    """
    return "".join(_expanded(parse(text), draw, fill))


def _expanded(pattern: Pattern, draw: Random, fill: Callable[[str], str]) -> Iterator[str]:
    for part in pattern:
        if isinstance(part, str):
            yield part
        elif isinstance(part, GrammarSlot):
            yield fill(part.name)
        else:
            yield from _expanded(part.options[int(draw.random() * len(part.options))], draw, fill)


def drawn_number(name: str, draw: Random) -> str | None:
    """Draw a number for a slot such as `number 3-40`; None for other slots."""
    found = NUMBER.fullmatch(name)
    if found is None:
        return None
    low, high = int(found[1]), int(found[2])
    return str(low + int(draw.random() * (max(high, low) - low + 1)))


def require_sound(text: str, known: Callable[[str], bool], where: str) -> list[str]:
    """Return the names of a text's slots; raise if the text cannot be expanded.

    Args:
        text: a text of this grammar.
        known: whether a slot has a meaning.
        where: place of the text, for error messages.

    Raises:
        BadInput: the braces are unbalanced, or a slot is unknown.
    """
    try:
        names = list(slots(text))
    except Malformed as problem:
        raise BadInput(where, str(problem), "choices {a|b} and slots {name}") from None
    for name in names:
        if not known(name) and not NUMBER.fullmatch(name):
            if name.startswith("number"):
                raise BadInput(where, f"the slot {{{name[:40]}}}", "{number 3-40}, with at most nine digits each")
            cure = f"Add a list '{name}' under 'lists', or write '{{{{{name}}}}}' for braces."
            raise BadInput(where, f"the slot {{{name}}} has no list", "a list of that name", cure)
    return names
