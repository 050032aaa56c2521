"""The greedy order of llm-longeval's ROUGE: n-grams of the selected sentences as one text, in source order.

Pairs of words therefore also cross from one selected sentence to the next, and a sentence between two others can take
such a pair away. So every candidate counts at every step, but only what a step changes is computed anew: candidates
that share a counted n-gram with the sentence that was taken, and those in the gap where it was put.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Gram = tuple[str, ...]
Ints = NDArray[np.int64]


class Joined:
    """Clipped n-gram recalls of a summary by a growing set of sentences.

    Args:
        sizes: the n of the recalls that are added up, 1 or 2 or both.
        summary: words of the summary.
        parts: words of each sentence of the source.
    """

    def __init__(self, sizes: Sequence[int], summary: Sequence[str], parts: Sequence[Sequence[str]]) -> None:
        self._parts, self._pairs = parts, 2 in sizes
        self._wanted = Counter(gram for n in sizes for gram in _grams(summary, n))
        self._totals = {n: len(_grams(summary, n)) for n in sizes}
        self._own = [Counter(gram for n in sizes for gram in _grams(part, n) if gram in self._wanted) for part in parts]
        self._have: Counter[Gram] = Counter()
        self._hits = dict.fromkeys(sizes, 0)
        self._gains: dict[int, Ints] = {n: np.zeros(len(parts), dtype=np.int64) for n in sizes}
        self._holders = _holders(self._own)
        for gram, (numbers, counts) in self._holders.items():
            self._gains[len(gram)][numbers] += np.minimum(counts, self._wanted[gram])
        self._left = np.ones(len(parts), dtype=bool)
        self._taken: list[int] = []
        self._edges: dict[int, Counter[Gram]] = {}

    def order(self) -> Iterator[int]:
        """All sentences, each the one with the greatest recall after those before it; of equal ones the first. Once."""
        for _ in self._parts:
            best = int(self._scores().argmax())
            self._take(best)
            yield best

    def _scores(self) -> NDArray[np.float64]:
        found = np.zeros(len(self._parts))
        for n, total in self._totals.items():
            gains = self._gains[n]
            if n == 2 and self._edges:
                gains = gains.copy()
                for number, edges in self._edges.items():
                    gains[number] = self._gain(self._own[number], edges, n)
            found += (self._hits[n] + gains) / max(total, 1)
        found[~self._left] = -1.0
        return found

    def _gain(self, own: Counter[Gram], edges: Counter[Gram], n: int) -> int:
        """Change of the clipped count, in n-grams, where these are added."""
        gain = 0
        for gram in own.keys() | edges.keys():
            if len(gram) == n:
                have, wanted = self._have[gram], self._wanted[gram]
                gain += min(have + own[gram] + edges[gram], wanted) - min(have, wanted)
        return gain

    def _change(self, gram: Gram, by: int) -> None:
        """Change how often the selected sentences have an n-gram, and what each holder of it would add."""
        have, wanted = self._have[gram], self._wanted[gram]
        if by and gram in self._holders:
            numbers, counts = self._holders[gram]
            before, after = (np.minimum(n + counts, wanted) - min(n, wanted) for n in (have, have + by))
            self._gains[len(gram)][numbers] += after - before
        self._have[gram] = have + by

    def _take(self, number: int) -> None:
        edges = self._edges.pop(number, Counter())
        for n in self._hits:
            self._hits[n] += self._gain(self._own[number], edges, n)
        for gram in self._own[number].keys() | edges.keys():
            self._change(gram, self._own[number][gram] + edges[gram])
        self._left[number] = False
        if self._pairs and self._parts[number]:
            insort(self._taken, number)
            self._meet(bisect_left(self._taken, number))

    def _meet(self, place: int) -> None:
        """Find the pairs of words that sentences beside a newly taken one would make or take away."""
        taken, n = self._taken, len(self._parts)
        ends = [taken[place - 1] if place else None, taken[place], taken[place + 1] if place + 1 < len(taken) else None]
        for before, after in pairwise(ends):
            for number in range(0 if before is None else before + 1, n if after is None else after):
                if self._left[number] and self._parts[number]:
                    self._edge(number, before, after)

    def _edge(self, number: int, before: int | None, after: int | None) -> None:
        part = self._parts[number]
        left = None if before is None else self._parts[before][-1]
        right = None if after is None else self._parts[after][0]
        changes = [(left, part[0], 1), (part[-1], right, 1), (left, right, -1)]
        edges = Counter[Gram]()
        for first, second, change in changes:
            if first is not None and second is not None and (first, second) in self._wanted:
                edges[first, second] += change
        if edges:
            self._edges[number] = edges
        else:
            self._edges.pop(number, None)


def _holders(own: Sequence[Counter[Gram]]) -> dict[Gram, tuple[Ints, Ints]]:
    """N-gram -> numbers of the sentences that have it, and how often each has it."""
    found: dict[Gram, list[tuple[int, int]]] = {}
    for number, grams in enumerate(own):
        for gram, count in grams.items():
            found.setdefault(gram, []).append((number, count))
    columns = {gram: np.array(pairs, dtype=np.int64) for gram, pairs in found.items()}
    return {gram: (pairs[:, 0], pairs[:, 1]) for gram, pairs in columns.items()}


def _grams(tokens: Sequence[str], n: int) -> list[Gram]:
    return [tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1)]
