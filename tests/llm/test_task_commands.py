"""Tasks that are no haystacks, from end to end through the command line, against a scripted server."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from equipment import WRITER, finished, playing, rows

from conftest import ROOT, lines_of
from hayrick.harness.naming.names import named_task

pytest.importorskip("inspect_ai", reason="language models need the extra llm")

KV = "helmet/json_kv?length=1k&n=12"
VALUE = {"make": "value", "key": "object: (\\S+)"}
COUNT = {"make": "count", "word": "the word '(\\w+)'"}
IDENTITY = {"task", "dataset", "group", "item", "system", "context", "tags"}
"""Columns of every row of a task that is no haystack: design of the command line."""


def overall(out: Path) -> dict[str, Any]:
    """The row over all datasets, of the first measure."""
    return next(row for row in rows(out / "estimates.json") if row["dataset"] is None)


def without_signature(out: Path) -> list[dict[str, Any]]:
    return [{**row, "signature": None} for row in rows(out / "estimates.json")]


def test_a_perfect_model_finds_every_value_and_is_asked_once(tmp_path: Path) -> None:
    out, again = tmp_path / "out", tmp_path / "again"
    with playing(tmp_path, {"answers": [VALUE]}) as (server, run):
        planned = run("plan", KV, "--system", WRITER, "--out", tmp_path / "plan")
        assert (planned.status, planned.err, len(server.log())) == (0, "", 0)
        command = ("run", KV, "--system", WRITER, "--out", out)
        done = run(*command)
        assert (done.status, done.err) == (0, "")
        assert "100.0" in done.out
        assert len(set(finished(server))) == len(server.log()) == 12
        files = {path.name: path.read_bytes() for path in out.glob("*.json*")}
        assert run(*command).status == 0, "the same command again"
        assert len(server.log()) == 12, "asks nothing again"
        assert {path.name: path.read_bytes() for path in out.glob("*.json*")} == files
        other = run("run", KV.replace("12", "6"), "--system", WRITER, "--out", out)
        assert (other.status, other.err.count("\n")) == (2, 1), "a run directory of another command"
        stored = run("run", KV, "--system", f"file:{out / 'responses.jsonl'}", "--out", again)
        assert (stored.status, stored.err, len(server.log())) == (0, "", 12)

    (plan,) = rows(tmp_path / "plan" / "plan.json")
    assert (plan["system"], plan["context"], plan["judge"], plan["calls"]) == (WRITER, "full", "none", 12)
    assert 12 * 800 < plan["tokens_in"] <= 12 * (1024 - 100)

    responses = lines_of(out / "responses.jsonl")
    items = named_task(KV).task.items(0)
    assert [(one["dataset"], one["group"], one["item"]) for one in responses] == [item.key for item in items]
    assert (
        [one["answer"] for one in responses] == [one["reply"] for one in responses] == [item.gold[0] for item in items]
    )
    assert {one["context"] for one in responses} == {"full"}, "a bare MODEL is shown everything"
    assert all({*IDENTITY, "reply", "answer"} <= one.keys() for one in responses)
    assert [one["tags"]["depth"] for one in responses] == [0.0, 0.2, 0.4, 0.6, 0.8, 1.0] * 2

    scores = lines_of(out / "scores.jsonl")
    columns = {*IDENTITY, "unit", "measure", "value", "weight", "failed", "unjudged", "contradicted", "unread"}
    assert all(one.keys() == columns for one in scores)
    assert len(scores) == 2 * 12, "ours, and HELMET's reading"
    assert not (out / "judgements.jsonl").exists(), "no judge"

    found = rows(out / "estimates.json")
    assert [row["dataset"] for row in found] == ["json_kv@1k", None] * 2
    assert [row["measure"].partition(".")[2] for row in found] == ["", "", "helmet", "helmet"]
    for row in found:
        assert (row["task"], row["system"], row["context"]) == ("helmet/json_kv", WRITER, "full")
        assert (row["value"], row["n"], row["n_failed"]) == (1.0, 12, 0)
        assert row["measure"].startswith("substring_exact_match")
        assert row["low"] < row["value"] == row["high"] == 1.0
        assert row["tags"]["length"] == 1024
        assert "depth" not in row["tags"], "only what all its items share"
        assert "seed:0" in row["signature"], "made data are a function of the seed"
    assert without_signature(again) == without_signature(out)


@pytest.mark.parametrize(
    ("answer", "value", "n_failed"),
    [
        ({**VALUE, "line": "Here is the answer: {value}"}, 1.0, 0),
        ({**VALUE, "line": "The value is `{value}`. Anything else?"}, 1.0, 0),
        ({"make": "fixed", "text": "I cannot find it."}, 0.0, 0),
        ({"make": "fixed", "text": " \n"}, 0.0, 12),
    ],
)
def test_polite_wrong_and_silent_models(tmp_path: Path, answer: dict[str, str], value: float, n_failed: int) -> None:
    out = tmp_path / "out"
    with playing(tmp_path, {"answers": [answer]}) as (_, run):
        done = run("run", KV, "--system", WRITER, "--out", out)
    assert (done.status, done.err) == (0, "")
    row = overall(out)
    assert (row["value"], row["n"], row["n_failed"]) == (value, 12, n_failed)
    assert ("12 responses are missing or unreadable" in done.out) == (n_failed == 12)


def test_several_lengths_have_estimates_of_their_own(tmp_path: Path) -> None:
    out = tmp_path / "out"
    wrong = {"make": "fixed", "text": "no idea", "when": {"matches": "(?s).{2500}"}}
    with playing(tmp_path, {"answers": [wrong, VALUE]}) as (_, run):
        done = run("run", "helmet/json_kv?length=1k,2k&n=12", "--system", WRITER, "--limit", 1, "--out", out)
    assert (done.status, done.err) == (0, "")
    ours = [row for row in rows(out / "estimates.json") if row["measure"] == "substring_exact_match"]
    found = {row["dataset"]: (row["value"], row["n"]) for row in ours}
    assert found == {"json_kv@1k": (1.0, 6), "json_kv@2k": (0.0, 6), None: (0.5, 12)}


NUMBERS = {"make": "found", "pattern": r"is (\d{7})\."}


@pytest.mark.parametrize(
    ("answer", "value", "others", "n_failed"),
    [
        (NUMBERS, 1.0, 3.0, 0),
        ({"make": "found", "pattern": "(?s)Text:(.*)End of"}, 1.0, 3.0, 0),
        ({"make": "fixed", "text": "I cannot find it."}, 0.0, 0.0, 0),
        ({"make": "fixed", "text": " \n"}, 0.0, None, 8),
    ],
)
def test_needles_that_a_model_finds_lists_misses_or_is_silent_about(
    tmp_path: Path, answer: dict[str, str], value: float, others: float | None, n_failed: int
) -> None:
    out, spec = tmp_path / "out", "helmet/niah_mk_essay?length=600,1k&n=4&depths=4"
    with playing(tmp_path, {"answers": [answer]}) as (server, run):
        planned = run("run", spec, "--system", WRITER, "--limit", 2, "--dry-run", "--out", tmp_path / "plan")
        assert (planned.status, planned.err, len(server.log())) == (0, "", 0)
        done = run("run", spec, "--system", WRITER, "--out", out)
        assert (done.status, done.err) == (0, "")
    found = {row["measure"]: row for row in rows(out / "estimates.json") if row["dataset"] is None}
    assert (found["needle_recall"]["value"], found["others_named"]["value"]) == (value, others)
    assert {row["n_failed"] for row in found.values()} == {n_failed}
    cells = {(one["tags"]["length"], one["tags"]["depth"]) for one in lines_of(out / "scores.jsonl")}
    assert cells == {(length, depth) for length in (600, 1024) for depth in (0.0, 0.333, 0.667, 1.0)}


def test_commands_that_a_task_refuses(refused: Any, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert "unknown parameter 'm'" in refused("run", "helmet/json_kv?m=8", "--system", WRITER, "--out", out)
    assert "needs no judge" in refused("run", KV, "--system", WRITER, "--judge", "local", "--out", out)
    assert "--citations" in refused("run", KV, "--system", WRITER, "--citations", "both", "--out", out)
    assert "again, after" in refused("run", KV, "helmet/json_kv?length=1k&n=6", "--system", WRITER, "--out", out)
    line = refused("run", KV, "--system", "recorded", "--out", out)
    assert "'recorded' is a system of summhay, not of helmet/json_kv" in line
    assert not out.exists()


def test_lists_name_the_tasks_and_their_measures(hayrick: Any) -> None:
    tasks, measures = hayrick("list", "tasks").out, hayrick("list", "measures").out
    assert "helmet/json_kv" in tasks
    assert "ethic/recalling" in tasks
    assert "substring_exact_match" in measures
    assert "set_f1" in measures


class TestRecalling:
    """A book of four facts, each with about a section of filler after it."""

    FACTS = ("Ada has two sisters.", "Five thousand a year.", "30 men came to Bath.", "Six boys and 8 girls ran.")

    def book(self, tmp_path: Path) -> Path:
        filler = "The wind went round the house all night, and nobody slept before the morning came. " * 55
        path = tmp_path / "novel.txt"
        path.write_text("\n\n".join(f"{fact}\n\n{filler}" for fact in self.FACTS), encoding="utf-8")
        return path

    def run(self, tmp_path: Path, reply: str) -> tuple[list[dict[str, Any]], str]:
        spec = f"ethic/recalling?book={self.book(tmp_path)}&together=2"
        with playing(tmp_path, {"answers": [{"make": "fixed", "text": reply}]}) as (_, run):
            done = run("run", spec, "--system", WRITER, "--out", tmp_path / "out")
        assert (done.status, done.err) == (0, "")
        return rows(tmp_path / "out" / "scores.jsonl"), done.out

    def test_a_model_that_answers_the_first_section_alone_fails_in_the_others(self, tmp_path: Path) -> None:
        scores, out = self.run(tmp_path, "Section 1: none")
        assert len(scores) >= 4
        assert [one["unit"] for one in scores[:4]] == ["1", "2", "1", "2"]
        assert all(one["failed"] == (one["unit"] == "2") for one in scores)
        assert all(one["value"] == 0.0 for one in scores if one["failed"])
        row = overall(tmp_path / "out")
        assert (row["n"], row["n_failed"]) == (len(scores), sum(one["failed"] for one in scores))
        assert row["low"] is not None
        assert "sections hold no label" in out

    def test_a_silent_model_fails_everywhere(self, tmp_path: Path) -> None:
        scores, _ = self.run(tmp_path, " ")
        row = overall(tmp_path / "out")
        assert (row["value"], row["n"], row["n_failed"]) == (0.0, len(scores), len(scores))

    def test_a_perfect_model_is_right_and_answers_are_written(self, tmp_path: Path) -> None:
        spec = f"ethic/recalling?book={self.book(tmp_path)}"
        (item,) = named_task(spec).task.items(0)
        reply = "\n".join(f"**Section {name}:** {', '.join(gold) or 'None'}" for name, gold in item.gold.items())
        out = tmp_path / "out"
        with playing(tmp_path, {"answers": [{"make": "fixed", "text": f"Here it is:\n\n{reply}"}]}) as (_, run):
            assert run("run", spec, "--system", WRITER, "--out", out).status == 0
        row = overall(out)
        assert (row["value"], row["n"], row["n_failed"]) == (1.0, len(item.gold), 0)
        assert (row["low"], row["high"]) == (None, None), "one reply has no interval"
        (response,) = lines_of(out / "responses.jsonl")
        assert response["answer"] == {name: sorted(gold) for name, gold in item.gold.items()}
        manifest = json.loads((out / "manifest.json").read_text())
        assert manifest["parameters"]["inputs"][0]["dataset"] == "novel"
        assert manifest["sources"] == [str(tmp_path / "novel.txt")], "no command writes over a book that it reads"


def code_of_the_docs() -> str:
    """The one Python block of docs/guide/own_task.md."""
    (code,) = re.findall(
        r"```python\n(.*?)```", (ROOT / "docs" / "guide" / "own_task.md").read_text(encoding="utf-8"), re.DOTALL
    )
    return str(code)


def test_the_task_of_the_docs_runs_as_it_stands(tmp_path: Path) -> None:
    code = code_of_the_docs()
    assert len(code.splitlines()) <= 40
    out = tmp_path / "out"
    prices = tmp_path / "prices.json"
    prices.write_text(json.dumps({"schema": 1, "date": "2026-01-01", "models": {WRITER: {"in": 100.0, "out": 100.0}}}))
    with playing(tmp_path, {"answers": [COUNT]}) as (server, run):
        run.home.mkdir(exist_ok=True)
        (run.home / "counting.py").write_text(code, encoding="utf-8")
        words = ("python:counting.py:task", "--system", WRITER, "--prices", prices)
        planned = run("plan", *words, "--out", tmp_path / "plan")
        assert (planned.status, planned.err, len(server.log())) == (0, "", 0)
        stopped = run("run", *words, "--budget-usd", 0.3, "--out", out)
        assert (stopped.status, stopped.err.count("\n")) == (2, 1)
        assert "larger budget to continue" in stopped.err
        assert 0 < len(finished(server)) < 40
        done = run("run", *words, "--budget-usd", 5, "--out", out)
        assert (done.status, done.err) == (0, "")
        assert len(server.log()) == len(set(finished(server))) == 40, "nothing is asked twice"
        stored = run("run", words[0], "--system", f"file:{out / 'responses.jsonl'}", "--out", tmp_path / "again")
        assert (stored.status, stored.err) == (0, "")
        (run.home / "counting.py").write_text(code.replace("counting", "tallying"), encoding="utf-8")
        changed = run("run", *words, "--budget-usd", 5, "--out", out)
        assert (changed.status, changed.err.count("\n")) == (2, 1), "other code is another run"
    (plan,) = rows(tmp_path / "plan" / "plan.json")
    assert plan["calls"] == 40
    found = rows(out / "estimates.json")
    assert [row["dataset"] for row in found] == ["fruit", None]
    for row in found:
        assert (row["task"], row["measure"], row["value"], row["n"], row["n_failed"]) == (
            "counting",
            "right",
            1.0,
            40,
            0,
        )
        assert 0.85 < row["low"] < row["high"] == 1.0
        assert "code=" in row["signature"]
    assert without_signature(tmp_path / "again") == without_signature(out)
