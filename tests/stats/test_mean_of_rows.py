"""Means of rows in clusters."""

from __future__ import annotations

import numpy as np
import pytest

from hayrick.stats import Interval, mean_in_strata, mean_of_rows, ratio_intervals
from hayrick.types import BadInput


def test_clusters_that_are_alike_are_not_taken_for_certainty() -> None:
    # 8 clusters of 6 rows, each with 3 of 6: the interval is that of 48 independent rows.
    values = [1.0, 0.0] * 24
    alike = mean_of_rows(values, [row // 6 for row in range(48)])
    alone = mean_of_rows(values, range(48))
    assert alike.value == 24 / 48
    assert alike == pytest.approx(alone, rel=1e-9)
    assert alike.low is not None
    assert alike.low < 0.37


def test_clusters_that_differ_have_the_interval_of_their_sums() -> None:
    # Sums 4, 0, 3, 1 of 4 rows each.
    values = [1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 0, 1, 0, 0, 0]
    found = mean_of_rows(values, ["a"] * 4 + ["b"] * 4 + ["c"] * 4 + ["d"] * 4)
    assert found == ratio_intervals([[4, 0, 3, 1]], [[4, 4, 4, 4]], np.zeros(4))[0]
    assert found.value == 8 / 16


@pytest.mark.parametrize(
    ("values", "clusters", "value"),
    [([], [], None), ([0.5], ["a"], 0.5), ([0.25, 0.75], ["a", "a"], 0.5)],
    ids=["no rows", "one row", "one cluster"],
)
def test_without_two_clusters_there_is_no_interval(
    values: list[float], clusters: list[str], value: float | None
) -> None:
    assert mean_of_rows(values, clusters) == Interval(value, None, None)


def test_strata_with_several_clusters_are_resampled_apart() -> None:
    # Both strata have no variance within: only the rows' own is left.
    values, clusters = [1.0] * 6 + [0.0] * 6, np.repeat([0, 1, 2, 3], 3)
    apart = mean_in_strata(values, clusters, [0, 0, 1, 1])
    together = mean_in_strata(values, clusters, [0, 0, 0, 0])
    assert apart.value == together.value == 6 / 12
    assert None not in (apart.low, together.low)
    assert (apart.low or 0) > (together.low or 0)


@pytest.mark.parametrize(
    ("values", "clusters", "bounds", "found"),
    [
        ([1.0], ["a", "b"], (0.0, 1.0), "1 values, 2 clusters"),
        ([2.0, 2.0], ["a", "b"], (0.0, 1.0), "values from 2 to 2"),
        ([float("nan")], ["a"], (0.0, 1.0), "finite"),
    ],
)
def test_what_cannot_be_averaged_is_refused(
    values: list[float], clusters: list[str], bounds: tuple[float, float], found: str
) -> None:
    with pytest.raises(BadInput, match=found):
        mean_of_rows(values, clusters, bounds)
