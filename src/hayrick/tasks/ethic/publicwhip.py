"""TheyWorkForYou's XML of debates since 1918 (`debates2024-01-31a.xml`): headings and speeches in one sequence.

Written after the published format; tested with files of our own in it, since no real one was at hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from hayrick.tasks.ethic.sittings import Section
from hayrick.tasks.ethic.xml import line_of

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_SEPARATE = frozenset({"td", "tr", "li", "br"})
_NUMBERS = ("oral-qnum", "qnum")
"""Attributes of speeches and paragraphs that are numbered questions."""


def sections(root: Element, name: str) -> Iterator[Section]:
    """What stands from one major heading to the next, with its minor headings; question time aside.

    Question time is what follows an `<oral-heading>`, and what has a numbered question. What stands before the first
    heading is left out; a file without major headings is cut at its minor ones. Lists of votes are no text.

    Args:
        root: `<publicwhip>`.
        name: of the file, which has the date where no element has it.
    """
    major = "major-heading" if root.find("major-heading") is not None else "minor-heading"
    pieces: list[list[Element]] = []
    oral: list[bool] = []
    after_oral = False
    for one in root:
        if one.tag == "oral-heading":
            after_oral = True
        elif one.tag == major:
            pieces.append([one])
            oral.append(after_oral)
            after_oral = False
        elif pieces:
            pieces[-1].append(one)
    for piece, asked in zip(pieces, oral, strict=True):
        if not asked and not any(map(_is_question, piece)):
            yield _section(piece, name)


def _is_question(speech: Element) -> bool:
    return any(one.get(name) for one in speech.iter() for name in _NUMBERS)


def _section(piece: Sequence[Element], name: str) -> Section:
    dates = (_DATE.search(one) for one in (piece[0].get("id", ""), name))
    speeches = [one for one in piece if one.tag == "speech"]
    return Section(
        title=line_of(piece[0]),
        date=next((found[0] for found in dates if found), ""),
        speakers=frozenset(filter(None, map(_speaker, speeches))),
        paragraphs=tuple(text for one in piece for text in _paragraphs(one)),
    )


def _speaker(speech: Element) -> str:
    """The person's number, else the name; empty for what nobody says, such as remarks on procedure."""
    return "" if speech.get("nospeaker") == "true" else speech.get("person_id") or speech.get("speakername") or ""


def _paragraphs(one: Element) -> Iterator[str]:
    if one.tag.endswith("-heading"):
        yield line_of(one)
    elif one.tag == "speech":
        who = " ".join(one.get("speakername", "").split()) if _speaker(one) else ""
        texts = (
            filter(None, (line_of(child, separate=_SEPARATE) for child in one)) if len(one) else iter([line_of(one)])
        )
        for number, text in enumerate(texts):
            yield f"{who}: {text}" if who and number == 0 else text
