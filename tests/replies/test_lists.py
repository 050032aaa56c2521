"""Lists of labels and orders of options, in the forms that models write."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hayrick.replies.lists import names_of, read_list
from hayrick.replies.orders import read_order

LABELS = ("Alice", "Bob", "1,234")


@pytest.mark.parametrize(
    "reply",
    [
        "Alice, Bob, 1,234",
        "Alice; Bob; 1,234;",
        "Alice, Bob,, 1,234, ",
        "Alice\nBob\n1,234",
        "- Alice\n- Bob\n- 1,234\n",
        "1. Alice\n2. Bob\n3. 1,234",
        "* **Alice**\n* **Bob**\n* **1,234**",
        "Alice, Bob and 1,234",
        '["Alice", "Bob", "1,234"]',
        '```json\n["Alice", "Bob", "1,234"]\n```',
        "Answer: Alice, Bob, 1,234.",
        "**Answer:** Alice, Bob, 1,234",
        "The names are Alice, Bob and 1,234.",
        "Here are the names in the text:\n\n- Alice\n- Bob\n- 1,234\n\nI hope that this is of help to you!",
        "The following names are mentioned: Alice, Bob, 1,234",
        "- Alice: a cook\n- Bob (her brother)\n- 1,234 - a number",
        "Alice, Bob, 1,234, None",
        '{"names": ["Alice", "Bob", "1,234"], "count": 3}',
        '```json\n{"main": {"names": ["Alice"]}, "minor": ["Bob", "1,234"]}\n```',
        '[{"name": "Alice", "role": "cook"}, {"name": "Bob"}, {"name": "1,234"}]',
        '{"name": "Alice"}\n{"name": "Bob"}\n{"name": "1,234"}',
        '{"names": "Alice, Bob, 1,234"}',
        "\u2023 Alice\n\u25aaBob\n\u2013 1,234",
        "Alice\u060c Bob / 1,234",
        "a) Alice\n(b) Bob\nC) 1,234",
        "<answer>Alice, Bob, 1,234</answer>\n\nI hope this helps!",
        "<names><name>Alice</name><name>Bob</name><name>1,234</name></names>",
        "| # | Name | Role |\n|---|:--|---|\n| 1 | Alice | cook |\n| 2 | **Bob** | brother |\n| 3 | 1,234 | number |",
        "| Alice | a cook |\n| Bob | brother |\n| 1,234 | - |",
    ],
)
def test_every_form_of_a_list_says_the_same(reply: str) -> None:
    assert read_list(reply) == LABELS


CLOSINGS = (
    """
Let me know if you need anything else!|I hope this helps!|Hope this helps.|Please let me know if I missed any.
Feel free to ask for more.|If you need more, just ask.|Note: some of them may be aliases.|That is everyone.
Please note that titles were left out.|These are all the names I found.|That's all of them.|Is there anything else?
Would you like me to sort them?|I have left out titles.|I've listed each name once.|The list is complete.|Thank you!
There are no other names in the text.|No other names are mentioned.|Happy to help with more.|You're welcome!
I apologize if I missed some.|All titles have been removed.|As requested, titles are left out.|Let me know!
Can I help with anything else?|(Titles are left out.)|*Let me know if I can help further.*|Some may be the same person.
""".strip()
    .replace("\n", "|")
    .split("|")
)
OPENINGS = (
    """
Sure!|Sure, here they are:|Of course.|Certainly! Here is the list.|Okay,|Here is the list of names.|Got it.|Here you go:
Of course! Here is what I found.|Great question!
Absolutely! Here you go:|I have read the text. The names are:|Thanks for the text!|Based on the text:
""".strip()
    .replace("\n", "|")
    .split("|")
)


@pytest.mark.parametrize("shown", ["Alice, Bob, 1,234", "Alice\nBob\n1,234", "- Alice\n- Bob\n- 1,234"])
def test_sentences_to_the_reader_are_no_labels(shown: str) -> None:
    for closing in CLOSINGS:
        assert read_list(f"{shown}\n\n{closing}") == read_list(f"{shown}\n{closing}") == LABELS, closing
        assert read_list(f"Alice, Bob, 1,234. {closing}") == LABELS, closing
    for opening in OPENINGS:
        assert read_list(f"{opening}\n\n{shown}") == read_list(f"{opening} Alice, Bob, 1,234") == LABELS, opening


@pytest.mark.parametrize(
    ("reply", "labels"),
    [
        ("Alice\nBob\nmy mother", ("Alice", "Bob", "my mother")),
        ("Alice, Bob.\nThe gardener.", ("Alice", "Bob", "The gardener")),
        ("Alice\n\nThe Cook.", ("Alice", "The Cook")),
        ("Alice, Bob, I hope", ("Alice", "Bob", "I hope")),
        ("- Alice\n- Let me know", ("Alice", "Let me know")),
        ("Hope, Grace", ("Hope", "Grace")),
        ("Will\nMay\nI", ("Will", "May", "I")),
        ("Alice, Bob\n\nAlso mentioned: Carol, Dan", ("Alice", "Bob", "Carol", "Dan")),
        ("Hello.\nThe names are Alice and Bob.", ("Hello", "The names are Alice", "Bob")),
    ],
)
def test_wrong_labels_stay(reply: str, labels: tuple[str, ...]) -> None:
    assert read_list(reply) == labels


@pytest.mark.parametrize(
    ("reply", "labels"),
    [
        ("120,145,300", ("120", "145", "300")),
        ("Numbers: 12,145,300.", ("12", "145", "300")),
        ("1,200", ("1,200",)),
        ("1,200,300; 45", ("1,200,300", "45")),
        ("1,200, 3,400", ("1,200", "3,400")),
        ('{"numbers": [120, 145.0, 1.5]}', ("120", "145", "1.5")),
        ("[Alice], [Bob]", ("Alice", "Bob")),
        ("A. Milne, Anne-Marie, AC/DC", ("A. Milne", "Anne-Marie", "AC/DC")),
    ],
)
def test_what_separates_labels(reply: str, labels: tuple[str, ...]) -> None:
    assert read_list(reply) == labels


@pytest.mark.parametrize(
    "reply", ["Keine.", "Ninguno", "Aucun nom", "\u65e0", "\u6ca1\u6709", '{"names": []}', "<answer>None</answer>"]
)
def test_none_in_other_forms(reply: str) -> None:
    assert read_list(reply) == ()


@pytest.mark.parametrize("reply", ["None", "none.", "N/A", '"None"', "There are none.", "No names are present.", "[]"])
def test_none_is_an_answer(reply: str) -> None:
    assert read_list(reply) == ()


@pytest.mark.parametrize("reply", ["", "  \n", "...", "I really would like not to name any people today."])
def test_what_names_nothing_is_no_answer(reply: str) -> None:
    assert read_list(reply) is None


def test_titles_and_possessives_are_no_part_of_a_name() -> None:
    assert names_of(["Mrs. Anne-Marie O\u2019Neil", "King Arthur's"]) == {"anne-marie", "o'neil", "arthur"}
    assert names_of(["Stephen King", "the Right Honourable Lady Ash", "Major"]) == {"stephen", "king", "ash", "major"}
    assert names_of(names_of(["Mr. Dr. Who"])) == {"who"}
    assert names_of(["Mr. Speaker", "Madam Deputy Speaker", "Mr. President"]) == set()
    assert names_of(["Mr. King", "Mr.Darcy", "Nurse Joy", "J.K. Rowling"]) == {"king", "darcy", "joy", "j.k", "rowling"}


@pytest.mark.parametrize(
    "reply",
    [
        "[3], [1], [2]",
        "[3],[1],[2],[3],[1],[2]",
        "[3] > [1] > [2]",
        "3 > 1 > 2",
        "3, 1, 2",
        "[3, 1, 2]",
        "There are 3 options: [3], [1], [2]",
        "1. [3]\n2. [1]\n3. [2]",
        "<3>\n<1>\n<2>",
        "[Option 3], [Option 1], [Option 2]",
        "[3] - the storm\n[1] - the wedding\n[2] - the end",
        "At first I thought of [1], [2]. But the order is: [3], [1], then [2].",
        "Section 1: [3]\nSection 2: [1]\nSection 3: [2]",
        "1. [3]\n2. [1]\n3. [2]\n\n[3], [1], [2]",
        "First comes [3].\nThen [1].\nLast [2]\n\n[3], [1], [2]",
        "[1] [3] - the storm\n[2] [1] - the wedding\n[3] [2] - the end",
        "[3]\n\n[1]\n\n[2]",
        "1) 3\n2) 1\n3) 2",
        "| Rank | Option | Why |\n|---|---|---|\n| 1 | 3 | storm |\n| 2 | 1 | wedding |\n| 3 | 2 | end |",
        "| Option | Rank |\n|---|---|\n| 1 | 2 |\n| 2 | 3 |\n| 3 | 1 |",
        "Rank 1: Option 3\nRank 2: Option 1\nRank 3: Option 2",
        "1st: 3\n2nd: 1\n3rd: 2",
        '{"1": 3, "2": 1, "3": 2}',
    ],
)
def test_every_form_of_an_order_says_the_same(reply: str) -> None:
    assert read_order(reply, 3) == (3, 1, 2)


def test_what_an_order_leaves_out_and_what_does_not_exist_is_kept() -> None:
    assert read_order("[3], [9]", 4) == (3, 9, None, None, None)
    assert read_order("I do not know.", 3) is None
    assert read_order("", 3) is None


@given(
    st.lists(st.sampled_from(["[", "]", "1", "2", ", ", "\n", "Section ", "<", ">", "and ", ":", "-", "no", "(", ")"]))
)
def test_nothing_raises(pieces: list[str]) -> None:
    reply = "".join(pieces)
    order = read_order(reply, 3)
    assert order is None or len(set(order) - {None}) == sum(one is not None for one in order)
    assert all(read_list(reply) or ["x"])


@pytest.mark.usefixtures("no_hang")
@pytest.mark.parametrize(
    ("piece", "label", "number"),
    [
        ("[1], ", "1", 1),
        ("7, ", "7", 7),
        ("I hope. ", None, None),
        ("If you\n", "If you", None),
        ("Sure! ", None, None),
        ("is a\n\n", "is a", None),
        ("- a\n", "a", None),
        ("a: ", None, None),
        ("(", None, None),
        ("is ", None, None),
        ("[", None, None),
        ("<1", "1<1<", 1),
        ("Answer ", None, None),
        ("and ", "and and", None),
        ("1. ", None, 1),
        ("> 1 ", None, 1),
        ("| ", None, None),
        ("| a |\n", "a", None),
        ("</a><a>", None, None),
        ('{"a": ', None, None),
        ("\n1: 2", "1", 1),
    ],
)
def test_long_tangled_replies_are_read(piece: str, label: str | None, number: int | None) -> None:
    """The first label starts with `label`, the first place of the order holds `number`."""
    labels, order = read_list(piece * 40_000), read_order(piece * 40_000, 100)
    assert labels is None if label is None else labels is not None and labels[0].startswith(label)
    assert number == (None if order is None else order[0])
