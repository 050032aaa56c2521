"""What a person sees in a narrow terminal, and through streams that are closed or empty."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest


def on_a_terminal(columns: int, *words: str) -> str:
    """Output of a command on a terminal of so many columns, without escape sequences."""
    primary, secondary = pty.openpty()
    environment = {**os.environ, "COLUMNS": str(columns), "TERM": "xterm"}
    command = [sys.executable, "-m", "hayrick", *words]
    with subprocess.Popen(command, stdout=secondary, stderr=subprocess.DEVNULL, env=environment) as process:
        os.close(secondary)
        pieces = []
        while True:
            try:
                piece = os.read(primary, 65536)
            except OSError:
                break
            if not piece:
                break
            pieces.append(piece)
        assert process.wait() == 0
    os.close(primary)
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", b"".join(pieces).decode("utf-8"))


@pytest.mark.parametrize("columns", [60, 80, 120, 200])
def test_names_and_numbers_are_whole_in_every_width(columns: int, bakery: Path) -> None:
    shown = on_a_terminal(columns, "run", str(bakery), "--system", "recorded", "--judge", "recorded")
    table = [line for line in shown.splitlines() if "[" in line]
    assert table
    assert all(line.count("[") == line.count("]") for line in table)
    assert all(len(line.rstrip()) <= columns for line in table)
    assert "coverage" in shown
    assert "joint" in shown
    assert "5 more columns: --columns all" in shown


def test_every_block_of_a_cut_table_repeats_the_names(bakery: Path) -> None:
    shown = on_a_terminal(60, "run", str(bakery), "--system", "lead", "--system", "random", "--judge", "local")
    blocks = shown.count("system")
    assert blocks > 1
    assert len(re.findall(r"^ ?lead", shown, re.MULTILINE)) == blocks


def test_a_closed_standard_output_is_no_error(bakery: Path) -> None:
    command = f"{sys.executable} -m hayrick describe {bakery} >&-"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_an_empty_path_is_refused(bakery: Path) -> None:
    command = [sys.executable, "-m", "hayrick", "run", str(bakery), "--system", "lead", "--judge", "local", "--out", ""]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "an empty path" in done.stderr
    assert done.stderr.count("\n") == 1
