"""Runs as files: the same as options, strictly read, and written with every option."""

from __future__ import annotations

import json
import re
from pathlib import Path

import click
import pytest

from conftest import Command, Refused, tree
from hayrick.cli.run import plan_command, run_command
from hayrick.cli.run_file import options_of, template
from hayrick.records.yaml import parse_yaml


def made(folder: Path) -> tuple[dict[str, object], list[str]]:
    """Files of a run, and what it has read."""
    files: dict[str, object] = dict(tree(folder))
    manifest = json.loads((folder / "manifest.json").read_text())
    read: list[str] = manifest.pop("sources")
    return {**files, "manifest.json": manifest}, read


def without_marks(text: str) -> str:
    """The file with every option set: a `#` before a name goes, one before an explanation stays."""
    return re.sub(r"(?m)^#(?! )", "", text)


@pytest.fixture
def study(native: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A run file, in the current folder."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "study.yaml"
    path.write_text(f"inputs: {native}\nsystem: [lead, random]\nseed: 7\ncitations: both\nout: runs/a\n")
    return path


def test_a_file_continues_the_run_of_its_options_and_they_that_of_the_file(
    hayrick: Command, study: Path, native: Path
) -> None:
    words = native, "--system", "lead", "--system", "random", "--seed", 7, "--citations", "both", "--out", "runs/a"
    assert hayrick("run", *words).status == 0
    first, read = made(Path("runs/a"))
    assert hayrick("run", study.name).status == 0
    assert made(Path("runs/a")) == (first, [*read, str(study)]), "the file is one that the run has read"
    assert hayrick("run", *words).status == 0
    assert made(Path("runs/a")) == (first, read)


def test_the_command_line_takes_the_place_of_what_the_file_says(
    hayrick: Command, study: Path, bakery: Path, tmp_path: Path
) -> None:
    done = hayrick("run", study.name, bakery, "--system", "query", "--out", "runs/b")
    assert (done.status, done.err) == (0, "")
    rows = (tmp_path / "runs/b/estimates.json").read_text()
    assert '"bakery"' in rows
    assert '"query"' in rows
    assert '"lead"' not in rows
    assert not (tmp_path / "runs/a").exists()


def test_plan_ignores_what_only_run_has(hayrick: Command, study: Path) -> None:
    assert "citations" in options_of(run_command).keys() - options_of(plan_command).keys()
    done = hayrick("plan", study.name)
    assert (done.status, done.err) == (0, "")
    assert "there is nothing to pay.\nWritten to runs/a/plan.json." in done.out
    assert hayrick("run", study.name).status == 0
    study.write_text(study.read_text().replace("lead", "openai/gpt-4o+full"))
    assert "gpt-4o" in hayrick("plan", study.name).out


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (
            "sytem: lead",
            "study.yaml:2: unknown key 'sytem' in 'study.yaml'; expected a known key. Did you mean 'system'?",
        ),
        ("system: []", "study.yaml:2: 'system' is an empty list; expected what --system accepts."),
        ("limit: 0", "study.yaml:2: 'limit': 0 is not in the range x>=1; expected what --limit accepts."),
        ("limit: [2]", "study.yaml:2: 'limit' is a list; expected one value."),
        ("limit: []", "study.yaml:2: 'limit' is an empty list; expected one value."),
        ("system: {a: b}", "study.yaml:2: 'system' is a mapping; expected a value or a list of values."),
        ("system: [[lead]]", "study.yaml:2: 'system' is a list; expected a value or a list of values."),
        ("system: [lead, ]\nsystem: query", "study.yaml:3: the key 'system' again"),
        ("budget-tokens: 3,x", "study.yaml:2: 'budget-tokens' is '3,x'; expected whole numbers above 0"),
        ("order: [top", "is not YAML"),
        ("judge: &a local", "the anchor &a"),
        ("allow-unheld: perhaps", "study.yaml:2: 'allow-unheld': 'perhaps' is not a valid boolean"),
        ("seed: 1", "Missing option '--system'"),
    ],
)
def test_a_wrong_file_is_one_line(refused: Refused, study: Path, native: Path, lines: str, found: str) -> None:
    study.write_text(f"inputs: [{native}]\n{lines}\n")
    assert found in refused("run", study.name)
    assert {path.name for path in study.parent.iterdir()} >= {"study.yaml"}
    assert not Path("runs").exists()


def test_files_that_are_none(refused: Refused, study: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "2 run files; expected one" in refused("run", study.name, "other.yaml")
    assert "none.yaml: no such file" in refused("run", "none.yaml")
    study.write_text("system: lead\n")
    assert "study.yaml: no 'inputs'; expected at least one" in refused("run", study.name)
    study.write_text("- lead\n")
    assert "study.yaml:1: a list; expected keys and values" in refused("run", study.name)


def test_paths_start_from_the_current_folder(
    hayrick: Command, refused: Refused, native: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "deep"
    folder.mkdir()
    (folder / "topic.json").write_bytes(native.read_bytes())
    (folder / "study.yaml").write_text("inputs: topic.json\nsystem: lead\nout: a\n")
    monkeypatch.chdir(tmp_path)
    assert "'topic.json' is in its folder, not in this one" in refused("run", "deep/study.yaml")
    monkeypatch.chdir(folder)
    assert hayrick("run", "study.yaml").status == 0
    assert (folder / "a" / "manifest.json").exists()


def test_what_init_writes_runs_as_it_is_and_means_the_same_with_every_option_set(
    hayrick: Command, native: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = hayrick("init", native)
    assert (done.status, done.err) == (0, "")
    assert done.out == "Written to run.yaml. Next:\n  hayrick plan run.yaml\n  hayrick run run.yaml\n"
    assert hayrick("run", "run.yaml").status == 0
    (out,) = (tmp_path / "runs").iterdir()
    first, read = made(out)
    every = without_marks((tmp_path / "run.yaml").read_text())
    root = parse_yaml(every, "run.yaml").value
    assert isinstance(root, dict)
    assert sorted(root) == sorted(["inputs", *options_of(run_command)])
    (tmp_path / "every.yaml").write_text(every)
    done = hayrick("run", "every.yaml")
    assert (done.status, done.err) == (0, "")
    assert made(out) == (first, [*read[:-1], str(tmp_path / "every.yaml")])


def test_every_option_is_explained() -> None:
    text = template({"inputs": ["a.json"], "system": ["lead"]}, "run.yaml")
    headings = [line for line in text.splitlines() if line.startswith("# ----")]
    assert len(set(headings)) == len(headings) > 3
    assert "# ----  ----" not in headings
    prose = " ".join(line[2:] for line in text.splitlines() if line.startswith("# "))
    for option in options_of(run_command).values():
        assert isinstance(option, click.Option)
        assert " ".join((option.help or "?").split()) in prose


def test_init_replaces_nothing_and_wants_a_system_for_a_task(
    hayrick: Command, refused: Refused, native: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "run.yaml").write_text("mine")
    assert "run.yaml: a file that exists already" in refused("init", native)
    assert (tmp_path / "run.yaml").read_text() == "mine"
    assert "expected a name that ends in .yaml" in refused("init", native, "--out", "run.json")
    assert "none; expected a system for 'helmet/json_kv'" in refused("init", "helmet/json_kv", "--out", "a.yaml")
    assert "no such file" in refused("init", "none.json", "--out", "a.yaml")
    assert not (tmp_path / "a.yaml").exists()
    words = "init", "helmet/json_kv?n=2", "--system", "openai/gpt-4o", "--out", "a.yaml"
    assert hayrick(*words).status == 0
    assert "gpt-4o" in hayrick("plan", "a.yaml").out
    (tmp_path / "tidewall.json").write_bytes(native.read_bytes())
    assert "tidewall.json, which is there already" in hayrick("init", "--out", "b.yaml").out
    assert (tmp_path / "tidewall.json").read_bytes() == native.read_bytes()
    (tmp_path / "tidewall.json").write_text('{"mine": 1}')
    assert "tidewall.json: 'documents' is missing; expected a haystack" in refused("init", "--out", "c.yaml")
    assert (tmp_path / "tidewall.json").read_text() == '{"mine": 1}'
    assert not (tmp_path / "c.yaml").exists()
