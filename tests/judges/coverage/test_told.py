"""What a bullet tells together with what stands beside it."""

from __future__ import annotations

import pytest

from hayrick.judges.coverage.local import LocalJudge
from hayrick.judges.coverage.told import told
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
