"""Greedy selection: at each step the sentence that adds most to what is covered of a summary.

What a sentence adds can only fall while others are taken (coverage is submodular), so a bound that was computed earlier
need not be computed anew until it is the greatest: Minoux (1978), "Accelerated greedy algorithms". Ties take the
sentence that comes first; once nothing adds anything, the rest follows in source order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from heapq import heapify, heappop, heappushpop
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from hayrick.retrieval.extraction.base import Order, Source
from hayrick.text import sentences, stem, words

Floats = NDArray[np.float64]


class Coverage(Protocol):
    """What of a summary is covered by the sentences that were added."""

    def gain(self, sentence: int) -> float:
        """What a sentence would add, >= 0; never more than before another sentence was added."""

    def add(self, sentence: int) -> None:
        """Add a sentence."""


def greedy(n_sentences: int, start: Callable[[], Coverage]) -> Order:
    """Make the order in which each sentence adds most to those taken before it.

    Args:
        n_sentences: sentences of the source.
        start: makes a coverage of no sentence.
    """
    bounds = [(-start().gain(number), number) for number in range(n_sentences)]
    heapify(bounds)

    def order(taken: Sequence[int]) -> Iterator[int]:
        covered, heap = start(), list(bounds)
        while heap:
            bound, sentence = heappop(heap)
            found = (-covered.gain(sentence), sentence)
            while found[0] > bound:
                bound, sentence = heappushpop(heap, found)
                found = (-covered.gain(sentence), sentence)
            yield sentence
            if taken and taken[-1] == sentence:
                covered.add(sentence)

    return order


class Recall:
    """Clipped n-gram recall: how many of the summary's n-grams are in the sentences, each at most as often as there.

    Args:
        wanted: weight that each further occurrence of an n-gram adds, and how often the summary has it, by number.
        found: for each sentence the numbers and counts of its n-grams that the summary has.
    """

    def __init__(self, weights: Sequence[int], wanted: Sequence[int], found: Sequence[Sequence[tuple[int, int]]]):
        self._weights, self._left, self._found = weights, list(wanted), found

    def gain(self, sentence: int) -> int:
        """See `Coverage`."""
        weights, left = self._weights, self._left
        return sum(weights[gram] * min(count, left[gram]) for gram, count in self._found[sentence])

    def add(self, sentence: int) -> None:
        """See `Coverage`."""
        for gram, count in self._found[sentence]:
            self._left[gram] -= min(count, self._left[gram])


def rouge_order(sizes: Sequence[int], summary: str, source: Source) -> Order:
    """Order by ROUGE recall of the summary: the sum of ROUGE-n over `sizes`.

    Words are `text.words`, by their stems, in any script; n-grams do not cross the ends of sentences. Sums are compared
    as whole numbers, so that equal ones tie.

    Differs: llm-longeval 65bc6be takes py-rouge's stems, and n-grams across the ends of the selected sentences.
    """
    per_size = [_counts([stems(summary[start:end]) for start, end in sentences(summary)], n) for n in sizes]
    totals = [counts.total() for counts in per_size]
    product = int(np.prod([total for total in totals if total], dtype=object)) if any(totals) else 0
    grams = {gram: number for number, gram in enumerate(gram for counts in per_size for gram in counts)}
    wanted = [count for counts in per_size for count in counts.values()]
    weights = [product // total for counts, total in zip(per_size, totals, strict=True) for _ in counts]
    found = [_found(stems(text), sizes, grams) for text in source.sentences] if grams else [()] * len(source.spans)
    return greedy(len(source.spans), lambda: Recall(weights, wanted, found))


def stems(text: str) -> list[str]:
    """Words of a text by their stems, function words included."""
    return [stem(word) for word in words(text)]


def _counts(parts: Sequence[Sequence[str]], n: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(part[i : i + n]) for part in parts for i in range(len(part) - n + 1))


def _found(part: Sequence[str], sizes: Sequence[int], grams: dict[tuple[str, ...], int]) -> tuple[tuple[int, int], ...]:
    numbers = (grams.get(tuple(part[i : i + n])) for n in sizes for i in range(len(part) - n + 1))
    return tuple(Counter(number for number in numbers if number is not None).items())


class Similarity:
    """The sum over parts of a summary of the greatest similarity with a sentence that was added.

    Args:
        similarities: [sentences, parts of the summary], each >= `least`.
        least: similarity of a part as long as no sentence was added.
    """

    def __init__(self, similarities: Floats, least: float) -> None:
        self._similarities = similarities
        self._best = np.full(similarities.shape[1], least)

    def gain(self, sentence: int) -> float:
        """See `Coverage`; rounded, so that equal sums tie."""
        return round(float((self._similarities[sentence] - self._best).clip(0).sum()), 9)

    def add(self, sentence: int) -> None:
        """See `Coverage`."""
        np.maximum(self._best, self._similarities[sentence], out=self._best)
