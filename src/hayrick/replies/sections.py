"""Replies that go section by section: the labels that are given under each heading, in every form that models write.

Source: ETHIC's released scorer, which splits labels at commas and semicolons.
Differs: headings and JSON are read, lines separate labels too, "1,234" is one label, and an empty label is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from hayrick.replies.json import read_objects
from hayrick.types import Unparsed

_BEFORE = r"(?:\bsect(?:ion)?s?\b|\bsec\b|\u00a7)[.\s#_*-]{0,5}(?:(?:no|number)\b[.\s]{0,3})?"
_RANGE = r"(?P<first>\d{1,6})(?:(?:[-\u2013\u2014]|\s{1,3}(?:to|through)\s{1,3})(?P<last>\d{1,6}))?"
_AFTER = (
    r"(?:\s{0,3}\([^()\n]{0,80}\))?[\])>\"'`*_ \t]{0,8}"
    r"(?::|=>?|\u2192|\||[-\u2013\u2014](?=\s)|(?<=[\]>*])|(?=\n)|\Z)[*_ \t]{0,8}"
)
_NAMED = re.compile(_BEFORE + _RANGE + _AFTER, re.IGNORECASE)
_BARE = re.compile(
    r"^[^\w\n]{0,20}(?P<first>\d{1,6})(?P<last>(?!))?[\"'`*_ \t]{0,8}[:.)|](?!\d)[*_ \t]{0,8}", re.MULTILINE
)
"""A number at the beginning of a line: a heading only where no heading says "section"."""

_OTHER = re.compile(
    r"^[^\w\n]{0,20}[^\W\d]{1,20}\.?[ \t.#*_]{0,5}(?P<first>\d{1,6})(?P<last>(?!))?[^\W\d]{0,3}[\])>\"'`*_ \t]{0,8}"
    r"(?:[:\uff1a=|\u2192]|(?=\n)|\Z)[*_ \t]{0,8}",
    re.MULTILINE,
)
"""Another word and a number, as in other languages, with a colon or alone on a line."""

_KEY = re.compile(r"(?:sec(?:t(?:ion)?)?[\s_#-]{0,3})?(\d{1,6})", re.IGNORECASE)
_BETWEEN = re.compile(r"[;\n]|(?<!\d),|,(?!\d{3}(?!\d))")
_WORD = re.compile(r"[^\W_]")
_MARK = re.compile(r"\s{0,20}(?:[-*+\u2022](?=\s)|\d{1,3}[.)](?=\s))")
_AROUND = " \t\r.,\"'`*_[](){}|<>"
_NONE = frozenset(["none", "no", "nothing", "n/a", "na", "nil", "null"])
_NAMES = frozenset(["section", "section_number", "section number"])
_MOST_IN_RANGE = 1000


def read_sections(reply: str) -> Mapping[int, tuple[str, ...]]:
    """Labels of every section that a reply speaks of; none where it says "none".

    Read are a JSON object of sections ("3" or "Section 3": labels), JSON objects that name their section, headings
    such as "Section 3:", "## Section 3", "<Section 3>" or "Sections 4-6:"; where no heading says "section", lines that
    are another word and a number, as in other languages, or begin with a number. Labels follow until the next heading,
    or until a blank line after the first of them. A heading that nothing follows is not an answer. Of two headings of
    one section the last one counts.

    Args:
        reply: any text; the time taken is linear in its length.

    Returns:
        Number of the section -> labels as written, without marks around them, each once and in order.
    """
    found = dict(_of_json(reply))
    for heading in (_NAMED, _OTHER, _BARE):
        found = found or dict(_of_headings(reply, heading))
    return found


def labels_of(text: str) -> tuple[str, ...]:
    """Labels of a list that commas, semicolons or line breaks separate, each once and in order; empty for "none"."""
    lines = (_MARK.sub("", line, count=1) if _MARK.match(line) else line for line in text.splitlines())
    pieces = (piece.strip(_AROUND) for piece in _BETWEEN.split("\n".join(lines)))
    return tuple(dict.fromkeys(piece for piece in pieces if _WORD.search(piece) and piece.lower() not in _NONE))


def _of_headings(reply: str, heading: re.Pattern[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
    found = list(heading.finditer(reply))
    ends = [*(one.start() for one in found[1:]), len(reply)]
    for one, end in zip(found, ends, strict=False):
        text = reply[one.end() : end].strip("\n\r |")
        text = re.split(r"\n[ \t]*\n", text, maxsplit=1)[0]
        if not text.strip(" \t#*_\"'<[("):
            continue
        first = int(one["first"])
        last = int(one["last"] or first)
        for number in range(first, min(last, first + _MOST_IN_RANGE) + 1):
            yield number, labels_of(text)


def _of_json(reply: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    objects = read_objects(reply)
    if isinstance(objects, Unparsed):
        return
    for one in objects:
        named = next((key for key in one if key.strip().lower() in _NAMES), None)
        if named is not None and len(one) > 1 and (number := _KEY.fullmatch(str(one[named]).strip())):
            yield int(number[1]), _of_value([value for key, value in one.items() if key != named][-1])
            continue
        for key, value in one.items():
            if (number := _KEY.fullmatch(key.strip())) and not isinstance(value, dict):
                yield int(number[1]), _of_value(value)


def _of_value(value: object) -> tuple[str, ...]:
    if isinstance(value, list):
        return tuple(dict.fromkeys(label for one in value for label in _of_value(one)))
    return () if value is None else labels_of(str(value))
