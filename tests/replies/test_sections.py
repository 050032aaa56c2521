"""Replies that go section by section, in the forms that models write."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hayrick.replies.sections import labels_of, read_sections

WANTED = {1: ("2", "5"), 2: (), 3: ("1,234",)}


@pytest.mark.parametrize(
    "reply",
    [
        "Section 1: 2, 5\nSection 2: none\nSection 3: 1,234",
        "Here is the list.\n\nSection 1: 2, 5\n\nSection 2: None.\n\nSection 3: 1,234\n\nI hope this helps, in 3 ways.",
        "**Section 1:** 2, 5\n**Section 2:** none\n**Section 3:** 1,234",
        "**Section 1**: 2; 5\n**Section 2**: N/A\n**Section 3**: 1,234",
        "## Section 1\n2, 5\n\n## Section 2\nnone\n\n## Section 3\n1,234\n",
        "### Section 1\n- 2\n- 5\n\n### Section 2\n- none\n\n### Section 3\n- 1,234",
        "Section 1\n\n1. 2\n2. 5\n\nSection 2\n\nnone\n\nSection 3\n\n1. 1,234",
        "<Section 1> 2, 5\n<Section 2> none\n<Section 3> 1,234",
        "[Section 1] 2, 5\n[Section 2] none\n[Section 3] 1,234",
        "- Section 1 - 2, 5\n- Section 2 - none\n- Section 3 - 1,234",
        "Section 1 (Chapter 4): 2, 5\nSection 2 (Chapter 5): -\nSection 3 (Chapter 6): 1,234",
        "SECTION 1: 2, 5; SECTION 2: nothing; SECTION 3: 1,234",
        "Sec. 1: 2, 5\nSec. 2: none\nSec. 3: 1,234",
        "| Section | Numbers |\n|---|---|\n| Section 1 | 2, 5 |\n| Section 2 | none |\n| Section 3 | 1,234 |",
        "Abschnitt 1: 2, 5\nAbschnitt 2: none\nAbschnitt 3: 1,234",
        "**Cap\u00edtulo 1**\n2, 5\n\n**Cap\u00edtulo 2**\nnone\n\n**Cap\u00edtulo 3**\n1,234",
        "\u7b2c1\u8282\uff1a2, 5\n\u7b2c2\u8282\uff1anone\n\u7b2c3\u8282\uff1a1,234",
        "1: 2, 5\n2: none\n3: 1,234",
        "1. 2, 5\n2. none\n3. 1,234",
        "| 1 | 2, 5 |\n| 2 | none |\n| 3 | 1,234 |",
        "Section 1: [2, 5]\nSection 2: []\nSection 3: ['1,234']",
        '{"1": ["2", "5"], "2": [], "3": ["1,234"]}',
        '{"Section 1": [2, 5], "Section 2": null, "Section 3": "1,234"}',
        '```json\n{"sections": {"section_1": "2, 5", "section_2": "none", "section_3": "1,234"}}\n```',
        '[{"section": 1, "numbers": [2, 5]}, {"section": 2, "numbers": []}, {"section": "3", "numbers": ["1,234"]}]',
        '{"Section 1": ["2", "5"],\n "Section 2": [],\n "Section 3": ["1,234"], "Section 4',
    ],
)
def test_every_form_says_the_same(reply: str) -> None:
    found = read_sections(reply)
    assert {number: found.get(number) for number in WANTED} == WANTED


def test_ranges_are_every_section_in_them() -> None:
    assert read_sections("Sections 1-3: none\nSection 4: 2\nSections 5 to 6: 7") == {
        1: (), 2: (), 3: (), 4: ("2",), 5: ("7",), 6: ("7",),
    }  # fmt: skip


def test_a_heading_that_nothing_follows_is_no_answer() -> None:
    assert read_sections("Section 1:\nSection 2: 3\n## Section 3\n") == {2: ("3",)}


def test_the_last_of_two_headings_of_one_section_counts() -> None:
    assert read_sections("Section 1: 2\nSection 1: 3") == {1: ("3",)}


@pytest.mark.parametrize("reply", ["", " \n", "I cannot do this.", "In section 3 of the text there are people.", "{}"])
def test_a_reply_without_sections_has_none(reply: str) -> None:
    assert read_sections(reply) == {}


def test_labels_are_each_there_once_and_never_empty() -> None:
    assert labels_of("2, 5, 2,, ;\n 5 ;") == ("2", "5")
    assert labels_of("12,000, 3,5") == ("12,000", "3", "5")
    assert labels_of("") == labels_of("None.") == labels_of("[]") == ()


@given(
    st.lists(st.sampled_from(["Section ", "3", ":", "\n", " ", "-", "*", "{", "}", '"', "[", "]", ",", "no", "|", "x"]))
)
def test_nothing_raises_and_labels_are_clean(pieces: list[str]) -> None:
    for number, labels in read_sections("".join(pieces)).items():
        assert number >= 0
        assert all(label.strip() for label in labels)
        assert len(set(labels)) == len(labels)


@given(st.dictionaries(st.integers(1, 99), st.lists(st.integers(1, 9999), max_size=4, unique=True), min_size=1))
def test_what_is_written_is_read_as_lines_and_as_json(wanted: dict[int, list[int]]) -> None:
    expected = {number: tuple(map(str, labels)) for number, labels in wanted.items()}
    lines = [f"Section {number}: {', '.join(map(str, labels)) or 'none'}" for number, labels in wanted.items()]
    assert read_sections("\n".join(lines)) == expected
    assert read_sections(json.dumps(wanted)) == expected


@pytest.mark.usefixtures("no_hang")
@pytest.mark.parametrize(
    "piece", ["Section ", "Section 1", "Section 1 (", "\u00a7", "*", "1", '{"', "section 1-", ", ", "\n-"]
)
def test_long_tangled_replies_are_read(piece: str) -> None:
    """Work is linear in the length: a quadratic reader does not come to an end here."""
    found = read_sections(piece * 100_000 + "\n\nSection 7: 2")
    assert found[7] == ("2",)
