"""Exchanged roles, swapped details and halves of an insight, and what only looks like them."""

from __future__ import annotations

import pytest

from hayrick.judges.coverage.local import cover

OTHERS = ["Volunteers restored the lighthouse lens.", "Rents stayed flat."]

CASES = [
    ("Marlow Dairy sued Quint Foods in May.", "Quint Foods sued Marlow Dairy in May.", "roles", "names"),
    ("The teacher praised the librarian.", "The librarian praised the teacher.", "roles", "nouns"),
    ("Tarvik bought Lindholm in May.", "Tarvik was bought by Lindholm in May.", "roles", "passive, same order"),
    ("Tarvik bought Lindholm in May.", "Lindholm was bought by Tarvik in May.", None, "passive, turned round"),
    ("Tarvik is larger than Lindholm.", "Lindholm is larger than Tarvik.", "roles", "comparative"),
    (
        "After the long strike of the dockers, Tarvik sued Lindholm.",
        "Lindholm sued Tarvik after the strike.",
        "roles",
        "after a clause that a comma ends",
    ),
    (
        "Last winter, Tarvik blamed Lindholm for the flood.",
        "Last winter Tarvik was blamed by Lindholm for the flood.",
        "roles",
        "passive, after a comma",
    ),
    ("The line runs from Ostby to Tarnby.", "The line runs from Tarnby to Ostby.", "roles", "route"),
    (
        "The parade went from Ostby to here, and then back.",
        "The parade went here from Ostby, and then back from here to Ostby.",
        None,
        "the way there and the way back",
    ),
    (
        "The paper mill fined the river inspector Roya Helm for late reports.",
        "The river inspector Roya Helm fined the paper mill for late reports.",
        "roles",
        "several words on each side",
    ),
    (
        "Shares in Marlow rose on Monday, while those of Quint slipped.",
        "Shares in Quint rose on Monday, while those of Marlow slipped.",
        "roles",
        "two names that change places",
    ),
    (
        "On Friday Tarvik met Lindholm in Ostby.",
        "In Ostby Tarvik met Lindholm on Friday.",
        None,
        "time and place change places",
    ),
    ("Gates, locks and dams were built.", "Dams, locks and gates were built.", None, "a list has no roles"),
    (
        "The visitors of the show saw the yellow house that the council mentioned.",
        "The visitors of the show saw the green house that the council mentioned.",
        "swap",
        "two colours",
    ),
    (
        "Readers remember the long talk about the bond, the club agreed.",
        "Readers remember the long talk about the stock, the club agreed.",
        "swap",
        "two of a class",
    ),
    (
        "The lady stored the old maps of the island in her cupboard.",
        "The lady stored the old maps of the island in her attic.",
        "swap",
        "a noun at the end of a phrase",
    ),
    (
        "The lady quickly stored the old maps of the island in her cupboard.",
        "The lady hastily stored the old maps of the island in her cupboard.",
        None,
        "another adverb",
    ),
    (
        "The club discussed the maps of the island in the harbour house.",
        "The club debated the maps of the island in the harbour house.",
        None,
        "a synonym",
    ),
    (
        "The council of Lindholm approved the gates, and volunteers from Ostby repaired the broken pier in summer.",
        "The council of Lindholm approved the gates.",
        "half",
        "the second clause is missing",
    ),
]


@pytest.mark.parametrize(("insight", "bullet", "reason", "why"), CASES, ids=[row[3] for row in CASES])
def test_parties_details_and_halves(insight: str, bullet: str, reason: str | None, why: str) -> None:
    found = cover([insight, *OTHERS], [bullet])[0]
    assert found.reason == reason, why
    if reason is None:
        assert found.label == "full"
    else:
        assert found.label == "partial"
        assert found.value <= 0.6


def test_an_act_that_the_insight_has_both_ways_is_not_exchanged() -> None:
    text = "Ann asks Mike for butter, and later Mike asks Ann for milk."
    assert cover([text, *OTHERS], [text])[0].label == "full"


def test_one_paragraph_counts_as_its_sentences() -> None:
    insights = [
        "The harbour council of Lindholm approved 14 new tide gates.",
        "Ferry captains reported a 20 percent drop in delays.",
        "A volunteer crew restored the cracked lighthouse lens.",
    ]
    bullets = [
        "The council of Lindholm approved 14 tide gates [2].",
        "Delays of the ferry fell 20 percent, captains reported [4].",
        "A crew of volunteers restored the lens of the lighthouse [1].",
    ]
    apart = [found.value for found in cover(insights, bullets)]
    together = cover(insights, [" ".join(bullets)])
    assert [found.value for found in together] == pytest.approx(apart, abs=0.03)
    assert {found.bullet for found in together} == {0}


def test_what_else_a_bullet_says_takes_nothing_away() -> None:
    insight = "The harbour council of Lindholm approved 14 new tide gates."
    rest = " ".join(f"A painter from the north sold picture {name}." for name in "abcdefgh")
    assert cover([insight, *OTHERS], [f"{rest} {insight}"])[0].value == 1.0
