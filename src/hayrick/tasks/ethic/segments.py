"""Segments of the cases that cite a target case, with every citation masked alike.

Source: ETHIC, section 3.3: pages are labelled, grouped into segments, and then every citation gets the same mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hayrick.tasks.ethic.law import Group, citations, masked
from hayrick.tasks.ethic.opinions import Case, plain
from hayrick.text import sentences
from hayrick.tokens import count_tokens

SEGMENT_TOKENS = 2048
ABOUT_SENTENCES = 8


class Page(NamedTuple):
    """A page with masked citations, and whether one of them is of the target."""

    text: str
    of_target: bool
    tokens: int


class Segmented(NamedTuple):
    """Segments of a group, numbered from 1 on, and which of them cite the target."""

    segments: tuple[str, ...]
    of_target: frozenset[int]
    about: str
    """The target's name and what it is about."""


def segmented(group: Group, most_tokens: int, encoding: str) -> Segmented:
    """Mask, label and group the pages of all citing cases; a segment is of one case.

    Args:
        group: the target and its citing cases.
        most_tokens: of a segment; a page of more tokens is cut at the end of a paragraph or sentence.
        encoding: of the tokens.
    """
    segments: list[str] = []
    hits: set[int] = set()
    for case in group.citing:
        left = 0
        for page in _pages(case, group.target, most_tokens, encoding):
            if page.tokens > left:
                segments.append("")
                left = most_tokens
            segments[-1] = f"{segments[-1]}\n\n{page.text}".strip()
            left -= page.tokens
            hits |= {len(segments)} if page.of_target else set()
    return Segmented(tuple(segments), frozenset(hits), about(group.target))


def about(target: Case) -> str:
    """Name and year of a case, and its summary; without one the first sentences of its opinion, as they are."""
    text = target.summary or plain("\n\n".join(target.pages[:3]))
    line = re.sub(r"\s+", " ", text)[:20_000]
    lead = " ".join(line[one.start : one.end] for one in sentences(line)[:ABOUT_SENTENCES])
    year = f" ({target.date[:4]})" if target.date else ""
    return f"{target.name}{year}\n\n{lead}"


def _pages(case: Case, target: Case, most_tokens: int, encoding: str) -> Iterator[Page]:
    """Pieces of pages; a citation that goes on from the piece before ("id.") is known as such."""
    last = False
    for page in case.pages:
        for piece in _pieces(page, most_tokens, encoding):
            found = citations(piece, target, last)
            last = found[-1].of_target if found else last
            text = masked(piece, found)
            tokens = count_tokens(f"\n\n{text}", encoding).n
            yield Page(text, any(one.of_target for one in found), tokens)


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
