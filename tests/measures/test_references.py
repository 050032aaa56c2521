"""Answers against references: ours by cases, the released rules against the original's own figures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hayrick.measures.answers import (
    COMPARISONS,
    SUBSTRING_EXACT_MATCH,
    References,
    answer_measure,
    answer_words,
    best,
    is_exact_match,
    is_substring,
    normalised,
    references_of,
    released_measure,
    token_f1,
)
from hayrick.protocols import Measure
from hayrick.types import BadInput, Item, Response, Score


def vectors(shared: Path, metric: str, file: str = "helmet_metrics") -> list[Any]:
    found = json.loads((shared / "vectors" / f"{file}.json").read_text(encoding="utf-8"))
    return [one for one in found if one["metric"] == metric]


def row(measure: Measure[References, str], answer: str | None, *references: str, reply: str | None = None) -> Score:
    item = Item(dataset="d", group="g", id="i", query="", gold=references)
    response = Response(item=item, system="s", context="full", answer=answer, reply=reply or answer or "")
    (found,) = measure.score(item, response, ())
    return found


def test_normalisation_is_the_originals(shared: Path) -> None:
    found = vectors(shared, "normalize_answer")
    assert len(found) == 13
    assert [normalised(one["input"]["text"]) for one in found] == [one["expected"] for one in found]


@pytest.mark.parametrize(("metric", "n"), [("exact_match", 14), ("substring_exact_match", 14)])
def test_released_matches_are_the_originals(shared: Path, metric: str, n: int) -> None:
    found = vectors(shared, metric)
    assert len(found) == n
    compare = COMPARISONS[f"{metric}.helmet"].value
    for one in found:
        assert compare(one["input"]["ground_truth"], one["input"]["prediction"]) == one["expected"], one


def test_of_reply_and_parsed_reply_the_better_counts(shared: Path) -> None:
    found = vectors(shared, "default_post_process")
    assert len(found) == 4
    for one in found:
        given = one["input"]
        for metric in ("exact_match", "f1", "substring_exact_match"):
            measure = released_measure(f"{metric}.helmet", tuple[str, ...])
            value = row(measure, "read", *given["answer"], reply=given["output"]).value
            assert value == pytest.approx(one["expected"][metric], abs=1e-12), (metric, one)


@pytest.mark.parametrize(
    ("reference", "answer", "exact", "within"),
    [
        ("Paris", "The Paris.", True, True),
        ("art", "heart", False, False),
        ("1889", "18890", False, False),
        ("Beyoncé", "Beyonce\u0301", True, True),
        ("Beyoncé", "BEYONCE", True, True),
        ("don’t stop", "Don't Stop!", True, True),
        ("Lincoln", "Lincoln's birthday", False, True),
        ("McDonald's", "mcdonalds", True, True),
        ("U.S.A.", "the USA", True, True),
        ("U.S. Army", "It was the US Army", False, True),
        ("4.5", "45", False, False),
        ("1,000,000", "$1000000", True, True),
        ("Spider-Man", "spider man", True, True),
        ("The Lord of the Rings", "lord of rings", True, True),
        ("Vitamin A", "vitamin C", False, False),
        ("Vitamin A", "Vitamin A is it", False, True),
        ("The Who", "who", True, True),
        ("The Who", "Nobody knows", False, False),
        ("A", "A", True, True),
        ("三", "三", True, True),
        ("", "", False, False),
        ("", "Paris", False, False),
        ("!", "!", False, False),
        ("Paris", "", False, False),
    ],
)
def test_words_are_compared(reference: str, answer: str, *, exact: bool, within: bool) -> None:
    assert (is_exact_match(reference, answer), is_substring(reference, answer)) == (exact, within)


@pytest.mark.parametrize(
    ("reference", "answer", "value"),
    [
        ("Paris", "Paris, France", 2 / 3),
        ("cat dog dog", "cat cat dog", 2 / 3),
        ("café", "the cafe", 1.0),
        ("yes", "yes, it is", 1 / 2),
        ("", "", 0.0),
        ("a", "", 0.0),
    ],
)
def test_f1_counts_words_that_are_shared(reference: str, answer: str, value: float) -> None:
    assert token_f1(reference, answer) == pytest.approx(value, abs=1e-12)


def test_the_best_reference_counts_and_no_answer_is_a_failure_with_the_least_value() -> None:
    found = row(SUBSTRING_EXACT_MATCH, "It is the Big Apple", "New York", "Big Apple")
    assert (found.value, found.failed, found.unit, found.measure) == (1.0, False, None, "substring_exact_match")
    assert row(answer_measure("f1", tuple[str, ...]), "big apple", "New York", "Big Apple pie").value == pytest.approx(
        4 / 5
    )
    for measure in (SUBSTRING_EXACT_MATCH, released_measure("f1.helmet", tuple[str, ...])):
        silent = row(measure, None, "x", reply="x")
        assert (silent.value, silent.failed, silent.unjudged) == (0.0, True, False)
    assert best(is_exact_match, (), "x") == 0.0


def test_a_long_reply_is_compared_with_many_references() -> None:
    """The reply's words are found once; 200 times would take minutes."""
    reply = "the heart of it, that is. " * 10_000
    references = tuple(f"art number {n}" for n in range(200))
    assert row(SUBSTRING_EXACT_MATCH, reply, *references).value == 0.0
    assert row(released_measure("substring_exact_match.helmet", tuple[str, ...]), reply, *references).value == 0.0


def test_a_richer_gold_says_where_its_references_are() -> None:
    measure: Measure[dict[str, Any], str] = answer_measure("exact_match", lambda gold: gold["answers"])
    item = Item(dataset="d", group="g", id="i", query="", gold={"answers": ["x"], "where": 3})
    (found,) = measure.score(item, Response(item=item, system="s", context="full", answer="x"), ())
    assert found.value == 1.0


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Paris", ("Paris",)),
        (["NYC", "New York", "NYC"], ("NYC", "New York")),
        ([["NYC"], ["Big Apple", "!!!"]], ("NYC", "Big Apple", "!!!")),
    ],
)
def test_references_as_files_have_them(value: object, expected: References) -> None:
    assert references_of(value, "f:1") == expected


@pytest.mark.parametrize(
    "value", ["", " ", [], ["Paris", ""], [["x"], []][1], 3, ["x", None], {"x": 1}, "!", ["", "?"]]
)
def test_empty_references_are_refused(value: object) -> None:
    with pytest.raises(BadInput, match="f:1"):
        references_of(value, "f:1")


@given(st.text(), st.text(), st.text())
def test_what_holds_an_answer_is_right_and_nothing_raises(before: str, gold: str, after: str) -> None:
    if answer_words(gold):
        assert is_exact_match(gold, gold)
        assert token_f1(gold, gold) == pytest.approx(1.0)
    assert is_substring("quartz", f"{before}\nquartz\n{after}")
    assert is_exact_match(before, gold) == is_exact_match(gold, before)
    assert not is_exact_match(before, gold) or is_substring(before, gold)
    assert normalised(normalised(gold)) == normalised(gold)
