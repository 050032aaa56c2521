"""What a bullet says of other things beside the insight: contrary words and negations there take nothing away."""

from __future__ import annotations

import pytest

from hayrick.judges.coverage.local import cover

OTHERS = ["Volunteers restored the lighthouse lens.", "Rents stayed flat."]
CREW = "The council praised the {} crew of the ferry for its courage"
GATES = "The council of Lindholm approved fourteen tide gates"

BESIDE = [
    (CREW.format("uninsured"), "and the insured crew of the tug for its patience", "the contrary, of another crew"),
    (CREW.format("insured"), "and the uninsured crew of the tug for its patience", "the same the other way round"),
    (GATES, "with no public vote of the council", "what is negated is no part of the insight"),
]


@pytest.mark.parametrize(("insight", "more", "why"), BESIDE, ids=[row[2] for row in BESIDE])
def test_what_is_said_of_other_things_takes_nothing_away(insight: str, more: str, why: str) -> None:
    found = cover([f"{insight}.", *OTHERS], [f"{insight}, {more}."])[0]
    assert (found.label, found.reason) == ("full", None), why


def test_the_same_words_of_the_insight_s_own_thing_are_contradicted() -> None:
    for insight, bullet in (
        (CREW.format("uninsured"), CREW.format("insured")),
        (CREW.format("insured"), CREW.format("uninsured")),
        (GATES, GATES.replace("approved", "did not approve")),
    ):
        assert cover([insight, *OTHERS], [bullet])[0].contradicted, bullet
