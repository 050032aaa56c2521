"""Prepares texts for the local judge: stems content words, reads numbers as quantities, finds sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, chain, compress, pairwise
from math import log10
from typing import NamedTuple

from hayrick.judges.coverage.words.assurances import without_assurances
from hayrick.judges.coverage.words.function_words import SENTENCE_ENDS
from hayrick.judges.coverage.words.lemmas import root
from hayrick.judges.coverage.words.surface import plain
from hayrick.judges.coverage.words.synonyms import SYNONYMS
from hayrick.numerals import LARGE, MONTHS, ONES, ORDINALS, TENS, VULGAR, WEEKDAYS, listed
from hayrick.quantities.forms import may_start
from hayrick.quantities.texts import in_tokens, tokens_of
from hayrick.quantities.values import Quantity
from hayrick.text import ABBREVIATIONS, KEPT, STOP_WORDS, words

_IN_QUANTITIES = frozenset(ONES) | frozenset(TENS) | frozenset(LARGE)
_IN_QUANTITIES |= frozenset(["percent", "pct", "percentage", "dollar", "dollars", "euro", "euros", "usd", "eur", "bps"])
_IN_QUANTITIES |= frozenset(["twice", "double", "triple", "half", "times", *ORDINALS])
_WITHOUT_APOSTROPHE = frozenset(
    f"{word}nt" for word in listed("do does did is are was were have has had would could should")
)
"""Contractions as many people type them."""
_EMPHASISED = frozenset(listed("not nor never and but only more most both every each own too"))
_IN_WORDS = {
    "mph": ("miles", "per", "hour"),
    "kph": ("kilometres", "per", "hour"),
    "kmh": ("kilometres", "per", "hour"),
    "\N{DEGREE SIGN}": ("degrees",),
    "celsius": ("celsius",),
    "fahrenheit": ("fahrenheit",),
}
"""Tokens, in lower case, for which others are read; names of scales have no capital here, as they name nothing else."""
_DEGREES_OF = {"C": "celsius", "F": "fahrenheit"}
"""Letters after a degree sign."""
_UNENDED = frozenset(",;:-…")
_ABBREVIATED = ABBREVIATIONS - {"etc", "no"} | {"ph"}
"""Words whose full stop belongs to them, as that of an initial does."""
_LARGE = 1e5
"""From this value on numbers are told in powers of a thousand, however they are written."""
_DATED = {"month": "month", "quarter": "quarter", "weekday": "weekday", "clock": "clock"}


class Reading(NamedTuple):
    """The tokens, words and quantities of one text.

    `tokens` are as written, `lower` in lower case, `line` the content word of each, empty for others; `quantities` span
    positions in them. `words` are the distinct stems of the content words and `numbers` the distinct quantities in the
    form in which two texts share them.
    """

    tokens: Sequence[str]
    lower: Sequence[str]
    line: Sequence[str]
    quantities: Sequence[Quantity]
    words: frozenset[str]
    numbers: frozenset[str]

    def cut(self, length: int) -> Reading:
        """Its first tokens, with the words and numbers of all."""
        within = [q for q in self.quantities if q.end <= length]
        return Reading(self.tokens[:length], self.lower[:length], self.line[:length], within, self.words, self.numbers)

    def between(self, start: int, end: int) -> Reading:
        """What stands between two positions among the tokens, as a text of its own."""
        end -= self.tokens[end - 1] in SENTENCE_ENDS
        line = self.line[start:end]
        kept = [q for q in self.quantities if start <= q.start and q.end <= end]
        return Reading(
            [*self.tokens[start:end], "."],
            [*self.lower[start:end], "."],
            [*line, ""],
            [q._replace(start=q.start - start, end=q.end - start) for q in kept],
            self.words.difference({*self.line[:start], *self.line[end:]}.difference(line)),
            frozenset(map(form, kept)),
        )


class Parts(NamedTuple):
    """A text as a whole and sentence by sentence; a text of one sentence is its own only part.

    `after` are the sentences of other texts that continue it; they count as further ones but are not in the whole.
    """

    whole: Reading
    sentences: list[Reading]
    after: Sequence[Reading] = ()

    @property
    def every(self) -> list[Reading]:
        """Its sentences and those that continue it."""
        return [*self.sentences, *self.after] if self.after else self.sentences

    def span(self, start: int, end: int) -> Reading:
        """Adjacent sentences as one text."""
        many = self.every[start:end]
        if len(many) == 1:
            return many[0]
        if start == 0 and end == len(self.sentences):
            return self.whole
        starts = list(accumulate([0, *(len(one.tokens) for one in many[:-1])]))
        return Reading(
            list(chain.from_iterable(one.tokens for one in many)),
            list(chain.from_iterable(one.lower for one in many)),
            list(chain.from_iterable(one.line for one in many)),
            [
                q._replace(start=q.start + at, end=q.end + at)
                for at, one in zip(starts, many, strict=True)
                for q in one.quantities
            ],
            frozenset[str]().union(*(one.words for one in many)),
            frozenset[str]().union(*(one.numbers for one in many)),
        )


def read(text: str) -> Reading:
    """Read a text of any length and script; time grows linearly with its length."""
    return _reading(_tokens(text), text.isascii())


def read_parts(text: str) -> Parts:
    """Read a text and its sentences."""
    tokens = _tokens(text)
    ascii_only = text.isascii()
    whole = _reading(tokens, ascii_only)
    if SENTENCE_ENDS.isdisjoint(whole.tokens[:-2]):
        return Parts(whole, [whole])
    ends = [i for i in compress(range(len(tokens)), map(SENTENCE_ENDS.__contains__, whole.tokens)) if i]
    if not ends or ends[0] >= len(tokens) - 2:
        return Parts(whole, [whole])
    bounds = [0, *(i + 1 for i in ends), len(tokens)]
    pieces = (tokens[start:end] for start, end in pairwise(bounds) if end - start > 1)
    return Parts(whole, [_reading(piece, ascii_only) for piece in pieces])


def sentence_spans(tokens: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Start and end of each sentence among tokens, its mark included; every mark that may end one does."""
    start = 0
    for end in [i + 1 for i, token in enumerate(tokens) if token in SENTENCE_ENDS] + [len(tokens)]:
        if end > start:
            yield start, end
            start = end


class _Token(NamedTuple):
    """A token as written, in lower case, its content word, and whether a quantity may begin with it."""

    written: str
    lower: str
    content: str
    may_start: bool


def _tokens(text: str) -> list[_Token]:
    """Tokens of a text without citations; what stands between blanks is seldom new, so that it is kept.

    A full stop that is missing at the end is there, and none of an abbreviation or initial.
    """
    chunks = without_assurances(plain(text)).split()
    read = _of_chunk if max(map(len, chunks), default=0) <= KEPT else _of_chunk.__wrapped__
    found = list(chain.from_iterable(map(read, chunks)))
    if found and (found[-1].written[0].isalnum() or found[-1].written in _UNENDED):
        found[len(found) - (not found[-1].written[0].isalnum()) :] = _of_chunk(".")
    return found


@lru_cache(maxsize=100_000)
def _of_chunk(chunk: str) -> tuple[_Token, ...]:
    found = [""]
    for one in tokens_of(chunk):
        token = one[0]
        if token == "." and _is_shortened(found[-1]):
            continue
        if found[-1] == "degrees":
            token = _DEGREES_OF.get(token, token)
        found += _IN_WORDS.get(token.lower(), (token,))
    return tuple(map(_token, found[1:]))


def _is_shortened(token: str) -> bool:
    return token.lower() in _ABBREVIATED or (len(token) == 1 and token.isalpha())


def _token(written: str) -> _Token:
    lower = written.lower()
    if lower in _WITHOUT_APOSTROPHE:
        lower = written = f"{lower[:-1]}'t"
    return _Token(written, lower, content_word(written), may_start(written))


def _reading(found: Sequence[_Token], ascii_only: bool) -> Reading:
    if not found:
        return Reading((), (), (), (), frozenset(), frozenset())
    tokens, lower, line, starts = zip(*found, strict=True)
    quantities = in_tokens(tokens, lower, list(compress(range(len(tokens)), starts)))
    content = set(line) if ascii_only else _any_script(tokens)
    content.update(f"x{power:g}" for q in quantities if (power := _scale(q)) > 1)
    content.discard("")
    return Reading(tokens, lower, line, quantities, frozenset(content), frozenset(map(form, quantities)))


@lru_cache(maxsize=100_000)
def content_word(token: str) -> str:
    """Stem of a token; "" for function words, punctuation, and words that belong to quantities.

    Words in capitals are no function words ("US", "IT"), but for some that are often stressed ("NOT", "ONLY").
    """
    first = token[0]
    if not first.isalnum() or token in MONTHS or token in WEEKDAYS:
        return ""
    if first.isdecimal() or token in VULGAR:
        return token.lower() if len(token) > 18 else ""
    if "." in token:
        token = token.replace(".", "")
    word = token.lower()
    if word in _IN_QUANTITIES or (word in STOP_WORDS and (not token.isupper() or len(word) < 2 or word in _EMPHASISED)):
        return ""
    found = root(word)
    return SYNONYMS.get(found, found)


def _any_script(tokens: Sequence[str]) -> set[str]:
    """Content words of any script; runs of scripts without spaces yield pairs of adjacent characters."""
    found: set[str] = set()
    for token in tokens:
        if token.isascii() or len(pieces := words(token)) < 2:
            found.add(content_word(token))
        else:
            found.update(pieces)
    return found


def form(quantity: Quantity) -> str:
    """Term for a quantity: its number without power of a thousand and unit, prefixed with "#"."""
    return f"#{_DATED.get(quantity.kind, '')}{quantity.number * quantity.magnitude / _scale(quantity):g}"


def _scale(quantity: Quantity) -> float:
    """The power of a thousand that a large number is told in: half a million is 500 thousand."""
    size = abs(quantity.number * quantity.magnitude)
    if size < _LARGE or quantity.kind in _DATED:
        return quantity.magnitude
    return float(1000 ** int(log10(size * (1 + 1e-12)) / 3))
