"""Counts of tokens: which a provider is believed, and what stands in for the others."""

from __future__ import annotations

import pytest

from hayrick.harness.transport.calls import Usage
from hayrick.harness.transport.usage import AROUND, UNSEEN, counted, most, prompt_size
from hayrick.tokens import tokenizer

WORDS = "plain words of a prompt " * 100
MESSAGES = [("system", "Answer."), ("user", WORDS)]
REPLY = "- A bullet. [1]\n" * 10
SIZE = len("Answer." + WORDS)
OURS = Usage(tokens_in=prompt_size(MESSAGES), tokens_out=tokenizer().count(REPLY))


def usage(tokens_in: object = 500, tokens_cached: object = 0, tokens_out: object = 60) -> Usage:
    return Usage(tokens_in=tokens_in, tokens_cached=tokens_cached, tokens_out=tokens_out)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "told",
    [
        usage(),
        usage(100, 400),
        usage(0, 500),
        usage(SIZE),
        usage(2 * SIZE + AROUND),
        usage(SIZE // 100 + 1),
        usage(tokens_out=1024),
        usage(tokens_out=1024 + UNSEEN),
        usage(tokens_out=2),
    ],
)
def test_what_can_be_right_is_believed(told: Usage) -> None:
    assert counted(told, MESSAGES, REPLY, 1024) == (told, "")


@pytest.mark.parametrize(
    ("told", "doubt"),
    [
        (usage(-1), "-1 tokens in, 0 cached and 60 out"),
        (usage(600, -1), "600 tokens in, -1 cached and 60 out"),
        (usage(tokens_out=-15_600_000), "-15,600,000 out"),
        (usage(-400, 900), "-400 tokens in, 900 cached"),
        (usage(500.0), "500.0 tokens in"),
        (usage(True), "1 tokens in"),
        (usage(float("nan")), "nan tokens in"),
        (usage(tokens_out=float("inf")), "over 1,000,000,000 out"),
        (usage(tokens_out=-(10**4000)), "under -1,000,000,000 out"),
        (usage(2 * SIZE + AROUND + 1), "tokens in"),
        (usage(SIZE, SIZE + AROUND + 1), "cached"),
        (usage(SIZE // 100 - 1), "tokens in"),
        (usage(0, 0, 60), "the provider counted 0 tokens in"),
        (usage(tokens_out=1024 + UNSEEN + 1), "101,025 out"),
        (usage(tokens_out=0), "and 0 out"),
    ],
)
def test_what_cannot_be_right_is_counted_by_us_and_told(told: Usage, doubt: str) -> None:
    found = counted(told, MESSAGES, REPLY, 1024)
    assert found.usage == OURS
    assert doubt in found.doubt


THOUGHT = "Which one? " * 10_000
WITH_THOUGHT = Usage(tokens_in=OURS.tokens_in, tokens_out=OURS.tokens_out + tokenizer().count(THOUGHT))


@pytest.mark.parametrize(
    ("tokens_out", "is_believed"),
    [
        (100, False),
        (1_700, True),
        (30_000, True),
        (len(THOUGHT) * 2 + UNSEEN, True),
        (len(THOUGHT) * 3 + UNSEEN, False),
    ],
)
def test_reasoning_that_is_shown_counts(tokens_out: int, is_believed: bool) -> None:
    told = usage(tokens_out=tokens_out)
    found = counted(told, MESSAGES, REPLY, 1024, THOUGHT)
    assert (found.usage, found.doubt == "") == (told if is_believed else WITH_THOUGHT, is_believed)
    assert counted(Usage(), MESSAGES, REPLY, 1024, THOUGHT) == (WITH_THOUGHT, "")


def test_a_little_reasoning_may_be_encrypted_in_many_bytes() -> None:
    assert counted(usage(tokens_out=2), MESSAGES, "yes", 1024, "x" * 4096).doubt == ""


def test_where_a_provider_counts_nothing_there_is_no_doubt() -> None:
    assert counted(Usage(), MESSAGES, REPLY, 1024) == (OURS, "")


@pytest.mark.parametrize("text", ["", "\ud800", "水" * 1000])
def test_any_text_has_bounds(text: str) -> None:
    messages = [("user", text)]
    ours = Usage(tokens_in=prompt_size(messages), tokens_out=tokenizer().count(text))
    assert counted(ours, messages, text, 10) == (ours, "")


def test_a_call_takes_at_most_its_prompt_and_the_longest_reply() -> None:
    assert most(MESSAGES, 77) == Usage(tokens_in=prompt_size(MESSAGES), tokens_out=77)


def test_the_size_of_a_prompt_is_not_less_than_its_tokens() -> None:
    # 2 tokens, 8 a message, 5 % more, and 8.
    assert prompt_size([("user", "hello world")]) == int(1.05 * (2 + 8)) + 8
