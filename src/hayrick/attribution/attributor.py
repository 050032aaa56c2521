"""Finds supporting documents with probability and evidence, and repairs the citations of summaries."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from hayrick.attribution.choice import DEFAULT, load_model
from hayrick.attribution.model import Found, Model
from hayrick.lexical import Index, index_of
from hayrick.text import Span
from hayrick.types import BadInput, Document, Summary

LISTED = 0.05
"""Least probability at which an attribution lists a document; cited documents are always listed."""

_MARKER = re.compile(r"\[[^\[\]\n]*\d[^\[\]\n]*\]")
_BULLET = re.compile(r"^\s*(?:[-*•–—]+|\d{1,3}[.)])\s+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Support:
    """A document that may support a claim, and its sentence that fits the claim best."""

    document_id: str
    probability: float
    """Probability, in [0, 1], that the document supports the claim, by `Attribution.by`; calibrated only where that is
    the trained model, else a score that ranks."""

    sentence: str
    span: Span
    """Where the sentence is in the document's text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribution:
    """The supporting documents of one claim."""

    claim: str
    """The claim as given."""

    supports: tuple[Support, ...]
    """Cited documents and those with at least `LISTED`, most probable first; ties in document order."""

    cited: tuple[str, ...]
    """Ids of the documents to cite, most probable first; empty if no document supports the claim well enough."""

    by: str | None
    """Name of the model that chose the documents to cite; None if none are cited, and `supports` are by the first."""


class Attributor:
    """Finds the documents that support a claim.

    Works for any number of documents in any script, including duplicates and empty ones. In a larger collection only
    the `POOL` documents that fit a claim best are considered by models of words.

    Args:
        documents: documents that may be cited; ids must differ.
        model: a model, or what `load_model` takes: names, separated by commas, of models that are asked in turn until
            one cites anything.
        index: an existing index of exactly these texts, or None.

    Raises:
        BadInput: an id occurs twice, the index is of other texts, or the model does not exist.
    """

    def __init__(
        self, documents: Sequence[Document], *, model: str | Path | Model = DEFAULT, index: Index | None = None
    ) -> None:
        self.ids: tuple[str, ...] = tuple(document.id for document in documents)
        if len(set(self.ids)) < len(self.ids):
            twice = Counter(self.ids).most_common(1)[0][0]
            raise BadInput("documents", f"the id {twice!r} twice", "different ids", "Rename or drop one of the two.")
        texts = tuple(document.text for document in documents)
        self.index: Index = index_of(texts) if index is None else index
        if index is not None and index.texts != texts:
            raise BadInput("index", "other texts than the documents'", "the index of these documents")
        self.model: Model = load_model(model) if isinstance(model, str | Path) else model

    @classmethod
    def of_texts(cls, texts: Sequence[str], *, model: str | Path | Model = DEFAULT) -> Self:
        """Make an attributor over plain texts, whose ids are "1", "2", ..."""
        return cls([Document(id=str(number), text=text) for number, text in enumerate(texts, start=1)], model=model)

    def attribute(self, claims: Sequence[str]) -> list[Attribution]:
        """Find the supporting documents of each claim, in the order of the claims.

        Citation markers such as `[3]` and a leading list marker are removed from a claim first.

        Args:
            claims: any texts; for models of words, a claim that shares no content word with a document has no support.

        Returns:
            One attribution for each claim.
        """
        return [self._attribute(claim) for claim in claims]

    def probabilities(self, claim: str) -> NDArray[np.float64]:
        """Probability that each document supports a claim, by the model that decides, in the order of `ids`."""
        found = self.model.find(self.index, claim_text(claim))
        everywhere = np.full(len(self.ids), found.elsewhere())
        everywhere[found.documents] = found.probabilities
        return everywhere

    def cited(self, claim: str) -> tuple[str, ...]:
        """Ids of the documents to cite for a claim, most probable first; as `attribute`, without evidence."""
        found = self.model.find(self.index, claim_text(claim))
        return tuple(self.ids[document] for document in found.documents[found.chosen].tolist())

    def _attribute(self, claim: str) -> Attribution:
        found = self.model.find(self.index, claim_text(claim))
        order = np.argsort(-found.probabilities, kind="stable")
        listed = order[: max(len(found.chosen), int(np.count_nonzero(found.probabilities >= LISTED)))]
        return Attribution(
            claim=claim,
            supports=tuple(self._support(found, int(row)) for row in listed),
            cited=tuple(self.ids[found.documents[row]] for row in found.chosen),
            by=found.by if len(found.chosen) else None,
        )

    def _support(self, found: Found, row: int) -> Support:
        sentence = found.sentence(row)
        return Support(
            document_id=self.ids[found.documents[row]],
            probability=float(found.probabilities[row]),
            sentence=self.index.sentence(sentence),
            span=self.index.span(sentence),
        )


def claim_text(text: str) -> str:
    """Text of a claim without `[...]` groups that contain a digit, and without a leading list marker."""
    return _BULLET.sub("", _MARKER.sub(" ", text)).strip()


def repair(summary: Summary, attributor: Attributor) -> Summary:
    """Replace the citations of every bullet by those of the attributor.

    Texts and ids are kept. A bullet's previous citations, known or unknown, are dropped, not merged.

    Args:
        summary: a summary of a haystack.
        attributor: made for the documents of that haystack.

    Returns:
        A new summary.
    """
    bullets = tuple(
        replace(bullet, cites=frozenset(attributor.cited(bullet.text)), unknown=frozenset())
        for bullet in summary.bullets
    )
    return replace(summary, bullets=bullets)
