"""Wrong wiring is a type error: programs that must fail the type checker, and one that must pass."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT

PROGRAMS = Path(__file__).parent / "typing"


@pytest.fixture(scope="module")
def errors(tmp_path_factory: pytest.TempPathFactory) -> set[tuple[str, int, str]]:
    """(file, line, code) of every error that the type checker finds in the programs."""
    folder = tmp_path_factory.mktemp("programs")
    for name in ("right.py", "wrong.py"):
        # The project's own check must pass, so the wrong program asks to be left alone there.
        (folder / name).write_text((PROGRAMS / name).read_text().replace("# mypy: ignore-errors\n", "#\n"))
    files = [str(folder / name) for name in ("right.py", "wrong.py")]
    words = ["--strict", "--no-error-summary", "--no-pretty", "--hide-error-context", "--config-file="]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *words, *files],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={"MYPYPATH": str(ROOT / "src"), "PATH": "", "MYPY_CACHE_DIR": str(ROOT / ".mypy_cache" / "programs")},
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr + done.stdout
    found = re.findall(r"^(?:.*/)?(\w+\.py):(\d+): error: .*\[([\w-]+)\]$", done.stdout, re.MULTILINE)
    return {(name, int(line), code) for name, line, code in found}


def test_right_wiring_passes(errors: set[tuple[str, int, str]]) -> None:
    assert {error for error in errors if error[0] == "right.py"} == set()


def test_every_wrong_line_fails_and_no_other(errors: set[tuple[str, int, str]]) -> None:
    lines = (PROGRAMS / "wrong.py").read_text().split("\n")
    marked = {
        ("wrong.py", number, code)
        for number, line in enumerate(lines, 1)
        if "# WRONG " in line
        for code in line.split("# WRONG ")[1].split()
    }
    assert sum("# WRONG " in line for line in lines) == 27
    assert {error for error in errors if error[0] == "wrong.py"} == marked
