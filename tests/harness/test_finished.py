"""Finished runs are read again without running code that only their manifest names."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from own import written

from conftest import Command


def test_code_that_a_manifest_names_is_run_only_where_the_user_names_it_too(
    hayrick: Command, refused: Callable[..., str], tmp_path: Path
) -> None:
    own, out, ran = written(tmp_path), tmp_path / "run", tmp_path / "ran"
    spec = f"python:{own}:task"
    measure = f"python:{own}:measure"
    printed = hayrick(
        "run", spec, "--system", f"python:{own}:answer", "--judge", "none", "--measure", measure, "--out", out
    )
    assert printed.status == 0
    missed = hayrick("show", out, "--missed", "--input", spec, "--json")
    assert missed.status == 0
    assert {row["task"] for row in json.loads(missed.out)["rows"]} == {"capitals"}
    assert hayrick("report", out, "--input", spec, "--out", tmp_path / "report.html").status == 0
    with own.open("a") as file:
        file.write(f"\nPath({str(ran)!r}).touch()\n")
    shown = hayrick("show", out).out
    assert shown.splitlines()[:6] == printed.out.splitlines()[:6]
    assert f"Give --input '{spec}'." in refused("show", out, "--missed")
    assert not ran.exists()
    assert "not those of the run" in refused("show", out, "--missed", "--input", spec)


@pytest.mark.parametrize("source", ["hub:someone/haystacks@1", ""])
def test_data_of_the_hub_and_of_memory_are_asked_for(
    hayrick: Command, refused: Callable[..., str], bakery: Path, tmp_path: Path, source: str
) -> None:
    out = tmp_path / "run"
    hayrick("run", bakery, "--system", "lead", "--judge", "local", "--out", out)
    path = out / "manifest.json"
    value = json.loads(path.read_text())
    path.write_text(json.dumps({**value, "sources": [source] if source else []}))
    assert "with --input" in refused("show", out, "--missed") or source
    assert f"Give --input '{source}'." in refused("show", out, "--missed") or not source
    assert hayrick("show", out, "--missed", "--input", bakery).status == 0


def test_a_damaged_manifest_is_one_line(
    hayrick: Command, refused: Callable[..., str], bakery: Path, tmp_path: Path
) -> None:
    out = tmp_path / "run"
    hayrick("run", bakery, "--system", "lead", "--judge", "local", "--out", out)
    path = out / "manifest.json"
    text = path.read_text()
    for tasks in ([{"task": 5}], [{"task": "x", "spec": "nothing"}], [], None, ["a"]):
        value = json.loads(text)
        value["parameters"]["tasks"] = tasks
        path.write_text(json.dumps(value))
        assert refused("show", out, "--missed")
        assert hayrick("show", out).status in (0, 2)
        assert hayrick("ls", out).status == 0


def test_a_run_that_is_read_again_knows_which_bullets_were_too_many(
    hayrick: Command, bakery: Path, tmp_path: Path
) -> None:
    said = "Flour costs 12 percent more."
    own, out = tmp_path / "long.py", tmp_path / "run"
    own.write_text(f"def many(request):\n    return '- The weather was fair [1].\\n' * 40 + '- {said} [1]'\n")
    hayrick("run", bakery, "--system", f"python:{own}:many", "--judge", "local", "--out", out)
    missed = json.loads(hayrick("show", out, "--missed", "--json").out)["rows"]
    (nearest,) = [row["said"] for row in missed if row["wanted"] == said]
    assert (nearest["text"], nearest["bullet"], nearest["judged"]) == (said, 41, False)
