"""F1 of labels, section by section, against the original's own figures where it is right."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hayrick.measures.sets import SET_F1, Sections, f1
from hayrick.replies.sections import labels_of
from hayrick.types import Item, Response

OURS = {"Alice\nBob": 1.0, "1,234": 0.0}
"""Predictions for which the original is wrong -> ours: lines are separate labels; see also the next test."""

LABELS = st.frozensets(st.text(max_size=3), max_size=6)


def folded(labels: tuple[str, ...] | list[str]) -> frozenset[str]:
    return frozenset(one.lower().strip(". ") for one in labels)


def item(gold: Sections) -> Item[Sections]:
    return Item(dataset="d", group="g", id="i", query="", gold=gold)


def values(gold: Sections, answer: Sections | None) -> dict[str | None, tuple[float | None, bool]]:
    response: Response[Sections] = Response(item=item(gold), system="s", context="full", answer=answer)
    return {row.unit: (row.value, row.failed) for row in SET_F1.score(item(gold), response, ())}


def test_f1_is_the_originals_but_for_its_quirks(shared: Path) -> None:
    vectors = json.loads((shared / "vectors" / "ethic_metrics.json").read_text(encoding="utf-8"))
    found = [one for one in vectors if one["metric"] in ("ethic_f1", "ethic_recalling")]
    assert len(found) == 14
    for one in found:
        written, labels = one["input"]["prediction"], one["input"]["labels"]
        theirs = one["expected"][2] if isinstance(one["expected"], list) else one["expected"]["f1_score"]
        gold = frozenset[str]() if labels == ["None"] else folded(labels)
        if written == "1,234":
            assert labels_of(written) == ("1,234",), "one label, which the original cuts in two"
            continue
        if written == "" and not gold:
            continue
        assert f1(gold, folded(labels_of(written))) == pytest.approx(OURS.get(written, theirs)), one


@pytest.mark.parametrize(
    ("written", "gold", "expected"),
    [
        ("Alice, Bob,", {"alice", "bob"}, 1.0),
        ("Alice, , Bob", {"alice", "bob"}, 1.0),
        ("- Alice\n- Bob\n", {"alice", "bob"}, 1.0),
        ("None", set(), 1.0),
        ("N/A", set(), 1.0),
        ("none, Alice", {"alice"}, 1.0),
    ],
)
def test_quirks_of_the_original_are_mended(written: str, gold: set[str], expected: float) -> None:
    assert f1(frozenset(gold), folded(labels_of(written))) == expected


@given(LABELS, LABELS)
def test_f1_is_symmetric_and_bounded(a: frozenset[str], b: frozenset[str]) -> None:
    assert 0 <= f1(a, b) <= 1
    assert f1(a, b) == f1(b, a)
    assert f1(a, a) == 1
    assert (f1(a, b) == 1) == (a == b)


def test_a_section_that_is_left_out_fails_with_zero_and_is_never_skipped() -> None:
    gold = {"1": frozenset({"2"}), "2": frozenset({"5"}), "3": frozenset[str]()}
    assert values(gold, {"1": frozenset({"2"})}) == {"1": (1.0, False), "2": (0.0, True), "3": (0.0, True)}
    assert values(gold, {"2": frozenset({"5", "6"}), "3": frozenset(), "9": frozenset({"1"})}) == {
        "1": (0.0, True),
        "2": (pytest.approx(2 / 3), False),
        "3": (1.0, False),
    }


def test_no_answer_fails_in_every_section() -> None:
    assert values({"1": frozenset({"2"}), "2": frozenset()}, None) == {"1": (0.0, True), "2": (0.0, True)}
