"""A judge that never gives a readable verdict ends a command after few calls, which are kept; a mended one goes on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from equipment import JUDGE, SUMMARY, VERDICT, WRITER, haystack, playing, script

from conftest import GOLDEN
from hayrick.harness.models.first_answers import FEW, UNREAD
from hayrick.harness.storage.journal_file import read_calls

pytest.importorskip("inspect_ai", reason="language models need the extra llm")

ROLES = {"system": r"\Awriter", "judge": r"\Ajudge"}
REPLY = "I would say \x1b[2J yes. " + 100 * "well "
FIXED = {"make": "fixed", "when": {"role": "judge"}}
COMMANDS = {
    "run": ("run", "HAYSTACK", "--system", f"{WRITER}+full", "--judge", JUDGE),
    "probe": ("probe", "HAYSTACK", "--judge", JUDGE),
    "validate": ("validate", "LABELS", "--judge", JUDGE),
    "meta": ("meta", GOLDEN / "scored.jsonl", "--metric", f"consistency:{JUDGE}"),
}


def labels(path: Path) -> Path:
    """Labelled summaries with more insights than a judge has calls."""
    found = json.loads((GOLDEN / "annotations.json").read_text())
    for number in range(UNREAD):
        name = f"more{number}"
        found[0]["reference_insights"].append({"insight_id": name, "insight": f"It has {number + 30} ovens."})
        found[0]["annotation"].append({"insight_id": name, "coverage": "not_covered", "candidate_id": ""})
    path.write_text(json.dumps(found))
    return path


@pytest.mark.parametrize("command", COMMANDS)
def test_a_judge_that_cannot_be_read_costs_few_calls(tmp_path: Path, command: str) -> None:
    given = {"HAYSTACK": haystack(tmp_path / "harps.json", 12), "LABELS": labels(tmp_path / "labels.json")}
    with playing(tmp_path, script(answers=[{**FIXED, "text": REPLY}, SUMMARY], roles=ROLES)) as (server, run):
        done = run(*(given.get(str(one), one) for one in COMMANDS[command]), "--out", "r")
        asked = [row["role"] for row in server.log()]
    (line,) = done.err.splitlines()
    assert done.status == 2
    assert f"{JUDGE} gave no readable verdict in {UNREAD} replies" in line
    assert r"the first begins 'I would say \x1b[2J yes. well" in line
    assert "\x1b" not in line
    assert "calls.jsonl" in line
    assert len(line) < 400
    assert UNREAD <= asked.count("judge") < UNREAD + FEW
    assert asked.count("system") <= 2 * FEW
    kept = read_calls(run.home / "r")
    assert len(kept) == len(asked)


def test_a_mended_judge_goes_on_where_the_run_ended(tmp_path: Path) -> None:
    words = ("run", haystack(tmp_path / "harps.json", 12), "--system", f"{WRITER}+full", "--judge", JUDGE, "--out", "r")
    # Calls of the systems and of the judge until it is given up.
    silent = {**FIXED, "text": "", "when": {"role": "judge", "to": 2 * FEW + UNREAD}}
    with playing(tmp_path, script(answers=[silent, VERDICT, SUMMARY], roles=ROLES)) as (server, run):
        done = run(*words)
        before = server.log()
        assert (done.status, "the first is empty" in done.err) == (2, True)
        done = run(*words)
        after = server.log()[len(before) :]
    assert (done.status, done.err) == (0, "")
    assert {row["digest"] for row in before}.isdisjoint(row["digest"] for row in after if row["role"] == "system")
    assert len(read_calls(run.home / "r")) == len(before) + len(after)
    rows = json.loads((run.home / "r" / "estimates.json").read_text())["rows"]
    assert all(row["n_unjudged"] == 0 for row in rows)


def test_one_readable_verdict_keeps_a_judge(tmp_path: Path) -> None:
    path = haystack(tmp_path / "harps.json", 4)
    one = {"make": "fixed", "text": '{"coverage": "no"}', "when": {"role": "judge", "contains": "Workshop s00"}}
    words = ("run", path, "--system", f"{WRITER}+full", "--judge", JUDGE, "--out", "r")
    with playing(tmp_path, script(answers=[one, {**FIXED, "text": "[]"}, SUMMARY], roles=ROLES)) as (_, run):
        done = run(*words)
    assert (done.status, done.err) == (0, "")
    rows = json.loads((run.home / "r" / "estimates.json").read_text())["rows"]
    assert {row["n_unjudged"] for row in rows if row["measure"] == "coverage"} == {11}
