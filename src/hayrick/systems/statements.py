"""What documents say more than once: their sentences in groups that tell the same, each told by its best sentence."""

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
    """One thing that is said, and where.

    `text` is readable by itself where `stands` is true. `sentences` are those that tell it, ascending, `documents`
    theirs; both are numbered as in the index. `detail` is the mean idf weight of its sentences.
    """

    text: str
    stands: bool
    sentences: tuple[int, ...]
    documents: tuple[int, ...]
    detail: float


def statements(index: Index, similarity: float) -> list[Statement]:
    """Group the sentences of all documents by what they tell.

    Two sentences tell the same where their idf-weighted F1 is at least `similarity`. The sentence with most such
    likeness to sentences not yet grouped takes all of these as its group, and so on; the rest are groups of one.
    Questions, greetings, headings and fragments are left out. A group is told by the sentence nearest to all
    others, among those that stand alone where there are any.

    Args:
        index: of the documents.
        similarity: in (0, 1].

    Returns:
        Groups in the order in which they were found, the most repeated first; none where nothing can be quoted.
    """
    told = _quotations(index)
    good = np.array([one.quality > 0 for one in told], dtype=bool)
    near = _likeness(index, good, similarity)
    left = good.copy()
    density = np.array([float(weights.sum()) for _, weights in near])
    by_text = np.array(sorted(range(len(told)), key=lambda sentence: told[sentence].text), dtype=np.int64)
    found = []
    while left.any():
        leader = int(by_text[np.argmax(np.where(left, density.round(9), -1.0)[by_text])])
        if density[leader] < 1 + similarity / 2:  # Only itself is left of what is like it, and so for all others.
            found += [_statement(index, np.array([alone]), near, told) for alone in np.flatnonzero(left)]
            break
        members = near[leader][0]
        members = members[left[members]]
        left[members] = False
        for member in members:
            others, weights = near[member]
            density[others] -= weights
        found.append(_statement(index, members, near, told))
    return found


def _statement(
    index: Index, members: Ints, near: Sequence[tuple[Ints, Floats]], told: Sequence[Quotation]
) -> Statement:
    inside = {int(member) for member in members}
    quality = max(told[member].quality for member in inside)

    def centrality(member: int) -> float:
        others, weights = near[member]
        shares = [w for other, w in zip(others.tolist(), weights.tolist(), strict=True) if other in inside]
        return round(fsum(shares), 9)

    best = max((m for m in members.tolist() if told[m].quality == quality), key=lambda m: (centrality(m), told[m].text))
    return Statement(
        text=told[best].text,
        stands=quality == 2,
        sentences=tuple(members.tolist()),
        documents=tuple(sorted({int(index.sentence_document[member]) for member in members})),
        detail=float(index.sentence_weight[members].mean()),
    )


def _likeness(index: Index, good: NDArray[np.bool_], similarity: float) -> list[tuple[Ints, Floats]]:
    """For each good sentence the good ones of at least this idf-F1 with it, itself included, and the F1."""
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
            told = quotable(index.sentence(sentence), labels)
            empty = not index.sentence_length[sentence]
            found.append(Quotation("", 0) if empty else told)
    return found
