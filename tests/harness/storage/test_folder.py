"""Run directories: one run at a time, whatever it runs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from hayrick.harness.storage.folder import run_folder
from hayrick.records import manifest
from hayrick.types import BadInput

GOLDEN = Path(__file__).parents[2] / "golden" / "bakery.json"

_RUN = """
import sys, time
from pathlib import Path
from hayrick.records import manifest
from hayrick.cli import main

marks, me, *arguments = sys.argv[1:]
made = manifest.make_folder

def wait(path):
    made(path)
    Path(marks, f"arrived-{me}").touch()
    while sum(1 for one in Path(marks).iterdir()) < 2:
        time.sleep(0.01)

manifest.make_folder = wait  # Between the check and the write of a manifest.
sys.argv = ["hayrick", *arguments]
try:
    code = main()
finally:
    Path(marks, f"ended-{me}").touch()
sys.exit(code)
"""


def together(folder: Path, commands: list[list[str]]) -> list[tuple[int, str]]:
    """Status and stderr of commands; each waits before it writes a manifest until another one is there or has ended."""
    (folder / "marks").mkdir()
    started = [
        subprocess.Popen(
            [sys.executable, "-c", _RUN, str(folder / "marks"), str(number), *command],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number, command in enumerate(commands)
    ]
    said = [one.communicate()[1] for one in started]
    return [(one.returncode, words) for one, words in zip(started, said, strict=True)]


@pytest.mark.parametrize("systems", [("lead", "query"), ("lead", "lead")])
def test_of_two_runs_that_start_at_once_in_one_directory_one_is_refused(
    tmp_path: Path, systems: tuple[str, str]
) -> None:
    out = tmp_path / "out"
    ended = together(tmp_path, [["run", str(GOLDEN), "--system", one, "--out", str(out)] for one in systems])
    assert sorted(status for status, _ in ended) == [0, 2]
    winner, (_, refused) = systems[ended[0][0] != 0], max(ended)
    assert "another run is writing there" in refused
    assert json.loads((out / "manifest.json").read_text())["finished"] is True
    for name in ("summaries.jsonl", "judgements.jsonl", "scores.jsonl"):
        assert {json.loads(line)["system"] for line in (out / name).read_text().splitlines()} == {winner}


def test_a_folder_is_a_runs_own_until_it_ends(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with (
        run_folder(out, "run", {"a": 1}) as first,
        run_folder(out, "run", {"a": 1}) as same,
        run_folder(out, "run", {"a": 2}) as other,
    ):
        with first.results():
            for one in (same, other):
                with pytest.raises(BadInput, match="another run is writing there"):
                    one.take()
                with pytest.raises(BadInput, match="another run is writing there"):
                    one.keep_calls()
        first.release()
        with same.results():
            pass
        same.release()
        with pytest.raises(BadInput, match="a run of another command"):
            other.take()
    assert [one.name for one in out.iterdir()] == ["manifest.json"]


def _fail(out: Path) -> None:
    with run_folder(out, "run", {"a": 1}) as folder:
        folder.take()
        raise BadInput("it", "fails", "it does not")


def test_a_folder_that_a_failed_run_removed_is_made_again(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with run_folder(out, "run", {"a": 2}) as second:
        with pytest.raises(BadInput, match="fails"):
            _fail(out)
        assert not out.exists()
        with second.results():
            pass
    assert manifest.read_manifest(out)["parameters"] == {"a": 2}
