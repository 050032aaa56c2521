"""How many pieces fill a length."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from hayrick.tasks.helmet.fitting import largest_fitting


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
