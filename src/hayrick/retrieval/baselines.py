"""Retrievers that read no text: oracle, random, position, and scores stored with the data."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from hayrick.protocols import Known
from hayrick.retrieval.scoring import checked
from hayrick.types import BadInput, Document


@dataclass(frozen=True, slots=True)
class Oracle:
    """Scores documents by their known relevance. Source: SummHay, section 5.1 ("Orac")."""

    name: str = "oracle"
    signature: str = "oracle"

    def scores(self, query: str, documents: Sequence[Document], known: Known | None = None) -> tuple[float, ...]:
        """Return the known relevance of every document.

        Raises:
            BadInput: the relevance of a document is unknown.
        """
        if known is None:
            cure = "Use it where the gold data say which documents are relevant."
            raise BadInput("retriever 'oracle'", "no known relevance of the documents", "grades, one a document", cure)
        return checked(known.grades, documents, "retriever 'oracle'")


@dataclass(frozen=True, slots=True)
class Random:
    """Scores in [0, 1) that depend only on seed, query and document id."""

    seed: int = 0
    name: str = "random"

    @property
    def signature(self) -> str:
        """Everything that its scores depend on."""
        return f"random|seed:{self.seed}"

    def scores(self, query: str, documents: Sequence[Document], known: Known | None = None) -> tuple[float, ...]:
        """Return a random score for every document."""
        return tuple(random.Random(repr((self.seed, query, document.id))).random() for document in documents)


@dataclass(frozen=True, slots=True)
class ByPosition:
    """Ranks the first (or last) documents highest: what a system sees that reads only one end of its input."""

    last: bool = False

    @property
    def name(self) -> str:
        """`first` or `last`."""
        return "last" if self.last else "first"

    @property
    def signature(self) -> str:
        """Everything that its scores depend on."""
        return self.name

    def scores(self, query: str, documents: Sequence[Document], known: Known | None = None) -> tuple[float, ...]:
        """Return scores that fall (or rise) with the stored position."""
        return tuple(float(number if self.last else -number) for number in range(len(documents)))


@dataclass(frozen=True, slots=True)
class Released:
    """Scores stored with the data under a retriever's name."""

    stored: str

    @property
    def name(self) -> str:
        """`released:` followed by the stored name."""
        return f"released:{self.stored}"

    @property
    def signature(self) -> str:
        """Everything that its scores depend on, except the data."""
        return self.name

    def scores(self, query: str, documents: Sequence[Document], known: Known | None = None) -> tuple[float, ...]:
        """Return the stored scores.

        Raises:
            BadInput: no scores are stored under the name, or a document has none.
        """
        stored = known.stored if known is not None else {}
        if self.stored not in stored:
            where = f"retriever '{self.name}', query '{query[:80]}'"
            expected = " or ".join(f"'{name}'" for name in sorted(stored)) or "a file that stores retrievers' scores"
            raise BadInput(where, f"no scores of a retriever '{self.stored}'", expected)
        return checked(stored[self.stored], documents, f"scores of '{self.stored}' for the query '{query[:80]}'")
