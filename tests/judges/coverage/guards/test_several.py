"""Several details that were replaced at once, reports that a text stands against, and quarters with a hyphen."""

from __future__ import annotations

import pytest

from hayrick.judges.coverage.local import cover

BANK = (
    "The savings bank of Orlund had most of its deposits from the timber sector, and lost them when sawmills began"
    " withdrawing money to pay their wages."
)
FLIGHT = "Chief executive Ida Brandt told investors that Norrin Air would close its Lisbon hub to save cash."
HELD = "34 fans were arrested at Marwell."


@pytest.mark.parametrize(
    ("insight", "bullet", "reason", "why"),
    [
        (BANK, BANK.replace("timber", "fishing").replace("sawmills", "trawlers"), "swap", "two nouns"),
        (BANK, BANK.replace("deposits", "savings").replace("money", "cash"), None, "two words that mean the same"),
        (FLIGHT, FLIGHT.replace("investors", "pilots").replace("cash", "fuel"), "swap", "two nouns, each alone unlike"),
        (FLIGHT, FLIGHT.replace("told", "informed").replace("save", "spare"), None, "two verbs that mean the same"),
        (
            FLIGHT,
            "To save cash, Norrin Air would close its hub in Lisbon, as chief executive Ida Brandt told investors.",
            None,
            "other order",
        ),
    ],
)
def test_several_details_that_gave_way_are_noticed(insight: str, bullet: str, reason: str | None, why: str) -> None:
    assert cover([insight], [bullet])[0].reason == reason, why


@pytest.mark.parametrize(
    ("bullet", "is_denied"),
    [
        (f"Contrary to claims that {HELD[:-1]}, nothing of the kind happened.", True),
        (f"Contrary to claims that {HELD[:-1]}, the police let everybody go.", True),
        (f"Contrary to claims that nobody was held, {HELD}", False),
        (f"Contrary to reports, {HELD}", False),
        (f"According to a hoax, {HELD}", True),
        (f"{HELD[:-1]}, according to a fake post.", True),
        ("34 fans - according to a hoax - were arrested at Marwell.", True),
        (f"According to the police, {HELD}", False),
        (f"According to the forged tickets' printer, {HELD}", False),
    ],
)
def test_a_report_is_denied_by_what_stands_against_it_or_by_its_source(bullet: str, is_denied: bool) -> None:
    found = cover([HELD], [bullet])[0]
    assert found.contradicted == is_denied
    assert (found.label == "full") == (not is_denied)


def test_a_quarter_with_a_hyphen_is_a_number() -> None:
    insight = "Halden's third-quarter revenue rose by 12 per cent."
    assert cover([insight], ["Halden's first-quarter revenue rose by 12 per cent."])[0].reason == "quantity"
    assert cover([insight], ["In the third quarter the revenue of Halden rose by 12 per cent."])[0].label == "full"


def test_another_person_is_noticed_where_nothing_else_differs() -> None:
    insight = "Paul Armstrong was jailed for fraud."
    assert cover([insight], ["Peter Armitage was jailed for fraud."])[0].reason == "swap"
