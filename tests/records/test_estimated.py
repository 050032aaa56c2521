"""Means of suites are read as they were written."""

from __future__ import annotations

import pytest

from hayrick.records.estimated import estimates_of

ROW = {
    **{"task": "suite", "system": "x", "context": "full", "dataset": None, "measure": "average", "signature": "s"},
    **{"value": 3.0, "low": 2.0, "high": 4.0, "n": 8, "n_failed": 1, "n_unjudged": 2, "worst": 2.5, "best": 3.5},
    **{"n_contradicted": 0, "n_unread": 0, "tags": {"category": "rated"}},
}


@pytest.mark.parametrize(
    ("bounds", "expected"),
    [({"rated": [1.0, 5.0]}, (1.0, 5.0)), ({"other": [1.0, 5.0]}, (0.0, 1.0)), (None, (0.0, 1.0))],
)
def test_a_mean_has_the_bounds_of_its_category(bounds: object, expected: tuple[float, float]) -> None:
    shown = {"suite": "suite", "pooled": False, "headings": {"rated": "Rating"}, "bounds": bounds}
    found = estimates_of([ROW], ["task"], {}, [shown], "estimates.json")
    assert found.tasks == {}
    (one,) = found.averages
    assert (one.bounds, one.heading, one.pooled) == (expected, "Rating", False)
    assert (one.estimate.value, one.estimate.n, one.estimate.n_failed, one.estimate.bounds) == (3.0, 8, 1, (2.5, 3.5))
