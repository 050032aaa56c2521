"""What denials and doubts concern: mostly other things, another insight of the subtopic, or a name told elsewhere."""

from __future__ import annotations

import pytest

from hayrick.judges.coverage.local import cover

DUE = "The minister Helga Torvund was due to open the fair of Skarnes on Saturday."
ABSENT = "Helga Torvund did not appear at the fair of Skarnes."
OTHERS = ["Amateurs found three old coins near Selby.", "Volunteers repainted the tram depot in Lorne."]
COINS = OTHERS[0]


def test_what_a_sibling_denies_is_no_denial_of_an_insight() -> None:
    bullet = "The minister Helga Torvund, due to open the fair of Skarnes on Saturday, failed to appear there."
    assert cover([DUE, ABSENT], [bullet])[0].reason != "denial"
    assert cover([DUE, ABSENT], [bullet])[1].value >= 0.75
    assert cover([ABSENT.replace("did not appear", "appeared"), *OTHERS], [ABSENT])[0].contradicted


KEPT = [
    (
        "The town hall rejected any suggestion that rain, cold, high prices or the strike of the bus drivers had kept"
        " visitors from the summer market, and amateurs found three old coins near Selby.",
        "a denial of something else in the sentence",
    ),
    (
        "Police believe that a fire in the depot, of which neighbours had warned for weeks, was laid, and amateurs"
        " found three old coins near Selby.",
        "a belief about something else",
    ),
    (
        "The museum denied that the vault was empty, while amateurs found three old coins near Selby.",
        "what follows while",
    ),
    ("They dropped the search for tools and instead found three old coins near Selby as amateurs.", "instead"),
    ("Nobody was ever paid for it: amateurs found three old coins near Selby.", "another clause"),
]


@pytest.mark.parametrize(("bullet", "why"), KEPT, ids=[row[1] for row in KEPT])
def test_denials_and_doubts_of_other_things_are_none(bullet: str, why: str) -> None:
    found = cover([COINS, OTHERS[1]], [bullet])[0]
    assert found.value >= 0.75, found
    assert not found.contradicted


def test_what_would_have_been_without_the_insight_affirms_it() -> None:
    bullet = "Had amateurs not found three old coins near Selby, the museum would have opened later."
    assert cover([COINS, OTHERS[1]], [bullet])[0].value >= 0.75


DENIED = [
    "The museum denied that amateurs found three old coins near Selby.",
    "The museum denies that amateurs found three old coins near Selby, while it praised their patience.",
    "Amateurs did not find three old coins near Selby but bought them.",
]


@pytest.mark.parametrize("bullet", DENIED)
def test_denials_of_the_insight_are_denials(bullet: str) -> None:
    assert cover([COINS, OTHERS[1]], [bullet])[0].contradicted


def test_each_of_two_texts_may_deny_a_word_of_its_own() -> None:
    insight = "Nobody was injured when the warehouse of Marek Dolan burned down in Orlo."
    bullet = "No visitor suffered when the warehouse of Marek Dolan burned down in Orlo."
    assert not cover([insight, *OTHERS], [bullet])[0].contradicted


def test_a_name_of_another_sentence_of_the_bullet_is_not_replaced() -> None:
    insight = "Lorna Brack turned the offer down because she had played a widow in Halvard."
    bullet = (
        "The Oscar nominee turned the offer down because she had played a widow in Halvard. It was the agent of"
        " Lorna Brack who said so."
    )
    assert cover([insight, *OTHERS], [bullet])[0].reason != "name"
    assert cover([insight, *OTHERS], [bullet.replace("Lorna Brack", "Ines Falk")])[0].reason == "name"


def test_what_only_the_next_sentence_calls_this_is_doubted() -> None:
    bullet = f"{COINS} She failed to sell them, though this outing will fuel speculation about a comeback."
    assert cover([COINS, OTHERS[1]], [bullet])[0].value >= 0.9
    assert cover([COINS, OTHERS[1]], [f"{COINS} This is only a rumour."])[0].value <= 0.75


def test_a_plan_in_another_sentence_leaves_nothing_open() -> None:
    insight = "The actress Lorna Brack turned the director down."
    bullet = (
        "The actress Lorna Brack says that the director wanted her to play the widow. She turned him down, as she had"
        " played one before, Lorna Brack says of the director."
    )
    assert cover([insight, *OTHERS], [bullet])[0].reason != "open"
