"""Short facts: what a text speaks of is not what it says of it."""

from __future__ import annotations

import pytest

from hayrick.judges.coverage.guards.guards import WRONG
from hayrick.judges.coverage.guards.predicates import predicates
from hayrick.judges.coverage.local import cover
from hayrick.judges.coverage.texts.facts import Facts
from hayrick.judges.coverage.words.reading import read

FACTS = [
    "The harbour board has dismissed its treasurer.",
    "Ferries stop at Skarra in winter.",
    "The new turbine is noisy.",
    "Visitors must wear helmets in the quarry.",
]
LACKING = [
    (0, "The harbour board and its treasurer.", "only what it is about"),
    (0, "The harbour board heard a talk about its treasurer.", "another verb"),
    (1, "Ferries rust at Skarra in winter.", "another verb in the present"),
    (2, "The new turbine.", "no adjective after an auxiliary"),
    (3, "Visitors in the quarry, and helmets.", "no verb after a modal"),
]
STATING = [
    (0, "The harbour board has sacked its treasurer.", "a verb that means the same"),
    (0, "Its treasurer was dismissed by the harbour board.", "the passive"),
    (0, "The dismissal of its treasurer by the harbour board.", "a noun of the verb"),
    (0, "The harbour board has thrown out its treasurer.", "a verb with a particle may mean anything"),
    (1, "In winter, Ferries stop at Skarra, where the harbour is seldom frozen.", "within more"),
    (3, "In the quarry visitors must wear helmets.", "another order"),
]


@pytest.mark.parametrize(("fact", "bullet", "why"), LACKING)
def test_a_text_without_the_predicate_of_a_short_fact_does_not_state_it(fact: int, bullet: str, why: str) -> None:
    found = cover(FACTS, [bullet])[fact]
    assert (found.value, found.label, found.reason) == (WRONG, "partial", "predicate"), why


@pytest.mark.parametrize(("fact", "bullet", "why"), STATING)
def test_a_text_with_a_word_in_its_stead_does(fact: int, bullet: str, why: str) -> None:
    assert cover(FACTS, [bullet])[fact].label == "full", why


def test_a_verb_in_another_sentence_of_the_bullet_counts() -> None:
    assert cover(FACTS, ["The harbour board has a treasurer. He was dismissed."])[0].reason != "predicate"


def test_long_insights_may_lack_their_verb() -> None:
    long = (
        "The harbour board of Skarra has dismissed its treasurer Olaf Brenn after the auditors of a bank in Tarn found"
        " that 14,000 kroner were missing."
    )
    bullet = long.replace("has dismissed", "lost")
    assert cover([long], [bullet])[0].reason != "predicate"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The council has dismissed its treasurer.", {"dismi"}),
        ("The new turbine is red.", {"red"}),
        ("Brenn of Skarra was given a boat.", set()),
        ("The 14 ferries of Skarra are 20 years old.", set()),
    ],
)
def test_predicates_are_verbs_and_what_follows_an_auxiliary(text: str, expected: set[str]) -> None:
    assert predicates(Facts(read(text))) == expected


def test_another_subject_of_a_short_fact_is_another_detail() -> None:
    assert cover(["Salt slows the yeast."], ["Cinnamon slows the yeast."])[0].value <= WRONG
