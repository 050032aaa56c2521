"""Correlations, by hand and against scipy."""

from __future__ import annotations

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from hayrick.stats import kendall_tau, pearson

numbers = st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=2, max_size=30)


@given(numbers)
def test_correlations_as_scipy(pairs: list[tuple[int, int]]) -> None:
    x, y = [a / 4 for a, _ in pairs], [b / 4 for _, b in pairs]
    if len(set(x)) == 1 or len(set(y)) == 1:
        assert pearson(x, y) is None
        assert kendall_tau(x, y) is None
    else:
        assert pearson(x, y) == pytest.approx(scipy_stats.pearsonr(x, y).statistic, abs=1e-9)
        assert kendall_tau(x, y) == pytest.approx(scipy_stats.kendalltau(x, y).statistic, abs=1e-9)


def test_correlations_by_hand() -> None:
    # Deviations (-1, 0, 1) and (-1, 1, 0): 1 / 2. Of three pairs two agree and one does not: 1 / 3.
    assert pearson([1, 2, 3], [1, 3, 2]) == pytest.approx(1 / 2)
    assert kendall_tau([1, 2, 3], [1, 3, 2]) == pytest.approx(1 / 3)
    # 0.1 + 0.2 is greater than 0.3 by rounding only: tied, 2 of 3 pairs are untied in x, 3 in y, and both agree.
    for tenth in (0.1, 1e-200):
        assert kendall_tau([tenth + 2 * tenth, 3 * tenth, 1], [2, 1, 3]) == pytest.approx(2 / sqrt(2 * 3))
    assert 0.1 + 0.2 > 0.3
    assert kendall_tau([0.1 + 0.2, 0.3], [1, 2]) is None
    assert (pearson([0.1 + 0.2, 0.3], [1, 2]), pearson([1, 2], [0.3, 0.1 + 0.2])) == (None, None), "only rounding"
    assert kendall_tau([1, 1 + 1e-6], [1, 2]) == pearson([1, 1 + 1e-6], [1, 2]) == 1, "a small difference is one"
    assert pearson([1e300, 2e300], [0.0, 1e-300]) == 1.0, "no overflow, no underflow"
    assert pearson([1e308, -1e308], [0.0, 1.0]) == -1.0
    assert pearson([1.0], [1.0]) is None
    assert kendall_tau([], []) is None
    assert pearson([0.1 + 0.2, 0.1 + 0.2], [1, 2]) is None
