"""Which planted values stand in an answer, against the originals' own figures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hayrick.measures.needles import NEEDLE_RECALL, NEEDLE_RECALL_HELMET, OTHERS_NAMED, Wanted
from hayrick.types import BadInput, Document, Item, Response

DIFFER = {
    "value inside a longer number": (1.0, 0.0, "a value counts at word borders"),
    "thousands separators": (0.0, 1.0, "a number may have thousands separators"),
}
"""Name of a vector -> the original's figure, ours, and why."""


def vectors(shared: Path, metric: str) -> list[Any]:
    files = (shared / "vectors" / f"{name}.json" for name in ("helmet_metrics", "helmet_later"))
    found = [one for file in files for one in json.loads(file.read_text(encoding="utf-8"))]
    return [one for one in found if one["metric"] == metric]


def item(values: tuple[str, ...], text: str = "", query: str = "") -> Item[Wanted]:
    documents = (Document(id="text", text=text),)
    return Item(
        dataset="d", group="g", id="i", query=query, gold=Wanted(values=values, form=r"\d{7}"), documents=documents
    )


def recall(values: tuple[str, ...], answer: str | None, *, released: bool = False) -> float | None:
    one = item(values)
    response = Response(item=one, system="s", context="full", answer=answer)
    (row,) = (NEEDLE_RECALL_HELMET if released else NEEDLE_RECALL).score(one, response, ())
    assert row.failed == (answer is None)
    return row.value


def test_the_originals_rule_has_the_originals_figures_and_ours_differs_where_it_says(shared: Path) -> None:
    found = vectors(shared, "ruler_recall")
    assert len(found) == 8
    for one in found:
        name, values, answer = one["input"].get("name"), tuple(one["input"]["answers"]), one["input"]["output"]
        if not values:
            assert one["expected"] == {"error": "ZeroDivisionError"}
            with pytest.raises(BadInput, match="no value"):
                Wanted(values=values, form="")
            continue
        assert recall(values, answer, released=True) == pytest.approx(one["expected"])
        theirs, ours, _ = DIFFER.get(name, (one["expected"], one["expected"], ""))
        assert (one["expected"], recall(values, answer)) == (theirs, ours), name


def test_means_over_replies_are_rulers(shared: Path) -> None:
    """Vector "cleaned first": (0 + 1) / 2; the other one: (2/3 + 1) / 2."""
    found = vectors(shared, "ruler.string_match_all")
    assert len(found) == 2
    for one in found:
        pairs = list(zip(one["input"]["refs"], one["input"]["preds"], strict=True))
        for released in (False, True):
            values = [recall(tuple(values), answer, released=released) or 0.0 for values, answer in pairs]
            assert round(100 * sum(values) / len(values), 2) == one["expected"]


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        ("1234567 and 7654321", 1.0),
        ("The numbers are **1234567**, `7654321`.", 1.0),
        ("1,234,567 and 7,654,321", 1.0),
        ("1234567,7654321", 1.0),
        ("1234567.", 0.5),
        ("11234567 and 76543210", 0.0),
        ("x1234567", 0.0),
        ("0,1,234,567", 0.0),
        ("1,234,567.5", 0.0),
        (None, 0.0),
    ],
)
def test_values_count_at_word_borders(answer: str | None, value: float) -> None:
    assert recall(("1234567", "7654321"), answer) == value


def test_letter_case_does_not_count() -> None:
    assert [recall(("aB-c",), "it is Ab-C!", released=released) for released in (False, True)] == [1.0, 1.0]


@given(st.text(), st.text(min_size=1))
def test_what_counts_at_word_borders_counts_as_a_substring(answer: str, value: str) -> None:
    if "," not in answer and value.lower() == value.upper().lower() and value.isascii() and answer.isascii():
        assert (recall((value,), answer) or 0.0) <= (recall((value,), answer, released=True) or 0.0)


@pytest.mark.parametrize(
    ("values", "found"), [((), "no value"), (("a", ""), "an empty value"), (("a", "b", "A"), "'a' more than once")]
)
def test_wanted_values_that_cannot_be_scored_are_refused(values: tuple[str, ...], found: str) -> None:
    with pytest.raises(BadInput, match=found):
        Wanted(values=values, form="")


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        ("1111111", 0.0),
        ("1111111, 2222222 and again 2222222", 1.0),
        ("1111111 2222222 3333333", 2.0),
        ("4444444 is in no text", 0.0),
        ("9999999 has 1111111", 0.0),
        (None, None),
    ],
)
def test_other_values_of_the_text_are_counted_once_each(answer: str | None, value: float | None) -> None:
    one = item(("1111111",), "9999999 a 1111111 b 2222222 c 3333333", query="9999999")
    (row,) = OTHERS_NAMED.score(one, Response(item=one, system="s", context="full", answer=answer), ())
    assert (row.value, row.failed, row.unjudged) == (value, value is None, False)
