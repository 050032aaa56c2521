"""Verdicts that stand apart from what they are about."""

from __future__ import annotations

import pytest

from hayrick.judges.coverage.local import LocalJudge, cover
from hayrick.judges.coverage.words.verdicts import Verdict, verdict_of, with_verdicts
from hayrick.replies.bullets import parse_summary
from hayrick.types import Insight

FACT = "The mill at Orme has 12 rooms and a garden"
OTHERS = ["A volunteer crew restored the cracked lighthouse lens.", "The school opened a library in the old mill."]


@pytest.mark.parametrize(
    "bullet",
    [
        f"{FACT} (false).",
        f"{FACT}. (This is incorrect)",
        f"{FACT} (debunked by document 3).",
        f"{FACT} [Verdict: mostly false]",
        f"{FACT} (0 of 7 documents).",
        f"{FACT} → wrong",
        f"{FACT} — untrue",
        f"{FACT} ❌",
        f"| {FACT}. | False |",
        f"| 3 | {FACT} | not supported | [2] |",
        f"| {FACT} | No |",
        f"| {FACT} | ✗ |",
        f"| False | {FACT} |",
        f"[FALSE] {FACT}.",
        f"{FACT}. [Editor: false, there are only 11 of them.]",
        f'False: "{FACT}."',
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
        f"{FACT} (10 of 12 documents).",
        f"{FACT} (wrong turns cost it a storey in 1950).",
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


def _judged(reply: str) -> tuple[float | None, str | None]:
    bullets = parse_summary(reply, {}).bullets
    found = LocalJudge().judged([Insight(id=text, text=text) for text in (f"{FACT}.", *OTHERS)], bullets)[0]
    return found.value, found.reason


@pytest.mark.parametrize(
    "reply",
    [
        f"## False claims\n- {FACT}.",
        f"### Myths about Orme\n1. {FACT}.\n2. It rains there.",
        f"The following statements are not true:\n- It rains there.\n- {FACT}.",
        f"None of the following happened:\n- {FACT}.",
        f"**Claims contradicted by the documents:**\n- {FACT}.",
        f"- Retracted statements:\n  - {FACT}.",
        f"- {FACT}.\n  - **Verdict:** False\n- It rains there.",
        f"- Debunked claims: {FACT}.",
        f"## Errors in our last report\n- {FACT}.",
        f"- {FACT}.\n  - That's false: there are only nine.",
        f"1. {FACT}.\n2. Finding: wrong. Nobody counted them.\n3. It rains there.",
        f"Q: Is it so that {FACT.replace('The', 'the')}?\nA: It isn't. There are nine.",
    ],
)
def test_headings_and_bullets_that_are_verdicts_deny(reply: str) -> None:
    assert _judged(reply) == (0.0, "denial")


@pytest.mark.parametrize(
    "reply", [f"## Rumours\n- {FACT}.", f"Claims that could not be verified:\n- {FACT}.", f"- Disputed claims: {FACT}."]
)
def test_headings_doubt(reply: str) -> None:
    value, reason = _judged(reply)
    assert (value, reason) == (0.75, "hedge")


@pytest.mark.parametrize(
    "reply",
    [
        f"## Key findings\n- {FACT}.",
        f"## Myths and facts\n- {FACT}.",
        f"## Challenges and unresolved issues\n- {FACT}.",
        f"## False claims\n- It rains there.\n## True claims\n- {FACT}.",
        f"False claims:\n- It rains there.\n\nAll in all this is so.\n- {FACT}.",
        f"- Rumours:\n  - It rains there.\n- {FACT}.",
        f"- {FACT}.\n- True",
    ],
)
def test_other_headings_and_other_parts_are_as_good_as_none(reply: str) -> None:
    assert _judged(reply) == (1.0, None)


def test_a_heading_concerns_the_first_sentence() -> None:
    assert _judged(f"## Myths\n- The mill at Orme is a ruin. In fact, {FACT[0].lower()}{FACT[1:]}.")[1] is None


def test_an_insight_that_says_so_itself_is_told() -> None:
    fact = "It is a myth that the mill at Orme has 12 rooms and a garden."
    assert cover([fact, *OTHERS], [f"{FACT}."], headings=["Myths"])[0].label == "full"
