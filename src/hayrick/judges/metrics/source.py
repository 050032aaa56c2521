"""A source as local faithfulness reads it: sentences of bounded length, indexed once for all summaries of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np

from hayrick.judges.coverage.words.reading import read
from hayrick.lexical import Index, QueryMatch
from hayrick.text import is_uncased, sentences, stem, terms, with_capitals, words

_BREAK = re.compile(r"<br ?/?>", re.IGNORECASE)
_MARK = re.compile(r"</?(?:pad|unk|s|q|eos|bos|sep|cls|mask|n|p|i|b|em|strong|sup|sub)>", re.IGNORECASE)
_GLUED = re.compile(r"(?<=[a-z]{3}[.!?])(?=[a-z]{2})")
"""Where a sentence begins right after a full stop, in texts without capitals ("two years.results:the mean was")."""

_WRAPPED = re.compile(r"(?<=[^\s.!?:;])[ \t]{0,9}\n[ \t]{0,99}(?=[a-z])")
"""A line break within a sentence, where lines are filled to a width; without capitals it would be any break."""

_LONGEST = 800
"""Characters of a sentence; what is longer, such as a text without punctuation, is cut at a space."""

CLOSEST = 3
"""Sentences of the source that are read closely for a sentence of the summary, each with its neighbours."""


def parts(text: str) -> list[str]:
    """The sentences of a text that have a content word, without marks of HTML and of models (`<br />`, `<pad>`)."""
    plain = _MARK.sub(" ", _BREAK.sub("\n", text))
    plain = _GLUED.sub("\n", plain) if is_uncased(plain) else _WRAPPED.sub(" ", plain)
    found = (plain[start:end] for start, end in sentences(with_capitals(plain)))
    return [piece for sentence in found for piece in _cut(sentence) if terms(piece)]


def _cut(sentence: str) -> Iterator[str]:
    start = 0
    while len(sentence) - start > _LONGEST:
        end = sentence.rfind(" ", start + _LONGEST // 2, start + _LONGEST)
        end = start + _LONGEST if end < 0 else end
        yield sentence[start:end]
        start = end
    yield sentence[start:]


def stemmed(text: str) -> list[str]:
    """All words of a text, function words included, by their stems."""
    return list(map(stem, words(text)))


class Source:
    """The documents that a summary is of.

    Args:
        documents: their texts.
    """

    def __init__(self, documents: Sequence[str]) -> None:
        read_as = [parts(text) for text in documents]
        self.index = Index(["\n".join(one) for one in read_as])
        self._bigrams = frozenset(pair for one in read_as for pair in pairwise(stemmed(" ".join(one))))
        self.numbers = frozenset(number for one in read_as for number in read(" ".join(one)).numbers)
        """Quantities that stand anywhere, by their numbers."""

    def match(self, sentence: str) -> QueryMatch:
        """Where the content words of a sentence stand."""
        return self.index.match(self.index.query(sentence))

    def bigram_share(self, sentence: str) -> float:
        """Share of the bigrams of a sentence that stand in the source, stemmed; that of no bigram is 0."""
        said = list(pairwise(stemmed(sentence)))
        return sum(map(self._bigrams.__contains__, said)) / len(said) if said else 0.0

    def closest(self, match: QueryMatch) -> list[str]:
        """The sentences with most of the matched weight, alone and with either neighbour; at most 3 * `CLOSEST`."""
        recall = match.recall()
        best = match.sentences[np.argsort(-recall, kind="stable")[:CLOSEST]]
        spans = dict.fromkeys(
            (start, end) for one in map(int, best) for start, end in ((one, one), (one, one + 1), (one - 1, one))
        )
        return [self._text(start, end) for start, end in spans if self._is_one_text(start, end)]

    def _is_one_text(self, start: int, end: int) -> bool:
        owner = self.index.sentence_document
        return start >= 0 and end < len(owner) and bool(owner[start] == owner[end])

    def _text(self, start: int, end: int) -> str:
        return " ".join(self.index.sentence(one) for one in range(start, end + 1))


@lru_cache(maxsize=4)
def source_of(documents: tuple[str, ...]) -> Source:
    """Source of these texts; the most recent ones are kept."""
    return Source(documents)
