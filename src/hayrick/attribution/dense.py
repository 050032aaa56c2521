"""Attribution by sentence embeddings, for claims that share no words with their documents."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from weakref import WeakKeyDictionary

import numpy as np

from hayrick.attribution.model import Found
from hayrick.encoders import Encode, Floats, sentence_encoder, unit_vectors
from hayrick.lexical import Index
from hayrick.records.parameters import Parameters
from hayrick.types import BadInput

LEAST = 0.5
"""Least cosine of the best document; chosen with all-MiniLM-L6-v2 on one half of
`bench/attribution/attribution_claims.jsonl`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dense:
    """Cites the documents whose best sentence is closest to the claim by the cosine of their embeddings.

    A document is cited if its cosine is at least half-way from the mean over all documents to the largest one. Encoders
    differ in how alike they make everything, and this rule does not depend on that; `least` does. Nothing is cited if
    the largest cosine is below it; documents with at least `least` are listed as supports. Sentences are embedded once
    for each index. The "probability" is the cosine, cut to [0, 1]: good for ranking, but not calibrated.

    Args:
        encode: texts -> vectors; `encoders.sentence_encoder` makes one.
        encoder: name of the encoder, for the signature.
        least: least cosine of the best document, in (0, 1]; encoders differ.
        claim_prefix: text before the claim, as some encoders require.
        sentence_prefix: text before every sentence.
    """

    encode: Encode
    encoder: str
    least: float = LEAST
    claim_prefix: str = ""
    sentence_prefix: str = ""
    title: str = "sentence embeddings"
    _vectors: WeakKeyDictionary[Index, Floats] = field(default_factory=WeakKeyDictionary, repr=False, compare=False)

    @property
    def name(self) -> str:
        """Everything that it depends on besides the texts."""
        prefixes = "".join(
            f"&{name}={prefix!r}"
            for name, prefix in (("query", self.claim_prefix), ("passage", self.sentence_prefix))
            if prefix
        )
        return f"dense.v1:{self.encoder}?least={self.least:g}{prefixes}"

    def find(self, index: Index, claim: str) -> Found:
        """Find the documents of an index that support a claim.

        Raises:
            BadInput: the encoder does not return one finite vector per text.
        """
        documents = np.flatnonzero(np.diff(index.document_start) > 0)
        cosines, best = np.zeros(index.n_sentences), np.zeros(len(documents))
        if claim.strip() and len(documents):
            asked = unit_vectors(self.encode, [self.claim_prefix + claim], self.name)[0]
            cosines = self._sentences(index) @ asked
            best = np.maximum.reduceat(cosines, index.document_start[documents])
        cited = np.zeros(len(documents), dtype=bool)
        if cosines.any() and best.max() >= self.least:
            cited = best >= (best.mean() + best.max()) / 2
        considered = np.flatnonzero(cited | (best >= self.least))
        documents, best = documents[considered], best[considered]
        order = np.argsort(-best, kind="stable")

        def sentence(row: int) -> int:
            start, end = index.document_start[documents[row] : documents[row] + 2]
            return int(start + np.argmax(cosines[start:end]))

        return Found(
            documents=documents,
            probabilities=np.clip(best, 0.0, 1.0),
            elsewhere=lambda: 0.0,
            chosen=order[cited[considered][order]],
            by=self.name,
            sentence=sentence,
        )

    def _sentences(self, index: Index) -> Floats:
        if index not in self._vectors:
            texts = [self.sentence_prefix + index.sentence(number) for number in range(index.n_sentences)]
            self._vectors[index] = unit_vectors(self.encode, texts, self.name)
        return self._vectors[index]


@lru_cache(maxsize=2)
def load_dense(spec: str) -> Dense:
    """Load the encoder of `dense:MODEL?least=0.5&query=PREFIX&passage=PREFIX`; the last two are kept in memory.

    Args:
        spec: MODEL is the name or folder of a sentence-transformers model, as for the retriever `dense:MODEL`.

    Raises:
        BadInput: a parameter is unknown or wrong, the package is missing, or the model cannot be loaded.
    """
    head, options = Parameters.of(spec, "attribution model")
    encoder = head.removeprefix("dense:")
    least = options.number("least", LEAST)
    prefixes = options.text("query", ""), options.text("passage", "")
    options.require_used()
    if not 0 < least <= 1:
        raise BadInput(f"attribution model '{spec}'", f"least {least:g}", "a cosine over 0, up to 1")
    if not encoder:
        raise BadInput(f"attribution model '{spec}'", "no encoder", "dense:MODEL, the name or folder of an encoder")
    return Dense(
        encode=sentence_encoder(encoder),
        encoder=encoder,
        least=least,
        claim_prefix=prefixes[0],
        sentence_prefix=prefixes[1],
    )
