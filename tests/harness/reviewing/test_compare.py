"""`hayrick compare` on runs: what it writes and prints, and which runs it refuses."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Command, strict_json
from hayrick.judges.coverage.version import RULES
from hayrick.tasks.summhay.idle import KINDS

ROW = {
    *("task", "dataset", "measure", "a", "b", "difference", "low", "high", "p", "alike", "p_adjusted", "apart"),
    *("n", "n_a", "n_b", "n_items", "n_clusters", "n_clusters_a", "n_clusters_b", "swaps", "n_failed_a", "n_failed_b"),
    *("n_unjudged_a", "n_unjudged_b", "n_missing_a", "n_missing_b"),
}
CODE = """
def wrong(request):
    return "nothing"

def whole(request):
    return request["documents"][0]["text"] if request["documents"] else ""

def silent(request):
    return ""
"""


@pytest.fixture
def runs(hayrick: Command, bakery: Path, tmp_path: Path) -> Callable[..., Path]:
    def run(name: str, *words: object) -> Path:
        assert hayrick("run", *(words or (bakery,)), "--out", tmp_path / name).status == 0
        return tmp_path / name

    return run


def test_two_runs_are_compared_on_shared_items(
    hayrick: Command, bakery: Path, runs: Callable[..., Path], tmp_path: Path
) -> None:
    a = runs("a", bakery, "--system", "lead", "--judge", "local")
    b = runs("b", bakery, "--system", "query", "--system", "lead", "--judge", "local", "--limit", 1)
    done = hayrick("compare", a, b, "--measure", "joint", "--out", tmp_path / "out")
    assert (done.status, done.err) == (0, "")
    found = strict_json((tmp_path / "out" / "compare.json").read_text())
    assert found["schema"] == 1
    names = [(row["a"], row["b"]) for row in found["rows"]]
    assert len(names) == 3
    assert {"lead+full (a)", "lead+full (b)", "query+full"} == {name for pair in names for name in pair}
    for row in found["rows"]:
        assert row.keys() - {"worst", "best"} == ROW
        assert row["n_items"] == 1
    same = next(row for row in found["rows"] if "query+full" not in (row["a"], row["b"]))
    assert (same["difference"], same["p"], same["n_missing_a"], same["n_missing_b"]) == (0, 1, 0, 1)
    assert "items b lacks" in done.out
    assert "Items that a system was not asked" in done.out
    printed = hayrick("compare", a, b, "--measure", "joint", "--json")
    shown = strict_json(printed.out)
    assert {name: shown[name] for name in found} == found
    against = hayrick("compare", a, b, "--measure", "joint", "--against", "query", "--json")
    assert {row["b"] for row in strict_json(against.out)["rows"]} == {"query+full"}
    told = "Every other system is compared with query+full, and with no other (--against)."
    assert told in strict_json(against.out)["notes"]
    assert not [note for note in shown["notes"] if "--against" in note]
    for pattern, found_there in (("*", "every system"), ("nobody", "no system")):
        refused = hayrick("compare", a, b, "--against", pattern)
        assert (refused.status, refused.out) == (2, "")
        assert found_there in refused.err
    assert hayrick("compare", a, b, "--measure", "joint", "--out", tmp_path / "out").status == 0


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("--judge", "recorded"), "judge 'recorded"),
        (("--judge", "local", "--compat", "paper"), "compat:paper"),
        (("--judge", "local", "--bullets", "free"), "bullets:free"),
    ],
)
def test_runs_that_were_scored_otherwise_are_refused(
    refused: Callable[..., str],
    bakery: Path,
    runs: Callable[..., Path],
    tmp_path: Path,
    words: tuple[str, ...],
    named: str,
) -> None:
    a = runs("a", bakery, "--system", "recorded", "--judge", "local")
    b = runs("b", bakery, "--system", "recorded", *words)
    line = refused("compare", a, b, "--out", tmp_path / "out")
    assert named in line
    assert f"as in {a}" in line
    assert not (tmp_path / "out").exists()


def test_other_data_versions_and_parameters_are_refused(
    refused: Callable[..., str], bakery: Path, runs: Callable[..., Path], tmp_path: Path
) -> None:
    a = runs("a", bakery, "--system", "lead", "--judge", "local")
    (tmp_path / "other").mkdir()
    changed = tmp_path / "other" / bakery.name
    changed.write_bytes(bakery.read_bytes() + b"\n")
    b = runs("b", changed, "--system", "query", "--judge", "local")
    line = refused("compare", a, b)
    prints = [
        json.loads((run / "manifest.json").read_text())["parameters"]["inputs"][0]["fingerprint"] for run in (a, b)
    ]
    assert f"{b}: summhay: data of {bakery.stem} '{prints[1]}'" in line
    assert f"as in {a}: data of {bakery.stem} '{prints[0]}'" in line
    old = shutil.copytree(a, tmp_path / "old")
    manifest = json.loads((old / "manifest.json").read_text())
    manifest["versions"]["hayrick"] = "0.0.9"
    (old / "manifest.json").write_text(json.dumps(manifest))
    assert "version of hayrick '0.0.9'" in refused("compare", a, old)
    manifest["parameters"]["judge"] = 3
    (old / "manifest.json").write_text(json.dumps(manifest))
    assert "a manifest without the fields of a run" in refused("compare", a, old)


def test_other_rules_stand_in_the_way_of_what_they_decide_alone(
    hayrick: Command, refused: Callable[..., str], bakery: Path, runs: Callable[..., Path], tmp_path: Path
) -> None:
    words = (bakery, "--system", "recorded", "--judge", "recorded")
    a, b = runs("a", *words), runs("b", *words)
    manifest = json.loads((b / "manifest.json").read_text())
    assert RULES not in json.dumps(manifest["parameters"]), "paid answers are resumed under other rules"
    ruled = [one for one in manifest["reporting"]["summhay"]["measures"] if one.get("rules")]
    assert [one["name"] for one in ruled] == [f"idle_bullets.{kind}" for kind in KINDS]
    for one in ruled:
        one["rules"] = "local.next"
    (b / "manifest.json").write_text(json.dumps(manifest))
    line = refused("compare", a, b, "--measure", "idle_bullets.repeat")
    assert "rules of idle_bullets.repeat 'local.next'" in line
    assert f"as in {a}: rules of idle_bullets.repeat '{RULES}'" in line
    for measure in ("joint", "idle_bullets"):
        assert hayrick("compare", a, b, "--measure", measure).status == 0


def test_tasks_that_are_no_haystacks(
    hayrick: Command, refused: Callable[..., str], runs: Callable[..., Path], tmp_path: Path
) -> None:
    (tmp_path / "own.py").write_text(CODE)
    systems = [word for name in ("wrong", "silent") for word in ("--system", f"python:{tmp_path / 'own.py'}:{name}")]
    task = "helmet/json_kv?length=1k&n=12"
    a, b = runs("a", task, *systems[2:]), runs("b", task, *systems[:2])
    (row,) = strict_json(hayrick("compare", a, b, "--json").out)["rows"]
    assert (row["difference"], row["p"], row["n_failed_a"], row["n"]) == (0, 1, 12, 12)
    assert "parameter n '6'" in refused("compare", a, runs("c", "helmet/json_kv?n=6&length=1k", *systems[:2]))
    assert "seed '1'" in refused("compare", a, runs("d", task, *systems[:2], "--seed", 1))
    assert hayrick("compare", a, runs("e", "helmet/json_kv?n=12&length=1k", *systems[:2])).status == 0


def test_what_cannot_be_compared_is_said(
    refused: Callable[..., str], bakery: Path, runs: Callable[..., Path], tmp_path: Path
) -> None:
    a = runs("a", bakery, "--system", "lead", "--judge", "local")
    assert "no two systems to compare" in refused("compare", a)
    assert "no two systems to compare" in refused("compare", a, a)
    (tmp_path / "own.py").write_text(CODE)
    suite = runs("suite", "ruler_synthetic?length=4k&n=1", "--system", f"python:{tmp_path / 'own.py'}:wrong")
    assert "no two systems to compare" in refused("compare", suite)
    assert "Did you mean 'joint'?" in refused("compare", a, "--measure", "joimt")
    assert "a run directory" in refused("compare", tmp_path)
    assert "a run without scores" in refused("compare", runs("b", bakery, "--system", "lead", "--judge", "none"))


def test_measures_are_compared_where_they_are_and_tasks_can_be_chosen(
    hayrick: Command, refused: Callable[..., str], bakery: Path, runs: Callable[..., Path], tmp_path: Path
) -> None:
    (tmp_path / "own.py").write_text(CODE)
    systems = [word for name in ("wrong", "whole") for word in ("--system", f"python:{tmp_path / 'own.py'}:{name}")]
    one = runs("one", bakery, "--system", "lead", "--system", "query", "--judge", "local")
    other = runs("other", "helmet/json_kv?length=1k&n=2", *systems)

    def found(*words: object) -> tuple[set[tuple[str, str]], list[str]]:
        shown = strict_json(hayrick("compare", one, other, *words, "--json").out)
        return {(row["task"], row["measure"]) for row in shown["rows"]}, shown["notes"]

    rows, notes = found("--measure", "joint", "--measure", "substring_exact_match")
    assert rows == {("summhay", "joint"), ("helmet/json_kv", "substring_exact_match")}
    assert "joint: compared in summhay alone; no such measure in helmet/json_kv." in notes
    assert "substring_exact_match: compared in helmet/json_kv alone; no such measure in summhay." in notes
    every, notes = found()
    assert {task for task, _ in every} == {"summhay", "helmet/json_kv"}
    rows, notes = found("--task", "helmet/*")
    assert rows == {pair for pair in every if pair[0] == "helmet/json_kv"}
    assert not [note for note in notes if "alone" in note or "summhay" in note]
    assert found("--task", "summhay", "--against", "lead")[0] == {pair for pair in every if pair[0] == "summhay"}
    line = refused("compare", one, other, "--task", "sumhay")
    assert "no task of the run" in line
    assert "Did you mean 'summhay'?" in line
    line = refused("compare", one, other, "--measure", "joint", "--task", "helmet/*")
    assert "no measure of helmet/json_kv" in line
    assert "Choose tasks with --task" in refused("compare", one, other, "--against", "lead")


def test_means_of_a_suite(hayrick: Command, runs: Callable[..., Path], tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(CODE)
    systems = [word for name in ("wrong", "whole") for word in ("--system", f"python:{tmp_path / 'own.py'}:{name}")]
    run = runs("a", "ruler_synthetic?length=4k&n=2", *systems)
    found = strict_json(hayrick("compare", run, "--json").out)
    first = found["rows"][0]
    assert (first["task"], first["dataset"]) == ("ruler_synthetic", None)
    table = strict_json((run / "estimates.json").read_text())["rows"]
    values = [row["value"] for row in table if row["task"] == "ruler_synthetic" and row["dataset"] is None]
    assert first["difference"] == pytest.approx(values[0] - values[1])
    assert first["n_items"] == 22
    assert len({row["task"] for row in found["rows"]}) == 12
    alone = strict_json(hayrick("compare", run, "--task", "ruler_synthetic", "--json").out)
    assert alone["rows"] == [row for row in found["rows"] if row["task"] == "ruler_synthetic"]
    apart = strict_json(hayrick("compare", run, "--task", "helmet/v?", "--json").out)
    assert apart["rows"] == [row for row in found["rows"] if row["task"] == "helmet/vt"]
    gated = strict_json(hayrick("gate", run, "--min", f"{first['measure']}=0.5", "--json").out)["rows"]
    means = [row for row in gated if row["task"] == "ruler_synthetic"]
    assert [row["value"] for row in means] == values, "the mean of all lengths, and none of one length"


def test_a_suite_that_the_baseline_was_not_asked_for_is_left_out(
    hayrick: Command, runs: Callable[..., Path], tmp_path: Path
) -> None:
    (tmp_path / "own.py").write_text(CODE)
    systems = [word for name in ("wrong", "whole") for word in ("--system", f"python:{tmp_path / 'own.py'}:{name}")]
    a = runs("a", "ruler_synthetic?length=4k&n=2", *systems)
    tasks = [one["spec"] for one in strict_json((a / "manifest.json").read_text())["parameters"]["tasks"]]
    b = runs("b", *tasks, "--system", f"python:{tmp_path / 'own.py'}:silent")
    found = strict_json(hayrick("compare", a, b, "--against", "*:silent", "--json").out)
    assert {row["task"] for row in found["rows"]} == {one.partition("?")[0] for one in tasks}
    assert all(row["b"].endswith(":silent+full") for row in found["rows"])
    left_out = "left out, as no run that was asked for it has a system that fits --against *:silent."
    assert f"ruler_synthetic: {left_out}" in found["notes"]
    within = strict_json(hayrick("compare", a, b, "--against", "*:wrong", "--json").out)
    assert "ruler_synthetic" in {row["task"] for row in within["rows"]}
    assert not [note for note in within["notes"] if "left out, as" in note]
    whole = strict_json(hayrick("compare", a, b, "--against", "*:wrong", "--against", "*:whole", "--json").out)
    assert {row["task"] for row in whole["rows"]} == {one.partition("?")[0] for one in tasks}
    left_out = "left out, as every system of the runs that were asked for it fits --against *:wrong *:whole."
    assert f"ruler_synthetic: {left_out}" in whole["notes"]
    one = strict_json(hayrick("compare", a, b, "--system", "*:silent", "--system", "*:whole", "--json").out)
    assert "ruler_synthetic: left out, as no two systems have means to compare." in one["notes"]
