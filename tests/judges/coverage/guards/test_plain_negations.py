"""Plain negations of whatever the verb says, and amounts that a text sets aside."""

from __future__ import annotations

import pytest

from hayrick.judges.coverage.local import cover

DENIED = [
    (
        "Revenue fell 7 percent to 310 million dollars in the third quarter.",
        "Revenue did not fall 7 percent to 310 million dollars in the third quarter.",
    ),
    (
        "Dad cancelled the trip to Lisbon because the passports had expired.",
        "Dad did not cancel the trip to Lisbon because the passports had expired.",
    ),
    (
        "The council approved a budget of 2.4 million euros for the library.",
        "At none of its meetings did the council approve a budget of 2.4 million euros for the library.",
    ),
    (
        "Kipkemboi won the Turin marathon in 2021.",
        "Not once in six years did Kipkemboi win the Turin marathon, nor in 2021.",
    ),
    (
        "The pump weighs 12 kilograms and runs for 6 hours.",
        "The pump weighs 12 kilograms and runs for 6 hours, but another document says the opposite.",
    ),
]
WAITS = "The client retries a request three times and waits {} between attempts."
ASIDE = [
    ("50 milliseconds instead of 500", False),
    ("50 milliseconds (previously 500)", False),
    ("500 milliseconds instead of 50", True),
    ("500 milliseconds (previously 50)", True),
]


@pytest.mark.parametrize(("insight", "text"), DENIED)
def test_a_negation_denies_what_falls_ends_or_happens(insight: str, text: str) -> None:
    (coverage,) = cover([insight], [text])
    assert (coverage.label, coverage.contradicted) == ("none", True)


@pytest.mark.parametrize(("told", "is_right"), ASIDE)
def test_an_amount_that_is_not_so_is_not_told(told: str, is_right: bool) -> None:
    (coverage,) = cover([WAITS.format("500 milliseconds")], [WAITS.format(told)])
    assert (coverage.value > 0.5) == is_right


def test_what_a_change_began_with_may_be_set_aside() -> None:
    insight = "The league will expand from ten to twelve clubs next season."
    (coverage,) = cover([insight], ["The league will grow next season to twelve clubs rather than ten."])
    assert coverage.label == "full"


HONEST = [
    (
        "The museum worked without a fire warden for most of the year, which showed severe neglect.",
        "The lack of a fire warden for most of the year revealed severe neglect at the museum.",
    ),
    (
        "Several ferries noted declines in daily bookings due to passengers hesitating to pay for cabins.",
        "Several ferries noted sharp declines in daily bookings as passengers hesitated to pay for cabins.",
    ),
    (
        "Fear drove up the price of sandbags at all four shops of the harbour in the week after the autumn storm"
        " began.",
        "Fear drove up the price of sandbags at all four shops of the harbour within a week of the storm, halting new"
        " orders for ten days.",
    ),
]


@pytest.mark.parametrize(("insight", "text"), HONEST)
def test_the_same_with_other_words_of_denial_or_opposition_contradicts_nothing(insight: str, text: str) -> None:
    (coverage,) = cover([insight], [text])
    assert (coverage.value > 0.5, coverage.contradicted) == (True, False)
