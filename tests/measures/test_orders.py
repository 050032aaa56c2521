"""Orders and chosen numbers against their gold: what can be gained by repeating, leaving out and saying "none"."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hayrick.measures.orders import OPTIONS_PLACED, ORDER_LCS, RELEASED_ORDER_LCS, longest_common
from hayrick.measures.sets import CHOSEN_F1, LABEL_F1, RELEASED_CHOSEN_F1, RELEASED_LABEL_F1, TEXTS_PLACED
from hayrick.protocols import Measure
from hayrick.replies.attributions import read_attributed
from hayrick.replies.lists import read_list
from hayrick.replies.orders import read_order
from hayrick.types import Document, Item, Response

Value = tuple[float | None, bool]


def value(measure: Measure[Any, Any], gold: object, answer: object, reply: str, texts: int = 0) -> Value:
    documents = tuple(Document(id=str(number + 1), text="x") for number in range(texts))
    item = Item(dataset="d", group="g", id="i", query="", gold=gold, documents=documents)
    response: Response[Any] = Response(item=item, system="s", context="full", answer=answer, reply=reply)
    (row,) = measure.score(item, response, ())
    return row.value, row.failed


def orders(reply: str, gold: tuple[int, ...] = (3, 1, 2)) -> list[Value]:
    answer = read_order(reply, len(gold))
    return [value(one, gold, answer, reply) for one in (ORDER_LCS, RELEASED_ORDER_LCS, OPTIONS_PLACED)]


@pytest.mark.parametrize(
    ("reply", "ours", "theirs", "placed"),
    [
        ("[3], [1], [2]", 1, 1, 1),
        ("The right order is: [3], [1], [2].", 1, 1, 1),
        ("[1], [2], [3], [1], [2], [3], [1], [2], [3]", 2 / 3, 1, 1),
        ("[1], [2], [3]", 2 / 3, 2 / 3, 1),
        ("[3]", 1 / 3, 1 / 3, 1 / 3),
        ("[3], [1], [2], [4], [5], [6]", 0.5, 1, 1),
    ],
)
def test_repeating_the_list_gains_nothing(reply: str, ours: float, theirs: float, placed: float) -> None:
    assert [pytest.approx(one) for one, _ in orders(reply)] == [ours, theirs, placed]


def test_a_silent_reply_fails_with_the_floor() -> None:
    assert orders("") == orders("I cannot tell.") == [(0.0, True)] * 3


@given(st.lists(st.integers(0, 5), max_size=9), st.lists(st.integers(0, 5), max_size=9))
def test_the_longest_common_subsequence_is_that_of_its_definition(a: list[int], b: list[int]) -> None:
    @cache
    def size(i: int, j: int) -> int:
        if i == len(a) or j == len(b):
            return 0
        return 1 + size(i + 1, j + 1) if a[i] == b[j] else max(size(i + 1, j), size(i, j + 1))

    assert longest_common(a, b) == longest_common(b, a) == size(0, 0)


@pytest.mark.parametrize(
    ("reply", "gold", "ours", "theirs", "placed"),
    [
        ("Core IDs: [1], [2]\nSupplementary IDs: [3]", {1, 2}, 1, 1, 1),
        ("core ids: [1], [2]\nsupplementary ids: [3]", {1, 2}, 1, 0.8, 1),
        ("Core IDs: None\nSupplementary IDs: [1], [2], [3]", set(), 1, 0, 1),
        ("None", {1}, 0, 0, 0),
        ("Core IDs: [1]", {1, 2}, 1 / 2, 2 / 3, 1 / 3),
        ("Core IDs: [1], [2]", {1, 2}, 4 / 5, 1, 2 / 3),
        ("Core IDs: None", set(), 0, 0, 0),
    ],
)
def test_a_right_none_is_worth_1(reply: str, gold: set[int], ours: float, theirs: float, placed: float) -> None:
    answer = read_attributed(reply)
    found = [value(one, frozenset(gold), answer, reply, 3) for one in (CHOSEN_F1, RELEASED_CHOSEN_F1, TEXTS_PLACED)]
    assert [one for one, _ in found] == [pytest.approx(one) for one in (ours, theirs, placed)]


def test_documents_without_numbers_have_no_share_of_placed_texts() -> None:
    item = Item(
        dataset="d", group="g", id="i", query="", gold=frozenset[int](), documents=(Document(id="a", text="x"),)
    )
    response: Response[Any] = Response(item=item, system="s", context="full", answer=None, reply="")
    assert list(TEXTS_PLACED.score(item, response, ())) == []


def test_labels_of_a_whole_text() -> None:
    def both(reply: str, *gold: str) -> list[Value]:
        labels = read_list(reply)
        answer = None if labels is None else frozenset(one.lower() for one in labels)
        return [value(one, frozenset(gold), answer, reply) for one in (LABEL_F1, RELEASED_LABEL_F1)]

    assert both("Alice\nBob", "alice", "bob") == [(1.0, False), (0.0, False)]
    assert both("Alice, Bob,", "alice", "bob") == [(1.0, False), (0.8, False)]
    assert both("None") == [(1.0, False), (1.0, False)]
    assert both("") == [(0.0, True), (0.0, True)]


@pytest.mark.usefixtures("no_hang")
def test_50_000_numbers_are_scored() -> None:
    """Work is linear in the length: a quadratic comparison does not come to an end here."""
    reply = ", ".join(f"[{number % 100 + 1}]" for number in range(50_000))
    assert orders(reply, tuple(range(1, 101)))[:2] == [(1.0, False), (1.0, False)]
    assert value(CHOSEN_F1, frozenset({1}), read_attributed(reply), reply)[0] == pytest.approx(2 / 101)
