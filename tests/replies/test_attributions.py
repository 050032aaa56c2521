"""Replies that put numbered texts in two categories, in the forms that models write."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hayrick.replies.attributions import Attributed, read_attributed

WANTED = Attributed(frozenset({12, 34}), frozenset({56}))


@pytest.mark.parametrize(
    "reply",
    [
        "- Core IDs: [12], [34]\n- Supplementary IDs: [56]",
        "**Core IDs:** [12], [34]\n**Supplementary IDs:** [56]",
        "core ids: 12, 34\nsupplementary ids: 56",
        "Core IDs:\n[12], [34]\nSupplementary IDs:\n[56]",
        "## Core IDs\n- [12]\n- [34]\n\n## Supplementary IDs\n- [56]\n",
        "- Related Segments: <Segment 12>, <Segment 34>\n- Supporting Segments: <Segment 56>",
        "Related Segments: 12 and 34; Supporting Segments: 56",
        "I looked at all 3.\n\nRelated Segments: [12], [34]\nSupporting Segments: [56], [12]\n\nI hope it helps.",
        "Supplementary IDs: [56]\nCore IDs: [12], [34]",
        '{"Core IDs": [12, 34], "Supplementary IDs": [56]}',
        "Zugeh\u00f6rige Abschnitte: [12], [34]\nErg\u00e4nzende Abschnitte: [56]",
        "\u76f8\u5173\u6bb5\u843d\uff1a[12]\u3001[34]\n\u652f\u6301\u6bb5\u843d\uff1a[56]",
        "Segmentos relacionados: 12, 34\nSegmentos de apoyo: 56",
        "Related Segments:\n- [12] - supports the target\n- [34] - is related\nSupporting Segments:\n- [56] - others",
        "My related case was hard to see.\nThe related segments: [12], [34]. The supporting segments: [56].",
        "[12] Core\n[34]: Core - as in 7\n[56]: Supplementary",
        "12. Core\n34. Core\n56. Supplementary",
        "**Study 12** (core)\n**Study 34** is core.\n**Study 56** is not relevant.",
        "12: core, 34: core, 56: supplementary",
        "12, 34: Core\n56: Supplementary",
        "| ID | Title | Label |\n|---|---|---|\n| 12 | Of 7 | Core |\n| 34 | Old | Core |\n| 56 | X | Supplementary |",
        '{"12": "Core", "34": "Core", "56": "Supplementary"}',
        '[{"id": 12, "label": "Core"}, {"id": 34, "label": "core"}, {"id": 56, "label": "Supplementary"}]',
        "Core or Supplementary:\n[12] Yes\n[34] Yes\n[56] No",
        "1. Core IDs: [12], [34]\n2. Supplementary IDs: [56]",
        "Core studies are [12] and [34]. Supplementary studies are [56].",
        "Core IDs: [1]\nSupplementary IDs: [2]\nNo, once more:\nCore IDs: [12], [34]\nSupplementary IDs: [56]",
    ],
)
def test_every_form_says_the_same(reply: str) -> None:
    assert read_attributed(reply) == WANTED


@pytest.mark.parametrize(
    "reply",
    [
        "Core IDs: None\nSupplementary IDs: [56]",
        "- Core IDs:\n- Supplementary IDs: [56]",
        "- Core IDs: -\n- Supplementary IDs: [56]",
        "Supplementary IDs: [56]",
    ],
)
def test_nothing_in_the_first_category_is_an_answer(reply: str) -> None:
    assert read_attributed(reply) == Attributed(frozenset(), frozenset({56}))


def test_a_text_that_its_own_line_rejects_is_not_chosen() -> None:
    assert read_attributed("[1]: Supplementary\n[2]: Supplementary") == Attributed(frozenset(), frozenset({1, 2}))
    assert read_attributed("1. Core: none\n2. Supplementary: 1, 3") == Attributed(frozenset(), frozenset({1, 3}))


@pytest.mark.parametrize(
    ("listed", "numbers"),
    [
        ("1-3", {1, 2, 3}),
        ("[1]-[3], [7]", {1, 2, 3, 7}),
        ("[1-3]", {1, 2, 3}),
        ("<Segment 1> to <Segment 3>", {1, 2, 3}),
        ("1 - 3", {1, 3}),
        ("3-1", {1, 3}),
        ("1-999999", {1, 999999}),
    ],
)
def test_ranges_are_spelled_out(listed: str, numbers: set[int]) -> None:
    assert read_attributed(f"Core: {listed}\nSupplementary: 9") == Attributed(frozenset(numbers), frozenset({9}))


@pytest.mark.parametrize("reply", ["None", "no ids at all", "Core IDs: none"])
def test_none_alone_is_an_answer(reply: str) -> None:
    assert read_attributed(reply) == Attributed(frozenset())


@pytest.mark.parametrize("reply", ["", "I cannot help with that.", "- Core IDs:\n- Supplementary IDs:\n"])
def test_an_empty_form_is_no_answer(reply: str) -> None:
    assert read_attributed(reply) is None


def test_without_headings_all_numbers_are_chosen() -> None:
    assert read_attributed("[12], [34]") == Attributed(frozenset({12, 34}))


@pytest.mark.usefixtures("no_hang")
@pytest.mark.parametrize(
    ("piece", "chosen"),
    [
        ("Core IDs: ", None),
        ("Core ", None),
        ("not ", None),
        ("related segments ", None),
        ("[1", [1]),
        ("a ", None),
        ("a:\n", None),
        ("12, ", [12]),
        ("no ", []),
        ("\n1 | x | ", [1]),
        ("1-999 ", range(1, 1000)),
        (", 1 is ", [1]),
    ],
)
def test_long_tangled_replies_are_read(piece: str, chosen: Sequence[int] | None) -> None:
    expected = None if chosen is None else Attributed(frozenset(chosen), frozenset())
    assert read_attributed(piece * 40_000) == expected
