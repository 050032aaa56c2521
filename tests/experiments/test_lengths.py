"""Length curves and effective lengths, by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from varied import lengths, of_length, table_of

from hayrick.experiments import effective_length, task_lengths
from hayrick.experiments import experiment_rows as experiment_rows_of
from hayrick.report.experiments import experiment_tables
from hayrick.tasks.summhay import REPORTING


def test_a_curve_by_hand() -> None:
    # Joint at 100, 200, 400 tokens: 3/4, 3/4, 1/4 in both subtopics: 1/4 is under .85 x 3/4.
    values = {"full@400": [0.25, 0.25], "full@100": [0.75, 0.75], "full@200": [0.75, 0.75]}
    (one,) = lengths(table_of(values))
    assert list(one.series.cells) == [100, 200, 400]
    assert [cells["joint"].value for cells in one.series.cells.values()] == [0.75, 0.75, 0.25]
    # Subtopics agree exactly, so that the bounds meet.
    assert one.effective == (200, 200, 200)


def test_the_first_budget_that_falls_short_ends_it() -> None:
    # Ratios to the base: 1, 1/2, 1: what holds again at 400 does not count.
    assert effective_length([100, 200, 400], [[2, 2], [1, 1], [2, 2]], np.ones((3, 2)) * 4, [0, 0]) == (100, 100, 100)


def test_the_share_itself_keeps() -> None:
    # .8 x 5/8 = 1/2 exactly.
    tops = [[0.625, 0.625], [0.5, 0.5]]
    assert effective_length([1, 2], tops, np.ones((2, 2)), [0, 0], keep=0.8).value == 2
    assert effective_length([1, 2], tops, np.ones((2, 2)), [0, 0], keep=0.81).value == 1


def test_bounds_of_a_length_are_those_of_its_differences() -> None:
    # Differences d = ratio - .85 base over three clusters: base 1/2 each; d at 2: 1/2, 1/4, 1/8 -> mean 7/24, over 0
    # but not surely, as t(2) is 4.3: the length is 2, at least 1, at most 2.
    base = np.full(3, 0.5)
    tops = np.array([base, 0.85 * base + [0.5, 0.25, 0.125]])
    assert effective_length([1, 2], tops, np.ones((2, 3)), [0] * 3) == (2, 1, 2)
    # With d = 7/24 +- 1/100 it is sure: half-width under 4.31 / 100.
    tops[1] = 0.85 * base + 7 / 24 + np.array([0.01, 0, -0.01])
    assert effective_length([1, 2], tops, np.ones((2, 3)), [0] * 3) == (2, 2, 2)
    # As far below 0 it is surely not kept; and one that varies as widely may be.
    tops[1] = 0.85 * base - 7 / 24 + np.array([0.01, 0, -0.01])
    assert effective_length([1, 2], tops, np.ones((2, 3)), [0] * 3) == (1, 1, 1)
    tops[1] = 0.85 * base - np.array([0.4, 0.25, 0.0])
    assert effective_length([1, 2], tops, np.ones((2, 3)), [0] * 3) == (1, 1, 2)


def test_high_bound_of_a_length_is_corrected_for_the_number_of_budgets() -> None:
    # At 2 it is .3 short with a standard error of .1 / sqrt(3): t is 4.30 at 95 %, 6.21 at 97.5 %. Beside 4, which
    # keeps all, it is one of two that might have.
    short = 0.85 * 0.5 - np.array([0.2, 0.3, 0.4])
    two = np.array([np.full(3, 0.5), short])
    three = np.array([*two, np.full(3, 0.5)])
    assert effective_length([1, 2], two, np.ones((2, 3)), [0] * 3) == (1, 1, 1)
    assert effective_length([1, 2, 4], three, np.ones((3, 3)), [0] * 3) == (1, 1, 4)


@pytest.mark.parametrize(
    ("budgets", "tops", "bottoms", "expected"),
    [
        ([1], [[1, 1]], [[1, 1]], (None, None, None)),
        ([1, 2], [[0, 0], [1, 1]], [[1, 1], [1, 1]], (None, None, None)),
        ([1, 2], [[1, 1], [0, 0]], [[1, 1], [0, 0]], (None, None, None)),
        ([1, 2], [[1], [0]], [[1], [1]], (1, None, None)),
    ],
)
def test_undefined_lengths(budgets: list[int], tops: list[list[float]], bottoms: Any, expected: object) -> None:
    assert effective_length(budgets, tops, bottoms, [0] * len(tops[0])) == expected


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(st.integers(0, 8), min_size=4, max_size=4), min_size=2, max_size=6))
def test_bounds_enclose_the_length(clusters: list[list[int]]) -> None:
    found = effective_length(
        [1, 2, 4, 8], np.array(clusters, float).T / 8, np.ones((4, len(clusters))), [0] * len(clusters)
    )
    if found.value is None:
        assert not any(cluster[0] for cluster in clusters)
    else:
        assert found.low is not None
        assert found.high is not None
        assert found.low <= found.value <= found.high


def test_curves_are_by_order_and_need_budgets() -> None:
    values = {
        "full@1/top": [1.0],
        "full@2/top": [0.5],
        "full@1": [1.0],
        "full/top": [1.0],
        "bm25@1": [1.0],
        "bm25@9": [1.0],
    }
    assert [one.series.context for one in lengths(table_of(values))] == ["full/top", "bm25"]


def test_lengths_of_a_task_are_a_curve_though_their_items_differ() -> None:
    values = {4096: [1, 1, 1, 0], 8192: [1, 1, 0, 1], 16384: [1, 0, 0, 0, 0]}
    rows = [of_length(length, value, str(n)) for length, found in values.items() for n, value in enumerate(found)]
    [curve] = task_lengths(rows, REPORTING)
    assert [cells["joint"].value for cells in curve.series.cells.values()] == pytest.approx([0.75, 0.75, 0.2])
    assert (curve.effective.value, curve.series.n_subtopics, curve.series.n_left_out) == (8192, 4, 0)
    # 16k is not below 85 % of 4k with confidence: four and five items settle nothing.
    assert (curve.effective.low, curve.effective.high) == (4096, 16384)
    tables = experiment_tables(experiment_rows_of(rows, REPORTING))
    assert [table.heads[-1] for table in tables] == ["n", "groups a length"]
    assert [row[2] for row in tables[0].rows] == ["4,096", "8,192", "16,384"]
    assert tables[1].rows[0][2:] == ["8,192", "4,096", "16,384 or more", "16,384", "4"]


def test_one_length_is_no_curve() -> None:
    assert task_lengths([of_length(4096, 1, "a"), of_length(4096, 0, "b")], REPORTING) == []
