"""Rows to estimates: means, counts, bounds, and a row wherever one is promised."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import by_hand
from estimated import (
    F,
    ends,
    estimate,
    response,
    row,
    sums_of,
    table,
)
from hayrick.estimates import Estimated, Key, mean_of
from hayrick.estimates import estimate as estimate_of
from hayrick.measures import CITATION, COVERAGE, JOINT, WORDS_PER_BULLET
from hayrick.records.rows import estimate_row
from hayrick.reporting import Reporting
from hayrick.stats import t_quantile
from hayrick.tasks.summhay import task
from hayrick.types import BadInput, Estimate, Score


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


def test_the_mean_of_a_response_is_its_estimate() -> None:
    rows = [row(1.0, weight=3.0), row(0.0), row(None, unjudged=True, weight=9.0)]
    assert mean_of(rows) == table(estimate(rows))[None, "coverage"].value == 3 / 4
    assert mean_of(rows[2:]) is mean_of([]) is mean_of([row(1.0, weight=0.0)]) is None


def of_each(values: Sequence[float], measure: str, **more: Any) -> list[Score]:
    """One insight in each of several subtopics."""
    return [row(value, f"s{number}", measure=measure, **more) for number, value in enumerate(values)]


@pytest.mark.parametrize("variant", ["own", "repaired"])
@pytest.mark.parametrize("suffix", ["", "@summary"])
def test_a_joint_of_nothing_reaches_no_further_up_than_coverage(variant: str, suffix: str) -> None:
    nothing, rare, much = [0.0] * 6, [0.1, 0.0, 0.0, 0.05, 0.0, 0.0], [0.9, 1.0, 0.8, 0.9, 1.0, 0.7]
    # That of 6 answers, all wrong, with 5 degrees of freedom: t^2 / (6 + t^2).
    square = float(t_quantile(0.95, [5])[0]) ** 2
    apart = pytest.approx(square / (6 + square))

    def joint(values: list[float], coverage: list[float]) -> tuple[Estimate, Estimate]:
        rows = [*of_each(values, "joint", variant=variant), *of_each(coverage, "coverage")]
        found = table(estimate(rows))
        assert ends(found[None, f"joint{suffix}"]) == ends(found["h1", f"joint{suffix}"])
        return found[None, f"joint{suffix}"], found[None, f"coverage{suffix}"]

    one, coverage = joint(nothing, rare)
    assert ends(one) == (0.0, 0.0, coverage.high)
    assert coverage.high is not None
    assert 0 < coverage.high < square / (6 + square)
    assert joint(nothing, much)[0].high == apart
    assert table(estimate(of_each(nothing, "joint")))[None, "joint"].high == apart
    some = [0.01, 0.0, 0.0, 0.0, 0.0, 0.0]
    alone = table(estimate(of_each(some, "joint")))[None, f"joint{suffix}"]
    assert ends(joint(some, rare)[0]) == ends(alone), "what clusters show is not cut"


def test_weights_below_one_are_weights() -> None:
    rows = [row(1.0, weight=0.5), row(0.0, weight=0.25), row(0.0, "s2", weight=0.25)]
    found = table(estimate(rows))
    # 1/2 of 1; per summary (2/3 + 0) / 2.
    assert found[None, "coverage"].value == pytest.approx(1 / 2)
    assert found[None, "coverage@summary"].value == pytest.approx(1 / 3)


def test_unjudged_rows_are_in_no_mean_and_give_bounds() -> None:
    rows = [row(1.0), row(0.5), row(None, unjudged=True), row(None, "s2", unjudged=True)]
    one = table(estimate(rows))[None, "coverage"]
    assert one.value == pytest.approx(F(3, 4))
    assert (one.n, one.n_unjudged, one.n_failed) == (4, 2, 0)
    # 3/2 of 4 where the two are 0, 7/2 of 4 where they are 1.
    assert one.bounds == pytest.approx((float(F(3, 8)), float(F(7, 8))))
    written = estimate_row(task([]), Estimated(Key("x", "full", None, "own", "coverage"), one, {}))
    assert (written["worst"], written["best"]) == one.bounds


def test_means_per_summary_have_bounds_of_their_own() -> None:
    known = [row(1.0), row(0.5), row(1.0, "s3")]
    found = table(estimate([*known, row(None, unjudged=True), row(None, "s2", unjudged=True), row(0.0, "s4", "h2")]))
    one = found[None, "coverage@summary"]
    # (3/4 + 1 + 0) / 3; with the two unjudged (1/2 + 0 + 1 + 0) / 4 at worst and (5/6 + 1 + 1 + 0) / 4 at best.
    assert one.value == pytest.approx(F(7, 12))
    assert one.bounds == pytest.approx((float(F(3, 8)), float(F(17, 24))))
    assert found["h1", "coverage@summary"].bounds == pytest.approx((float(F(1, 2)), float(F(17, 18))))
    assert found["h2", "coverage@summary"].bounds is None


WEIGHED = st.tuples(st.integers(1, 3), st.sampled_from([0.0, 0.25, 1.0, None]), st.sampled_from([0.5, 1.0, 9.0]))


@given(st.lists(WEIGHED, min_size=1, max_size=12))
def test_bounds_are_the_means_of_rows_that_have_them(values: list[tuple[int, float | None, float]]) -> None:
    def with_each(unknown: float | None) -> dict[tuple[str | None, str], Estimate]:
        given = [(f"s{group}", unknown if value is None else value, weight) for group, value, weight in values]
        return table(
            estimate([row(value, group, weight=weight, unjudged=value is None) for group, value, weight in given])
        )

    now, worst, best = with_each(None), with_each(0.0), with_each(1.0)
    for name in ("coverage", "coverage@summary"):
        wanted = worst[None, name].value, best[None, name].value
        unjudged = any(value is None for _, value, _ in values)
        assert now[None, name].bounds == (pytest.approx(wanted) if unjudged else None)


def test_failures_are_in_the_mean_and_counted() -> None:
    one = table(estimate([row(1.0), row(0.0, failed=True), row(0.0, failed=True)]))[None, "coverage"]
    assert one.value == pytest.approx(F(1, 3))
    assert (one.n, one.n_failed, one.n_unjudged, one.bounds) == (3, 2, 0, None)


def test_contradictions_count_by_row_and_unread_parts_by_response() -> None:
    long, short = response("s1", n_unread=7), response("s2", "h2")
    third = [Score(response=long, measure=name, unit="l", value=0.0) for name in ("coverage", "joint")]
    rows = [
        Score(response=about, measure=measure, unit=unit, value=0.0, contradicted=contradicted)
        for measure in ("coverage", "joint")
        for about, unit, contradicted in ((long, "i", True), (long, "j", False), (short, "k", True))
    ]
    found = table(estimate([*third, *rows]))
    for measure in ("coverage", "joint", "coverage@summary"):
        counts = {name: (found[name, measure].n_contradicted, found[name, measure].n_unread) for name in ("h1", "h2")}
        # Three rows of the first response, one of the second.
        assert counts == {"h1": (1, 7), "h2": (1, 0)}
        assert (found[None, measure].n_contradicted, found[None, measure].n_unread) == (2, 7)


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
        for measure in JOINT.companions:
            assert {(haystack, measure), (haystack, f"{measure}@summary")} <= found.keys()
    assert (found["h1", "citation"].value, found["h1", "citation"].n) == (None, 0)
    assert (found[None, "citation"].value, found[None, "citation"].n) == (0.4, 1)
    assert (found["h1", "words_per_bullet"].value, found["h1", "words_per_bullet"].n) == (None, 0)


def test_systems_contexts_and_variants_are_kept_apart() -> None:
    rows = [row(1.0), row(0.0, system="y"), row(0.25, context="bm25"), row(0.5, variant="repaired")]
    found = {one.key: one.estimate.value for one in estimate(rows)}
    assert {key: value for key, value in found.items() if key.dataset is None and key.measure == "coverage"} == {
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


def test_a_row_of_a_measure_that_the_task_lacks_is_refused() -> None:
    with pytest.raises(BadInput, match="a row of 'exact'; expected one of coverage, "):
        estimate([row(1.0, measure="exact")])


def test_a_companion_is_named_with_the_measure_that_it_stands_beside() -> None:
    found = table(estimate_of([row(1.0)], Reporting(measures=(COVERAGE, WORDS_PER_BULLET))))
    assert found[None, "coverage"].value == 1.0
    assert found[None, "words_per_bullet"].value is None
    alone = estimate_of([row(1.0)], Reporting(measures=(COVERAGE,)))
    assert {one.key.measure for one in alone} == {"coverage"}, "a task may have a measure without its companions"


# Bounds other than 0 and 1


def rated(bounds: tuple[float, float]) -> Reporting:
    return Reporting(measures=(replace(COVERAGE, bounds=bounds, companions=()),))


@pytest.mark.parametrize(
    ("bounds", "expected"),
    [((1.0, 5.0), (7 / 3, 11 / 3)), ((-5.0, 5.0), (1 / 3, 11 / 3)), ((0.0, 100.0), (2.0, 106 / 3))],
)
def test_worst_and_best_are_the_measure_s_own(bounds: tuple[float, float], expected: tuple[float, float]) -> None:
    # (2 + 4 + worst) / 3 to (2 + 4 + best) / 3
    rows = [row(2.0), row(4.0, "s2"), row(None, "s3", unjudged=True)]
    found = table(estimate_of(rows, rated(bounds)))[None, "coverage"]
    assert found.value == pytest.approx(3)
    assert found.bounds == pytest.approx(expected)
    values = {("h1", "s1"): [2.0], ("h1", "s2"): [4.0]}
    assert ends(found) == pytest.approx(by_hand.interval([sums_of(values)], bounds), abs=1e-9)


def test_a_row_with_missing_verdicts_is_bounded_by_its_extremes() -> None:
    partly = replace(row(2.0, weight=2.0), extremes=(1.5, 3.0))
    found = table(estimate_of([partly, row(4.0, "s2"), row(None, "s3", unjudged=True)], rated((1.0, 5.0))))
    one = found[None, "coverage"]
    # Weights 2 and 1, and 1 of what is missing: (2 * 1.5 + 4 + 1) / 4 to (2 * 3 + 4 + 5) / 4.
    assert one.value == pytest.approx(8 / 3)
    assert (one.n_unjudged, one.bounds) == (2, (2.0, 3.75))


def test_a_row_without_a_value_is_bounded_by_its_extremes_where_it_has_some() -> None:
    """A section of which two of three ratings were read, 4 and 4, has 3 to 13 / 3, and not 1 to 5."""
    unread = replace(row(None, unjudged=True), extremes=(3.0, 13 / 3))
    one = table(estimate_of([unread, row(None, "s2", unjudged=True, weight=2.0)], rated((1.0, 5.0))))[None, "coverage"]
    assert (one.value, one.n_unjudged) == (None, 2)
    assert one.bounds == pytest.approx(((3 + 2 * 1) / 3, (13 / 3 + 2 * 5) / 3))


def test_rows_without_weight_have_no_bounds() -> None:
    one = table(estimate([replace(row(0.5, weight=0.0), extremes=(0.0, 1.0))]))[None, "coverage"]
    assert (one.value, one.n, one.n_unjudged, one.bounds) == (None, 0, 1, None)


def test_what_has_no_best_case_has_no_bounds() -> None:
    rows = [row(2.0), row(4.0, "s2"), row(None, "s3", unjudged=True)]
    found = table(estimate_of(rows, rated((0.0, inf))))[None, "coverage"]
    assert (found.bounds, found.n_unjudged, found.n) == (None, 1, 3)


def test_units_of_a_part_of_which_some_are_unjudged_are_not_counted() -> None:
    for measure in (COVERAGE, CITATION):
        rows = [row(0.5, measure=measure.name), row(None, measure=measure.name, unjudged=True)]
        assert table(estimate(rows))[None, measure.name].n == 1 + measure.counts_unjudged


# Tags


def test_estimates_carry_the_tags_that_all_their_responses_share() -> None:
    def tagged(dataset: str, group: str, repeat: int, length: int) -> Score:
        tags = {"order": "top", "repeat": repeat}
        return row(0.5, group, dataset, item_tags={"length": length, "domain": "law"}, tags=tags)

    rows = [tagged("h1", "s1", 1, 8), tagged("h1", "s2", 1, 8), tagged("h2", "s1", 1, 16), tagged("h2", "s2", 2, 16)]
    found = {one.key.dataset: one.tags for one in estimate(rows) if one.key.measure == "coverage"}
    assert found == {
        "h1": {"order": "top", "repeat": 1, "length": 8, "domain": "law"},
        "h2": {"order": "top", "length": 16, "domain": "law"},
        None: {"order": "top", "domain": "law"},
    }


def test_a_tag_that_some_responses_lack_is_not_shared() -> None:
    rows = [row(0.5, tags={"order": "top"}), row(0.5, "s2"), row(0.5, "s3", tags={"order": "top"})]
    assert [one.tags for one in estimate(rows) if one.key.measure == "coverage"] == [{}, {}]


def test_tags_of_other_systems_and_contexts_are_not_mixed() -> None:
    rows = [row(0.5, tags={"order": "top"}, context="a"), row(0.5, tags={"order": "bottom"}, context="b")]
    found = {one.key.context: one.tags for one in estimate(rows) if one.key.dataset is None}
    assert found == {"a": {"order": "top"}, "b": {"order": "bottom"}}


VALUES = st.lists(st.tuples(st.floats(0, 1), st.sampled_from("abc"), st.sampled_from("xy")), min_size=1, max_size=30)


@settings(max_examples=40, deadline=None)
@given(VALUES, st.randoms(use_true_random=False))
def test_the_order_of_rows_changes_nothing_and_intervals_hold_the_value(
    values: list[tuple[float, str, str]], random: Any
) -> None:
    rows = [row(value, group, dataset) for value, group, dataset in values]
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
