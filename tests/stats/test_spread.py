"""Variance components by hand, and the width of an interval that is to be expected."""

from __future__ import annotations

from fractions import Fraction as F
from math import gamma, sqrt

import numpy as np
import pytest
from scipy import stats as scipy_stats

from by_hand import members
from hayrick.stats import ratio_intervals
from hayrick.stats.spread import Member, Spread, half_width, mean_spread, spreads


@pytest.mark.parametrize(
    ("values", "group", "dataset", "expected"),
    [
        # Within groups 4 / 2; between (16 - 2) / (4 - 8/4).
        ([-3, -1, 1, 3], [0, 0, 1, 1], [0, 0], (None, F(7), F(2))),
        # Groups of one and two: within 2 / 1; between (6 - 2) / (3 - 5/3).
        ([-2, 0, 2], [0, 1, 1], [0, 0], (None, F(3), F(2))),
        # One unit a group: datasets' means -3 and 3 have variance 18, of which half of that of groups, 4/2, is chance.
        ([-4, -2, 2, 4], [0, 1, 2, 3], [0, 0, 1, 1], (F(17), F(2), F(0))),
        # One group a dataset: groups of one dataset.
        ([-3, -1, 1, 3], [0, 0, 1, 1], [0, 1], (None, F(7), F(2))),
        # Groups that are more alike than chance: (0 - 1/2) / 2, until it is clipped.
        ([0.5, -0.5, -0.5, 0.5], [0, 0, 1, 1], [0, 0], (None, F(-1, 4), F(1, 2))),
        ([-1, 1], [0, 0], [0], (None, F(0), F(2))),
        ([0], [0], [0], (None, F(0), F(0))),
    ],
)
def test_components_by_hand(
    values: list[float], group: list[int], dataset: list[int], expected: tuple[F | None, F, F]
) -> None:
    (found,) = spreads(np.array([values], float), group, dataset)
    assert found.datasets == (None if expected[0] is None else pytest.approx(float(expected[0])))
    assert found[1:] == pytest.approx(tuple(map(float, expected[1:])))


def test_components_are_unbiased() -> None:
    rng = np.random.default_rng(3)
    sizes = [3, 4, 6, 9, 5, 7, 3, 12, 25, 4, 4]
    dataset = [0] * 5 + [1] * 3 + [2] * 3
    group = np.repeat(np.arange(11), sizes)
    draws = 4000
    wide = rng.normal(size=(draws, 3))[:, np.array(dataset)[group]] * 0.5
    middle = rng.normal(size=(draws, 11))[:, group] * 0.3
    values = wide + middle + rng.normal(size=(draws, len(group)))
    found = np.array(spreads(values, group.tolist(), dataset))
    error = found.std(0) / sqrt(draws)
    assert np.abs(found.mean(0) - [0.25, 0.09, 1.0]) == pytest.approx(np.zeros(3), abs=float(4 * error.max()))


def test_means_are_clipped_after_they_are_taken() -> None:
    given = [Spread(None, -0.3, 1.0), Spread(None, 0.1, 3.0)]
    assert mean_spread(given) == Spread(None, 0.0, 2.0)
    assert mean_spread([Spread(-1.0, 0.25, 1.0), Spread(None, 0.5, 1.0)]) == Spread(0.0, 0.375, 1.0)


def test_half_width_by_hand() -> None:
    # 4 clusters of 100 units, groups 1/4: variance 1/16 and more; t with 3 degrees of freedom; the root of an estimate
    # is on average sqrt(2/3) Gamma(2) / Gamma(3/2) of the root.
    root = sqrt(2 / 3) * gamma(2) / gamma(1.5)
    expected = scipy_stats.t.isf(0.025, 3) * root * sqrt(1 / 16)
    assert half_width(0.5, Spread(None, 0.25, 0.0), members(*[100] * 4), None) == pytest.approx(expected)
    # Two strata of two: t with 2. One of one: merged, t with 3.
    two = members(*[100] * 4, strata=(0, 0, 1, 1))
    root = sqrt(2 / 2) * gamma(1.5) / gamma(1)
    expected = scipy_stats.t.isf(0.025, 2) * root * sqrt(1 / 16)
    assert half_width(0.5, Spread(None, 0.25, 0.0), two, None) == pytest.approx(expected)
    odd = members(*[100] * 4, strata=(0, 0, 0, 1))
    whole = half_width(0.5, Spread(None, 0.25, 0.0), members(*[100] * 4), None)
    assert half_width(0.5, Spread(None, 0.25, 0.0), odd, None) == pytest.approx(whole)


def test_half_width_is_the_mean_of_intervals_of_such_draws() -> None:
    rng, n, draws = np.random.default_rng(5), np.array([3, 4, 5, 6, 8, 10, 14, 25], float), 3000
    tops = 0.5 * n + rng.normal(size=(draws, 8)) * np.sqrt(0.004 * n**2 + 0.05 * n)
    found = ratio_intervals(tops, np.tile(n, (draws, 1)), [0] * 8)
    seen = [(one.high - one.low) / 2 for one in found if one.high is not None and one.low is not None]
    told = half_width(0.5, Spread(None, 0.004, 0.05), members(*n), (0.0, 1.0))
    assert told == pytest.approx(float(np.mean(seen)), rel=0.05)


def test_datasets_as_clusters() -> None:
    # Six datasets of two groups of two units: 1/6 (datasets + groups / 2 + units / 4).
    six = [Member(0, 1 / 6, 1 / 36, 1 / 72, 1 / 144)] * 6
    assert sum(one.variance(Spread(0.3, 0.2, 0.4)) for one in six) == pytest.approx(1 / 6 * (0.3 + 0.1 + 0.1))
    assert half_width(0.5, Spread(0.3, 0.2, 0.4), six, None) is not None


def test_limits_of_half_width() -> None:
    assert half_width(0.5, Spread(None, 0.1, 0.1), members(9), (0.0, 1.0)) is None
    assert half_width(0.5, Spread(None, 0.0, 0.0), members(9, 9), None) == 0
    # Nothing varies within bounds: rows count as answers, right or wrong, as in an interval.
    one = ratio_intervals([[8.0, 8.0, 8.0]], [[8.0, 8.0, 8.0]], [0, 0, 0])[0]
    assert one.low is not None
    assert half_width(1.0, Spread(None, 0.0, 0.0), members(8, 8, 8), (0.0, 1.0)) == pytest.approx((1 - one.low) / 2)
