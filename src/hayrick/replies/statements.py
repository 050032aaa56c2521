"""Reads replies that cite numbered documents: sentences or list items, each with the documents that it cites.

Source: ALCE (Gao et al., 2023), section 3, and its scorer; HELMET's is the same but for short sentences.
Differs: a mark after the full stop belongs to the sentence before it; "[1, 2]" cites two documents and "[1-3]" three;
    all marks of a sentence count and not the first three; list marks, headings and introductions that end with a colon
    are no statements; line breaks end sentences. `released_statements` and `released_items` read as the originals do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hayrick.replies.citations import Mark, find_citations, read_citations
from hayrick.text import sentences

LEAST_CHARACTERS = 5
"""Shorter pieces, such as "Yes.", are no statements. Source: HELMET's released scorer."""

MOST_STATEMENTS, MOST_CITED = 100, 10
"""Of a reply, and of a statement: what is beyond is not judged, and counts as not supported and not supporting."""

_STOPS, _WIDE_STOPS, _CLOSERS = ".?!…。！？", "。！？", "\"'”’»)"
_LIST_MARK = re.compile(r"\A\s*+(?:[-*+•‣◦▪●–—·]|\(?(?:\d{1,3}[.)]|[a-zA-Z]\)))\s+")
_ONLY_A_LIST_MARK = re.compile(r"[\s*_]*(?:[-*+•–—·]\s*)?\(?(?:\d{1,3}|[a-zA-Z])?")
_BOLD = re.compile(r"\*\*|__|`")
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


class Moved(NamedTuple):
    """A text after marks were moved, and how many groups of marks were."""

    text: str
    moved: int


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
    for line in _lines(reply, documents):
        for number, piece in enumerate(_items(line, documents)):
            one = _statement(piece, documents)
            forms = tuple(dict.fromkeys(_forms(one.text, not found and number == 0)))
            if forms:
                found.append((forms, one._replace(text=f"{question} {forms[-1]}")))
    statements = _bounded(one for _, one in found)
    items = tuple(forms for forms, _ in found)
    return CitedAnswer(text=_without_marks(reply, documents), statements=statements, unmoved=statements, items=items)


def move_marks(text: str, documents: Mapping[str, str]) -> Moved:
    """Move citation marks that follow the end of a sentence to before its closing punctuation.

    Neighbouring marks with blanks between them move together. They move where closing punctuation stands before them,
    with text before it in the same line, and after them the line ends, a new sentence begins, or a second stop stands,
    which is dropped. Marks that open a line or a list item stay; order and number of marks never change.

    Args:
        text: any text.
        documents: see `read_citations`.
    """
    lines = [_moved_in_line(line, [*find_citations(line, documents)]) for line in text.split("\n")]
    return Moved("\n".join(one.text for one in lines), sum(one.moved for one in lines))


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
    return tuple(piece.strip() for piece in _released_pieces(released_text(released_reply(reply))))


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
    for piece in pieces:
        if len(piece) < LEAST_CHARACTERS:
            continue
        cites = tuple(int(number[:10]) or n_documents for number in re.findall(r"\[(\d+)", piece))
        kept = () if max(cites, default=0) > n_documents else cites[:most]
        found.append(Statement(released_text(piece).strip(), kept))
    return tuple(found)


def _positions(n_documents: int) -> dict[str, str]:
    return {name: name for name in map(str, range(1, n_documents + 1))}


def _without_marks(reply: str, documents: Mapping[str, str]) -> str:
    return "\n".join(read_citations(line, documents).text for line in reply.split("\n")).strip()


def _lines(text: str, documents: Mapping[str, str]) -> Iterator[str]:
    """Lines without list marks; headings, and lines that introduce others with a colon, are left out."""
    lines = [line for line in text.splitlines() if line.strip()]
    for number, line in enumerate(lines):
        shown = _BOLD.sub("", _LIST_MARK.sub("", line, count=1)).strip()
        heads = number + 1 < len(lines) and (line.lstrip().startswith("#") or shown.endswith((":", "：")))
        if shown and not (heads and next(find_citations(line, documents), None) is None):
            yield shown


def _statements(text: str, documents: Mapping[str, str]) -> Iterator[Statement]:
    for line in _lines(text, documents):
        for start, end in sentences(line):
            if end - start < LEAST_CHARACTERS:
                continue
            found = _statement(line[start:end], documents)
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


def _items(line: str, documents: Mapping[str, str]) -> list[str]:
    """Pieces between commas and semicolons that stand outside of marks, each with the marks that follow it."""
    shown, done = [], 0
    for mark in find_citations(line, documents):
        shown += [line[done : mark.start], _MASK * (mark.end - mark.start)]
        done = mark.end
    cuts = [*_CUT.finditer("".join([*shown, line[done:]]))]
    starts, ends = [0, *(cut.end() for cut in cuts)], [*(cut.start() for cut in cuts), len(line)]
    pieces = [line[start:end] for start, end in zip(starts, ends, strict=True)]
    joined: list[str] = []
    for piece in pieces:
        bare = not any(map(str.isalnum, read_citations(piece, documents).text))
        if bare and joined:
            joined[-1] += piece
        elif piece.strip():
            joined.append(piece)
    return joined


def _forms(text: str, is_first: bool) -> Iterator[str]:
    """An item as it stands, without "and" before it, and the first one also without what introduces the list."""
    shown = text.strip(" \t,;，；、").rstrip(".。 ")
    for form in (shown, _AND.sub("", shown, count=1) if _AND.match(shown) else shown):
        if any(map(str.isalnum, form)):
            yield form
    if is_first and (lead := _LEAD_IN.match(shown)):
        yield shown[lead.end() :]


def _groups(line: str, marks: Sequence[Mark]) -> list[tuple[int, int]]:
    """Start and end of each group of marks with nothing but blanks between them."""
    found: list[tuple[int, int]] = []
    for mark in marks:
        if found and not line[found[-1][1] : mark.start].strip(" \t"):
            found[-1] = (found[-1][0], mark.end)
        else:
            found.append((mark.start, mark.end))
    return found


def _moved_in_line(line: str, marks: Sequence[Mark]) -> Moved:
    pieces: list[str] = []
    done = moved = 0
    for start, end in _groups(line, marks):
        stop = _stop_before(line, done, start)
        after = None if stop is None else _resumes(line, end, line[stop])
        if stop is None or after is None:
            continue
        closing = line[stop:start].rstrip(" \t")
        pieces += [line[done:stop].rstrip(" \t"), " ", line[start:end], closing]
        done, moved = after, moved + 1
    return Moved("".join([*pieces, line[done:]]), moved)


def _stop_before(line: str, done: int, start: int) -> int | None:
    """Where the closing punctuation begins that a group of marks follows; None where it follows none, or no text."""
    head = line[done:start].rstrip(" \t").rstrip(_CLOSERS)
    body = head.rstrip(_STOPS)
    if len(body) == len(head) or _ONLY_A_LIST_MARK.fullmatch(line[max(0, done + len(body) - 400) : done + len(body)]):
        return None
    return done + len(body)


def _resumes(line: str, end: int, stop: str) -> int | None:
    """Where the text goes on after a group of marks that belongs to the sentence before; None where it does not."""
    begin = end
    while begin < len(line) and line[begin] in " \t":
        begin += 1
    if begin == len(line):
        return end
    if line[begin] in _STOPS:
        while begin < len(line) and line[begin] in _STOPS:
            begin += 1
        return begin
    new = not line[begin].islower() and line[begin] not in ",;:)-–—"
    return end if new and (begin > end or stop in _WIDE_STOPS) else None
