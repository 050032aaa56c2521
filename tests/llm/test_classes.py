"""What becomes of questions to models: classes, budgets of reasoning, and prefixes of answers, through the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from equipment import JUDGE, VERDICT, WRITER, command, haystack, playing, rows, script

from conftest import lines_of
from hayrick.harness.naming.names import named_task
from hayrick.harness.storage.journal_file import FILE, read_calls

pytest.importorskip("inspect_ai", reason="language models need the extra llm")

KV = "helmet/json_kv?length=1k,4k&n=7"
VALUE = {"make": "value", "key": "object: (\\S+)"}
LONG = "This model reads 900 tokens, your request has 1,010 tokens."
TROUBLES: list[tuple[dict[str, object], str]] = [
    ({"do": "status", "status": 400, "message": LONG}, "too_long"),
    ({"do": "status", "status": 401}, "error:401"),
    (
        {"do": "usage", "usage": {"prompt_tokens": 60}, "model": "scripted-2", "refusal": ""},
        "ok",
    ),  # The server counts what it had not cached, and refuses in no words.
    ({"do": "content_filter"}, "refused"),
    ({"do": "null_content", "refusal": "I cannot help with that."}, "refused"),
    ({"do": "null_content", "reasoning": "It may be anything."}, "empty_after_reasoning"),
    ({"do": "answer", "reasoning": "<think>"}, "ok"),
]


def test_every_question_has_a_class_and_none_leaves_the_denominator(tmp_path: Path) -> None:
    out = tmp_path / "out"
    items = named_task(KV).task.items(0)
    asked = [f"object: {item.query}" for item in items[: len(TROUBLES)]]
    rules = [{**rule, "when": {"contains": query}} for (rule, _), query in zip(TROUBLES, asked, strict=True)]
    words = ("run", KV, "--system", WRITER, "--window-tokens", 2000, "--retries", 0, "--out", out)
    with playing(tmp_path, {"answers": [VALUE], "rules": rules}) as (server, run):
        done = run(*words)
        assert (done.status, done.err, len(server.log())) == (0, "", 7), "what does not fit is not sent"
        first = (out / "estimates.json").read_bytes()
        assert run(*words).status == 0
        assert (out / "estimates.json").read_bytes() == first
        for end in ("md", "tex", "csv", "json", "html"):
            assert run("report", out, "--out", tmp_path / f"r.{end}").status == 0
            named = "was answered by several models: scripted-2 (1 call), writer (4 calls)."
            assert named in (tmp_path / f"r.{end}").read_text(), end
        # Nothing fits: a wrong window is no result.
        refused = run("run", KV, "--system", WRITER, "--window-tokens", 900, "--out", tmp_path / "none")
        assert (refused.status, refused.err.count("\n")) == (2, 1)
        assert "at most 900 together" in refused.err
    responses = lines_of(out / "responses.jsonl")
    assert [row["class"] for row in responses] == [kind for _, kind in TROUBLES] + ["too_long"] * 7
    assert all((row["answer"] is None) == (row["class"] != "ok") for row in responses)
    found = {row["dataset"]: row for row in rows(out / "estimates.json")}
    assert {name: (row["value"], row["n"], row["n_failed"]) for name, row in found.items()} == {
        "json_kv@1k": (2 / 7, 7, 5),
        "json_kv@4k": (0.0, 7, 7),
        None: (2 / 14, 14, 12),
    }
    assert found["json_kv@4k"]["classes"] == {"too_long": 7}
    assert list(found[None]["classes"]) == ["ok", "empty_after_reasoning", "refused", "too_long", "error:401"]
    assert "2 responses were refused, by the model or a content filter; they count as failed." in done.out
    assert "was answered by several models: scripted-2 (1 call), writer (4 calls). Its figures" in done.out
    (models,) = json.loads((out / "manifest.json").read_text())["models"]
    assert models == {"model": WRITER, "purpose": "system", "answered_by": {"scripted-2": 1, "writer": 4}}
    (call,) = (one for one in read_calls(out) if one.stop == "refusal")
    assert call.reply == "I cannot help with that.", "the journal keeps what came"
    assert "2 ok, 1 empty_after_reasoning, 2 refused, 8 too_long, 1 error:401." in done.out


def test_a_server_that_reads_the_end_of_every_prompt_alone_is_found_out(tmp_path: Path) -> None:
    out = tmp_path / "out"
    less = {"do": "usage", "usage": {"prompt_tokens": 60}}
    with playing(tmp_path, {"answers": [VALUE], "rules": [less]}) as (server, run):
        words = ("run", "helmet/json_kv?length=1k&n=6", "--system", WRITER, "--out", out)
        done = run(*words)
        assert (done.status, done.err) == (0, "")
        first = (out / "estimates.json").read_bytes()
        assert run(*words).status == 0
        assert (out / "estimates.json").read_bytes() == first
        assert len(server.log()) == 6
    assert {(row["class"], row["answer"]) for row in lines_of(out / "responses.jsonl")} == {
        ("truncated_by_server", None)
    }
    assert all((row["value"], row["n_failed"]) == (0.0, 6) for row in rows(out / "estimates.json"))
    assert "responses by class: 6 truncated_by_server" in done.out


def test_reasoning_and_answer_have_limits_of_their_own_and_stand_in_plan_and_manifest(tmp_path: Path) -> None:
    prices, plans = tmp_path / "prices.json", []
    prices.write_text(json.dumps({"schema": 1, "date": "2026-01-01", "models": {WRITER: {"in": 1.0, "out": 1.0}}}))
    begun = "The value is:"
    answer = {"make": "value", "key": "object: (\\S+)", "line": " {value}", "when": {"matches": rf"\n\n{begun}\Z"}}
    words = ["helmet/json_kv?length=1k&n=6", "--system", WRITER, "--prices", prices]
    more = ["--reasoning-tokens", 4000, "--answer-prefix", begun]
    with playing(tmp_path, {"answers": [answer, {"make": "fixed", "text": "none"}]}) as (_, run):
        for number, options in enumerate(([], more)):
            assert run("plan", *words, *options, "--out", tmp_path / f"plan{number}").status == 0
            (plan,) = rows(tmp_path / f"plan{number}" / "plan.json")
            plans.append(plan)
        done = run("run", *words, *more, "--window-tokens", 5200, "--out", tmp_path / "out")
        assert (done.status, done.err) == (0, "")
        refused = run("run", *words, *more, "--window-tokens", 4800, "--out", tmp_path / "none")
        assert (refused.status, refused.err.count("\n")) == (2, 1), "prompt, reasoning and answer do not fit together"
    assert plans[1]["tokens_out"] - plans[0]["tokens_out"] == 6 * 2000
    assert plans[1]["usd_high"] - plans[0]["usd_high"] == pytest.approx(6 * 4000e-6, rel=0.01)
    responses = lines_of(tmp_path / "out" / "responses.jsonl")
    assert all(row["reply"].startswith(f"{begun} ") for row in responses)
    row, *_ = rows(tmp_path / "out" / "estimates.json")
    assert row["value"] == 1.0
    assert 'max_tokens=100,reasoning_tokens=4000,answer_prefix="The value is:"' in row["signature"]
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert "reasoning_tokens=4000" in str(manifest["parameters"]["systems"])
    assert begun in str(manifest["parameters"]["systems"])
    assert manifest["messages"] == "chat"


def test_helmet_scores_reasoning_that_never_ends(tmp_path: Path) -> None:
    endless = {**VALUE, "line": "<think>It may be {value}, or"}
    with playing(tmp_path, {"answers": [endless]}) as (_, run):
        words = ("run", "helmet/json_kv?length=1k&n=6", "--system", WRITER, "--reasoning-rule", "helmet")
        done = run(*words, "--out", tmp_path / "out")
    assert (done.status, done.err) == (0, "")
    row, *_ = rows(tmp_path / "out" / "estimates.json")
    assert (row["value"], row["classes"]) == (1.0, {"ok": 6})
    assert "reasoning_rule=helmet" in row["signature"]


def test_a_judge_may_think_aloud_and_a_journal_of_before_is_read(tmp_path: Path) -> None:
    path, out = haystack(tmp_path / "harps.json"), tmp_path / "out"
    answers = [{**VERDICT, "thinking": "<think>{}</think>"}, *script()["answers"]]
    with playing(tmp_path, script(answers=answers)) as (server, run):
        words = command(path, out, "--judge-reasoning-tokens", 100)
        done = run(*words)
        assert (done.status, done.err) == (0, "")
        estimates, n = rows(out / "estimates.json"), len(server.log())
        journal = rows(out / FILE)
        for call in journal:
            for name in ("reasoning", "reasoning_tokens", "told_in", "paid", "check"):
                del call[name]
        (out / FILE).write_text("".join(f"{json.dumps(call)}\n" for call in journal))
        assert run(*words).status == 0
        assert len(server.log()) == n, "a paid call is asked again"
        assert rows(out / "estimates.json") == estimates
    judged = [call for call in read_calls(out) if call.model == JUDGE]
    assert judged
    assert all(call.reply.startswith("<think>") for call in judged)
    assert all(row["n_unjudged"] == 0 for row in estimates)
