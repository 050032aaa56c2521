"""Decides support by a model for natural language inference: a cross-encoder by name or folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar

from hayrick.encoders import ENTAILMENT, inference_model
from hayrick.judges.support.judge import texts_shown
from hayrick.measures.support import Case
from hayrick.protocols import About, Ask
from hayrick.types import Document

Entails = Callable[[Sequence[tuple[str, str]]], Sequence[bool]]
"""Pairs of premise and statement -> whether the premise entails the statement."""


@dataclass(slots=True)
class EntailmentSupport:
    """An NLI model reads the documents as premise and the statement as hypothesis; each pair is asked once.

    The model cuts what is longer than its window: several long documents may not be read to the end.

    Args:
        entails: asks the model.
        model: its name or path, for the signature.
    """

    entails: Entails
    model: str
    asks: bool = False
    about: ClassVar[About] = About()
    _known: dict[tuple[str, str], bool] = field(default_factory=dict)

    @property
    def signature(self) -> str:
        """The model's name."""
        return f"nli:{self.model}"

    async def decide(self, documents: Sequence[Document], cases: Sequence[Case], ask: Ask) -> list[float]:
        """See `Decider`."""
        pairs = [("\n".join(texts_shown(documents, case)), case.statement) for case in cases]
        new = [pair for pair in dict.fromkeys(pairs) if pair not in self._known]
        if new:
            self._known |= zip(new, self.entails(new), strict=True)
        return [float(self._known[pair]) for pair in pairs]


@lru_cache(maxsize=2)
def nli_model(model: str) -> EntailmentSupport:
    """Load a cross-encoder for natural language inference with the package sentence-transformers.

    Args:
        model: name or folder; the package downloads a name that is not in its local cache, unless HF_HUB_OFFLINE=1.

    Raises:
        BadInput: the package is missing, the model cannot be loaded, or it has no label "entailment".
    """
    found = inference_model(model)
    wanted = found.label(*ENTAILMENT)

    def entails(pairs: Sequence[tuple[str, str]]) -> list[bool]:
        return [int(row.argmax()) == wanted for row in found.probabilities(pairs)]

    return EntailmentSupport(entails, model)
