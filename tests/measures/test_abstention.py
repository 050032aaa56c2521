"""Questions that nothing shown answers: abstentions in models' words, and what the measures make of replies."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from hayrick.measures.abstention import abstention_measures
from hayrick.replies.abstention import LONGEST, says_unanswered
from hayrick.replies.answers import read_answer
from hayrick.types import Item, Response


class Gold(NamedTuple):
    answers: tuple[str, ...]
    control: bool


def answers(gold: Gold) -> tuple[str, ...]:
    return gold.answers


MEASURES = abstention_measures(answers, lambda gold: gold.control)


def values(reply: str, *, control: bool) -> dict[str, tuple[float | None, bool]]:
    item = Item(dataset="d", group="g", id="i", query="who?", gold=Gold(("Ada Lovelace", "Lovelace"), control))
    said = Response(item=item, system="s", context="full", reply=reply, answer=read_answer(reply))
    rows = [row for measure in MEASURES for row in measure.score(item, said, ())]
    return {row.measure: (row.value, row.failed) for row in rows}


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        ("Answer: not in the passages", "abstained"),
        ("The passages do not say, but it was Ada Lovelace.", "abstained"),
        ("Answer: Ada Lovelace", "recalled"),
        ("It was Lovelace.", "recalled"),
        ("Answer: Charles Babbage", "hallucinated"),
        ("", None),
    ],
)
def test_a_control_is_abstained_from_recalled_made_up_or_failed(reply: str, kind: str | None) -> None:
    found = values(reply, control=True)
    assert set(found) == {"abstained", "hallucinated", "recalled"}
    assert {name: value for name, (value, _) in found.items()} == {name: float(name == kind) for name in found}
    assert {failed for _, failed in found.values()} == {kind is None}


def test_where_an_answer_is_shown_only_wrong_abstentions_count() -> None:
    assert values("Answer: not in the passages", control=False) == {"abstained_wrongly": (1.0, False)}
    assert values("Answer: Ada Lovelace", control=False) == {"abstained_wrongly": (0.0, False)}
    assert values(" ", control=False) == {"abstained_wrongly": (0.0, True)}


@pytest.mark.parametrize(
    "reply",
    [
        "not in the passages",
        "Not in the provided passages.",
        "The provided passages do not contain the answer to this question.",
        "None of the passages mention when it was built.",
        "The text doesn\u2019t say who it was.",
        "This is not mentioned in the documents.",
        "The name is not specified.",
        "There is not enough information to tell.",
        "No passage gives the year.",
        "It cannot be determined from what I was given.",
        "I could not find it.",
        "I don't know.",
        "Unanswerable",
        "**Unknown**",
    ],
)
def test_abstentions_are_read_in_many_words(reply: str) -> None:
    assert says_unanswered(reply)


@pytest.mark.parametrize(
    "reply",
    [
        "Paris",
        "Not Ines, but Tomas",
        "No, it was in 1901",
        "The Unknown Soldier",
        "The Answer Is Blowing in the Wind",
        "Passages of Time, not in the first edition",
        "He did not become king",
        "The man who was not there",
        "Nothing Else Matters",
        "No Country for Old Men",
        "",
    ],
)
def test_answers_are_no_abstentions(reply: str) -> None:
    assert not says_unanswered(reply)


def test_long_replies_are_read_in_part() -> None:
    assert not says_unanswered("a passage " * (LONGEST // 2) + "not in the passages")
    assert not says_unanswered("passages " * 100_000)
