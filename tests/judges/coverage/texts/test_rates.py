"""Rates, times beside now and parts of a number in words, shares such as "one in ten", and numbers set apart."""

from __future__ import annotations

import pytest

from hayrick.judges.coverage.local import cover
from hayrick.judges.coverage.words.reading import read

OTHERS = ["Volunteers restored the lighthouse lens.", "Rents stayed flat."]
CASES = [
    ("The board of Mill Quarter meets every month.", "The board of Mill Quarter meets weekly.", False),
    ("The board of Mill Quarter meets every month.", "The board of Mill Quarter meets monthly.", True),
    ("The pump saves 4,000 litres a year.", "The pump saves 4,000 litres a day.", False),
    ("The pump saves 4,000 litres a year.", "The pump saves 4,000 litres every year.", True),
    ("The board meets in Orlo next year.", "The board met in Orlo last year.", False),
    ("The board meets in Orlo next year.", "The board meets in Orlo in the coming year.", True),
    ("The board meets in Orlo next season.", "The board meets in Orlo the season after next.", False),
    ("The board met in Orlo last week.", "The board met in Orlo the week before last.", False),
    ("Leo lost both games in Orlo.", "Leo lost all four games in Orlo.", False),
    ("Leo packed all 36 boxes in Orlo.", "Leo packed all three dozen boxes in Orlo.", True),
    ("The pool in Orlo opens at 7 a.m. for members.", "Members find the pool in Orlo open from 07:00.", True),
    ("The pool in Orlo opens at 7 a.m. for members.", "Members find the pool in Orlo open from 9 a.m.", False),
    ("Rookhill beat Castle Vale on Saturday.", "On Sunday Castle Vale was beaten by Rookhill.", False),
    ("Leo solved four of the five problems.", "Leo solved all five problems.", False),
    ("Leo solved all five problems.", "Leo solved four of the five problems.", False),
    ("Leo solved all five problems.", "Leo solved every one of the five problems.", True),
    ("The levy hits 40 percent of homes in Orlo.", "The levy hits one in ten homes in Orlo.", False),
    ("The levy hits 25 percent of homes in Orlo.", "The levy hits one in four homes in Orlo.", True),
    ("The levy hits one in three homes in Orlo.", "The levy hits 33 percent of homes in Orlo.", True),
    ("The firm gave 25,000 pounds to the campaign.", "The firm gave 900 pounds to the campaign.", False),
    ("The firm gave 25,000 pounds to the campaign.", "The firm gave the campaign 25,000 pounds.", True),
    ("The fee rises from 1.80 to 2.60 pounds an hour.", "The fee rises from 1.80 to 2.60 pence an hour.", False),
]


@pytest.mark.parametrize(("insight", "bullet", "is_same"), CASES, ids=[row[1] for row in CASES])
def test_rates_times_and_parts_are_compared(insight: str, bullet: str, is_same: bool) -> None:
    found = cover([insight, *OTHERS], [bullet])[0]
    assert found.value >= 0.75 if is_same else found.value <= 0.5, found


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("watched more than 27 , 000 times .", 27_000),
        ("smuggled £ 1.6 m of cocaine .", 1_600_000),
        ("In May 12 , 200 people came .", 200),
        ("in 1990 , 300 came", 300),
    ],
)
def test_numbers_whose_parts_stand_apart_are_read_as_one(text: str, value: float) -> None:
    assert value in [q.value for q in read(text).quantities]


def test_nothing_stands_for_a_word_that_says_only_that_a_number_is_all() -> None:
    insight = "A total of 1,177 members were transferred to Gotera."
    assert cover([insight, *OTHERS], ["In all 1,177 gang members were transferred to Gotera."])[0].value >= 0.75


def test_who_acts_may_be_named_by_the_act() -> None:
    insight = "The owner of the field was Clement and Son."
    assert cover([insight, *OTHERS], ["Clement and Son, which owns the field, was alerted."])[0].reason != "roles"


def test_a_name_gives_way_to_a_word_that_means_the_same() -> None:
    insight = "Didi Ardo was given the Barkley Spirit of the Game Award."
    bullet = "Didi Ardo was awarded the Barkley Spirit of the Game Trophy."
    assert cover([insight, *OTHERS], [bullet])[0].value >= 0.75


@pytest.mark.parametrize(
    ("insight", "bullet"),
    [
        (
            "A jury cleared the nurse of poisoning two patients.",
            "A jury convicted the nurse of poisoning two patients.",
        ),
        ("The court upheld the fine for the ferry line.", "The court quashed the fine for the ferry line."),
        ("The line follows the river for forty kilometres.", "The line avoids the river for forty kilometres."),
    ],
)
def test_opposites_of_events_are_known(insight: str, bullet: str) -> None:
    assert cover([insight, *OTHERS], [bullet])[0].value <= 0.25


def test_a_negation_of_something_else_adds_no_restriction() -> None:
    insight = "The school board voted five to two to close Elm Hollow in June and send its 180 pupils to Bridgeway."
    bullet = (
        "Elm Hollow could not be saved: the school board voted five to two to shut it in June and move its 180 pupils"
        " to Bridgeway."
    )
    assert cover([insight, *OTHERS], [bullet])[0].value >= 0.75
