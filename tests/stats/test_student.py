"""Quantiles of Student's t, against scipy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from hayrick.stats import t_quantile


@settings(max_examples=50)
@given(st.floats(0, 7), st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99]))
def test_t_quantile_as_scipy(digits: float, probability: float) -> None:
    df = 10**digits
    expected = scipy_stats.t.ppf((1 + probability) / 2, df)
    assert t_quantile(probability, [df, 2.0])[0] == pytest.approx(expected, rel=2e-9 if df <= 1e5 else 2e-7)


def test_rows_of_quantiles_do_not_depend_on_one_another() -> None:
    """Each row is as exact as alone, to the last digit, however many rows and distinct values there are."""
    rows = np.random.default_rng(0).uniform(1, 30, (9, 7))
    rows[::3, 2:] = rows[::3, :1]
    for some in (rows, np.arange(1.0, 10)[:, None]):  # numpy has a way of its own for powers of 2
        assert t_quantile(0.95, some).tolist() == [t_quantile(0.95, row).tolist() for row in some]
    assert t_quantile(0.95, []).tolist() == []
