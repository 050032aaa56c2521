"""`hayrick ls`: run directories under a folder, newest first."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conftest import Command


@pytest.fixture(name="runs")
def _runs(hayrick: Command, bakery: Path, annotations: Path, tmp_path: Path) -> Path:
    """Two runs, a validation, and what is no run directory."""
    folder = tmp_path / "runs"
    hayrick("run", bakery, "--system", "recorded", "--judge", "recorded", "--citations", "both", "--out", folder / "a")
    hayrick("run", bakery, "--system", "lead", "--judge", "none", "--out", folder / "deep" / "b")
    hayrick("validate", annotations, "--judge", "local", "--out", folder / "v")
    for at, name in enumerate(("v", "a", "deep/b"), start=1):
        os.utime(folder / name / "manifest.json", (86400 * at, 86400 * at))
    for name, text in (("page", '{"name": "another program"}'), ("broken", "{"), (".hidden", "{}")):
        (folder / name).mkdir()
        (folder / name / "manifest.json").write_text(text)
    return folder


def listed(text: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(text)["rows"]
    return found


def test_runs_are_listed_newest_first_with_their_best_system(hayrick: Command, runs: Path) -> None:
    done = hayrick("ls", runs, "--json")
    assert (done.status, done.err) == (0, "")
    rows = listed(done.out)
    assert [(Path(row["folder"]).name, row["command"], row["written"]) for row in rows] == [
        ("b", "run", "1970-01-04 00:00"),
        ("a", "run", "1970-01-03 00:00"),
        ("v", "validate", "1970-01-02 00:00"),
    ]
    assert rows[0]["best"] is None
    assert rows[2]["judges"] == ["local"]
    assert (rows[1]["tasks"], rows[1]["systems"], rows[1]["judges"]) == (["summhay"], ["recorded"], ["recorded"])
    estimates = json.loads((runs / "a" / "estimates.json").read_text())["rows"]
    own = [
        row["value"]
        for row in estimates
        if (row["measure"], row["haystack"], row["citations"]) == ("joint", None, "own") and row["value"] is not None
    ]
    assert rows[1]["best"]["value"] == max(own)
    assert rows[1]["best"]["measure"] == "joint"
    shown = hayrick("ls", runs).out.splitlines()
    assert [line.split()[0] for line in shown if str(runs) in line] == [row["folder"] for row in rows]


def test_unfinished_and_damaged_runs_say_so(hayrick: Command, runs: Path) -> None:
    path = runs / "deep" / "b" / "manifest.json"
    path.write_text(path.read_text().replace('"finished": true', '"finished": false'))
    (runs / "a" / "estimates.json").write_text("[]")
    assert {Path(row["folder"]).name: row["state"] for row in listed(hayrick("ls", runs, "--json").out)} == {
        "b": "not finished",
        "a": "damaged",
        "v": "finished",
    }


def test_folders_without_runs(
    hayrick: Command, refused: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert hayrick("ls", tmp_path).out == f"No run directory under {tmp_path}.\n"
    monkeypatch.chdir(tmp_path)
    assert hayrick("ls").out == f"No run directory under {tmp_path}.\n", "not under .."
    assert "no such folder" in refused("ls", tmp_path / "gone")
    (tmp_path / "notes.txt").write_text("")
    assert f"notes.txt: a file; expected a folder with run directories. Try 'hayrick ls {tmp_path}'." in refused(
        "ls", tmp_path / "notes.txt"
    )
