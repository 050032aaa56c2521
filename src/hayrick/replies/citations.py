"""Find citations in text, in every form that models write them.

Source: SummHay, section 4.1 (citations are read from brackets in the bullet).
Differs: the paper's pattern takes any bracket of digits, commas and spaces only; see `PAPER`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import NamedTuple

_GROUP = re.compile(
    r"\[\[(?P<double>[^\[\]]{1,4000})\]\]"
    r"|\\?[\[［【〔](?P<square>[^\[\]［］【】〔〕]{1,4000}?)\\?[\]］】〕]"
    r"|[(（](?P<round>[^()（）\[\]［］【】〔〕]{1,4000})[)）]"
)
_CUT_OFF = re.compile(r"[\[［【](?:Articles?|Documents?|Docs?|Conversations?)?[\s\d,]*+$")
_NOUN = (
    r"(?:art(?:icle)?s?|doc(?:ument)?s?|conv(?:ersation)?s?|sources?|passages?|texts?|dialog(?:ue)?s?|chapters?"
    r"|ref(?:erence)?s?|cit(?:ation|e)s?|nos?|numbers?|ids?)\.?"
)
_LEAD = rf"(?:(?:see|in|from|cf\.?|both)\s+)?(?:{_NOUN}\s*[:#_\-]?\s*)?(?:(?:{_NOUN})\s*[:#_\-]?\s*)?#?\^?"
_ONE = rf"{_LEAD}\d{{1,9}}(?:\s*(?:-|to|through)\s*{_LEAD}\d{{1,9}})?"
_SEPARATOR = r"\s*(?:[,;&/|]|\band\b)\s*(?:(?:and|&)\s+)?"
# Atomic: what has been read as one citation is not read another way, or a long list that fails takes exponential time.
_LIST = re.compile(rf"(?>{_ONE})(?>{_SEPARATOR}{_ONE})*+\s*[,;.]?", re.IGNORECASE)
_NUMBER_OR_RANGE = re.compile(r"(\d+)(?:\s*(?:-|to|through)\s*[^\d,;&/|]{0,30}?(\d+))?", re.IGNORECASE)
_NOUN_AT_START = re.compile(rf"(?:(?:see|in|from|cf\.?|both)\s+)?{_NOUN}(?![a-z])", re.IGNORECASE)
_DAGGER = re.compile(r"†.*$", re.DOTALL)
_LINK_TARGET = re.compile(r"\((?:https?://|#|/)[^\s()]{0,500}\)")
_DASHES = str.maketrans({"–": "-", "—": "-", "−": "-", "‑": "-", "~": "-", "、": ",", "，": ",", "；": ";"})

PAPER = re.compile(r"\[[\d, ]+\]")
"""Citations as the paper's scorer reads them."""


class Cited(NamedTuple):
    """Citations of one text: ids of known documents, and what names none, as written; and the text without them."""

    documents: frozenset[str]
    unknown: frozenset[str]
    text: str


def read_citations(text: str, documents: Mapping[str, str]) -> Cited:
    """Citations of a text, and the text without them.

    Read are brackets (square, doubled, full-width, lenticular) that hold numbers, ranges and lists of them with or
    without a noun ("[3]", "[3, 17]", "[3-5]", "[Article 14]", "[Doc 3; Doc 5]", "【3†source】"), document ids
    ("[d03]"), and parentheses that begin with a noun ("(Doc 3)"). A range counts each document within it.

    Args:
        text: one bullet.
        documents: what a citation may say -> document id: 1-based positions as decimal strings, and ids.

    Returns:
        The citations. A number that is no document's position is unknown.
    """
    known: set[str] = set()
    unknown: set[str] = set()
    pieces: list[str] = []
    done = 0
    for match in _GROUP.finditer(text):
        names = _names(match, documents)
        if names is None:
            continue
        pieces.append(text[done : match.start()])
        done = match.end()
        if target := _LINK_TARGET.match(text, done):
            done = target.end()
        for name in names:
            if name in documents:
                known.add(documents[name])
            else:
                unknown.add(name)
    # A reply that ran out of tokens may end inside a bracket: what cannot be read is no citation, and no word either.
    pieces.append(_CUT_OFF.sub("", text[done:]).rstrip())
    return Cited(frozenset(known), frozenset(unknown), _tidy("".join(pieces)) if len(pieces) > 1 else pieces[0].strip())


def _names(match: re.Match[str], documents: Mapping[str, str]) -> list[str] | None:
    """What a bracket cites, or None where it is no citation."""
    kind = match.lastgroup or "square"
    inside = unicodedata.normalize("NFKC", _DAGGER.sub("", match[kind])).translate(_DASHES).strip()
    if kind == "round" and not _NOUN_AT_START.match(inside):
        return None
    if kind != "round":
        parts = [part.strip() for part in re.split(r"[,;]", inside)]
        if all(part in documents for part in parts):
            return parts
    if not _LIST.fullmatch(inside):
        return None
    names: list[str] = []
    for found in _NUMBER_OR_RANGE.finditer(inside):
        names.extend(_range(int(found[1]), int(found[2]), documents) if found[2] else [str(int(found[1]))])
    return names


def _range(first: int, last: int, documents: Mapping[str, str]) -> list[str]:
    """Every position of a range; what lies outside the documents is one unknown name, however long the range."""
    if first > last:
        return [str(first), str(last)]
    inside = [str(number) for number in range(max(first, 1), min(last, len(documents)) + 1) if str(number) in documents]
    return inside if len(inside) == last - first + 1 else [*inside, f"{first}-{last}"]


def _tidy(text: str) -> str:
    # Possessive, and begun only where a run begins: long runs must not take quadratic time.
    text = re.sub(r"[(（][,;\s]*+[)）]", "", text).lstrip(" \t,;")
    text = re.sub(r"(?<![ \t])[ \t]++([.,;:!?)])", r"\1", text)
    text = re.sub(r"([,;])(?:\s*+[,;])++", r"\1", text)
    text = re.sub(r"(?<![,;:\s])[,;:\s]++([.!?])$", r"\1", text.strip())
    return re.sub(r"[ \t]{2,}", " ", text).rstrip(" ,;")
