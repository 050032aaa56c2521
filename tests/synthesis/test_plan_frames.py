"""Ids, languages, dates and lengths of documents, before it is decided what they state."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from itertools import groupby

import pytest
from planned import START, days, insight, large, scenario

from hayrick.synthesis.assignment.assign import assign
from hayrick.synthesis.scenario import (
    Range,
)


@pytest.mark.parametrize(
    ("documents", "first", "last"),
    [(1, "d001", "d001"), (999, "d001", "d999"), (1000, "d0001", "d1000")],
)
def test_ids_are_as_wide_as_the_last_one_and_three_digits_at_least(documents: int, first: str, last: str) -> None:
    plans = assign(scenario(insight("a"), documents=documents, insights_per_document=Range(0, 1)))
    assert (plans[0].id, plans[-1].id) == (first, last)
    assert len({plan.id for plan in plans}) == documents


@pytest.mark.parametrize(
    ("shares", "documents", "counted"),
    [
        ({"en": 0.8, "de": 0.2}, 10, {"en": 8, "de": 2}),
        ({"en": 0.7, "de": 0.3}, 10, {"en": 7, "de": 3}),  # Not 0.30000000000000004 of them.
        ({"en": 0.5, "de": 0.3, "fr": 0.2}, 7, {"en": 4, "de": 2, "fr": 1}),  # 3.5, 2.1, 1.4: one left, for en.
        ({"en": 0.5, "de": 0.5}, 3, {"en": 2, "de": 1}),  # Equal remainders: the first.
        ({"en": 0.333, "de": 0.333, "fr": 0.333}, 9, {"en": 3, "de": 3, "fr": 3}),  # Adds up to 0.999.
        ({"en": 0.99, "de": 0.01}, 10, {"en": 10}),  # 9.9 and 0.1.
    ],
)
def test_languages_are_shared_out_by_largest_remainders(
    shares: dict[str, float], documents: int, counted: dict[str, int]
) -> None:
    plans = assign(scenario(insight("a"), languages=shares, documents=documents, insights_per_document=Range(0, 1)))
    assert Counter(plan.language for plan in plans) == counted


def test_languages_are_mixed_and_depend_on_the_seed() -> None:
    orders = {
        tuple(plan.language for plan in assign(large(languages={"en": 0.5, "de": 0.5}, seed=seed))) for seed in range(5)
    }
    assert len(orders) == 5
    assert all(len(list(groupby(order))) > 20 for order in orders)  # 51 runs expected of 100.


@pytest.mark.parametrize(
    ("documents", "last", "offsets"),
    [
        (3, 10, [0, 5, 10]),
        (4, 10, [0, 3, 7, 10]),  # 0, 3 1/3, 6 2/3, 10.
        (5, 2, [0, 1, 1, 2, 2]),  # 0, 1/2, 1, 3/2, 2: halves go up.
        (1, 10, [0]),
        (3, 0, [0, 0, 0]),
    ],
)
def test_dates_are_even_and_include_both_ends(documents: int, last: int, offsets: list[int]) -> None:
    plans = assign(scenario(insight("a"), documents=documents, dates=days(0, last), insights_per_document=Range(0, 1)))
    assert [plan.date for plan in plans] == [START + timedelta(offset) for offset in offsets]


@pytest.mark.parametrize(
    ("documents", "words", "lengths"),
    [
        (3, Range(750, 750), [750, 750, 750]),
        (3, Range(100, 10000), [100, 1000, 10000]),
        (5, Range(100, 1600), [100, 200, 400, 800, 1600]),
        (1, Range(100, 400), [200]),  # The middle of the scale.
    ],
)
def test_lengths_are_even_on_a_logarithmic_scale(documents: int, words: Range, lengths: list[int]) -> None:
    plans = assign(scenario(insight("a"), documents=documents, words=words, insights_per_document=Range(0, 1)))
    assert sorted(plan.words for plan in plans) == lengths


def test_lengths_and_languages_are_independent_of_the_order_of_documents() -> None:
    words = [plan.words for plan in assign(large(words=Range(200, 2500)))]
    assert words != sorted(words)
    assert {200, 2500} <= set(words)


def test_no_dates_without_dates() -> None:
    assert {plan.date for plan in assign(scenario(insight("a"), insight("b")))} == {None}
