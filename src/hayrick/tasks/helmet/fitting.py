"""How many pieces fill a length exactly, where the tokens of pieces need not add up to those of the whole."""

from __future__ import annotations

from collections.abc import Callable


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
