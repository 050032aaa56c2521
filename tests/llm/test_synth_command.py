"""`hayrick synth` with models, from the command line, through Inspect and the scripted server."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from equipment import Runner, finished, playing

pytest.importorskip("inspect_ai", reason="language models need the extra llm")

PLANNER, WRITER, CHECKER = (f"openai-api/loop/{role}" for role in ("planner", "writer", "checker"))
ROLES = {role: rf"\A{role}" for role in ("planner", "writer", "checker")}
SCENARIO = """\
schema: 1
topic: The town of Quill
documents: 8
words: 400
insights_per_document: [3, 4]
minimum_documents: 1
wanted_subtopics: 4
wanted_insights: 4
seed: 5
"""


def script(**faults: object) -> Mapping[str, Any]:
    return {"answers": [{"make": "careless", "faults": faults}], "rules": [], "roles": ROLES}


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    path = tmp_path / "quill.yaml"
    path.write_text(SCENARIO)
    return path


def synth(run: Runner, scenario: Path, out: Path, *words: str, checker: str = "local") -> Any:
    models = ("--planner", PLANNER, "--writer", WRITER, "--checker", checker)
    return run("synth", str(scenario), "--out", str(out), *models, *words)


def test_a_model_written_haystack_is_sound_and_is_not_asked_for_twice(tmp_path: Path, scenario: Path) -> None:
    out = tmp_path / "made" / "quill.json"
    with playing(tmp_path, script(forget=[1], leak=[2], number=[3], twice=True)) as (server, run):
        done = synth(run, scenario, out)
        assert (done.status, done.err) == (0, "")
        asked = len(finished(server))
        first = out.read_bytes()
        again = synth(run, scenario, out)
        assert (again.status, len(finished(server))) == (0, asked)
        assert out.read_bytes() == first
        checked = run("verify", str(out))
    assert checked.status == 0
    value = json.loads(first)
    assert len(value["documents"]) == 8
    assert [len(subtopic["insights"]) for subtopic in value["subtopics"]] == [4] * 4
    assert value["synthesis"]["faults"]["missing"] >= 1
    assert value["synthesis"]["faults"] == value["synthesis"]["repaired"]
    assert value["synthesis"]["remaining"] == 0
    assert "Faults found:" in done.out
    assert "; 0 remain." in done.out
    folder = tmp_path / "made" / "quill.synth"
    assert {path.name for path in folder.iterdir()} == {
        *("manifest.json", "calls.jsonl", "plan.yaml", "plan.report.json", "report.json"),
    }


def test_the_plan_waits_for_a_person_and_is_written_as_changed(tmp_path: Path, scenario: Path) -> None:
    out = tmp_path / "quill.json"
    with playing(tmp_path, script()) as (server, run):
        done = synth(run, scenario, out, "--plan-only", checker=CHECKER)
        assert (done.status, done.err) == (0, "")
        assert not out.exists()
        planned = len(finished(server, "planner"))
        plan = tmp_path / "quill.synth" / "plan.yaml"
        assert f"written to {plan}" in done.out
        old = next(line for line in plan.read_text().splitlines() if line.strip().startswith("text: "))
        new = "Ada Quill moved 31 pianos for the ferry timetable in June."
        plan.write_text(plan.read_text().replace(old.split("text: ")[1], new, 1))
        done = synth(run, scenario, out, checker=CHECKER)
        assert (done.status, done.err) == (0, "")
        assert len(finished(server, "writer")) >= 8
        assert len(finished(server, "planner")) == planned, "the plan was not made again"
    value = json.loads(out.read_text())
    assert value["subtopics"][0]["insights"][0]["text"] == new
    holders = value["held_by"][value["subtopics"][0]["insights"][0]["id"]]
    texts = {document["id"]: document["text"] for document in value["documents"]}
    assert holders
    assert all("31 pianos" in texts[holder] for holder in holders)


def test_a_model_that_cannot_be_reached_is_one_line_and_writes_no_haystack(tmp_path: Path, scenario: Path) -> None:
    out = tmp_path / "quill.json"
    with playing(tmp_path, {"answers": [], "rules": [{"do": "status", "status": 401}], "roles": ROLES}) as (_, run):
        done = synth(run, scenario, out, "--retries", "0")
    assert done.status == 2
    assert len(done.err.splitlines()) == 1
    assert "answered no call" in done.err
    assert not out.exists()
    assert not (tmp_path / "quill.synth").exists(), "nothing was kept, so nothing is left"
