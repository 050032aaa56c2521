"""Rows to estimates: means, counts, bounds, and a row wherever one is promised."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import by_hand
import toy
from hayrick.estimates import Estimated, Key, book, intervals, mean_of
from hayrick.estimates import estimate as estimate_of
from hayrick.haystacks.relevance import HAYSTACKS
from hayrick.measures import CITATION, COVERAGE, JOINT, WORDS_PER_BULLET
from hayrick.protocols import BY_DATASET, Resample
from hayrick.records.rows import estimate_row
from hayrick.reporting import Reporting, reporting_of
from hayrick.stats import t_quantile
from hayrick.tasks.summhay import REPORTING, task
from hayrick.types import BadInput, Estimate, Item, Response, Score, Tag

F = Fraction
NO_RESAMPLE_OF_DATASETS = Reporting(measures=REPORTING.measures)


def response(group: str = "s1", dataset: str = "h1", item_tags: Mapping[str, Tag] | None = None, **more: Any) -> Any:
    item = Item(dataset=dataset, group=group, id=group, query="", gold=None, tags=item_tags or {})
    fields: dict[str, Any] = {"system": "x", "context": "full", "answer": None, **more}
    return Response(item=item, **fields)


def row(
    value: float | None,
    group: str = "s1",
    dataset: str = "h1",
    measure: str = "coverage",
    *,
    unit: str = "i",
    weight: float = 1.0,
    failed: bool = False,
    unjudged: bool = False,
    **more: Any,
) -> Score:
    about = response(group, dataset, **more)
    return Score(
        response=about, measure=measure, unit=unit, value=value, weight=weight, failed=failed, unjudged=unjudged
    )


def estimate(rows: Iterable[Score], *more: Any) -> list[Estimated]:
    """Estimates as SummHay reports them."""
    return estimate_of(rows, REPORTING, *more)


def table(found: list[Estimated]) -> dict[tuple[str | None, str], Estimate]:
    return {(one.key.dataset, one.key.measure): one.estimate for one in found}


def ends(one: Estimate) -> tuple[float | None, float | None, float | None]:
    return one.value, one.low, one.high


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


# Intervals: two insights a subtopic, so that a cluster is not a row

TWO_EACH: Mapping[tuple[str, str], Sequence[float]] = {
    ("h1", "s1"): (1.0, 0.5),
    ("h1", "s2"): (0.0, 0.5),
    ("h1", "s3"): (1.0, 1.0, 1.0, 0.0),
    ("h2", "s1"): (0.5, 0.5),
    ("h2", "s2"): (1.0, 0.0),
}
"""Of each subtopic, the values of its insights."""


def rows_of(values: Mapping[tuple[str, str], Sequence[float]], **more: Any) -> list[Score]:
    """A row for each insight i0, i1, ... of each subtopic."""
    return [
        row(value, group, dataset, unit=f"i{n}", **more)
        for (dataset, group), scores in values.items()
        for n, value in enumerate(scores)
    ]


def total(scores: Sequence[float]) -> Fraction:
    return sum(map(F, scores), F(0))


def sums_of(values: Mapping[tuple[str, str], Sequence[float]]) -> by_hand.Sums:
    """Haystacks are strata, and subtopics clusters."""
    return {place: (total(scores), F(len(scores))) for place, scores in values.items()}


def test_subtopics_are_clusters_in_strata_of_haystacks() -> None:
    found = table(estimate(rows_of(TWO_EACH)))
    # (3/2 + 1/2 + 3 + 1 + 1) / 12
    assert found[None, "coverage"].value == pytest.approx(F(7, 12))
    assert ends(found[None, "coverage"]) == pytest.approx(by_hand.interval([sums_of(TWO_EACH)]), abs=1e-9)
    assert found[None, "coverage"].n == 12


def test_one_haystack_alone_has_the_interval_of_its_subtopics() -> None:
    found = table(estimate(rows_of(TWO_EACH)))
    first = {place: scores for place, scores in TWO_EACH.items() if place[0] == "h1"}
    assert ends(found["h1", "coverage"]) == pytest.approx(by_hand.interval([sums_of(first)]), abs=1e-9)


def test_means_of_means_per_summary_have_intervals_of_their_own() -> None:
    means: by_hand.Sums = {place: (total(scores) / len(scores), F(1)) for place, scores in TWO_EACH.items()}
    found = table(estimate(rows_of(TWO_EACH)))
    # (3/4 + 1/4 + 3/4 + 1/2 + 1/2) / 5
    assert found[None, "coverage@summary"].value == pytest.approx(F(11, 20))
    assert ends(found[None, "coverage@summary"]) == pytest.approx(by_hand.interval([means]), abs=1e-9)
    assert found[None, "coverage@summary"].n == 12


def test_insights_of_one_subtopic_are_no_clusters() -> None:
    # The same values, each in a subtopic of its own: the same mean, another interval.
    apart = {(dataset, f"{group}.{n}"): [v] for (dataset, group), vs in TWO_EACH.items() for n, v in enumerate(vs)}
    one, two = table(estimate(rows_of(TWO_EACH))), table(estimate(rows_of(apart)))
    assert two[None, "coverage"].value == pytest.approx(one[None, "coverage"].value)
    assert ends(two[None, "coverage"]) == pytest.approx(by_hand.interval([sums_of(apart)]), abs=1e-9)
    assert two[None, "coverage"].low != pytest.approx(one[None, "coverage"].low, abs=1e-3)


def test_a_measure_that_is_no_fraction_has_an_interval_between_its_bounds() -> None:
    values = {place: [10 * value + 1 for value in scores] for place, scores in TWO_EACH.items()}
    found = table(estimate(rows_of(values, measure="words_per_bullet")))
    expected = by_hand.interval([sums_of(values)], (0.0, inf))
    assert ends(found[None, "words_per_bullet"]) == pytest.approx(expected, abs=1e-9)


# What is resampled


def many(n: int) -> dict[tuple[str, str], list[float]]:
    """Two subtopics in each of n haystacks: haystacks differ much, subtopics of one hardly."""
    return {(f"h{i}", f"s{j}"): [(i + 1) / 10, (i + 2 + j) / 10] for i in range(n) for j in range(2)}


def by_dataset(values: Mapping[tuple[str, str], Sequence[float]]) -> by_hand.Sums:
    """Datasets are clusters of one stratum."""
    sums: dict[by_hand.Cluster, tuple[Fraction, Fraction]] = {}
    for (dataset, _), scores in values.items():
        top, bottom = sums.get(("all", dataset), (F(0), F(0)))
        sums["all", dataset] = top + total(scores), bottom + len(scores)
    return sums


def test_five_haystacks_are_strata_and_six_are_clusters() -> None:
    five, six = table(estimate(rows_of(many(5)))), table(estimate(rows_of(many(6))))
    assert ends(five[None, "coverage"]) == pytest.approx(by_hand.interval([sums_of(many(5))], rows=[many(5)]), abs=1e-9)
    assert ends(six[None, "coverage"]) == pytest.approx(by_hand.interval([by_dataset(many(6))]), abs=1e-9)
    # Each haystack alone keeps its subtopics as clusters.
    alone = {place: scores for place, scores in many(6).items() if place[0] == "h3"}
    assert ends(six["h3", "coverage"]) == pytest.approx(by_hand.interval([sums_of(alone)]), abs=1e-9)


def test_six_datasets_that_are_no_sample_stay_strata() -> None:
    found = table(estimate_of(rows_of(many(6)), NO_RESAMPLE_OF_DATASETS))
    expected = by_hand.interval([sums_of(many(6))], rows=[many(6)])
    assert ends(found[None, "coverage"]) == pytest.approx(expected, abs=1e-9)
    sampled = by_hand.interval([by_dataset(many(6))])
    # Lengths 8k to 128k are no sample of lengths: as one, the interval would be far wider.
    assert sampled[2] - sampled[1] > 4 * (found[None, "coverage"].high or 1) - 4 * (found[None, "coverage"].low or 0)


@pytest.mark.parametrize("datasets_from", [2, 3])
def test_a_task_says_from_how_many_datasets_on_they_are_a_sample(datasets_from: int) -> None:
    reporting = Reporting(measures=REPORTING.measures, resample=Resample(datasets_from=datasets_from))
    found = table(estimate_of(rows_of(many(2)), reporting))[None, "coverage"]
    expected = by_dataset(many(2)) if datasets_from == 2 else sums_of(many(2))
    rows = {(datasets_from == 2 or place[0], place): scores for place, scores in many(2).items()}
    assert ends(found) == pytest.approx(by_hand.interval([expected], rows=[rows]), abs=1e-9)


def test_groups_that_are_the_same_at_every_length_are_clusters_across_datasets() -> None:
    """A text at 16k and at 64k counts once, so that twice the same values tell no more than once."""
    values = {(f"@{length}", f"t{n}"): [n / 7, (n % 3) / 2] for length in (16, 64) for n in range(6)}
    same = Reporting(measures=REPORTING.measures, resample=Resample(across_datasets=True))
    found = table(estimate_of(rows_of(values), same))
    once = sums_of({("all", name): scores for (length, name), scores in values.items() if length == "@16"})
    assert ends(found[None, "coverage"]) == pytest.approx(by_hand.interval([once]), abs=1e-9)
    assert ends(found["@64", "coverage"]) == pytest.approx(by_hand.interval([once]), abs=1e-9)
    # Means of lengths delete a text from all of them at once, too.
    by_length = table(estimate_of(rows_of(values), replace(same, average=BY_DATASET)))
    assert ends(by_length[None, "coverage"]) == pytest.approx(by_hand.interval([once]), abs=1e-9)
    # A text that one length lacks, and values that differ by length.
    values = {
        place: [min(1.0, score + 0.2 * (place[0] == "@64")) for score in scores] for place, scores in values.items()
    }
    del values["@16", "t4"]
    pooled: dict[by_hand.Cluster, tuple[Fraction, Fraction]] = {}
    for (_, name), scores in values.items():
        top, bottom = pooled.get(("all", name), (F(0), F(0)))
        pooled["all", name] = top + total(scores), bottom + len(scores)
    found = table(estimate_of(rows_of(values), same))
    assert ends(found[None, "coverage"]) == pytest.approx(by_hand.interval([pooled]), abs=1e-9)
    with pytest.raises(BadInput, match="across_datasets"):
        Resample(across_datasets=True, datasets_from=6)
    assert same.resample.signature == "datasets-from:never|groups:across-datasets"


def test_summhay_says_what_it_reports() -> None:
    assert reporting_of(task([])) == REPORTING
    assert (REPORTING.resample, REPORTING.per_item, REPORTING.average) == (HAYSTACKS, "summary", "pooled")
    assert REPORTING.measure("joint@summary") is JOINT
    assert REPORTING.plain("joint@summary") == REPORTING.plain("joint") == "joint"
    assert reporting_of(toy.TASK).per_item == ""


def mixed_rows(n: int) -> list[Score]:
    """Rows of n haystacks of one to three subtopics: of two systems, two measures and two categories; some unjudged."""
    return [
        row(
            None if (i + j + k) % 5 == 0 else (i * 7 + j * 3 + k + len(system)) % 6 / 5,
            f"s{j}",
            f"h{i}",
            measure,
            unit=f"i{k}",
            unjudged=(i + j + k) % 5 == 0,
            weight=1 + (i + k) % 3 / 3,
            system=system,
            item_tags={"category": (j + k) % 2},
        )
        for i in range(n)
        for system in ("x", "yy")
        for measure in ("coverage", "words_per_bullet")
        for j in range(1 + i % 3)
        for k in range(2 + j)
    ]


@pytest.mark.parametrize("together", [1, 100, intervals.TOGETHER])
@pytest.mark.parametrize("average", ["pooled", "category"])
def test_a_dataset_s_figures_do_not_depend_on_others(
    average: str, together: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are equal to the last digit, however many datasets are computed together."""
    monkeypatch.setattr(intervals, "TOGETHER", together)
    monkeypatch.setattr(book, "TOGETHER", together)
    rows, reporting = mixed_rows(8), replace(REPORTING, average=average)
    found = [one for one in estimate_of(rows, reporting) if one.key.dataset is not None]
    alone = [
        one
        for i in range(8)
        for one in estimate_of([row for row in rows if row.item.dataset == f"h{i}"], reporting)
        if one.key.dataset is not None
    ]
    assert len(found) == 8 * 2 * 2 * 2
    assert sorted(found, key=repr) == sorted(alone, key=repr)


# Means of means

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


def _low(rows: Sequence[Score]) -> float:
    low = table(estimate(rows))["h1", "coverage"].low
    assert low is not None
    return low


def quota(repeats: Sequence[Sequence[float]]) -> list[Score]:
    """Eight groups of six insights, of which the first has the given values: in each repeat one a group."""
    return [
        row(value if unit == 0 else 0.0, f"s{group}", unit=f"i{unit}", tags={"repeat": number})
        for number, values in enumerate(repeats)
        for group, value in enumerate(values)
        for unit in range(6)
    ]


def test_groups_that_are_nearly_alike_have_the_interval_of_their_rows() -> None:
    rows = {("h1", f"s{n}"): [1.0, 0, 0, 0, 0, 0] for n in range(8)}
    _, low, high = by_hand.interval([{**sums_of(rows), ("h1", "s0"): (F(1001, 1000), F(6))}], rows=[rows])
    exact, nearly = (table(estimate(quota([[1.0] * 8])))["h1", "coverage"], quota([[0.999] + [1.0] * 7]))
    assert (exact.low, exact.high) == pytest.approx((low, high), abs=1e-4)
    assert _low(nearly) == pytest.approx(low, abs=1e-3)


def test_repeated_answers_to_one_insight_count_as_their_mean() -> None:
    once = quota([[1.0] * 8])
    assert _low(quota([[1.0] * 8] * 5)) == pytest.approx(_low(once))
    # 1 and 0 in turn are 1/2.
    turns = quota([[float((group + n) % 2) for group in range(8)] for n in range(4)])
    assert _low(turns) == pytest.approx(_low(quota([[0.5] * 8])))
    weightless = [row(1.0, f"s{group}", unit="none", weight=0.0) for group in range(8)]
    assert _low([*once, *weightless]) == pytest.approx(_low(once), rel=1e-12)
    # Rows of the first answer may come after others.
    assert _low([*turns[::-1]]) == pytest.approx(_low(turns))


def test_groups_that_agree_count_their_rows_and_a_repeated_answer_is_no_further_one() -> None:
    # Three groups at 1: the low end is 1 / (1 + t^2 / rows), with t of 2 degrees of freedom.
    t = 4.302652729749464
    groups = ("s1", "s2", "s3")
    once = [row(1.0, group) for group in groups]
    assert _low(once) == pytest.approx(1 / (1 + t**2 / 3))
    assert _low([row(1.0, group, tags={"repeat": n}) for group in groups for n in range(9)]) == _low(once)
    assert _low([row(1.0, group, unit=f"i{n}") for group in groups for n in range(5)]) == pytest.approx(
        1 / (1 + t**2 / 15)
    )
    assert _low([row(1.0, group, unit=f"i{n}") for group in groups for n in range(30)]) == pytest.approx(
        1 / (1 + t**2 / 24)
    )
