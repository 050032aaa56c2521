"""Dense retrieval: cosine of sentence embeddings, for whole documents or their best sentence."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from hayrick.protocols import Known
from hayrick.retrieval.scoring import index_of, texts_of
from hayrick.types import BadInput, Document

Floats = NDArray[np.float64]
Encode = Callable[[Sequence[str]], Any]
"""Texts -> one vector per text, as an array or nested lists."""

MODES = ("document", "sentence")


@dataclass(frozen=True, slots=True, kw_only=True)
class Dense:
    """Cosine of the embeddings of query and document.

    Document vectors are computed once. Blank texts have cosine 0. The encoder cuts texts that are too long for it.

    Args:
        encode: texts -> vectors; `sentence_encoder` makes one.
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
        asked = self._embed([self.query_prefix + query])[0]
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
                vectors = self._embed([self.passage_prefix + part for part in parts])
                vectors[np.array([not part.strip() for part in parts], dtype=bool)] = 0.0
                while len(self._vectors) >= 4:
                    self._vectors.pop(next(iter(self._vectors)))
                self._vectors[texts] = vectors
            return self._vectors[texts]

    def _embed(self, texts: Sequence[str]) -> Floats:
        vectors = np.array(self.encode(texts), dtype=np.float64)
        if vectors.ndim != 2 or len(vectors) != len(texts) or not np.isfinite(vectors).all():
            found = f"an array of shape {vectors.shape}" if vectors.ndim != 2 else f"{len(vectors)} vectors"
            raise BadInput(self.name, found, f"{len(texts)} finite vectors")
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        unit: Floats = vectors / np.where(lengths > 0, lengths, 1.0)
        return unit


def sentence_encoder(model: str, *, batch_size: int = 32) -> Encode:
    """Load an encoder of the package sentence-transformers; it reads as much text as the network allows.

    The package downloads a name that is not in its local cache, unless HF_HUB_OFFLINE=1.

    Args:
        model: name or folder.
        batch_size: texts per batch, >= 1.

    Raises:
        BadInput: the package is missing, or the model cannot be loaded.
    """
    package = package_of("sentence_transformers", "dense")
    try:
        found = package.SentenceTransformer(model)
    except (OSError, ValueError) as problem:
        raise unknown_model(model, problem) from problem
    longest = longest_input(found)
    if longest is not None:
        found.max_seq_length = longest

    def encode(texts: Sequence[str]) -> Any:
        return found.encode(list(texts), batch_size=batch_size, show_progress_bar=False, convert_to_numpy=True)

    return encode


def longest_input(model: Any) -> int | None:
    """Number of tokens that the network of a sentence-transformers model can read; None if unknown.

    Many models are published with a lower limit.
    """
    try:
        config = model[0].auto_model.config
    except (AttributeError, IndexError, KeyError, TypeError):
        return None
    positions = getattr(config, "max_position_embeddings", None)
    if not isinstance(positions, int) or positions <= 0:
        return None
    # RoBERTa and related models number positions from the padding token's id + 1.
    offset = (getattr(config, "pad_token_id", None) or 0) + 1
    named = str(getattr(config, "model_type", ""))
    return positions - offset if "roberta" in named or named in {"mpnet", "camembert"} else positions


def package_of(module: str, extra: str) -> Any:
    """Import an optional package; if it is missing, the error explains how to install it.

    Raises:
        BadInput: it is missing.
    """
    try:
        return importlib.import_module(module)
    except ImportError as problem:
        cure = f"Install it: pip install 'hayrick[{extra}]'"
        raise BadInput("retriever", f"the package {module} is missing", "it installed", cure) from problem


def unknown_model(model: str, problem: Exception) -> BadInput:
    """Return the error for a model that could not be loaded."""
    reason = str(problem).strip().splitlines()
    return BadInput(
        f"model '{model}'",
        f"not loaded ({reason[0] if reason else type(problem).__name__})",
        "the folder of a model, or a name that can be downloaded",
        "Download it first if there is no network.",
    )
