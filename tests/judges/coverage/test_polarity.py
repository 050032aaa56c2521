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
)
SAID = (
    f"The port of Hallin did not hesitate: it bought {REST}.",
    f"Not for the first time, the port of Hallin bought {REST}.",
    f"The port of Hallin bought {REST}. It was later demolished.",
    f"Unable to repair the old ones, the port of Hallin bought {REST}.",
    f"The port of Hallin bought {REST}; the claim that a rival was bribed was rejected.",
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
