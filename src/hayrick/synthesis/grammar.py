"""Grammar of texts with choices and slots: `{a|b}` is a choice, `{quay}` an entry of a list, `{{` and `}}` are braces.

Within a choice, braces always delimit: `{a|{b|c}}` is a nested choice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from math import prod
from random import Random
from typing import NamedTuple

from hayrick.types import BadInput

DEEPEST = 5
"""Limit on the nesting of choices."""

NUMBER = re.compile(r"number\s+(\d{1,9})\s*-\s*(\d{1,9})")
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"'”’)]*\s+|\n")
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


def expand(text: str | Pattern, draw: Random, fill: Callable[[str], str]) -> str:
    """Expand a text: choose options, and fill slots.

    Args:
        text: a valid text of this grammar, or a parsed one.
        draw: source of the choices.
        fill: name of a slot -> its text.
    """
    found: list[str] = []
    _expand(parse(text) if isinstance(text, str) else text, draw, fill, found)
    return "".join(found)


@lru_cache(maxsize=100_000)
def sentences_of(text: str | Pattern) -> tuple[Pattern, ...]:
    """Split a text at the ends of sentences and lines that stand in no choice.

    What separates sentences belongs to the one before, so that the expansions of all parts in a row are an expansion of
    the text.

    Args:
        text: a valid text of this grammar, or a parsed one.
    """
    found: list[list[str | GrammarSlot | Choice]] = [[]]
    for part in parse(text) if isinstance(text, str) else text:
        if not isinstance(part, str):
            found[-1].append(part)
            continue
        start = 0
        for end in (gap.end() for gap in _SENTENCE_END.finditer(part)):
            found[-1].append(part[start:end])
            found.append([])
            start = end
        found[-1].append(part[start:])
    kept = (tuple(part for part in one if part) for one in found)
    return tuple(one for one in kept if one)


@lru_cache(maxsize=100_000)
def n_variants(text: str | Pattern) -> int:
    """Number of wordings of a text that its choices make; slots count as one, and equal wordings as several.

    Args:
        text: a valid text of this grammar, or a parsed one.
    """
    choices = (part for part in (parse(text) if isinstance(text, str) else text) if isinstance(part, Choice))
    return prod(sum(map(n_variants, choice.options)) for choice in choices)


def variant(text: str | Pattern, number: int) -> Pattern:
    """One of the wordings that a text's choices make, with its slots still open.

    Args:
        text: a valid text of this grammar, or a parsed one.
        number: from 0 to `n_variants(text) - 1`: each choice takes its remainder and leaves the quotient to the next.
    """
    found: list[str | GrammarSlot] = []
    for part in parse(text) if isinstance(text, str) else text:
        inner: Pattern = (part,)
        if isinstance(part, Choice):
            sizes = [n_variants(option) for option in part.options]
            number, own = divmod(number, sum(sizes))
            place = next(n for n in range(len(sizes)) if own < sum(sizes[: n + 1]))
            inner = variant(part.options[place], own - sum(sizes[:place]))
        for one in inner:
            if isinstance(one, str) and found and isinstance(found[-1], str):
                found[-1] += one
            elif not isinstance(one, Choice):
                found.append(one)
    return tuple(found)


def _expand(pattern: Pattern, draw: Random, fill: Callable[[str], str], found: list[str]) -> None:
    for part in pattern:
        if isinstance(part, str):
            found.append(part)
        elif isinstance(part, GrammarSlot):
            found.append(fill(part.name))
        else:
            _expand(part.options[int(draw.random() * len(part.options))], draw, fill, found)


def drawn_number(name: str, draw: Random) -> str | None:
    """Draw a number for a slot such as `number 3-40`; None for other slots."""
    bounds = _bounds(name)
    if bounds is None:
        return None
    low, high = bounds
    return str(low + int(draw.random() * (max(high, low) - low + 1)))


@lru_cache(maxsize=10_000)
def _bounds(name: str) -> tuple[int, int] | None:
    found = NUMBER.fullmatch(name)
    return (int(found[1]), int(found[2])) if found else None


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
