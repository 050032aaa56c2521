"""Paired differences and the sign-flip test."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import pi, sqrt, tan
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import ArrayLike
from scipy import stats as scipy_stats

from hayrick.stats import paired
from hayrick.stats.paired import EXACT_CLUSTERS, Clusters, Paired, Part, clusters_of, paired_means
from hayrick.types import BadInput

Sums = tuple[ArrayLike, ArrayLike]


def difference(a: Sums, b: Sums, strata: ArrayLike, **options: Any) -> Paired:
    """Of means of one part."""
    return paired_means([Part(1.0, a, b)], strata, **options)


def test_three_clusters_by_hand() -> None:
    # Equal weights 1: a = (1, 1, 1), b = (1/2, 1/2, 0): difference 2/3. Swaps of a subset give |sum of +-(1/2, 1/2,
    # 1)| / 3; only none and all of the 8 reach 2/3. Replicates 3/4, 3/4, 1/2: v = 2/3 (2/144 + 4/144) = 1/36.
    found = difference(([1, 1, 1], [1, 1, 1]), ([0.5, 0.5, 0], [1, 1, 1]), [0, 0, 0], bounds=None)
    half = 4.302652729749462 / 6
    expected = (2 / 3, 2 / 3 - half, 2 / 3 + half, float(Fraction(2, 8)))
    assert found[:4] == pytest.approx(expected)


def test_difference_of_ratios_not_of_means() -> None:
    # 3/4 of a's weight 4 and 1/6 of b's weight 6: 7/12.
    found = difference(([1, 2], [1, 3]), ([0, 1], [2, 4]), [0, 0])
    assert found.difference == pytest.approx(7 / 12)


def test_equal_systems_differ_by_exactly_nothing() -> None:
    same = ([1.0, 0.5, 2.0], [2.0, 2.0, 3.0])
    assert difference(same, same, [0, 0, 0]) == Paired(0.0, 0.0, 0.0, 1.0)


def test_swaps_are_as_many_as_wanted_in_whatever_parts_they_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    n = EXACT_CLUSTERS + 1
    monkeypatch.setattr(paired, "_CHUNK", 10 * n)
    same = (np.arange(n), np.ones(n))
    # All of 25 swaps, in parts of 10, 10 and 5, are as large as no difference: (25 + 1) / (25 + 1).
    assert difference(same, same, [0] * n, swaps=25).p == 1.0


def test_clusters_of_unequal_weight_by_hand() -> None:
    # a = 5/6, b = 1/2, together 7/10. Contributions (2 - 14/10)/6 - (0 - 7/10)/4 = 11/40, (1 - 14/10)/6 - (1 - 7/10)/4
    # = -17/120, (2 - 14/10)/6 - (1 - 14/10)/4 = 8/40, in all 1/3. Flips give 40/120, 74/120 (the second), 26/120 (the
    # first), 8/120 (the third): 4 of 8 are as large. Swaps of the systems would mix the weights.
    found = paired_means([Part(1.0, ([2, 1, 2], [2, 2, 2]), ([0, 1, 1], [1, 1, 2]))], [0] * 3)
    assert found.difference == pytest.approx(1 / 3)
    assert found.p == float(Fraction(4, 8))


def test_parts_are_flipped_together() -> None:
    # Halves of two parts. First: a = 5/6, b = 1/2 as above; second: equal weights of 1, 1/3 less 0 in each of the
    # clusters 1 and 2, so 1/3 of 1/3 each. Half of 11/40 + 1/9, 1/9 - 17/120 and 1/5: 139, -11 and 72 of 720.
    # Flips give 200, 222 (the second), 78 and 56 of 720.
    parts = [
        Part(0.5, ([2, 1, 2], [2, 2, 2]), ([0, 1, 1], [1, 1, 2])),
        Part(0.5, ([1 / 3, 1 / 3, 0], [1, 1, 1]), ([0, 0, 0], [1, 1, 1])),
    ]
    found = paired_means(parts, [0] * 3)
    assert found.difference == pytest.approx(float(Fraction(200, 720)))
    assert found.p == float(Fraction(4, 8))


def test_p_is_at_least_that_of_the_system_with_fewer_clusters() -> None:
    # a is 1 in four clusters, b is 0 in two, together 2/3: contributions 1/12 + 1/3 twice and 1/12 twice, of one sign,
    # so that 2 of 16 flips are as large. Were a known exactly, two clusters could be flipped: 2 of 4.
    part = Part(1.0, ([1, 1, 1, 1], [1, 1, 1, 1]), ([0, 0, 0, 0], [1, 1, 0, 0]))
    assert clusters_of([part]) == Clusters(4, 4, 2)
    assert paired_means([part], [0] * 4).p == float(Fraction(2, 4))
    assert paired_means([Part(1.0, part.b, part.a)], [0] * 4).p == float(Fraction(2, 4))


def test_degrees_of_freedom_are_those_of_the_system_with_fewer_clusters() -> None:
    # a = (1, 1/2, 0), b = (1/2, 0): 1/4. Without each cluster: 1/4 - 0, 1/2 - 1/2, 3/4 - 1/4: v = 2/3 (1/16 + 1/16).
    # Two clusters have one degree of freedom, of which t is tan(.95 pi / 2).
    found = paired_means([Part(1.0, ([1, 0.5, 0], [1, 1, 1]), ([0.5, 0, 0], [1, 1, 0]))], [0] * 3, bounds=None)
    half = tan(0.95 * pi / 2) * sqrt(1 / 12)
    assert (found.low, found.high) == pytest.approx((1 / 4 - half, 1 / 4 + half))


def test_a_cluster_counts_for_a_system_that_has_weight_in_all_its_parts() -> None:
    full = ([1.0, 1.0, 1.0], [1.0, 1.0, 1.0])
    parts = [Part(0.5, full, ([0, 0, 0], [1, 1, 0])), Part(0.5, ([1, 0, 0], [1, 0, 0]), ([0, 0, 0], [1, 0, 0]))]
    assert clusters_of(parts) == Clusters(3, 3, 2)
    assert clusters_of([Part(1.0, ([0, 0], [0, 0]), ([1, 0], [1, 0]))]) == Clusters(1, 0, 1)


def test_one_cluster_of_a_system_is_no_test() -> None:
    found = paired_means([Part(1.0, ([1, 1, 1], [1, 1, 1]), ([0, 0, 0], [0, 1, 0]))], [0] * 3)
    assert found == Paired(1.0, None, None, None)


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8), st.integers(1, 5)), min_size=2, max_size=7))
def test_with_equal_weights_flips_are_swaps_of_the_systems(values: list[tuple[int, int, int]]) -> None:
    tops, weight = [(x * w, y * w) for x, y, w in values], sum(w for *_, w in values)
    sizes = [
        abs(Fraction(sum((x - y) * sign for (x, y), sign in zip(tops, signs, strict=True)), weight))
        for signs in product((1, -1), repeat=len(tops))
    ]
    weights = [w for *_, w in values]
    part = Part(1.0, ([x for x, _ in tops], weights), ([y for _, y in tops], weights))
    p = paired_means([part], [0] * len(values), bounds=None).p
    assert p == float(Fraction(sum(one >= sizes[0] for one in sizes), len(sizes)))


@pytest.mark.parametrize(
    ("a", "b", "why"),
    [
        (([0, 0], [0, 0]), ([1, 1], [2, 2]), "a has no weight"),
        (([1, 1], [2, 2]), ([0, 0], [0, 0]), "b has no weight"),
    ],
)
def test_undefined(a: tuple[list[float], list[float]], b: tuple[list[float], list[float]], why: str) -> None:
    assert difference(a, b, [0, 0]) == Paired(None, None, None, None), why


def test_no_interval_where_one_cluster_holds_all_weight() -> None:
    found = difference(([1, 0], [2, 0]), ([1, 1], [2, 4]), [0, 0])
    assert found.difference == pytest.approx(1 / 2 - 1 / 3)
    assert (found.low, found.high) == (None, None)


def test_p_is_seeded_and_never_zero() -> None:
    n = EXACT_CLUSTERS + 8
    a, b = (np.ones(n), np.ones(n)), (np.zeros(n), np.ones(n))
    one = difference(a, b, [0] * n, swaps=999, seed=1)
    assert one == difference(a, b, [0] * n, swaps=999, seed=1)
    # 2^19 swaps are as extreme once or not at all: the observed counts, so 1 / 1000.
    assert one.p == pytest.approx(1 / 1000)


def test_of_few_clusters_all_swaps_are_counted() -> None:
    n = EXACT_CLUSTERS
    # None and all of the swaps are as extreme; drawn ones would give another share.
    assert difference((np.ones(n), np.ones(n)), (np.zeros(n), np.ones(n)), [0] * n).p == 2 / 2**n


def test_random_swaps_agree_with_all_swaps() -> None:
    rng = np.random.default_rng(2)
    weights = rng.integers(4, 11, EXACT_CLUSTERS).astype(float)
    a, b = (weights * rng.beta(4, 2, EXACT_CLUSTERS), weights), (weights * rng.beta(3, 3, EXACT_CLUSTERS), weights)
    exact = difference(a, b, [0] * EXACT_CLUSTERS)
    # Two clusters in which the systems agree change no difference; they push the test over to random swaps.
    more = [(np.append(top, [0.0, 0.0]), np.append(bottom, [1e-9, 1e-9])) for top, bottom in (a, b)]
    drawn = difference(more[0], more[1], [0] * (EXACT_CLUSTERS + 2), swaps=20_000)
    assert exact.p is not None
    assert drawn.p == pytest.approx(exact.p, abs=0.02)


rows = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8), st.integers(1, 5)), min_size=2, max_size=8)


@given(rows)
def test_changing_sides_changes_the_sign(values: list[tuple[int, int, int]]) -> None:
    weights = [float(w) for _, _, w in values]
    a = ([x * w / 8 for (x, _, w) in values], weights)
    b = ([y * w / 8 for (_, y, w) in values], weights)
    strata = [0] * len(values)
    there, back = difference(a, b, strata), difference(b, a, strata)
    assert there.difference is not None
    assert there.low is not None
    assert there.high is not None
    assert there.p is not None
    assert back[:4] == pytest.approx((-there.difference, -there.high, -there.low, there.p), abs=1e-9)
    assert -1 <= there.low <= there.difference <= there.high <= 1
    assert 2 ** (1 - len(values)) <= there.p <= 1


def test_bad_shapes_name_the_function() -> None:
    with pytest.raises(BadInput, match="paired_means: shapes"):
        difference(([1, 1], [1, 1]), ([1], [1]), [0, 0])


def quota(a: int, b: int, noise: float = 0.0, clusters: int = 8) -> Part:
    """Clusters of 6 rows of which the first a, and the first b, are 1; in the first one, a row of b has some noise."""
    rows = np.array([[float(i < a), 1.0, float(i < b), 1.0] for _ in range(clusters) for i in range(6)])
    rows[5, 2] += noise
    tops = rows.reshape(clusters, 6, 4).sum(1)
    return Part(1.0, (tops[:, 0], tops[:, 1]), (tops[:, 2], tops[:, 3]), (rows, np.repeat(range(clusters), 6)))


def test_a_difference_is_never_known_better_than_by_independent_rows() -> None:
    # 4 less 2 of 6: 16 of 48 differences are 1, the others 0: variance 1/3 2/3 48/47 a row, of 48; t has 47 degrees of
    # freedom. (d - p)^2 = k (1 - p)(1 + p), k = t^2 v / (1 - 1/9).
    t = float(scipy_stats.t.ppf(0.975, 47))
    k = t**2 * (2 / 9 / 47) / (8 / 9)
    half = sqrt((1 + k) * k - k / 9)
    expected = ((1 / 3 - half) / (1 + k), (1 / 3 + half) / (1 + k))
    found = paired_means([quota(4, 2)], [0] * 8)
    assert (found.low, found.high) == pytest.approx(expected)
    assert (found.p, found.alike) == (2 / 2**8, True)
    nearly = paired_means([quota(4, 2, 0.01)], [0] * 8)
    assert (nearly.low, nearly.high) == pytest.approx(expected, abs=0.001)
    assert (nearly.p, nearly.alike) == (2 / 2**8, True)


def test_systems_with_the_same_rows_have_a_difference_without_width() -> None:
    assert paired_means([quota(3, 3)], [0] * 8) == Paired(0.0, 0.0, 0.0, 1.0, alike=False)


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), min_size=2, max_size=7))
def test_clusters_of_one_row_gain_nothing_by_rows(values: list[tuple[int, int]]) -> None:
    a, b = (np.array([one[side] / 8 for one in values]) for side in (0, 1))
    ones = np.ones(len(values))
    rows = np.stack([a, ones, b, ones], 1), np.arange(len(values))
    found = [paired_means([Part(1.0, (a, ones), (b, ones), one)], [0] * len(values)) for one in (None, rows)]
    assert found[0] == found[1]
