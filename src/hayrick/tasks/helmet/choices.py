"""Random choices that were made before, so that making the same items again neither draws nor counts.

A choice is noted as whole numbers: places in what was drawn from, not what stands there. Most of the time that it takes
to make texts of 128k tokens goes into random numbers, and with tokenizers other than cl100k into recounts.
"""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Callable, Iterator, MutableSequence, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, TypeVar, cast

import numpy as np

import hayrick.prompting
import hayrick.tokens
from hayrick.prompting import bundled, load
from hayrick.records.cache import Numbers, kept

WORTH_TOKENS = 1 << 20
"""Choices of fewer tokens are made again each time: that takes less than a tenth of a second in cl100k."""

T = TypeVar("T")


def is_worth_keeping(tokens: int) -> bool:
    """Whether choices for texts of so many tokens are kept."""
    return tokens >= WORTH_TOKENS


class Stale(Exception):
    """What was kept is of other choices than those that are to be made."""


def _taken(population: Sequence[T], places: list[int]) -> list[T]:
    if population == range(len(population)):
        return cast(list[T], places)
    return [population[place] for place in places]


class Noting(Random):
    """Random choices, and a note of each."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.rows: list[Numbers] = []

    def _note(self, numbers: Sequence[int]) -> None:
        self.rows.append(np.array(numbers, dtype=np.int64))

    def sample(self, population: Sequence[T], k: int, *, counts: Any = None) -> list[T]:
        """See `Random`."""
        places = super().sample(range(len(population)), k)
        self._note(places)
        return _taken(population, places)

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """See `Random`."""
        places = list(range(len(x)))
        super().shuffle(places)
        self._note(places)
        x[:] = [x[place] for place in places]

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """See `Random`."""
        found = super().randrange(start, stop, step)
        self._note([found])
        return found

    def choices(self, population: Any, weights: Any = None, *, cum_weights: Any = None, k: int = 1) -> list[Any]:
        """See `Random`."""
        places = super().choices(range(len(population)), weights, cum_weights=cum_weights, k=k)
        self._note(places)
        return [population[place] for place in places]

    def found(self, find: Callable[[], int]) -> int:
        """A number that does not depend on these choices; those that are made to find it are taken back."""
        state, n = self.getstate(), len(self.rows)
        number = find()
        self.setstate(state)
        self.rows[n:] = [np.array([number])]
        return number


class Replaying(Random):
    """The choices that were noted; any that `Noting` does not note are stale."""

    def __init__(self, rows: Iterator[Numbers]) -> None:
        super().__init__(0)
        self._rows = rows

    def _next(self, n: int, below: int | None) -> list[int]:
        row = next(self._rows, None)
        if row is None or len(row) != n or (below is not None and n and int(row.max()) >= below):
            raise Stale
        found: list[int] = row.tolist()
        return found

    def sample(self, population: Sequence[T], k: int, *, counts: Any = None) -> list[T]:
        """See `Random`."""
        return _taken(population, self._next(k, len(population)))

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """See `Random`."""
        x[:] = [x[place] for place in self._next(len(x), len(x))]

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """See `Random`."""
        return self._next(1, start if stop is None else stop)[0]

    def random(self) -> float:
        """Refuse: it is not noted."""
        raise Stale

    def getrandbits(self, k: int, /) -> int:
        """Refuse: it is not noted."""
        raise Stale

    def choices(self, population: Any, weights: Any = None, *, cum_weights: Any = None, k: int = 1) -> list[Any]:
        """See `Random`."""
        return [population[place] for place in self._next(k, len(population))]

    def found(self, find: Callable[[], int]) -> int:
        """The number that was found."""
        return self._next(1, None)[0]


Draws = Noting | Replaying


def made(told: Sequence[str], seeds: Sequence[str], make: Callable[[int, Draws], T], tokens: int) -> list[T]:
    """Things made of random choices, one for each seed; choices are kept in the user's cache.

    Args:
        told: everything else that the choices depend on, but for our own code.
        seeds: one for each thing.
        make: makes the thing of a number from 0 on.
        tokens: of all of them; for few nothing is kept.
    """
    if not is_worth_keeping(tokens):
        return [make(number, Noting(seed)) for number, seed in enumerate(seeds)]
    fresh: list[T] = []

    def choose() -> Iterator[Numbers]:
        for number, seed in enumerate(seeds):
            draws = Noting(seed)
            fresh.append(make(number, draws))
            yield from draws.rows

    rows = kept([*told, *seeds, code()], lambda: list(choose()))
    if fresh:
        return fresh
    replaying = Replaying(iter(rows))
    try:
        return [make(number, replaying) for number in range(len(seeds))]
    except Stale:
        return [make(number, Noting(seed)) for number, seed in enumerate(seeds)]


def kept_choices(
    told: Sequence[str], choose: Callable[[], Sequence[Sequence[int]]], tokens: int
) -> Iterator[Sequence[int] | Numbers]:
    """Rows of choices, those that were kept or new ones; see `made`."""
    if not is_worth_keeping(tokens):
        return iter(choose())
    return iter(kept([*told, code()], choose))


@cache
def code() -> str:
    """What the choices that we make depend on beside their parameters: our code and wordings, and Python's version."""
    files = [*Path(__file__).parent.glob("*.py"), *Path(hayrick.prompting.__file__).parent.glob("*.py")]
    found = hashlib.sha256(platform.python_version().encode())
    for path in sorted([*files, Path(hayrick.tokens.__file__)]):
        found.update(path.read_bytes())
    for name in bundled():
        found.update(load(name).sha256.encode())
    return found.hexdigest()
