"""Paired differences and the swap test."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hayrick.stats import paired
from hayrick.stats.paired import EXACT_CLUSTERS, Paired, paired_difference
from hayrick.types import BadInput


def test_three_clusters_by_hand() -> None:
    # Equal weights 1: a = (1, 1, 1), b = (1/2, 1/2, 0): difference 2/3. Swaps of a subset give |sum of +-(1/2, 1/2,
    # 1)| / 3; only none and all of the 8 reach 2/3. Replicates 3/4, 3/4, 1/2: v = 2/3 (2/144 + 4/144) = 1/36.
    found = paired_difference(([1, 1, 1], [1, 1, 1]), ([0.5, 0.5, 0], [1, 1, 1]), [0, 0, 0], bounds=None)
    half = 4.302652729749462 / 6
    expected = (2 / 3, 2 / 3 - half, 2 / 3 + half, float(Fraction(2, 8)))
    assert found == pytest.approx(expected)


def test_difference_of_ratios_not_of_means() -> None:
    # 3/4 of a's weight 4 and 1/6 of b's weight 6: 7/12.
    found = paired_difference(([1, 2], [1, 3]), ([0, 1], [2, 4]), [0, 0])
    assert found.difference == pytest.approx(7 / 12)


def test_equal_systems_differ_by_exactly_nothing() -> None:
    same = ([1.0, 0.5, 2.0], [2.0, 2.0, 3.0])
    assert paired_difference(same, same, [0, 0, 0]) == Paired(0.0, 0.0, 0.0, 1.0)


def test_swaps_are_as_many_as_wanted_in_whatever_parts_they_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    n = EXACT_CLUSTERS + 1
    monkeypatch.setattr(paired, "_CHUNK", 10 * n)
    same = (np.arange(n), np.ones(n))
    # All of 25 swaps, in parts of 10, 10 and 5, are as large as no difference: (25 + 1) / (25 + 1).
    assert paired_difference(same, same, [0] * n, swaps=25).p == 1.0


def test_clusters_of_one_system_alone_are_swapped_as_well() -> None:
    # All values of a are 1 (weights 1), of b 0; b has nothing in the last two clusters. Of 16 swaps only none and all
    # give 1; with one of the two last ones swapped it is 1 - 1/3 at most, with none or both and another 1/2 at most.
    assert paired_difference(([1, 1, 1, 1], [1, 1, 1, 1]), ([0, 0, 0, 0], [1, 1, 0, 0]), [0] * 4).p == 2 / 16


@pytest.mark.parametrize(
    ("a", "b", "why"),
    [
        (([0, 0], [0, 0]), ([1, 1], [2, 2]), "a has no weight"),
        (([1, 1], [2, 2]), ([0, 0], [0, 0]), "b has no weight"),
    ],
)
def test_undefined(a: tuple[list[float], list[float]], b: tuple[list[float], list[float]], why: str) -> None:
    assert paired_difference(a, b, [0, 0]) == Paired(None, None, None, None), why


def test_no_interval_where_one_cluster_holds_all_weight() -> None:
    found = paired_difference(([1, 0], [2, 0]), ([1, 1], [2, 4]), [0, 0])
    assert found.difference == pytest.approx(1 / 2 - 1 / 3)
    assert (found.low, found.high) == (None, None)


def test_p_is_seeded_and_never_zero() -> None:
    n = EXACT_CLUSTERS + 8
    a, b = (np.ones(n), np.ones(n)), (np.zeros(n), np.ones(n))
    one = paired_difference(a, b, [0] * n, swaps=999, seed=1)
    assert one == paired_difference(a, b, [0] * n, swaps=999, seed=1)
    # 2^19 swaps are as extreme once or not at all: the observed counts, so 1 / 1000.
    assert one.p == pytest.approx(1 / 1000)


def test_of_few_clusters_all_swaps_are_counted() -> None:
    n = EXACT_CLUSTERS
    # None and all of the swaps are as extreme; drawn ones would give another share.
    assert paired_difference((np.ones(n), np.ones(n)), (np.zeros(n), np.ones(n)), [0] * n).p == 2 / 2**n


def test_random_swaps_agree_with_all_swaps() -> None:
    rng = np.random.default_rng(2)
    weights = rng.integers(4, 11, EXACT_CLUSTERS).astype(float)
    a, b = (weights * rng.beta(4, 2, EXACT_CLUSTERS), weights), (weights * rng.beta(3, 3, EXACT_CLUSTERS), weights)
    exact = paired_difference(a, b, [0] * EXACT_CLUSTERS)
    # Two clusters in which the systems agree change no difference; they push the test over to random swaps.
    more = [(np.append(top, [0.0, 0.0]), np.append(bottom, [1e-9, 1e-9])) for top, bottom in (a, b)]
    drawn = paired_difference(more[0], more[1], [0] * (EXACT_CLUSTERS + 2), swaps=20_000)
    assert exact.p is not None
    assert drawn.p == pytest.approx(exact.p, abs=0.02)


rows = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8), st.integers(1, 5)), min_size=2, max_size=8)


@given(rows)
def test_changing_sides_changes_the_sign(values: list[tuple[int, int, int]]) -> None:
    weights = [float(w) for _, _, w in values]
    a = ([x * w / 8 for (x, _, w) in values], weights)
    b = ([y * w / 8 for (_, y, w) in values], weights)
    strata = [0] * len(values)
    there, back = paired_difference(a, b, strata), paired_difference(b, a, strata)
    assert there.difference is not None
    assert there.low is not None
    assert there.high is not None
    assert there.p is not None
    assert back == pytest.approx((-there.difference, -there.high, -there.low, there.p), abs=1e-9)
    assert -1 <= there.low <= there.difference <= there.high <= 1
    assert 2 ** (1 - len(values)) <= there.p <= 1


def test_bad_shapes_name_the_function() -> None:
    with pytest.raises(BadInput, match="paired_difference: shapes"):
        paired_difference(([1, 1], [1, 1]), ([1], [1]), [0, 0])
