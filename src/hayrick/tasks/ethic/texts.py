"""Long texts as ETHIC cuts them: sections of whole sentences within a number of tokens."""

from __future__ import annotations

import re

from hayrick.text import sentences
from hayrick.tokens import cut_tokens, token_counts

_GUTENBERG = re.compile(
    r"\*\*\* ?START OF TH[^\n]*\n(.*?)(?:\n(?:\*\*\* ?END OF TH|End of (?:the )?Project Gutenberg)|\Z)", re.DOTALL
)


def sections_of(text: str, most_tokens: int) -> list[str]:
    """Split a text into sections of whole sentences, as long as fits; a sentence that is too long is cut into parts.

    Lines of a paragraph are joined; a paragraph begins a line. Project Gutenberg's own words before and after a book
    are left out.

    Args:
        text: plain text, with a blank line between paragraphs.
        most_tokens: of a section, in cl100k, > 0.

    Source: ETHIC, section 3.3 (sections of at most 1,024 tokens).
    """
    book = _GUTENBERG.search(text)
    pieces = [part for piece in _pieces(book[1] if book else text) for part in _parts(piece, most_tokens)]
    found: list[str] = []
    left = 0
    for piece, size in zip(pieces, token_counts(tuple(pieces)), strict=True):
        if size > left:
            found.append("")
            left = most_tokens
        found[-1] += piece
        left -= size
    return [section.strip() for section in found if section.strip()]


def _pieces(text: str) -> list[str]:
    """Sentences, each with the space or line break before it, as tokens have it."""
    found: list[str] = []
    for paragraph in re.split(r"\n\s*\n", text.replace("\r\n", "\n")):
        line = " ".join(paragraph.split())
        spans = [line[span.start : span.end] for span in sentences(line)]
        found += [f"\n{one}" for one in spans[:1]] + [f" {one}" for one in spans[1:]]
    return found


def _parts(piece: str, most_tokens: int) -> list[str]:
    parts: list[str] = []
    while piece:
        kept = cut_tokens(piece, most_tokens) or piece[:1]
        parts.append(kept)
        piece = piece[len(kept) :]
    return parts
