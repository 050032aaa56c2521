"""Dense retrieval: cosine of sentence embeddings, for whole documents or their best sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Literal

import numpy as np

from hayrick.encoders import Encode, Floats, unit_vectors
from hayrick.lexical import index_of
from hayrick.protocols import Known
from hayrick.retrieval.scoring import texts_of
from hayrick.types import BadInput, Document

MODES = ("document", "sentence")


@dataclass(frozen=True, slots=True, kw_only=True)
class Dense:
    """Cosine of the embeddings of query and document.

    Document vectors are computed once. Blank texts have cosine 0. The encoder cuts texts that are too long for it.

    Args:
        encode: texts -> vectors; `encoders.sentence_encoder` makes one.
        model: name of the encoder, for the signature.
        mode: embed each whole document, or each sentence and use the document's best.
        query_prefix: text before the query, as some encoders require.
        passage_prefix: text before every document or sentence.
        name: name that the user gave.

    Source: SummHay, section 5.1 ("Vect" and "LongE" embed whole documents).
    """

    encode: Encode
    model: str
    mode: Literal["document", "sentence"] = "document"
    query_prefix: str = ""
    passage_prefix: str = ""
    name: str = "dense"
    _vectors: dict[tuple[str, ...], Floats] = field(default_factory=dict, repr=False, compare=False)
    _lock: Any = field(default_factory=Lock, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise BadInput(self.name, f"mode '{self.mode}'", " or ".join(f"'{mode}'" for mode in MODES))

    @property
    def signature(self) -> str:
        """Everything that its scores depend on."""
        prefixes = f"{self.query_prefix!r},{self.passage_prefix!r}"
        return f"dense|{self.model}|mode:{self.mode}|prefixes:{prefixes}"

    def scores(self, query: str, documents: Sequence[Document], known: Known | None = None) -> tuple[float, ...]:
        """Return the cosine of every document with the query, in [-1, 1].

        Raises:
            BadInput: the encoder does not return one finite vector per text.
        """
        texts = texts_of(documents)
        if not any(text.strip() for text in texts):
            return (0.0,) * len(texts)
        asked = unit_vectors(self.encode, [self.query_prefix + query], self.name)[0]
        cosines = self._passages(texts) @ asked
        if self.mode == "sentence":
            index = index_of(texts)
            best = np.full(len(texts), -1.0)
            np.maximum.at(best, index.sentence_document, cosines)
            cosines = np.where(np.diff(index.document_start) > 0, best, 0.0)
        values: list[float] = cosines.tolist()
        return tuple(values)

    def _passages(self, texts: tuple[str, ...]) -> Floats:
        with self._lock:
            if texts not in self._vectors:
                parts: Sequence[str] = texts
                if self.mode == "sentence":
                    index = index_of(texts)
                    parts = [index.sentence(number) for number in range(index.n_sentences)]
                vectors = unit_vectors(self.encode, [self.passage_prefix + part for part in parts], self.name)
                vectors[np.array([not part.strip() for part in parts], dtype=bool)] = 0.0
                while len(self._vectors) >= 4:
                    self._vectors.pop(next(iter(self._vectors)))
                self._vectors[texts] = vectors
            return self._vectors[texts]
