"""Phrases that only vouch for what follows them, and phrases that look like them."""

from __future__ import annotations

import pytest

from hayrick.judges.coverage.local import cover
from hayrick.judges.coverage.words.assurances import without_assurances

OTHERS = ["Volunteers restored the cracked lens.", "Rents in the old town stayed flat."]
REACTOR = "a reactor at Tolna was shut down on 6 May because a pump had failed."
ROWER = "the rower Ilse Brandt doped before the final in Split."
MOSS = "the moss on Mount Hale absorbs lead from the rain."
CAKE = "grandma Ottilie baked the cake that made the vicar ill."
COURT = "the appeal court in Lund upheld the ban on short-term lets."


def alone(told: str) -> str:
    """What is told as a sentence of its own."""
    return told[0].upper() + told[1:]


VOUCHED = [
    ("There is no doubt that", REACTOR),
    ("There is no real doubt now that", COURT),
    ("There can be no question that", CAKE),
    ("No one contests any more that", REACTOR),
    ("No one seriously challenged that", COURT),
    ("Nobody disputes that", ROWER),
    ("Few now doubt that", MOSS),
    ("Hardly any of the neighbours questions that", CAKE),
    ("The logs leave no doubt that", REACTOR),
    ("The crumbs leave no question that", CAKE),
    ("Contrary to earlier denials, it is now official that", REACTOR),
    ("Despite a study that found none, it is established that", MOSS),
    ("For all the doubts of critics, it is clear that", MOSS),
    ("It is beyond any doubt that", ROWER),
    ("It has long been beyond doubt that", ROWER),
    ("It can no longer be denied that", MOSS),
    ("It is not only botanists who say so:", MOSS),
    ("Notwithstanding protests, it was confirmed that", COURT),
]


@pytest.mark.parametrize(("phrase", "told"), VOUCHED, ids=[row[0] for row in VOUCHED])
def test_what_is_vouched_for_is_said(phrase: str, told: str) -> None:
    found = cover([alone(told), *OTHERS], [f"{phrase} {told}"])[0]
    assert (found.label, found.reason) == ("full", None)


@pytest.mark.parametrize(("phrase", "told"), VOUCHED, ids=[row[0] for row in VOUCHED])
def test_what_is_vouched_for_may_be_wrong(phrase: str, told: str) -> None:
    denied = f"it is untrue that {told}"
    assert cover([alone(told), *OTHERS], [f"{phrase} {denied}"])[0].contradicted


ASSURANCES = [
    (f"It is quite certain that {MOSS}", MOSS),
    (f"It has been officially confirmed that {REACTOR}", REACTOR),
    (f"It is without question that {COURT}", COURT),
    (f"It cannot be disputed that {ROWER}", ROWER),
    (f"None of them doubted that {CAKE}", CAKE),
    (f"After many denials, it is settled that {COURT}", COURT),
    (f"After weeks of silence it is settled that {COURT}", f"After weeks of silence it is settled that {COURT}"),
    (f"It is not just the rivals who say so : {ROWER}", ROWER),
    (f"The gates are shut. It is no secret that {REACTOR}", f"The gates are shut. {REACTOR}"),
    (f"It is true that {MOSS} It is a fact that {CAKE}", f"{MOSS} {CAKE}"),
]


@pytest.mark.parametrize(("text", "rest"), ASSURANCES)
def test_an_assurance_is_left_out_where_a_sentence_begins(text: str, rest: str) -> None:
    assert without_assurances(text) == rest


DOUBTED = [
    ("There is every doubt that", ROWER, "doubt"),
    ("There is some doubt that", COURT, "some doubt"),
    ("The tenants dispute that", COURT, "somebody disputes it"),
    ("Nobody has proved that", ROWER, "nobody proved it"),
    ("Nobody believes that", CAKE, "nobody believes it"),
    ("It is far from clear that", MOSS, "far from clear"),
    ("It is by no means certain that", REACTOR, "by no means"),
    ("It is not certain that", REACTOR, "not certain"),
    ("It is disputed that", COURT, "disputed"),
    ("It is unproven that", COURT, "unproven"),
    ("There is no proof that", MOSS, "no proof"),
    ("It may be denied that", CAKE, "may be denied"),
    ("It could be disputed that", ROWER, "could be disputed"),
    ("It is without proof that", REACTOR, "without proof"),
    ("If it is true that", ROWER, "a condition"),
    ("Is it certain that", CAKE, "a question"),
    ("It was once true that", MOSS, "once true"),
]


@pytest.mark.parametrize(("phrase", "told", "why"), DOUBTED, ids=[row[2] for row in DOUBTED])
def test_what_only_looks_like_an_assurance_stays(phrase: str, told: str, why: str) -> None:
    end = "?" if why == "a question" else ", as they say." if why == "a condition" else "."
    bullet = f"{phrase} {told.removesuffix('.')}{end}"
    assert without_assurances(bullet) == bullet
    found = cover([alone(told), *OTHERS], [bullet])[0]
    assert found.value <= 0.75
    assert found.reason in {"denial", "weighed", "hedge", "open"}


@pytest.mark.parametrize(
    "text",
    [
        "The engineer, it is clear that day, was asleep.",
        "The letter that is certain to come is late.",
        "The clerk says it is true that the lift is broken.",
        "It is clear from the log: that pump had failed.",
        "Those who doubt that swim.",
    ],
)
def test_an_assurance_within_a_sentence_or_of_something_else_is_kept(text: str) -> None:
    assert without_assurances(text) == text


def test_wrong_details_after_an_assurance_are_wrong() -> None:
    for right, wrong in (("6 May", "9 May"), ("Tolna", "Merl"), ("had failed", "had not failed"), ("pump", "valve")):
        found = cover([alone(REACTOR), *OTHERS], [f"There is no doubt that {REACTOR.replace(right, wrong)}"])[0]
        assert found.value <= 0.5, wrong
