"""Models of attribution: which documents support a claim, by the words that they share with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from hayrick.attribution.features import FEATURES, POOL, absent, fit
from hayrick.lexical import Index
from hayrick.records.read_files import read_json
from hayrick.suggestions import did_you_mean
from hayrick.types import BadInput

Floats = NDArray[np.float64]

MODEL_FILE = Path(__file__).parent.parent / "models" / "attribution.json"
"""The trained model that comes with Hayrick."""

SCHEMA = 1
_LARGEST = 1e100
"""Largest number of a model: sums of products of such numbers are finite."""

NEGLIGIBLE = 0.01
"""A document below this probability counts as no support, so that the tail of a large collection does not add up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a model finds for one claim. A *row* is a document that it considered."""

    documents: NDArray[np.integer]
    """Position of each row's document in the index."""

    probabilities: Floats
    """Probability of each row, in [0, 1]."""

    elsewhere: Callable[[], float]
    """Gives the probability of every other document."""

    chosen: NDArray[np.int64]
    """Rows to cite, most probable first."""

    by: str
    """Name of the model."""

    sentence: Callable[[int], int]
    """Row -> number in the index of the sentence that fits the claim best."""


class Model(Protocol):
    """Decides which documents support a claim."""

    @property
    def name(self) -> str:
        """Name with version and parameters, for signatures and files."""

    @property
    def title(self) -> str:
        """What it is, in two words, for reports."""

    def find(self, index: Index, claim: str) -> Found:
        """Find the documents of an index that support a claim."""


class WordModel(Model, Protocol):
    """A model that sees nothing but the features of word overlap."""

    def probabilities(self, features: Floats, n_documents: int) -> Floats:
        """Probability for each row of features; the other `n_documents - len(features)` documents share no word."""

    def chosen(self, probabilities: Floats) -> NDArray[np.int64]:
        """Positions of the documents to cite, most probable first."""


def _find_by_words(model: WordModel, index: Index, claim: str) -> Found:
    """Apply a model to the features of a claim; of a collection larger than `POOL`, to the best `POOL` documents."""
    found = fit(index, claim)
    match = found.match
    weighed = min(index.n_documents, POOL)
    probabilities = model.probabilities(found.features, weighed)

    def sentence(row: int) -> int:
        start = match.first[row]
        end = match.first[row + 1] if row + 1 < len(match.first) else len(match.sentences)
        return int(match.sentences[start + int(np.argmax(found.sentence_f1[start:end]))])

    return Found(
        documents=match.documents,
        probabilities=probabilities,
        elsewhere=lambda: float(model.probabilities(absent(index, match.query)[None], weighed)[0]),
        chosen=model.chosen(probabilities),
        by=model.name,
        sentence=sentence,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Logistic:
    """Logistic regression over standardised features; cites the set of documents with the highest expected F1.

    Nothing is cited if the expected F1 is below `floor`.
    """

    name: str
    means: tuple[float, ...]
    scales: tuple[float, ...]
    weights: tuple[float, ...]
    intercept: float
    floor: float
    title: str = "trained model"

    def find(self, index: Index, claim: str) -> Found:
        """See `Model`."""
        return _find_by_words(self, index, claim)

    def probabilities(self, features: Floats, n_documents: int) -> Floats:
        """Probability that each row's document supports the claim."""
        slopes = np.array(self.weights) / np.array(self.scales)
        logits: Floats = self.intercept + (features - np.array(self.means)) @ slopes
        with np.errstate(over="ignore"):  # Of what is beyond the largest number the probability is 0.
            return 1 / (1 + np.exp(-logits))

    def chosen(self, probabilities: Floats) -> NDArray[np.int64]:
        """Positions of the documents to cite, most probable first."""
        return choose(probabilities, floor=self.floor)


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """Untrained rule: cite a document if `window_recall` is at least `z` standard deviations above the mean of all.

    Some document always stands out, also where none supports the claim. Nothing is cited therefore if even the largest
    recall is below `least`. Its "probability" is a score, at least 1/2 exactly for cited documents: good for ranking,
    but not calibrated. With fewer than five documents, or without any spread, a recall of at least 1/2 decides.

    Args:
        name: name for signatures.
        z: standard deviations above the mean.
        least: least share of the claim's weight in the best document, in [0, 1]; chosen on paraphrases (one half of
            `bench/attribution/attribution_claims.jsonl`) and claims without support.
    """

    name: str = "threshold.v2"
    z: float = 1.25
    least: float = 0.2
    title: str = "untrained rule"

    def find(self, index: Index, claim: str) -> Found:
        """See `Model`."""
        return _find_by_words(self, index, claim)

    def probabilities(self, features: Floats, n_documents: int) -> Floats:
        """Score of each row; at least 1/2 if the document is cited."""
        recall = features[:, 0]
        mean = recall.sum() / max(n_documents, 1)
        spread = float(np.sqrt(max((recall @ recall) / max(n_documents, 1) - mean * mean, 0.0)))
        excess = (recall - 0.5) / 0.1 if n_documents < 5 or spread < 1e-6 else (recall - mean) / spread - self.z
        if recall.max(initial=0.0) < self.least:
            excess = (recall - self.least) / 0.1
        return 1 / (1 + np.exp(-1.702 * excess))

    def chosen(self, probabilities: Floats) -> NDArray[np.int64]:
        """Positions of the documents with at least 1/2, best first."""
        order = np.argsort(-probabilities, kind="stable")
        return order[probabilities[order] >= 0.5]


def choose(probabilities: Floats, *, floor: float = 0.0) -> NDArray[np.int64]:
    """Choose the k most probable documents with the k that maximises expected F1; may choose none.

    Expected F1 is approximated by `2 * (sum of the k largest) / (k + sum of all)`. Choosing none is right if no
    document supports the claim, so its expected score is the product of all `1 - p`; none is chosen if that exceeds the
    expected F1 of every k. Probabilities below `NEGLIGIBLE` count as 0. Ties go to the smaller k and the earlier
    document.

    Args:
        probabilities: probability that each document supports the claim, in [0, 1].
        floor: nothing is chosen either if the largest expected F1 is below this.

    Returns:
        Positions, most probable first; empty if no document is worth citing.
    """
    order = np.argsort(-probabilities, kind="stable")
    ordered = probabilities[order]
    ordered = ordered[: np.count_nonzero(ordered >= NEGLIGIBLE)]
    if not len(ordered):
        return order[:0]
    gained = np.cumsum(ordered)
    expected = 2 * gained / (np.arange(1, len(ordered) + 1) + gained[-1])
    best = int(np.argmax(expected))
    least = max(floor, float(np.prod(1 - ordered)))
    return order[: best + 1] if expected[best] >= least else order[:0]


def load_word_model(name: str | Path = "trained") -> Logistic | Threshold:
    """Load a model of words by name, or from a file written by the training script.

    Args:
        name: "trained" (logistic regression, shipped), "threshold" (untrained rule), or the path of a model file.

    Returns:
        The model.

    Raises:
        BadInput: the name or file does not exist, or the file is not a model of these features.
    """
    if name == "threshold":
        return Threshold()
    path = MODEL_FILE if name == "trained" else Path(name)
    if not path.exists():
        raise BadInput(
            f"attribution model {str(name)!r}",
            "no such name or file",
            '"trained", "threshold", "dense:MODEL" or the path of a model file; several with commas between them',
            did_you_mean(str(name), ("trained", "threshold", "dense:MODEL")),
        )
    return _logistic(path, read_json(path))


def _logistic(path: Path, stored: object) -> Logistic:
    where = str(path)
    if not isinstance(stored, Mapping) or stored.get("schema") != SCHEMA:
        raise BadInput(where, "another file, or another schema", f"an attribution model of schema {SCHEMA}")
    features = stored.get("features")
    if not isinstance(features, list) or [row.get("name") for row in features if isinstance(row, dict)] != [*FEATURES]:
        raise BadInput(where, "other features", f"the features {', '.join(FEATURES)} in this order", "Train it again.")
    columns: dict[str, tuple[float, ...]] = {}
    for key in ("mean", "scale", "weight"):
        column = [row.get(key) for row in features]
        if not all(_is_number(value) for value in column):
            expected = f"a number from -{_LARGEST:g} to {_LARGEST:g}"
            raise BadInput(where, f"a feature without a number as {key!r}", expected, "Train it again.")
        columns[key] = tuple(float(value) for value in column)
    if min(columns["scale"]) < 1 / _LARGEST:
        raise BadInput(
            where, f"a scale of {min(columns['scale']):g}", f"scales of at least {1 / _LARGEST:g}", "Train it again."
        )
    numbers = [stored.get(key) for key in ("intercept", "floor")]
    if not all(_is_number(value) for value in numbers):
        raise BadInput(where, "no intercept or no floor", "both as numbers", "Train it again.")
    return Logistic(
        name=f"{stored.get('name')}.v{stored.get('version')}",
        means=columns["mean"],
        scales=columns["scale"],
        weights=columns["weight"],
        intercept=float(stored["intercept"]),
        floor=float(stored["floor"]),
    )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and abs(value) <= _LARGEST
