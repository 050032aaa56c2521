"""Lines that fill a length, and lines planted in them."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hayrick.prompting import one_line
from hayrick.tasks.helmet import made_text
from hayrick.tasks.helmet.lines import (
    Text,
    evenly,
    free_places,
    place_at,
    planted,
    tokens_inside,
    tokens_of_line,
    tokens_of_lines,
)
from hayrick.tokens import tokenizer
from hayrick.types import BadInput


def test_depths_are_evenly_spaced_and_the_last_is_the_end() -> None:
    assert [evenly(1), evenly(2), evenly(4)] == [[0.5], [0.0, 1.0], [0.0, 0.333, 0.667, 1.0]]
    assert [place_at(depth, 10) for depth in (0.0, 0.333, 0.5, 0.25, 1.0)] == [0, 3, 5, 3, 10]


def test_lines_are_planted_before_the_places_they_were_given() -> None:
    assert planted(["a", "b"], ["x", "y", "z"], [2, 0, 1]) == ["y", "a", "z", "b", "x"]
    assert planted([], ["x"], [0]) == ["x"]
    with pytest.raises(BadInput, match="'x' more than once"):
        planted(["a"], ["x", "x"], [0, 1])
    with pytest.raises(BadInput, match="'a', which the text holds already"):
        planted(["a"], ["a"], [0])


class Drawing:
    """Random numbers that count up."""

    def __init__(self) -> None:
        self.n = -1

    def randrange(self, stop: int) -> int:
        self.n += 1
        return self.n // 2 % stop


def test_every_planted_line_has_a_place_of_its_own() -> None:
    draw: object = Drawing()
    assert sorted(free_places([1], 3, 3, draw)) == [0, 2, 3]  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="5 lines to plant and 4 places"):
        free_places([1], 4, 3, draw)  # type: ignore[arg-type]


@pytest.mark.parametrize("room", [0, 4, 5, 6, 100, 1000])
def test_sums_of_lines_from_any_line_on(room: int) -> None:
    text = Text(["The hay is dry.", "So.", "It rained on the old bridge."])
    for start in range(3):
        sums = text.sums(start, room)
        found = text.first(start, len(sums) - 1)
        assert found == [text.lines[(start + i) % 3] for i in range(len(found))]
        assert list(sums) == [sum(map(tokens_of_line, found[:n])) for n in range(len(found) + 1)]
        assert sums[-1] > room


@given(st.lists(st.text().map(one_line).filter(bool), min_size=1))
def test_tokens_of_lines_and_of_pieces_after_blanks_add_up(every: list[str]) -> None:
    assert tokens_of_lines(every).sum() == tokenizer().count("".join(f"{line}\n" for line in every))
    pieces = [piece for line in every for piece in line.split()]
    assert tokens_inside(pieces).sum() == tokenizer().count("".join(f" {piece}" for piece in pieces))


def test_own_sentences_and_names_are_distinct_and_numbers_are_absent() -> None:
    made = made_text.prose(65_536)
    assert made.tokens >= 65_536
    assert len(set(made.lines)) == len(made.lines)
    assert not re.search(r"\d|  |\bpass\b", "\n".join(made.lines))
    every: Sequence[Sequence[str]] = (made_text.keys(50_000), made_text.uuids(9000), made_text.words(200_000))
    assert all(len(set(one)) == len(one) for one in every)
    assert all(re.fullmatch(made_text.FORMS["uuid"], one) for one in made_text.uuids(9000))
    assert all(re.fullmatch(made_text.FORMS["number"], one) for one in made_text.numbers(9000))
    with pytest.raises(BadInput, match="at most 421875"):
        made_text.words(421_876)
