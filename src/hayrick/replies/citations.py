"""Finds citations in text, in all forms that models use.

Source: SummHay, section 4.1 (citations are read from brackets in the bullet).
Differs: the paper's pattern matches only brackets of digits, commas and spaces; see `PAPER`.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

_GROUP = re.compile(
    r"\[\[(?P<double>[^\[\]]{1,4000})\]\]"
    r"|\\?[\[［【〔](?P<square>[^\[\]［］【】〔〕]{1,4000}?)\\?[\]］】〕]"
    r"|[(（](?P<round>[^()（）\[\]［］【】〔〕]{1,4000})[)）]"
)
_OPENING = re.compile(r"[\[［【〔(（]")
_CUT_OFF = re.compile(r"[\[［【](?:Articles?|Documents?|Docs?|Conversations?)?[\s\d,]*+$")
_NOUN = (
    r"(?:art(?:icle)?s?|doc(?:ument)?s?|conv(?:ersation)?s?|sources?|passages?|texts?|dialog(?:ue)?s?|chapters?"
    r"|ref(?:erence)?s?|cit(?:ation|e)s?|nos?|numbers?|ids?)\.?"
)
_LEAD = rf"(?:(?:see|in|from|cf\.?|both)\s++)?(?:{_NOUN}\s*+[:#_\-]?+\s*+)?(?:(?:{_NOUN})\s*+[:#_\-]?+\s*+)?#?\^?"
_ONE = rf"{_LEAD}\d{{1,9}}(?:\s*(?:-|to|through)\s*{_LEAD}\d{{1,9}})?"
_SEPARATOR = r"\s*(?:[,;&/|]|\band\b)\s*(?:(?:and|&)\s+)?"
# Atomic groups: without them, a long list that does not match would take exponential time.
_LIST = re.compile(rf"(?>{_ONE})(?>{_SEPARATOR}{_ONE})*+\s*[,;.]?", re.IGNORECASE)
_NUMBER_OR_RANGE = re.compile(r"(\d+)(?:\s*(?:-|to|through)\s*[^\d,;&/|]{0,30}?(\d+))?", re.IGNORECASE)
_NOUN_AT_START = re.compile(rf"(?:(?:see|in|from|cf\.?|both)\s+)?{_NOUN}(?![a-z])", re.IGNORECASE)
_DAGGER = re.compile(r"†.*$", re.DOTALL)
_LINK_TARGET = re.compile(r"\((?:https?://|#|/)[^\s()]{0,500}\)")
_DASHES = str.maketrans({"–": "-", "—": "-", "−": "-", "‑": "-", "~": "-", "、": ",", "，": ",", "；": ";"})

PAPER = re.compile(r"\[[\d, ]+\]")
"""Pattern of citations in the paper's scorer."""


class Mark(NamedTuple):
    """One citation mark: where it stands in its text, and what it cites as written, known or not.

    `ranges` are first and last number of rising ranges.
    """

    start: int
    end: int
    names: tuple[str, ...]
    ranges: tuple[tuple[int, int], ...] = ()


_Cites = tuple[tuple[str, ...], tuple[tuple[int, int], ...]]
"""Names and ranges of a mark."""


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
    if not may_cite(text):
        return Cited(frozenset(), frozenset(), text.strip())
    marks = [*find_citations(text, documents)]
    cited = {name for mark in marks for name in mark.names}
    cited |= _in_ranges({one for mark in marks for one in mark.ranges}, documents)
    known = frozenset(documents[name] for name in cited if name in documents)
    unknown = frozenset(name for name in cited if name not in documents)
    return Cited(known, unknown, _without(text, marks))


def without_citations(text: str, documents: Mapping[str, str]) -> str:
    """The text that `read_citations` leaves; what is cited is not looked at."""
    return _without(text, [*find_citations(text, documents)]) if may_cite(text) else text.strip()


def _without(text: str, marks: Sequence[Mark]) -> str:
    starts, ends = [0, *(mark.end for mark in marks)], [*(mark.start for mark in marks), len(text)]
    pieces = [text[start:end] for start, end in zip(starts, ends, strict=True)]
    # Drop a truncated trailing bracket; count it neither as citation nor as text.
    pieces[-1] = _CUT_OFF.sub("", pieces[-1]).rstrip()
    return _tidy("".join(pieces)) if marks else pieces[0].strip()


def may_cite(text: str) -> bool:
    """Whether a text has a bracket that could open a citation mark."""
    return _OPENING.search(text) is not None


def find_citations(text: str, documents: Mapping[str, str]) -> Iterator[Mark]:
    """Find the citation marks of a text, in order; a link target after a mark belongs to it.

    Args:
        text: any text.
        documents: as in `read_citations`.
    """
    done = 0
    known: dict[str, _Cites | None] = {}
    for match in _GROUP.finditer(text):
        if match.start() < done:
            continue
        if match[0] not in known:
            known[match[0]] = _cited(match, documents)
        cited = known[match[0]]
        if cited is None:
            continue
        target = _LINK_TARGET.match(text, match.end())
        done = target.end() if target else match.end()
        yield Mark(match.start(), done, *cited)


def _cited(match: re.Match[str], documents: Mapping[str, str]) -> _Cites | None:
    """Names and ranges that a bracket cites, or None if it is not a citation."""
    kind = match.lastgroup or "square"
    inside = unicodedata.normalize("NFKC", _DAGGER.sub("", match[kind])).translate(_DASHES).strip()
    if kind == "round" and not _NOUN_AT_START.match(inside):
        return None
    if kind != "round":
        parts = tuple(part.strip() for part in re.split(r"[,;]", inside))
        if all(part in documents for part in parts):
            return parts, ()
    if not _LIST.fullmatch(inside):
        return None
    names: list[str] = []
    ranges: list[tuple[int, int]] = []
    for found in _NUMBER_OR_RANGE.finditer(inside):
        first, last = int(found[1]), int(found[2] or found[1])
        if first < last:
            ranges.append((first, last))
        else:
            names += dict.fromkeys([str(first), str(last)])
    return tuple(names), tuple(ranges)


def _in_ranges(ranges: Set[tuple[int, int]], documents: Mapping[str, str]) -> set[str]:
    """All positions of ranges; what of a range lies outside the documents gives one unknown name.

    Each position is looked at once, in however many ranges it is.
    """
    inside: list[int] = []
    done = 0
    for first, last in sorted(ranges):
        end = min(last, len(documents))
        inside += [number for number in range(max(first, done + 1), end + 1) if str(number) in documents]
        done = max(done, end)
    beyond = {
        f"{first}-{last}"
        for first, last in ranges
        if bisect_right(inside, last) - bisect_left(inside, first) < last - first + 1
    }
    return {*map(str, inside), *beyond}


def _tidy(text: str) -> str:
    # Possessive, and anchored at the start of each run, so that long runs do not take quadratic time.
    text = re.sub(r"[(（][,;\s]*+[)）]", "", text).lstrip(" \t,;")
    text = re.sub(r"(?<![ \t])[ \t]++([.,;:!?)])", r"\1", text)
    text = re.sub(r"([,;])(?:\s*+[,;])++", r"\1", text)
    text = re.sub(r"(?<![,;:\s])[,;:\s]++([.!?])$", r"\1", text.strip())
    return re.sub(r"[ \t]{2,}", " ", text).rstrip(" ,;")
