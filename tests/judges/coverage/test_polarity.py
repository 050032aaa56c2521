"""Denials by words that govern what they deny, by comments and by what follows."""

from __future__ import annotations

import pytest

from hayrick.judges.coverage.lemmas import is_past
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
    f"Asked whether it had bought {REST}, the port of Hallin showed its old cranes and said: nothing of the sort.",
    f"The port of Hallin was rumoured to have bought {REST}; the rumour was nonsense.",
    f"The port of Hallin planned to buy {REST}, then repaired the old ones and never went to the bank.",
    f"The port of Hallin bought {REST}? Get away! It has no money.",
    f"The port of Hallin never once bought {REST}.",
    f"At no meeting of that year, open or closed, did the port of Hallin buy {REST}.",
    f"Wrong on all counts: the port of Hallin bought {REST}.",
    f"Buying {REST} is precisely what the port of Hallin decided not to do.",
    f"The purchase by the port of Hallin of {REST} failed to materialise.",
    f"That the port of Hallin bought {REST} is a charming legend.",
    f"The minutes give the lie to the story that the port of Hallin bought {REST}.",
    f"The port of Hallin bought {REST} - not!",
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
    f"The council was not convinced by leasing and praised the port of Hallin, which bought {REST}.",
    f"Rather than repair the old ones it bought {REST}: the port of Hallin wants to grow.",
    f"At no extra charge for the town, the port of Hallin bought {REST}.",
)

ROOM, HIVES = (
    "Guests cannot lock the archive room once it has been opened.",
    "Small hives do not swarm earlier than large ones in cold springs.",
)
PAIRS = (
    (
        "Sales saw a drop, with tea falling by 6 % and milk falling by 5 % in May.",
        "Reports that sales saw a drop, with tea falling by 6 % and milk falling by 5 % in May, were false.",
        False,
    ),
    (ROOM, "It is impossible for guests to lock the archive room once it has been opened.", True),
    (ROOM, "Guests can lock the archive room once it has been opened.", False),
    (
        "The insurer will pay for the roof but not for the cellar.",
        "The roof will be paid for by the insurer, the cellar will not.",
        True,
    ),
    (HIVES, "Small hives do swarm earlier than large ones in cold springs.", False),
    (HIVES, "It is false that small hives swarm earlier than large ones in cold springs.", True),
    (HIVES, "It is false that small hives do not swarm earlier than large ones in cold springs.", False),
    (
        "When the tank runs dry, the pump stops heating and rings a bell.",
        "When the tank runs dry, the pump neither stops heating nor rings a bell.",
        False,
    ),
)
"""Insight, bullet, and whether the bullet says it: denials that both have, in other words."""


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


@pytest.mark.parametrize(("insight", "bullet", "is_said"), PAIRS)
def test_denials_of_insight_and_bullet_are_read_alike(insight: str, bullet: str, is_said: bool) -> None:
    (found,) = cover([insight], [bullet])
    assert (found.value > 0.75) is is_said
    assert found.contradicted is not is_said


def test_nouns_with_the_form_of_irregular_plurals_are_no_verbs_in_the_past() -> None:
    assert not any(map(is_past, ["wives", "children", "growth", "loss", "seed", "shed"]))
    assert all(map(is_past, ["sued", "died", "won", "stuck", "closed"]))
