"""Labelling pages of runs: what is drawn of which run, and which runs have none."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT, Command, Demo
from hayrick.annotation.questions import Questions, read_questions

BLOCK = re.compile(r'<script type="application/json" id="questions">(.*?)</script>', re.DOTALL)


def asked(path: Path) -> Questions:
    found = BLOCK.search(path.read_text(encoding="utf-8"))
    assert found is not None
    return read_questions(json.loads(found[1]), str(path))


@pytest.fixture
def run(hayrick: Command, bakery: Path, tmp_path: Path) -> Path:
    words = ("--system", "recorded", "--system", "lead", "--judge", "local", "--out", tmp_path / "run")
    assert hayrick("run", bakery, *words).status == 0
    return tmp_path / "run"


def test_a_page_asks_about_the_summaries_of_a_run(hayrick: Command, run: Path, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    done = hayrick("annotate", run, "--out", path, "--json")
    assert (done.status, done.err) == (0, "")
    (row,) = json.loads(done.out)["rows"]
    found = asked(path)
    rows = [json.loads(line) for line in (run / "summaries.jsonl").read_text().splitlines()]
    replies = {(one["haystack"], one["subtopic"], f"{one['system']}+{one['context']}", one["reply"]) for one in rows}
    got = {(one.topic, one.subtopic, one.key, "\n".join(one.lines)) for one in found.summaries}
    assert got <= replies
    assert (row["id"], row["n_summaries"], row["n_pairs"]) == (found.id, len(got), found.n_pairs)
    assert row["n_available"] == sum(bool(one["bullets"]) for one in rows)
    text = BLOCK.sub("", path.read_text(encoding="utf-8"))
    assert not any(name in text for name in {one["system"] for one in rows} - {"lead"})


def test_the_seed_and_the_number_decide(hayrick: Command, run: Path, tmp_path: Path) -> None:
    def made(*words: Any) -> Questions:
        assert hayrick("annotate", run, "--overwrite", "--out", tmp_path / "page.html", *words).status == 0
        return asked(tmp_path / "page.html")

    assert made("--summaries", 2) == made("--summaries", 2, "--seed", 0)
    assert made("--seed", 1).id != made("--seed", 2).id
    assert len(made("--summaries", 2).summaries) == 2


def test_insights_and_queries_are_those_that_a_judge_was_given(hayrick: Command, run: Path, tmp_path: Path) -> None:
    """So the local judge says of the annotations what it said in the run."""
    path = tmp_path / "page.html"
    assert hayrick("annotate", run, "--out", path).status == 0
    page = asked(path)
    answers = [
        {"summary": number, "insight": insight.id, "label": "none", "bullet": None}
        for number, one in enumerate(page.summaries, start=1)
        for insight in one.insights
    ]
    saved = {"schema": 1, "annotator": "anna", "page": page.value(), "answers": answers}
    (tmp_path / "anna.json").write_text(json.dumps(saved))
    words = ("--import", tmp_path / "anna.json", "--out", tmp_path / "labels.json")
    assert hayrick("annotate", *words).status == 0
    assert hayrick("validate", tmp_path / "labels.json", "--judge", "local", "--out", tmp_path / "v").status == 0
    again = {
        (one["subtopic"], one["system"], one["insight"]): (one["label"], one["value"], one["bullet"])
        for one in map(json.loads, (tmp_path / "v" / "judgements.jsonl").read_text().splitlines())
        if one["judge"] == "local"
    }
    before = {
        (one["subtopic"], f"{one['system']}+{one['context']}", one["insight"]): (
            one["label"],
            one["value"],
            one["bullet"],
        )
        for one in map(json.loads, (run / "judgements.jsonl").read_text().splitlines())
    }
    assert again
    assert again == {key: before[key] for key in again}


def test_other_tasks_other_directories_and_files_of_the_run_are_refused(
    hayrick: Command, run: Path, annotations: Path, tmp_path: Path
) -> None:
    out = tmp_path / "page.html"

    def refused(*words: Any) -> str:
        done = hayrick("annotate", *words)
        assert (done.status, done.out) == (2, "")
        assert len(done.err.splitlines()) == 1
        assert not out.exists()
        return str(done.err)

    (tmp_path / "never.py").write_text("def never(request):\n    return 'no'\n")
    words = ("--system", f"python:{tmp_path / 'never.py'}:never", "--out", tmp_path / "kv")
    assert hayrick("run", "helmet/json_kv?length=1k&n=2", *words).status == 0
    assert "Other tasks are checked with 'hayrick validate RUN --sheet FILE'" in refused(tmp_path / "kv", "--out", out)
    assert hayrick("validate", annotations, "--judge", "local", "--out", tmp_path / "v").status == 0
    assert "a directory of 'hayrick validate'" in refused(tmp_path / "v", "--out", out)
    assert "no manifest.json" in refused(tmp_path, "--out", out)
    assert "an input of this command" in refused(run, "--out", run / "scores.jsonl", "--overwrite")
    assert "Give the directory of a run" in refused("--out", out)
    assert "Give the directory of a run" in refused(run, "--import", annotations, "--out", out)
    assert "--seed is used with" in refused("--import", annotations, "--seed", "1", "--out", out)


def test_a_haystack_that_has_moved_is_named(hayrick: Command, bakery: Path, tmp_path: Path) -> None:
    topic = tmp_path / "topic.json"
    topic.write_bytes(bakery.read_bytes())
    assert hayrick("run", topic, "--system", "lead", "--judge", "none", "--out", tmp_path / "run").status == 0
    topic.rename(tmp_path / "moved.json")
    done = hayrick("annotate", tmp_path / "run", "--out", tmp_path / "page.html")
    assert (done.status, "no such file any more" in done.err) == (2, True)
    words = ("--input", tmp_path / "moved.json", "--out", tmp_path / "page.html")
    assert hayrick("annotate", tmp_path / "run", *words).status == 0
    assert {one.topic for one in asked(tmp_path / "page.html").summaries} == {"topic"}


def test_the_guide_shows_what_its_example_prints(
    demo: Demo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from bench.pages.labelled_demo import main

    shutil.copytree(demo.folder, tmp_path / "runs" / "demo")
    monkeypatch.chdir(tmp_path)
    main(Path("runs/demo"), Path())
    printed = " ".join(capsys.readouterr().out.split())
    text = (ROOT / "docs" / "guide" / "annotate.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```(?:text|console)\n(.*?)```", text, re.DOTALL)
    assert len(blocks) == 3
    for block in blocks:
        parts = [re.escape(" ".join(part.split())) for part in re.split(r"^\.\.\.$", block, flags=re.MULTILINE)]
        assert re.search(".*".join(parts), printed), block


def test_a_run_whose_name_is_not_utf8_is_read_with_its_answers(hayrick: Command, run: Path, tmp_path: Path) -> None:
    odd = tmp_path / os.fsdecode(b"run\xff")
    try:
        shutil.copytree(run, odd)
    except OSError:
        pytest.skip("this file system has no such names")
    done = hayrick("annotate", odd, "--out", tmp_path / "page.html")
    assert (done.status, done.err) == (0, "")
    done = hayrick("report", odd, "--out", tmp_path / "report.html")
    assert (done.status, done.err) == (0, "")
    assert "cannot be shown" not in done.out
