"""Planted sentences are read as Hayrick writes them; other rows of a file are passed over."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conftest import GOLDEN
from hayrick.haystacks.files import read_haystack
from hayrick.planted import Planted, lookalikes, planted_pairs, statements
from hayrick.types import Haystack, Lookalike

BAKERY = read_haystack(GOLDEN / "bakery_native.json")


def with_rows(rows: object, **extra: object) -> Haystack:
    return replace(BAKERY, extra={"language": "en", "statements": rows, **extra})


def row(kind: str, text: str = "An oven.", insight: str | None = "i1", **more: object) -> dict[str, object]:
    return {"document": "dA", "insight": insight, "kind": kind, "text": text, **more}


@pytest.mark.parametrize("rows", [None, 3, "says", {}, [], [3, None, []], [row("poem"), row("says", "")]])
def test_what_is_no_planted_sentence_is_passed_over(rows: object) -> None:
    assert list(statements(with_rows(rows))) == []
    assert lookalikes(with_rows(rows)) == {}


def test_rows_have_what_is_recorded() -> None:
    found = list(statements(with_rows([row("says", language="de"), row("refers", insight=None)])))
    assert found == [Planted("dA", "i1", "says", "An oven.", "de"), Planted("dA", "", "refers", "An oven.", "")]


def test_pairs_are_of_some_kinds_and_of_an_insight() -> None:
    rows = [row("says"), row("half"), row("near_miss", insight="i2"), row("says", insight=None)]
    assert planted_pairs(with_rows(rows), frozenset(["says", "half"])) == {("i1", "dA")}


def test_lookalikes_come_once_in_order_and_in_the_haystacks_language() -> None:
    rows = [
        row("outdated", "It had one oven."),
        row("says"),
        row("near_miss", "It sold an oven."),
        row("outdated", "It had one oven."),
        row("contradicts", "It has no oven.", language="en"),
        row("near_miss", "Ein Ofen.", language="de"),
        row("near_miss", "A mill.", insight="i2"),
    ]
    assert lookalikes(with_rows(rows)) == {
        "i1": (Lookalike("It had one oven."), Lookalike("It sold an oven."), Lookalike("It has no oven.", True)),
        "i2": (Lookalike("A mill."),),
    }
