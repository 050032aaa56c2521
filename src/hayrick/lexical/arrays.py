"""Array operations shared by the index and its matches."""

from __future__ import annotations

from array import array
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Ids = NDArray[np.int32]

Number = TypeVar("Number", np.int32, np.int64)


def as_array(numbers: array[int], kind: type[Number]) -> NDArray[Number]:
    """View of the numbers as an array, without copying; empty if there are none."""
    return np.frombuffer(numbers, dtype=kind) if numbers else np.zeros(0, dtype=kind)


def sums(rows: NDArray[np.integer], weights: Floats, n: int) -> Floats:
    """Sum of the weights in each of `n` rows."""
    return np.bincount(rows, weights, minlength=n).astype(np.float64, copy=False)


def distinct(ids: NDArray[np.integer], n: int) -> tuple[Ids, Ints]:
    """The distinct ids, ascending, and for each of `ids` its position among them; all ids are below `n`."""
    if n > 200 * len(ids):
        names, position = np.unique(ids, return_inverse=True)
        return names.astype(np.int32), position
    present = np.zeros(n, dtype=bool)
    present[ids] = True
    found = np.flatnonzero(present).astype(np.int32)
    place = np.empty(n, dtype=np.int64)
    place[found] = np.arange(len(found))
    return found, place[ids]


def new_pairs(one: NDArray[np.integer], other: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Whether each pair differs from the pair before it."""
    new = np.ones(len(one), dtype=bool)
    new[1:] = (one[1:] != one[:-1]) | (other[1:] != other[:-1])
    return new


def largest(values: Floats, n: int) -> Ints:
    """Positions of the `n` largest values, ascending; of equal ones the first."""
    if len(values) <= n:
        return np.arange(len(values))
    least = np.partition(values, -n)[-n]
    above, equal = np.flatnonzero(values > least), np.flatnonzero(values == least)
    return np.sort(np.concatenate([above, equal[: n - len(above)]]))


def idf(frequency: Ints, n: int) -> Floats:
    """`log(1 + (n - frequency + 0.5) / (frequency + 0.5))`: positive, and small for a frequent term."""
    return np.log1p((n - frequency + 0.5) / (frequency + 0.5))


def ranges(starts: Ints, ends: Ints) -> tuple[Ints, Ints]:
    """All numbers of half-open ranges in order, each with the position of its range; returns (positions, numbers)."""
    lengths = ends - starts
    which = np.repeat(np.arange(len(starts)), lengths)
    before = np.cumsum(lengths) - lengths
    return which, np.arange(len(which)) + (starts - before)[which]
