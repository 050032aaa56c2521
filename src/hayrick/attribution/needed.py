"""How likely each chunk of a context is needed for a query: what it shares with the query and with right answers.

Weights were fitted by bench/tasks/information_coverage.py on tasks whose needed chunks are known. How each task fares
with weights that were fitted without it stands in docs/evidence/information_coverage.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hayrick.lexical import Index
from hayrick.text import sentences

Floats = NDArray[np.float64]

FEATURES = ("query", "query_lead", "answer", "both", "both_lead")
"""Names of the columns of `needed_features`, all in [0, 1].

- query: idf-weighted share of the query's content words in the chunk's best two neighbouring sentences.
- query_lead: the same, divided by the largest of all chunks.
- answer: the same as query of a part of the answer, the best one.
- both: the same of the query together with a part of the answer, the best one.
- both_lead: both, divided by the largest of all chunks.
"""

OF_QUERY, OF_ANSWER = slice(0, 2), slice(2, 5)
"""Columns that decide where no answer is known, and where one is."""

MOST_PARTS = 200
"""Parts of the answers that are looked for; of more, so many at even distances."""


class Weights(NamedTuple):
    """Weights of a logistic regression: which columns, a constant, and one weight a column."""

    of: slice
    constant: float
    columns: tuple[float, ...]

    def probabilities(self, features: Floats) -> Floats:
        """Probability for each row of features."""
        found: Floats = 1 / (1 + np.exp(-(self.constant + features[:, self.of] @ self.columns)))
        return found


WITH_ANSWER = Weights(OF_ANSWER, -11.57, (5.94, 9.64, 4.85))
QUERY_ALONE = Weights(OF_QUERY, -4.61, (2.12, 4.26))


def probabilities(index: Index, query: str, answers: Sequence[str]) -> Floats:
    """Probability that each document of an index is needed.

    Args:
        index: of the chunks of one context.
        query: the question alone.
        answers: right answers; without any, the query decides alone.
    """
    return (WITH_ANSWER if answers else QUERY_ALONE).probabilities(needed_features(index, query, answers))


def needed_features(index: Index, query: str, answers: Sequence[str]) -> Floats:
    """Features of every document of an index, a column for each of `FEATURES`; columns of answers are 0 without any."""
    asked = _shares(index, query)
    answer, both = np.zeros(index.n_documents), np.zeros(index.n_documents)
    for part in _parts_of(answers):
        answer = np.maximum(answer, _shares(index, part))
        both = np.maximum(both, _shares(index, f"{query}\n{part}"))
    return np.stack([asked, _lead(asked), answer, both, _lead(both)], axis=1)


def _parts_of(answers: Sequence[str]) -> list[str]:
    """The sentences of answers, each once; at most `MOST_PARTS`, at even distances."""
    found = dict.fromkeys(answer[span.start : span.end] for answer in answers for span in sentences(answer))
    parts = list(found)
    step = max(1.0, len(parts) / MOST_PARTS)
    return [parts[int(place * step)] for place in range(min(len(parts), MOST_PARTS))]


def _shares(index: Index, text: str) -> Floats:
    """Share of a text's weight that each document has in its best two neighbouring sentences."""
    match = index.match(index.query(text), candidates=index.n_documents)
    found = np.zeros(index.n_documents)
    if len(match.documents):
        found[match.documents] = match.best(match.windows()) / max(match.total, 1e-9)
    return found


def _lead(shares: Floats) -> Floats:
    return shares / max(float(shares.max(initial=0.0)), 1e-9)
