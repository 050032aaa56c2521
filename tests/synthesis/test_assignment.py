"""Which document states what: bounds held exactly, solutions found where they exist, the same on every run."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from planned import BOTH, ENGLISH, counts, days, insight, large, placed, scenario, stated, until

from hayrick.synthesis.assignment.assign import assign
from hayrick.synthesis.drawing import drawn
from hayrick.synthesis.scenario import (
    DocumentPlan,
    Extensions,
    Range,
    Scenario,
)
from hayrick.types import BadInput

# How many documents state an insight.


@pytest.mark.parametrize("seed", range(5))
def test_a_haystack_as_in_the_paper(seed: int) -> None:
    plans = assign(large(seed=seed))
    frequencies = counts(plans)
    sizes = Counter(len(plan.planted) for plan in plans)
    assert len(frequencies) == 60
    assert min(frequencies.values()) == 5
    assert set(sizes) == {5, 6, 7, 8}
    assert all(10 < count < 45 for count in sizes.values())  # 25 expected of each.
    # 6.5 x 100 places are 350 above 60 x 5, 5.83 each: half of the insights are drawn within 2.92 of the minimum.
    # Two of ten subtopics in a document make 20 documents of each, and no insight can have more.
    assert max(frequencies.values()) == 20
    assert 23 <= sum(count <= 7 for count in frequencies.values()) <= 33


def test_where_nothing_limits_them_the_largest_frequency_is_four_mean_excesses_above_the_minimum() -> None:
    plans = assign(large(documents=1000, insights=60, subtopics_per_document=Range(10, 10), minimum_documents=50))
    frequencies = sorted(counts(plans).values())
    mean = sum(frequencies) / 60 - 50  # The weights are (2k + 1)^3: the last of 60 has 119^3 / sum = 3.90 / 60.
    assert abs((frequencies[-1] - 50) / mean - 3.90) < 0.02
    assert abs(sum(one - 50 <= mean / 2 for one in frequencies) - 30) <= 1


def test_frequencies_are_skewed_as_on_the_released_haystacks(summhay: Path) -> None:
    """The figures in `_frequencies`: largest excess over the mean excess, and how many are within half of the mean."""
    largest, within, numbers = [], [], []
    for name in ("topic_news1", "topic_news2", "topic_news4"):
        documents = json.loads((summhay / f"{name}.json").read_text())["documents"]
        held = Counter(id for document in documents for id in set(document["insights_included"]))
        above = [count - 5 for count in held.values()]
        mean = sum(above) / len(above)
        largest.append(round(max(above) / mean, 1))
        within.append(sum(one <= mean / 2 for one in above))
        numbers.append(len(above))
        assert min(above) == 0
    assert (largest, within, numbers) == ([3.3, 3.9, 3.7], [35, 43, 40], [65, 72, 66])


def test_given_numbers_are_kept_exactly() -> None:
    given_numbers = {"a": 1, "b": 17, "c": 100, "d": 99}
    some = [insight(id, number) for id, number in given_numbers.items()]
    rest = [insight(f"i{k}") for k in range(40)]
    plans = assign(scenario(*some, *rest, documents=100, insights_per_document=Range(5, 8), minimum_documents=3))
    found = counts(plans)
    assert {id: found[id] for id in given_numbers} == given_numbers
    assert min(found[one.id] for one in rest) >= 3


def test_all_means_every_document_that_may_hold_it() -> None:
    english = insight("e", "all", realisations=ENGLISH)
    late = insight("l", "all", realisations=BOTH, outdated=until(6))
    plans = assign(
        scenario(
            *(english, late, insight("x", "all")),
            documents=12,
            dates=days(0, 11),
            languages={"en": 0.5, "de": 0.5},
            insights_per_document=Range(1, 3),
        )
    )
    assert placed(plans, "says", "e") == [d for d, plan in enumerate(plans) if plan.language == "en"]
    assert placed(plans, "says", "l") == list(range(6, 12))
    assert placed(plans, "says", "x") == list(range(12))


def test_few_insights_for_many_documents_stop_at_all_documents() -> None:
    # 100 documents have 2 of 3 insights: 200 places, and no insight can have more than 100 of them.
    plans = assign(scenario(*map(insight, "abc"), documents=100, insights_per_document=Range(2, 2)))
    found = counts(plans)
    assert sum(found.values()) == 200
    assert max(found.values()) <= 100
    assert all(len(plan.planted) == 2 for plan in plans)


# Of how many subtopics.


def subtopics_of(some: Scenario, plan: DocumentPlan, *, drawn_only: bool = False) -> set[str]:
    ids = set(stated(plan))
    return {
        part.id
        for part in some.subtopics
        for one in part.insights
        if one.id in ids and not (drawn_only and one.documents is not None)
    }


@pytest.mark.parametrize(("low", "high"), [(2, 2), (1, 3), (3, 3), (10, 10)])
def test_a_document_keeps_to_a_few_subtopics(low: int, high: int) -> None:
    some = large(subtopics_per_document=Range(low, high), insights_per_document=Range(5, 6), minimum_documents=4)
    numbers = Counter(len(subtopics_of(some, plan)) for plan in assign(some))
    assert max(numbers) <= high
    assert high == 10 or numbers[high] > 20


def test_subtopics_come_equally_often() -> None:
    some = large(insights_per_document=Range(8, 8))  # More than the six of one subtopic: each document needs both.
    each = Counter(id for plan in assign(some) for id in subtopics_of(some, plan))
    assert set(each.values()) == {20}


def test_more_subtopics_where_there_is_no_other_way() -> None:
    # Of subtopics with three insights, seven insights need three and 25 need nine.
    some = large(documents=40, insights=30, per_subtopic=3, minimum_documents=2, insights_per_document=Range(7, 8))
    assert {len(subtopics_of(some, plan)) for plan in assign(some)} == {3}
    many = large(documents=40, insights=30, per_subtopic=3, minimum_documents=2, insights_per_document=Range(25, 30))
    assert {len(subtopics_of(many, plan)) for plan in assign(many)} == {9}


def test_insights_with_a_number_stand_in_any_document() -> None:
    rest = [insight(f"i{k}") for k in range(27)]
    given_ones = [insight("a", "all"), insight("b", 30), insight("c", 1)]
    some = scenario(*given_ones, *rest, documents=40, insights_per_document=Range(4, 6))
    plans = assign(some)
    assert {id: counts(plans)[id] for id in "abc"} == {"a": 40, "b": 30, "c": 1}
    assert max(len(subtopics_of(some, plan, drawn_only=True)) for plan in plans) == 2
    assert max(len(subtopics_of(some, plan)) for plan in plans) == 3


# Cases with one solution.


@pytest.mark.parametrize("seed", range(30))
def test_who_may_stand_anywhere_makes_way(seed: int) -> None:
    # One place in each of three documents; c fits in the last only, b in the last two only: a must stand in the first.
    some = (insight("a", 1), insight("b", 1, outdated=until(1)), insight("c", 1, outdated=until(2)))
    plans = assign(scenario(*some, documents=3, dates=days(0, 2), insights_per_document=Range(1, 1), seed=seed))
    assert [stated(plan) for plan in plans] == [["a"], ["b"], ["c"]]


@pytest.mark.parametrize("seed", range(30))
def test_a_drawn_number_gives_way_to_given_ones(seed: int) -> None:
    # Two documents with one place each: the given insight needs both, and the free one's minimum leaves none.
    with pytest.raises(BadInput, match="2 insights need 3 places; expected at most 2"):
        assign(scenario(insight("a", 2), insight("b"), documents=2, insights_per_document=Range(1, 1), seed=seed))
    plans = assign(scenario(insight("a", 2), insight("b"), documents=2, insights_per_document=Range(0, 2), seed=seed))
    assert counts(plans)["a"] == 2
    assert counts(plans)["b"] in (1, 2)


@pytest.mark.parametrize("seed", range(30))
def test_sizes_drawn_for_one_language_give_way(seed: int) -> None:
    # The German document has room for five and needs all of them, the English one has one insight of its own.
    german = [insight(f"g{k}", 1, realisations={"de": ("Ein Satz.",)}) for k in range(5)]
    plans = assign(
        scenario(
            *(insight("e", realisations=ENGLISH), *german),
            documents=2,
            languages={"en": 0.5, "de": 0.5},
            insights_per_document=Range(1, 5),
            seed=seed,
        )
    )
    assert {plan.language: len(stated(plan)) for plan in plans} == {"en": 1, "de": 5}


def test_no_realisations_at_all_stand_in_any_language() -> None:
    plans = assign(large(languages={"en": 0.5, "de": 0.5}))
    languages = {id: {plan.language for plan in plans if id in stated(plan)} for id in counts(plans)}
    assert sum(found == {"en", "de"} for found in languages.values()) > 40


# What cannot be.


@pytest.mark.parametrize(
    ("given", "line"),
    [
        (scenario(), "scenario town: no insights; expected at least one"),
        (scenario(insight("a"), documents=0), "scenario town: 0 documents; expected at least 1"),
        (
            scenario(insight("a"), minimum_documents=5),
            "scenario town: minimum_documents 5; expected at most 4, all documents",
        ),
        (
            scenario(
                *(insight(f"i{k}") for k in range(48)),
                documents=20,
                minimum_documents=5,
                insights_per_document=Range(5, 8),
            ),
            "scenario town: 48 insights x 5 documents are 240 places; expected at most 160, the room of 20 documents "
            "that may hold them. Ask for more documents, more insights per document, or a smaller minimum_documents.",
        ),
        (
            scenario(insight("a"), insight("b"), insights_per_document=Range(3, 4)),
            "scenario town: 4 documents x 3 insights are 12 places; expected at most 8, what the insights that they "
            "may hold can fill. Ask for fewer insights per document, or write more insights.",
        ),
        (
            scenario(insight("a", 5, where="town.yaml:12")),
            "town.yaml:12: insight 'a' in 5 documents; expected at most 4, those of its languages. Ask for fewer, or "
            "for more documents.",
        ),
        (scenario(insight("a", 0)), "scenario town: insight 'a' in 0 documents; expected at least 1."),
        (
            scenario(insight("a", realisations={"fr": ("Une phrase.",)})),
            "scenario town: insight 'a' in 1 document; expected at most 0, those of its languages.",
        ),
        (
            scenario(insight("a", 2, outdated=until(3)), dates=days(0, 3)),
            "scenario town: insight 'a' in 2 documents; expected at most 1, those of its languages and dates.",
        ),
        (
            scenario(insight("a", 1, halves=(ENGLISH, ENGLISH))),
            "scenario town: insight 'a' in 1 document; expected at least 2. Each of its halves needs a document.",
        ),
        (
            scenario(insight("a", 2, contradictions=ENGLISH), extensions=Extensions(contradictions=2)),
            "scenario town: insight 'a' in 2 documents; expected at least 3. More documents must state it than "
            "contradict it.",
        ),
        (
            scenario(insight("a", 3, contradictions=ENGLISH), extensions=Extensions(contradictions=2)),
            "scenario town: insight 'a' in 3 documents; expected at most 2, those of its languages without 2 that are "
            "to contradict it.",
        ),
        (
            scenario(insight("a", contradictions={"de": ("Ein Satz.",)}), extensions=Extensions(contradictions=1)),
            "scenario town: insight 'a' contradicted in 1 document; expected fewer: only 0 are in a language of its "
            "contradictions.",
        ),
        (
            scenario(insight("a", outdated=until(2)), dates=days(0, 3), extensions=Extensions(outdated=3)),
            "scenario town: insight 'a' outdated in 3 documents; expected at most 2, those in its languages dated "
            "before 2031-03-03.",
        ),
        (
            scenario(insight("a", outdated=until(2)), extensions=Extensions(outdated=1)),
            "scenario town: outdated statements without dates; expected dates of the documents.",
        ),
        (
            scenario(insight("a"), extensions=Extensions(near_misses=0.5)),
            "scenario town: near_misses 0.5 and no insight with 'near_misses'; expected at least one, or 0.",
        ),
        (
            # 1 insight in 1 to 4 of 4 documents leaves 3 for its near-misses at most; 4 are asked for.
            scenario(
                insight("a", 1, near_misses=ENGLISH),
                insights_per_document=Range(0, 1),
                extensions=Extensions(near_misses=1),
            ),
            "scenario town: 4 near-misses; expected at most 3 with this seed (3 in a document, of insights that it "
            "does not state). Ask for fewer, or write more.",
        ),
        (
            scenario(insight("a"), insight("b"), dates=days(0, 3), extensions=Extensions(references=1)),
            "scenario town: 4 documents with a reference to another; expected at most 3, those that have another to "
            "refer to and a text to do so. Ask for a smaller share.",
        ),
        (
            scenario(insight("a"), documents=1, extensions=Extensions(references=1)),
            "scenario town: 1 document with a reference to another; expected at most 0, those that have another "
            "to refer to and a text to do so.",
        ),
    ],
)
def test_what_cannot_be_is_told(given: Scenario, line: str) -> None:
    with pytest.raises(BadInput) as caught:
        assign(given)
    assert str(caught.value).startswith(line)


# Order.


def test_insights_of_different_subtopics_are_mixed() -> None:
    """Two of one subtopic and two of the other stand in one of 6 orders, each equally often."""
    some = large(documents=600, insights=12, per_subtopic=6, minimum_documents=10, insights_per_document=Range(4, 4))
    subtopic = {one.id: part.id for part in some.subtopics for one in part.insights}
    orders = Counter(tuple(subtopic[id] for id in stated(plan)) for plan in assign(some))
    halved = {order: n for order, n in orders.items() if order.count("s0") == 2}
    total = sum(halved.values())
    assert len(halved) == 6
    assert total > 180
    assert all(total / 12 < n < total / 4 for n in halved.values())


def test_siblings_share_few_documents() -> None:
    """With two to three of six insights in each document of a subtopic, as on the released haystacks.

    There the Jaccard similarity of the documents of two insights of a subtopic is 0.19 to 0.23 on average
    (`python -m bench.haystacks.scenario_card`). Here 100 documents have 4 to 6 of the 12 insights of two subtopics, and
    10.3 pairs of them on average, 5 of 11 of which are siblings: 470 over the 120 pairs of siblings. With equal
    frequencies two insights in 10.4 documents each share 3.9 of the 16.9 that hold either: 0.23.
    """
    some = large(insights=48, insights_per_document=Range(4, 6))
    held: dict[str, set[str]] = {}
    for plan in assign(some):
        for id in stated(plan):
            held.setdefault(id, set()).add(plan.id)
    groups = [[held[one.id] for one in part.insights] for part in some.subtopics]
    found = [len(a & b) / len(a | b) for group in groups for a, b in combinations(group, 2)]
    assert 0.18 < sum(found) / len(found) < 0.27


def test_extensions_stand_anywhere_in_a_document() -> None:
    plans = assign(large(extensions=Extensions(references=1)))
    at = Counter(
        0 if kinds[0] == "refers" else 2 if kinds[-1] == "refers" else 1
        for kinds in ([one.kind for one in plan.planted] for plan in plans)
    )
    assert set(at) == {0, 1, 2}
    assert at[1] > at[0]


# Randomness.


def test_which_insights_share_a_document_is_not_regular() -> None:
    """All insights in 10 of 100 documents, 6 in each: two share 0.9 on average, about as a Poisson number does.

    With 60 x 59 / 2 pairs and a mean of 100 x 15 / 1770 = 0.847, none share a document for about exp(-0.847) = 43 %.
    """
    some = [insight(f"i{k}", 10) for k in range(60)]
    plans = assign(scenario(*some, documents=100, insights_per_document=Range(6, 6)))
    pairs = Counter(pair for plan in plans for pair in bits_of_pairs(stated(plan)))
    apart = 1 - len(pairs) / 1770
    assert 0.37 < apart < 0.49
    assert max(pairs.values()) <= 7


def bits_of_pairs(ids: list[str]) -> list[tuple[str, str]]:
    return [(a, b) for a in ids for b in ids if a < b]


def test_one_option_does_not_shift_the_draws_of_another() -> None:
    plain = assign(large(dates=days(0, 200)))
    added = assign(
        large(
            dates=days(0, 200),
            words=Range(100, 900),
            extensions=Extensions(near_misses=1, contradictions=2, references=0.4),
        )
    )
    for before, after in zip(plain, added, strict=True):
        assert tuple(one for one in after.planted if one.kind == "says") == before.planted
    references = assign(large(dates=days(0, 200), extensions=Extensions(references=0.4)))
    assert [to_of(plan) for plan in references] == [to_of(plan) for plan in added]


def to_of(plan: DocumentPlan) -> list[int | None]:
    return [one.to for one in plan.planted if one.kind == "refers"]


def test_drawn_is_a_fixed_shuffle() -> None:
    """Fisher-Yates from the front by `random()` alone: 0.844, 0.758, 0.421, 0.259 and 0.511 are what the seed gives.

    [0 1 2 3 4]: 0 + 4 swaps 0 with 4; 1 + 3 swaps 1 with 0; 2 + 1 swaps 2 with 3; 3 + 0 and 4 + 0 leave the others.
    """
    draws = Random(0)
    assert [int(draws.random() * 1000) for _ in range(5)] == [844, 757, 420, 258, 511]
    assert drawn(range(5), Random(0)) == [4, 0, 3, 2, 1]
    assert drawn(range(5), Random(0), 2) == [4, 0]


def test_a_small_scenario_has_this_plan_on_every_machine() -> None:
    some = scenario(
        insight("a", realisations=BOTH, near_misses=BOTH),
        insight("b", 2, halves=(BOTH, BOTH)),
        insight("c", contradictions=BOTH),
        insight("d", outdated=until(2, BOTH)),
        documents=5,
        dates=days(0, 4),
        words=Range(100, 1600),
        languages={"en": 0.6, "de": 0.4},
        per_subtopic=2,
        seed=3,
        extensions=Extensions(near_misses=0.4, contradictions=1, outdated=1, references=0.4),
    )
    found = [
        f"{one.id} {one.language} {one.date} {one.words}: "
        + " ".join(f"{kind} {id or to}{f'/{half}' if half else ''}," for kind, id, half, to in one.planted)
        for one in assign(some)
    ]
    assert found == [
        "d001 en 2031-03-01 100: says c, near_miss a, half b/2,",
        "d002 en 2031-03-02 400: says c, outdated d, refers 0, says a,",
        "d003 de 2031-03-03 800: says d, says a,",
        "d004 de 2031-03-04 200: refers 0, half b/1, says d, near_miss a, contradicts c,",
        "d005 en 2031-03-05 1600: says a,",
    ]


def test_equal_scenarios_have_equal_plans_and_other_seeds_others() -> None:
    everything = Extensions(near_misses=1, contradictions=2, references=0.4)
    assert assign(large(extensions=everything)) == assign(large(extensions=everything))
    assert len({assign(large(seed=seed)) for seed in range(10)}) == 10
