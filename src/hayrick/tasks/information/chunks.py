"""A context cut into chunks of whole sentences within a number of tokens.

Source: ETHIC (Lee et al., 2025), section 2.3 (chunks of up to 512).
Differs: the tokenizer is named, and a chunk ends at the end of a sentence or line; the paper says neither. A sentence
    that is longer than a chunk is cut.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hayrick.text import sentences
from hayrick.tokens import Tokenizer, tokenizer
from hayrick.types import Document

CHUNK_TOKENS = 512
_BETWEEN = "\n\n"


class Chunk(NamedTuple):
    """A part of a context."""

    text: str
    tokens: int
    start: int
    """Where it begins in `whole` of the documents, in characters."""


def whole(documents: Sequence[Document]) -> str:
    """The context as one text: titles and texts of the documents in stored order."""
    return _BETWEEN.join(f"{one.title}\n{one.text}" if one.title else one.text for one in documents)


def chunks_of(text: str, most_tokens: int, encoding: str) -> list[Chunk]:
    """Cut a text into chunks, each as long as fits; blank ones are left out.

    Args:
        text: any text, which is read once and encoded about twice.
        most_tokens: of a chunk, >= 1.
        encoding: a name of `hayrick.tokens.ENCODINGS`.
    """
    counter = tokenizer(encoding)
    return [
        Chunk(part, n, start)
        for start, end in _spans(text, most_tokens, counter)
        if (part := text[start:end].strip()) and (n := counter.count(part))
    ]


def _spans(text: str, most_tokens: int, counter: Tokenizer) -> Iterator[tuple[int, int]]:
    token_ends = counter.ends(text)
    stops = [0, *(span.end for span in sentences(text)), len(text)]
    start = 0
    while start < len(text):
        last = bisect_right(token_ends, start) + most_tokens - 1
        reach = token_ends[last] if last < len(token_ends) else len(text)
        place = bisect_right(stops, reach) - 1
        # Tokens at a cut need not add up: shorten by whole sentences until the chunk fits by itself.
        while stops[place] > start and counter.count(text[start : stops[place]].strip()) > most_tokens:
            place -= 1
        end = stops[place]
        if end <= start:
            end = start + max(1, len(counter.cut(text[start:reach], most_tokens)))
        yield start, end
        start = end
