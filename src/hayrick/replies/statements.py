"""Reads replies that cite numbered documents: sentences or list items, each with the documents that it cites.

Source: ALCE (Gao et al., 2023), section 3, and its scorer; HELMET's is the same but for short sentences.
Differs: a mark after the full stop belongs to the sentence before it; "[1, 2]" cites two documents and "[1-3]" three;
    all marks of a sentence count and not the first three; list marks, headings and introductions that end with a colon
    are no statements; line breaks end sentences. `released_statements` and `released_items` read as the originals do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from hayrick.replies.citations import find_citations, may_cite, read_citations, without_citations
from hayrick.replies.marks import move_marks
from hayrick.text import sentences

LEAST_CHARACTERS = 5
"""Shorter pieces, such as "Yes.", are no statements. Source: HELMET's released scorer."""

MOST_STATEMENTS, MOST_CITED = 100, 10
"""Of a reply, and of a statement: what is beyond is not judged, and counts as not supported and not supporting."""

MOST_READ, MOST_LINES = 1000, 10_000
"""Sentences or items of a reply that are read, and lines that are not blank; those beyond count nowhere.

The 300 tokens that are asked for hold far fewer.
"""

_LIST_MARK = re.compile(r"(?:[-*+•‣◦▪●–—·]|\(?(?:\d{1,3}[.)]|[a-zA-Z]\)))\s+")
_HEADING = re.compile(r"\s*#{1,6}\s")
_BOLD = re.compile(r"(?<![A-Za-z0-9])(?:\*\*|__)(?=\S)|(?<=\S)(?:\*\*|__)(?![A-Za-z0-9])|`")
_LEAD_IN = re.compile(r"(?:[^:]{1,300}:|.{1,300}?\b(?:are|is|were|was|include|includes|including)\b)\s+(?=\S)")
_AND = re.compile(r"(?:and|or|&)\s+", re.IGNORECASE)
_MASK = "\0"
_CUT = re.compile(rf"(?<!\d),|,(?!\d{{3}}(?!\d))|[;，；、]|(?<={_MASK})\s+and\s")
_RELEASED_MARK = re.compile(r" ?\[\d+")


class Statement(NamedTuple):
    """One statement of a reply, and what it cites."""

    text: str
    """Without citation marks."""

    cites: tuple[int, ...] = ()
    """Positions of documents, from 1: by default each once, ascending, at most `MOST_CITED`."""

    further: int = 0
    """Citations that support nothing: of documents that do not exist, or beyond what is judged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedAnswer:
    """A reply as statements with citations.

    Args:
        text: the whole reply without citation marks.
        statements: with marks moved to the sentence that they follow.
        unmoved: with marks where they stand.
        moved: number of groups of neighbouring marks that were moved.
        items: of a list, each in the forms in which it may be read; empty for prose.
    """

    text: str
    statements: tuple[Statement, ...]
    unmoved: tuple[Statement, ...]
    moved: int = 0
    items: tuple[tuple[str, ...], ...] = ()


def read_statements(reply: str, n_documents: int) -> CitedAnswer:
    """Read the sentences of a reply, each with its citations.

    Args:
        reply: any text.
        n_documents: number of documents that can be cited, as 1, 2, ...
    """
    documents = _positions(n_documents)
    moved = move_marks(reply, documents)
    statements, unmoved = (_bounded(_statements(text, documents)) for text in (moved.text, reply))
    return CitedAnswer(text=_without_marks(reply, documents), statements=statements, unmoved=unmoved, moved=moved.moved)


def read_list(reply: str, question: str, n_documents: int) -> CitedAnswer:
    """Read the items of a list, each with its citations; the statement of an item is the question and the item.

    Items stand on lines of their own, or between commas, semicolons, and "and" after a citation mark.

    Args:
        reply: any text.
        question: that the list answers.
        n_documents: number of documents that can be cited.
    """
    documents = _positions(n_documents)
    found: list[tuple[tuple[str, ...], Statement]] = []
    pieces = (
        (number, piece) for line in _lines(reply, documents) for number, piece in enumerate(_items(line, documents))
    )
    for number, piece in islice(pieces, MOST_READ):
        one = _statement(piece, documents)
        forms = tuple(dict.fromkeys(_forms(one.text, not found and number == 0)))
        if forms:
            found.append((forms, one._replace(text=f"{question} {forms[-1]}")))
    statements = _bounded(one for _, one in found)
    items = tuple(forms for forms, _ in found)
    return CitedAnswer(text=_without_marks(reply, documents), statements=statements, unmoved=statements, items=items)


def released_statements(
    reply: str, n_documents: int, most: int | None = 3, split: Callable[[str], Iterable[tuple[int, int]]] = sentences
) -> tuple[Statement, ...]:
    """Sentences with citations as HELMET's scorer reads them.

    A citation is a number after "["; a sentence that cites a document beyond the last one has none; [0] is the last
    document; marks stay where they stand, repeated ones count each time; pieces under five characters are left out.

    Args:
        reply: any text.
        n_documents: >= 1.
        most: how many citations of a sentence count; None for all.
        split: start and end of each sentence of a text; the original takes NLTK's.

    Source: HELMET at commit 4526dfb.
    """
    text = released_reply(reply)
    return _released((text[start:end] for start, end in split(text)), n_documents, most)


def released_list(reply: str, question: str, n_documents: int, most: int | None = 3) -> tuple[Statement, ...]:
    """Items between commas as `released_statements` reads sentences, each after the question. HELMET at 4526dfb."""
    pieces = [f"{question} {piece.strip()}" for piece in _released_pieces(released_reply(reply))]
    return _released(pieces, n_documents, most)


def released_items(reply: str) -> tuple[str, ...]:
    """Items between commas, without marks, as HELMET's scorer at commit 4526dfb takes them from a reply."""
    pieces = _released_pieces(released_text(released_reply(reply)))
    return tuple(piece.strip() for piece in pieces[:MOST_READ])


def released_text(text: str) -> str:
    """A text without citation marks as HELMET's scorer at commit 4526dfb removes them; "[1, 2]" leaves ", 2"."""
    return _RELEASED_MARK.sub("", text).replace(" |", "").replace("]", "")


def released_reply(reply: str) -> str:
    """A reply on one line, as HELMET's scorer at commit 4526dfb begins with it."""
    return reply.replace("\n", " ").replace("<|im_end|>", "").strip()


def _released_pieces(text: str) -> list[str]:
    return text.rstrip().rstrip(".").rstrip(",").split(",")


def _released(pieces: Iterable[str], n_documents: int, most: int | None) -> tuple[Statement, ...]:
    found = []
    for piece in islice((one for one in pieces if len(one) >= LEAST_CHARACTERS), MOST_READ):
        cites = tuple(int(number[:10]) or n_documents for number in re.findall(r"\[(\d+)", piece))
        kept = () if max(cites, default=0) > n_documents else cites[:most]
        found.append(Statement(released_text(piece).strip(), kept))
    return tuple(found)


def _positions(n_documents: int) -> dict[str, str]:
    return {name: name for name in map(str, range(1, n_documents + 1))}


def _without_marks(reply: str, documents: Mapping[str, str]) -> str:
    if not may_cite(reply):
        return "\n".join(map(str.strip, reply.split("\n"))).strip()
    return "\n".join(without_citations(line, documents) for line in reply.split("\n")).strip()


def _lines(text: str, documents: Mapping[str, str]) -> Iterator[str]:
    """Lines without list marks; headings, and lines that introduce others with a colon, are left out."""
    lines = [*islice((shown for line in text.splitlines() if (shown := line.strip())), MOST_LINES)]
    for number, line in enumerate(lines):
        marked = _LIST_MARK.match(line)
        shown = _BOLD.sub("", line[marked.end() :] if marked else line).strip()
        heads = number + 1 < len(lines) and (_HEADING.match(line) is not None or shown.endswith((":", "：")))
        if shown and not (heads and next(find_citations(line, documents), None) is None):
            yield shown


def _statements(text: str, documents: Mapping[str, str]) -> Iterator[Statement]:
    pieces = (line[start:end] for line in _lines(text, documents) for start, end in sentences(line))
    for piece in islice((one for one in pieces if len(one) >= LEAST_CHARACTERS), MOST_READ):
        found = _statement(piece, documents)
        if any(map(str.isalnum, found.text)):
            yield found


def _statement(piece: str, documents: Mapping[str, str]) -> Statement:
    cited = read_citations(piece, documents)
    cites = sorted(map(int, cited.documents))
    beyond = len(cited.unknown) + max(0, len(cites) - MOST_CITED)
    return Statement(cited.text, tuple(cites[:MOST_CITED]), beyond)


def _bounded(statements: Iterable[Statement]) -> tuple[Statement, ...]:
    """All statements; those beyond `MOST_STATEMENTS` cite nothing that is judged."""
    return tuple(
        one if number < MOST_STATEMENTS else Statement(one.text, (), one.further + len(one.cites))
        for number, one in enumerate(statements)
    )


def _items(line: str, documents: Mapping[str, str]) -> Iterator[str]:
    """Pieces between commas and semicolons that stand outside of marks, each with the marks that follow it."""
    shown, done = [], 0
    for mark in find_citations(line, documents):
        shown += [line[done : mark.start], _MASK * (mark.end - mark.start)]
        done = mark.end
    cuts = [*_CUT.finditer("".join([*shown, line[done:]]))]
    starts, ends = [0, *(cut.end() for cut in cuts)], [*(cut.start() for cut in cuts), len(line)]
    joined: list[str] = []
    for piece in (line[start:end] for start, end in zip(starts, ends, strict=True)):
        if joined and any(map(str.isalnum, without_citations(piece, documents))):
            yield "".join(joined)
            joined = []
        if joined or piece.strip():
            joined.append(piece)
    if joined:
        yield "".join(joined)


def _forms(text: str, is_first: bool) -> Iterator[str]:
    """An item as it stands, without "and" before it, and the first one also without what introduces the list."""
    shown = text.strip(" \t,;，；、").rstrip(".。 ")
    for form in (shown, _AND.sub("", shown, count=1) if _AND.match(shown) else shown):
        if any(map(str.isalnum, form)):
            yield form
    if is_first and (lead := _LEAD_IN.match(shown)):
        yield shown[lead.end() :]
