"""Which claims a text gives other values for; all claims are compared at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hayrick.checking.wording import MOST_APART, agree
from hayrick.quantities.values import ROUNDED, Quantity

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

_SAME = 1e-4
"""Values that are written the same, to six digits, differ by less than this share of the larger one."""


class ClaimedValues:
    """The quantities of claims, to be compared with those of texts.

    Args:
        claims: the quantities of each claim.
    """

    def __init__(self, claims: Sequence[Sequence[Quantity]]) -> None:
        self._n = len(claims)
        self._all = [one for quantities in claims for one in quantities]
        self._sides = _sides(self._all)
        self._kinds: dict[tuple[str, str], int] = {}
        self._kind = self._kinds_of(self._all)
        lengths = np.array([len(quantities) for quantities in claims], dtype=np.int64)
        self._claim = np.repeat(np.arange(self._n), lengths)
        self._some = np.flatnonzero(lengths)
        """Claims with quantities."""
        self._first = (np.cumsum(lengths) - lengths)[self._some]

    def contradicted(self, said: Sequence[Quantity], first: Ints, last: Ints) -> Bools:
        """For each claim, whether a quantity of it is replaced by another one of the same kind and unit.

        Args:
            said: the quantities of a text.
            first: for each claim the first of them that stands in the passage that fits the claim best.
            last: for each claim the one after the last of these.
        """
        wrong = np.zeros(self._n, dtype=np.bool_)
        if not (said and self._all):
            return wrong
        at = np.arange(len(said))
        inside = (at >= first[self._claim, None]) & (at < last[self._claim, None])
        alike = inside & (self._kind[:, None] == self._kinds_of(said))
        agreeing = self.agreeing(said)
        missing = alike.any(axis=1) & ~(inside & agreeing).any(axis=1)
        if missing.any():
            stated = np.zeros((self._n, len(said)), dtype=np.bool_)
            stated[self._some] = np.logical_or.reduceat(agreeing, self._first)
            replaced = missing & (alike & ~stated[self._claim]).any(axis=1)
            wrong[self._some] = np.logical_or.reduceat(replaced, self._first)
        return wrong

    def agreeing(self, said: Sequence[Quantity]) -> Bools:
        """Quantities of claims x those of a text: whether they say the same, as by `wording.agrees`."""
        ours, theirs = self._sides[:, :, None], _sides(said)[:, None, :]
        apart, larger = np.abs(ours[0] - theirs[0]), np.maximum(ours[0], theirs[0])
        agreeing: Bools = apart == 0
        # Others say the same if one rounds the other, which has more digits, or if they are the same as written.
        rounds = (ours[1] != theirs[1]) & (ours[2] * theirs[2] > 0) & (apart <= MOST_APART * larger)
        for row, column in np.argwhere((rounds | (apart <= _SAME * larger)) & ~agreeing).tolist():
            agreeing[row, column] = agree(self._all[row], said[column])
        return agreeing

    def _kinds_of(self, quantities: Sequence[Quantity]) -> Ints:
        """A number for kind and unit of each."""
        return np.array([self._kinds.setdefault(one[1:3], len(self._kinds)) for one in quantities], dtype=np.int64)


def _sides(quantities: Sequence[Quantity]) -> NDArray[np.float64]:
    """Value of each quantity, its number of digits, and 1 if its kind may be rounded."""
    rows = [(one.value, one.digits, one.kind in ROUNDED) for one in quantities]
    return np.array(rows, dtype=np.float64).reshape(-1, 3).T
