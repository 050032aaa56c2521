"""How many pieces fill a length exactly, also where the tokens of pieces do not add up to those of the whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from hayrick.records.cache import kept
from hayrick.tokens import CL100K, token_counts, tokenizer

_MANY = 2000
Counts = np.ndarray[Any, np.dtype[np.int64]]


def adds_up(encoding: str) -> bool:
    """Whether tokens of pieces that end with a line break, or stand after a blank, add up to those of the whole.

    Shown for cl100k alone (tests recount). In others a token may reach over the end of a line, or a word may be split
    in another way beside another word, so that what sums say is a guess there.
    """
    return tokenizer(encoding).name == CL100K


def told(encoding: str) -> str:
    """The encoding for a task's signature, after a comma; nothing for the default."""
    return "" if adds_up(encoding) else f",tokenizer:{tokenizer(encoding).name}"


def added_tokens(before: str, pieces: Sequence[str], encoding: str) -> Counts:
    """Tokens that each piece adds to a text that ends with `before`; those of many pieces are kept in the cache."""
    texts = (before, *(f"{before}{piece}" for piece in pieces))
    if len(pieces) < _MANY:
        first, *others = token_counts(texts, encoding)
    else:
        ((first, *others),) = kept([tokenizer(encoding).name, *texts], lambda: [token_counts(texts, encoding)])
    return np.array(others, dtype=np.int64) - first


def number_that_fits(
    sums: Counts, room: int, encoding: str, recounted: Callable[[int], int] | None = None, least: int = 1
) -> int:
    """Largest number of pieces that fit: by sums where they are exact, else by recounts, two or three as a rule.

    Args:
        sums: tokens of the first 0, 1, 2, ... pieces, from those of none on; ascending.
        room: tokens that there are for them.
        encoding: of the tokens.
        recounted: tokens that so many pieces really need, asked where sums are not exact.
        least: fewest pieces that `recounted` can be asked of, >= 1.

    Returns:
        A number below `least` where fewer than that fit, -1 where not even the tokens of no piece do.
    """
    by_sums, most = int(np.searchsorted(sums, room, "right")) - 1, len(sums) - 1
    if recounted is None or adds_up(encoding) or most < least:
        return by_sums
    count = lru_cache(maxsize=64)(recounted)
    near = min(max(by_sums, least), most)
    # What sums leave out, or count twice, is about the same for a few pieces less or more.
    guess = int(np.searchsorted(sums, room + int(sums[near]) - count(near), "right")) - 1
    return largest_fitting(lambda n: n < least or count(n) <= room, max(guess, least), most)


def largest_fitting(fits: Callable[[int], bool], guess: int, most: int) -> int:
    """Largest number of pieces, from 0 to `most`, that fits; 0 where not even one does.

    A good guess, such as one from summed token counts, needs two to four tries.

    Args:
        fits: whether so many pieces fit; true up to some number of pieces and false from there on. Not asked of 0.
        guess: where to begin.
        most: all pieces there are, >= 0.
    """
    low, high = 0, most + 1
    step, n = 1, min(max(guess, 1), most)
    while high - low > 1:
        if fits(n):
            low, n = n, n + step
        else:
            high, n = n, n - step
        step *= 2
        if not low < n < high:
            n, step = (low + high) // 2, 1
    return low
