"""How far hedges and denials reach: what stands beside them in a sentence, or after it, stays as it is told."""

from __future__ import annotations

import pytest

from hayrick.judges.coverage.local import cover

OTHERS = ["Amateurs found three old coins near Selby.", "Volunteers repainted the tram depot in Lorne."]
WIDOW = "The widow Olga Brandt of Selmouth is 58 years old."
FERRY = "The ferry Aldis mixed day trippers with cattle on its crossing to Runo."
GOLFER = "The golfer Ines Falk finished the Harrow Open at 14 under par."
BRIDGE = "Engineer Nadia Korvin warned the mayor about rusting cables two years before the closure."
LOANS = "The bank Orvik lent 30 million kroner to fishing crews in Hammer."

KEPT = [
    (WIDOW, "The widow Olga Brandt of Selmouth, 58 years old, fears that her pension will be stopped.", "who fears"),
    (
        FERRY,
        "In a potentially costly move the ferry Aldis mixed day trippers with cattle on its crossing to Runo.",
        "adverb",
    ),
    (
        FERRY,
        "The alleged heiress rode along when the ferry Aldis mixed day trippers with cattle on its crossing to Runo.",
        "noun",
    ),
    (WIDOW, "The widow Olga Brandt of Selmouth is 58 years old and feels like giving up.", "feels like doing"),
    (
        GOLFER,
        "Unable to win the Harrow Open despite a good week, the golfer Ines Falk finished it at 14 under par.",
        "unable",
    ),
    (BRIDGE, f"{BRIDGE} It is unclear who else read the letter. Korvin is not seeking compensation.", "unclear who"),
    (
        LOANS,
        "Rejecting any suggestion of favours, the bank Orvik lent 30 million kroner to fishing crews in Hammer.",
        "rejecting",
    ),
]


@pytest.mark.parametrize(("insight", "bullet", "why"), KEPT, ids=[row[2] for row in KEPT])
def test_what_stands_beside_a_hedge_or_denial_is_told(insight: str, bullet: str, why: str) -> None:
    found = cover([insight, *OTHERS], [bullet])[0]
    assert found.value >= 0.75, why
    assert found.reason != "hedge"


DOUBTED = [
    (WIDOW, "Neighbours fear that the widow Olga Brandt of Selmouth is 58 years old.", "feared by others"),
    (WIDOW, "The widow Olga Brandt of Selmouth is believed to be 58 years old.", "passive"),
    (WIDOW, "The widow Olga Brandt of Selmouth is 58 years old, neighbours believe.", "comment"),
    (BRIDGE, f"{BRIDGE} It is unclear whether she did so.", "unclear whether"),
]


@pytest.mark.parametrize(("insight", "bullet", "why"), DOUBTED, ids=[row[2] for row in DOUBTED])
def test_what_a_belief_or_doubt_reaches_is_left_open(insight: str, bullet: str, why: str) -> None:
    assert cover([insight, *OTHERS], [bullet])[0].value <= 0.75, why


DENIED = [
    (
        LOANS,
        "Lending 30 million kroner to fishing crews in Hammer is precisely what the bank Orvik decided against.",
        "what",
    ),
    (
        LOANS,
        "Lending 30 million kroner to fishing crews in Hammer is something the bank Orvik turned down flat.",
        "something",
    ),
    (
        LOANS,
        "The bank Orvik lent 30 million kroner to fishing crews in Hammer, or so a blog wrote, wrongly.",
        "wrongly",
    ),
    (LOANS, f"{LOANS} The accounts contradict it: nothing was paid out.", "contradict it, with a reason"),
]


@pytest.mark.parametrize(("insight", "bullet", "why"), DENIED, ids=[row[2] for row in DENIED])
def test_a_sentence_that_ends_in_what_was_not_done_denies(insight: str, bullet: str, why: str) -> None:
    found = cover([insight, *OTHERS], [bullet])[0]
    assert (found.label, found.contradicted, found.reason) == ("none", True, "denial"), why


def test_what_was_rightly_done_only_in_part_is_no_denial() -> None:
    bullet = f"{LOANS[:-1]}, which is something its owners did not only accept but praise."
    assert cover([LOANS, *OTHERS], [bullet])[0].value >= 0.75


def test_an_opposite_contradicts_only_what_is_nearly_said() -> None:
    near = cover([LOANS, *OTHERS], ["The bank Orvik borrowed 30 million kroner from fishing crews in Hammer."])[0]
    assert near.value <= 0.5
    far = "Patients ask about treatments such as massage."
    assert not cover([far, *OTHERS], ["Doctors offer massage, heat and walks as treatments."])[0].contradicted
