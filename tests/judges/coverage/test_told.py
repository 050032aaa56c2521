"""What a bullet tells together with what stands beside it."""

from __future__ import annotations

import pytest

from hayrick.judges.coverage.local import LocalJudge, cover
from hayrick.judges.coverage.told import read_bullets, told
from hayrick.replies.bullets import parse_summary
from hayrick.types import Insight, Judgement

INSIGHTS = [
    "The mill at Orme lost 12 of its sails in the storm.",
    "A volunteer crew restored the cracked lighthouse lens.",
    "The school opened a library in the old barn.",
]
ASKED = "Did the mill at Orme lose 12 of its sails in the storm?"


def judged(reply: str) -> list[Judgement]:
    bullets = parse_summary(reply, {}).bullets
    return LocalJudge().judged([Insight(id=text, text=text) for text in INSIGHTS], bullets)


@pytest.mark.parametrize(
    ("reply", "label", "link"),
    [
        (f"- {ASKED} Yes.", "full", 1),
        (f"- {ASKED} **Yes**, it lost 12 sails.", "full", 1),
        (f"Q: {ASKED}\nA: Yes.", "full", 1),
        (f"**Q: {ASKED}**\n**A:** Yes, it did.", "full", 2),
        (f"- Rain fell.\n- {ASKED}\n  - Yes!", "full", 2),
        (f"## {ASKED}\n- No.", "none", None),
        (f"- {ASKED}\n  - No, this is wrong.", "none", None),
        (f"- {ASKED}\n- no", "none", None),
        (f"- {ASKED} Yes, but only in a story.", "partial", 1),
        (f"- {ASKED}", "partial", 1),
        (f"- {ASKED}\n- Nobody knows.", "partial", 1),
    ],
)
def test_a_question_and_its_answer(reply: str, label: str, link: int | None) -> None:
    found = judged(reply)[0]
    assert (found.label, found.link) == (label, link)


def test_a_question_as_heading_is_part_of_its_answer_only() -> None:
    assert told(["Yes.", "It rained."], ["Is it so?", "Is it so?"]) == ["Is it so? Yes.", "It rained."]


def test_bullets_are_as_many_as_were_given() -> None:
    assert told([]) == []
    assert told(["A.", "False", "B."], ["", "Key findings"]) == ["A. (not true)", "False", "B."]


FACT = INSIGHTS[0]


@pytest.mark.parametrize(
    ("reply", "value", "reason"),
    [
        (f"- {FACT}\n- The statement above is false.", 0.0, "denial"),
        (f"- {FACT}\n- This has not been confirmed.", 0.75, "hedge"),
        (f"- {FACT}\n- The night was wet.\n- None of this is true.", 1.0, None),
        (f"- {FACT}\n## Rumours\n- This has not been confirmed.", 1.0, None),
        (f"- {FACT}\n- A claim of the owner has not been confirmed.", 1.0, None),
        (f"- {FACT}\n- These storms are frequent.", 1.0, None),
    ],
)
def test_a_bullet_that_continues_one_is_its_next_sentence(reply: str, value: float, reason: str | None) -> None:
    found = judged(reply)[0]
    assert (found.value, found.reason) == (value, reason)


def test_what_two_bullets_tell_counts_for_the_one_that_tells_more_of_it() -> None:
    begun, rest = "The storm reached the mill at Orme.", "It lost 12 of its sails."
    apart = judged(f"- {begun}\n- Rain fell.\n- {rest}")[0]
    first, second = (
        judged(f"- {begun}\n- {rest}"),
        judged("- It rained.\n- This mill lost 12 sails.\n- That was at Orme."),
    )
    assert (first[0].value or 0.0) > (apart.value or 0.0)
    assert (first[0].label, second[0].link) == ("full", 2)


def test_a_long_row_of_such_bullets_is_read_in_parts() -> None:
    parts = read_bullets(["Rain fell. Snow fell.", "It was wet.", "It was cold.", "It was dark.", "Day came."])
    assert [(len(one.sentences), len(one.every)) for one in parts] == [(2, 4), (1, 3), (1, 2), (1, 1), (1, 1)]


@pytest.mark.parametrize("bullet", [f"It may be that {FACT}", f"It is rumoured that {FACT}"])
def test_it_refers_to_nothing_before_that(bullet: str) -> None:
    assert [len(one.every) for one in read_bullets([INSIGHTS[1], bullet])] == [1, 1]


def test_a_bullet_that_only_goes_on_comments_on_nothing() -> None:
    found = cover(
        ["The bakery opens at six on weekdays."], ["The bakery opens at six on weekdays.", "It is a nice place."]
    )
    assert found[0].label == "full"
