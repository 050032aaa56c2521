"""The permutation test of the largest difference between orders, against all arrangements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from varied import F

from hayrick.experiments import effective_length, largest_difference
from hayrick.stats.largest import EXACT_ARRANGEMENTS
from hayrick.types import BadInput


def by_enumeration(cells: Sequence[Sequence[Fraction]], against: int | None) -> tuple[Fraction, Fraction]:
    """p and mean of the largest difference of means over all arrangements within clusters, in fractions."""
    k, n = len(cells[0]), len(cells)

    def size(arranged: Iterable[Sequence[Fraction]]) -> Fraction:
        means = [sum(column, F(0)) / n for column in zip(*arranged, strict=True)]
        found: Fraction = max(abs(means[i] - means[j]) for i in range(k) for j in range(k) if against in (None, i))
        return found

    sizes = [size(one) for one in product(*(list(permutations(cluster)) for cluster in cells))]
    return F(sum(s >= size(cells) for s in sizes), len(sizes)), sum(sizes, F(0)) / len(sizes)


@pytest.mark.parametrize("against", [None, 0])
@pytest.mark.parametrize(
    "cells",
    [
        [[0, 1, 2], [0, 1, 2]],
        [[0, 1, 2], [0, 1, 2], [0, 1, 2]],
        [[0, 4, 1], [2, 3, 0], [1, 1, 1], [0, 3, 3]],
        [[0, 4], [1, 3], [2, 3], [1, 1], [0, 4]],
        [[3, 0, 1, 2]],
    ],
)
def test_permutation_test_is_exact(cells: list[list[int]], against: int | None) -> None:
    exact = [[F(value, 4) for value in cluster] for cluster in cells]
    tops = np.array(cells, float).T / 4
    names = [f"o{i}" for i in range(len(tops))]
    found = largest_difference(
        tops, np.ones_like(tops), [0] * len(cells), names, against=None if against is None else "o0"
    )
    p, chance = by_enumeration(exact, against)
    assert found.p == pytest.approx(float(p), abs=1e-12)
    assert found.chance == pytest.approx(float(chance))


def test_two_clusters_in_which_the_orders_agree_by_hand() -> None:
    # Both clusters have 0, 1/2, 1: only the 3! arrangements that treat both alike reach 1: 6 / 36.
    tops = np.array([[0, 0], [0.5, 0.5], [1, 1]])
    assert largest_difference(tops, np.ones((3, 2)), [0, 0], ["a", "b", "c"]).p == pytest.approx(F(1, 6))


def test_drawn_arrangements_agree_with_all_of_them() -> None:
    rng = np.random.default_rng(3)
    tops = rng.random((3, 5))
    exact = largest_difference(tops, np.ones((3, 5)), [0] * 5, ["a", "b", "c"])
    assert 6**5 <= EXACT_ARRANGEMENTS < 6**6
    # A cluster in which all agree changes no difference of sums; with next to no weight none of ratios either.
    more = np.column_stack([tops, [5e-10] * 3]), np.column_stack([np.ones((3, 5)), [1e-9] * 3])
    drawn = largest_difference(*more, [0] * 6, ["a", "b", "c"], draws=20_000)
    assert exact.p is not None
    assert drawn.p == pytest.approx(exact.p, abs=0.02)
    assert drawn.chance == pytest.approx(exact.chance, abs=0.01)
    assert drawn == largest_difference(*more, [0] * 6, ["a", "b", "c"], draws=20_000)
    assert drawn.p != largest_difference(*more, [0] * 6, ["a", "b", "c"], draws=20_000, seed=1).p


def test_p_of_drawn_arrangements_counts_the_observed() -> None:
    # 1 and 0 in 25 clusters: 2 of 2^25 arrangements are as extreme.
    tops = np.array([np.ones(25), np.zeros(25)])
    found = largest_difference(tops, np.ones((2, 25)), [0] * 25, ["a", "b"], draws=99)
    assert found.p == pytest.approx(F(1, 100))


def test_an_arrangement_without_weight_counts_as_extreme() -> None:
    # b has weight in s1 only, where it is dealt to a in half of the arrangements: 2 of 4 leave an order without.
    tops, bottoms = [[0.5, 0.0], [0.0, 0.5]], [[1.0, 0.0], [0.0, 1.0]]
    assert largest_difference(tops, bottoms, [0, 0], ["a", "b"]).p == 1
    # 1/2 in s0 and 3/4 in s1: two arrangements have the difference 1/4, two leave an order without weight.
    assert largest_difference([[0.5, 0.0], [0.0, 0.75]], bottoms, [0, 0], ["a", "b"]).chance == pytest.approx(F(1, 4))


values = st.lists(st.tuples(st.integers(0, 4), st.integers(1, 5)), min_size=1, max_size=6)


@settings(max_examples=30, deadline=None)
@given(values, st.integers(2, 4))
def test_identical_orders_differ_by_nothing(clusters: list[tuple[int, int]], k: int) -> None:
    top, bottom = [v * w / 4 for v, w in clusters], [float(w) for _, w in clusters]
    found = largest_difference([top] * k, [bottom] * k, [0] * len(top), [f"o{i}" for i in range(k)], draws=50)
    assert (found.value, found.p) == (0, 1)
    assert found.chance == pytest.approx(0, abs=1e-12)
    assert (found.low, found.high) in ([(None, None)] if len(top) == 1 else [(0, 0)])


@settings(max_examples=30, deadline=None)
@given(st.lists(st.lists(st.integers(0, 4), min_size=3, max_size=3), min_size=2, max_size=5), st.permutations("abc"))
def test_names_of_orders_do_not_matter(clusters: list[list[int]], names: list[str]) -> None:
    tops, ones = np.array(clusters, float).T / 4, np.ones((3, len(clusters)))
    one = largest_difference(tops, ones, [0] * len(clusters), ["a", "b", "c"])
    two = largest_difference(tops[["abc".index(n) for n in names]], ones, [0] * len(clusters), names)
    assert two[:5] == pytest.approx(one[:5], abs=1e-9)
    assert one.value is not None
    assert one.low is not None
    assert one.high is not None
    assert one.p is not None
    assert 0 <= one.low <= one.value + 1e-12 <= one.high + 2e-12
    assert 6 ** (1 - len(clusters)) - 1e-12 <= one.p <= 1


def test_one_subtopic_has_no_interval_and_proves_nothing() -> None:
    found = largest_difference([[0.0], [1.0]], [[1.0], [1.0]], [0], ["a", "b"])
    assert (found.value, found.low, found.high, found.p) == (1.0, None, None, 1.0)


def test_bad_shapes_name_the_function() -> None:
    with pytest.raises(BadInput, match="largest_difference: shapes"):
        largest_difference([[1, 1]], [[1, 1]], [0], ["a"])
    with pytest.raises(BadInput, match="effective_length: shapes"):
        effective_length([1], [[1, 1]], [[1, 1]], [0])
