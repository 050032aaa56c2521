"""Text encoders and models of inference: an optional package or a function of the user's."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hayrick.extras import install
from hayrick.types import BadInput

Floats = NDArray[np.float64]
Encode = Callable[[Sequence[str]], Any]
"""Texts -> one vector per text, as an array or nested lists."""

TEXTS_PER_BATCH = 32
"""Of an encoder of texts."""

PAIRS_PER_BATCH = 16
"""Of a cross-encoder."""


def unit_vectors(encode: Encode, texts: Sequence[str], where: str) -> Floats:
    """Embed texts and scale every vector to length 1; a vector of zeros stays as it is.

    Args:
        encode: the encoder.
        texts: any texts.
        where: name of the part that uses the encoder, for the error.

    Raises:
        BadInput: the encoder does not return one finite vector per text.
    """
    vectors = np.array(encode(texts), dtype=np.float64)
    if vectors.ndim != 2 or len(vectors) != len(texts) or not np.isfinite(vectors).all():
        found = f"an array of shape {vectors.shape}" if vectors.ndim != 2 else f"{len(vectors)} vectors"
        raise BadInput(where, found, f"{len(texts)} finite vectors")
    return _units(vectors)


def token_units(rows: object, *, marks: bool = True) -> Floats:
    """One text's array of an `EncodeTokens`, its rows scaled to length 1; with or without those of the marks.

    Raises:
        BadInput: it is no table of finite numbers.
    """
    found = np.asarray(rows, dtype=np.float64)
    if found.ndim != 2 or not np.isfinite(found).all():
        raise BadInput("bertscore", f"an array of shape {found.shape}", "finite vectors, one a token")
    return _units(found if marks else found[1:-1])


def _units(vectors: Floats) -> Floats:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    units: Floats = vectors / np.where(lengths > 0, lengths, 1.0)
    return units


def sentence_encoder(model: str) -> Encode:
    """Load an encoder of the package sentence-transformers; it reads as much text as the network allows.

    The package downloads a name that is not in its local cache, unless HF_HUB_OFFLINE=1.

    Args:
        model: name or folder.

    Raises:
        BadInput: the package is missing, or the model cannot be loaded.
    """
    found = _sentence_model(model)

    def encode(texts: Sequence[str]) -> Any:
        return found.encode(list(texts), batch_size=TEXTS_PER_BATCH, show_progress_bar=False, convert_to_numpy=True)

    return encode


EncodeTokens = Callable[[Sequence[str]], Sequence[Any]]
"""Texts -> for each text an array [its tokens, dimensions], the marks of beginning and end included."""


def token_encoder(model: str) -> EncodeTokens:
    """Load an encoder of the package sentence-transformers that gives a vector for every token, of its last layer.

    Args:
        model: as for `sentence_encoder`.

    Raises:
        BadInput: as `sentence_encoder`.
    """
    found = _sentence_model(model)

    def encode(texts: Sequence[str]) -> list[Any]:
        options = {"batch_size": TEXTS_PER_BATCH, "show_progress_bar": False, "convert_to_numpy": False}
        rows = found.encode(list(texts), output_value="token_embeddings", **options)
        return [row.detach().cpu().numpy() for row in rows]

    return encode


class Inference(NamedTuple):
    """A model for natural language inference: what of two texts follows from the first."""

    probabilities: Callable[[Sequence[tuple[str, str]]], Any]
    """Pairs of premise and hypothesis -> an array [pairs, labels] whose rows add up to 1."""

    labels: Mapping[int, str]
    """Column -> what it means, in the model's own words."""

    model: str

    def label(self, *names: str) -> int:
        """Column of the label that has one of these names, in any case.

        Raises:
            BadInput: no label has, or several have; or there is but one label.
        """
        found = [number for number, name in self.labels.items() if name.casefold() in names]
        if len(found) != 1 or len(self.labels) < 2:
            given = ", ".join(self.labels.values()) or "none"
            cure = "Name a model for natural language inference that says what its labels mean."
            raise BadInput(f"model '{self.model}'", f"labels {given}", f"one label '{names[0]}' among others", cure)
        return found[0]


ENTAILMENT = ("entailment", "entails", "entail")
CONTRADICTION = ("contradiction", "contradicts", "contradict")


@lru_cache(maxsize=2)
def inference_model(model: str) -> Inference:
    """Load a cross-encoder for natural language inference with the package sentence-transformers.

    Args:
        model: name or folder; the package downloads a name that is not in its local cache, unless HF_HUB_OFFLINE=1.

    Raises:
        BadInput: the package is missing, or the model cannot be loaded.
    """
    found = loaded("CrossEncoder", model)
    given = getattr(found.model.config, "id2label", None)
    labels = {int(number): str(name) for number, name in given.items()} if isinstance(given, Mapping) else {}

    def probabilities(pairs: Sequence[tuple[str, str]]) -> Any:
        return found.predict(list(pairs), batch_size=PAIRS_PER_BATCH, show_progress_bar=False, apply_softmax=True)

    return Inference(probabilities, labels, model)


def loaded(kind: str, model: str) -> Any:
    """Load a model as a class, `kind`, of the package sentence-transformers; errors as of `sentence_encoder`."""
    package = package_of("sentence_transformers", "dense")
    try:
        return getattr(package, kind)(model)
    except (OSError, ValueError) as problem:
        raise unknown_model(model, problem) from problem


def _sentence_model(model: str) -> Any:
    found = loaded("SentenceTransformer", model)
    longest = longest_input(found)
    if longest is not None:
        found.max_seq_length = longest
    return found


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
        cure = f"Install it: {install(extra)}"
        raise BadInput(f"package {module}", "it is missing", "it installed", cure) from problem


def unknown_model(model: str, problem: Exception) -> BadInput:
    """Return the error for a model that could not be loaded."""
    reason = str(problem).strip().splitlines()
    return BadInput(
        f"model '{model}'",
        f"not loaded ({reason[0] if reason else type(problem).__name__})",
        "the folder of a model, or a name that can be downloaded",
        "Download it first if there is no network.",
    )
