"""Verdicts that stand apart from what they are about."""

from __future__ import annotations

import pytest

from hayrick.judges.coverage.local import cover
from hayrick.judges.coverage.words.verdicts import Verdict, verdict_of, with_verdicts

FACT = "The mill at Orme has 12 rooms and a garden"
OTHERS = ["A volunteer crew restored the cracked lighthouse lens.", "The school opened a library in the old mill."]


@pytest.mark.parametrize(
    "bullet",
    [
        f"{FACT} (false).",
        f"{FACT}. (This is incorrect)",
        f"{FACT} (debunked by document 3).",
        f"{FACT} [Verdict: mostly false]",
        f"{FACT} → wrong",
        f"{FACT} — untrue",
        f"{FACT} ❌",
        f"| {FACT}. | False |",
        f"| 3 | {FACT} | not supported | [2] |",
        f"| {FACT} | No |",
        f"| {FACT} | ✗ |",
        f"| False | {FACT} |",
        f"[FALSE] {FACT}.",
        f"(Not true) {FACT}.",
    ],
)
def test_a_verdict_apart_denies(bullet: str) -> None:
    found = cover([f"{FACT}.", *OTHERS], [bullet])[0]
    assert (found.value, found.contradicted, found.reason) == (0.0, True, "denial")


@pytest.mark.parametrize("bullet", [f"{FACT} (disputed).", f"| {FACT} | Unverified |", f"[UNCONFIRMED] {FACT}."])
def test_a_verdict_apart_doubts(bullet: str) -> None:
    assert cover([f"{FACT}.", *OTHERS], [bullet])[0].value == pytest.approx(0.75)


@pytest.mark.parametrize(
    "bullet",
    [
        f"{FACT} (confirmed).",
        f"| {FACT}. | True |",
        f"| {FACT} | Yes |",
        f"✗ {FACT}.",
        f"{FACT} - not only rooms.",
        "The mill at Orme (wrong on the map) has 12 rooms and a garden.",
        f"{FACT} (no pool).",
    ],
)
def test_other_brackets_cells_and_crosses_say_nothing_against_it(bullet: str) -> None:
    assert cover([f"{FACT}.", *OTHERS], [bullet])[0].label == "full"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("**Verdict:** False", Verdict.FALSE),
        ("This claim is not true.", Verdict.FALSE),
        ("Status: not yet confirmed", Verdict.UNCONFIRMED),
        ("False alarms rose.", None),
        ("True", None),
        ("", None),
    ],
)
def test_verdict_of_a_text(text: str, verdict: Verdict | None) -> None:
    assert verdict_of(text.replace("*", "")) == verdict


def test_a_text_without_verdicts_stays_as_it_is() -> None:
    for text in ("", "(a) b | c - d -> e [f]", "It is false.", "The (wrong) way (round)."):
        assert with_verdicts(text) == text
