"""Decides support by a model for natural language inference: a cross-encoder by name or folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from hayrick.encoders import package_of, unknown_model
from hayrick.judges.support.judge import texts_shown
from hayrick.measures.support import Case
from hayrick.protocols import Ask
from hayrick.types import BadInput, Document

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
def nli_model(model: str, *, batch_size: int = 16) -> EntailmentSupport:
    """Load a cross-encoder for natural language inference with the package sentence-transformers.

    Args:
        model: name or folder; the package downloads a name that is not in its local cache, unless HF_HUB_OFFLINE=1.
        batch_size: pairs a batch, >= 1.

    Raises:
        BadInput: the package is missing, the model cannot be loaded, or it has no label "entailment".
    """
    package = package_of("sentence_transformers", "dense")
    try:
        found = package.CrossEncoder(model)
    except (OSError, ValueError) as problem:
        raise unknown_model(model, problem) from problem
    wanted = entailment_label(getattr(found.model.config, "id2label", None), model)

    def entails(pairs: Sequence[tuple[str, str]]) -> list[bool]:
        scores = found.predict(list(pairs), batch_size=batch_size, show_progress_bar=False)
        return [int(row.argmax()) == wanted for row in scores]

    return EntailmentSupport(entails, model)


def entailment_label(labels: object, model: str) -> int:
    """Number of the label that says entailment, from a model's configuration.

    Args:
        labels: number -> name, at least two.
        model: for the error.

    Raises:
        BadInput: no label, or more than one, is called so.
    """
    names = dict(labels) if isinstance(labels, Mapping) else {}
    found = [
        int(number) for number, name in names.items() if str(name).casefold() in ("entailment", "entails", "entail")
    ]
    if len(found) != 1 or len(names) < 2:
        given = ", ".join(map(str, names.values())) or "none"
        cure = "Name a model for natural language inference that says what its labels mean."
        raise BadInput(f"judge 'nli:{model}'", f"labels {given}", "one label 'entailment' among others", cure)
    return found[0]
