"""Intervals of ratios and of their means, against derivations by hand, scipy and simulation."""

from __future__ import annotations

from fractions import Fraction
from math import inf, sqrt

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from ratios import one
from scipy import stats as scipy_stats

import by_hand
from hayrick.stats import Interval, method, ratio_intervals, score_intervals
from hayrick.stats.clusters import FLAT_ROWS, Rows, jackknife
from hayrick.stats.intervals import LENT_DF, LEVEL, TAIL, mean_of_ratios, with_basis
from hayrick.types import BadInput, Basis

F = Fraction
T1 = 12.706204736174694
"""Two-sided 95 % quantile of t with 1 degree of freedom: tan(.475 pi)."""


@pytest.mark.parametrize(
    ("tops", "bottoms", "value", "why"),
    [
        ([1.5, 3.0], [3.0, 5.0], Fraction(9, 16), "ratio of the sums 4.5 / 8, not the mean of 1/2 and 3/5"),
        ([0.0, 2.0], [0.0, 3.0], Fraction(2, 3), "a cluster without weight adds nothing"),
        ([1.0], [4.0], Fraction(1, 4), "one cluster has a value"),
        ([0.0, 0.0], [2.0, 5.0], Fraction(0), "nothing found is zero, not undefined"),
    ],
)
def test_value(tops: list[float], bottoms: list[float], value: Fraction, why: str) -> None:
    assert one(tops, bottoms).value == pytest.approx(float(value)), why


def test_two_clusters_by_hand() -> None:
    # Values 1/4 and 3/4 with equal weight: value 1/2, replicates 3/4 and 1/4, v = 1/2 (1/16 + 1/16) = 1/16, df = 1.
    # w(1/2) = 1/4, so k = t^2 v / w = t^2 / 4 and |p - 1/2| = 1/2 sqrt(k / (1 + k)).
    k = T1**2 / 4
    half = sqrt(k / (1 + k)) / 2
    assert one([1, 3], [4, 4]) == pytest.approx((0.5, 0.5 - half, 0.5 + half))


def test_unbounded_is_plain_t() -> None:
    # As above; w = 1, so the half width is t sqrt(1/16).
    assert one([1, 3], [4, 4], bounds=None) == pytest.approx((0.5, 0.5 - T1 / 4, 0.5 + T1 / 4))


def test_unbounded_values_keep_their_degrees_of_freedom() -> None:
    # 0, 0, 0, 0 and 5: value 1, standard deviation sqrt(5), so the half width is t(df 4) sqrt(5 / 5).
    half = float(scipy_stats.t.ppf(0.975, 4))
    assert one([0, 0, 0, 0, 5], [1] * 5, bounds=None) == pytest.approx((1, 1 - half, 1 + half))


def test_a_stratum_without_weight_lends_no_degree_of_freedom() -> None:
    assert one([1, 1, 1, 0, 0], [1, 1, 1, 0, 0], [0, 0, 0, 1, 1]) == pytest.approx(one([1, 1, 1], [1, 1, 1]))
    alone = jackknife([(1.0, np.ones((1, 3)), np.ones((1, 3)))], [0, 0, 0])
    rows = np.array([[1.0, 1, 1, 0, 0], [1, 1, 1, 1, 1]])
    assert jackknife([(1.0, rows, rows)], [0, 0, 0, 1, 1]).df[0] == alone.df[0] == 2


def test_half_bounded_solves_its_quadratic_and_stays_positive() -> None:
    # Values 1 and 3: value 2, v = 1/2 (1 + 1) = 1, w(2) = 2: (2 - p)^2 = t^2 p / 2, so p^2 - (4 + k) p + 4 = 0.
    k = T1**2 / 2
    root = sqrt((4 + k) ** 2 - 16)
    interval = one([4, 12], [4, 4], bounds=(0.0, inf))
    assert interval == pytest.approx((2.0, (4 + k - root) / 2, (4 + k + root) / 2))
    assert interval.low is not None
    assert interval.low > 0


def test_strata_by_hand() -> None:
    # Strata (0, 1) and (1/2, 1/2), all weights 1. Without the first cluster the second doubles: (2 + 1/2 + 1/2) / 4
    # = 3/4; without the second 1/4; without the others 1/2. v = 1/2 (1/16 + 1/16) = 1/16, and Satterthwaite's
    # df = v^2 / (v^2 / 1 + 0) = 1.
    k = T1**2 / 4
    half = sqrt(k / (1 + k)) / 2
    assert one([0, 1, 0.5, 0.5], [1, 1, 1, 1], [7, 7, 3, 3]) == pytest.approx((0.5, 0.5 - half, 0.5 + half))


def test_one_stratum_by_hand() -> None:
    # The same four clusters unstratified: replicates 2/3, 1/3, 1/2, 1/2, v = 3/4 (1/36 + 1/36) = 1/24, df = 3.
    t = float(scipy_stats.t.ppf(0.975, 3))
    k = t**2 / 24 * 4
    half = sqrt(k / (1 + k)) / 2
    assert one([0, 1, 0.5, 0.5], [1, 1, 1, 1]) == pytest.approx((0.5, 0.5 - half, 0.5 + half))


def test_no_weight_is_undefined_and_one_cluster_has_no_interval() -> None:
    assert one([0, 0], [0, 0]) == Interval(None, None, None)
    assert one([2], [4]) == Interval(0.5, None, None)
    assert one([2, 0, 0], [4, 0, 0]) == Interval(0.5, None, None)
    assert one([], []) == Interval(None, None, None)
    assert ratio_intervals(np.zeros((0, 3)), np.zeros((0, 3)), [0, 0, 0]) == []


def test_a_cluster_without_weight_is_left_out() -> None:
    assert one([1, 3, 0, 2], [4, 4, 0, 5]) == pytest.approx(one([1, 3, 2], [4, 4, 5]))
    assert one([1, 3, 0, 2, 1], [4, 4, 0, 5, 2], [0, 0, 0, 1, 1]) == pytest.approx(
        one([1, 3, 2, 1], [4, 4, 5, 2], [0, 0, 1, 1])
    )


def test_a_stratum_of_one_cluster_merges_all() -> None:
    tops, bottoms = [1.0, 3.0, 2.0, 4.0], [4.0, 4.0, 5.0, 6.0]
    assert one(tops, bottoms, [0, 0, 0, 1]) == one(tops, bottoms)
    assert one([*tops, 0.0], [*bottoms, 0.0], [0, 0, 0, 1, 1]) == one(tops, bottoms), "one of two has no weight"
    assert one(tops, bottoms, [0, 0, 1, 1]) != one(tops, bottoms)


def test_rows_do_not_touch_one_another() -> None:
    # One row is thin (a stratum of one), one is empty, one has a whole stratum without weight.
    tops = [[1.0, 2.0, 3.0, 4.0], [0.0, 2.0, 3.0, 4.0], [0.0] * 4, [1.0, 2.0, 0.0, 0.0]]
    bottoms = [[4.0, 4.0, 5.0, 6.0], [0.0, 4.0, 5.0, 6.0], [0.0] * 4, [4.0, 4.0, 0.0, 0.0]]
    strata = [0, 0, 1, 1]
    alone = [one(t, b, strata) for t, b in zip(tops, bottoms, strict=True)]
    for found, expected in zip(ratio_intervals(tops, bottoms, strata), alone, strict=True):
        assert found == pytest.approx(expected)
    assert alone[3] == pytest.approx(one([1.0, 2.0], [4.0, 4.0]))


sums = st.lists(
    st.tuples(st.integers(0, 8), st.integers(1, 10), st.integers(0, 2)).map(lambda x: (x[0] * x[1] / 8, x[1], x[2])),
    min_size=2,
    max_size=12,
)


FINITE, HALF = (0.0, 1.0), (0.0, inf)


@pytest.mark.parametrize(
    ("clusters", "bounds", "rests_on"),
    [
        ([[1, 0, 1], [0, 0, 0, 1], [1, 1, 1], [0, 1]], FINITE, "clusters"),
        ([[1, 1, 1], [1, 1, 0, 1], [1, 1, 1], [1, 1]], FINITE, "clusters"),
        ([[4, 2, 5], [3, 3, 1, 1], [2, 2, 4], [5, 4]], (1.0, 5.0), "clusters"),
        ([[9, 12, 20], [7, 8, 8, 9], [30, 31, 29], [11, 14]], HALF, "clusters"),
        ([[-9, -8, -7], [7, 8, 8, 9], [30, 31, 29], [11, 14]], None, "clusters"),
        ([[1, 0], [0, 1], [1, 0], [0, 1]], FINITE, "rows"),
        ([[1, 3], [3, 1], [2, 2], [1, 3]], HALF, "rows"),
        ([[1, 1, 1], [1, 1, 1, 1], [1, 1, 1], [1, 1]], FINITE, "assumption"),
        ([[0.5, 0.5], [0.5, 0.5, 0.5], [0.5]], FINITE, "assumption"),
        ([[5, 5], [5, 5]], HALF, None),
    ],
)
def test_the_basis_of_an_interval_gives_the_interval(
    clusters: list[list[float]], bounds: tuple[float, float] | None, rests_on: str | None
) -> None:
    """The inequality turns at both ends, with the basis alone; the standard error is made in fractions."""
    of_cluster = (
        np.array([[sum(rows) for rows in clusters]], float),
        np.array([[len(rows) for rows in clusters]], float),
    )
    own = Rows(of_cluster[0], of_cluster[0], of_cluster[1], of_cluster[1])._replace(
        squares=np.array([[sum(one**2 for one in rows) for rows in clusters]], float)
    )
    jack = jackknife([(1.0, *of_cluster)], np.zeros(len(clusters)), own=[own])
    ((interval, basis),) = with_basis(jack, bounds)
    assert (basis.n_clusters, basis.rests_on) == (len(clusters), rests_on)
    assert interval.value is not None
    assert basis.se is not None
    assert basis.df is not None
    values = [Fraction(sum(rows)).limit_denominator() for rows in clusters]
    sizes = [len(rows) for rows in clusters]
    mean, n = sum(values) / sum(sizes), len(clusters)
    without = [(sum(values) - top) / (sum(sizes) - size) for top, size in zip(values, sizes, strict=True)]
    assert basis.se == pytest.approx(sqrt(Fraction(n - 1, n) * sum((one - mean) ** 2 for one in without)), abs=1e-12)
    if rests_on is None:
        assert basis.n_effective is None
        assert interval.low == interval.value == interval.high
        return
    t, n_effective = float(scipy_stats.t.ppf(0.975, basis.df)), basis.n_effective
    assert n_effective is not None
    least, most = bounds or (-inf, inf)

    def outside(p: float) -> float:
        w = (p - least if least > -inf else 1.0) * (most - p if most < inf else 1.0)
        return float((interval.value or 0.0) - p) ** 2 - t**2 * w / n_effective

    for end in (interval.low, interval.high):
        assert end is not None
        if end not in (least, most):
            step = 1e-6 * max(1.0, abs(end))
            assert outside(end - step) * outside(end + step) < 0, "an end is where the inequality turns"
    assert interval.low is not None
    assert interval.low < mean or interval.low == least


def test_one_cluster_has_a_number_and_no_more() -> None:
    jack = jackknife([(1.0, np.array([[2.0]]), np.array([[4.0]]))], [0])
    ((interval, basis),) = with_basis(jack, FINITE)
    assert (interval, basis) == (Interval(0.5, None, None), Basis(n_clusters=1))


@given(sums, st.floats(0.01, 100))
def test_order_and_scale_change_nothing_and_ends_surround(rows: list[tuple[float, int, int]], scale: float) -> None:
    tops, bottoms, strata = map(list, zip(*rows, strict=True))
    value, low, high = one(tops, bottoms, strata)
    assert value is not None
    assert low is not None
    assert high is not None
    assert 0 <= low <= value <= high <= 1
    assert high > low
    shuffled = sorted(rows, reverse=True)
    turned = one([t for t, _, _ in shuffled], [b for _, b, _ in shuffled], [s for _, _, s in shuffled])
    assert turned == pytest.approx((value, low, high), abs=1e-7)
    scaled = [[scale * t for t in tops]], [[scale * b for b in bottoms]]
    (grown,) = mean_of_ratios([scaled], strata, rows=np.array([bottoms], float))
    assert grown == pytest.approx((value, low, high), abs=1e-7)


@given(sums)
def test_the_complement_mirrors(rows: list[tuple[float, int, int]]) -> None:
    tops, bottoms, strata = map(list, zip(*rows, strict=True))
    value, low, high = one(tops, bottoms, strata)
    missed = one([b - t for t, b in zip(tops, bottoms, strict=True)], bottoms, strata)
    assert value is not None
    assert low is not None
    assert high is not None
    assert missed == pytest.approx((1 - value, 1 - high, 1 - low), abs=1e-7)


THREE = jackknife([(1.0, np.array([[1.0, 3.0, 2.0]]), np.full((1, 3), 4.0))], [0, 0, 0])


def test_a_wider_level_is_wider() -> None:
    (narrow,) = score_intervals(THREE, FINITE, level=0.8)
    wide = one([1, 3, 2], [4, 4, 4])
    assert narrow.low is not None
    assert narrow.high is not None
    assert wide.low is not None
    assert wide.high is not None
    assert wide.low < narrow.low < 0.5 < narrow.high < wide.high


@pytest.mark.parametrize(
    ("tops", "bottoms", "strata", "message"),
    [
        ([[1.0, 1.0]], [[1.0, 1.0, 1.0]], [0, 0], "shapes"),
        ([[1.0, 1.0]], [[1.0, 1.0]], [0], "shapes"),
        ([[float("nan"), 1.0]], [[1.0, 1.0]], [0, 0], "not finite"),
        ([[1.0, 1.0]], [[1.0, inf]], [0, 0], "not finite"),
        ([[1.0, 1.0]], [[-1.0, 3.0]], [0, 0], "denominator -1"),
        ([[3.0, 1.0]], [[1.0, 1.0]], [0, 0], "values from 2 to 2"),
    ],
)
def test_bad_sums(tops: list[list[float]], bottoms: list[list[float]], strata: list[int], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        ratio_intervals(tops, bottoms, strata)


@pytest.mark.parametrize("level", [0.0, 1.0, 95.0])
def test_bad_level(level: float) -> None:
    with pytest.raises(BadInput, match=r"Say 0\.95"):
        score_intervals(THREE, FINITE, level=level)


@pytest.mark.parametrize(("clusters", "most"), [(3, 990), (9, 970), (25, 970)])
def test_intervals_cover(clusters: int, most: int) -> None:
    # Values 0 or 1 whose chance varies by cluster; 1000 seeded draws. bench/intervals/simulate_intervals.py has the
    # full table.
    rng = np.random.default_rng(5)
    chance = rng.beta(4, 2, (1000, clusters, 1))
    tops = (rng.random((1000, clusters, 8)) < chance).sum(2)
    intervals = ratio_intervals(tops, np.full((1000, clusters), 8.0), np.zeros(clusters))
    held = sum(low <= 4 / 6 <= high for _, low, high in intervals if low is not None and high is not None)
    assert 930 <= held <= most


QUARTERS = st.tuples(st.integers(0, 4), st.integers(1, 5))


def exact(values: list[tuple[int, int]], stratum: str) -> dict[tuple[object, object], tuple[Fraction, Fraction]]:
    """Sums of clusters from (value in quarters, weight)."""
    return {(stratum, n): (Fraction(v * w, 4), Fraction(w)) for n, (v, w) in enumerate(values)}


@given(st.lists(QUARTERS, min_size=2, max_size=6), st.lists(QUARTERS, min_size=2, max_size=4))
@settings(max_examples=60)
def test_intervals_equal_those_made_by_hand(one: list[tuple[int, int]], two: list[tuple[int, int]]) -> None:
    clusters = {**exact(one, "a"), **exact(two, "b")}
    value, variance, _ = by_hand.jackknife([clusters])
    assume(variance > 0 and 0 < value < 1)
    tops, bottoms = ([float(sums[i]) for sums in clusters.values()] for i in (0, 1))
    (found,) = ratio_intervals([tops], [bottoms], [0] * len(one) + [1] * len(two))
    assert found == pytest.approx(by_hand.interval([clusters]), abs=1e-9)


def test_a_mean_of_ratios_equals_that_made_by_hand() -> None:
    # Two parts over five clusters of two strata; the second cluster has weight in both and is left out of both.
    first: by_hand.Sums = {
        ("a", 0): (F(1, 2), F(1)),
        ("a", 1): (F(3), F(4)),
        ("b", 0): (F(0), F(1)),
        ("b", 1): (F(1), F(1)),
    }
    second: by_hand.Sums = {
        ("a", 1): (F(1), F(2)),
        ("b", 1): (F(1, 4), F(1)),
        ("b", 2): (F(1), F(1)),
        ("a", 2): (F(0), F(3)),
    }
    clusters = list(dict.fromkeys([*first, *second]))
    strata = [0 if stratum == "a" else 1 for stratum, _ in clusters]
    none = F(0), F(0)
    terms = [
        ([[float(p.get(c, none)[0]) for c in clusters]], [[float(p.get(c, none)[1]) for c in clusters]])
        for p in (first, second)
    ]
    (found,) = mean_of_ratios(terms, strata)
    assert found == pytest.approx(by_hand.interval([first, second]), abs=1e-9)
    # (9/2 / 7 + 9/4 / 7) / 2
    assert found.value == pytest.approx(27 / 56)


def test_a_mean_of_one_ratio_is_the_ratio() -> None:
    tops, bottoms, strata = [[1.0, 0.5, 2.0, 1.0]], [[1.0, 1.0, 3.0, 2.0]], [0, 0, 1, 1]
    assert mean_of_ratios([(tops, bottoms)], strata) == ratio_intervals(tops, bottoms, strata)


def test_parts_of_a_mean_count_equally_whatever_their_weights() -> None:
    # Shares of the clusters are 1/2 and 1/2 of the first part, 1/4 and 3/4 of the second: 3/4 and 5/4 together, which
    # count for 2^2 / (9/16 + 25/16) = 32/17 equal clusters. See `test_without_variance_the_rows_of_a_cluster_...`.
    first, second = np.array([[1.0, 1.0]]), np.array([[10.0, 30.0]])
    k = T1**2 / (FLAT_ROWS * 32 / 17)
    assert mean_of_ratios([(first, first), (second, second)], [0, 0]) == [pytest.approx((1.0, 1 / (1 + k), 1.0))]


def test_a_mean_of_ratios_of_which_one_has_no_weight_is_undefined() -> None:
    tops, ones, none = [[1.0, 0.5]], [[1.0, 1.0]], [[0.0, 0.0]]
    assert mean_of_ratios([(tops, ones), (none, none)], [0, 0]) == [Interval(None, None, None)]


def test_method_names_its_parameters() -> None:
    assert f"level:{LEVEL:g}|" in method()
    assert f"flat:rows<={FLAT_ROWS}|lent:{LENT_DF}|tail:{TAIL:g}" in method()
