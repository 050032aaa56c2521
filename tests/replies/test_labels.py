"""Labels that are numbers, and HELMET's own reading of them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import SHARED
from hayrick.measures.labels import is_exact_match
from hayrick.replies.answers import released_answer
from hayrick.replies.labels import read_label

VECTORS = SHARED / "vectors" / "helmet_metrics.json"
needs_vectors = pytest.mark.skipif(not VECTORS.is_file(), reason="no vectors: set HAYRICK_SHARED to their folder")


@pytest.mark.parametrize(
    ("reply", "label"),
    [
        ("12", "12"),
        ("label: 12", "12"),
        ("Label:12\nlabel: 3", "12"),
        ("label: label: 7", "7"),
        ("The label is 12.", "12"),
        ("Of 3 classes I take this one.\n\n**Label:** 12", "12"),
        ("label:\n12", "12"),
        ("label: [12]", "12"),
        ("Class 12, since it is about 3 cards", "12"),
        ("label: -3", "3"),
        ("012", "012"),
        ("about 1.5 of them", None),
        ("B12 or 12th", None),
        ("none", None),
        ("", None),
    ],
)
def test_the_label_is_the_number_after_the_word_else_the_first(reply: str, label: str | None) -> None:
    assert read_label(reply) == label


@given(st.text())
def test_any_reply_is_read(reply: str) -> None:
    found = read_label(reply)
    assert found is None or (found in reply and found.isdecimal())


def test_a_long_reply_is_read_in_time() -> None:
    assert read_label("label " * 50_000 + "1" * 50_000 + " " * 50_000) is None


@needs_vectors
def test_answers_and_accuracies_of_the_released_scorer() -> None:
    cases = json.loads(VECTORS.read_text(encoding="utf-8"))
    parsed = [case for case in cases if case["metric"] == "parse_output"]
    scored = [case for case in cases if case["metric"] == "icl_accuracy"]
    assert len(scored) == 8
    for case in parsed:
        given = case["input"]
        assert released_answer(given["output"], given["prefix"]) == case["expected"], case
    for case in scored:
        output, gold = case["input"]["output"], case["input"]["answer"]
        assert float(is_exact_match(gold, output)) == case["expected"], case
        assert float(read_label(output) == gold) == case["expected"], "ours gives the same on all of them"
