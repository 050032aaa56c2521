"""Sentences of texts whose lines are wrapped, as in plain-text books and in some corpora.

`text.sentences` ends a sentence at every line break, which is right for headings, lists and most files. Where more than
a third of the line breaks stand within sentences, the parts of a sentence are put together.
"""

from __future__ import annotations

import re
from itertools import pairwise

from hayrick.text import Span, sentences

_ENDS = frozenset(".!?…:。！？।॥؟۔።။\"'”’」』)]）»")
WITHIN = 1 / 3
"""Share of line breaks before a small letter and after no full stop, above which a text is taken as wrapped."""

LINE = 40
"""Characters of a line from which it is taken as full, so that what follows belongs to it even after a capital."""

LONGEST = 2000
"""Characters of the longest sentence that is put together."""

_BREAK = re.compile(r"[ \t]*\n(?![ \t]*\n)[ \t]*")
"""The end of a line that no empty line follows."""

_EMPTY = re.compile(r"(\n[ \t]*\n)")
_CODE = re.compile(r"^ *(```+|~~~+).*?(?:^ *\1|\Z)", re.DOTALL | re.MULTILINE)
"""A block of code in Markdown, from one fence to the next."""

_MARK = re.compile(r"(?:[-*+•>|#]|\d{1,3}[.)])(?:\s|[#|])")
"""How a line begins that is an item of a list, a heading, a quotation or a row, and no part of the one before."""


def whole_sentences(text: str) -> list[Span]:
    """Sentences of a text, in order and disjoint; those that lines cut apart are whole in a wrapped text."""
    parts = sentences(text)
    breaks = [
        place for place, (one, other) in enumerate(pairwise(parts), 1) if text.count("\n", one.end, other.start) == 1
    ]
    cuts = [place for place in breaks if text[parts[place - 1].end - 1] not in _ENDS]
    within = [place for place in cuts if text[parts[place].start].islower()]
    if not breaks or len(within) <= WITHIN * len(breaks):
        return parts
    full = (place for place in cuts if _full(text, parts[place - 1]) and not _MARK.match(text, parts[place].start))
    goes_on = {*within, *full}
    found: list[Span] = []
    for place, part in enumerate(parts):
        if place in goes_on and part.end - found[-1].start <= LONGEST:
            found[-1] = Span(found[-1].start, part.end)
        else:
            found.append(part)
    return found


def unwrapped(text: str) -> str:
    """A text without the line breaks after full lines within its sentences, where its lines are wrapped.

    They may be so in the whole text, or in some paragraphs beside lists and tables. Code between fences is left alone.
    """
    found, at = list[str](), 0
    for code in _CODE.finditer(text):
        found += [_prose(text[at : code.start()]), code[0]]
        at = code.end()
    return "".join([*found, _prose(text[at:])])


def _prose(text: str) -> str:
    return "".join(map(_joined, _EMPTY.split(_joined(text))))


def _joined(text: str) -> str:
    found, at = list[str](), 0
    for start, end in whole_sentences(text):
        for one in _BREAK.finditer(text, start, end):
            if one.start() - text.rfind("\n", 0, one.start()) > LINE:
                found += [text[at : one.start()], " "]
                at = one.end()
    return "".join([*found, text[at:]])


def _full(text: str, part: Span) -> bool:
    return part.end - max(part.start, text.rfind("\n", 0, part.end) + 1) >= LINE
