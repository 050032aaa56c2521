from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hayrick.synthesis.grammar import (
    DEEPEST,
    Malformed,
    Pattern,
    drawn_number,
    expand,
    n_variants,
    parse,
    require_sound,
    sentences_of,
    slots,
    variant,
)
from hayrick.synthesis.template.text_pool import MOST_WORDINGS, Deck, Wordings
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


def shown(pattern: Pattern) -> str:
    """A parsed text without choices, with its slots by name."""
    return expand(pattern, Random(0), lambda name: f"<{name}>")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Plain.", {"Plain."}),
        ("{a|b} and {c|d|}", {"a and c", "a and d", "a and ", "b and c", "b and d", "b and "}),
        ("{a|{b|c} d} {e|f}", {"a e", "a f", "b d e", "b d f", "c d e", "c d f"}),
        ("{the quay} {a|{x} y}", {"<the quay> a", "<the quay> <x> y"}),
        ("{a|a}", {"a"}),  # Counted twice.
    ],
)
def test_variants_are_all_wordings_with_their_slots_open(text: str, expected: set[str]) -> None:
    found = [shown(variant(text, number)) for number in range(n_variants(text))]
    assert len(found) == len(expected) + (text == "{a|a}")
    assert set(found) == expected


def test_of_very_many_wordings_some_from_everywhere_are_dealt() -> None:
    found = dealt(["{a|b}" * 20], 2 * MOST_WORDINGS, 0)
    assert len(set(found[:MOST_WORDINGS])) == MOST_WORDINGS
    assert sorted(found[:MOST_WORDINGS]) == sorted(found[MOST_WORDINGS:])
    assert all({one[place] for one in found} == {"a", "b"} for place in range(20))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("One. Two! {Three|Four}? Five", 4),
        ('"One." Two.', 2),
        ("One {a. B|c}. Two.", 2),
        ("One.\nTwo", 2),
        ("At {quay}. {person} left.", 2),
        ("3.5 per cent.", 1),
        ("", 0),
    ],
)
def test_sentences_end_outside_of_choices(text: str, parts: int) -> None:
    assert len(sentences_of(text)) == parts


@given(st.text(alphabet="ab{}|. \n", max_size=40), st.integers(0, 9))
def test_sentences_in_a_row_are_the_text(text: str, seed: int) -> None:
    try:
        parse(text)
    except Malformed:
        return
    draw = Random(seed)
    assert "".join(expand(part, draw, str.upper) for part in sentences_of(text)) == expand(
        text, Random(seed), str.upper
    )


def dealt(texts: list[str], n: int, seed: int) -> list[str]:
    pool = Wordings(texts, Random(seed))
    return [shown(pool.next()) for _ in range(n)]


@given(st.integers(1, 5), st.integers(1, 4), st.integers(1, 60), st.integers(0, 99))
def test_texts_of_as_many_wordings_are_used_equally_often(texts: int, each: int, n: int, seed: int) -> None:
    choices = [f"{t} {{{'|'.join(map(str, range(each)))}}}" if each > 1 else f"{t} 0" for t in range(texts)]
    found = dealt(choices, n, seed)
    used = Counter(one.split()[0] for one in found)
    assert max(used.values()) - min(used[str(t)] for t in range(texts)) <= 1
    wordings = Counter(found)
    assert max(wordings.values()) - (min(wordings.values()) if len(wordings) == texts * each else 0) <= 1


def test_no_wording_comes_again_while_another_is_left() -> None:
    # 1 + 2 + 6 wordings, of which "b" and "c 1" stand in two texts: seven are different.
    texts = ["b", "{b|c 1}", "c {1|2|3|4|5|6}"]
    for seed in range(20):
        found = dealt(texts, 21, seed)
        assert [set(found[start : start + 7]) for start in (0, 7, 14)] == [{"b", *(f"c {n}" for n in range(1, 7))}] * 3


def test_wordings_depend_on_the_seed_alone() -> None:
    texts = ["a {1|2|3}", "b {1|2|3}"]
    assert dealt(texts, 12, 1) == dealt(texts, 12, 1)
    assert len({tuple(dealt(texts, 12, seed)) for seed in range(10)}) == 10
