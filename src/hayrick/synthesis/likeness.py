"""When two insights say the same, and when a document repeats another: by words and quantities, without a model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hayrick.quantities import quantities
from hayrick.text import terms, words

SAME_INSIGHT = 0.8
"""Share of common words from which two sentences with equal quantities are one insight. Chosen, not fitted: of the
6,781 pairs of insights of one released haystack (three haystacks) the nearest have 0.43 (bench/planted_faults.py)."""

RUN = 8
REPEATED = 0.5
"""Share of a document's runs of 8 words that stand in one earlier document, from which it repeats that one. Chosen, not
fitted: of 14,850 pairs of released documents the nearest have 0.27 (bench/planted_faults.py)."""


class Wording(NamedTuple):
    """What counts when sentences are compared: content words and quantities."""

    terms: frozenset[str]
    quantities: frozenset[tuple[str, float, str]]

    @classmethod
    def of(cls, text: str) -> Wording:
        """Wording of a sentence; of one without content words all words count."""
        found = frozenset((one.kind, one.value, one.unit) for one in quantities(text))
        return cls(frozenset(terms(text) or words(text) or [text.strip()]), found)

    def is_like(self, other: Wording) -> bool:
        """Whether both say the same: equal quantities, and nearly the same words."""
        if self.quantities != other.quantities:
            return False
        return len(self.terms & other.terms) >= SAME_INSIGHT * len(self.terms | other.terms)


class Seen:
    """Sentences that were there before, found again also in nearly the same words."""

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._texts: list[tuple[str, Wording]] = []
        for text in texts:
            self.add(text)

    def find(self, text: str) -> str | None:
        """The earlier sentence that this one repeats, None for a new one."""
        wording = Wording.of(text)
        return next((earlier for earlier, known in self._texts if wording.is_like(known)), None)

    def add(self, text: str) -> None:
        """Know a sentence from now on."""
        self._texts.append((text, Wording.of(text)))


def repeats(texts: Sequence[str | None]) -> list[tuple[int, float] | None]:
    """For each document the earlier one that it repeats.

    Args:
        texts: of the documents in order; None is no document.

    Returns:
        Position of the earlier document and the share of runs of words that it has, from `REPEATED` on; else None.
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
    """All runs of `RUN` words of a text; a shorter text is one run, an empty one has none."""
    found = words(text)
    if not found:
        return set()
    return {tuple(found[start : start + RUN]) for start in range(max(1, len(found) - RUN + 1))}
