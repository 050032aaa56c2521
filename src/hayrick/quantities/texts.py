"""Finds the quantities of a text, with their places."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import _lru_cache_wrapper, lru_cache
from itertools import accumulate, chain, compress, count
from operator import add
from typing import NamedTuple, TypeVar

from hayrick.quantities.forms import (
    MINUS,
    alone,
    as_range,
    at,
    goes_on,
    is_alone,
    may_start,
    range_end,
    rest_of_span,
    with_rest,
)
from hayrick.quantities.values import Quantity
from hayrick.text import KEPT, fold

T = TypeVar("T")

_L = r"[^\W\d_]"
TOKEN = re.compile(
    rf"(?:{_L}\.){{2,9}}|(?:\d{{1,64}}(?:,\d{{3}}){{0,9}}(?:\.\d{{1,64}})?|(?<![\w.)\]])\.\d{{1,64}})[A-Za-z]{{0,64}}"
    rf"|{_L}{{1,64}}(?:'{_L}{{1,9}}|\d{{1,9}}[A-Za-z]{{0,9}})?|[^\w\s]"
)
"""Tokens of bounded length: initials with dots, numbers with letters attached, words with digits attached, symbols."""

_SIGN = re.compile(r"(?:^|(?<=[(\[\"']))-(?=[$€£¥₹₩]?\d)")
"""A hyphen that begins a chunk, or what is in brackets or quotes there, before a number."""

_BLANKS = {ord(blank): " " for blank in map(chr, range(128)) if blank.isspace()}
_CHUNK = re.compile(r"[^\s。！？।॥，、；：]+|[。！？।॥，、；：]")


def quantities(text: str) -> list[Quantity]:
    """Find the quantities of a text, with their character positions.

    Reads English number words and digits with magnitudes and units, ranges ("3 to 5 days" gives two durations), dates
    and fiscal periods. "one" counts only before a unit or magnitude, "first" and "second" only before "quarter". A
    number of more than 18 digits is an identifier, not a quantity.

    Args:
        text: any text.

    Returns:
        Quantities in order of position, disjoint.
    """
    return in_chunks(split(fold(text)))


class Chunks(NamedTuple):
    """What stands between the blanks of a text, with the first character of each; some are empty."""

    texts: Sequence[str]
    places: Sequence[int]

    def map(self, kept: _lru_cache_wrapper[T]) -> list[T]:
        """What a function that keeps its results makes of each chunk."""
        is_short = max(map(len, self.texts), default=0) <= KEPT
        return list(map(kept if is_short else kept.__wrapped__, self.texts))


def split(text: str) -> Chunks:
    """Split a folded text at blanks; one in other scripts at their punctuation as well, which makes chunks of its own.

    No token and no word continues from one chunk to the next.
    """
    if not text.isascii():
        found = list(_CHUNK.finditer(text))
        return Chunks([one[0] for one in found], [one.start() for one in found])
    texts = text.translate(_BLANKS).split(" ")
    return Chunks(texts, list(map(add, accumulate(map(len, texts[:-1]), initial=0), count())))


def in_chunks(chunks: Chunks) -> list[Quantity]:
    """Find the quantities of a folded text that is split into chunks."""
    read = chunks.map(_tokens)
    found = list(chain.from_iterable(read))
    if not found:
        return []
    written, lower, _, may_start = zip(*found, strict=True)
    starts = list(compress(range(len(found)), may_start))
    if not starts:
        return []
    ends = list(accumulate(map(len, read)))

    def place(token: int) -> int:
        return chunks.places[bisect_right(ends, token)] + found[token].place

    quantities = in_tokens(written, lower, starts)
    return [_placed(q, place(q.start), place(last := q.end - 1) + len(written[last])) for q in quantities]


def _placed(q: Quantity, start: int, end: int) -> Quantity:
    """A quantity at another place; `_replace` takes twice as long."""
    return Quantity(q.value, q.kind, q.unit, start, end, q.number, q.magnitude, q.digits, q.about)


def tokens_of(chunk: str) -> Iterator[re.Match[str]]:
    """Tokens of what stands between blanks, in their places; the sign of a number is `MINUS`."""
    return TOKEN.finditer(_SIGN.sub(MINUS, chunk) if "-" in chunk else chunk)


class _Token(NamedTuple):
    """A token as written and in lower case, its place in its chunk, and whether a quantity may begin with it."""

    written: str
    lower: str
    place: int
    may_start: bool


@lru_cache(maxsize=100_000)
def _tokens(chunk: str) -> tuple[_Token, ...]:
    return tuple(_Token(one[0], one[0].lower(), one.start(), may_start(one[0])) for one in tokens_of(chunk))


def in_tokens(tokens: Sequence[str], lower: Sequence[str], starts: Iterable[int]) -> list[Quantity]:
    """Find the quantities of a text split by `TOKEN`; `start` and `end` are positions in `tokens`.

    Args:
        tokens: as written.
        lower: in lower case.
        starts: positions of those at which a quantity `may_start`, ascending.
    """
    found: list[Quantity] = []
    done = 0
    for i in starts:
        if i < done:
            continue
        by_itself = is_alone(tokens, lower, i)
        quantity = alone(tokens[i]) if by_itself else at(tokens, lower, i)
        if quantity is None:
            continue
        if by_itself:
            found.append(_placed(quantity, i, i + 1))
            done = i + 1
            continue
        if found and goes_on(lower, found[-1], quantity):
            quantity = as_range(quantity, found[-1])
        while (rest := rest_of_span(tokens, lower, quantity)) is not None:
            quantity = with_rest(quantity, rest)
        second = range_end(tokens, lower, quantity)
        found += [quantity] if second is None else [as_range(quantity, second), second]
        done = found[-1].end
    return found
