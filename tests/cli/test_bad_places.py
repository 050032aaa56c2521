"""Places that cannot be written: status 2, one line, and no half of a file left."""

from __future__ import annotations

import errno
import json
import os
import tempfile
import threading
from pathlib import Path

import pytest

from conftest import Command, Refused, run_words
from hayrick.cli import main, program

SYNTHESIS = Path(__file__).parents[1] / "synthesis"
FACTS = """
schema: 1
topic: A bakery
questions:
  - {id: hours, question: When does it open?, facts: [It opens at six.]}
"""


def test_an_output_path_that_is_a_file(refused: Refused, bakery: Path, annotations: Path, tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("mine")
    for out in (taken, taken / "run"):
        line = refused(*run_words(bakery, out))
        assert f"hayrick: {taken}: a file; expected a folder to write into." in line
        refused("validate", annotations, "--judge", "local", "--out", out)
    assert taken.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [taken]


def test_a_folder_where_nothing_can_be_written(refused: Refused, bakery: Path) -> None:
    assert "/proc/hayrick" in refused(*run_words(bakery, Path("/proc/hayrick/run")))


def test_an_export_to_a_folder_or_below_a_file(
    hayrick: Command, refused: Refused, bakery: Path, tmp_path: Path
) -> None:
    hayrick(*run_words(bakery, tmp_path / "run"))
    (tmp_path / "file").write_text("mine")
    for form in ("csv", "jsonl", "lm-eval"):
        assert "a directory; expected a file" in refused(
            "export", tmp_path / "run", "--format", form, "--out", tmp_path
        )
    for form in ("csv", "trec", "summhay"):
        refused("export", tmp_path / "run", "--format", form, "--out", tmp_path / "file" / "e")
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EDQUOT])
@pytest.mark.parametrize("after", [0, 1, 3])
def test_a_disk_that_fails_leaves_no_half_of_a_file(
    refused: Refused, bakery: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, after: int
) -> None:
    real, calls = os.fsync, [0]

    def fsync(descriptor: int) -> None:
        calls[0] += 1
        if calls[0] > after:
            raise OSError(number, os.strerror(number))
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    line = refused(*run_words(bakery, tmp_path / "run"))
    assert f"cannot be written ({os.strerror(number)})" in line
    # Another place would have no calls of this run, which would be paid again.
    full = "Make room there, and give the same command again."
    assert line.strip().endswith(full if number in (errno.ENOSPC, errno.EDQUOT) else "Choose another --out.")
    left = [path for path in tmp_path.rglob("*") if path.is_file()]
    # With the manifest alone nothing of worth was kept: the folder goes again.
    assert len(left) == (after if after > 1 else 0)
    assert (tmp_path / "run").exists() == (after > 1)
    for path in left:
        assert not path.name.endswith(".part")
        for text in path.read_text().split("\n") if path.suffix == ".jsonl" else [path.read_text()]:
            assert not text or json.loads(text)


def test_a_folder_that_may_not_be_written(
    refused: Refused, bakery: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root may write anywhere, so the refusal is played."""

    def mkdir(self: Path, *rest: object, **named: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self))

    monkeypatch.setattr(Path, "mkdir", mkdir)
    assert "cannot be made (Permission denied)" in refused(*run_words(bakery, tmp_path / "run"))
    assert list(tmp_path.iterdir()) == []


def test_an_error_of_the_system_is_one_line_too(
    refused: Refused, bakery: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stat(self: Path, **named: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self))

    monkeypatch.setattr(Path, "is_dir", stat)
    assert "run-x: Permission denied" in refused("export", "run-x", "--format", "csv", "--out", "e")


def test_a_fault_of_ours_is_one_line_with_its_traceback_in_a_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def broken(*given: object, **more: object) -> None:
        raise KeyError("sk-secret-of-the-environment")

    monkeypatch.setenv("SOME_API_KEY", "sk-secret-of-the-environment")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(program.hayrick, "main", broken)
    assert main() == 2
    captured = capsys.readouterr()
    (file,) = tmp_path.iterdir()
    assert captured.out == ""
    assert captured.err == (
        f"hayrick: a fault in Hayrick (KeyError: '***'). Finished work is kept. Please report it with {file}.\n"
    )
    text = file.read_text()
    assert "in broken" in text
    assert "sk-secret" not in text.replace('KeyError("sk-secret-of-the-environment")', "")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ((SYNTHESIS / "town.yaml").read_bytes(), "synth {pipe} --out {out}"),
        (b'{"query": "when?", "context": "It opens at six. It is big.", "answer": "six"}\n', "coverage {pipe}"),
        (b'{"id": "a", "text": "It opens at six."}\n', "cite {pipe} --summaries {mine} --out {out}"),
        (b'{"id": "a", "text": "It opens at six."}\n', "collect {pipe} --facts {facts} --out {out}"),
    ],
    ids=["a scenario", "rows of texts", "documents to cite", "documents to collect"],
)
def test_what_has_a_form_of_its_own_is_recognised_in_a_pipe(
    hayrick: Command, tmp_path: Path, content: bytes, words: str
) -> None:
    os.mkfifo(pipe := tmp_path / "pipe")
    (mine := tmp_path / "mine.jsonl").write_text('{"summary": "- It opens at six."}\n')
    threading.Thread(target=pipe.write_bytes, args=[content], daemon=True).start()
    (facts := tmp_path / "facts.yaml").write_text(FACTS)
    done = hayrick(*words.format(pipe=pipe, mine=mine, facts=facts, out=tmp_path / "out.json").split())
    assert (done.status, done.err) == (0, "")


def test_a_device_is_no_scenario(refused: Refused, tmp_path: Path) -> None:
    line = refused("synth", "/dev/zero", "--out", tmp_path / "h.json")
    assert "/dev/zero: a device or a socket; expected an ordinary file or a pipe" in line


def test_a_haystack_through_a_pipe_is_run_and_resumed(hayrick: Command, bakery: Path, tmp_path: Path) -> None:
    tables = []
    for folder in ("a", "b"):
        os.mkfifo(pipe := tmp_path / folder)
        writer = threading.Thread(target=pipe.write_bytes, args=[bakery.read_bytes()])
        writer.start()
        done = hayrick("run", pipe, "--system", "lead", "--judge", "local", "--out", tmp_path / "run" / folder)
        writer.join()
        assert (done.status, done.err) == (0, "")
        rows = json.loads((tmp_path / "run" / folder / "estimates.json").read_text())["rows"]
        tables.append([{**row, "haystack": None} for row in rows])
    assert tables[0] == tables[1]
