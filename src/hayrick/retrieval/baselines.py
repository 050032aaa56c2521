"""Retrievers that read no text: the oracle, chance, position, and scores that the file stores."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from hayrick.retrieval.protocol import STORED, checked
from hayrick.types import BadInput, Haystack, Subtopic


@dataclass(frozen=True, slots=True)
class Oracle:
    """Number of the subtopic's insights that the document holds. Source: SummHay, section 5.1 ("Orac")."""

    name: str = "oracle"
    signature: str = "oracle"

    def scores(self, haystack: Haystack, subtopic: Subtopic) -> tuple[float, ...]:
        """See the class."""
        counts = {document.id: 0 for document in haystack.documents}
        for insight in subtopic.insights:
            for document in set(haystack.held_by.get(insight.id, ())):
                counts[document] += 1
        return tuple(float(counts[document.id]) for document in haystack.documents)


@dataclass(frozen=True, slots=True)
class Random:
    """A number in [0, 1) that depends on the seed and the names of haystack, subtopic and document only."""

    seed: int = 0
    name: str = "random"

    @property
    def signature(self) -> str:
        """What its scores depend on."""
        return f"random|seed:{self.seed}"

    def scores(self, haystack: Haystack, subtopic: Subtopic) -> tuple[float, ...]:
        """See the class."""
        key = (self.seed, haystack.id, subtopic.id)
        return tuple(random.Random(repr((*key, document.id))).random() for document in haystack.documents)


@dataclass(frozen=True, slots=True)
class Position:
    """The first documents, or the last, as stored: what a system that reads only one end of its input would see."""

    last: bool = False

    @property
    def name(self) -> str:
        """`first` or `last`."""
        return "last" if self.last else "first"

    @property
    def signature(self) -> str:
        """What its scores depend on."""
        return self.name

    def scores(self, haystack: Haystack, subtopic: Subtopic) -> tuple[float, ...]:
        """See the class."""
        return tuple(float(number if self.last else -number) for number in range(len(haystack.documents)))


@dataclass(frozen=True, slots=True)
class Released:
    """Scores that the haystack's file stores under a retriever's name."""

    stored: str

    @property
    def name(self) -> str:
        """`released:` and the stored name."""
        return f"released:{self.stored}"

    @property
    def signature(self) -> str:
        """What its scores depend on, apart from the file."""
        return self.name

    def scores(self, haystack: Haystack, subtopic: Subtopic) -> tuple[float, ...]:
        """See the class.

        Raises:
            BadInput: nothing is stored under the name, or not for every document.
        """
        where = f"{haystack.id}: subtopic '{subtopic.id}'"
        tables = subtopic.extra.get(STORED)
        names = sorted(map(str, tables)) if isinstance(tables, Mapping) else []
        if not isinstance(tables, Mapping) or self.stored not in tables:
            expected = " or ".join(f"'{name}'" for name in names) or "a file that stores retrievers' scores"
            raise BadInput(where, f"no scores of a retriever '{self.stored}'", expected)
        return checked(tables[self.stored], haystack, f"{where}: scores of '{self.stored}'")
