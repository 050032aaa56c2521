"""Power of the paired test before a run: against SciPy, against the test itself, and at its limits."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import pairwise
from math import inf, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from by_hand import members
from hayrick.stats.paired import Part, paired_means
from hayrick.stats.power import TARGET, detectable, needed, noncentral_t_tails, power, reached_level
from hayrick.stats.spread import Spread


@pytest.mark.parametrize("df", [1, 1.5, 2, 5, 7.3, 30, 200, 10_000])
@pytest.mark.parametrize("shift", [0, 0.5, 2.8, 10])
@pytest.mark.parametrize("limit", [0, 0.1, 2, 4, 12.7])
def test_noncentral_t_is_scipys(df: float, shift: float, limit: float) -> None:
    expected = scipy_stats.nct.sf(limit, df, shift) + scipy_stats.nct.cdf(-limit, df, shift)
    if shift == 0:
        expected = 2 * scipy_stats.t.sf(limit, df)
    elif np.isnan(expected):  # It is not computed in some far tails: by its definition.
        root, normal = scipy_stats.chi(df, scale=1 / sqrt(df)), scipy_stats.norm
        expected = root.expect(lambda s: normal.sf(limit * s - shift) + normal.cdf(-limit * s - shift))
    assert noncentral_t_tails(limit, df, shift) == pytest.approx(expected, abs=1e-6)
    assert noncentral_t_tails(limit, df, -shift) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(
    ("clusters", "pairs", "expected"),
    [
        (1, 1, F(0)),
        (5, 1, F(0)),  # p is at least 1/16.
        (6, 1, F(1, 32)),
        (7, 1, F(3, 64)),  # 3/64 = .046875; 4/64 is above .05.
        (9, 1, F(12, 256)),
        (12, 1, F(102, 2048)),
        (13, 1, F(500, 10_001)),  # 10,000 random swaps, and the observed one.
        (7, 6, F(0)),  # 1/64 is above .05/6.
        (8, 6, F(1, 128)),
        (20, 800, F(1, 20_001)),  # 25 swaps a pair: .05/800 of 20,001 is 1.25.
    ],
)
def test_levels_that_the_test_reaches(clusters: int, pairs: int, expected: F) -> None:
    assert reached_level(clusters, 0.05, pairs) == pytest.approx(float(expected), abs=1e-12)


def test_the_level_is_reached_and_not_exceeded() -> None:
    # All of 7 differences have one sign: 2 of the 128 flips are as large.
    part = Part(1.0, ([1.0] * 7, [1.0] * 7), ([0.0] * 7, [1.0] * 7))
    assert paired_means([part], [0] * 7).p == 1 / 64 <= reached_level(7, 0.05) == 3 / 64 < 0.05 < 4 / 64


def test_equal_clusters_by_hand() -> None:
    # Variance 1/4 of each of 9 clusters of one unit: standard error 1/2 / 3 = 1/6; effect 1/2 is 3 of these.
    limit = scipy_stats.t.isf(12 / 256 / 2, 8)
    expected = scipy_stats.nct.sf(limit, 8, 3) + scipy_stats.nct.cdf(-limit, 8, 3)
    assert power(0.5, Spread(None, 0.25, 0.0), members(*[1] * 9), clusters=9) == pytest.approx(expected, abs=1e-7)
    # As units: 1/4 in each of 9 clusters of one unit is the same; in clusters of four units 1 is.
    assert power(0.5, Spread(None, 0.0, 0.25), members(*[1] * 9), clusters=9) == pytest.approx(expected, abs=1e-7)
    assert power(0.5, Spread(None, 0.0, 1.0), members(*[4] * 9), clusters=9) == pytest.approx(expected, abs=1e-7)


def test_unequal_clusters_by_hand() -> None:
    # Shares 1/2 and six of 1/12, variance 1 of each group: the sum has 1/4 + 6/144 = 7/24, and 24/7 equal clusters have
    # as much. Squares that the sum leaves: 1 - 2 (1/8 + 6/1728) / (7/24) + 7/24 of this; of equal clusters 17/24 would.
    given = members(6, *[1] * 6)
    variance = F(7, 24)
    rest = 1 - 2 * (F(1, 8) + F(6, 1728)) / variance + variance
    df = float(1 / variance - 1)
    limit = scipy_stats.t.isf(3 / 128, df) * sqrt(rest / F(17, 24))
    shift = 1 / sqrt(variance)
    expected = scipy_stats.nct.sf(limit, df, shift) + scipy_stats.nct.cdf(-limit, df, shift)
    assert power(1.0, Spread(None, 1.0, 0.0), given, clusters=7) == pytest.approx(expected, abs=1e-6)
    # Twice as many: half the variance, 48/7 equal clusters.
    rest = 1 - (F(1, 8) + F(6, 1728)) / variance + variance / 2
    limit = scipy_stats.t.isf(reached_level(14, 0.05) / 2, 41 / 7) * sqrt(rest / F(41, 48))
    expected = scipy_stats.nct.sf(limit, 41 / 7, sqrt(48 / 7)) + scipy_stats.nct.cdf(-limit, 41 / 7, sqrt(48 / 7))
    assert power(1.0, Spread(None, 1.0, 0.0), given, clusters=14) == pytest.approx(expected, abs=1e-6)


def test_strata_that_differ_cost_power_only_where_there_are_several() -> None:
    apart, alike = Spread(0.05, 0.02, 0.1), Spread(0.0, 0.02, 0.1)
    one, three = members(*[5] * 9), members(*[5] * 9, strata=(0, 0, 0, 1, 1, 1, 2, 2, 2))
    assert power(0.2, apart, one, clusters=9) == pytest.approx(power(0.2, alike, one, clusters=9))
    assert power(0.2, apart, three, clusters=9) < power(0.2, alike, three, clusters=9)


@pytest.mark.parametrize("sizes", [(5,) * 9, (3, 4, 5, 6, 8, 10, 14, 25)])
@pytest.mark.parametrize("effect", [0.0, 0.1, 0.25])
def test_power_is_the_share_of_draws_in_which_the_test_rejects(sizes: tuple[int, ...], effect: float) -> None:
    rng, n, draws = np.random.default_rng(7), np.array(sizes, float), 600
    noise = rng.normal(size=(draws, len(n))) * np.sqrt(0.01 * n**2 + 0.15 * n)
    tops = effect * n + noise
    parts = ([Part(1.0, (one, n), (0 * n, n))] for one in tops)
    found = [paired_means(part, [0] * len(n), bounds=None).p or 1 for part in parts]
    share = float(np.mean([p <= 0.05 for p in found]))
    told = power(effect, Spread(None, 0.01, 0.15), members(*sizes), clusters=len(sizes))
    # Four standard errors of 600 draws, 2 points at 5 % and 8 at 50 %, and three points for the approximation.
    assert share == pytest.approx(told, abs=4 * sqrt(max(told * (1 - told), 0.02) / draws) + 0.03)


def test_limits() -> None:
    given, spread = members(*[4] * 9), Spread(None, 0.01, 0.1)
    assert power(0.0, spread, given, clusters=9) == pytest.approx(12 / 256, abs=0.001)
    assert power(0.5, spread, members(4), clusters=1) == 0
    assert power(0.5, spread, given, clusters=5) == 0
    nothing = Spread(0.0, 0.0, 0.0)
    assert [power(effect, nothing, given, clusters=9) for effect in (0.0, 0.1)] == [0, 1]
    assert power(0.1, nothing, given, clusters=5) == 0
    assert detectable(spread, members(*[4] * 5), most=1.0) is None
    assert detectable(Spread(None, 9.0, 0.0), given, most=1.0) is None
    assert detectable(Spread(None, 9.0, 0.0), given, most=inf) == pytest.approx(3.28, abs=0.05)
    assert needed(1e-6, spread, given) is None
    assert needed(1.0, spread, given) == 6, "with fewer nothing is told apart"
    assert needed(1.0, spread, given, least=11) == 11


@given(
    st.lists(st.integers(1, 25), min_size=6, max_size=12),
    st.floats(0.02, 0.5),
    st.floats(0, 0.05),
    st.floats(0.01, 0.3),
    st.sampled_from([1, 3, 6, 10]),
)
def test_more_clusters_larger_effects_and_fewer_pairs_never_have_less_power(
    sizes: list[int], effect: float, groups: float, units: float, pairs: int
) -> None:
    spread, given = Spread(None, groups, units), members(*sizes)
    found = [power(effect, spread, given, clusters=n, pairs=pairs) for n in (5, 6, 8, 9, 12, 13, 20, 80)]
    assert all(b >= a - 1e-3 for a, b in pairwise(found)), "but for the level, which few clusters reach in steps"
    assert power(effect, spread, given, clusters=20, pairs=pairs + 5) <= found[6] + 1e-9
    assert power(effect * 0.9, spread, given, clusters=20, pairs=pairs) <= found[6] + 1e-9
    n = needed(effect, spread, given, pairs=pairs)
    assert n is not None
    assert power(effect, spread, given, clusters=n, pairs=pairs) >= TARGET
    assert power(effect, spread, given, clusters=n - 1, pairs=pairs) < TARGET
    least = detectable(spread, given, most=inf, pairs=pairs)
    if least is not None:
        assert power(least, spread, given, clusters=len(given), pairs=pairs) == pytest.approx(TARGET, abs=1e-6)
