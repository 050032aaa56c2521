"""Runs of language models from end to end: contexts, orders, windows, judges, systems of one's own, budgets."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from equipment import (
    JUDGE,
    LIMIT,
    SUMMARY,
    VERDICT,
    WRITER,
    command,
    estimates,
    finished,
    haystack,
    kill,
    playing,
    rows,
    script,
)

from conftest import GOLDEN, Command
from hayrick.harness.storage.journal_file import FILE, read_calls

pytest.importorskip("inspect_ai", reason="language models need the extra llm")

PRICES = {"schema": 1, "date": "2026-01-01", "models": {f"{WRITER[:-6]}*": {"in": 1000.0, "cached": 100.0, "out": 2e3}}}
SHOWN = re.compile(r"<<[0-9a-f]{8} Article (\d+)>>\n(.*?)\n<<", re.DOTALL)


def shown(row: dict[str, Any]) -> list[tuple[int, str]]:
    """Position and text of each document that a model was shown, which echoes its prompt."""
    return [(int(number), text) for number, text in SHOWN.findall(row["reply"])]


def test_every_context_budget_and_order_is_shown_and_nothing_is_judged(tmp_path: Path) -> None:
    path, out = haystack(tmp_path / "harps.json"), tmp_path / "out"
    orders = "stored,top,bottom,middle,random"
    systems = ["--system", f"{WRITER}+all", "--budget-tokens", "160", "--order", orders, "--seeds", 2]
    with playing(tmp_path, script(answers=[])) as (server, run):
        done = run("run", path, *systems, "--judge", "none", "--out", out)
        assert (done.status, done.err) == (0, "")
        asked = finished(server)
    contexts = ["full", "keywords", "bm25", "bm25rm3", "sentences", "oracle", "random"]
    names = [f"{name}@160/{order}" for name in contexts for order in (*orders.split(",")[:4], "random0", "random1")]
    found = {(row["context"], row["subtopic"]): row for row in rows(out / "summaries.jsonl")}
    assert found.keys() == {(name, subtopic) for name in names for subtopic in ("s0", "s1")}
    # Different contexts may make one prompt, which is asked once.
    assert len(set(asked)) == len(asked) == len(read_calls(out)) <= len(found)
    assert not (out / "scores.jsonl").exists()

    full = {order: shown(found[f"full@160/{order}", "s0"]) for order in ("stored", "top", "bottom", "middle")}
    positions = {order: [number for number, _ in passages] for order, passages in full.items()}
    assert positions["stored"] == sorted(positions["stored"])
    # Insights of s0 stand in documents (order + 0, 2, 5) mod 8: 1,3,6 and 2,4,7 and 3,5,8; of 1 to 3 two in 3.
    assert positions["stored"] == [1, 2, 3]
    assert positions["top"] == [3, 1, 2]
    assert positions["bottom"] == [1, 2, 3]
    assert positions["middle"] == [1, 3, 2]
    last = dict(full["stored"])[3]
    assert last
    assert len(last) < 60, "12 of its 90 tokens are left for the last document"
    draws = {tuple(n for n, _ in shown(found[f"full@160/random{seed}", "s0"])) for seed in (0, 1)}
    assert all(sorted(draw) == [1, 2, 3] for draw in draws)
    oracle = {number for number, _ in shown(found["oracle@160/stored", "s0"])}
    assert 3 in oracle


def test_released_retrievers_and_stored_summaries_judged_by_a_model(tmp_path: Path) -> None:
    out = tmp_path / "out"
    mine = tmp_path / "mine.jsonl"
    subtopics = json.loads((GOLDEN / "bakery_native.json").read_text())["subtopics"]
    lines = [{"subtopic": one["id"], "system": "mine", "summary": "- It opens at six. [1]"} for one in subtopics]
    mine.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with playing(tmp_path, script()) as (server, run):
        words = ["run", GOLDEN / "bakery_native.json", "--system", f"file:{mine}", "--out", out]
        done = run(*words, "--judge", f"ensemble:{JUDGE}+local", "--judge-repeat", 2)
        assert (done.status, done.err) == (0, "")
        assert {row["role"] for row in server.log()} == {"judge"}
        asked = finished(server)
    insights = sum(len(one["insights"]) for one in subtopics)
    assert len(asked) == 2 * insights
    assert len(set(asked)) == insights, "each question twice"
    judgements = rows(out / "judgements.jsonl")
    assert len(judgements) == insights
    assert {row["judge"] for row in judgements} == {f"ensemble:{JUDGE}+local"}
    assert f"{insights} of {insights} pairs of repeats agree on the label" in done.out


def test_a_prompt_over_the_window_is_refused_before_any_call(
    refused: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOOP_BASE_URL", "http://127.0.0.1:9/v1")
    line = refused(*command(haystack(tmp_path / "harps.json"), tmp_path / "out", "--window-tokens", 1500))
    assert "at most 1,500 together" in line
    assert not (tmp_path / "out" / FILE).exists() or read_calls(tmp_path / "out") == []


def test_a_prompt_over_the_window_is_cut_and_marked(tmp_path: Path) -> None:
    path, out = haystack(tmp_path / "harps.json", words=80), tmp_path / "out"
    with playing(tmp_path, script()) as (_, run):
        done = run(*command(path, out, "--window-tokens", 2000, "--cut", judge="none"))
    assert (done.status, done.err) == (0, "")
    assert "2 prompts were cut to fit --window-tokens" in done.out
    for row in rows(out / "summaries.jsonl"):
        assert row["shortened"][-1] == "d7", "cut from the last displayed document backwards"
        assert row["removed_tokens"] > 0


def test_one_prompt_leads_and_the_others_find_its_beginning_cached(tmp_path: Path) -> None:
    path, out = haystack(tmp_path / "harps.json", 6, 1, words=100), tmp_path / "out"
    together = {"do": "answer", "until": 6, "when": {"from": 2}}
    with playing(tmp_path, script(together, latency=0.2)) as (server, run):
        assert run(*command(path, out, judge="none")).status == 0
        log = sorted(server.log(), key=lambda row: row["number"])
    cached = [call.usage.tokens_cached for call in read_calls(out)]
    assert cached[0] == 0
    # All but the query and what follows, less than two blocks of 128 of the server's tokens.
    whole = read_calls(out)[0].usage.tokens_in
    assert len(cached) == 6
    assert all(whole - one < 2 * 128 + 100 for one in cached[1:]), (whole, cached)
    assert all(row["arrived"] >= log[0]["ended"] for row in log[1:])
    assert max(row["in_flight"] for row in log) == 5


def test_a_budget_stops_before_it_is_exceeded_and_a_larger_one_continues(tmp_path: Path) -> None:
    path, out = haystack(tmp_path / "harps.json", 4, 3), tmp_path / "out"
    prices = tmp_path / "prices.json"
    prices.write_text(json.dumps(PRICES))
    with playing(tmp_path, script(latency=0.02)) as (server, run):
        words = command(path, out, "--prices", prices, "--max-tokens", 200, "--judge-tokens", 60)
        limit = 4.0
        stopped = run(*words, "--budget-usd", limit, "--jobs", 3)
        assert stopped.status == 2
        assert stopped.err.count("\n") == 1
        assert "--budget-usd 4: stopped before a call of up to $" in stopped.err
        assert "larger budget to continue" in stopped.err
        calls = read_calls(out)
        spent = sum(call.usd or 0.0 for call in calls)
        assert 0 < spent <= limit
        # By the server's own count, whatever we believe to have spent.
        assert len(finished(server)) == len(server.log()) == len(calls) < 4 * (1 + 3)
        assert json.loads((out / "manifest.json").read_text())["finished"] is False
        same = run(*words, "--budget-usd", limit)
        # What is left may do for a cheaper call than the one that it stopped before.
        assert same.status == 2
        assert sum(call.usd or 0.0 for call in read_calls(out)) <= limit

        done = run(*words, "--budget-usd", 1000, "--jobs", 7, "--seconds", 99, "--retries", 1)
        assert (done.status, done.err) == (0, "")
        asked = finished(server)
    assert len(asked) == len(set(asked)) == 4 * (1 + 3) == len(read_calls(out))
    assert json.loads((out / "manifest.json").read_text())["finished"] is True
    usd = sum(
        (call.usage.tokens_in * 1000 + call.usage.tokens_cached * 100 + call.usage.tokens_out * 2000) / 1e6
        for call in read_calls(out)
    )
    tokens_in = sum(call.usage.tokens_in + call.usage.tokens_cached for call in read_calls(out))
    assert f"16 calls (4 system, 12 judge), {tokens_in:,} tokens in (" in done.out
    assert f"${usd:.4f}" in done.out


def test_two_runs_in_one_directory_are_refused(tmp_path: Path) -> None:
    path, out = haystack(tmp_path / "harps.json"), tmp_path / "out"
    with playing(tmp_path, script({"do": "hang"})) as (server, run):
        first = run.start(*command(path, out))
        deadline = time.monotonic() + LIMIT
        while not (out / FILE).exists():
            assert time.monotonic() < deadline
            time.sleep(0.01)
        second = run(*command(path, out))
        kill(first)
        assert second.status == 2
        assert second.err.count("\n") == 1
        assert "another run is writing there" in second.err
        assert len({row["digest"] for row in server.log()}) <= 1


def test_a_run_and_inspect_s_own_command_say_the_same(tmp_path: Path) -> None:
    path, out, logs = haystack(tmp_path / "harps.json", 3), tmp_path / "out", tmp_path / "logs"
    with playing(tmp_path, script()) as (server, run):
        done = run(*command(path, out))
        assert (done.status, done.err) == (0, "")
        task = ["eval", "hayrick/summhay", "-T", f"haystack={path}", "--model", WRITER, "--log-dir", logs]
        task += ["--display", "plain"]
        alone = run(*task, module="inspect_ai")
        assert alone.status != 0
        assert "judge" in alone.out + alone.err
        assert len(server.log()) == 3 * (1 + 3), "asked although no judge was named"
        theirs = run(*task, "--model-role", f"judge={JUDGE}", module="inspect_ai")
        assert theirs.status == 0, theirs
        header = json.loads(
            run("log", "dump", "--header-only", next(iter(logs.glob("*.eval"))), module="inspect_ai").out
        )
        asked = finished(server)
    assert len(asked) == 2 * len(set(asked)), "the same questions"
    scores = {one["name"]: one["metrics"] for one in header["results"]["scores"]}
    assert {"coverage", "citation", "joint"} <= scores.keys()
    metrics = {name: one["mean"]["value"] for name, one in scores.items() if "mean" in one}
    ours = {name: value for name, value in estimates(out).items() if name in scores and value is not None}
    assert 0 < ours["coverage"] < 1 or ours["joint"] > 0, "nothing is shown by zeros"
    assert metrics == pytest.approx(ours, abs=1e-12)


def test_without_a_model_s_package_or_key_one_line_says_so(tmp_path: Path) -> None:
    path = haystack(tmp_path / "harps.json")
    with playing(tmp_path, script()) as (server, run):
        done = run("run", path, "--system", "openai/gpt-4o+full", "--judge", "none", "--out", tmp_path / "out")
        assert done.status == 2
        assert done.err.count("\n") == 1
        assert "openai/gpt-4o" in done.err
        assert server.log() == []


def test_a_plan_says_what_a_run_then_asks(hayrick: Command, tmp_path: Path) -> None:
    path, out, planned = haystack(tmp_path / "harps.json", 3), tmp_path / "out", tmp_path / "planned"
    prices = tmp_path / "prices.json"
    prices.write_text(json.dumps(PRICES))
    words = command(path, out, "--prices", prices)
    done = hayrick(*words, "--dry-run")
    assert done.status == 0
    assert (out / "plan.json").exists()
    assert hayrick("plan", *words[1:-4], "--out", planned, *words[-2:]).status == 0
    assert (planned / "plan.json").read_bytes() == (out / "plan.json").read_bytes()
    row = rows(out / "plan.json")[0]
    assert (row["system"], row["context"], row["judge"], row["calls"]) == (WRITER, "full", JUDGE, 3 * (1 + 3))
    with playing(tmp_path, script(answers=[VERDICT, {**SUMMARY, "bullets": 3}])) as (server, run):
        assert run(*words).status == 0
        assert len(server.log()) == row["calls"]
    assert sum(call.usd or 0.0 for call in read_calls(out)) <= row["usd_high"]
