"""Statements with citations: where marks belong, what is no statement, and lists."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from hayrick.replies.marks import move_marks
from hayrick.replies.statements import (
    MOST_CITED,
    MOST_READ,
    MOST_STATEMENTS,
    Statement,
    read_list,
    read_statements,
    released_items,
    released_statements,
)

SHARED = Path(os.environ.get("HAYRICK_SHARED", Path(__file__).parents[3] / "shared"))
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
        ("1. [1] One.\n2. [2] Two.\n- [3] So.", "1. [1] One.\n2. [2] Two.\n- [3] So.", 0),
        ("a. [1] One.\n\nb. [2] Two.", "a. [1] One.\n\nb. [2] Two.", 0),
        ("A. [1] [2] B.", "A [1] [2]. B.", 1),
        ("A. [1] B. [2]\nC. [3]", "A [1]. B [2].\nC [3].", 3),
        ("A. [1]\nB. [2]", "A [1].\nB [2].", 2),
        ("7. [1] It was so.", "7 [1]. It was so.", 1),
        ("- [1] One.\n(a) [2] Two.\n1) [3] So.", "- [1] One.\n(a) [2] Two.\n1) [3] So.", 0),
        ("**One is so.** [1] Two.", "**One is so [1].** Two.", 1),
        ("One. [1]\r\nTwo. [2]", "One [1].\r\nTwo [2].", 2),
        ("One.\u00a0[1] Two.", "One [1]. Two.", 1),
        ("One.\r[1] Two.", "One.\r[1] Two.", 0),
        (". [1] One.", ". [1] One.", 0),
        ("- . [1] One.", "- . [1] One.", 0),
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


@pytest.mark.parametrize(
    "sentence",
    [
        "The 1989 - 1991 war ended.",
        "He won in 12. Then he left - alone.",
        "The plan (a) was good.",
        "Of the plans (a) cheap and (b) safe, 2. stood last.",
        "It rose by 3.5 - 4.0 points.",
        "The fee - 12.50 - was paid.",
        "She came - late - and left.",
        "They met on 3. May 1999 - by chance.",
        "Paris – the capital – has 2.1 million people.",
        "He — a smith — made it.",
        "The score was 3 - 2 at half time.",
        "Flights A - B and C - D were cut.",
        "Vitamin C) is a misprint.",
        "Take 5 * 4 + 3 - 2 as given.",
        "Dr. J. Smith and Mr. K. Low wrote it.",
        "The U.S. and the U.K. agreed in 1946.",
        "See sec. 4. 2 of the act.",
        "It is 2**3 and not 2*3.",
        "The name snake__case stands here.",
        "#1 song of 1999 was theirs.",
        "1989 was a year of change.",
        "1.5 million people fled.",
        "-5 degrees were measured.",
        "e.g. the north - where it rains.",
        "He said: - no, never.",
        "World War I - the Great War - ended.",
        "Type O - the most common - is free.",
        "From 9 a.m. - 5 p.m. it is open.",
        "Chapter 12) has no brackets.",
        "Room 101. was empty - as said.",
        "Grades b) and c) were given.",
        "In 5. place stood the team - again.",
        "The dots · and • are marks.",
        "C++ - a language - came in 1985.",
        "A plus + B minus - C is D.",
        "It was (1) cold, (2) wet and (3) dark.",
        "x - y",
        "Le 14. juillet – fête nationale – est férié.",
    ],
)
def test_no_text_is_lost_but_marks(sentence: str) -> None:
    for reply in (
        sentence,
        f"{sentence[:-1]} [1]{sentence[-1]}",
        f"- {sentence}",
        f"12. {sentence}",
        f"(b) {sentence}",
    ):
        shown = " ".join(one.text for one in read_statements(reply, 3).statements)
        assert shown == sentence, reply


def test_emphasis_and_headings_are_no_text() -> None:
    answer = read_statements("## So\n**One** thing **is** so [1].\n这是**重点**内容[2]。", 3)
    assert [one.text for one in answer.statements] == ["One thing is so.", "这是重点内容。"]


N = 200_000
SHAPES = {
    "blanks": " " * N + "x",
    "line breaks": "\n" * N + "x",
    "short lines": "a\n" * (N // 2),
    "marks": "[1]" * (N // 3),
    "ranges": "[1-9999999]" * (N // 11),
    "different ranges": "".join(f"[1-{9_000_000 + n}]" for n in range(N // 11)),
    "ranges by line": "So it is [1-9999999].\n" * (N // 22),
    "open brackets": "([" * (N // 2),
    "dashes": "- " * (N // 2),
    "numbers": "1. " * (N // 3),
    "one word": "a" * N,
    "quotes": '"' * N,
    "sentences": "He went home. [1] " * (N // 18),
    "bare marks": "[1]," * (N // 4),
    "introductions": "a:\n" * (N // 3),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_long_reply_of_any_shape_is_read(shape: str) -> None:
    reply = SHAPES[shape]
    answer = read_statements(reply, 700)
    assert len(answer.statements) <= MOST_READ
    assert len(read_list(reply, "q", 700).items) <= MOST_READ
    assert len(released_statements(reply, 700)) <= MOST_READ
    assert len(released_items(reply)) <= MOST_READ


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


def test_released_statements_keep_marks_and_repetitions() -> None:
    found = released_statements("One so. [1] Two so [2][2][1][3]. Three [99]. No.", 3)
    assert found == (Statement("One so."), Statement("Two so.", (1, 2, 2)), Statement("Three."))
    assert released_statements("Zero [0].", 3) == (Statement("Zero.", (3,)),)


@pytest.mark.parametrize(
    "text", ["[1]" * 30000, ". [1]" * 20000, "." * 100000 + "[1]", "a," * 50000, "[" * 100000, "1" * 9999]
)
def test_rubbish_is_read_in_bounded_time(text: str) -> None:
    assert len(read_statements(text, 700).statements) <= len(text)
    read_list(text, "q", 700)
    released_statements(text, 700)
