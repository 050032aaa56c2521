"""Statements with citations: where marks belong, what is no statement, and lists."""

from __future__ import annotations

import json

import pytest

from conftest import SHARED
from hayrick.replies.statements import (
    MOST_CITED,
    MOST_STATEMENTS,
    Statement,
    move_marks,
    read_list,
    read_statements,
    released_statements,
)

VECTORS = SHARED / "vectors" / "helmet_later.json"
DOCUMENTS = {str(number): str(number) for number in range(1, 21)}


@pytest.mark.parametrize(
    ("text", "expected", "moved"),
    [
        ("One. [1] Two. [2]", "One [1]. Two [2].", 2),
        ("One. [1][2] Two.", "One [1][2]. Two.", 1),
        ("One. [1] [2, 3] Two.", "One [1] [2, 3]. Two.", 1),
        ("One. [1]. Two [2].", "One [1]. Two [2].", 1),
        ("One? [1]\nTwo! [2]", "One [1]?\nTwo [2]!", 2),
        ('She said "go." [1] He went.', 'She said "go [1]." He went.', 1),
        ("(As was known.) [4] Then.", "(As was known [4].) Then.", 1),
        ("One [1]. [2] Two.", "One [1] [2]. Two.", 1),
        ("One. [Document 3] Two.", "One [Document 3]. Two.", 1),
        ("一つ。[1]二つ。", "一つ [1]。二つ。", 1),
        ("[1] One. [2] Two.", "[1] One [2]. Two.", 1),
        ("1. [1] One.\n- [2] Two.", "1. [1] One.\n- [2] Two.", 0),
        ("approx. [1] forty", "approx. [1] forty", 0),
        ("One [1]. Two [2].", "One [1]. Two [2].", 0),
        ("One. [1], two.", "One. [1], two.", 0),
        ("", "", 0),
    ],
)
def test_marks_after_a_full_stop_move_before_it(text: str, expected: str, moved: int) -> None:
    assert move_marks(text, DOCUMENTS) == (expected, moved)
    assert move_marks(expected, DOCUMENTS).moved == 0


@pytest.mark.skipif(not VECTORS.is_file(), reason="no vectors: set HAYRICK_SHARED to their folder")
def test_marks_as_specified() -> None:
    found = json.loads(VECTORS.read_text(encoding="utf-8"))
    given = [case for case in found if case["metric"] == "normalise_citation_position"]
    assert len(given) == 4
    for case in given:
        assert move_marks(case["input"]["text"], DOCUMENTS)._asdict() == case["expected"], case["input"]["name"]


def test_statements_with_and_without_moving() -> None:
    answer = read_statements(
        "# Answer\nIn short:\n* **One** thing is so. [1]\n* Two [2-4], and more [9, 30].\n\nYes.", 20
    )
    assert answer.statements == (Statement("One thing is so.", (1,)), Statement("Two, and more.", (2, 3, 4, 9), 1))
    assert answer.unmoved[0] == Statement("One thing is so.", ())
    assert answer.moved == 1
    assert "[" not in answer.text


def test_what_cites_much_is_bounded() -> None:
    (one,) = read_statements("All of it [1-20].", 20).statements
    assert (len(one.cites), one.further) == (MOST_CITED, 20 - MOST_CITED)
    answer = read_statements("\n".join(f"Thing number {n} is so [1]." for n in range(MOST_STATEMENTS + 3)), 20)
    assert len(answer.statements) == MOST_STATEMENTS + 3
    assert [one.cites for one in answer.statements[-4:]] == [(1,), (), (), ()]
    assert answer.statements[-1].further == 1


def test_items_of_a_list() -> None:
    answer = read_list("The towns are Ayr [1], Bath [2] [3] and Cork [4, 5], with 1,200 people.", "Which?", 5)
    assert [forms[-1] for forms in answer.items] == ["Ayr", "Bath", "Cork", "with 1,200 people"]
    assert [one.cites for one in answer.statements] == [(1,), (2, 3), (4, 5), ()]
    assert answer.statements[0].text == "Which? Ayr"


def test_items_that_hold_and_or_a_verb() -> None:
    answer = read_list("This Is Us [1], Simon and Garfunkel [2]", "Which?", 2)
    assert answer.items == (("This Is Us",), ("Simon and Garfunkel",))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The bridge opened in 1990. It fell in 2001 [1].", ["The bridge opened in 1990.", "It fell in 2001."]),
        ("The bridge - an old one - fell [1].", ["The bridge - an old one - fell."]),
        ("It has a crew of 12. Most are women [2].", ["It has a crew of 12.", "Most are women."]),
        ("  2) It fell [1].", ["It fell."]),
        ("It fell" + " " * 200_000 + "[1].", ["It fell."]),
    ],
)
def test_only_what_begins_a_line_marks_a_list(text: str, expected: list[str]) -> None:
    assert [one.text for one in read_statements(text, 3).statements] == expected


def test_released_statements_keep_marks_and_repetitions() -> None:
    found = released_statements("One so. [1] Two so [2][2][1][3]. Three [99]. No.", 3)
    assert found == (Statement("One so."), Statement("Two so.", (1, 2, 2)), Statement("Three."))
    assert released_statements("Zero [0].", 3) == (Statement("Zero.", (3,)),)


@pytest.mark.usefixtures("no_hang")
@pytest.mark.parametrize(
    "text",
    [
        "[1]" * 30000,
        ". [1]" * 20000,
        "." * 100000 + "[1]",
        "a," * 50000,
        "[" * 100000,
        "1" * 9999,
        "He came. [1] " * 20_000,
    ],
)
def test_rubbish_is_read_in_bounded_time(text: str) -> None:
    assert len(read_statements(text, 700).statements) <= len(text)
    read_list(text, "q", 700)
    released_statements(text, 700)
