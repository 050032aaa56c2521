"""Facts that are negative, told by another means of denial, and their opposites."""

from __future__ import annotations

import pytest

from hayrick.judges.coverage.local import cover
from hayrick.judges.coverage.texts.frames import SURE, framed

SLUICE = "The sluice at Vorden has no fish ladder."
SOLD = "The mill sold its barge for 900 crowns but did not repay the loan."
NOBODY = "Nobody was injured when the mast of the ferry broke on Sunday."

SAME = [
    (SLUICE, "It is not true that the sluice at Vorden has a fish ladder."),
    (SLUICE, "The claim that the sluice at Vorden has a fish ladder is false."),
    (SLUICE, "Does the sluice at Vorden have a fish ladder? No."),
    (SLUICE, "The sluice at Vorden has a fish ladder. That is wrong."),
    (SLUICE, "| The sluice at Vorden has a fish ladder | No |"),
    (SLUICE, "The sluice at Vorden lacks a fish ladder."),
    (SLUICE, "How many fish ladders does the sluice at Vorden have? None."),
    (SOLD, "The mill sold its barge for 900 crowns. The report that it repaid the loan is mistaken."),
    (SOLD, "The mill sold its barge for 900 crowns. And did it repay the loan? No, it did not."),
    (NOBODY, "It is a myth that people were injured when the mast of the ferry broke on Sunday."),
    ("The union refused its consent to the cuts.", "The union withheld its consent to the cuts."),
]


@pytest.mark.parametrize(("insight", "bullet"), SAME)
def test_a_negative_fact_by_another_denial_is_the_same(insight: str, bullet: str) -> None:
    found = cover([insight], [bullet])[0]
    assert (found.label, found.contradicted) == ("full", False)


OPPOSITE = [
    (SLUICE, "The sluice at Vorden has a fish ladder."),
    (SLUICE, "It is not true that the sluice at Vorden has no fish ladder."),
    (SLUICE, "The claim that the sluice at Vorden has no fish ladder is wrong; it has had one since May."),
    (SLUICE, '"The sluice at Vorden has no fish ladder." That statement is not true: there is one.'),
    (SOLD, "The mill sold its barge for 900 crowns and did repay the loan."),
    (SOLD, "It is false that the mill sold its barge for 900 crowns."),
    (NOBODY, "Two sailors were injured when the mast of the ferry broke on Sunday."),
    ("The board signed the accounts without raising a doubt.", "The board signed the accounts, raising a doubt."),
    ("Bread got cheaper, while the milk showed no change.", "Bread got cheaper, and the milk changed."),
]


@pytest.mark.parametrize(("insight", "bullet"), OPPOSITE)
def test_its_opposite_is_contradicted(insight: str, bullet: str) -> None:
    found = cover([insight], [bullet])[0]
    assert found.contradicted
    assert found.value <= 0.25


OTHERWISE = [
    "It is false that the sluice at Vorden has no fish ladder.",
    "It is not the case that the sluice at Vorden lacks a fish ladder.",
    "The sluice at Vorden has a fish ladder. Reports that it is closed are wrong.",
    "The sluice at Vorden has a fish ladder. Rumours about the sluice are wrong.",
    "The sluice at Vorden has a fish ladder, and it is a myth that it is small.",
    "The sluice at Vorden has a fish ladder, and the claim that it is new is false.",
    "It is a myth that the sluice at Vorden is small; it has a fish ladder.",
    "Does the sluice at Vorden have a fish ladder? No one knows.",
    "Does the sluice at Vorden have a fish ladder? No doubt about it.",
    "How many fish ladders does the sluice at Vorden have? None of the plans says.",
    "Is the claim that the sluice at Vorden has a fish ladder wrong? No.",
    "It is hardly false that the sluice at Vorden has a fish ladder.",
    "Perhaps it is a myth that the sluice at Vorden has a fish ladder.",
    "If the claim that the sluice at Vorden has a fish ladder is false, eels will suffer.",
    "Whether the claim that the sluice at Vorden has a fish ladder is false is unclear.",
]


@pytest.mark.parametrize("bullet", OTHERWISE)
def test_a_frame_of_something_else_or_one_that_is_open_says_nothing_for_the_fact(bullet: str) -> None:
    assert cover([SLUICE], [bullet])[0].label != "full"


STILL = [
    ("The painting is by Vermeer, not by Metsu.", "The painting, long ascribed to Metsu, is by Vermeer."),
    ("The pool reopened but has yet to hire a guard.", "The pool reopened but still has to hire a guard."),
    ("The fall did not keep Ada Lund from winning the race.", "Despite the fall Ada Lund won the race."),
    ("The pilot landed without radio contact.", "The pilot landed, leaving radio contact to his mate."),
    ("Buyers must sign a waiver without any changes.", "Buyers must sign a waiver unless changes are made."),
]


@pytest.mark.parametrize(("insight", "bullet"), STILL)
def test_what_only_seems_to_affirm_it_is_no_opposite(insight: str, bullet: str) -> None:
    assert not cover([insight], [bullet])[0].contradicted


def test_an_amount_that_a_fact_sets_aside_is_no_denied_one() -> None:
    fact = "The mill sold its barge for 900 crowns, not 90."
    assert cover([fact], ["The mill, which once asked 90 crowns, sold its barge for 900 crowns."])[0].value > 0.25


TOLD = "The sluice has no ladder ."
ON = "and many more words that go on for a long time without an end at all"


@pytest.mark.parametrize(
    ("text", "denied"), [("The sluice is new ; it is not true that eels pass it .", "eels pass it .")]
)
def test_a_denial_of_what_follows_does_not_look_back(text: str, denied: str) -> None:
    tokens = text.split()
    (frame,) = framed(tokens, [], SURE).every
    assert " ".join(tokens[frame.start : frame.end]) == denied


@pytest.mark.parametrize("reply", ["That does not hold : there is one in each arm .", "This is untrue ; it has two ."])
def test_a_reply_counts_up_to_its_colon(reply: str) -> None:
    assert framed(TOLD.split(), [f"{reply} {ON}".split()], SURE).by_next


def test_a_fact_of_two_clauses_is_not_told_by_a_frame_around_the_other_one() -> None:
    assert (
        cover([SOLD], ["It is a myth that the mill sold its barge for 900 crowns to repay the loan."])[0].value <= 0.75
    )
