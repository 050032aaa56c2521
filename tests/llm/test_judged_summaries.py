"""Summaries that a model writes and a model judges, from end to end, against a scripted server."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest
from equipment import JUDGE, WRITER, finished, playing, rows

from conftest import lines_of

pytest.importorskip("inspect_ai", reason="language models need the extra llm")

SAID = "The ferry of Corrin ran again in 1911. Nobody was hurt."
ROUGE = "" if importlib.util.find_spec("rouge_score") else "&rouge=no"


def says(text: str, value: object) -> dict[str, Any]:
    return {"make": "fixed", "text": json.dumps(value), "when": {"role": "judge", "contains": text}}


ANSWERS = [
    says("List the key points", {"points": ["The ferry ran again.", "The city paid."]}),
    says("state each key point", {"answers": [{"point": 1, "stated": "yes"}, {"point": 2, "stated": "no"}]}),
    says("support each sentence", {"answers": [{"sentence": n, "supported": "yes"} for n in range(1, 9)]}),
    says("read well", {"fluent": "yes", "reason": "two whole sentences"}),
    {"make": "fixed", "text": SAID},
]


ALL = 2 + 2 + 1 + 2 + 1
"""Two replies, key points and precision of two references; recall and fluency are the same questions for both."""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "cases.jsonl"
    found = [
        {
            "id": n,
            "sources": [f"Paper of case {n}. " * 400],
            "summary/long": f"Long {n}.",
            "summary/short": f"Short {n}.",
        }
        for n in (1, 2)
    ]
    path.write_text("".join(json.dumps(one) + "\n" for one in found), encoding="utf-8")
    return path


def values(out: Path) -> dict[str, Any]:
    return {row["measure"]: row for row in rows(out / "estimates.json") if row["dataset"] is None}


def test_key_points_are_asked_for_once_and_a_second_judge_gets_them(tmp_path: Path, data: Path) -> None:
    spec, out, again = f"helmet/multi_lexsum?data={data}&length=1k{ROUGE}", tmp_path / "out", tmp_path / "again"
    with playing(tmp_path, {"answers": ANSWERS}) as (server, run):
        command = ("run", spec, "--system", WRITER, "--judge", JUDGE, "--out", out)
        done = run(*command)
        assert (done.status, done.err) == (0, "")
        assert len(set(finished(server))) == len(server.log()) == ALL
        assert run(*command).status == 0
        assert len(server.log()) == ALL, "asks nothing again"
        given = f"{spec}&keypoints={out / 'keypoints.jsonl'}"
        more = run("run", given, "--system", f"file:{out / 'responses.jsonl'}", "--judge", JUDGE, "--out", again)
        assert (more.status, more.err) == (0, "")
        assert len(server.log()) == ALL + 1 + 2 + 1, "the key points come from the file"
    found = values(out)
    assert found["keypoint_recall"]["value"] == 0.5
    assert found["sentence_precision"]["value"] == found["fluency"]["value"] == 1
    assert found["summary_f1"]["value"] == pytest.approx(2 / 3)
    kept = lines_of(again / "keypoints.jsonl")
    assert kept == lines_of(out / "keypoints.jsonl")
    assert [one["maker"].partition(";")[0] for one in kept] == [JUDGE] * 2


def test_an_unread_verdict_ends_nothing_beside_a_task_without_judge(tmp_path: Path, data: Path) -> None:
    vague = [says("state each key point", {"answers": [{"point": 1, "stated": "yes"}, {"point": 2}]}), *ANSWERS]
    spec, out = f"helmet/multi_lexsum?data={data}&length=1k{ROUGE}", tmp_path / "out"
    with playing(tmp_path, {"answers": vague}) as (server, run):
        done = run("run", spec, "helmet/json_kv?length=1k&n=1", "--system", WRITER, "--judge", JUDGE, "--out", out)
        assert (done.status, done.err) == (0, "")
        assert len(server.log()) == ALL + 2 + 1, "two further tries, and the other task"
    assert "2 of 10 verdicts could not be read (recall 2)" in done.out
    row = values(out)["keypoint_recall"]
    assert (row["value"], row["worst"], row["best"], row["n"], row["n_unjudged"]) == (1, 0.5, 1, 2, 2)
    assert values(out)["summary_f1"]["n"] == 2
