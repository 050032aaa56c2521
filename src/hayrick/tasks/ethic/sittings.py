"""Hansard's XML: sittings of the historic debates, one by itself (`<housecommons>`) or volumes of many (`<hansard>`).

Paragraphs have `<member>` and `<membercontribution>`; sections are nested and have a `<title>`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element

from hayrick.tasks.ethic.xml import line_of

_NO_TEXT = frozenset({"image", "col", "title"})
_SEPARATE = frozenset({"td", "tr", "li", "lb"})
_WITHIN = frozenset({"section", "debates", "houselords", "housecommons"})
_NO_DEBATES = frozenset({"oralquestions", "writtenanswers", "writtenstatements", "titlepage", "index"})


class Section(NamedTuple):
    """An outermost section of a sitting."""

    title: str
    date: str
    speakers: frozenset[str]
    """Members who speak in it, told apart by what the file calls them."""

    paragraphs: tuple[str, ...]
    """Headings and paragraphs in their order, a speaker's name before the first one of a speech."""


def sections(root: Element) -> Iterator[Section]:
    """Outermost sections, those of question time and written answers aside, with the date that stands before them."""
    for date, one in _outermost(root, ""):
        yield Section(_title(one), date, _speakers(one), tuple(_paragraphs(one)))


def _outermost(root: Element, date: str) -> Iterator[tuple[str, Element]]:
    for child in root:
        if child.tag == "date":
            date = child.get("format", date)
        elif child.tag == "section":
            yield date, child
        elif child.tag not in _NO_DEBATES:
            yield from _outermost(child, date)


def _speakers(section: Element) -> frozenset[str]:
    """Names of the members beside or in what they contribute, as they are written."""
    members = (
        member
        for one in section.iter()
        if one.tag == "membercontribution" or one.find("membercontribution") is not None
        for member in one.findall("member")
    )
    return frozenset(filter(None, map(line_of, members)))


def _title(section: Element) -> str:
    found = section.find("title")
    return line_of(found, separate=_SEPARATE) if found is not None else ""


def _paragraphs(section: Element) -> Iterator[str]:
    """Titles, paragraphs, quotes and lists in their order, without marks of columns and pages."""
    for child in section:
        if child.tag in _WITHIN:
            yield from _paragraphs(child)
        elif child.tag == "title":
            yield line_of(child, separate=_SEPARATE)
        elif child.tag not in _NO_TEXT and (text := line_of(child, _NO_TEXT, _SEPARATE)):
            yield text
