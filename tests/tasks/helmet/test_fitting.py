"""How many pieces fill a length."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from hayrick.prompting.fitting import largest_fitting, number_that_fits


@given(some.integers(0, 500), some.integers(-5, 600), some.integers(0, 500))
def test_the_largest_number_that_fits_is_found_from_any_guess(right: int, guess: int, most: int) -> None:
    asked: list[int] = []

    def fits(n: int) -> bool:
        asked.append(n)
        return n <= right

    assert largest_fitting(fits, guess, most) == min(right, most)
    assert all(1 <= n <= most for n in asked)


def test_a_good_guess_needs_two_to_four_tries() -> None:
    for guess in (999, 1000, 1001):
        asked: list[int] = []

        def fits(n: int, asked: list[int] = asked) -> bool:
            asked.append(n)
            return n <= 1000

        assert largest_fitting(fits, guess, 10**6) == 1000
        assert len(asked) <= 4


@pytest.mark.skipif(find_spec("bpe_openai") is None, reason="needs the extra o200k")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # the package opens its own files in an old way
@given(some.lists(some.integers(1, 9), max_size=60), some.integers(-5, 300), some.integers(1, 4), some.floats(0.5, 2))
def test_recounts_decide_where_sums_are_wrong(sizes: list[int], room: int, least: int, factor: float) -> None:
    sums = np.cumsum([0, *sizes])
    asked: list[int] = []

    def recounted(n: int) -> int:
        asked.append(n)
        return int(factor * int(sums[n])) + 3

    found = number_that_fits(sums, room, "o200k", recounted, least)
    right = [n for n in range(least, len(sums)) if recounted(n) <= room]
    assert max(found, least - 1) == max([*right, least - 1])
    assert all(n >= least for n in asked)
    assert number_that_fits(sums, room, "cl100k", recounted) == max(
        (n for n in range(len(sums)) if sums[n] <= room), default=-1
    )
