"""Finds documents that are copies of others, also with words changed here and there."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from hayrick.lexical.arrays import new_pairs
from hayrick.text import ByChunk, fold, words
from hayrick.types import Document

RUN = 3
"""Words in the runs that are compared."""

ALIKE = 0.3
"""Least similarity of documents that are named. Of the released haystacks and those of the bundled scenarios no two
documents reach half of it, and a copy in which every fifth word is another one has more
(docs/evidence/verification.md)."""

_SKETCH = 64
"""Runs of each document, those with the smallest hashes, by which candidates are found."""


_MOST_HOLDERS = 50
"""Documents that a run leads to, the first ones. A run of more, such as one of a footer, says little; what else two
documents share counts before it."""


class Duplicate(NamedTuple):
    """Two documents that are alike, in the order of the haystack.

    `similarity` is the Jaccard index of their runs of `RUN` words, in [0, 1]; 1 for the same words.
    """

    first: str
    second: str
    similarity: float


def duplicates(documents: Sequence[Document]) -> list[Duplicate]:
    """Find for each document the earlier one that it repeats.

    A document that repeats another one is compared with no later one, so that n copies make n - 1 rows. Documents of
    fewer than `RUN` words are alike only if their words are the same. Time grows linearly with the documents, whatever
    they have in common.

    Returns:
        Pairs with a similarity of at least `ALIKE`, in the order of the second document.
    """
    runs: dict[str, NDArray[np.uint32]] = {}
    holders: dict[int, list[str]] = defaultdict(list)
    found: list[Duplicate] = []
    said = ByChunk(lambda chunk: [word.encode() for word in words(chunk)])
    for document in documents:
        own = _runs([*said.of(fold(document.text))])
        sketch = own[:_SKETCH].tolist()
        held = [holders[one] for one in sketch if one in holders]
        rare = Counter(other for one in held if len(one) < _MOST_HOLDERS for other in one)
        common = Counter(other for one in held if len(one) == _MOST_HOLDERS for other in one)
        candidates = [*rare.most_common(3), *common.most_common(3)]
        alike = [(_jaccard(own, runs[other]), other) for other, _ in candidates]
        similarity, other = max(alike, default=(0.0, ""), key=lambda one: one[0])
        if similarity >= ALIKE:
            found.append(Duplicate(other, document.id, similarity))
            continue
        runs[document.id] = own
        for one in sketch:
            if len(holders[one]) < _MOST_HOLDERS:
                holders[one].append(document.id)
    return found


def _runs(said: Sequence[bytes]) -> NDArray[np.uint32]:
    """Hashes of the distinct runs of words, ascending."""
    n = min(RUN, len(said))
    runs = zip(*(said[start:] for start in range(n)), strict=False) if n else ()
    hashes = np.sort(np.fromiter(map(crc32, map(b" ".join, runs)), dtype=np.uint32))
    return hashes[new_pairs(hashes, hashes)]


def _jaccard(one: NDArray[np.uint32], other: NDArray[np.uint32]) -> float:
    both = len(np.intersect1d(one, other, assume_unique=True))
    return both / (len(one) + len(other) - both)
