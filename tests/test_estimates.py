"""Rows to estimates: means, counts, bounds, and a row wherever one is promised."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hayrick.estimates import Estimated, Key, estimate, estimate_row
from hayrick.types import Estimate, Score

F = Fraction


def row(
    value: float | None, subtopic: str = "s1", haystack: str = "h1", measure: str = "coverage", **more: Any
) -> Score:
    fields: dict[str, Any] = {"insight": "i", "system": "x", "context": "full", "citations": "own", **more}
    return Score(value=value, subtopic=subtopic, haystack=haystack, measure=measure, **fields)


def table(found: list[Estimated]) -> dict[tuple[str | None, str], Estimate]:
    return {(key.haystack, key.measure): one for key, one in found}


def test_insights_are_pooled_and_summaries_are_meant() -> None:
    rows = [row(1.0), row(0.5), row(0.0), row(1.0, "s2"), row(0.0, "s1", "h2")]
    found = table(estimate(rows))
    # Pooled: (1 + 1/2 + 0 + 1 + 0) / 5; per summary: (1/2 + 1 + 0) / 3; of h1: 5/2 / 4 and (1/2 + 1) / 2.
    assert found[None, "coverage"].value == float(F(1, 2))
    assert found[None, "coverage"].n == 5
    assert found[None, "coverage@summary"].value == pytest.approx(F(1, 2))
    assert found["h1", "coverage"].value == pytest.approx(F(5, 8))
    assert found["h1", "coverage@summary"].value == pytest.approx(F(3, 4))
    assert (found["h2", "coverage"].value, found["h2", "coverage"].n) == (0.0, 1)


def test_weights_are_weights() -> None:
    rows = [row(3.0, measure="words_per_bullet", weight=2.0), row(9.0, "s2", measure="words_per_bullet", weight=1.0)]
    found = table(estimate(rows))
    # (3*2 + 9*1) / 3 bullets; per summary (3 + 9) / 2.
    assert (found[None, "words_per_bullet"].value, found[None, "words_per_bullet"].n) == (5.0, 3)
    assert found[None, "words_per_bullet@summary"].value == 6.0
    high = found[None, "words_per_bullet"].high
    assert high is None or high > 1  # Words are no fraction: nothing bounds them by 1.


def test_unjudged_rows_are_in_no_mean_and_give_bounds() -> None:
    rows = [row(1.0), row(0.5), row(None, unjudged=True), row(None, "s2", unjudged=True)]
    one = table(estimate(rows))[None, "coverage"]
    assert one.value == pytest.approx(F(3, 4))
    assert (one.n, one.n_unjudged, one.n_failed) == (4, 2, 0)
    # 3/2 of 4 where the two are 0, 7/2 of 4 where they are 1.
    assert one.bounds == pytest.approx((float(F(3, 8)), float(F(7, 8))))
    written = estimate_row(Estimated(Key("x", "full", None, "own", "coverage"), one))
    assert (written["worst"], written["best"]) == one.bounds


def test_failures_are_in_the_mean_and_counted() -> None:
    one = table(estimate([row(1.0), row(0.0, failed=True), row(0.0, failed=True)]))[None, "coverage"]
    assert one.value == pytest.approx(F(1, 3))
    assert (one.n, one.n_failed, one.n_unjudged, one.bounds) == (3, 2, 0, None)


def test_nothing_judged_is_null_with_the_widest_bounds() -> None:
    one = table(estimate([row(None, unjudged=True)]))[None, "coverage"]
    assert (one.value, one.low, one.high, one.n, one.n_unjudged, one.bounds) == (None, None, None, 1, 1, (0.0, 1.0))


def test_citation_counts_covered_insights_only() -> None:
    rows = [
        row(0.5, measure="citation"),
        row(None, measure="citation", unjudged=True),
        row(None, measure="citation", failed=True),
    ]
    one = table(estimate(rows))[None, "citation"]
    assert (one.value, one.n, one.n_unjudged, one.n_failed) == (0.5, 1, 1, 1)


def test_a_measure_that_is_undefined_everywhere_still_has_its_row() -> None:
    rows = [row(0.0, measure="joint"), row(0.0, "s2", "h2", "joint"), row(0.4, "s2", "h2", "citation"), row(0.0)]
    found = table(estimate(rows))
    for haystack in ("h1", "h2", None):
        for measure in ("citation", "citation_precision", "citation_recall", "citation@summary"):
            assert (haystack, measure) in found
    assert (found["h1", "citation"].value, found["h1", "citation"].n) == (None, 0)
    assert (found[None, "citation"].value, found[None, "citation"].n) == (0.4, 1)
    assert (found["h1", "words_per_bullet"].value, found["h1", "words_per_bullet"].n) == (None, 0)


def test_systems_contexts_and_citations_are_kept_apart() -> None:
    rows = [row(1.0), row(0.0, system="y"), row(0.25, context="bm25"), row(0.5, citations="repaired")]
    found = {key: one.value for key, one in estimate(rows) if key.haystack is None and key.measure == "coverage"}
    assert found == {
        Key("x", "full", None, "own", "coverage"): 1.0,
        Key("y", "full", None, "own", "coverage"): 0.0,
        Key("x", "bm25", None, "own", "coverage"): 0.25,
        Key("x", "full", None, "repaired", "coverage"): 0.5,
    }


def test_one_input_has_a_null_row_too_and_it_says_the_same() -> None:
    found = table(estimate([row(1.0), row(0.5), row(0.25, "s2")], lambda key: f"{key.measure}!"))
    assert found["h1", "coverage"] == found[None, "coverage"]
    assert found[None, "coverage@summary"].signature == "coverage@summary!"


def test_no_rows_no_estimates() -> None:
    assert estimate([]) == []


VALUES = st.lists(st.tuples(st.floats(0, 1), st.sampled_from("abc"), st.sampled_from("xy")), min_size=1, max_size=30)


@settings(max_examples=40, deadline=None)
@given(VALUES, st.randoms(use_true_random=False))
def test_the_order_of_rows_changes_nothing_and_intervals_hold_the_value(
    values: list[tuple[float, str, str]], random: Any
) -> None:
    rows = [row(value, subtopic, haystack) for value, subtopic, haystack in values]
    found = table(estimate(rows))
    one = found[None, "coverage"]
    assert one.value == pytest.approx(sum(value for value, _, _ in values) / len(values))
    assert one.n == len(values)
    for each in [each for (_, measure), each in found.items() if measure.startswith("coverage")]:
        assert each.value is not None
        assert 0 <= each.value <= 1
        if each.low is not None and each.high is not None:
            assert 0 <= each.low <= each.value + 1e-9
            assert each.value - 1e-9 <= each.high <= 1
    shuffled = list(rows)
    random.shuffle(shuffled)
    again = table(estimate(shuffled))
    for key, each in found.items():
        assert again[key].value == pytest.approx(each.value)
        assert again[key].low == pytest.approx(each.low, abs=1e-6)
        assert again[key].n == each.n
