"""What a bullet says has happened, and what it only wants, plans or allows, of an insight that tells several things."""

from __future__ import annotations

import pytest

from hayrick.judges.coverage.local import cover

OTHERS = ["Volunteers restored the cracked lens.", "Rents in the old town stayed flat."]
TREES = "Council workers in Redmoor planted 40 lime trees and removed the old fountain."
COACH = "The club sacked the coach Ivo Lenz and hired his brother."
WARD = "The clinic opened a ward for burns and trained nine nurses."
SOIL = "Botanists dried the soil from the crater and counted 300 seeds in it."

OPEN = [
    (
        TREES,
        "Council workers in Redmoor planted 40 lime trees and want to remove the old fountain.",
        "the second is wanted",
    ),
    (
        TREES,
        "Council workers in Redmoor want to plant 40 lime trees and removed the old fountain.",
        "the first is wanted",
    ),
    (TREES, "Council workers in Redmoor may plant 40 lime trees and remove the old fountain.", "both may be"),
    (COACH, "The club sacked the coach Ivo Lenz and hopes to hire his brother.", "the second is hoped for"),
    (COACH, "The club hopes to sack the coach Ivo Lenz and hired his brother.", "the first is hoped for"),
    (WARD, "The clinic opened a ward for burns and intends to train nine nurses.", "the second is intended"),
    (WARD, "The clinic intends to open a ward for burns and has trained nine nurses.", "the first is intended"),
    (SOIL, "Botanists plan to dry the soil from the crater and to count 300 seeds in it.", "both are planned"),
]


@pytest.mark.parametrize(("insight", "bullet", "why"), OPEN, ids=[row[2] for row in OPEN])
def test_what_is_only_wanted_is_open(insight: str, bullet: str, why: str) -> None:
    found = cover([insight, *OTHERS], [bullet])[0]
    assert (found.value, found.reason, found.contradicted) == (0.6, "open", False), why


DONE = [
    (
        TREES,
        "Council workers in Redmoor planted 40 lime trees after the order to remove the old fountain had been"
        " carried out.",
        "ordered and carried out",
    ),
    (
        COACH,
        "The club sacked the coach Ivo Lenz, had the chance to hire his brother and took it.",
        "took the chance to",
    ),
    (
        WARD,
        "The clinic opened a ward for burns and took the opportunity to train nine nurses.",
        "took the opportunity to",
    ),
    (
        WARD,
        "The clinic opened a ward for burns, and its order to train nine nurses was carried out.",
        "an order obeyed",
    ),
    (SOIL, "Botanists dried the soil from the crater and were able to count 300 seeds in it.", "were able to"),
]


@pytest.mark.parametrize(("insight", "bullet", "why"), DONE, ids=[row[2] for row in DONE])
def test_what_has_happened_in_the_first_place_may_be_what_others_are_to_follow(
    insight: str, bullet: str, why: str
) -> None:
    found = cover([insight, *OTHERS], [bullet])[0]
    assert (found.label, found.reason) == ("full", None), why
