"""Folders and files that the user may not read: each command says so in one line, and ls names them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from conftest import GOLDEN, ROOT, Command

HAYSTACK = GOLDEN / "bakery_native.json"
HANDBOOK = ROOT / "docs" / "examples" / "handbook"
Process = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(name="unprivileged")
def _unprivileged() -> Process:
    """Runs a command in a process that permissions bind, also where the tests are root's."""
    as_anyone: list[str] = []
    if os.geteuid() == 0:
        if shutil.which("setpriv") is None:
            pytest.skip("no setpriv on this machine")
        as_anyone = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]

    def run(*words: object) -> subprocess.CompletedProcess[str]:
        command = [*as_anyone, sys.executable, "-m", "hayrick", *map(str, words)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    return run


@pytest.fixture(name="locked")
def _locked(tmp_path: Path) -> Iterator[Path]:
    """A folder whose names can be listed, but nothing in it can be reached."""
    (folder := tmp_path / "locked").mkdir()
    for name in ("f.yaml", "manifest.json", "a.jsonl"):
        (folder / name).write_text("{}")
    folder.chmod(0o644)
    yield folder
    folder.chmod(0o755)


WORDS: dict[str, tuple[tuple[object, ...], str]] = {
    "collect": (
        ("collect", HANDBOOK, "--facts", "LOCKED/f.yaml", "--out", "OUT"),
        "f.yaml: cannot be read (Per",
    ),
    "synth": (
        ("synth", "LOCKED/f.yaml", "--out", "OUT"),
        "f.yaml: cannot be read (Permission denied); expected a read",
    ),
    "run of a file": (
        ("run", "LOCKED/f.yaml"),
        "f.yaml: cannot be read (Permission denied); expected a readable file.",
    ),
    "responses": (("run", HAYSTACK, "--system", "file:LOCKED/a.jsonl"), "a.jsonl: Permission denied; expected a place"),
    "show": (("show", "LOCKED"), "manifest.json: Permission denied; expected a place that can be reached. Check the"),
    "run into it": (("run", HAYSTACK, "--system", "lead", "--out", "LOCKED/o"), "Permission denied; expected a place"),
}


@pytest.mark.parametrize(("words", "told"), WORDS.values(), ids=WORDS)
def test_a_folder_that_cannot_be_searched_is_told_with_what_to_do(
    unprivileged: Process, locked: Path, tmp_path: Path, words: tuple[object, ...], told: str
) -> None:
    places = {"LOCKED": str(locked), "OUT": str(tmp_path / "out.json")}
    done = unprivileged(*(re.sub("LOCKED|OUT", lambda found: places[found[0]], str(one)) for one in words))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(f"hayrick: {locked}")
    assert told in done.stderr


def test_runs_that_cannot_be_read_are_named_by_ls(
    hayrick: Command, unprivileged: Process, locked: Path, tmp_path: Path
) -> None:
    for name in ("a", "b", "c"):
        words = ("--system", "lead", "--judge", "none", "--out", tmp_path / name)
        assert hayrick("run", HAYSTACK, *words).status == 0
    (tmp_path / "a" / "manifest.json").chmod(0)
    (tmp_path / "b").chmod(0)
    done = unprivileged("ls", tmp_path, "--json")
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert [row["folder"] for row in found["rows"]] == [str(tmp_path / "c")]
    unread = [tmp_path / "a" / "manifest.json", tmp_path / "b", locked / "manifest.json"]
    assert sorted(found["unread"]) == list(map(str, unread))
    printed = " ".join(unprivileged("ls", tmp_path).stdout.split())
    assert "Left out, since they cannot be read: " in printed
    assert " and 1 more. Check their permissions." in printed
    (tmp_path / "b").chmod(0o755)
