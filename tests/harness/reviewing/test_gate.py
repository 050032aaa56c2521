"""The command gate: limits on bounds of intervals, for any task, with what was not judged as the worst case."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from conftest import Command, Demo, strict_json

Row = dict[str, Any]


@pytest.fixture
def run(hayrick: Command, bakery: Path, tmp_path: Path) -> Path:
    """A run of recorded systems."""
    folder = tmp_path / "run"
    assert hayrick("run", bakery, "--system", "recorded", "--judge", "recorded", "--out", folder).status == 0
    return folder


def low(folder: Path, measure: str, context: str) -> float:
    rows = strict_json((folder / "estimates.json").read_text())["rows"]
    found = [row for row in rows if (row["measure"], row["context"], row["haystack"]) == (measure, context, None)]
    return float(found[0]["low"])


def relabelled(bakery: Path, to: Path, change: Callable[[list[Row]], list[Row]]) -> Path:
    """The golden haystack with other labels for the first summary of alpha+keywords."""
    value = strict_json(bakery.read_text())
    labels = value["subtopics"][0]["eval_summaries"]
    labels["summary_subtopic_keywords_alpha"] = change(labels["summary_subtopic_keywords_alpha"])
    to.mkdir()
    (to / "bakery.json").write_text(json.dumps(value))
    return to / "bakery.json"


def test_the_lower_bound_decides_not_the_value(hayrick: Command, run: Path) -> None:
    bound = low(run, "coverage", "keywords")
    at, above = f"coverage={bound!r}", f"coverage={bound + 1e-9!r}"
    assert hayrick("gate", run, "--min", at, "--system", "alpha+keywords").status == 0
    done = hayrick("gate", run, "--min", above, "--system", "alpha+key*")
    assert done.status == 1
    assert "1 of 1 checks fail." in done.out
    done = hayrick("gate", run, "--min", "coverage=0", "--max", "words_per_bullet=1000", "--json")
    rows = strict_json(done.out)["rows"]
    assert done.status == 1
    assert [(row["passed"], row["why"]) for row in rows if row["measure"] == "coverage"] == [(True, "")] * 4
    # alpha+full wrote one bullet, of which no interval can be computed; in another context all have the same length.
    failed = {row["context"]: row["why"] for row in rows if not row["passed"]}
    assert failed["full"] == "it has no interval"
    assert failed["fl-ctxt-sort"].startswith("its interval has no width")
    assert len(failed) == 2


def test_an_interval_without_width_says_nothing_of_new_groups(hayrick: Command, demo: Demo) -> None:
    done = hayrick("gate", demo.folder, "--max", "words_per_bullet=9.7", "--system", "lead", "--json")
    assert done.status == 1
    (row,) = strict_json(done.out)["rows"]
    assert row["low"] == row["high"] == row["value"] < 9.7
    assert row["why"].startswith("its interval has no width")


def test_what_is_not_judged_counts_as_the_worst(hayrick: Command, bakery: Path, tmp_path: Path) -> None:
    def without_first(labels: list[Row]) -> list[Row]:
        return labels[1:]

    def first_is_none(labels: list[Row]) -> list[Row]:
        return [{**labels[0], "coverage": "NO_COVERAGE", "bullet_id": "NA"}, *labels[1:]]

    unjudged = relabelled(bakery, tmp_path / "a", without_first)
    worst = relabelled(bakery, tmp_path / "b", first_is_none)
    for data in (unjudged, worst):
        words = ("--system", "recorded:*keywords_alpha", "--judge", "recorded", "--out", data.parent / "run")
        assert hayrick("run", data, *words).status == 0
    done = hayrick("gate", unjudged.parent / "run", "--min", "coverage=0", "--min", "joint=0", "--json")
    found = {row["measure"]: (row["n_unjudged"], row["bound"]) for row in strict_json(done.out)["rows"]}
    bounds = {
        name: [low(one.parent / "run", name, "keywords") for one in (unjudged, worst)] for name in ("coverage", "joint")
    }
    assert found == {name: (1, pytest.approx(min(both))) for name, both in bounds.items()}
    assert found["coverage"][1] < bounds["coverage"][0]
    assert any("worst value" in note for note in strict_json(done.out)["notes"])


def test_junit_holds_every_check_whatever_a_system_is_called(hayrick: Command, native: Path, tmp_path: Path) -> None:
    name = "<b>&\"'\u0001\u202e\ufffe]]>"
    line = {"haystack": "bakery_native", "subtopic": "open", "system": name, "reply": "- It opens at six [1]."}
    subtopic = strict_json(native.read_text())["subtopics"][0]["id"]
    (tmp_path / "mine.jsonl").write_text(json.dumps({**line, "subtopic": subtopic}) + "\n")
    words = ("--system", f"file:{tmp_path / 'mine.jsonl'}", "--judge", "local", "--out", tmp_path / "run")
    assert hayrick("run", native, *words).status == 0
    file = tmp_path / "checks.xml"
    done = hayrick("gate", tmp_path / "run", "--min", "coverage=0.99", "--min", "citation=0", "--junit", file)
    root = ElementTree.fromstring(file.read_text())
    cases = list(root.iter("testcase"))
    assert done.status == 1
    assert (root.get("tests"), len(cases)) == ("2", 2)
    assert int(root.get("failures", "")) == len(list(root.iter("failure"))) >= 1
    assert all("<b>&\"'\ufffd\ufffd\ufffd]]>" in (case.get("name") or "") for case in cases)
    again = hayrick("gate", tmp_path / "run", "--min", "coverage=0", "--junit", file)
    assert (again.status, "--overwrite" in again.err) == (2, True)
    scores = tmp_path / "run" / "scores.jsonl"
    assert hayrick("gate", tmp_path / "run", "--min", "coverage=0", "--junit", scores, "--overwrite").status == 2


def test_any_task_and_a_measure_that_was_not_computed(hayrick: Command, bakery: Path, tmp_path: Path) -> None:
    (tmp_path / "none.py").write_text("def answer(prompt):\n    return 'none'\n")
    system = ("--system", f"python:{tmp_path / 'none.py'}:answer")
    tasks = ("helmet/json_kv?length=1k&n=2", "helmet/niah_mv?length=1k&n=2")
    assert hayrick("run", *tasks, *system, "--out", tmp_path / "run").status == 0
    limits = ("--min", "needle_recall=0", "--min", "substring_exact_match=0.5")
    done = hayrick("gate", tmp_path / "run", *limits, "--json")
    found = [(row["task"], row["passed"]) for row in strict_json(done.out)["rows"]]
    assert (done.status, found) == (1, [("helmet/json_kv", False), ("helmet/niah_mv", True)])
    done = hayrick("gate", tmp_path / "run", *limits[:2], "--task", "helmet/n*")
    assert (done.status, "The check passes." in done.out) == (0, True)

    assert hayrick("run", bakery, "--system", "recorded", "--judge", "none", "--out", tmp_path / "bare").status == 0
    done = hayrick("gate", tmp_path / "bare", "--min", "joint=0", "--json")
    rows = strict_json(done.out)["rows"]
    assert done.status == 1
    assert [(row["value"], row["why"]) for row in rows] == [(None, "nothing was scored")]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--min", "jont=0.3"], "Did you mean 'joint'?"),
        (["--min", "joint=35"], "Fractions are given as 0.35"),
        (["--min", "joint"], "MEASURE=VALUE"),
        (["--max", "joint=nan"], "MEASURE=VALUE"),
        (["--min", "joint=0.3", "--system", "alpa"], "Did you mean 'alpha'?"),
        (["--min", "joint=0.3", "--task", "sumhay"], "Did you mean 'summhay'?"),
        ([], "at least one limit"),
    ],
)
def test_bad_input_is_one_line(hayrick: Command, run: Path, words: list[str], line: str) -> None:
    done = hayrick("gate", run, *words)
    assert (done.status, done.out) == (2, "")
    assert line in done.err
    assert done.err.count("\n") == 1
