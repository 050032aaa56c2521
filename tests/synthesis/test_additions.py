"""Halves of insights, near-misses, contradictions, outdated statements and references: where they may stand."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from planned import APART, BOTH, ENGLISH, counts, days, insight, large, placed, scenario, stated, until

from hayrick.synthesis.assignment.assign import assign
from hayrick.synthesis.scenario import (
    Extensions,
    Range,
)

# Halves.


@pytest.mark.parametrize(("number", "first", "second"), [(2, 1, 1), (3, 2, 1), (8, 4, 4), (9, 5, 4)])
def test_half_of_its_documents_state_each_half(number: int, first: int, second: int) -> None:
    halved = insight("h", number, halves=(ENGLISH, ENGLISH))
    plans = assign(
        large(
            documents=20,
            insights=10,
            minimum_documents=2,
            subtopics=scenario(halved, *map(insight, "abcdefg")).subtopics,
        )
    )
    found = [one for plan in plans for one in plan.planted if one.insight == "h"]
    assert {one.kind for one in found} == {"half"}
    assert Counter(one.half for one in found) == {1: first, 2: second}
    assert len(placed(plans, "half", "h")) == len(set(placed(plans, "half", "h"))) == number


def test_a_halved_insight_has_two_documents_at_least() -> None:
    halved = [insight(f"h{k}", halves=(ENGLISH, ENGLISH)) for k in range(3)]
    plans = assign(scenario(*halved, documents=6, insights_per_document=Range(0, 1)))
    assert min(counts(plans).values()) == 2  # 3 x 2 places fill the 6 documents.


@pytest.mark.parametrize("halves", [(BOTH, {"de": ("Ein Satz.",)}), ({"de": ("Ein Satz.",)}, BOTH)])
def test_a_halved_insight_stands_where_both_halves_have_texts(halves: tuple[Any, Any]) -> None:
    halved = insight("h", "all", halves=halves)
    plans = assign(scenario(halved, languages={"en": 0.5, "de": 0.5}, insights_per_document=Range(0, 1)))
    assert [plan.language == "de" for plan in plans] == [bool(stated(plan)) for plan in plans]


def test_halves_without_texts_stand_anywhere() -> None:
    plans = assign(scenario(insight("h", "all", halves=({}, {})), languages={"en": 0.5, "de": 0.5}))
    assert len(placed(plans, "half", "h")) == 4


# Extensions.


@pytest.mark.parametrize(("rate", "number"), [(0.5, 50), (0.004, 0), (0.014, 1), (2.5, 250), (5, 500)])
def test_near_misses_are_as_many_as_the_rate_says(rate: float, number: int) -> None:
    plans = assign(large(extensions=Extensions(near_misses=rate)))
    near = Counter(one.insight for plan in plans for one in plan.planted if one.kind == "near_miss")
    assert sum(near.values()) == number
    shares = [near[f"i{k}"] for k in range(60)]
    assert max(shares) - min(shares) <= 1
    in_one = [sum(one.kind == "near_miss" for one in plan.planted) for plan in plans]
    assert max(in_one) <= max(3, rate)


def test_near_misses_stand_in_their_language_and_not_with_their_insight() -> None:
    some = [insight(f"i{k}", near_misses=ENGLISH if k % 2 else {"de": ("Ein Satz.",)}) for k in range(20)]
    plans = assign(
        scenario(
            *some,
            documents=50,
            languages={"en": 0.5, "de": 0.5},
            insights_per_document=Range(5, 8),
            extensions=Extensions(near_misses=1.5),
        )
    )
    found = [(plan, one.insight) for plan in plans for one in plan.planted if one.kind == "near_miss"]
    assert len(found) == 75
    for plan, id in found:
        assert plan.language == ("en" if int(str(id)[1:]) % 2 else "de")
        assert [one.kind for one in plan.planted if one.insight == id] == ["near_miss"]


def test_a_tight_number_of_near_misses_is_found() -> None:
    # Two documents state a, the two others b: a's near-misses fit in b's documents alone and the other way round.
    some = (insight("a", 2, near_misses=ENGLISH), insight("b", 2, near_misses=ENGLISH))
    plans = assign(scenario(*some, insights_per_document=Range(1, 1), extensions=Extensions(near_misses=1)))
    assert all({one.kind for one in plan.planted} == {"says", "near_miss"} for plan in plans)
    assert all({one.insight for one in plan.planted} == {"a", "b"} for plan in plans)


def test_each_contradicted_insight_has_its_number_of_contradictions_elsewhere() -> None:
    some = [insight(f"i{k}", contradictions=ENGLISH if k < 4 else {}) for k in range(30)]
    plans = assign(
        scenario(*some, documents=60, insights_per_document=Range(5, 8), extensions=Extensions(contradictions=7))
    )
    for k in range(30):
        against = placed(plans, "contradicts", f"i{k}")
        assert len(set(against)) == len(against) == (7 if k < 4 else 0)
        assert not set(against) & set(placed(plans, "says", f"i{k}"))
        assert k >= 4 or counts(plans)[f"i{k}"] >= 8  # Not the minimum of 1: strictly more must state it.


@pytest.mark.parametrize("seed", range(20))
def test_documents_are_kept_free_for_contradictions(seed: int) -> None:
    # Of 4 documents 1 must contradict a: at most 3 state it, and at least 2; b fills up what is left.
    some = (insight("a", contradictions=ENGLISH), insight("b"))
    plans = assign(
        scenario(*some, insights_per_document=Range(1, 2), extensions=Extensions(contradictions=1), seed=seed)
    )
    assert counts(plans)["a"] in (2, 3)
    assert len(placed(plans, "contradicts", "a")) == 1


@pytest.mark.parametrize("seed", range(20))
def test_contradictions_in_one_of_two_languages_keep_documents_of_that_language(seed: int) -> None:
    # 2 English and 2 German documents; the contradictions are English: a stands in no English document.
    some = (insight("a", contradictions=ENGLISH, realisations=BOTH), insight("b"), insight("c"))
    extensions = Extensions(contradictions=1)
    languages = {"en": 0.5, "de": 0.5}
    plans = assign(scenario(*some, languages=languages, extensions=extensions, seed=seed))
    (against,) = placed(plans, "contradicts", "a")
    assert plans[against].language == "en"
    assert against not in placed(plans, "says", "a")


@pytest.mark.parametrize("seed", APART)
def test_outdated_statements_leave_documents_for_contradictions(seed: int) -> None:
    # Early: d001 and d002, one German, one English, in either order. The last two state a. The early English one is
    # the only document that can contradict it, so that the early German one must be out of date.
    late = insight("a", 2, realisations=BOTH, contradictions=ENGLISH, outdated=until(2, BOTH))
    plans = assign(
        scenario(
            *(late, insight("b"), insight("c")),
            dates=days(0, 3),
            languages={"en": 0.5, "de": 0.5},
            extensions=Extensions(outdated=1, contradictions=1),
            seed=seed,
        )
    )
    (early,) = placed(plans, "outdated", "a")
    (against,) = placed(plans, "contradicts", "a")
    assert placed(plans, "says", "a") == [2, 3]
    assert (plans[early].language, plans[against].language) == ("de", "en")


def test_outdated_statements_are_early_and_current_ones_are_not() -> None:
    some = [insight(f"i{k}", outdated=until(20 + k, BOTH if k < 3 else ENGLISH)) for k in range(6)]
    rest = [insight(f"r{k}") for k in range(30)]
    plans = assign(
        scenario(
            *(*some, *rest),
            documents=60,
            dates=days(0, 59),
            languages={"en": 0.5, "de": 0.5},
            insights_per_document=Range(4, 6),
            minimum_documents=5,
            extensions=Extensions(outdated=8),
        )
    )
    for k, one in enumerate(some):
        early, current = placed(plans, "outdated", one.id), placed(plans, "says", one.id)
        assert len(set(early)) == 8
        assert max(early) < 20 + k <= min(current)
        assert k < 3 or {plans[d].language for d in early} == {"en"}


@pytest.mark.parametrize("share", [0.1, 0.25, 0.97])
def test_references_lead_to_an_earlier_document(share: float) -> None:
    plans = assign(large(dates=days(0, 40), extensions=Extensions(references=share)))
    found = [(d, one.to) for d, plan in enumerate(plans) for one in plan.planted if one.kind == "refers"]
    assert len({d for d, _ in found}) == len(found) == round(100 * share)
    for d, to in found:
        here = plans[d].date
        assert to is not None
        assert here is not None
        there = plans[to].date
        assert there is not None
        assert there < here


def test_references_without_dates_lead_to_any_other_document() -> None:
    plans = assign(
        scenario(insight("a"), documents=3, insights_per_document=Range(0, 1), extensions=Extensions(references=1))
    )
    to = {d: one.to for d, plan in enumerate(plans) for one in plan.planted if one.kind == "refers"}
    assert to.keys() == {0, 1, 2}
    assert all(other in {0, 1, 2} - {d} for d, other in to.items())
    many = assign(large(extensions=Extensions(references=1)))
    towards = [(one.to or 0) > d for d, plan in enumerate(many) for one in plan.planted if one.kind == "refers"]
    assert 30 < sum(towards) < 70  # Half of them are expected to lead to a later one.


def test_extensions_do_not_count_as_insights_of_a_document() -> None:
    everything = Extensions(near_misses=2, contradictions=3, references=0.5)
    plans = assign(large(extensions=everything))
    assert {len(stated(plan)) for plan in plans} == {5, 6, 7, 8}
    assert max(len(plan.planted) for plan in plans) > 8
