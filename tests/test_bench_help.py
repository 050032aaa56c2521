"""Help texts of the scripts of bench."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from bench.places import ROOT


@pytest.mark.parametrize("name", ["faults", "oracle", "soak", "speed"])
def test_help_says_how_a_script_is_called_and_what_it_does(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script = import_module(f"bench.{name}.__main__")
    monkeypatch.setattr(sys, "argv", ["__main__.py", "--help"])
    with pytest.raises(SystemExit) as ended:
        script.main()
    said = " ".join(capsys.readouterr().out.split())
    assert ended.value.code == 0
    assert said.startswith(f"usage: bench.{name} ")
    assert (script.__doc__ or "?").splitlines()[0] in said


@pytest.mark.parametrize("name", ["judge.totals", "pages.labelled_demo"])
def test_help_of_a_script_that_reads_its_arguments_itself_runs_nothing(name: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", f"bench.{name}", "--help"]
    done = subprocess.run(
        command, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip() == (import_module(f"bench.{name}").__doc__ or "?").strip()
    assert not list(tmp_path.iterdir())


def test_an_unknown_case_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    script = import_module("bench.faults.__main__")
    with pytest.raises(SystemExit) as ended:
        script.main(["nosuchcase"])
    assert ended.value.code == 2
    assert "no case begins with 'nosuchcase'; the cases: " in capsys.readouterr().err
