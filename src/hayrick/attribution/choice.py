"""Which models attribution uses, by name; several are asked in turn until one finds documents to cite."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hayrick.attribution.dense import load_dense
from hayrick.attribution.model import Found, Model, load_word_model
from hayrick.lexical import Index
from hayrick.types import BadInput

DEFAULT = "trained,threshold"
"""The trained model expects documents that repeat a claim's words; where it cites nothing, the untrained rule is asked.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class InTurn:
    """Asks models in turn; the first that cites anything decides. If none does, the first one's probabilities count."""

    models: tuple[Model, ...]

    def __post_init__(self) -> None:
        if not self.models:
            raise BadInput("attribution models", "none", "at least one")

    @property
    def name(self) -> str:
        """Names of the models in order."""
        return ",".join(model.name for model in self.models)

    @property
    def title(self) -> str:
        """Titles of the models in order."""
        return ", then ".join(model.title for model in self.models)

    def find(self, index: Index, claim: str) -> Found:
        """See the class."""
        first = self.models[0].find(index, claim)
        if len(first.chosen):
            return first
        others = (model.find(index, claim) for model in self.models[1:])
        return next((found for found in others if len(found.chosen)), first)


def load_model(choice: str | Path = DEFAULT) -> Model:
    """Load a model, or several that are asked in turn.

    Args:
        choice: the path of a model file; or a text of names, separated by commas: "trained" (logistic regression,
            shipped), "threshold" (untrained rule), "dense:MODEL" (sentence embeddings, see `load_dense`), or paths.

    Raises:
        BadInput: a name or file does not exist, a file is not a model, or an encoder cannot be loaded.
    """
    if isinstance(choice, Path):
        return load_word_model(choice)
    models = tuple(load_dense(name) if name.startswith("dense:") else load_word_model(name) for name in names(choice))
    return models[0] if len(models) == 1 else InTurn(models=models)


def names(choice: str) -> list[str]:
    """Split a text of names at its commas.

    Raises:
        BadInput: a name is empty.
    """
    found = [name.lstrip() for name in choice.split(",")]
    if not all(found):
        raise BadInput(f"attribution models '{choice}'", "an empty name", "names with commas between them")
    return found


def parts(model: Model) -> Sequence[Model]:
    """The models that are asked in turn; the model itself if it is a single one."""
    return model.models if isinstance(model, InTurn) else (model,)
