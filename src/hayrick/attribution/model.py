"""From features to probabilities, and from probabilities to the documents to cite."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from hayrick.attribution.features import FEATURES
from hayrick.types import BadInput

Floats = NDArray[np.float64]

MODEL_FILE = Path(__file__).parent.parent / "models" / "attribution.json"
"""The trained model that is shipped."""

SCHEMA = 1
NEGLIGIBLE = 0.01
"""A document under this probability counts as no support: a large collection's tail must not add up."""


class Model(Protocol):
    """Decides which documents support a claim."""

    @property
    def name(self) -> str:
        """Name in signatures."""

    def probabilities(self, features: Floats, n_documents: int) -> Floats:
        """Probability for each row of features; the other `n_documents - len(features)` share no word."""

    def chosen(self, probabilities: Floats) -> NDArray[np.int64]:
        """Positions of the documents to cite, best first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Logistic:
    """Logistic regression over standardised features; cites the documents that maximise expected F1.

    `floor` is the least expected F1 for which anything is cited.
    """

    name: str
    means: tuple[float, ...]
    scales: tuple[float, ...]
    weights: tuple[float, ...]
    intercept: float
    floor: float

    def probabilities(self, features: Floats, n_documents: int) -> Floats:
        """Probability that each row's document supports the claim."""
        slopes = np.array(self.weights) / np.array(self.scales)
        logits: Floats = self.intercept + (features - np.array(self.means)) @ slopes
        return 1 / (1 + np.exp(-logits))

    def chosen(self, probabilities: Floats) -> NDArray[np.int64]:
        """Positions of the documents to cite, best first."""
        return choose(probabilities, floor=self.floor)


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """Untrained rule: cite where `window_recall` is at least `z` standard deviations above the mean of all documents.

    Its "probability" is the normal distribution function of the excess, above one half exactly where it cites: a
    score to rank by, not a calibrated probability. Where fewer than five documents, or equal ones, give no
    spread to compare with, a recall of at least one half decides.
    """

    name: str = "threshold"
    z: float = 1.25

    def probabilities(self, features: Floats, n_documents: int) -> Floats:
        """Score of each row, above one half where the document is cited."""
        recall = features[:, 0]
        mean = recall.sum() / max(n_documents, 1)
        spread = float(np.sqrt(max((recall @ recall) / max(n_documents, 1) - mean * mean, 0.0)))
        excess = (recall - 0.5) / 0.1 if n_documents < 5 or spread < 1e-6 else (recall - mean) / spread - self.z
        return 1 / (1 + np.exp(-1.702 * excess))

    def chosen(self, probabilities: Floats) -> NDArray[np.int64]:
        """Positions of the documents above one half, best first."""
        order = np.argsort(-probabilities, kind="stable")
        return order[probabilities[order] >= 0.5]


def choose(probabilities: Floats, *, floor: float = 0.0) -> NDArray[np.int64]:
    """Positions of the k most probable documents, with k chosen to maximise expected F1; none where that is low.

    Expected F1 is taken as `2 * (sum of the k largest) / (k + sum of all)`, a ratio of expectations. Choosing nothing
    is right exactly where no document supports the claim, so it is expected to score the product of all `1 - p`; it is
    chosen where that is more than any k is expected to score. Probabilities under `NEGLIGIBLE` count as 0, and a tie
    goes to the smaller k and to the earlier document.

    Args:
        probabilities: of each document to support the claim, in [0, 1].
        floor: nothing is chosen, either, where the largest expected F1 is under it.

    Returns:
        Positions, most probable first; empty where nothing is worth citing.
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


def load_model(name: str | Path = "trained") -> Model:
    """Model by name, or from a file that the training script wrote.

    Args:
        name: "trained" (logistic regression, shipped), "threshold" (untrained rule), or the path of a model file.

    Returns:
        The model.

    Raises:
        BadInput: no such name or file, or the file is no model of these features.
    """
    if name == "threshold":
        return Threshold()
    path = MODEL_FILE if name == "trained" else Path(name)
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise BadInput(
            f"attribution model {str(name)!r}",
            "no such name or file",
            '"trained", "threshold" or the path of a model file',
        ) from error
    except (OSError, ValueError) as error:
        raise BadInput(str(path), str(error), "a JSON model file", "Train it again, or name another file.") from error
    return _logistic(path, stored)


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
            raise BadInput(where, f"a feature without a number as {key!r}", "a number", "Train it again.")
        columns[key] = tuple(float(value) for value in column)
    if min(columns["scale"]) <= 0:
        raise BadInput(where, "a scale that is not positive", "scales above 0", "Train it again.")
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
    return isinstance(value, int | float) and math.isfinite(value)
