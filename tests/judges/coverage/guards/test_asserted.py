"""What a bullet asserts of an insight: phrases that vouch for it, that take it back, and that leave it open."""

from __future__ import annotations

import pytest

from hayrick.judges.coverage.local import cover
from hayrick.judges.coverage.words.assurances import without_assurances

OTHERS = ["Amateurs found three old coins near Selby.", "Volunteers repainted the tram depot in Lorne."]
LICENCE = "The ministry granted Velmar Oil a licence to drill off Sandoy."
CLAIM = LICENCE[0].lower() + LICENCE[1:-1]


@pytest.mark.parametrize(
    "phrase",
    [
        "There is no doubt that",
        "Despite early doubts, it is now certain that",
        "Nobody disputes that",
        "It can no longer be denied that",
        "The vote leaves no doubt that",
    ],
)
def test_phrases_that_vouch_for_a_claim_take_nothing_from_it(phrase: str) -> None:
    assert without_assurances(f"Rain fell. {phrase} {CLAIM}.") == f"Rain fell. {CLAIM}."
    assert cover([LICENCE, *OTHERS], [f"{phrase} {CLAIM}."])[0].label == "full"


@pytest.mark.parametrize("phrase", ["It is not certain that", "There is some doubt that", "Somebody disputes that"])
def test_phrases_that_doubt_a_claim_are_left_to_the_rules_about_doubt(phrase: str) -> None:
    assert without_assurances(f"{phrase} {CLAIM}.") == f"{phrase} {CLAIM}."
    assert cover([LICENCE, *OTHERS], [f"{phrase} {CLAIM}."])[0].label != "full"


@pytest.mark.parametrize(
    "bullet",
    [
        f"The {CLAIM[4:]}, or so it was wrongly assumed.",
        f"The disowned report says that {CLAIM}.",
        f"It was a false belief that {CLAIM}.",
    ],
)
def test_claims_that_are_disowned_are_denied(bullet: str) -> None:
    found = cover([LICENCE, *OTHERS], [bullet])[0]
    assert (found.value, found.contradicted, found.reason) == (0.0, True, "denial")


@pytest.mark.parametrize(
    "bullet",
    [
        f"The {CLAIM[4:]}, which still stands.",
        f"The {CLAIM[4:]}, though critics would have preferred otherwise.",
        f"As was rightly assumed, {CLAIM}.",
        f"{LICENCE} Few doubt it.",
        f"{LICENCE} Scarcely anyone in the harbour disputes this.",
    ],
)
def test_claims_that_stand_are_not(bullet: str) -> None:
    assert cover([LICENCE, *OTHERS], [bullet])[0].label == "full"


@pytest.mark.parametrize(
    ("insight", "bullet", "label"),
    [
        ("The museum will restore the mural.", "The museum has dropped its plan to restore the mural.", "none"),
        ("The museum will restore the mural.", "The museum abandoned the idea of restoring the mural.", "none"),
        ("The museum dropped the old logo.", "The museum has dropped the old logo.", "full"),
        (
            "The clinic prescribes antibiotics for the infection.",
            "The clinic does not wait for tests and prescribes antibiotics for the infection.",
            "full",
        ),
        (
            "The clinic prescribes antibiotics for the infection.",
            "The clinic waits for tests and does not prescribe antibiotics for the infection.",
            "none",
        ),
        ("Tanaka won the marathon in Osaka.", "Rumours aside, Tanaka won the marathon in Osaka.", "full"),
        ("Tanaka won the marathon in Osaka.", "It is rumoured that Tanaka won the marathon in Osaka.", "partial"),
        ("Tanaka won the marathon in Osaka.", "Tanaka won in Osaka's marathon, though this is unconfirmed.", "partial"),
        (
            "Costs fell from 80 million dollars to 64 million dollars.",
            "Costs fell from 80 million dollars to 64 million.",
            "full",
        ),
        ("Half a million people came to the fair.", "500,000 people came to the fair.", "full"),
        ("The firm lost 1.2 billion crowns.", "The firm lost 1,200 million crowns.", "full"),
    ],
)
def test_what_is_dropped_done_rumoured_or_elided(insight: str, bullet: str, label: str) -> None:
    assert cover([insight, *OTHERS], [bullet])[0].label == label


@pytest.mark.parametrize(
    ("insight", "bullet", "reason"),
    [
        (
            "After the collapse of the bank Tarn, it was confirmed that 9,000 savers had lost their money.",
            "After the collapse of the bank Merl, it was confirmed that 9,000 savers had lost their money.",
            "name",
        ),
        (
            "After the strike of 4 May it was clear that the plant would close.",
            "After the strike of 9 June it was clear that the plant would close.",
            "quantity",
        ),
        (
            "Surgeons in Ghent transplanted a pig kidney on 3 March.",
            "Surgeons in Ghent transplanted a pig kidney on 3 March. It did not survive the first night.",
            None,
        ),
    ],
)
def test_what_an_assurance_or_a_fate_leaves_standing(insight: str, bullet: str, reason: str | None) -> None:
    assert cover([insight, *OTHERS], [bullet])[0].reason == reason


def test_talks_are_no_agreement() -> None:
    insight = "Tram maker Orlo agreed to buy its rival Ravn for 14 million euros."
    for said in ("is in talks to buy", "is in early negotiations with the owners to buy"):
        found = cover([insight, "Rents stayed flat."], [f"Tram maker Orlo {said} its rival Ravn for 14 million euros."])
        assert (found[0].value, found[0].reason) == (0.6, "open"), said
    held = "Tram maker Orlo held talks on wages in Ravn."
    assert cover([held, "Rents stayed flat."], [held])[0].label == "full"


@pytest.mark.parametrize(
    ("insight", "bullet"),
    [
        ("Who gets which flat is settled by lot in June.", "Who gets which flat will be settled by lot in June."),
        (
            "A repair cafe led by Edmund Sallow opens in May.",
            "Edmund Sallow will lead a repair cafe that opens in May.",
        ),
        ("The steel piles are to be pulled out in March.", "The steel piles are due to be pulled out in March."),
        ("The chimney must be taken down to the ridge.", "The chimney must be taken down as far as the ridge."),
    ],
)
def test_what_is_so_or_due_is_not_left_open_by_a_plan(insight: str, bullet: str) -> None:
    assert cover([insight, "Rents stayed flat in May."], [bullet])[0].reason not in ("open", "hedge")


def test_what_has_happened_is_left_open_by_a_plan() -> None:
    insight, bullet = "The steel piles were pulled out in March.", "The steel piles are due to be pulled out in March."
    assert cover([insight, "Rents stayed flat in May."], [bullet])[0].reason == "open"
