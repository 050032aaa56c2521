"""What a reply may have cost whose line a crash cut off: it counts in the budget when its question is asked again."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from hayrick.harness.calls import Usage
from hayrick.harness.journal import Journal
from hayrick.harness.journal_file import FILE
from hayrick.harness.model_calls import LOST, Asker
from hayrick.harness.outgoing import Completion, Outgoing
from hayrick.harness.prices import Budget, OverBudget, Price, Prices
from hayrick.harness.usage import prompt_size
from hayrick.types import Message, Prompt

PRICES = Prices(date="d", models={"m": Price(tokens_in=1e6, tokens_out=1e6)})
"""A dollar a token."""

USED = Usage(tokens_in=5, tokens_out=1)
MOST_OUT = 10


def ask(text: str) -> Outgoing:
    prompt = Prompt(messages=(Message(role="user", text=text),), signature="s")
    return Outgoing(model="m", purpose="judge", prompt=prompt, parameters={}, max_tokens=MOST_OUT, repeat=0)


MOST = float(prompt_size([("user", "b")]) + MOST_OUT)
"""Dollars of one call at most; it costs six."""


class Server:
    """Answers with the question in capitals, and counts."""

    def __init__(self) -> None:
        self.n = 0

    async def __call__(self, question: Outgoing) -> Completion:
        self.n += 1
        return Completion(question.messages[-1][1].upper(), "stop", USED)


def run(folder: Path, texts: str, limit: float | None = None) -> tuple[float, int, Journal]:
    """Dollars paid, and calls made, by a run that goes on in a folder."""
    journal, server = Journal(folder), Server()
    asker = Asker(journal, server, PRICES, Budget(limit=limit, spent=journal.paid))

    async def go() -> None:
        for text in texts:
            await asker.ask(ask(text))

    try:
        asyncio.run(go())
    finally:
        journal.close()
    assert asker.budget.spent == journal.paid
    return journal.paid, server.n, journal


@pytest.fixture
def cut(tmp_path: Path) -> Path:
    """A folder whose run was killed while it wrote the line of its second call."""
    assert run(tmp_path, "ab")[:2] == (12.0, 2)
    path = tmp_path / FILE
    path.write_bytes(path.read_bytes()[:-40])
    return tmp_path


def test_a_reply_whose_line_was_cut_off_counts_at_most_what_it_cost(cut: Path) -> None:
    paid, n, journal = run(cut, "ab")
    assert (paid, n) == (6.0 + MOST + 6.0, 1)
    (lost,) = (one for one in journal.all_calls if one.purpose == LOST)
    assert lost.key == f"{LOST}/{ask('b').key}/0"
    assert lost.usage == Usage(tokens_in=prompt_size([("user", "b")]), tokens_out=MOST_OUT)
    assert "damaged" in lost.doubt
    assert lost.told_in is None, "it is no count of a server's"
    assert run(cut, "ab")[:2] == (paid, 0), "it counts once"


def test_it_is_kept_until_its_question_is_asked_however_often_a_run_is_killed_before(cut: Path) -> None:
    for _ in range(2):
        Journal(cut).close()
    assert run(cut, "ac")[:2] == (12.0, 1), "another call changes nothing of it"
    assert run(cut, "b")[:2] == (12.0 + MOST + 6.0, 1)
    assert (cut / FILE).read_bytes().count(b'"lost": [') == 1


def test_a_budget_that_has_no_room_for_both_is_not_exceeded(cut: Path) -> None:
    with pytest.raises(OverBudget):
        run(cut, "ab", limit=6.0 + MOST + MOST - 0.5)
    paid, n, _ = run(cut, "ab", limit=6.0 + MOST + MOST)
    assert (paid, n) == (6.0 + MOST + 6.0, 1)


def test_of_a_line_whose_beginning_is_lost_nothing_is_known(tmp_path: Path) -> None:
    run(tmp_path, "ab")
    path = tmp_path / FILE
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:2]) + lines[2][:20])
    assert run(tmp_path, "ab")[:2] == (12.0, 1)


def test_what_a_damaged_line_cost_is_in_the_lines_after_it(tmp_path: Path) -> None:
    run(tmp_path, "abc")
    path = tmp_path / FILE
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], lines[2].replace(b'"reply": "B"', b'"reply": "X"'), lines[3]]))
    assert run(tmp_path, "abc")[:2] == (18.0 + 6.0, 1)


def test_a_whole_last_line_that_is_damaged_counts_too(tmp_path: Path) -> None:
    run(tmp_path, "ab")
    path = tmp_path / FILE
    path.write_bytes(path.read_bytes().replace(b'"reply": "B"', b'"reply": "X"'))
    assert run(tmp_path, "ab")[:2] == (6.0 + MOST + 6.0, 1)
    assert run(tmp_path, "ab")[:2] == (6.0 + MOST + 6.0, 0)
