"""What a reply may have cost whose line a crash cut off: it counts in the budget when its question is asked again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from hayrick.harness.models.model_calls import Asker
from hayrick.harness.models.prices import Budget, OverBudget, Price, Prices
from hayrick.harness.storage.journal import Journal
from hayrick.harness.storage.journal_file import FILE
from hayrick.harness.transport.calls import LOST, Usage
from hayrick.harness.transport.outgoing import Completion, Outgoing
from hayrick.harness.transport.usage import prompt_size
from hayrick.records.costs import COSTS, Cost, write_costs
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


Damage = Callable[[list[bytes]], Sequence[bytes]]
"""Lines of a journal -> what is left of them. The first is the header."""

DAMAGES: dict[str, tuple[Damage, int, int]] = {
    "one line": (lambda lines: [lines[0], b"x\n", *lines[2:]], 1, 1),
    "two lines apart": (lambda lines: [*lines[:1], b"x\n", lines[2], b"x\n", *lines[4:]], 2, 2),
    "two lines together": (lambda lines: [*lines[:2], b"x\n", b"x\n", *lines[4:]], 2, 2),
    "a line that is gone": (lambda lines: [*lines[:2], *lines[3:]], 1, 1),
    "a reply that was edited": (lambda lines: [*lines[:2], lines[2].replace(b'"B"', b'"X"'), *lines[3:]], 1, 1),
}
"""Damage, the questions whose answers are gone, and the calls that are counted for them."""


@pytest.mark.parametrize(("damage", "asked", "lost"), DAMAGES.values(), ids=DAMAGES)
def test_calls_of_damaged_lines_are_counted_where_a_later_line_has_what_they_cost(
    tmp_path: Path, damage: Damage, asked: int, lost: int
) -> None:
    run(tmp_path, "abcde")
    path = tmp_path / FILE
    path.write_bytes(b"".join(damage(path.read_bytes().splitlines(keepends=True))))
    for n in (asked, 0):
        paid, made, journal = run(tmp_path, "abcde")
        assert (paid, made) == (6.0 * (5 + asked), n)
        assert sum(call.usd or 0.0 for call in journal.all_calls) == pytest.approx(paid), "totals say what was paid"
        assert len(journal.all_calls) == 5 + lost
        assert {call.usd for call in journal.past} == {6.0}
    with pytest.raises(OverBudget):
        run(tmp_path, "abcdef", limit=6.0 * (5 + asked) + MOST - 0.5)


def test_a_damaged_call_counts_with_its_question_where_that_can_be_read(tmp_path: Path) -> None:
    run(tmp_path, "abc")
    path = tmp_path / FILE
    path.write_bytes(path.read_bytes().replace(b'"reply": "B"', b'"reply": "X"'))
    _, _, journal = run(tmp_path, "abc")
    (lost,) = (one for one in journal.all_calls if one.purpose == LOST)
    assert lost.key.startswith(f"{LOST}/{ask('b').key}/")
    assert "damaged" in lost.doubt


def results(folder: Path, calls: int, usd: float) -> None:
    """What a finished run says that it paid, in two rows, one of which has its calls in common with the other."""
    row = Cost("t", "s", "c", "system", "m", calls, 5, 0, 1, usd)
    write_costs(folder, [row, row._replace(system="another", shared=True)])


def test_what_no_line_says_any_more_is_told_by_the_results_of_the_run(tmp_path: Path) -> None:
    run(tmp_path, "abc")
    results(tmp_path, 3, 18.0)
    path = tmp_path / FILE
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], b"x\n", b"x\n"]))
    with pytest.raises(OverBudget):
        run(tmp_path, "abc", limit=18.0 + MOST - 0.5)
    for n in (2, 0):
        paid, made, journal = run(tmp_path, "abc")
        assert (paid, made, len(journal.all_calls)) == (30.0, n, 5)


@pytest.mark.parametrize(("calls", "usd"), [(3, 18.0), (10**9, 18.0), (2, 12.0), (3, 12.0), (2, 18.0)])
def test_results_add_nothing_to_what_the_lines_say(tmp_path: Path, calls: int, usd: float) -> None:
    run(tmp_path, "abc")
    results(tmp_path, calls, usd)
    paid, n, journal = run(tmp_path, "abc")
    assert (paid, n, journal.note) == (18.0, 0, "")
    (tmp_path / COSTS).write_text("{")
    assert run(tmp_path, "abc")[:2] == (18.0, 0)


@pytest.mark.parametrize("kept", [None, 0, 1, 2, 3])
def test_what_was_paid_is_not_forgotten_with_whole_lines(tmp_path: Path, kept: int | None) -> None:
    """The first line is the header; the file may be gone as a whole."""
    run(tmp_path, "abc")
    results(tmp_path, 3, 18.0)
    path = tmp_path / FILE
    if kept is None:
        path.unlink()
    else:
        path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:kept]))
    n_left = max(0, (kept or 0) - 1)
    with pytest.raises(OverBudget):
        run(tmp_path, "abc", limit=18.0 + MOST - 0.5)
    paid, made, journal = run(tmp_path, "abc")
    assert (paid, made, len(journal.calls)) == (18.0 + 6.0 * (3 - n_left), 3 - n_left, 3)
    assert f"holds ${6.0 * n_left:.4f} of the $18.0000 that were paid" in journal.note
    assert sum(one.usd or 0.0 for one in journal.all_calls) == paid
    again = run(tmp_path, "abc")
    assert (again[:2], again[2].note, len(again[2].past)) == ((paid, 0), "", 1)


def test_a_raise_whose_line_is_gone_is_not_forgotten(tmp_path: Path) -> None:
    run(tmp_path, "ab")
    results(tmp_path, 2, 20.0)
    paid, made, journal = run(tmp_path, "ab")
    assert (paid, made, len(journal.all_calls), journal.note) == (20.0, 0, 2, "")
    (tmp_path / COSTS).unlink()
    assert run(tmp_path, "ab")[0] == 20.0


def test_a_last_line_whose_question_can_be_read_is_counted_once(tmp_path: Path) -> None:
    run(tmp_path, "ab")
    results(tmp_path, 2, 12.0)
    path = tmp_path / FILE
    path.write_bytes(path.read_bytes().replace(b'"reply": "B"', b'"reply": "X"'))
    assert run(tmp_path, "ab")[:2] == (18.0, 1), "by what the results say, not by the most that it can have cost"


def test_what_counts_as_spent_at_high_prices_still_does_at_low_ones(tmp_path: Path) -> None:
    run(tmp_path, "ab")
    journal = Journal(tmp_path)
    journal.raise_paid(100.0)
    journal.raise_paid(50.0)
    journal.close()
    assert run(tmp_path, "ab")[0] == 100.0
    paid, made, journal = run(tmp_path, "abc")
    assert (paid, made) == (106.0, 1)
    assert [call.usd for call in journal.all_calls] == [6.0] * 3, "it is no call that was paid"
    with pytest.raises(OverBudget):
        run(tmp_path, "abcd", limit=106.0 + MOST - 0.5)
    assert run(tmp_path, "abc")[0] == 106.0


def test_damage_before_a_raise_is_told_apart_from_it(tmp_path: Path) -> None:
    run(tmp_path, "ab")
    journal = Journal(tmp_path)
    journal.raise_paid(100.0)
    journal.close()
    path = tmp_path / FILE
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], b"x\n", *lines[3:]]))
    paid, _, journal = run(tmp_path, "ab")
    assert paid == 106.0
    assert sorted(call.usd or 0.0 for call in journal.all_calls) == [6.0] * 3


@pytest.mark.parametrize("edit", [b"100.0 -> 1000.0", b"[12.0, -> [12.0, 3, ", b"100.0] -> NaN]", b"[12.0 -> [-12.0"])
def test_a_raise_that_is_not_as_it_was_written_is_damaged(tmp_path: Path, edit: bytes) -> None:
    run(tmp_path, "ab")
    journal = Journal(tmp_path)
    journal.raise_paid(100.0)
    journal.close()
    path = tmp_path / FILE
    before, after = edit.split(b" -> ")
    assert path.read_bytes().count(before) == 1
    path.write_bytes(path.read_bytes().replace(before, after))
    paid, _, journal = run(tmp_path, "ab")
    assert (paid, journal.note[:6]) == (12.0, "1 line")
