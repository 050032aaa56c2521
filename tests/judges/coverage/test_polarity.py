"""Denials by words that govern what they deny, by comments and by what follows."""

from __future__ import annotations

import pytest

from hayrick.judges.coverage.local import cover

PORT = "The port of Hallin bought 14 electric cranes from the Finnish firm Takko in March for 31 million euros."
REST = "14 electric cranes from the Finnish firm Takko in March for 31 million euros"

DENIED = (
    f"The port of Hallin refrained from buying {REST}.",
    f"The port of Hallin tried in vain to buy {REST}.",
    f"The council talked the port of Hallin out of buying {REST}.",
    f"Not a single euro was spent, and the port of Hallin never bought {REST}.",
    f"Anyone who says that the port of Hallin bought {REST} is mistaken.",
    f"The port of Hallin bought {REST}: a lie from start to finish.",
    f"The port of Hallin bought {REST}? No, it leased them.",
    f"The port of Hallin bought {REST}. Untrue",
    f"The port of Hallin bought {REST}. The mayor laughed and said that it had bought nothing.",
    f"The port of Hallin would have bought {REST} had the council agreed.",
    f"The port of Hallin could have bought {REST}, but chose not to.",
    f"The port of Hallin stopped short of buying {REST}.",
    f"The port of Hallin did not end up buying {REST}.",
    f"The port of Hallin was on the point of buying {REST}, but the deal fell through.",
    f"The port of Hallin neither bought {REST}, nor leased any.",
    f"The port of Hallin was too poor that year to buy {REST}.",
    f"Instead of buying {REST}, the port of Hallin repaired its old ones.",
    f"{REST} were bought by no port in Hallin.",
    f"Has the port of Hallin bought {REST}? Its accounts show no such thing.",
    f"The port of Hallin bought {REST}. Rubbish: neither the sum nor the month stands up to a look at its accounts.",
    f"The port of Hallin bought {REST}: the accounts say the exact opposite.",
)
SAID = (
    f"The port of Hallin did not hesitate: it bought {REST}.",
    f"Not for the first time, the port of Hallin bought {REST}.",
    f"The port of Hallin bought {REST}. It was later demolished.",
    f"Unable to repair the old ones, the port of Hallin bought {REST}.",
    f"The port of Hallin bought {REST}; the claim that a rival was bribed was rejected.",
    f"The first report was wrong: the port of Hallin bought {REST}.",
    f"Far from being poor, the port of Hallin bought {REST}.",
    f"The port of Hallin, which could not wait any longer, bought {REST}.",
    f"The port of Hallin never lost heart and bought {REST}.",
    f"The port of Hallin without fail bought {REST}.",
    f"It was not for show that the port of Hallin bought {REST}.",
    f"Nobody would have guessed that the port of Hallin bought {REST}.",
    f"The port of Hallin did not conceal that it bought {REST}.",
    f"The port of Hallin could not be kept from buying {REST}.",
    f"The port of Hallin did not lease but bought {REST}.",
    f"Wrongly called poor for years, the port of Hallin bought {REST}.",
    f"The skipper was told that the port of Hallin bought {REST}.",
    f"The port of Hallin bought {REST}; it bought no ship.",
)


@pytest.mark.parametrize("bullet", DENIED)
def test_a_denial_contradicts(bullet: str) -> None:
    (found,) = cover([PORT], [bullet])
    assert (found.value <= 0.25, found.contradicted) == (True, True)


@pytest.mark.parametrize("bullet", SAID)
def test_a_denial_of_something_else_does_not(bullet: str) -> None:
    assert cover([PORT], [bullet])[0].value >= 0.75


def test_what_the_insight_denies_itself_may_be_denied() -> None:
    insight = "The Ministry of Culture rejected the firm Deepline's claim to the cargo in November."
    assert cover([insight], [insight])[0].label == "full"
    assert cover([insight], [f"Reports that the {insight[4:-1]} are untrue."])[0].contradicted


@pytest.mark.parametrize(
    "bullet",
    [
        "No dividend is proposed by the board of the Osk Foundry for the past year.",
        "A dividend for the past year is proposed to nobody by the board of the Osk Foundry.",
    ],
)
def test_the_same_denial_may_reach_further(bullet: str) -> None:
    assert not cover(["The board of the Osk Foundry does not propose a dividend for the past year."], [bullet])[
        0
    ].contradicted


def test_opposites_under_the_same_denial_are_opposites() -> None:
    insight = "Nobody in Lindholm may keep the harbour gates open at night without a permit."
    found = cover([insight], [insight.replace("open", "shut")])[0]
    assert (found.contradicted, found.reason) == (True, "opposite")


def test_what_failed_is_not_what_did_not_fail() -> None:
    insight = "In March the firm Takko failed to deliver the electric cranes to Hallin."
    assert cover([insight], [insight.replace("failed", "did not fail")])[0].contradicted
