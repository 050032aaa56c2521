"""Finds citations in text, in all forms that models use.

Source: SummHay, section 4.1 (citations are read from brackets in the bullet).
Differs: the paper's pattern matches only brackets of digits, commas and spaces; see `PAPER`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import NamedTuple

_GROUP = re.compile(
    r"\[\[(?P<double>[^\[\]]{1,4000})\]\]"
    r"|\\?[\[［【〔](?P<square>[^\[\]［］【】〔〕]{1,4000}?)\\?[\]］】〕]"
    r"|[(（](?P<round>[^()（）\[\]［］【】〔〕]{1,4000})[)）]"
)
_OPENING = re.compile(r"[\\\[［【〔(（]")
_CUT_OFF = re.compile(r"[\[［【](?:Articles?|Documents?|Docs?|Conversations?)?[\s\d,]*+$")
_NOUN = (
    r"(?:art(?:icle)?s?|doc(?:ument)?s?|conv(?:ersation)?s?|sources?|passages?|texts?|dialog(?:ue)?s?|chapters?"
    r"|ref(?:erence)?s?|cit(?:ation|e)s?|nos?|numbers?|ids?)\.?"
)
_LEAD = rf"(?:(?:see|in|from|cf\.?|both)\s+)?(?:{_NOUN}\s*[:#_\-]?\s*)?(?:(?:{_NOUN})\s*[:#_\-]?\s*)?#?\^?"
_ONE = rf"{_LEAD}\d{{1,9}}(?:\s*(?:-|to|through)\s*{_LEAD}\d{{1,9}})?"
_SEPARATOR = r"\s*(?:[,;&/|]|\band\b)\s*(?:(?:and|&)\s+)?"
# Atomic groups: without them, a long list that does not match would take exponential time.
_LIST = re.compile(rf"(?>{_ONE})(?>{_SEPARATOR}{_ONE})*+\s*[,;.]?", re.IGNORECASE)
_NUMBER_OR_RANGE = re.compile(r"(\d+)(?:\s*(?:-|to|through)\s*[^\d,;&/|]{0,30}?(\d+))?", re.IGNORECASE)
_NOUN_AT_START = re.compile(rf"(?:(?:see|in|from|cf\.?|both)\s+)?{_NOUN}(?![a-z])", re.IGNORECASE)
_DAGGER = re.compile(r"†.*$", re.DOTALL)
_LINK_TARGET = re.compile(r"\((?:https?://|#|/)[^\s()]{0,500}\)")
_COMMAS = re.compile(r"[,;]")
# Possessive, and anchored at the start of each run, so that long runs do not take quadratic time.
_EMPTY = re.compile(r"[(（][,;\s]*+[)）]")
_SPACE_BEFORE = re.compile(r"(?<![ \t])[ \t]++([.,;:!?)])")
_SEVERAL = re.compile(r"([,;])(?:\s*+[,;])++")
_BEFORE_END = re.compile(r"(?<![,;:\s])[,;:\s]++([.!?])$")
_SPACES = re.compile(r"[ \t]{2,}")
_LOOSE = tuple(space + mark for space in " \t" for mark in ".,;:!?)")
_ENDS = (".", "!", "?")
_LOOSE_END = re.compile(r"[,;:\s]")
_DASHES = str.maketrans({"–": "-", "—": "-", "−": "-", "‑": "-", "~": "-", "、": ",", "，": ",", "；": ";"})

PAPER = re.compile(r"\[[\d, ]+\]")
"""Pattern of citations in the paper's scorer."""


class Mark(NamedTuple):
    """One citation mark: where it stands in its text, and what it cites as written, known or not."""

    start: int
    end: int
    names: tuple[str, ...]


class Cited(NamedTuple):
    """Citations of one text: ids of known documents, other citations as written; and the text without citations."""

    documents: frozenset[str]
    unknown: frozenset[str]
    text: str


def read_citations(text: str, documents: Mapping[str, str]) -> Cited:
    """Find the citations of a text, and remove them from it.

    Accepts brackets (square, doubled, full-width, lenticular) with numbers, ranges and lists of these, with or without
    a noun ("[3]", "[3, 17]", "[3-5]", "[Article 14]", "[Doc 3; Doc 5]", "【3†source】"), document ids ("[d03]"), and
    parentheses that start with a noun ("(Doc 3)"). A range cites each document in it.

    Args:
        text: one bullet.
        documents: accepted citation -> document id: 1-based positions as decimal strings, and ids.

    Returns:
        The citations. A number that is not a document's position is unknown.
    """
    known: set[str] = set()
    unknown: set[str] = set()
    pieces: list[str] = []
    done = 0
    for mark in find_citations(text, documents):
        pieces.append(text[done : mark.start])
        done = mark.end
        for name in mark.names:
            if name in documents:
                known.add(documents[name])
            else:
                unknown.add(name)
    # Drop a truncated trailing bracket; count it neither as citation nor as text.
    pieces.append(_CUT_OFF.sub("", text[done:]).rstrip())
    return Cited(frozenset(known), frozenset(unknown), _tidy("".join(pieces)) if len(pieces) > 1 else pieces[0].strip())


def find_citations(text: str, documents: Mapping[str, str]) -> Iterator[Mark]:
    """Find the citation marks of a text, in order; a link target after a mark belongs to it.

    Args:
        text: any text.
        documents: as in `read_citations`.
    """
    done = 0
    for match in _groups(text):
        if match.start() < done or (names := _names(match, documents)) is None:
            continue
        target = _LINK_TARGET.match(text, match.end()) if text.startswith("(", match.end()) else None
        done = target.end() if target else match.end()
        yield Mark(match.start(), done, tuple(names))


def _groups(text: str) -> Iterator[re.Match[str]]:
    """Matches of `_GROUP`, as `finditer` gives them: it is only tried where a bracket stands, which is faster."""
    at = 0
    while opening := _OPENING.search(text, at):
        match = _GROUP.match(text, opening.start())
        at = match.end() if match else opening.end()
        if match:
            yield match


def _names(match: re.Match[str], documents: Mapping[str, str]) -> list[str] | None:
    """Names that a bracket cites, or None if it is not a citation."""
    kind = match.lastgroup or "square"
    inside = _plain(match[kind]).strip()
    if kind == "round" and not _NOUN_AT_START.match(inside):
        return None
    if kind != "round":
        parts = [part.strip() for part in _COMMAS.split(inside)]
        if all(map(documents.__contains__, parts)):
            return parts
    if not _LIST.fullmatch(inside):
        return None
    names: list[str] = []
    for found in _NUMBER_OR_RANGE.finditer(inside):
        names.extend(_range(int(found[1]), int(found[2]), documents) if found[2] else [str(int(found[1]))])
    return names


def _plain(text: str) -> str:
    """A text without what follows a dagger, in plain digits, dashes and commas."""
    if text.isascii():
        return text.replace("~", "-")
    return unicodedata.normalize("NFKC", _DAGGER.sub("", text)).translate(_DASHES)


def _range(first: int, last: int, documents: Mapping[str, str]) -> list[str]:
    """All positions of a range; the part outside the documents gives one unknown name."""
    if first > last:
        return [str(first), str(last)]
    inside = [str(number) for number in range(max(first, 1), min(last, len(documents)) + 1) if str(number) in documents]
    return inside if len(inside) == last - first + 1 else [*inside, f"{first}-{last}"]


def _tidy(text: str) -> str:
    text = _EMPTY.sub("", text).lstrip(" \t,;")
    if any(map(text.__contains__, _LOOSE)):
        text = _SPACE_BEFORE.sub(r"\1", text)
    text = _SEVERAL.sub(r"\1", text).strip()
    if text.endswith(_ENDS) and _LOOSE_END.fullmatch(text[-2:-1]):
        text = _BEFORE_END.sub(r"\1", text)
    if "  " in text or "\t" in text:
        text = _SPACES.sub(" ", text)
    return text.rstrip(" ,;")
