"""Asking again: what is asked, how often, with which numbers, and what is counted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import pytest

from hayrick.asking import CUT_OFF, READ_TRIES, REFUSED, Reader, Tally, read_replies
from hayrick.asking.reader import is_read
from hayrick.types import Message, Prompt, Question, Reply, Unparsed

Script = Callable[[Question], Reply | None]


class Scripted:
    """Answers by a function of the question, and keeps the rounds."""

    def __init__(self, answer: Script) -> None:
        self.answer = answer
        self.rounds: list[list[tuple[str, int]]] = []
        self.questions: list[Question] = []

    async def __call__(self, questions: Sequence[Question]) -> list[Reply | None]:
        self.rounds.append([(text_of(one), one.repeat) for one in questions])
        self.questions += questions
        return [self.answer(one) for one in questions]


def question(text: str, repeat: int = 0) -> Question:
    prompt = Prompt(messages=(Message(role="user", text=text),), signature="test")
    return Question(role="judge", prompt=prompt, max_tokens=9, repeat=repeat)


def text_of(one: Question) -> str:
    return one.prompt.messages[0].text


def number(text: str) -> int | Unparsed:
    return int(text) if text.isdigit() else Unparsed(reason="no number", reply=text)


def number_of(reply: Reply) -> int | Unparsed:
    return number(reply.text)


def asked(answer: Script, texts: str, repeat: int = 0) -> tuple[list[int | None], Scripted, Tally]:
    ask, tally = Scripted(answer), Tally()
    questions = [question(text, repeat) for text in texts]
    found = asyncio.run(read_replies(ask, questions, [number_of] * len(questions), tally))
    return found, ask, tally


def test_what_is_read_at_once_is_asked_once_and_in_one_round() -> None:
    found, ask, tally = asked(lambda one: Reply(str(ord(text_of(one)))), "ab")
    assert found == [97, 98]
    assert ask.rounds == [[("a", 0), ("b", 0)]]
    assert tally == Tally(asked=2)


def test_only_what_could_not_be_read_is_asked_again_with_the_next_number() -> None:
    found, ask, tally = asked(lambda one: Reply("7" if one.repeat >= ord(text_of(one)) - 97 else "?"), "acb")
    assert found == [7, 7, 7]
    assert ask.rounds == [[("a", 0), ("c", 0), ("b", 0)], [("c", 1), ("b", 1)], [("c", 2)]]
    assert tally == Tally(asked=6, unread=3, mended=2)


def test_a_question_s_own_number_is_where_its_tries_begin() -> None:
    _, ask, _ = asked(lambda one: Reply("?"), "a", repeat=200)
    assert ask.rounds == [[("a", 200)], [("a", 201)], [("a", 202)]]


def test_tries_are_bounded_and_what_stays_unread_is_none() -> None:
    found, ask, tally = asked(lambda one: Reply("7" if text_of(one) == "b" else "?"), "ab")
    assert found == [None, 7]
    assert [len(one) for one in ask.rounds] == [2, *[1] * (READ_TRIES - 1)]
    assert tally == Tally(asked=2 + READ_TRIES - 1, unread=READ_TRIES, given_up=1)


@pytest.mark.parametrize(
    ("fails_at", "expected"),
    [(0, Tally(asked=1, failed=1)), (1, Tally(asked=2, failed=1, unread=1, given_up=1))],
    ids=["at first", "when asked again"],
)
def test_a_failed_call_is_not_repeated_here(fails_at: int, expected: Tally) -> None:
    found, _, tally = asked(lambda one: None if one.repeat == fails_at else Reply("?"), "a")
    assert found == [None]
    assert tally == expected, "the harness has its own tries for calls"


def test_nothing_to_ask_asks_nobody() -> None:
    found, ask, tally = asked(lambda one: Reply("7"), "")
    assert (found, ask.rounds, tally) == ([], [], Tally())


def test_the_order_of_answers_is_that_of_the_questions() -> None:
    found, _, _ = asked(lambda one: Reply(str(ord(text_of(one))) if one.repeat or text_of(one) > "b" else "?"), "dacb")
    assert found == [100, 97, 99, 98]


def test_tallies_add_up() -> None:
    both = Tally(asked=1, failed=2, unread=3, mended=4, given_up=5) + Tally(asked=10, failed=20, unread=30)
    assert both == Tally(asked=11, failed=22, unread=33, mended=4, given_up=5)


def test_a_reader_of_replies_sees_why_the_model_stopped() -> None:
    def read(reply: Reply) -> str | Unparsed:
        return Unparsed(reason="cut off") if reply.stop == CUT_OFF else reply.text

    ask = Scripted(lambda one: Reply("x", CUT_OFF if one.repeat < 2 else "stop"))
    assert asyncio.run(read_replies(ask, [question("a")], [read])) == ["x"]
    assert len(ask.rounds) == 3


class TestReader:
    def test_one_tally_over_several_rounds(self) -> None:
        reader = Reader(Scripted(lambda one: Reply("7" if one.repeat else "?")))

        async def rounds() -> list[int | None]:
            return [*await reader([question("a")], [number]), *await reader([question("b")], [number])]

        assert asyncio.run(rounds()) == [7, 7]
        assert reader.tally == Tally(asked=4, unread=2, mended=2)

    def test_a_refusal_is_a_failed_call_whatever_it_says(self) -> None:
        ask = Scripted(lambda one: Reply("7", REFUSED) if text_of(one) == "a" else Reply("8"))
        reader = Reader(ask)
        assert asyncio.run(reader([question("a"), question("b")], [number, number])) == [None, 8]
        assert ask.rounds == [[("a", 0), ("b", 0)]], "it would only be refused again"
        assert reader.tally == Tally(asked=2, failed=1)

    def test_a_refusal_of_a_further_try_gives_up(self) -> None:
        reader = Reader(Scripted(lambda one: Reply("", REFUSED) if one.repeat else Reply("?")))
        assert asyncio.run(reader([question("a")], [number])) == [None]
        assert reader.tally == Tally(asked=2, failed=1, unread=1, given_up=1)

    def test_each_question_is_read_by_its_own_reader(self) -> None:
        def length(text: str) -> int | Unparsed:
            return len(text)

        reader = Reader(Scripted(lambda one: Reply("12")))
        assert asyncio.run(reader([question("a"), question("b")], [length, number])) == [2, 12]


def test_a_question_says_which_replies_to_it_are_of_use() -> None:
    _, ask, _ = asked(lambda one: Reply("?"), "a")
    readable = ask.questions[0].readable
    assert readable is not None
    assert [readable(one) for one in (Reply("7"), Reply("?"), Reply("7", REFUSED))] == [True, False, False]
    partly = Unparsed(reason="one of two", partly=True)
    assert is_read(lambda reply: partly, Reply("7"))
