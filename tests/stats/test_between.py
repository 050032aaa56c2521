"""The greatest correlation where some values are known to lie between two ends only, against brute force."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hayrick.stats import pearson
from hayrick.stats.between import greatest_pearson


def test_by_hand() -> None:
    # Between 0 and 4 the third is best on the line of the others, at 2; as far below as can be it is worst, at 0.
    assert greatest_pearson([1, 3, 0], [1, 3, 4], [1, 3, 2]) == pytest.approx(1)
    # Deviations (-1/3, 5/3, -4/3) and (1, -1, 0): -2 / sqrt(42 / 9 x 2).
    assert greatest_pearson([1, 3, 0], [1, 3, 4], [-1, -3, -2]) == pytest.approx(-2 / (42 / 9 * 2) ** 0.5)
    assert greatest_pearson([1, 2], [5, 2], [1, 4]) == pytest.approx(1)
    assert greatest_pearson([2, 2], [5, 2], [1, 4]) == pytest.approx(-1), "2 is never greater, and 2 and 2 is undefined"


def test_neither_large_nor_small_numbers_are_lost() -> None:
    # Of 0, t and 1 with 0, 1 and 0, t = 1: deviations (-2, 1, 1) / 3 and (-1, 2, -1) / 3, which are 3 / 6.
    assert greatest_pearson([0, 0, 1e-300], [0, 1e-300, 1e-300], [0, 1e-250, 0]) == pytest.approx(0.5)
    assert greatest_pearson([0, 0, 1e200], [0, 1e200, 1e200], [0, 1e99, 0]) == pytest.approx(0.5)


def test_what_is_known_has_its_correlation() -> None:
    x, y = [1.0, 4.0, 2.0], [2.0, 3.0, 5.0]
    assert greatest_pearson(x, x, y) == pytest.approx(pearson(x, y))


@pytest.mark.parametrize(
    ("low", "high", "y"), [([1, 1], [1, 1], [1, 2]), ([0, 0], [1, 1], [2, 2]), ([0], [1], [1]), ([], [], [])]
)
def test_what_is_constant_has_none(low: list[float], high: list[float], y: list[float]) -> None:
    assert greatest_pearson(low, high, y) is None


@given(st.data())
def test_no_values_between_the_ends_have_a_greater_one(data: st.DataObject) -> None:
    rows = data.draw(
        st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3), st.integers(0, 4)), min_size=2, max_size=7)
    )
    low, width, y = np.array(rows, float).T
    width[4:] = 0
    tried = [low + width * shares for shares in product((0.0, 0.5, 1.0), repeat=len(rows)) if not any(shares[4:])]
    shares = st.lists(st.floats(0, 1), min_size=len(rows), max_size=len(rows)).map(np.array)
    tried += [low + width * one for one in data.draw(st.lists(shares, max_size=20))]
    found = [value for x in tried if (value := pearson(x, y)) is not None]
    greatest = greatest_pearson(low, low + width, y)
    if greatest is None:
        assert not found
    else:
        assert greatest >= max(found, default=-1.0) - 1e-6
        assert greatest <= 1


def test_a_large_corpus_has_values_in_reach() -> None:
    # 40 of 200 values are open: their own are among those that could be, and so are people's, as far as they go.
    draw = np.random.default_rng(0)
    y = draw.normal(size=200)
    x = y + draw.normal(size=200)
    low, high = x.copy(), x.copy()
    low[:40], high[:40] = x.min(), x.max()
    near = x.copy()
    near[:40] = np.clip(2 * y[:40], x.min(), x.max())
    greatest = greatest_pearson(low, high, y)
    assert greatest is not None
    assert greatest > max(pearson(x, y) or 0.0, pearson(near, y) or 0.0)
