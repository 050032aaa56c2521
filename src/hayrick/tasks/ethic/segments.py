"""Segments of the cases that cite a target case, with every citation masked alike.

Source: ETHIC, section 3.3: pages are labelled, grouped into segments, and then every citation gets the same mark.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from hayrick.tasks.ethic.law import Found, Group, citations, masked
from hayrick.tasks.ethic.opinions import Case, plain
from hayrick.text import Span, sentences
from hayrick.tokens import count_tokens

SEGMENT_TOKENS = 2048
ABOUT_SENTENCES = 8


class Piece(NamedTuple):
    """A page of a citing case, or a part of one, with links marked."""

    case: Case
    written: str
    cited: tuple[Found, ...]
    """Citations that rules find in it."""

    @property
    def text(self) -> str:
        """As a model is shown it."""
        return plain(self.written)


class Segmented(NamedTuple):
    """Segments of a group, numbered from 1 on, and which of them cite the target."""

    segments: tuple[str, ...]
    of_target: frozenset[int]
    about: str
    """The target's name and what it is about."""


Marked = Callable[[Piece], Sequence[Span]]
"""Where the text of a piece refers to the target."""


def segmented(group: Group, most_tokens: int, encoding: str, marked: Marked | None = None) -> Segmented:
    """Mask, label and group the pages of all citing cases; a segment is of one case.

    Args:
        group: the target and its citing cases.
        most_tokens: of a segment; a page of more tokens is cut at the end of a paragraph or sentence.
        encoding: of the tokens.
        marked: what refers to the target; by rule if None. What rules find is masked in both cases.
    """
    segments: list[str] = []
    hits: set[int] = set()
    last: Case | None = None
    left = 0
    for piece in pieces(group, most_tokens, encoding):
        places = [] if marked is None else marked(piece)
        of_target = any(one.of_target for one in piece.cited) if marked is None else bool(places)
        text = masked(piece.written, piece.cited, places)
        tokens = count_tokens(f"\n\n{text}", encoding).n
        if piece.case is not last or tokens > left:
            segments.append("")
            last, left = piece.case, most_tokens
        segments[-1] = f"{segments[-1]}\n\n{text}".strip()
        left -= tokens
        hits |= {len(segments)} if of_target else set()
    return Segmented(tuple(segments), frozenset(hits), about(group.target))


def pieces(group: Group, most_tokens: int, encoding: str) -> Iterator[Piece]:
    """Pieces of all pages; a citation that goes on from the piece before ("id.") is known as such."""
    for case in group.citing:
        last = False
        for page in case.pages:
            for written in _pieces(page, most_tokens, encoding):
                found = citations(written, group.target, last)
                last = found[-1].of_target if found else last
                yield Piece(case, written, tuple(found))


def about(target: Case) -> str:
    """Name and year of a case, and its summary; without one the first sentences of its opinion, as they are."""
    text = target.summary or plain("\n\n".join(target.pages[:3]))
    line = re.sub(r"\s+", " ", text)[:20_000]
    lead = " ".join(line[one.start : one.end] for one in sentences(line)[:ABOUT_SENTENCES])
    year = f" ({target.date[:4]})" if target.date else ""
    return f"{target.name}{year}\n\n{lead}"


def _pieces(page: str, most_tokens: int, encoding: str) -> Sequence[str]:
    """A page, or its parts where it is too long for a segment: cut between paragraphs, else where sentences end."""
    if count_tokens(page, encoding).n <= most_tokens // 2:
        return [page]
    parts: list[str] = []
    left = 0
    for paragraph in page.split("\n\n"):
        many = [paragraph]
        if count_tokens(paragraph, encoding).n > most_tokens // 2:
            many = [paragraph[one.start : one.end] for one in sentences(paragraph)]
        for number, piece in enumerate(many):
            size = count_tokens(piece, encoding).n
            if size > left or not parts:
                parts.append(piece)
                left = most_tokens // 2
            else:
                parts[-1] += ("\n\n" if number == 0 else " ") + piece
            left -= size
    return parts
