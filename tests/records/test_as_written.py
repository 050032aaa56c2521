"""Files of a finished run that are no longer as the run wrote them."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from hayrick.records.as_written import require_as_written
from hayrick.records.read_files import fingerprint_bytes
from hayrick.types import BadInput

ROWS, TABLE = b'{"a": 1}\n{"a": 2}\n{"a": 3}\n', b'{"schema": 1, "rows": []}\n'


@pytest.fixture
def manifest(tmp_path: Path) -> Mapping[str, object]:
    """What the manifest of a run with two files says of them."""
    for name, content in (("rows.jsonl", ROWS), ("table.json", TABLE)):
        (tmp_path / name).write_bytes(content)
    written = {
        "rows.jsonl": {"lines": 3, "fingerprint": fingerprint_bytes(ROWS)},
        "table.json": {"fingerprint": fingerprint_bytes(TABLE)},
    }
    return {"written": written}


def test_files_as_they_were_written_are_read(tmp_path: Path, manifest: Mapping[str, object]) -> None:
    (tmp_path / "further.json").write_text("{}")
    require_as_written(tmp_path, manifest)


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("rows.jsonl", ROWS[9:], "rows.jsonl: 2 lines; expected the 3 lines that the run wrote. Give the run's"),
        ("rows.jsonl", ROWS + b"{}\n", "rows.jsonl: 4 lines; expected the 3 lines that the run wrote"),
        ("rows.jsonl", ROWS.replace(b"2", b"4"), "rows.jsonl: changed since the run; expected the 3 lines that"),
        ("rows.jsonl", ROWS[:-1], "rows.jsonl: 2 lines; expected the 3 lines that the run wrote"),
        ("rows.jsonl", b"", "rows.jsonl: 0 lines; expected the 3 lines that the run wrote"),
        ("table.json", TABLE.replace(b"1", b"2"), "table.json: changed since the run; expected the file that the run"),
        ("table.json", TABLE + b"\n", "table.json: changed since the run; expected the file that the run wrote"),
        ("rows.jsonl", None, "rows.jsonl: no such file any more; expected the 3 lines that the run wrote"),
    ],
)
def test_others_are_refused(
    tmp_path: Path, manifest: Mapping[str, object], name: str, content: bytes | None, line: str
) -> None:
    require_as_written(tmp_path, manifest)
    before = (tmp_path / name).read_bytes()
    if content is None:
        (tmp_path / name).unlink()
    else:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(BadInput) as problem:
        require_as_written(tmp_path, manifest)
    assert line in str(problem.value)
    (tmp_path / name).write_bytes(before)
    require_as_written(tmp_path, manifest)


@pytest.mark.parametrize(
    "written", [None, [], 3, {"rows.jsonl": 3}, {"rows.jsonl": {"lines": 9}}, {"rows.jsonl": {"fingerprint": 7}}]
)
def test_a_manifest_that_does_not_say_how_files_were_written_is_refused(tmp_path: Path, written: object) -> None:
    with pytest.raises(BadInput, match=r"manifest\.json: no 'written' that says how files were written; expected"):
        require_as_written(tmp_path, {} if written is None else {"written": written})


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo], ids=["a folder", "a pipe"])
def test_what_is_no_file_is_not_opened(
    tmp_path: Path, manifest: Mapping[str, object], make: Callable[[Path], None]
) -> None:
    (tmp_path / "rows.jsonl").unlink()
    make(tmp_path / "rows.jsonl")
    with pytest.raises(BadInput, match=r"rows\.jsonl: no such file any more"):
        require_as_written(tmp_path, manifest)


def test_an_endless_device_that_a_manifest_names_is_not_read(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="/dev/zero: no such file any more"):
        require_as_written(tmp_path, {"written": {"/dev/zero": {"lines": 1, "fingerprint": "0"}}})
