"""Means of means: of categories and of datasets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import by_hand
from estimated import (
    NO_RESAMPLE_OF_DATASETS,
    TWO_EACH,
    F,
    ends,
    estimate,
    row,
    rows_of,
    sums_of,
    table,
)
from hayrick.estimates import estimate as estimate_of
from hayrick.protocols import BY_DATASET
from hayrick.reporting import Reporting
from hayrick.tasks.summhay import REPORTING
from hayrick.types import Score

CATEGORIES = Reporting(measures=REPORTING.measures, average="category")


def by_category(values: Mapping[str, Mapping[tuple[str, str], Sequence[float]]], **more: Any) -> list[Score]:
    return [one for name, places in values.items() for one in rows_of(places, item_tags={"category": name}, **more)]


FOUR_AND_ONE: Mapping[str, Mapping[tuple[str, str], Sequence[float]]] = {
    "law": {("h1", "b1"): (1.0, 0.5), ("h1", "b2"): (1.0, 1.0), ("h2", "b1"): (0.5, 1.0), ("h2", "b2"): (1.0,)},
    "law and medicine share a book": {("h1", "b2"): (0.0, 0.5), ("h2", "b3"): (0.0,), ("h1", "b3"): (0.5,)},
}


def test_category_means_count_the_same_and_have_the_interval_of_both() -> None:
    found = table(estimate_of(by_category(FOUR_AND_ONE), CATEGORIES))
    # (6/7 + 1/4) / 2, not 7/11 over all.
    assert found[None, "coverage"].value == pytest.approx((F(6, 7) + F(1, 4)) / 2)
    parts = [sums_of(places) for places in FOUR_AND_ONE.values()]
    expected = by_hand.interval(parts, rows=list(FOUR_AND_ONE.values()))
    assert ends(found[None, "coverage"]) == pytest.approx(expected, abs=1e-9)
    assert found[None, "coverage"].n == 11
    pooled = table(estimate_of(by_category(FOUR_AND_ONE), NO_RESAMPLE_OF_DATASETS))
    assert pooled[None, "coverage"].value == pytest.approx(F(7, 11))


def test_tags_of_the_response_make_categories_too() -> None:
    rows = [
        row(1.0, "a", tags={"category": 1}),
        row(1.0, "b", tags={"category": 1}),
        row(0.0, "c", tags={"category": 2}),
    ]
    assert table(estimate_of(rows, CATEGORIES))[None, "coverage"].value == 0.5


def test_means_of_datasets_count_the_same_and_have_the_interval_of_all() -> None:
    reporting = Reporting(measures=REPORTING.measures, average=BY_DATASET)
    found = table(estimate_of(rows_of(TWO_EACH), reporting))
    # (5/8 + 1/2) / 2
    assert found[None, "coverage"].value == pytest.approx(F(9, 16))
    parts = [
        sums_of({place: scores for place, scores in TWO_EACH.items() if place[0] == name}) for name in ("h1", "h2")
    ]
    assert ends(found[None, "coverage"]) == pytest.approx(by_hand.interval(parts), abs=1e-9)
    # Of one dataset alone nothing changes.
    assert found["h1", "coverage"] == table(estimate(rows_of(TWO_EACH)))["h1", "coverage"]


def test_a_category_without_values_is_in_no_mean() -> None:
    # No insight of b is covered: nothing is known of its citations. Its failures are counted all the same.
    rows = [
        *by_category({"a": {("h1", "s1"): (0.5, 1.0), ("h1", "s2"): (0.25, 1.0)}}, measure="citation"),
        row(None, "s3", measure="citation", failed=True, item_tags={"category": "b"}),
        *by_category({"b": {("h1", "s3"): (0.0,)}, "c": {("h1", "s4"): (0.0,)}}, measure="joint"),
    ]
    found = table(estimate_of(rows, CATEGORIES))[None, "citation"]
    parts = [sums_of({("h1", "s1"): (0.5, 1.0), ("h1", "s2"): (0.25, 1.0)})]
    assert ends(found) == pytest.approx(by_hand.interval(parts), abs=1e-9)
    assert (found.n, found.n_failed, found.bounds) == (4, 1, None)


def test_a_category_that_is_wholly_unjudged_leaves_the_mean_open() -> None:
    rows = [
        *by_category({"a": {("h1", "s1"): (0.5,), ("h1", "s2"): (1.0,)}}),
        row(None, "s3", unjudged=True, item_tags={"category": "b"}),
    ]
    found = table(estimate_of(rows, CATEGORIES))[None, "coverage"]
    assert (found.value, found.low, found.high) == (None, None, None)
    # (3/4 + 0) / 2 to (3/4 + 1) / 2
    assert found.bounds == pytest.approx((3 / 8, 7 / 8))
    assert (found.n, found.n_unjudged) == (3, 1)


def test_the_bounds_of_category_means_are_means_of_bounds() -> None:
    rows = [
        *by_category({"a": {("h1", "s1"): (0.5,), ("h1", "s2"): (1.0,)}, "b": {("h1", "s3"): (0.25,)}}),
        row(None, "s3", unjudged=True, item_tags={"category": "b"}),
    ]
    found = table(estimate_of(rows, CATEGORIES))[None, "coverage"]
    # a: 3/4; b: 1/8 to 5/8.
    assert found.bounds == pytest.approx((7 / 16, 11 / 16))
    assert found.value == pytest.approx(1 / 2)


def test_a_category_in_which_all_is_judged_is_bounded_by_its_weighted_mean() -> None:
    rows = [
        row(1.0, weight=3.0, item_tags={"category": "a"}),
        row(0.0, "s2", item_tags={"category": "a"}),
        row(0.25, "s3", item_tags={"category": "b"}),
        row(None, "s3", unjudged=True, item_tags={"category": "b"}),
    ]
    # a: 3 of 4; b: 1/8 to 5/8.
    assert table(estimate_of(rows, CATEGORIES))[None, "coverage"].bounds == pytest.approx((7 / 16, 11 / 16))
