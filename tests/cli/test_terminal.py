"""Names from files, colours, encodings and pipes: nothing steers or stops the terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from conftest import Command, strict_json

NAMES = ["[red]x[/red]", "[link=file:///x]y[/link]", "a\\[b", ":smile:", "é漢字"]


@pytest.mark.parametrize("name", NAMES)
def test_names_from_files_are_shown_as_they_are(hayrick: Command, bakery: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / "m.jsonl").write_text(f'{{"subtopic": "s1", "system": {_quoted(name)}, "summary": "- A [1]"}}')
    done = hayrick("run", bakery, "--system", f"file:{tmp_path}/m.jsonl", "--judge", "local")
    assert done.status == 0
    assert f" {name} " in done.out


def _quoted(text: str) -> str:
    import json

    return json.dumps(text)


@pytest.mark.parametrize(
    "name", ["\x1b[31mred\x1b[0m", "a\x07b\x08\r", "\x9b2J", "\u202egpt", "\ud800", "a\nb", "\u2066x"]
)
@pytest.mark.parametrize("form", ["csv", "jsonl", "lm-eval", "trec", "summhay", "parquet"])
def test_no_name_steers_the_terminal_or_breaks_an_export(
    hayrick: Command, bakery: Path, tmp_path: Path, name: str, form: str
) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow")
    (tmp_path / "m.jsonl").write_text(f'{{"subtopic": "s1", "system": {_quoted(name)}, "summary": "- A [1]"}}')
    out = tmp_path / "run"
    done = hayrick("run", bakery, "--system", f"file:{tmp_path}/m.jsonl", "--judge", "local", "--out", out)
    assert (done.status, done.err) == (0, "")
    assert all(character.isprintable() or character == "\n" for character in done.out)
    rows = strict_json((out / "estimates.json").read_text())["rows"]
    assert {row["system"] for row in rows} == {name}
    done = hayrick("export", out, "--format", form, "--out", tmp_path / "e")
    assert (done.status, done.err) == (0, "")


def process(*words: object, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "hayrick", *map(str, words)],
        capture_output=True,
        cwd=cwd,
        env={**os.environ, **environment},
        check=False,
    )


def test_no_color_and_pipes_carry_no_escapes(bakery: Path) -> None:
    done = process("describe", bakery, NO_COLOR="1", TERM="xterm-256color")
    assert done.returncode == 0
    assert b"\x1b" not in done.stdout + done.stderr


def test_a_terminal_that_cannot_show_a_name_does_not_stop_the_command(bakery: Path, tmp_path: Path) -> None:
    ascii_only: dict[str, Any] = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    (tmp_path / "m.jsonl").write_text('{"subtopic": "s1", "system": "caf\\u00e9 \\u6f22", "summary": "- A [1]"}')
    done = process("run", bakery, "--system", f"file:{tmp_path}/m.jsonl", "--judge", "local", **ascii_only)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"caf\\xe9 \\u6f22" in done.stdout
    wrong = process("describe", tmp_path / "\u6f22.json", **ascii_only)
    assert wrong.returncode == 2
    assert wrong.stderr.count(b"\n") == 1


@pytest.mark.parametrize("words", [("list",), ("--help",), ("list", "tasks")], ids=" ".join)
def test_a_reader_that_has_left_before_the_first_line_is_no_error(words: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "hayrick", *words], stdout=writing, stderr=subprocess.PIPE, check=False
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_reader_that_leaves_is_no_error() -> None:
    words = f"{sys.executable} -m hayrick list | head -c 1 >/dev/null; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", words], capture_output=True, text=True, check=False)
    assert done.stdout.strip() in ("0", "141")
    assert done.stderr == ""


def test_no_stays_no_where_nobody_reads_why(hayrick: Command, native: Path, tmp_path: Path) -> None:
    hayrick("run", native, "--system", "lead", "--judge", "local", "--out", tmp_path / "r")
    reading, writing = os.pipe()
    os.close(reading)
    words = [sys.executable, "-m", "hayrick", "gate", str(tmp_path / "r"), "--min", "joint=0.99"]
    done = subprocess.run(words, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_bad_input_has_its_status_where_nobody_can_be_told() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([sys.executable, "-m", "hayrick", "describe", "nope"], stderr=full, check=False)
    assert done.returncode == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", [("describe",), ("describe", "--json"), ("--version",), ("gate", "--help")])
def test_a_standard_output_that_is_full_is_named(
    bakery: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], unbuffered: str
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    given = [*words, str(bakery)] if "describe" in words else words
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "hayrick", *given], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    told = "hayrick: standard output: cannot be written (No space left on device); expected a place with room."
    assert (done.returncode, done.stderr) == (2, f"{told} Finished work is kept.\n")


@pytest.mark.parametrize("command", ["run", "cite", "validate", "describe", "list", "doctor", "export", "completion"])
def test_every_command_has_help(hayrick: Command, command: str) -> None:
    done = hayrick(command, "--help")
    assert (done.status, done.err) == (0, "")
    assert f"Usage: hayrick {command}" in done.out


def test_the_default_of_attribution_is_that_of_the_library() -> None:
    """Help loads no numbers, so the commands repeat the names."""
    from hayrick.attribution import DEFAULT
    from hayrick.cli.cite import cite_command
    from hayrick.cli.run import run_command

    defaults = {one.name: one.default for command in (cite_command, run_command) for one in command.params}
    assert defaults["model"] == defaults["attribution"] == DEFAULT
