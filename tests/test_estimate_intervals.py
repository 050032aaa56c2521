"""Intervals of estimates: what is a cluster, what a stratum, and what is resampled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import inf

import pytest

import by_hand
import toy
from estimated import (
    NO_RESAMPLE_OF_DATASETS,
    TWO_EACH,
    F,
    by_dataset,
    ends,
    estimate,
    many,
    row,
    rows_of,
    sums_of,
    table,
    total,
)
from hayrick.estimates import book, intervals
from hayrick.estimates import estimate as estimate_of
from hayrick.haystacks.relevance import HAYSTACKS
from hayrick.measures import JOINT
from hayrick.protocols import BY_DATASET, Resample
from hayrick.reporting import Reporting, reporting_of
from hayrick.tasks.summhay import REPORTING, task
from hayrick.types import BadInput, Score


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


# Groups that are alike


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
