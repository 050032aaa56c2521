"""What a provider's or a journal's impossible numbers do to the budget: nothing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from equipment import command, haystack, playing, rows, script

from hayrick.harness.storage.journal_file import FILE
from hayrick.harness.transport.usage import most_characters

pytest.importorskip("inspect_ai", reason="language models need the extra llm")

SUBTOPICS = 3
NARROW, WIDE = 0.003, 1.0
"""Dollars for one call of 0.001, of which each could cost 0.002; and for all."""


@pytest.fixture
def prices(tmp_path: Path) -> Path:
    """A dollar for a million tokens."""
    path = tmp_path / "prices.json"
    path.write_text(json.dumps({"schema": 1, "date": "d", "models": {"*": {"in": 1.0, "out": 1.0}}}))
    return path


def words(tmp_path: Path, *more: object) -> Sequence[object]:
    path = haystack(tmp_path / "harps.json", SUBTOPICS, 1, words=60)
    return command(path, tmp_path / "out", "--retries", 0, *more, judge="local")


def usd(out: Path) -> list[float | None]:
    return [row["usd"] for row in rows(out / FILE)]


@pytest.mark.parametrize(
    ("usage", "shown"),
    [
        ({"prompt_tokens": -5_000_000}, "-5,000,000 tokens in"),
        ({"completion_tokens": -5_000_000}, "-5,000,000 out"),
        ({"prompt_tokens_details": {"cached_tokens": 10**9}}, "1,000,000,000 cached"),
        ({"prompt_tokens": 10**30}, "over 1,000,000,000 tokens in"),
        ({"prompt_tokens": 10**310}, "over 1,000,000,000 tokens in"),
        ({"prompt_tokens_details": {"cached_tokens": 10**400}}, "over 1,000,000,000 cached"),
        ({"completion_tokens": 10**7}, "10,000,000 out"),
        ({"prompt_tokens": 0, "prompt_tokens_details": None}, "0 tokens in"),
    ],
)
def test_an_impossible_count_leaves_the_budget_as_it_is(
    tmp_path: Path, prices: Path, usage: dict[str, object], shown: str
) -> None:
    with playing(tmp_path, script({"do": "usage", "usage": usage})) as (server, run):
        stopped = run(*words(tmp_path, "--prices", prices, "--budget-usd", NARROW))
        assert (stopped.status, stopped.err.count("\n")) == (2, 1)
        assert "stopped before a call of up to $0.00" in stopped.err
        assert len(server.log()) == 1
        done = run(*words(tmp_path, "--prices", prices, "--budget-usd", WIDE))
    assert (done.status, done.err) == (0, "")
    assert (
        f"{SUBTOPICS} calls have a token count or cost that cannot be right (first: the provider counted " in done.out
    )
    assert shown in done.out
    assert all(one is not None and 0.0005 < one < 0.002 for one in usd(tmp_path / "out"))


def test_a_provider_that_counts_more_tokens_than_expected_exceeds_a_budget_by_one_call(
    tmp_path: Path, prices: Path
) -> None:
    # Each reply costs more than 0.09 dollars, where a call was expected to cost 0.002.
    with playing(tmp_path, script({"do": "usage", "usage": {"completion_tokens": 90_000}})) as (server, run):
        stopped = run(*words(tmp_path, "--prices", prices, "--budget-usd", 0.08, "--repeat", 20))
        assert (stopped.status, stopped.err.count("\n")) == (2, 1)
        assert "more than the budget, because tokens were counted for openai-api/loop/" in stopped.err
        assert len(server.log()) == 1
        again = run(*words(tmp_path, "--prices", prices, "--budget-usd", 0.08, "--repeat", 20))
        assert (again.status, len(server.log())) == (2, 1)


def test_a_run_that_ended_above_its_budget_says_so(tmp_path: Path, prices: Path) -> None:
    with playing(tmp_path, script({"do": "usage", "usage": {"completion_tokens": 90_000}})) as (_, run):
        above = run(*words(tmp_path, "--prices", prices, "--budget-usd", 0.08, "--limit", 1))
        assert above.status == 0
        assert "are spent in this directory, $0.0" in above.out
        assert "more than --budget-usd 0.08." in above.out
        within = run(*words(tmp_path, "--prices", prices, "--budget-usd", WIDE, "--limit", 1))
    assert within.status == 0
    assert "are spent in this directory" not in within.out


@pytest.mark.parametrize(
    "usage", [{"total_tokens": 10**400}, {"completion_tokens_details": {"reasoning_tokens": 10**400}}]
)
def test_a_count_that_no_price_is_of_may_be_impossible(tmp_path: Path, prices: Path, usage: dict[str, object]) -> None:
    with playing(tmp_path, script({"do": "usage", "usage": usage})) as (_, run):
        done = run(*words(tmp_path, "--prices", prices, "--budget-usd", WIDE))
    assert (done.status, done.err) == (0, "")
    assert all(one is not None and 0.0005 < one < 0.002 for one in usd(tmp_path / "out"))


@pytest.mark.parametrize("count", [1.5, float("nan"), float("inf"), None])
def test_a_reply_whose_count_is_no_whole_number_is_kept_and_paid_for(
    tmp_path: Path, prices: Path, count: float | None
) -> None:
    with playing(tmp_path, script({"do": "usage", "usage": {"prompt_tokens": count}})) as (server, run):
        stopped = run(*words(tmp_path, "--prices", prices, "--budget-usd", NARROW))
        assert (stopped.status, stopped.err.count("\n")) == (2, 1)
        assert "stopped before a call" in stopped.err
        assert len(server.log()) == 1
    (kept,) = rows(tmp_path / "out" / FILE)
    assert kept["purpose"] == "system"
    assert kept["reply"]
    assert 0.0005 < kept["usd"] < 0.002


@pytest.mark.parametrize(
    "body",
    [
        "",
        "<html>busy</html>",
        "[" * 100_000,
        '{"id": ' + "9" * 6000 + "}",
        '{"choices": [{"message": {"content": "- Harps. [1]", "tool_calls": [null]}, "finish_reason": "stop"}]}',
        '"- Harps. [1]"',
        "[1]",
        "null",
    ],
    ids=["empty", "page", "deep", "long number", "call that is null", "text", "list", "null"],
)
def test_an_answer_that_cannot_be_read_is_paid_for(tmp_path: Path, prices: Path, body: str) -> None:
    with playing(tmp_path, script({"do": "raw", "body": body})) as (server, run):
        stopped = run(*words(tmp_path, "--prices", prices, "--budget-usd", NARROW))
        assert (stopped.status, stopped.err.count("\n")) == (2, 1)
        assert "stopped before a call" in stopped.err
        assert len(server.log()) == 1


@pytest.mark.parametrize(
    "fault",
    [{"do": "half"}, {"do": "half", "share": 0.0}, {"do": "drip", "seconds": 60.0}],
    ids=["half", "none", "drip"],
)
def test_an_answer_that_begins_and_does_not_end_is_paid_for(
    tmp_path: Path, prices: Path, fault: dict[str, object]
) -> None:
    with playing(tmp_path, script(fault)) as (server, run):
        begun = words(tmp_path, "--prices", prices, "--seconds", 2, "--jobs", 1)
        stopped = run(*begun, "--budget-usd", NARROW)
        assert (stopped.status, stopped.err.count("\n")) == (2, 1)
        assert "stopped before a call" in stopped.err
        assert len(server.log()) == 1
        failed = run(*begun, "--budget-usd", WIDE)
        assert (failed.status, failed.err.count("\n")) == (2, 1)
        assert "(status 200 had come, so it counts as paid)" in failed.err
        asked = len(server.log())
    lost = rows(tmp_path / "out" / FILE)
    assert {(one["purpose"], one["doubt"]) for one in lost} == {("lost", "no count was read")}
    assert len(lost) == asked > 1


@pytest.mark.parametrize(
    "fault",
    [{"do": "hang"}, {"do": "drop"}, {"do": "reset"}, {"do": "status", "status": 500}],
    ids=lambda one: one["do"],
)
def test_a_call_to_which_no_answer_began_costs_nothing(tmp_path: Path, prices: Path, fault: dict[str, object]) -> None:
    with playing(tmp_path, script(fault)) as (server, run):
        failed = run(*words(tmp_path, "--prices", prices, "--budget-usd", NARROW, "--seconds", 1))
        assert len(server.log()) == SUBTOPICS
    assert (failed.status, failed.err.count("\n")) == (2, 1)
    assert "answered no call" in failed.err
    assert "paid" not in failed.err
    assert not (tmp_path / "out" / FILE).exists() or rows(tmp_path / "out" / FILE) == []


def test_reasoning_beyond_what_was_allowed_is_counted_cut_and_told(tmp_path: Path, prices: Path) -> None:
    allowed, thought = 100, "think " * 10_000
    with playing(tmp_path, script({"do": "answer", "reasoning": thought})) as (server, run):
        asked = words(tmp_path, "--prices", prices, "--max-tokens", allowed)
        stopped = run(*asked, "--budget-usd", NARROW)
        assert (stopped.status, len(server.log())) == (2, 1)
        assert "stopped before a call" in stopped.err
        done = run(*asked, "--budget-usd", WIDE)
    assert (done.status, done.err) == (0, "")
    assert f"responses by class: {SUBTOPICS} cut" in done.out
    assert f"{SUBTOPICS} calls have a token count or cost that cannot be right" in done.out
    for one in rows(tmp_path / "out" / FILE):
        assert one["reasoning"] == thought[: most_characters(allowed)]
        assert (one["stop"], bool(one["reply"])) == ("max_tokens", True)
        assert one["usd"] > 0.01, "what was sent is counted, not what is kept"


def test_a_reply_in_parts_is_read(tmp_path: Path) -> None:
    parts = [{"type": "thinking", "thinking": "Which?"}, {"type": "text", "text": "- Harps. [1]"}]
    with playing(tmp_path, script({"do": "answer", "parts": parts})) as (_, run):
        done = run(*words(tmp_path))
    assert (done.status, done.err) == (0, "")
    assert {(one["reply"], one["reasoning"]) for one in rows(tmp_path / "out" / FILE)} == {("- Harps. [1]", "Which?")}


FAILING = {"do": "status", "status": 401, "when": {"contains": "the orchestra s2?", "to": SUBTOPICS}}
"""The third call of the first run fails, and is left for the next."""


def test_calls_of_unknown_price_count_as_soon_as_it_is_known(tmp_path: Path, prices: Path) -> None:
    with playing(tmp_path, script(FAILING)) as (server, run):
        first = run(*words(tmp_path))
        assert (first.status, usd(tmp_path / "out")) == (0, [None, None])
        assert "2 calls of unknown price" in first.out
        stopped = run(*words(tmp_path, "--prices", prices, "--budget-usd", NARROW))
        assert stopped.status == 2
        assert "; $0.00" in stopped.err
        assert "$0.0000 are spent" not in stopped.err
        assert len(server.log()) == SUBTOPICS
        done = run(*words(tmp_path, "--prices", prices, "--budget-usd", WIDE))
        assert (done.status, len(server.log())) == (0, SUBTOPICS + 1)
    assert "of unknown price" not in done.out


@pytest.mark.parametrize(
    ("damage", "shown"),
    [
        ({"usd": -15.6e6}, "usd -15600000.0"),
        ({"usd": float("nan")}, "usd nan"),
        ({"usd": float("-inf")}, "usd -inf"),
        ({"usd": "much"}, "usd 'much'"),
        ({"usage": {"tokens_in": -(10**9), "tokens_cached": 0, "tokens_out": 5}}, "tokens_in -1000000000"),
        ({"usage": {"tokens_in": float("nan"), "tokens_cached": 1.5, "tokens_out": True}}, "tokens_cached 1.5"),
    ],
)
def test_a_damaged_journal_gives_no_credit(tmp_path: Path, prices: Path, damage: dict[str, object], shown: str) -> None:
    with playing(tmp_path, script(FAILING)) as (_, run):
        assert run(*words(tmp_path, "--prices", prices)).status == 0
        path = tmp_path / "out" / FILE
        kept = rows(path)
        path.write_text("".join(json.dumps({**row, **damage}) + "\n" for row in kept))
        stopped = run(*words(tmp_path, "--prices", prices, "--budget-usd", NARROW))
        assert stopped.status == 2
        spent = sum(row["usd"] for row in kept)
        assert f"${spent:.4f} are spent" in stopped.err
        done = run(*words(tmp_path, "--prices", prices, "--budget-usd", WIDE))
    assert (done.status, done.err) == (0, "")
    assert "2 calls have a token count or cost that cannot be right (first: calls.jsonl says " in done.out
    assert shown in done.out


def test_a_budget_that_is_no_number_is_refused(tmp_path: Path) -> None:
    with playing(tmp_path, script()) as (server, run):
        done = run(*words(tmp_path, "--budget-usd", "nan"))
        assert (done.status, done.err) == (
            2,
            "hayrick: Invalid value for '--budget-usd': 'nan' is not a finite number.\n",
        )
        assert server.log() == []
    assert not (tmp_path / "out").exists()
