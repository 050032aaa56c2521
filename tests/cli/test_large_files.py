"""Large files that are no haystack are refused within little memory."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

import pytest

MEGABYTE = 1024 * 1024
SIZE = 300 * MEGABYTE
LIMIT = 150 * MEGABYTE

# Not ru_maxrss: across an exec it keeps the peak of the process that made the child.
CHILD = """
import re, sys
from hayrick.cli import main
sys.argv = ["hayrick", "describe", sys.argv[1]]
status = main()
print(int(re.search(r"VmHWM:\\s*(\\d+) kB", open("/proc/self/status").read())[1]) * 1024)
sys.exit(status)
"""


def fill(stream: BinaryIO, piece: bytes) -> None:
    block = piece * (MEGABYTE // len(piece))
    for _ in range(SIZE // len(block)):
        stream.write(block)


def whole(begin: bytes, piece: bytes, end: bytes) -> Callable[[BinaryIO], None]:
    def write(stream: BinaryIO) -> None:
        stream.write(begin)
        fill(stream, piece)
        stream.write(end)

    return write


def sparse(begin: bytes) -> Callable[[BinaryIO], None]:
    def write(stream: BinaryIO) -> None:
        stream.write(begin)
        stream.truncate(SIZE)

    return write


SHAPES: dict[str, Callable[[BinaryIO], None]] = {
    "nothing but holes": sparse(b""),
    "an object and holes": sparse(b'{"documents": '),
    "one string": whole(b'"', b"a", b'"'),
    "a list of numbers": whole(b"[1", b",1234567", b"]"),
    "one huge key": whole(b'{"', b"a", b'": 1}'),
    "one huge key of escapes": whole(b'{"', b'\\"', b'": 1}'),
    "one huge value": whole(b'{"topic": "', b"a", b'"}'),
    "many keys": whole(b'{"a": 1', b',"a": "' + b"x" * 250 + b'"', b"}"),
    "lines of objects": whole(b"", b'{"a": 1}\n', b""),
    "deep nesting": whole(b'{"a": ', b"[", b""),
    "white space": whole(b"", b" ", b"{}"),
    "documents deep inside": whole(b'{"a": {"documents": [{"b": "', b"a", b'"}]}}'),
    "documents that are numbers": whole(b'{"documents": [1', b",1234567", b"]}"),
}


@pytest.fixture
def large(tmp_path: Path) -> Iterator[Callable[[str, Callable[[BinaryIO], None]], Path]]:
    made: list[Path] = []

    def make(name: str, write: Callable[[BinaryIO], None]) -> Path:
        path = tmp_path / name
        made.append(path)
        try:
            with path.open("wb") as stream:
                write(stream)
        except OSError as problem:
            if problem.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
                pytest.skip(f"no room for a file of {SIZE // MEGABYTE} MB")
            raise
        return path

    yield make
    for path in made:
        path.unlink(missing_ok=True)


def describe(path: Path) -> tuple[int, str, int]:
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(path)], capture_output=True, text=True, env=environment, check=False
    )
    return done.returncode, done.stderr, int(done.stdout.split()[-1])


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the peak is read from /proc")
@pytest.mark.parametrize("shape", list(SHAPES))
def test_a_large_file_that_is_no_haystack_is_refused_within_little_memory(
    large: Callable[[str, Callable[[BinaryIO], None]], Path], shape: str
) -> None:
    path = large("large.json", SHAPES[shape])
    status, error, peak = describe(path)
    assert status == 2
    assert error.startswith(f"hayrick: {path}: ")
    assert error.count("\n") == 1
    assert "expected a haystack" in error
    assert peak < LIMIT, f"{peak / MEGABYTE:.0f} MB"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the peak is read from /proc")
def test_a_large_file_that_is_no_parquet_is_refused_within_little_memory(
    large: Callable[[str, Callable[[BinaryIO], None]], Path],
) -> None:
    pytest.importorskip("pyarrow")
    path = large("large.parquet", sparse(b"no"))
    status, error, peak = describe(path)
    assert (status, error.count("\n")) == (2, 1)
    assert "is not Parquet" in error
    assert peak < LIMIT, f"{peak / MEGABYTE:.0f} MB"
