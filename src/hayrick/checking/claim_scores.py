"""Scores how well text passages fit the claims of insights, compared with competing insights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hayrick.checking.wording import Wording, is_quantity, read
from hayrick.lexical.arrays import new_pairs
from hayrick.types import Insight

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

NEAR, WIDE = 3, 8
"""Number of steps of text in a narrow and in a wide window."""

STEP_TERMS, CLAIM_TERMS = 5, 30
"""Content words per step, and in the longest claim that uses steps of this length; longer claims use longer steps."""

NUMBER_WEIGHT = 1.5
"""Weight of a quantity relative to an equally rare word: paraphrases change words, but not numbers."""

RIVALS = 5
"""Number of most similar claims of other insights that compete with a claim."""

SAME = 0.999
"""A claim that contains this share of another claim's weight does not compete with it: it implies it."""


class Claim(NamedTuple):
    """One text that stands for an insight: its text, one of its halves, or a translation."""

    insight: int
    """Position of the insight, from 0."""

    language: str
    """Language of a translation, else ""."""

    wording: Wording


class Margins(NamedTuple):
    """How well each claim fits one text.

    A margin is in [0, 1]: the share of the claim's term weight that a window contains and no competing claim accounts
    for, relative to the weight that no competing claim accounts for.
    """

    near: Floats
    """Margin in the best narrow window."""

    wide: Floats
    """Margin in the best wide window."""

    start: Ints
    """First character of that wide window."""

    end: Ints
    """Character after the last one of that wide window."""

    columns: Ints
    """Column of each term of the text; see `Claims.known`."""


class Claims:
    """Claims of insights as weights over terms, with their competing claims.

    A term weighs more, the fewer insights with a claim in its language share it. Quantities weigh more than words.

    Args:
        insights: all insights that a text may state.
    """

    def __init__(self, insights: Sequence[Insight]) -> None:
        self.all: tuple[Claim, ...] = tuple(
            claim for number, insight in enumerate(insights) for claim in _claims(number, insight)
        )
        terms = (term for claim in self.all for term in claim.wording.terms)
        self.columns: dict[str, int] = {term: column for column, term in enumerate(dict.fromkeys(terms))}
        """Column of each term."""
        self._owner = np.array([claim.insight for claim in self.all], dtype=np.int64)
        self.of_insight: tuple[Ints, ...] = tuple(
            np.flatnonzero(self._owner == number) for number in range(len(insights))
        )
        """Positions of each insight's claims."""
        self._holds = np.zeros((len(self.all), len(self.columns)), dtype=np.float32)
        for row, claim in enumerate(self.all):
            self._holds[row, [self.columns[term] for term in claim.wording.terms]] = 1
        steps = STEP_TERMS * np.maximum(np.ceil(self._holds.sum(axis=1) / CLAIM_TERMS), 1).astype(np.int64)
        self._of_step = [(step, np.flatnonzero(steps == step)) for step in sorted(set(steps.tolist()))]
        kinds = np.array([NUMBER_WEIGHT if is_quantity(term) else 1.0 for term in self.columns], dtype=np.float32)
        self.weigh(kinds * _rarity(self._holds, self._owner, [claim.language for claim in self.all]))

    def weigh(self, weights: Floats) -> None:
        """Replace the term weights by one per term, or by claims x terms; for experiments."""
        self._weights = weights
        weight = self._holds * weights
        self._shares = np.ascontiguousarray((weight / np.maximum(weight.sum(axis=1, keepdims=True), 1e-9)).T)
        alike = (self._holds @ self._shares).T
        alike = np.where((self._owner[:, None] == self._owner[None]) | (alike >= SAME), 0, alike)
        self._rivals = np.argsort(-alike, axis=1, kind="stable")[:, :RIVALS].copy()
        self._alike = np.take_along_axis(alike, self._rivals, axis=1)

    def margins(self, wording: Wording) -> Margins:
        """Compute how well each claim fits a text; all margins of a text without known terms are 0."""
        n = len(self.all)
        near, wide = np.zeros(n, dtype=np.float32), np.zeros(n, dtype=np.float32)
        start, end = np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64)
        places = np.array([*wording.starts, wording.end], dtype=np.int64)
        column, order = self.known(wording), np.arange(len(wording.terms))
        for step, rows in self._of_step:
            near[rows] = self._margin(self.told(column, order // step, NEAR), rows).max(axis=1)
            margin = self._margin(self.told(column, order // step, WIDE), rows)
            best = margin.argmax(axis=1)
            wide[rows] = margin[np.arange(len(rows)), best]
            start[rows] = places[np.minimum(best * step, len(places) - 1)]
            end[rows] = places[np.minimum((best + WIDE) * step, len(places) - 1)]
        return Margins(near, wide, start, end, column)

    def known(self, wording: Wording) -> Ints:
        """Column of each term of a text; -1 for a term that is in no claim."""
        return np.fromiter(map(self.columns.get, wording.terms, repeat(-1)), np.int64, len(wording.terms))

    def told(self, column: Ints, part: Ints, width: int = 1) -> Floats:
        """Compute, for windows of a text x claims, the share of a claim's weight in the window's distinct terms.

        Sums a few rows instead of multiplying matrices: the matrices are so small that a multi-threaded linear algebra
        library is many times slower on a busy machine.

        Args:
            column: column of each term of the text, from `known`.
            part: number of the part in which each term stands, ascending.
            width: number of parts per window; a window starts at each part, and the last ones end with the text.
        """
        known = np.flatnonzero(column >= 0)
        windows = part[known, None] - np.arange(width)
        pairs = np.sort((windows * len(self.columns) + column[known, None])[windows >= 0])
        pairs = pairs[new_pairs(pairs, pairs)]
        window, term = np.divmod(pairs, max(len(self.columns), 1))
        shares = np.zeros((int(part[-1]) + 1 if len(part) else 1, len(self.all)), dtype=np.float32)
        first = np.flatnonzero(new_pairs(window, window))
        if len(first):
            shares[window[first]] = np.add.reduceat(self._shares[term], first, axis=0)
        return shares

    def _margin(self, share: Floats, rows: Ints) -> Floats:
        """Some claims x windows: margin of each claim over its strongest competing claim in the window."""
        by_claim = np.ascontiguousarray(share.T)
        own = by_claim[rows]
        explained = (by_claim[self._rivals[rows]] * self._alike[rows, :, None]).max(axis=1)
        margin: Floats = np.maximum((own - explained) / (1 - explained), 0)
        return margin


def _claims(number: int, insight: Insight) -> Iterator[Claim]:
    yield Claim(number, "", read(insight.text))
    halves, translations = insight.extra.get("halves"), insight.extra.get("translations")
    for text in halves if isinstance(halves, list | tuple) else ():
        if isinstance(text, str):
            yield Claim(number, "", read(text))
    for language, text in translations.items() if isinstance(translations, Mapping) else ():
        if isinstance(text, str):
            yield Claim(number, str(language), read(text))


def _rarity(holds: Floats, owner: Ints, languages: Sequence[str]) -> Floats:
    """Claims x terms: rarity of the term among the insights that have a claim in the claim's language."""
    rarity = np.zeros_like(holds)
    for language in dict.fromkeys(languages):
        rows = np.array([one == language for one in languages])
        insights = sorted(set(owner[rows].tolist()))
        holders = sum(holds[rows & (owner == insight)].max(axis=0) for insight in insights)
        rarity[rows] = np.log1p((len(insights) - holders + 0.5) / (holders + 0.5))
    return rarity
