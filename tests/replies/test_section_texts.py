"""A text for each section, and ratings, in the forms that models write."""

from __future__ import annotations

import json
from math import log

import pytest

from hayrick.replies.ratings import Weighted, read_rating, weighted_rating
from hayrick.replies.section_texts import read_section_texts
from hayrick.types import Alternative, Unparsed

WANTED = {1: "A man left in 1805.", 2: "He came\n\nback, as Section 1 says."}
ONE, TWO = WANTED.values()


@pytest.mark.parametrize(
    "reply",
    [
        f"<Section 1>\n{ONE}\n\n<Section 2>\n{TWO}",
        f"<Section 1> {ONE} <Section 2> {TWO}",
        f"Here are the summaries.\n\n**<Section 1>**\n{ONE}\n\n**<Section 2>**\n{TWO}\n",
        f"[Section 1]: {ONE}\n[Section 2]: {TWO}",
        f"Section 1: {ONE}\nSection 2: {TWO}",
        f"## Section 1\n\n{ONE}\n\n## Section 2\n\n{TWO}",
        f"**Section 1:** {ONE}\n\n---\n\n**Section 2:** {TWO}",
        f"<Segment 1>\n{ONE}\n<Segment 2>\n{TWO}",
        f"Abschnitt 1:\n{ONE}\n\nAbschnitt 2:\n{TWO}",
        f"<Secci\u00f3n 1>\n{ONE}\n<Secci\u00f3n 2>\n{TWO}",
        f"\u7b2c1\u8282\n{ONE}\n\n\u7b2c2\u8282\n{TWO}",
        f"1. {ONE}\n\n2. {TWO}",
        f"1\n{ONE}\n2\n{TWO}",
        '{"Section 1": "A man left in 1805.", "Section 2": "He came\\n\\nback, as Section 1 says."}',
        f"<Section 1> a draft\n<Section 1>\n{ONE}\n<Section 2>\n{TWO}\n<Section 3>\nnothing of the kind exists",
    ],
)
def test_every_form_says_the_same(reply: str) -> None:
    found = read_section_texts(reply, 2)
    assert found[1] == ONE
    assert found[2].startswith("He came\n\nback, as Section 1 says.")


@pytest.mark.parametrize(
    "heading",
    [
        "Section {} of 2: ",
        "## Section {}/2\n",
        "Section {} (Chapter 3)\n",
        "### Section {} (part {} of 2): ",
        "**Summary of Section {}**: ",
        "Section {} Summary:\n",
        "Section {}. ",
        "\u0413\u043b\u0430\u0432\u0430 {}.\n",
        "\u0916\u0902\u0921 {}: ",
        '<section id="{}">',
        "<Section_{}>",
        "<Section {} of 2>",
        "**Section {w}:** ",
        "Section {r}\n",
        "The {o} section:\n",
        "\u7b2c{c}\u8282\n",
    ],
)
def test_headings_of_many_forms(heading: str) -> None:
    said = [
        heading.format(number, number, w=w, r=r, o=o, c=c) + text
        for number, w, r, o, c, text in (
            (1, "One", "I", "First", "\u4e00", ONE),
            (2, "Two", "II", "second", "\u4e8c", "He came."),
        )
    ]
    assert read_section_texts("Here they are.\n\n" + "\n\n".join(said), 2) == {1: ONE, 2: "He came."}


@pytest.mark.parametrize(
    "reply",
    [
        json.dumps(["A", "B"]),
        "Here:\n```json\n" + json.dumps(["A", "B"]) + "\n```",
        json.dumps({"summaries": ["A", "B"], "title": "of all", "count": 2}),
        json.dumps([{"section": 1, "summary": "A"}, {"section": 2, "summary": "B"}]),
        json.dumps({"sections": [{"id": "Section 1", "text": "A"}, {"id": "Section 2", "text": "B"}]}),
        json.dumps({"Section 1": {"summary": "A"}, "Section 2": {"summary": "B"}}),
        "<sections>\n<Section 1>A</Section 1>\n<Section 2>B</Section 2>\n</sections>",
        "| 1 | A |\n| 2 | B |",
        "| Section | Summary |\n|---|---|\n| Section 1 | A |\n| Section 2 | B |",
    ],
)
def test_json_tags_and_tables(reply: str) -> None:
    assert read_section_texts(reply, 2) == {1: "A", 2: "B"}


def test_what_has_no_headings_is_not_read() -> None:
    for reply in (
        json.dumps(["A", "B", "C"]),
        "A\n\nB",
        "Section 1 says that he came.\nSection 2 says no.",
        '{"a": 1}',
    ):
        assert read_section_texts(reply, 2) == {}


def test_numbers_of_headings_are_those_of_their_words() -> None:
    written = "Section XIV:\na\nSection nineteen:\nb\nSection IX:\nc\n"
    assert read_section_texts(written, 20) == {14: "a", 19: "b", 9: "c"}
    assert read_section_texts("\u7b2c\u5341\u4e8c\u8282\nd\n\u7b2c\u4e8c\u5341\u8282\ne", 20) == {12: "d", 20: "e"}


def test_what_is_left_out_is_left_out() -> None:
    assert read_section_texts(f"<Section 2>\n{TWO}\n<Section 3>\n\n<Section 4>", 5) == {2: TWO}
    assert read_section_texts("", 3) == read_section_texts("A summary of all.", 3) == {}
    assert read_section_texts("A summary.", 1) == {1: "A summary."}
    assert read_section_texts(" \n", 1) == {}


@pytest.mark.usefixtures("no_hang")
@pytest.mark.parametrize(
    ("piece", "numbers", "rating"),
    [
        ("<Section 1>", [], 1),
        ("<Section ", [], None),
        ("Section ", [], None),
        ("Section 1: ", [1], 1),
        ("1\n", [], 1),
        ("# ", [], None),
        ('{"1', [], 1),
        ("\n* ", [], None),
        ("a 1\n", [], 1),
        (": ", [], None),
        ("score (", [], None),
        ("1.", [1], None),
        ("| 1 | a ", [1], None),
        ("</a>", [], None),
        ("[", [], None),
        ("Section I (", [], None),
    ],
)
def test_long_tangled_replies_are_read(piece: str, numbers: list[int], rating: float | None) -> None:
    assert list(read_section_texts(piece * 40_000, 20)) == numbers
    found = read_rating(piece * 40_000, 1, 5)
    assert rating == (None if isinstance(found, Unparsed) else found)


@pytest.mark.parametrize(
    ("reply", "rating"),
    [
        ("4", 4),
        (" 4.\n", 4),
        ("**4**", 4),
        ("4/5", 4),
        ("4 - it keeps to the text, but for 2 things", 4),
        ("Rating: 4", 4),
        ("There are 2 faults. The rating is 4.", 4),
        ("4, because", 4),
        ("Four out of five.", 4),
        ("Rating (1-5): **4**", 4),
        ("Score (out of 5): 4", 4),
        ('{"consistency": "4"}', 4),
        ("On a scale of 1 to 5, I give it a 4.", 4),
        ("4. Mostly consistent", 4),
        ("I found 2 errors in 7 sentences.", None),
        ("It has 2 faults", None),
        ("1. Not relevant\n2. Barely relevant", None),
        ("4/10", None),
        ("Rating: 8 out of 10", None),
        ("five hundred", None),
        ("3.5", 3.5),
        ("10", None),
        ("0", None),
        ("-4", None),
        ("6/5", None),
        ("", None),
        ("very good", None),
    ],
)
def test_ratings_are_read_or_are_none(reply: str, rating: float | None) -> None:
    found = read_rating(reply, 1, 5)
    assert isinstance(found, Unparsed) if rating is None else found == rating


def test_ratings_are_means_by_probability_divided_by_their_mass() -> None:
    def weighted(*found: tuple[str, float]) -> Weighted | None:
        return weighted_rating([Alternative(token, log(share)) for token, share in found], 1, 5)

    assert weighted(("5", 0.6), ("4", 0.3), ("3", 0.05), ("The", 0.05)) == pytest.approx((4.35 / 0.95, 0.95))
    assert weighted(("4", 0.5), (" 4", 0.25), ("5", 0.25)) == pytest.approx((4.25, 1.0))
    assert weighted(("5", 0.9), ("6", 0.1)) == pytest.approx((5.0, 0.9))
    assert weighted(("The", 0.9), ("10", 0.1)) is None
    assert weighted() is None
    assert weighted_rating([Alternative("5", 0.0005), Alternative("4", -1000)], 1, 5) == (5.0, 1.0)
