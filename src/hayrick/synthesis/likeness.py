"""Detects insights that state the same, and documents that repeat others, by words and quantities without a model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hayrick.quantities.texts import quantities
from hayrick.text import terms, words

SAME_INSIGHT = 0.8
"""Least share of common words at which two sentences with equal quantities count as the same insight. Chosen, not
fitted: among 6,781 pairs of insights within released haystacks the highest share is 0.43
(bench/haystacks/likeness.py)."""

RUN = 8
REPEATED = 0.5
"""Least share of a document's runs of 8 words in one earlier document at which it counts as a repetition. Chosen, not
fitted: among 14,850 pairs of released documents the highest share is 0.27 (bench/haystacks/likeness.py)."""


class ComparedText(NamedTuple):
    """The features by which sentences are compared: content words and quantities."""

    terms: frozenset[str]
    quantities: frozenset[tuple[str, float, str]]

    @classmethod
    def of(cls, text: str) -> ComparedText:
        """Wording of a sentence; all words count if it has no content words."""
        found = frozenset((one.kind, one.value, one.unit) for one in quantities(text))
        return cls(frozenset(terms(text) or words(text) or [text.strip()]), found)

    def is_like(self, other: ComparedText) -> bool:
        """Whether both state the same: equal quantities, and nearly the same words."""
        if self.quantities != other.quantities:
            return False
        return len(self.terms & other.terms) >= SAME_INSIGHT * len(self.terms | other.terms)


class Seen:
    """A collection of sentences that finds repetitions in nearly the same words."""

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._texts: list[tuple[str, ComparedText]] = []
        for text in texts:
            self.add(text)

    def find(self, text: str) -> str | None:
        """The earlier sentence that this one repeats; None for a new sentence."""
        wording = ComparedText.of(text)
        return next((earlier for earlier, known in self._texts if wording.is_like(known)), None)

    def add(self, text: str) -> None:
        """Add a sentence."""
        self._texts.append((text, ComparedText.of(text)))


def repeats(texts: Sequence[str | None]) -> list[tuple[int, float] | None]:
    """Find for each document the earlier one that it repeats.

    Args:
        texts: texts of the documents in order; None for a missing document.

    Returns:
        Position of the earlier document and the share of common runs, if it is at least `REPEATED`; else None.
    """
    first: dict[tuple[str, ...], list[int]] = {}
    found: list[tuple[int, float] | None] = []
    for number, text in enumerate(texts):
        runs = runs_of(text or "")
        shared = Counter(earlier for run in runs for earlier in first.get(run, ()))
        nearest = max(shared.items(), key=lambda one: (one[1], -one[0]), default=None)
        is_repeated = nearest is not None and nearest[1] >= REPEATED * len(runs)
        found.append((nearest[0], nearest[1] / len(runs)) if is_repeated and nearest is not None else None)
        for run in runs:
            first.setdefault(run, []).append(number)
    return found


def runs_of(text: str) -> set[tuple[str, ...]]:
    """All runs of `RUN` words of a text; a shorter text is a single run, an empty one has none."""
    found = words(text)
    if not found:
        return set()
    return {tuple(found[start : start + RUN]) for start in range(max(1, len(found) - RUN + 1))}
