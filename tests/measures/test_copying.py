"""How exactly a text is repeated after a string: by hand, by difflib, and for replies that are no answer."""

from __future__ import annotations

from difflib import SequenceMatcher
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hayrick.measures.copying import BEGINS, COPY_LENIENT, COPY_RATIO, COPY_RAW, Copied, lenient_ratio, ratio
from hayrick.types import Item, Response

GOLD = Copied("q7R", "abcd", ("abxx", "abcd"))
ITEM = Item(dataset="d", group="g", id="i", query="", gold=GOLD)


def scores(reply: str) -> list[float | None]:
    """Strict, lenient, begins, and strict without stripping."""
    response = Response(item=ITEM, system="s", context="full", reply=reply, answer=reply.strip() or None)
    rows = [row for one in (COPY_RATIO, COPY_LENIENT, BEGINS, COPY_RAW) for row in one.score(ITEM, response, ())]
    assert {row.failed for row in rows} == {not reply.strip()}
    return [row.value for row in rows]


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("q7Rabcd", [1, 1, 1, 1]),
        ("\nq7Rabcd ", [1, 1, 1, 0]),
        # "ab" matches: 2 x 2 characters of 8.
        ("q7Rabxx", [0.5, 0.5, 1, 0.5]),
        ("Sure: q7Rabcd", [0, 1, 0, 0]),
        # "abcd" matches: 2 x 4 characters of 4 + 7 (strict), of 4 + 4 after the last string.
        ("q7Rq7Rabcd", [8 / 11, 1, 1, 8 / 11]),
        ("abcd", [0, 0, 0, 0]),
        ("q7R", [0, 0, 1, 0]),
        ("", [0, 0, 0, 0]),
    ],
)
def test_ratios_by_hand(reply: str, expected: list[float]) -> None:
    assert scores(reply) == pytest.approx(expected)


@given(st.text(max_size=400), st.text(max_size=400))
def test_it_is_difflibs_ratio_with_its_defaults(first: str, second: str) -> None:
    assert ratio(first, second) == SequenceMatcher(None, first, second).ratio()


def test_the_order_of_the_texts_is_that_of_each_grader() -> None:
    draw = Random(0)
    first, second = ("".join(draw.choices("abcde ", k=k)) for k in (150, 300))
    assert ratio(first, second) != ratio(second, first)
    assert lenient_ratio("QQ", f"QQ{second}", f"QQ{first}") == ratio(second.strip(), first.strip())


@pytest.mark.parametrize("piece", ["a", "ab", "the keeper of the lamp "])
def test_endless_replies_are_graded_at_once(piece: str) -> None:
    text = " ".join(["the keeper of the lamp mended a rope"] * 40)
    assert ratio(piece * (3_000_000 // len(piece)), text) < 0.01
