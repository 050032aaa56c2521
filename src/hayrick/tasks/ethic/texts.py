"""Long texts as ETHIC cuts them: sections of whole sentences within a number of tokens."""

from __future__ import annotations

import re

from hayrick.prompting.fitting import adds_up
from hayrick.text import sentences
from hayrick.tokens import CL100K, cut_tokens, token_counts, tokenizer

SECTION_TOKENS = 1024
"""Most tokens of a section in what is recalled."""

_GUTENBERG = re.compile(
    r"\*\*\* ?START OF TH[^\n]*\n(.*?)(?:\n(?:\*\*\* ?END OF TH|End of (?:the )?Project Gutenberg)|\Z)", re.DOTALL
)

_CHARACTERS_A_TOKEN = 16
"""Characters that are read at first for each token that fits; more than words have."""


def body_of(text: str) -> str:
    """A book without Project Gutenberg's own words before and after it; any other text as it is."""
    book = _GUTENBERG.search(text)
    return book[1] if book else text


def sections_of(text: str, most_tokens: int, encoding: str = CL100K) -> list[str]:
    """Split a text into sections of whole sentences, as long as fits; a sentence that is too long is cut into parts.

    Lines of a paragraph are joined; a paragraph begins a line. Project Gutenberg's own words before and after a book
    are left out.

    Args:
        text: plain text, with a blank line between paragraphs.
        most_tokens: of a section, > 0.
        encoding: of the tokens.

    Source: ETHIC, section 3.3 (sections of at most 1,024 tokens).
    """
    pieces = [part for piece in _pieces(body_of(text)) for part in _parts(piece, most_tokens, encoding)]
    found: list[str] = []
    left = 0
    for piece, size in zip(pieces, token_counts(tuple(pieces), encoding), strict=True):
        if size > left or (not adds_up(encoding) and _exceeds(found[-1] + piece, most_tokens, encoding)):
            found.append("")
            left = most_tokens
        found[-1] += piece
        left -= size
    return [section.strip() for section in found if section.strip()]


def _exceeds(text: str, most_tokens: int, encoding: str) -> bool:
    """Whether a text has too many tokens; a text of fewer characters than a tenth of them is not counted."""
    return len(text) > most_tokens // 10 and tokenizer(encoding).count(text.strip()) > most_tokens


def _pieces(text: str) -> list[str]:
    """Sentences, each with the space or line break before it, as tokens have it."""
    found: list[str] = []
    for paragraph in re.split(r"\n\s*\n", text.replace("\r\n", "\n")):
        line = " ".join(paragraph.split())
        spans = [line[span.start : span.end] for span in sentences(line)]
        found += [f"\n{one}" for one in spans[:1]] + [f" {one}" for one in spans[1:]]
    return found


def _parts(piece: str, most_tokens: int, encoding: str) -> list[str]:
    if len(piece.encode("utf-8", "replace")) <= most_tokens:
        return [piece]
    parts: list[str] = []
    start = 0
    while start < len(piece):
        kept = _beginning(piece, start, most_tokens, encoding)
        parts.append(kept)
        start += len(kept)
    return parts


def _beginning(piece: str, start: int, most_tokens: int, encoding: str) -> str:
    """As much of a piece from `start` on as fits, at least a character; read in windows, in time linear in the piece.

    In a word that is longer than a window, tokens at its end differ from those of the whole word, and so may the cut.
    """
    window = _CHARACTERS_A_TOKEN * most_tokens
    while True:
        seen = piece[start : start + window]
        kept = cut_tokens(seen, most_tokens, encoding) or seen[:1]
        if len(kept) < len(seen) or start + window >= len(piece):
            return kept
        window *= 2
