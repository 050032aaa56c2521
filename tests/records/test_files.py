"""JSON is read strictly, and files are written whole or not at all."""

from __future__ import annotations

import errno
import gzip
import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hayrick.records import pipes
from hayrick.records.read_files import (
    fingerprint_bytes,
    fingerprint_file,
    parse_json,
    read_json,
    read_jsonl,
    read_limited,
    read_text,
)
from hayrick.records.write_files import (
    LONGEST_NAME,
    make_folder,
    safe_name,
    to_json,
    write_bytes,
    write_json,
    write_jsonl,
    write_text,
)
from hayrick.types import BadInput


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"", "an empty file"),
        (b" \n\t ", "an empty file"),
        (b"not json", "is not JSON (Expecting value at line 1, column 1)"),
        (b'{"a": [1, 2', "ends too early"),
        (b'{"a": "b', "ends too early (Unterminated string"),
        (b'{"a": 1} x', "is not JSON (Extra data at line 1, column 10)"),
        (b'{"a": NaN}', "holds NaN"),
        (
            b'[{"a": 1}, {"b": {"c": 1, "a": 2, "a": 2}}]',
            "holds the key 'a' twice in one object; expected each key once",
        ),
        (b'{"a": -Infinity}', "holds -Infinity"),
        (b'{"a": 1e999}', "holds 1e999"),
        (b'{"a": -1' + b"0" * 400 + b"}", "holds -1000000000000000000... (402 characters)"),
        (b'{"a": ' + b"9" * 5000 + b"}", "holds 99999999999999999999... (5000 characters)"),
        (b'{"a": "\xff"}', "byte 0xff at offset 7 is not UTF-8"),
        ('{"a": 1}'.encode("utf-16"), "is not UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
    ],
)
def test_what_is_no_json_is_refused_with_file_and_place(tmp_path: Path, content: bytes, found: str) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(content)
    with pytest.raises(BadInput) as caught:
        read_json(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert found in str(caught.value)
    assert "\n" not in str(caught.value)


def test_missing_files_and_folders_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no such file"):
        read_text(tmp_path / "none")
    with pytest.raises(BadInput, match="a directory"):
        read_text(tmp_path)
    with pytest.raises(BadInput, match="cannot be read"):
        read_text(tmp_path / ("x" * 5000))


def test_a_byte_order_mark_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b'\xef\xbb\xbf{"a": 1}')
    assert read_json(tmp_path / "a") == {"a": 1}


def test_lines_are_numbered_from_1_and_empty_ones_skipped(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"a": 1}\n\n{"a": "x\\u2028y"}\r\n[2]\n')
    rows = read_jsonl(path)
    assert next(rows) == (f"{path}:1", {"a": 1})
    assert next(rows) == (f"{path}:3", {"a": "x\u2028y"})
    with pytest.raises(BadInput, match=r":4: a list; expected a JSON object a line"):
        next(rows)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)


@given(VALUES)
def test_json_is_read_back_and_is_one_line(value: object) -> None:
    text = to_json(value)
    assert parse_json(text, "x") == value
    assert "\n" not in text


def test_lone_surrogates_are_escaped_and_come_back(tmp_path: Path) -> None:
    value = {"a": "é\ud800"}
    assert to_json(value) == '{"a": "\\u00e9\\ud800"}'
    write_json(tmp_path / "a.json", value)
    assert read_json(tmp_path / "a.json") == value
    assert to_json({"a": "é"}) == '{"a": "é"}'


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_nan_is_never_written(tmp_path: Path, bad: float) -> None:
    with pytest.raises(ValueError, match="Out of range"):
        write_json(tmp_path / "a.json", [bad])
    assert list(tmp_path.iterdir()) == []


def test_files_are_replaced_whole_with_ordinary_permissions(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "a.txt"
    write_text(path, "one")
    write_text(path, ["two", " three"])
    assert path.read_text() == "two three"
    assert [entry.name for entry in path.parent.iterdir()] == ["a.txt"]
    old = os.umask(0)
    os.umask(old)
    assert path.stat().st_mode & 0o777 == 0o666 & ~old


@pytest.mark.parametrize("call", ["write", "fsync", "replace"])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES])
def test_a_disk_that_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int
) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")

    def fail(*rest: object) -> int:
        raise OSError(number, os.strerror(number))

    def chunks() -> Iterator[bytes]:
        yield b"new"
        if call == "write":
            fail()

    if call == "fsync":
        monkeypatch.setattr(os, "fsync", fail)
    if call == "replace":
        monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(BadInput, match=os.strerror(number)):
        write_bytes(path, chunks())
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.txt"]


def test_folders_made_for_a_file_that_cannot_be_written_go_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    (tmp_path / "mine").mkdir()
    for place in ("a.txt", "new/below/a.txt", "mine/new/a.txt", "mine/a.txt"):
        with pytest.raises(BadInput, match="No space left"):
            write_text(tmp_path / place, "text")
    assert [*tmp_path.rglob("*")] == [tmp_path / "mine"]


def test_an_error_while_rows_are_made_leaves_nothing(tmp_path: Path) -> None:
    def rows() -> Iterator[object]:
        yield {"a": 1}
        raise KeyError("b")

    with pytest.raises(KeyError):
        write_jsonl(tmp_path / "a.jsonl", rows())
    assert list(tmp_path.iterdir()) == []


def test_places_that_cannot_be_written_are_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(BadInput, match="a file; expected a folder"):
        write_text(tmp_path / "file" / "a.txt", "x")
    (tmp_path / "link").symlink_to("nowhere")
    for name, found in (("file", "a file"), ("link", "a link that leads nowhere")):
        for path in (tmp_path / name, tmp_path / name / "a" / "b"):
            with pytest.raises(BadInput) as problem:
                make_folder(path)
            assert str(problem.value).startswith(f"{tmp_path / name}: {found}; expected a folder to write into.")
    with pytest.raises(BadInput, match="a directory; expected a file"):
        write_text(tmp_path, "x")
    with pytest.raises(BadInput, match="cannot be"):
        write_text(Path("/proc/hayrick/a.txt"), "x")


def test_values_nested_too_deeply_to_write_are_refused(tmp_path: Path) -> None:
    value: list[object] = []
    for _ in range(100_000):
        value = [value]
    with pytest.raises(BadInput, match="nested too deeply"):
        write_json(tmp_path / "a.json", value)
    with pytest.raises(BadInput, match="nested too deeply"):
        write_jsonl(tmp_path / "a.jsonl", [value])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("gpt-4o", "gpt-4o"),
        ("openai/gpt-4o", "openai%2Fgpt-4o"),
        ("ollama/llama3:8b", "ollama%2Fllama3%3A8b"),
        ("a+b", "a%2Bb"),
        ("", "_"),
        (".", "_%2E"),
        ("..", "_.%2E"),
        (".hidden", "_.hidden"),
        ("_", "__"),
        ("con", "_con"),
        ("LPT1.txt", "_LPT1.txt"),
        ("a\x00\n", "a%00%0A"),
        ("é", "%C3%A9"),
        ("100%", "100%25"),
        ("\ud800", "%ED%A0%80"),
        ("a.", "a%2E"),
    ],
)
def test_safe_names(name: str, safe: str) -> None:
    assert safe_name(name) == safe


@given(st.text(max_size=12) | st.text(min_size=30), st.text(max_size=12) | st.text(min_size=30))
def test_safe_names_are_distinct_plain_and_short(one: str, two: str) -> None:
    assert (safe_name(one) == safe_name(two)) == (one == two)
    assert set(safe_name(one)) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_%~")
    assert len(safe_name(one)) <= LONGEST_NAME


def test_long_safe_names_keep_their_beginning_and_differ_by_their_end() -> None:
    one, two = (safe_name("东西" * 20 + end) for end in "ab")
    assert one != two
    assert one.startswith("%E4%B8%9C%E8%A5%BF")
    assert "%~" not in one, "no escape is cut in two"
    assert len(one) <= LONGEST_NAME
    assert safe_name("x" * LONGEST_NAME) == "x" * LONGEST_NAME
    assert safe_name("x" * (LONGEST_NAME + 1)) == "x" * 83 + "~" + fingerprint_bytes(b"x" * (LONGEST_NAME + 1))[:16]


def test_fingerprints_are_the_start_of_sha_256() -> None:
    # SHA-256 of nothing begins with e3b0c44298fc1c14.
    assert fingerprint_bytes(b"") == "e3b0c44298fc1c14"
    assert json.loads(to_json("x")) == "x"


@pytest.mark.parametrize("name", ["/dev/zero", "/dev/null"])
def test_devices_are_refused_at_once(name: str) -> None:
    with pytest.raises(BadInput, match="a device or a socket; expected an ordinary file or a pipe"):
        read_text(Path(name))


def test_a_pipe_is_read_once_and_says_the_same_again(tmp_path: Path) -> None:
    os.mkfifo(path := tmp_path / "pipe")
    content = b'{"a": 1}' + b" " * 3 * 1024**2
    writer = threading.Thread(target=path.write_bytes, args=[content])
    writer.start()
    assert read_json(path) == {"a": 1}
    writer.join()
    assert fingerprint_file(path) == fingerprint_bytes(content)
    with pytest.raises(BadInput, match="3,145,736 bytes; expected at most 10"):
        read_limited(path, 10)


def test_a_pipe_to_which_nobody_writes_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipes, "SILENCE", 0.1)
    monkeypatch.setattr(pipes, "PAUSE", 0.1)
    os.mkfifo(path := tmp_path / "pipe")
    with pytest.raises(BadInput, match=r"nothing was written for 0\.1 seconds"):
        read_text(path)
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.write(descriptor, b"{")  # And then nothing, while it stays open.
        with pytest.raises(BadInput, match=r"nothing was written for 0\.1 seconds"):
            read_text(path)
    finally:
        os.close(descriptor)


def test_a_small_packed_file_that_would_fill_the_memory_is_refused(tmp_path: Path) -> None:
    (path := tmp_path / "bomb.jsonl.gz").write_bytes(gzip.compress(b" " * 40 * 1024**2))
    with pytest.raises(BadInput, match=r"bytes that unpack to more than 20,\d+,\d+; expected at most"):
        read_text(path)
    path.write_bytes(gzip.compress(b"[" + b" " * 15 * 1024**2 + b"]"))
    assert read_json(path) == []


def test_a_parquet_file_where_text_is_read_is_named(tmp_path: Path) -> None:
    (path := tmp_path / "a.jsonl").write_bytes(b"PAR1\xff\xfe")
    with pytest.raises(BadInput, match="Parquet; expected JSON or text"):
        read_text(path)
