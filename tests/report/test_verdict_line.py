"""The verdict that `hayrick synth` prints: soundness, what is found, and what leaks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conftest import GOLDEN
from hayrick.checking.local import Finding
from hayrick.checking.verdicts import verdict
from hayrick.haystacks.files import read_haystack
from hayrick.report.synthesis import verdict_line
from hayrick.types import Haystack

BAKERY = read_haystack(GOLDEN / "bakery_native.json")
DD = next(one.text for one in BAKERY.documents if one.id == "dD")


def finding(insight: str, document: str, probability: float, *, gold: bool) -> Finding:
    found = probability >= 0.5
    return Finding(insight=insight, document=document, gold=gold, found=found, probability=probability, evidence=None)


HELD = [finding(insight, document, 0.9, gold=True) for insight, ids in BAKERY.held_by.items() for document in ids]
LEAKS = [finding("i4", "dD", 0.97, gold=False), finding("i1", "dD", 0.8, gold=False)]
BEGINNING = "Local check, 24 pairs of insight and document: "


def misleading() -> Haystack:
    """One of the leaks is a near-miss that was planted."""
    said = [(insight, document, "says") for insight, ids in BAKERY.held_by.items() for document in ids]
    texts = {one.id: one.text[:3] for one in BAKERY.documents}
    rows = [
        {"document": document, "insight": insight, "kind": kind, "text": texts[document], "start": 0, "end": 3}
        for insight, document, kind in [*said, ("i4", "dD", "near_miss")]
    ]
    return replace(BAKERY, extra={**BAKERY.extra, "statements": rows})


@pytest.mark.parametrize(
    ("haystack", "found", "expected"),
    [
        (BAKERY, HELD, "sound; of 7 that are recorded it finds 7, and no others."),
        (BAKERY, [*HELD, LEAKS[0]], "sound; of 7 that are recorded it finds 7, and 1 others."),
        (BAKERY, [*HELD, *LEAKS], "sound; of 7 that are recorded it finds 7, and 2 others."),
        (
            misleading(),
            [*HELD, *LEAKS],
            "sound; of 7 that are recorded it finds 7, and 2 others (1 of them planted to mislead).",
        ),
        (
            BAKERY,
            [finding("i1", "dA", 0.01, gold=True), *HELD[1:], *LEAKS],
            "unsound (1 reason: see 'hayrick verify'); of 7 that are recorded it finds 6, and 2 others.",
        ),
        (
            BAKERY,
            [finding("i1", "dA", 0.3, gold=True), *HELD[1:]],
            "sound; of 7 that are recorded it finds 6, and no others.",
        ),
    ],
    ids=["all is well", "a leak", "two leaks", "one of two was planted", "unsound and leaking", "one not found"],
)
def test_the_line(haystack: Haystack, found: list[Finding], expected: str) -> None:
    assert verdict_line(verdict(haystack, found)) == BEGINNING + expected
