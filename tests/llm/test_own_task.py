"""A task of the user's own and a haystack in one run: a model through the scripted server, the user's own judge."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from equipment import JUDGE, WRITER, finished, haystack, playing, rows, script, text_of_logs

from hayrick.harness.storage.journal_file import FILE, read_calls

pytest.importorskip("inspect_ai", reason="language models need the extra llm")

TASK = """
from hayrick.protocols import JudgeOptions, Measure, Task
from hayrick.types import Document, Item, Judgement, Message, Prompt, Question, Response, Score

LAMPS = tuple(Document(id=f"d{n}", text=f"Lamp {n} is {'red' if n % 2 else 'blue'}. secret-{n}") for n in range(6))


def items(seed):
    return [
        Item(dataset=f"room{room}", group=f"g{n}", id="1", query=f"What colour has lamp {n}?", documents=LAMPS,
             gold="red" if n % 2 else "blue", tags={"room": room})
        for room in (1, 2) for n in range(4)
    ]


def prompt(item, passages):
    text = "\\n".join(one.text for one in passages)
    said = f"{item.dataset}/{item.group}. {text}\\n{item.query}"
    return Prompt(messages=(Message(role="user", text=said),), signature=f"lamps.v1({len(passages)})")


def right(item, response, judgements):
    value = float(response.answer == item.gold)
    yield Score(response=response, measure="right", unit=None, value=value, failed=response.answer is None)


def kind(item, response, judgements):
    for one in judgements:
        yield Score(response=response, measure="kind", unit=one.unit, value=one.value, unjudged=one.value is None)


class Judge:
    asks = True

    def __init__(self, options: JudgeOptions) -> None:
        self.options, self.name, self.signature = options, options.name, f"kind.v1;max_tokens={options.max_tokens}"

    async def judge(self, item, response, ask):
        if response.answer is None:
            return [Judgement(unit="tone", rater=self.name, value=0.0)]
        text = f"Judge {item.dataset} {item.group}: {response.reply}"
        asked = Prompt(messages=(Message(role="user", text=text),), signature="kind.v1")
        (reply,) = await ask([Question(role=self.options.role, prompt=asked, max_tokens=self.options.max_tokens)])
        value = None if reply is None else float(reply.text)
        return [Judgement(unit="tone", rater=self.name, value=value)]


def judge(options: JudgeOptions) -> Judge:
    return Judge(options)


task = Task(
    name="lamps", paper="ours", items=items, prompt=prompt, parse=lambda item, reply: reply.strip() or None,
    measures=(
        Measure(name="right", description="names the colour", source="ours", score=right, judged=False, counts="items"),
        Measure(name="kind", description="is kind", source="ours", score=kind, counts="items"),
    ),
    judges={"own": judge}, max_tokens=20,
)
silent = Task(name="silent", paper="ours", items=items, prompt=prompt, parse=lambda item, reply: reply.strip() or None,
              measures=task.measures[:1])
"""
ANSWERS = [
    {"make": "fixed", "text": "0.5", "when": {"contains": "Judge room1"}},
    {"make": "fixed", "text": "1", "when": {"contains": "Judge room2"}},
    {"make": "fixed", "text": "red"},
]


def words(folder: Path, out: Path, *more: object) -> list[object]:
    (folder / "lamps.py").write_text(TASK)
    mine = f"python:{folder / 'lamps.py'}"
    return [
        *("run", f"{mine}:task", "--system", f"{WRITER}+full", "--judge", f"{mine}:judge?model={JUDGE}"),
        *("--out", out, *more),
    ]


def estimated(out: Path) -> dict[tuple[str, str | None], dict[str, Any]]:
    return {(row["measure"], row["dataset"]): row for row in rows(out / "estimates.json")}


def test_a_task_with_a_judge_of_one_s_own_has_journal_resume_and_intervals(tmp_path: Path) -> None:
    out = tmp_path / "out"
    refused = {"do": "content_filter", "text": "red", "when": {"contains": "room2/g1. "}}
    with playing(tmp_path, script(refused, answers=ANSWERS)) as (server, run):
        done = run(*words(tmp_path, out))
        assert (done.status, done.err) == (0, "")
        asked = finished(server)
        assert len(asked) == len(set(asked)) == len(read_calls(out)) == 8 + 7
        results = {path.name: path.read_bytes() for path in out.iterdir() if path.is_file()}
        # A journal that lost its last lines asks those again and nothing else, and comes to the same.
        whole = (out / FILE).read_bytes().splitlines(keepends=True)
        (out / FILE).write_bytes(b"".join(whole[:-3]))
        assert run(*words(tmp_path, out)).status == 0
        again = finished(server)[len(asked) :]
        assert len(again) == 3
        assert set(again) < set(asked)
        again_results = {path.name: path.read_bytes() for path in out.iterdir() if path.is_file()}
        assert {**again_results, FILE: b""} == {**results, FILE: b""}
        logs = text_of_logs(run, out)
    assert "secret-" not in logs, "prompts are in the logs"
    found = estimated(out)
    # Half of the lamps of a room are red; of one of these the right answer was refused, and so is none.
    assert found["right", "room1"]["value"] == 0.5
    assert found["right", None]["n_failed"] == found["kind", None]["n_failed"] + 1 == 1
    assert found["right", None]["value"] == 3 / 8
    assert found["kind", "room1"]["value"] == 0.5
    assert found["kind", "room2"]["value"] == 0.75
    for row in found.values():
        assert 0 <= row["low"] <= row["value"] <= row["high"] <= 1
    assert {row["task"] for row in rows(out / "responses.jsonl")} == {"lamps"}
    assert {call.purpose for call in read_calls(out)} == {"system", "judge"}
    assert "1 response was refused, by the model or a content filter" in done.out


def test_a_haystack_and_a_task_run_together_and_each_has_its_files(tmp_path: Path) -> None:
    path, out = haystack(tmp_path / "harps.json"), tmp_path / "out"
    (tmp_path / "lamps.py").write_text(TASK)
    mine = f"python:{tmp_path / 'lamps.py'}"
    with playing(tmp_path, script(answers=[*ANSWERS[:2], *script()["answers"]])) as (server, run):
        command = ["run", path, f"{mine}:silent", "--system", f"{WRITER}+full", "--out", out]
        done = run(*command)
        assert (done.status, done.err) == (0, "")
        asked = finished(server)
        assert len(asked) == 2 + 8
        assert run(*command).status == 0
        assert len(finished(server)) == len(asked), "answered from the journal"
    assert {(row["task"], row["system"]) for row in rows(out / "responses.jsonl")} == {("silent", WRITER)}
    assert len(rows(out / "summaries.jsonl")) == 2
    found = rows(out / "estimates.json")
    assert {row["task"] for row in found} == {"summhay", "silent"}
    assert {row["measure"] for row in found if row["task"] == "silent"} == {"right"}
    assert all(row["low"] is not None for row in found if row["measure"] in ("right", "coverage"))


def test_two_systems_of_one_name_are_refused_before_anything_is_paid(tmp_path: Path) -> None:
    path, out = haystack(tmp_path / "harps.json"), tmp_path / "out"
    mine = tmp_path / "mine.jsonl"
    mine.write_text(json.dumps({"subtopic": "s1", "system": WRITER, "context": "full", "summary": "- Harps. [1]"}))
    with playing(tmp_path, script()) as (server, run):
        twice = f"two responses to 's1' by '{WRITER}' (full)"
        for judge, found in (("local", twice), ("none", twice), (JUDGE, "writer+full' asked for more than once")):
            systems = ["--system", f"{WRITER}+full", "--system", f"file:{mine}"]
            done = run("run", path, *systems, "--judge", judge, "--out", out)
            assert (done.status, done.err.count("\n")) == (2, 1)
            assert found in done.err
        assert server.log() == []
    assert not out.exists()


def test_a_model_is_asked_as_often_as_repeated_and_each_reply_is_judged(tmp_path: Path) -> None:
    path, out, once = haystack(tmp_path / "harps.json"), tmp_path / "out", tmp_path / "once"
    command = ["run", path, "--system", f"{WRITER}+full", "--judge", "local"]
    with playing(tmp_path, script()) as (server, run):
        done = run(*command, "--repeat", 3, "--out", out)
        assert (done.status, done.err) == (0, "")
        asked = finished(server)
        assert run(*command, "--out", once).status == 0
    assert len(asked) == 3 * len(set(asked)) == 6
    keys = {folder: {call.key for call in read_calls(folder)} for folder in (out, once)}
    assert keys[once] < keys[out]
    assert (len(keys[once]), len(keys[out])) == (2, 6)
    for name in ("summaries.jsonl", "judgements.jsonl", "scores.jsonl"):
        assert {row["tags"]["repeat"] for row in rows(out / name)} == {0, 1, 2}, name
        assert all("repeat" not in row["tags"] for row in rows(once / name)), name
    assert [row["n"] for row in rows(out / "estimates.json") if row["measure"] == "coverage"] == [18, 18]


def test_every_seed_shows_another_order(tmp_path: Path) -> None:
    path, out = haystack(tmp_path / "harps.json", 1), tmp_path / "out"
    order = ["--order", "random", "--seeds", 4]
    with playing(tmp_path, script(answers=[])) as (server, run):
        done = run("run", path, "--system", f"{WRITER}+full", *order, "--judge", "none", "--out", out)
        assert (done.status, done.err) == (0, "")
        assert len(set(finished(server))) == 4
    found = rows(out / "summaries.jsonl")
    assert [row["context"] for row in found] == [f"full/random{seed}" for seed in range(4)]
    assert [row["tags"]["seed"] for row in found] == [0, 1, 2, 3]
    assert len({row["reply"].partition("s0?")[0] for row in found}) == 4
