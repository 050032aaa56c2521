"""Short answers in replies: ours by cases, the original's reading against its own figures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hayrick.replies.answers import read_answer, released_answer


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("Paris", "Paris"),
        ("Paris.", "Paris"),
        ("Answer: Paris", "Paris"),
        ("**Answer:** Paris\n", "Paris"),
        ("## Answer\n\nParis", "Answer\n\nParis"),
        ("Answer:\n\n  Paris\nIt is in France.", "Paris"),
        ("Final answer: 'Paris'.", "Paris"),
        ("The answer is **Paris**.", "Paris"),
        ("I think the answer to the question is: Paris", "Paris"),
        ("Paris. The answer is stated in document 3.", "Paris. The answer is stated in document 3"),
        ("The answer is as follows:\n- Paris", "- Paris"),
        ("Answer: Lyon? No.\nThe correct answer is Paris.", "Paris"),
        ("Paris\n\nQuestion: Which river?\nAnswer: Seine", "Paris"),
        ("Question: which city?\nAnswer: Paris", "Paris"),
        ("It is in France.\nIts name is `Paris`", "It is in France.\nIts name is Paris"),
        ("```\nParis\n```", "Paris"),
        ("Answer: George W.", "George W."),
        ("Answer: Washington D.C.", "Washington D.C."),
        ("An answer: none", "An answer: none"),
        ("Answer:", "Answer:"),
        ("42", "42"),
        ("", None),
        (" \n ** \n", None),
    ],
)
def test_polite_replies_are_read(reply: str, expected: str | None) -> None:
    assert read_answer(reply) == expected


def test_the_released_reading_is_the_originals(shared: Path) -> None:
    found = json.loads((shared / "vectors" / "helmet_metrics.json").read_text(encoding="utf-8"))
    found = [one for one in found if one["metric"] == "parse_output"]
    assert len(found) == 12
    for one in found:
        assert released_answer(one["input"]["output"], one["input"]["prefix"]) == one["expected"], one


@given(st.text())
def test_any_reply_is_read_and_an_answer_is_never_blank(reply: str) -> None:
    found = read_answer(reply)
    assert found is None or found.strip() == found != ""
    assert read_answer(f"{reply}\nAnswer: Paris") == "Paris" or "question" in reply.lower()


def test_a_megabyte_of_labels_is_read() -> None:
    assert read_answer("answer to the " * 80_000 + "\nAnswer: x") == "x"
    assert read_answer("the answer:" * 100_000) is not None
