"""Whether the gold answer stands in an answer, against the original's own figures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hayrick.measures.overlap import SUBSTRING_EXACT_MATCH, is_substring, normalised
from hayrick.types import Item, Response


def vectors(shared: Path, metric: str, file: str = "helmet_metrics") -> list[Any]:
    found = json.loads((shared / "vectors" / f"{file}.json").read_text(encoding="utf-8"))
    return [one for one in found if one["metric"] == metric]


def response(answer: str | None) -> Response[str]:
    item = Item(dataset="d", group="g", id="i", query="", gold="x")
    return Response(item=item, system="s", context="full", answer=answer)


def test_normalisation_is_the_originals(shared: Path) -> None:
    found = vectors(shared, "normalize_answer")
    assert len(found) == 13
    assert [normalised(one["input"]["text"]) for one in found] == [one["expected"] for one in found]


def test_substring_match_is_the_originals(shared: Path) -> None:
    found = vectors(shared, "substring_exact_match")
    assert len(found) == 14
    for one in found:
        given = one["input"]
        assert is_substring(given["ground_truth"], given["prediction"]) == one["expected"], one


def test_of_reply_and_parsed_reply_the_reply_decides(shared: Path) -> None:
    """The original takes the better of the two; a parsed reply is a part of the reply."""
    for one in vectors(shared, "json_kv_post_process", "helmet_builders"):
        given = one["input"]
        assert is_substring(given["answer"], given["output"]) == one["expected"]["substring_exact_match"]


@pytest.mark.parametrize(("answer", "value"), [("The X.", 1.0), ("Here is the answer: x", 1.0), ("y", 0.0), ("", 0.0)])
def test_one_row_a_response(answer: str, value: float) -> None:
    one = response(answer)
    (row,) = SUBSTRING_EXACT_MATCH.score(Item(dataset="d", group="g", id="i", query="", gold="x"), one, ())
    assert (row.value, row.failed, row.unit, row.measure) == (value, False, None, "substring_exact_match")


def test_no_answer_is_a_failure_with_the_least_value() -> None:
    (row,) = SUBSTRING_EXACT_MATCH.score(Item(dataset="d", group="g", id="i", query="", gold="x"), response(None), ())
    assert (row.value, row.failed, row.unjudged) == (0.0, True, False)


@given(st.text(), st.text(), st.text())
def test_what_holds_the_gold_answer_is_right_and_nothing_raises(before: str, gold: str, after: str) -> None:
    assert is_substring(gold, f"{before} {gold} {after}")
    assert is_substring(before, gold) == (normalised(before) in normalised(gold))
    assert normalised(normalised(gold)) == normalised(gold)
