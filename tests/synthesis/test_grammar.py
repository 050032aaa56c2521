from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hayrick.synthesis.grammar import DEEPEST, Malformed, drawn_number, expand, parse, require_sound, slots
from hayrick.synthesis.template.text_pool import Deck
from hayrick.types import BadInput


def results(text: str, n: int = 400) -> set[str]:
    return {expand(text, Random(seed), lambda name: f"<{name}>") for seed in range(n)}


@pytest.mark.parametrize(
    ("text", "expected", "reason"),
    [
        ("Plain.", {"Plain."}, "nothing to draw"),
        ("A {b|c}.", {"A b.", "A c."}, "one of two"),
        ("{a|}x", {"ax", "x"}, "an empty option is one"),
        ("{a|{b|c} d}", {"a", "b d", "c d"}, "choices in choices"),
        ("{a|{b|c}}}}", {"a}", "b}", "c}"}, "two braces close two choices; outside they are one brace"),
        ("At {the quay}", {"At <the quay>"}, "a slot"),
        ("{{a|b}}", {"{a|b}"}, "doubled braces are braces"),
        ("a | b", {"a | b"}, "a bar outside of braces is a bar"),
        ("{ {x} | y }", {" <x> ", " y "}, "spaces of options stay"),
    ],
)
def test_expansion(text: str, expected: set[str], reason: str) -> None:
    assert results(text) == expected, reason


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("{a|b", "never closed"),
        ("a}", "closes nothing"),
        ("{}", "neither a choice"),
        ("{3}", "neither a choice"),
        ("{a{b}}", "neither a choice"),
        ("{a|" * 10_000, "deep"),
        ("{a|" * (DEEPEST + 1) + "b" + "}" * (DEEPEST + 1), "deep"),
    ],
)
def test_malformed_texts(text: str, found: str) -> None:
    with pytest.raises(Malformed, match=found):
        parse(text)


def test_slots_are_found_in_every_option() -> None:
    assert sorted(slots("{a|{b|{c}} {number 3-4}} {d}")) == ["c", "d", "number 3-4"]


def test_unknown_slots_are_refused_with_their_place() -> None:
    require_sound("{quay} {number 1-2}", {"quay"}.__contains__, "f:3")
    with pytest.raises(BadInput, match=r"f:3: the slot \{pier\} has no list"):
        require_sound("{pier}", {"quay"}.__contains__, "f:3")


@pytest.mark.parametrize(
    ("name", "expected"),
    [("number 3-5", {"3", "4", "5"}), ("number 7-7", {"7"}), ("number 9-2", {"9"}), ("number", {None})],
)
def test_drawn_numbers(name: str, expected: set[str | None]) -> None:
    assert {drawn_number(name, Random(seed)) for seed in range(200)} == expected


@given(st.text(alphabet="ab{}| ", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        parse(text)
    except Malformed:
        return
    assert isinstance(expand(text, Random(0), str.upper), str)


@given(st.integers(1, 9), st.integers(1, 60), st.integers(0, 99))
def test_a_deck_deals_equally_often(size: int, n: int, seed: int) -> None:
    deck = Deck([str(number) for number in range(size)], Random(seed))
    dealt = Counter(deck.next(set()) for _ in range(n))
    assert max(dealt.values()) - min(dealt.values() if len(dealt) == size else [0]) <= 1


def test_a_deck_passes_over_what_is_used() -> None:
    deck = Deck(["a", "b", "c"], Random(1))
    assert deck.next({"a", "b"}) == "c"
    assert deck.next({"a", "b", "c"}) is None
    assert deck.next({"a", "b", "c"}, again=True) in {"a", "b", "c"}
    assert {deck.next({"c"}), deck.next({"c"})} <= {"a", "b"}
