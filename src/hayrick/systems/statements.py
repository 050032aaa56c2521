"""Groups the sentences of documents by similarity; each group is quoted by its best sentence."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hayrick.lexical import Index, sentence_f1
from hayrick.systems.quotable import Quotation, quotable, speakers_of

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Statement(NamedTuple):
    """A group of similar sentences, and the documents that contain them.

    `text` quotes one of the sentences; it can be read on its own if `stands` is true. `sentences` and `documents` are
    ascending numbers as in the index. `detail` is the mean idf weight of the sentences.
    """

    text: str
    stands: bool
    sentences: tuple[int, ...]
    documents: tuple[int, ...]
    detail: float


def statements(index: Index, similarity: float) -> list[Statement]:
    """Group the sentences of all documents by similarity.

    Two sentences are similar if their idf-weighted F1 is at least `similarity`. Greedily, the sentence with the largest
    total similarity to ungrouped sentences forms a group with all of them; the rest are groups of one. Questions,
    greetings, headings and fragments are left out. A group is quoted by its most central sentence, preferably one that
    stands alone.

    Args:
        index: index of the documents.
        similarity: in (0, 1].

    Returns:
        Groups in the order in which they were formed, the most repeated first; empty if no sentence can be quoted.
    """
    quoted = _quotations(index)
    good = np.array([one.quality > 0 for one in quoted], dtype=bool)
    near = _likeness(index, good, similarity)
    left = good.copy()
    density = np.array([float(weights.sum()) for _, weights in near])
    by_text = np.array(sorted(range(len(quoted)), key=lambda sentence: quoted[sentence].text), dtype=np.int64)
    found = []
    while left.any():
        leader = int(by_text[np.argmax(np.where(left, density.round(9), -1.0)[by_text])])
        if density[leader] < 1 + similarity / 2:  # No ungrouped sentence has a similar one left, except itself.
            found += [_statement(index, np.array([alone]), near, quoted) for alone in np.flatnonzero(left)]
            break
        members = near[leader][0]
        members = members[left[members]]
        left[members] = False
        for member in members:
            others, weights = near[member]
            density[others] -= weights
        found.append(_statement(index, members, near, quoted))
    return found


def _statement(
    index: Index, members: Ints, near: Sequence[tuple[Ints, Floats]], quoted: Sequence[Quotation]
) -> Statement:
    inside = {int(member) for member in members}
    quality = max(quoted[member].quality for member in inside)

    def centrality(member: int) -> float:
        others, weights = near[member]
        shares = [w for other, w in zip(others.tolist(), weights.tolist(), strict=True) if other in inside]
        return round(fsum(shares), 9)

    best = max(
        (m for m in members.tolist() if quoted[m].quality == quality), key=lambda m: (centrality(m), quoted[m].text)
    )
    return Statement(
        text=quoted[best].text,
        stands=quality == 2,
        sentences=tuple(members.tolist()),
        documents=tuple(sorted({int(index.sentence_document[member]) for member in members})),
        detail=float(index.sentence_weight[members].mean()),
    )


def _likeness(index: Index, good: NDArray[np.bool_], similarity: float) -> list[tuple[Ints, Floats]]:
    """For each sentence in `good`, the similar sentences in `good`, itself included, with the F1 of each."""
    nothing = (np.zeros(0, dtype=np.int64), np.zeros(0))
    found = [nothing] * index.n_sentences
    for sentence, f1 in sentence_f1(index, good):
        f1[sentence] = 1.0
        rows = np.flatnonzero((f1 >= similarity) & good)
        found[sentence] = (rows, f1[rows])
    return found


def _quotations(index: Index) -> list[Quotation]:
    found: list[Quotation] = []
    for document, text in enumerate(index.texts):
        labels = speakers_of(text)
        for sentence in range(int(index.document_start[document]), int(index.document_start[document + 1])):
            quoted = quotable(index.sentence(sentence), labels)
            empty = not index.sentence_length[sentence]
            found.append(Quotation("", 0) if empty else quoted)
    return found
