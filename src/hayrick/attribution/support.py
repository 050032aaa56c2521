"""How far a set of documents, taken together, supports a claim: the trained model of attribution for several documents.

The features of a set are those of one document (`features.FEATURES`), where the windows of its documents count as one:
a word or number of the claim is found if any document has it in its best two neighbouring sentences. So a set of one
document has that document's probability, and two documents that state half of a claim each support it together.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from hayrick.attribution.features import POOL, absent, fit, numbers
from hayrick.attribution.model import Logistic, load_word_model
from hayrick.lexical import Index


class Evidence:
    """What the documents of an index have of one claim.

    Args:
        index: of all documents that could be cited; rare words weigh more.
        claim: any text; without citation marks.
    """

    def __init__(self, index: Index, claim: str) -> None:
        self._fit = fit(index, claim)
        match = self._fit.match
        self._absent = absent(index, match.query)
        self._weighed = min(index.n_documents, POOL)
        self._row = {int(document): row for row, document in enumerate(match.documents)}
        self._terms = {int(term): place for place, term in enumerate(match.query.terms)}
        self._windows = match.windows()
        self._numbers, self._n_numbers = numbers(index, match.query)

    def probability(self, documents: Iterable[int]) -> float:
        """Probability that these documents of the index, counted from 0, support the claim together."""
        rows = [self._row[one] for one in documents if one in self._row]
        features = self._absent.copy()
        if rows:
            own = self._fit.features[rows]
            found = np.zeros(len(self._terms), dtype=bool)
            for row in rows:
                found[self._held(row)] = True
            match = self._fit.match
            features = own.max(axis=0)
            features[0] = float(match.weights.idf[found].sum()) / max(match.total, 1e-9)
            if self._n_numbers:
                features[3] = float((found & self._numbers).sum()) / self._n_numbers
        return float(_model().probabilities(features[None], self._weighed)[0])

    def has_all_numbers(self, documents: Iterable[int]) -> bool:
        """Whether every number in digits of the claim stands somewhere in these documents."""
        match = self._fit.match
        wanted = {int(term) for term, is_number in zip(match.query.terms, self._numbers, strict=True) if is_number}
        if len(wanted) < self._n_numbers:
            return False
        held = {int(term) for one in documents for term in match.index.document_terms(one)[0]} if wanted else set()
        return wanted <= held

    def _held(self, row: int) -> list[int]:
        """Places in the query of the terms in the best window of a row's document."""
        match, index = self._fit.match, self._fit.match.index
        start = int(match.first[row])
        end = int(match.first[row + 1]) if row + 1 < len(match.first) else len(match.sentences)
        sentence = int(match.sentences[start + int(np.argmax(self._windows[start:end]))])
        pair = [sentence]
        if sentence + 1 < index.document_start[int(match.documents[row]) + 1]:
            pair.append(sentence + 1)
        terms = {int(term) for one in pair for term in index.sentence_terms(one)}
        return [self._terms[term] for term in terms & self._terms.keys()]


@lru_cache(maxsize=1)
def _model() -> Logistic:
    found = load_word_model("trained")
    assert isinstance(found, Logistic)
    return found
