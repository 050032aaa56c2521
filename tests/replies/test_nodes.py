"""Lists of nodes after "Final Answer": what is read, by whom, and what is a failure."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hayrick.measures.nodes import helmet_f1
from hayrick.measures.sets import f1
from hayrick.replies.nodes import Nodes, helmet_nodes, read_nodes, strict_nodes

TWO = ("a1", "b2")


@pytest.mark.parametrize(
    ("reply", "named", "closed"),
    [
        ("Final Answer: [a1, b2]", TWO, True),
        ("final answer:[a1,b2]", TWO, True),
        ("Sure! The **Final Answer**: [`a1`, 'b2'] I hope this helps.", TWO, True),
        ("**Final Answer:** [**a1**, b2,]\nAnything else?", TWO, True),
        ("Final Answer:\n\n[a1,\n b2]", TWO, True),
        ("Final Answer: [c3]\nWait, no.\nFinal Answer: [a1, b2]", TWO, True),
        ("Final Answer: [a1, b2]. That is my final answer.", TWO, True),
        ("Final Answer: []", (), True),
        ("Final Answer: [a1, b", ("a1", "b"), False),
        ("Final Answer: [[a1, b2]]", TWO, True),
    ],
)
def test_the_last_list_is_read(reply: str, named: tuple[str, ...], closed: bool) -> None:
    assert read_nodes(reply) == Nodes(named, closed)


@pytest.mark.parametrize("reply", ["", "a1, b2", "[a1, b2]", "Final Answer: a1, b2", "The final answer is none.", "]["])
def test_a_reply_without_a_list_is_none(reply: str) -> None:
    assert read_nodes(reply) is None
    assert strict_nodes(reply) is None


def test_the_strict_reader_wants_the_last_line_and_nothing_else_on_it() -> None:
    assert strict_nodes("It is this.\nFinal Answer: [a1, b2]\n") == TWO
    assert strict_nodes("Final Answer: [a1, b2]\nHope this helps.") is None
    assert strict_nodes("Final answer: [a1, b2]") is None
    assert strict_nodes("So: Final Answer: [a1, b2]") is None


@given(st.text(alphabet="final Answer:[]*,\n ab", max_size=200))
def test_no_reply_raises(reply: str) -> None:
    for reader in (read_nodes, strict_nodes, helmet_nodes):
        reader(reply)


@pytest.mark.usefixtures("no_hang")
@pytest.mark.parametrize(
    ("piece", "named", "first"),
    [
        ("final answer", None, None),
        ("Final Answer: [", (), "Final Answer: ["),
        ("[", None, "[["),
        ("final answer ]", None, None),
        (" ", None, None),
        ("Final Answer: [a,", ("a",), "a"),
    ],
)
def test_long_rubbish_is_read(piece: str, named: tuple[str, ...] | None, first: str | None) -> None:
    """HELMET's reader takes all from the first bracket on; its first node starts with `first`."""
    read, helmet = read_nodes(piece * 60_000), helmet_nodes(piece * 60_000)
    assert read == (None if named is None else Nodes(named, closed=False))
    assert helmet == () if first is None else helmet[0].startswith(first)
    assert strict_nodes(piece * 60_000) is None


def test_known_answers_of_other_readers(shared: Path) -> None:
    cases = json.loads((shared / "vectors" / "helmet_later.json").read_text())
    seen = 0
    for case in cases:
        given, expected = case["input"], case["expected"]
        if case["metric"] == "graphwalks_helmet":
            assert helmet_f1(frozenset(given["answer"]), helmet_nodes(given["response"])) == pytest.approx(expected)
        elif case["metric"] == "graphwalks_lmeval":
            gold = frozenset(given["answer"])
            strict, lenient = strict_nodes(given["response"]), read_nodes(given["response"])
            found = {
                "f1": 0.0 if strict is None else f1(gold, set(strict)),
                "flexible_f1": 0.0 if lenient is None else f1(gold, set(lenient.named)),
            }
            # 0/0 is 0 there: a right empty answer earns nothing.
            assert found == (expected if gold else {"f1": 1.0, "flexible_f1": 1.0})
        elif case["metric"] == "graphwalks_card_reader":
            wanted = [one.removeprefix("Final Answer: [") for one in expected["nodes"]]
            assert list(strict_nodes(given["response"]) or ()) == wanted
        else:
            continue
        seen += 1
    assert seen >= 8
