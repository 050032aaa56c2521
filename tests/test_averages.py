"""Means of several tasks: by hand, with failures, and whether their intervals hold the truth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import sqrt
from random import Random

import pytest

from hayrick.averages import Averaged, Part, Suite, averages
from hayrick.averages.columns import Cluster, Column, estimate_of
from hayrick.estimates import estimate
from hayrick.harness.running.notes import by_task, without_interval
from hayrick.measures.answers import SUBSTRING_EXACT_MATCH
from hayrick.protocols import Resample
from hayrick.reporting import Reporting
from hayrick.types import Item, Response, Score

SUITE = Suite(
    name="three",
    paper="ours",
    categories={
        "recall": (Part("kv", "match"), Part("needle", "recall")),
        "cite": (Part("cited", "recall"), Part("cited", "precision"), Part("cited", "said")),
    },
)


def row(
    task: str,
    value: float | None,
    group: str = "1",
    measure: str = "match",
    *,
    query: str = "q",
    length: int = 8192,
    share: float = 1.0,
) -> Score:
    item = Item(
        dataset=f"{task}@{length}",
        group=group,
        id=f"{group}-{query}",
        query=query,
        gold=None,
        tags={"length": length},
        share=share,
    )
    response: Response[str] = Response(item=item, system="x", context="full", answer=None)
    failed = value == 0
    return Score(response=response, measure=measure, unit=None, value=value, failed=failed, unjudged=value is None)


def rows(task: str, values: Iterable[float | None], measure: str = "match", length: int = 8192) -> list[Score]:
    return [row(task, value, str(n), measure, length=length) for n, value in enumerate(values)]


def by_name(found: Sequence[Averaged]) -> dict[tuple[str | None, str], Averaged]:
    return {(one.dataset, one.measure): one for one in found}


def whole(length: int = 8192, kv: Sequence[float | None] = (1, 1, 0, 1)) -> dict[str, list[Score]]:
    cited = {"recall": (0.5, 0.7), "precision": (0.2, 0.4), "said": (1.0, 0.9)}
    return {
        "kv": rows("kv", kv, length=length),
        "needle": rows("needle", (0.5, 0.25), "recall", length),
        "cited": [one for measure, values in cited.items() for one in rows("cited", values, measure, length)],
    }


def test_categories_count_equally_whatever_their_sizes() -> None:
    found = by_name(averages(SUITE, whole()))
    recall, cite = (0.75 + 0.375) / 2, (0.6 + 0.3 + 0.95) / 3
    assert found["recall@8192", "average"].estimate.value == pytest.approx(recall)
    assert found["cite@8192", "average"].estimate.value == pytest.approx(cite)
    assert found["overall@8192", "average"].estimate.value == pytest.approx((recall + cite) / 2)
    assert found[None, "average"].estimate.value == pytest.approx((recall + cite) / 2)
    assert found["cite@8192", "average"].tags == {"category": "cite", "length": 8192}
    # The three measures of a question are one question.
    assert [found[name, "average"].estimate.n for name in ("recall@8192", "cite@8192", None)] == [6, 2, 8]


def test_a_question_asked_at_several_places_is_one() -> None:
    places = [row("kv", 0, "book", query=str(n), share=1 / 6) for n in range(6)] + [row("kv", 1, "other")]
    found = by_name(averages(SUITE, {**whole(), "kv": places}))["recall@8192", "average"].estimate
    assert (found.n, found.n_failed) == (2 + 2, 1)
    assert found.value == pytest.approx((0.5 + 0.375) / 2)
    measure = SUBSTRING_EXACT_MATCH
    given = [replace(one, measure=measure.name) for one in places]
    [alone] = [one.estimate for one in estimate(given, Reporting(measures=[measure])) if one.key.dataset is None]
    assert (alone.value, alone.n, alone.n_failed) == (0.5, 2, 1)


def test_a_category_without_one_of_its_parts_has_no_mean_and_neither_has_the_whole() -> None:
    found = by_name(averages(SUITE, {name: found for name, found in whole().items() if name != "needle"}))
    assert list(found) == [("cite@8192", "average")]


def test_lengths_have_means_of_their_own_and_one_over_all() -> None:
    short, long = whole(8192), whole(16384, kv=(0, 0, 0, 1))
    found = by_name(averages(SUITE, {name: short[name] + long[name] for name in short}))
    over = found["recall", "average_over_lengths"].estimate
    assert over.value == pytest.approx(((0.75 + 0.375) / 2 + (0.25 + 0.375) / 2) / 2)
    one, other = (found[f"overall@{n}", "average"].estimate.value or 0 for n in (8192, 16384))
    assert found[None, "average_over_lengths"].estimate.value == pytest.approx((one + other) / 2)
    assert (None, "average") not in found
    assert found[None, "average_over_lengths"].estimate.n == 16


def test_rows_have_weights_and_extremes_of_their_own() -> None:
    def column(bounds: tuple[float, float]) -> Column:
        found = Column(bounds)
        found.add(replace(row("kv", 2.0, share=0.5), weight=4.0, extremes=(1.5, 3.0)), Cluster("kv", "d", "1"), 1)
        found.add(row("kv", 4.0, "2"), Cluster("kv", "d", "2"), 1)
        return found

    # Weights 2 and 1: 8 / 3, from (8 - 2 * 1/2) / 3 to (8 + 2 * 1) / 3.
    one = estimate_of([(1.0, [column((1.0, 5.0))])], "s")
    assert one.value == pytest.approx(8 / 3)
    assert one.n == 2
    assert one.bounds == pytest.approx((7 / 3, 10 / 3))
    missing = column((1.0, 5.0))
    missing.add(row("kv", None, "3"), Cluster("kv", "d", "3"), 1)
    assert missing.sums.ends == pytest.approx((8 / 4, 15 / 4))
    other = Column((1.0, 5.0))
    other.add(row("pg", 3.0, "1"), Cluster("pg", "d", "1"), 1)
    assert estimate_of([(1.0, [other])], "s").bounds is None
    # Merged: (7 + 3) / 4 and (10 + 3) / 4.
    assert Column.merged([column((1.0, 5.0)), other]).sums.ends == pytest.approx((10 / 4, 13 / 4))


def test_what_is_unjudged_has_its_weight_and_its_own_bounds() -> None:
    """Three questions of a light and a heavy unit, as of an estimate: .1 to 1, and three units without a verdict."""
    given = [
        replace(row("kv", value, group), unit=unit, weight=weight)
        for group in "abc"
        for unit, value, weight in (("light", 1.0, 1.0), ("heavy", None, 9.0))
    ]
    suite = Suite(name="s", paper="p", categories={"recall": [Part("kv", "match")]})
    one = by_name(averages(suite, {"kv": given}))["recall@8192", "average"].estimate
    assert (one.n, one.n_unjudged) == (3, 3)
    assert one.bounds == pytest.approx((0.1, 1.0))
    partly = [replace(row, extremes=(0.25, 0.75)) if row.value is None else row for row in given]
    one = by_name(averages(suite, {"kv": partly}))["recall@8192", "average"].estimate
    assert one.bounds == pytest.approx(((1 + 9 / 4) / 10, (1 + 27 / 4) / 10))
    known = [replace(row, value=0.5) if row.value is None else row for row in partly]
    assert by_name(averages(suite, {"kv": known}))["recall@8192", "average"].estimate.n_unjudged == 3


def test_what_is_not_defined_is_not_unjudged() -> None:
    found = Column((0.0, 1.0))
    found.add(row("kv", 1.0), Cluster("kv", "d", "1"), 1)
    found.add(replace(row("kv", None, "2"), unjudged=False), Cluster("kv", "d", "2"), 1)
    one = estimate_of([(1.0, [found])], "s")
    assert (one.value, one.n_unjudged, one.bounds) == (1.0, 0, None)


def test_a_signature_says_what_is_meant() -> None:
    assert SUITE.signature.split("|")[1] == "mean of category means"
    assert replace(SUITE, pooled=True).signature.split("|")[1] == "mean of items"


def test_failures_stay_in_the_mean_and_unjudged_ones_bound_it() -> None:
    found = by_name(averages(SUITE, whole(kv=(1, 0, None, None))))["recall@8192", "average"].estimate
    assert found.value == pytest.approx((0.5 + 0.375) / 2)
    assert (found.n_failed, found.n_unjudged) == (1, 2)
    assert found.bounds == pytest.approx(((0.25 + 0.375) / 2, (0.75 + 0.375) / 2))


def test_the_mean_of_one_part_is_its_estimate() -> None:
    measure = SUBSTRING_EXACT_MATCH
    suite = Suite(name="one", paper="ours", categories={"kv": (Part("kv", measure.name),)})
    given = rows("kv", (1, 1, 0, 1, 0.5, 0.25, 1), measure.name)
    [usual] = [one.estimate for one in estimate(given, Reporting(measures=[measure])) if one.key.dataset is None]
    found = by_name(averages(suite, {"kv": given}))[None, "average"].estimate
    assert (found.value, found.low, found.high) == (usual.value, usual.low, usual.high)


def test_a_pooled_suite_counts_every_item_equally_and_tells_domains_apart() -> None:
    """An item of two sections counts once, as does one of one section."""
    parts = [Part("a", "rating", "books", (1.0, 5.0)), Part("b", "rating", "law", (1.0, 5.0))]
    suite = Suite(
        name="p",
        paper="ours",
        categories={"sum": parts},
        pooled=True,
        headings={"sum": "sum (1-5)"},
        of_source={"sum": 4},
    )
    sections = [row("a", 5, "1", "rating"), row("a", 2, "1", "rating"), row("a", 3, "2", "rating")]
    other = [row("b", 1, "1", "rating"), row("b", None, "2", "rating"), row("b", 2, "2", "rating")]
    found = by_name(averages(suite, {"a": sections, "b": other}))
    whole = found["sum@8192", "micro_average_of_2_domains"]
    assert whole.estimate.value == pytest.approx((3.5 + 3 + 1 + 2 * 0.5) / 3.5)
    assert whole.estimate.bounds == pytest.approx(((3.5 + 3 + 1 + 1.5) / 4, (3.5 + 3 + 1 + 3.5) / 4))
    assert (whole.estimate.n, whole.tags, whole.heading) == (4, {"category": "sum", "length": 8192}, "sum (1-5)")
    assert found["sum_books@8192", "average"].estimate.value == pytest.approx(3.25)
    assert found["sum_law@8192", "average"].tags == {"category": "sum", "domain": "law", "length": 8192}
    assert len(found) == 3, "there is no mean of categories"
    missing = by_name(averages(suite, {"a": sections}))
    assert list(missing) == [("sum_books@8192", "average")]


def test_texts_at_several_lengths_are_the_same_texts() -> None:
    """Twice the same texts tell no more than once; other texts at the second length do."""
    suite = Suite(name="p", paper="ours", categories={"sum": [Part("a", "match", "books")]}, pooled=True)
    values = (0.2, 0.5, 0.6, 0.4, 0.7, 0.3)
    both = {"a": rows("a", values) + rows("a", values, length=16384)}
    same = {"a": Resample(across_datasets=True)}
    found = by_name(averages(suite, both, resamples=same))
    once, over = (
        found[name].estimate for name in (("sum@8192", "micro_average"), ("sum", "micro_average_over_lengths"))
    )
    assert (over.value, over.low, over.high) == pytest.approx((once.value, once.low, once.high))
    unpooled = by_name(averages(replace(suite, pooled=False), both, resamples=same))
    again = unpooled["sum", "average_over_lengths"].estimate
    assert (again.low, again.high) == pytest.approx((over.low, over.high))
    apart = by_name(averages(suite, both))["sum", "micro_average_over_lengths"].estimate
    assert (apart.high or 0) - (apart.low or 0) < 0.8 * ((over.high or 0) - (over.low or 0))


def test_a_mean_without_interval_says_why() -> None:
    alone = {**whole(), "kv": [row("kv", 1, "only", query=str(n)) for n in range(6)]}
    found = averages(SUITE, alone)
    assert by_name(found)["recall@8192", "average"].estimate.low is None
    assert "single group" in without_interval(found)[0]
    assert without_interval(averages(SUITE, whole())) == []


def test_notes_of_several_tasks_are_said_once() -> None:
    assert by_task({"a": ["of all", "own"], "b": ["of all"], "c": ["of all", "two"], "d": ["of all", "two"]}) == [
        "of all",
        "a: own",
        "c, d: two",
    ]
    assert by_task({"alone": ["own"]}) == ["own"]


def test_tasks_vary_independently() -> None:
    """In the middle of the range the interval is near that of a sum of independent means."""
    draw = Random(4)
    names = ("kv", "needle")
    suite = Suite(name="two", paper="ours", categories={"both": [Part(name, "match") for name in names]})
    given = {name: rows(name, [float(draw.random() < 0.5) for _ in range(400)]) for name in names}
    found = by_name(averages(suite, given))[None, "average"].estimate
    assert found.low is not None
    assert found.high is not None
    assert (found.high - found.low) / 2 == pytest.approx(1.96 * sqrt(2 * 0.25 / 400) / 2, rel=0.02)


def test_intervals_hold_the_truth() -> None:
    """Three tasks of 20 groups of four dependent questions each: about 95 of 100 intervals hold the true mean."""
    draw = Random(11)
    suite = Suite(
        name="three", paper="ours", categories={"a": [Part(f"t{n}", "m") for n in range(2)], "b": [Part("t2", "m")]}
    )
    held = 0
    for _ in range(300):
        scores: Mapping[str, list[Score]] = {f"t{n}": _clustered(draw, f"t{n}", n) for n in range(3)}
        found = by_name(averages(suite, scores))[None, "average"].estimate
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 0.75 <= found.high
    assert 0.92 <= held / 300 <= 0.985


def _clustered(draw: Random, task: str, number: int) -> list[Score]:
    """Groups of four questions, whose chance of success is that of the group; means .6, .7 and .85."""
    mean = (0.6, 0.7, 0.85)[number]
    found = []
    for group in range(20):
        chance = draw.betavariate(4 * mean, 4 * (1 - mean))
        found += [row(task, float(draw.random() < chance), str(group), "m", query=str(n)) for n in range(4)]
    return found


@pytest.mark.parametrize(("bounds", "shown"), [((0.0, 1.0), ""), ((0.0, 5.0), "[0,5]")])
def test_signatures_name_bounds_other_than_of_fractions(bounds: tuple[float, float], shown: str) -> None:
    suite = Suite(name="rated", paper="", categories={"x": [Part("one", "match", bounds=bounds)]})
    (of_length, *_) = averages(suite, {"one": rows("one", [1, 0])}, "rated.v1")
    assert of_length.estimate.signature == f"rated.v1|{of_length.measure}{shown}"


def test_a_failed_row_counts_for_its_part_of_an_item() -> None:
    column = Column((0.0, 1.0))
    for group in "12":
        for value in (0, 0, 1, 1):
            column.add(row("one", value, group), Cluster("one", "one@8192", group), n_rows=4)
    assert list(column.failed.values()) == [0.5, 0.5]
