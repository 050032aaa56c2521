"""Moves citation marks that stand after the end of a sentence to before its closing punctuation.

Source: ours, since sentences end before such marks, so that ALCE's scorer gives them to the next sentence or to none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from hayrick.replies.citations import Mark, find_citations, may_cite

_STOPS, _WIDE_STOPS, _CLOSERS = ".?!…。！？", "。！？", "\"'”’»)）」』*_"
_BLANK = re.compile(r"\s*")
_STOPS_AFTER = re.compile(rf"[{_STOPS}]+")
_NUMBERED = re.compile(r"[\s*_]*+(?:[-+•‣◦▪●–—·]\s*+)?\(?(?:(\d{1,3})|([a-zA-Z])|)(?=[.)]|\Z)")
"""What is a list mark, and no text, where the lines beside it go on counting; without a number it is never text."""


class Moved(NamedTuple):
    """A text after marks were moved, and how many groups of marks were."""

    text: str
    moved: int


def move_marks(text: str, documents: Mapping[str, str]) -> Moved:
    """Move citation marks that follow the end of a sentence to before its closing punctuation.

    Neighbouring marks with blanks between them move together. They move where closing punctuation stands before them,
    with text before it in the same line, and after them the line ends, a new sentence begins, or a second stop stands,
    which is dropped. Marks that open a line or a list item stay; order and number of marks never change. "A. [1] So."
    opens a list item where the line above or below begins with the next or last letter; else "A." is a sentence.

    Args:
        text: any text.
        documents: see `read_citations`.
    """
    if not may_cite(text):
        return Moved(text, 0)
    lines, moved = text.splitlines(keepends=True), 0
    items = _items(enumerate(lines))
    for number, line in enumerate(lines):
        if may_cite(line):
            one = _moved_in_line(line, [*find_citations(line, documents)], number in items)
            lines[number], moved = one.text, moved + one.moved
    return Moved("".join(lines), moved)


def _items(lines: Iterable[tuple[int, str]]) -> set[int]:
    """Numbers of the lines whose first number or letter follows that of the line above, or comes before that below."""
    found: set[int] = set()
    above: tuple[int, int | None] = 0, None
    for number, line in lines:
        if line.isspace():
            continue
        counted = _counted(line)
        if counted is not None and above[1] is not None and counted == above[1] + 1:
            found |= {above[0], number}
        above = number, counted
    return found


def _counted(line: str) -> int | None:
    """Number or letter that a line begins with, as a number."""
    found = _NUMBERED.match(line)
    if found is None or found.lastindex is None:
        return None
    return int(found[1]) if found[1] else ord(found[2])


def _groups(line: str, marks: Iterable[Mark]) -> list[tuple[int, int]]:
    """Start and end of each group of marks with nothing but blanks between them."""
    found: list[tuple[int, int]] = []
    for mark in marks:
        if found and not line[found[-1][1] : mark.start].strip():
            found[-1] = (found[-1][0], mark.end)
        else:
            found.append((mark.start, mark.end))
    return found


def _moved_in_line(line: str, marks: Sequence[Mark], is_item: bool) -> Moved:
    pieces: list[str] = []
    done = last = moved = 0
    groups = _groups(line, marks)
    # A list item has a text.
    is_item = is_item and bool(groups and line[groups[0][1] :].strip())
    for start, end in groups:
        stop = _stop_before(line, last, start, is_item)
        after = None if stop is None else _resumes(line, end, line[stop])
        last = end
        if stop is None or after is None:
            continue
        closing = line[stop:start].rstrip()
        pieces += [line[done:stop].rstrip(), " ", line[start:end], closing]
        done = last = after
        moved += 1
    return Moved("".join([*pieces, line[done:]]), moved)


def _stop_before(line: str, last: int, start: int, is_item: bool) -> int | None:
    """Where the closing punctuation begins that a group of marks follows; None where it follows none, or no text.

    `last` is the end of the marks before, or of what was dropped after these.
    """
    head = line[last:start].rstrip().rstrip(_CLOSERS)
    body = head.rstrip(_STOPS)
    if len(body) == len(head):
        return None
    opening = _NUMBERED.fullmatch(body) if last == 0 else None
    if opening and (is_item or opening.lastindex is None):
        return None
    return last + len(body)


def _resumes(line: str, end: int, stop: str) -> int | None:
    """Where the text goes on after a group of marks that belongs to the sentence before; None where it does not."""
    blank = _BLANK.match(line, end)
    at = blank.end() if blank else end
    if at == len(line):
        return end
    if stops := _STOPS_AFTER.match(line, at):
        return stops.end()
    new = not line[at].islower() and line[at] not in ",;:)-–—"
    return end if new and (at > end or stop in _WIDE_STOPS) else None
