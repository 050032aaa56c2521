from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hayrick.replies import bullets
from hayrick.replies.bullets import citable, parse_summary
from hayrick.types import Document

DOCUMENTS = citable([Document(id=f"d{n:02}", text="") for n in range(1, 21)])
Bullets = list[tuple[int, str, str]]


def parsed(reply: str | list[str]) -> Bullets:
    """(id, text, cited documents and ?unknown) of every bullet."""
    found = parse_summary(reply, DOCUMENTS)
    return [
        (b.id, b.text, " ".join([*sorted(b.cites), *(f"?{name}" for name in sorted(b.unknown))])) for b in found.bullets
    ]


A_AND_C: Bullets = [(1, "A is b.", "d01"), (2, "C is d.", "d02")]
CASES: list[tuple[str, str, Bullets]] = [
    ("hyphens", "- A is b [1].\n- C is d [2].", A_AND_C),
    ("stars", "* A is b [1].\n* C is d [2].", A_AND_C),
    ("dots and dashes", "• A is b [1].\n– C is d [2].", A_AND_C),
    ("numbers", "1. A is b [1].\n2. C is d [2].", A_AND_C),
    ("numbers with brackets", "1) A is b [1].\n(2) C is d [2].", A_AND_C),
    ("letters", "a) A is b [1].\nb. C is d [2].", A_AND_C),
    ("roman numbers", "i. A is b [1].\nii. C is d [2].", A_AND_C),
    ("bold numbers", "**1.** A is b [1].\n**2.** C is d [2].", A_AND_C),
    ("bold statements without citations", "**1. A is b.**\n**2. C is d.**", [(1, "A is b.", ""), (2, "C is d.", "")]),
    ("no marks at all", "A is b [1].\nC is d [2].", A_AND_C),
    ("citations after the stop", "- A is b. [1]\n- C is d. [2]", A_AND_C),
    ("citations in front", "- [1] A is b.\n- [2] C is d.", A_AND_C),
    ("a bold start", "- **A** is b [1].\n- **C** is d [2].", A_AND_C),
    ("carriage returns", "- A is b [1].\r\n- C is d [2].\r\n", A_AND_C),
    ("a year is no mark", "2023 was good [1].\n3.5 percent is little [2].", [
        (1, "2023 was good.", "d01"), (2, "3.5 percent is little.", "d02")]),
    ("empty lines have no id", "\n- A is b [1].\n\n\n- C is d [2].\n", A_AND_C),
    ("unknown documents", "- A is b [1][99].", [(1, "A is b.", "d01 ?99")]),
    ("nested lists", "- A is b [1].\n  - C is d [2].\n    * E [3]", [*A_AND_C, (3, "E", "d03")]),
    ("a preamble with a colon", "Here are the 2 main insights:\n\n- A is b [1].", [(2, "A is b.", "d01")]),
    ("a preamble without one", "Here are the 2 main insights\n- A is b [1].", [(2, "A is b.", "d01")]),
    ("a preamble of two lines", "Sure!\nHere is the list.\n- A is b [1].", [(3, "A is b.", "d01")]),
    ("a preamble before plain lines", "Sure! Here is the summary.\nA is b [1].", [(2, "A is b.", "d01")]),
    ("a curly apostrophe", "Here’s a summary of all\nA is b [1].", [(2, "A is b.", "d01")]),
    ("a preamble that cites is a statement", "Here is what rose: A [1]\n- C is d [2].", [
        (1, "Here is what rose: A", "d01"), (2, "C is d.", "d02")]),
    ("a statement that begins like praise", "Great progress was made.\nA is b.", [
        (1, "Great progress was made.", ""), (2, "A is b.", "")]),
    ("a statement that begins like a preamble", "These are hard times for bakers.\nA is b.", [
        (1, "These are hard times for bakers.", ""), (2, "A is b.", "")]),
    ("statements that begin like remarks", "A is b.\nNote taking is dying out.\nWords per minute fell.", [
        (1, "A is b.", ""), (2, "Note taking is dying out.", ""), (3, "Words per minute fell.", "")]),
    ("headings", "# Title\n## Part\n- A is b [1].", [(3, "A is b.", "d01")]),
    ("bold headings", "**Part**\n- A is b [1].\n**Other part:**\n- C is d [2].", [
        (2, "A is b.", "d01"), (4, "C is d.", "d02")]),
    ("bold numbered headings", "**1. Part**\n- A is b [1].\n**2. Other**\n- C is d [2].", [
        (2, "A is b.", "d01"), (4, "C is d.", "d02")]),
    ("items that head other items", "1. Part:\n   - A is b [1].\n2. **Other**\n   - C is d [2].", [
        (2, "A is b.", "d01"), (4, "C is d.", "d02")]),
    ("an item with a colon among its like", "- A:\n- C is d [2].", [(1, "A:", ""), (2, "C is d.", "d02")]),
    ("items of one word", "- A is b.\n- false\n* * *\n- Is c d?\n1. no", [
        (1, "A is b.", ""), (2, "false", ""), (4, "Is c d?", ""), (5, "no", "")]),
    ("rules and fences", "```markdown\n---\n- A is b [1].\n***\n```", [(3, "A is b.", "d01")]),
    ("a word count", "- A is b [1].\n\nWord count: 120", [(1, "A is b.", "d01")]),
    ("a bold word count", "- A is b [1].\n**Total words: 120**", [(1, "A is b.", "d01")]),
    ("a word count in brackets", "- A is b [1].\n(120 words)", [(1, "A is b.", "d01")]),
    ("a word count in square brackets", "A is b [1].\n[Word count: 120]", [(1, "A is b.", "d01")]),
    ("a closing remark", "- A is b [1].\nI hope this helps!", [(1, "A is b.", "d01")]),
    ("a closing statement that cites", "- A is b [1].\nIn summary, C is d [2].", [
        (1, "A is b.", "d01"), (2, "In summary, C is d.", "d02")]),
    ("citations on the next line", "- A is b.\n  [1]\n- C is d.\n  [2]", [
        (1, "A is b.", "d01"), (3, "C is d.", "d02")]),
    ("sources under every item", "1. A is b.\nSources:\n[1]\n2. C is d.\nSources:\n[2]", [
        (1, "A is b.", "d01"), (4, "C is d.", "d02")]),
    ("sources on a line of their own", "- A is b.\n  (Sources: [1])\n- C is d.\n  Source: [2]", [
        (1, "A is b.", "d01"), (3, "C is d.", "d02")]),
    ("a bare list of references", "- A is b [1].\n\nReferences:\n[3], [4]", [(1, "A is b.", "d01")]),
    ("a list of references with titles", "- A is b [1].\n\n## References\n[3] One\n[4] Two", [(1, "A is b.", "d01")]),
    ("a numbered list of references", "- A is b [1].\n**Sources**\n1. One\n2. Two [4]", [(1, "A is b.", "d01")]),
    ("references on one line", "- A is b [1].\nReferences: [1], [3]", [(1, "A is b.", "d01")]),
    ("a heading of that name before all else", "Sources\n- A is b [1].", [(2, "A is b.", "d01")]),
    ("a table before and after a list", "| a | b |\n|---|---|\n- A is b [1].\n| 3 | 4 [2] |", [
        (1, "| a | b |", ""), (3, "A is b.", "d01"), (4, "| 3 | 4 |", "d02")]),
    ("a line between marks is no row", "| wide |\n- A is b [1].", [(2, "A is b.", "d01")]),
    ("nothing", " \n\t\n", []),
    ("citations alone", "[1]\n- [2]", []),
    ("a refusal is a statement", "I cannot answer.", [(1, "I cannot answer.", "")]),
]  # fmt: skip


@pytest.mark.parametrize(("reply", "bullets"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_reply_to_bullets(reply: str, bullets: Bullets) -> None:
    assert parsed(reply) == bullets
    found = parse_summary(reply, DOCUMENTS)
    assert found.n_lines == sum(1 for line in reply.splitlines() if line.strip())


@pytest.mark.parametrize(
    ("reply", "headings"),
    [
        ("Here are 2 insights:\n- A\n- B", ["", ""]),
        ("## Part 1\n- A\n- B\n**Other:**\n- C", ["Part 1", "Part 1", "Other"]),
        ("All of it is open:\n- A\n- B\n\nThat is all of it.\n- C", ["All of it is open", "All of it is open", "", ""]),
        ("## Part\nA\nB", ["Part", "Part"]),
        ("## Part\n- A\n  and more\n- B", ["Part", "Part", "Part"]),
        ("- Part:\n  - A\n    - B\n- C", ["", "Part", "Part", ""]),
        ("1. **Part**\n   - A\n2. C", ["Part", ""]),
        ("- Part:\n- A", ["", ""]),
        ("## Part\n- Here [1]:\n  - A", ["Part", "Part"]),
    ],
)
def test_what_heads_a_bullet(reply: str, headings: list[str]) -> None:
    assert [one.heading for one in parse_summary(reply, DOCUMENTS).bullets] == headings


def test_lines_are_the_same_as_text() -> None:
    reply = "Here are 2 insights:\n\n- A [1]\n- B [2]"
    assert parse_summary(reply.split("\n"), DOCUMENTS) == parse_summary(reply, DOCUMENTS)


def test_ids_are_positions_in_stored_order_and_stored_ids() -> None:
    names = citable([Document(id="x", text=""), Document(id="1", text=""), Document(id="y", text="")])
    assert names == {"1": "x", "2": "1", "3": "y", "x": "x", "y": "y"}


@pytest.mark.parametrize(
    ("line", "cites", "unknown", "reason"),
    [
        ("- A [3]", {"d03"}, set(), "one"),
        ("- A [3,17] [5].", {"d03", "d05", "d17"}, set(), "lists and several brackets"),
        ("- A [03]", {"d03"}, set(), "leading zeros"),
        ("- A [3 5]", {"d03", "d05"}, set(), "spaces separate"),
        ("- A [3][99]", {"d03"}, {"99"}, "unknown numbers are wrong citations"),
        ("- A [3-5]", set(), set(), "no ranges"),
        ("- A [Article 3] (Doc 3) [d03] 【3】", set(), set(), "nothing but digits in square brackets"),
        ("- A [" + "9" * 5000 + "]", set(), {"9" * 5000}, "more digits than Python reads as a number"),
    ],
)
def test_paper_citations(line: str, cites: set[str], unknown: set[str], reason: str) -> None:
    (bullet,) = parse_summary(line, DOCUMENTS, "paper").bullets
    assert (bullet.id, bullet.text, set(bullet.cites), set(bullet.unknown)) == (1, line, cites, unknown), reason


def test_every_line_is_a_bullet_for_the_paper() -> None:
    reply = "Here are 2 insights:\n\n# Title\n- A [1]\n---\nWord count: 3"
    found = parse_summary(reply, DOCUMENTS, "paper")
    assert [bullet.id for bullet in found.bullets] == [1, 2, 3, 4, 5]
    assert [len(bullet.cites) for bullet in found.bullets] == [0, 0, 1, 0, 0]
    assert found.n_lines == 5


LINES = st.lists(
    st.sampled_from(
        ["- A [1]", "1. B", "**C**", "**2. D**", "# E", "Sources:", "[2]", "Sure!", "Word count: 3", "", " F:"]
    )
    | st.text(max_size=40),
    max_size=12,
)


@given(LINES)
def test_any_reply_gives_ascending_ids_within_its_lines(lines: list[str]) -> None:
    found = parse_summary("\n".join(lines), DOCUMENTS)
    ids = [bullet.id for bullet in found.bullets]
    assert ids == sorted(set(ids))
    assert all(1 <= id <= found.n_lines for id in ids)
    assert all(any(character.isalnum() for character in bullet.text) for bullet in found.bullets)
    paper = parse_summary("\n".join(lines), DOCUMENTS, "paper")
    assert len(paper.bullets) == paper.n_lines == found.n_lines


@pytest.mark.usefixtures("no_hang")
@pytest.mark.parametrize(
    "reply",
    [
        "- a " * 50_000,
        "- a [1]\n" * 5_000,
        "**" * 50_000,
        "-" * 100_000 + " a",
        "Here " * 30_000,
        "A line\n" * 40_000,
        "A line\n" * 40_000 + "- a [1]",
        "Sources\n- a [1]\n" * 20_000,
    ],
)
def test_long_replies_end(reply: str) -> None:
    assert parse_summary(reply, DOCUMENTS).n_lines == len(reply.splitlines())


@pytest.mark.parametrize("item", ["", "- a is b [1]."])
def test_each_line_is_looked_at_equally_often_whatever_their_number(item: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at = 0

    def counted(values: Iterable[object]) -> bool:
        nonlocal looked_at
        for value in values:
            looked_at += 1
            if value:
                return True
        return False

    monkeypatch.setattr(bullets, "any", counted, raising=False)
    counts = []
    for n in (100, 200, 300):
        looked_at = 0
        parse_summary([*["A line of prose"] * n, item, *["And one after it"] * n], DOCUMENTS)
        counts.append(looked_at)
    assert counts[2] - counts[1] == counts[1] - counts[0]
