"""Finished runs are read again without running code that only their manifest names."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from conftest import Command
from hayrick.harness.running.run import run
from hayrick.harness.running.run_request import RunRequest
from hayrick.haystacks.files import read_haystack, write_haystack
from own import written


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
    now = json.loads(path.read_text())
    assert now["haystacks"] == {"bakery": str(bakery)}
    path.write_text(json.dumps({**now, "haystacks": {"bakery": source or None}}))
    export = ("export", out, "--format", "trec", "--out", tmp_path / "trec", "--overwrite")
    for words in (("show", out, "--missed"), export):
        assert "with --input" in refused(*words) or source
        assert f"Give --input '{source}'." in refused(*words) or not source
        assert hayrick(*words, "--input", bakery).status == 0


def test_haystacks_of_files_are_found_beside_those_in_memory(
    hayrick: Command, refused: Callable[..., str], bakery: Path, tmp_path: Path
) -> None:
    first, out, trec = tmp_path / "first.json", tmp_path / "run", tmp_path / "trec"
    in_memory = replace(read_haystack(bakery), id="first", topic="bread")
    run(RunRequest(inputs=[in_memory, str(bakery)], systems=["lead"], judge="local"), out)
    line = "hayrick: haystack 'first': no file is recorded, as of a haystack in memory; expected its data."
    write_haystack(first, in_memory)
    for words in (("show", out, "--missed"), ("export", out, "--format", "trec", "--out", trec)):
        assert refused(*words).startswith(line)
        assert hayrick(*words, "--input", first).status == 0
    assert {path.name for path in trec.iterdir()} == {
        *("first.qrels", "bakery.qrels", "first.lead%2Bfull.run", "bakery.lead%2Bfull.run")
    }
    rows, summhay = ("export", out, "--format", "csv", "--out"), ("export", out, "--format", "summhay", "--out")
    assert "which alone hold haystacks" in refused(*rows, tmp_path / "e.csv", "--input", first)
    assert "an input of this command" in refused(*summhay, tmp_path, "--input", first, "--overwrite")


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
