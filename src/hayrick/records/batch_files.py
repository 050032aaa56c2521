"""Batch files in the layout of OpenAI's API: requests, a line each, and results, a line each.

A file of results comes from another program. It is read line by line, within bounds, and a line that is no result is
counted and passed over.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import IO, NamedTuple

from hayrick.records.outputs import require_new
from hayrick.records.read_files import parse_json, read_bytes
from hayrick.records.several_files import move_together
from hayrick.records.write_files import make_folder, to_json, unwritable
from hayrick.types import BadInput

MOST_LINES = 50_000
"""Requests that OpenAI's batch takes in one file."""

MOST_BYTES = 190_000_000
"""Bytes of one file of requests; OpenAI's batch takes 200 MB."""

LONGEST_LINE = 32 * 2**20
"""Bytes of a line of results that is read."""

_LONGEST_KEY = 512
_SUCCESS = 200


class Part(NamedTuple):
    """One file of requests, all for one model at one path of its address."""

    file: Path
    model: str
    url: str
    calls: int
    bytes: int


@dataclass(slots=True)
class _Open:
    model: str
    url: str
    stream: IO[bytes]
    calls: int = 0
    bytes: int = 0


@dataclass(slots=True)
class RequestFiles:
    """Files of requests that are being written; used in a `with` block, they appear when `close` is called, or never.

    Args:
        out: the file to write; several get numbers before the ending.
        inputs: files that must not be overwritten.
        most_lines: maximum number of requests in one file.
        overwrite: whether existing files may be replaced.
    """

    out: Path
    inputs: list[Path]
    most_lines: int = MOST_LINES
    overwrite: bool = False
    _parts: list[_Open] = field(default_factory=list)

    def __enter__(self) -> RequestFiles:
        """Begin.

        Raises:
            BadInput: the file exists already, or is an input.
        """
        require_new([self.out], self.inputs, overwrite=self.overwrite)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        for part in self._parts:
            part.stream.close()
            with contextlib.suppress(OSError):
                Path(part.stream.name).unlink()

    def add(self, key: str, model: str, url: str, body: Mapping[str, object]) -> None:
        """Add a request.

        Raises:
            BadInput: the place is not writable.
        """
        line = f"{to_json({'custom_id': key, 'method': 'POST', 'url': url, 'body': body})}\n".encode()
        with self._telling():
            part = self._room(model, url, len(line))
            part.stream.write(line)
            part.calls += 1
            part.bytes += len(line)

    def close(self) -> list[Part]:
        """Give the files their names; nothing is written if no request was added.

        Raises:
            BadInput: a file exists already, is an input, or cannot be written.
        """
        names = [self.out] if len(self._parts) == 1 else [self._numbered(n) for n, _ in enumerate(self._parts, 1)]
        require_new(names, self.inputs, overwrite=self.overwrite)
        with self._telling():
            for part in self._parts:
                part.stream.flush()
                os.fsync(part.stream.fileno())
                part.stream.close()
        named = dict(zip(names, self._parts, strict=True))
        written = {name: Path(part.stream.name) for name, part in named.items()}
        move_together(written, is_new=not self.overwrite)
        return [Part(name, part.model, part.url, part.calls, part.bytes) for name, part in named.items()]

    def _room(self, model: str, url: str, size: int) -> _Open:
        for part in reversed(self._parts):
            if (part.model, part.url) == (model, url):
                if part.calls < self.most_lines and part.bytes + size <= MOST_BYTES:
                    return part
                break
        make_folder(self.out.parent)
        name = self.out.with_name(f".{self.out.name[:40]}.{os.getpid()}-{len(self._parts)}.part")
        self._parts.append(_Open(model, url, name.open("wb")))
        return self._parts[-1]

    def _numbered(self, number: int) -> Path:
        return self.out.with_name(f"{self.out.stem}-{number}{self.out.suffix}")

    @contextlib.contextmanager
    def _telling(self) -> Iterator[None]:
        try:
            yield
        except OSError as problem:
            raise unwritable(self.out, problem) from None


class Result(NamedTuple):
    """A line of results: the key of its call, and the status and body of the reply; `error` says why there is none."""

    key: str
    status: int
    body: Mapping[str, object]
    error: str

    @property
    def is_reply(self) -> bool:
        """Whether it holds a reply, and not an error."""
        return self.status == _SUCCESS and not self.error

    @property
    def said(self) -> str:
        """Digest of what the reply says, without ids and times."""
        return hashlib.sha256(
            to_json([*_texts(self.body.get("choices", self.body.get("output")))]).encode()
        ).hexdigest()


class Line(NamedTuple):
    """A line of a file of results: where it begins, in bytes, and its result; None for a damaged line."""

    start: int
    result: Result | None


def read_results(path: Path) -> Iterator[Line]:
    """Yield the lines of a file of results; empty ones are passed over.

    Raises:
        BadInput: the file is missing, a directory, a device, or unreadable, or nobody writes to the pipe.
    """
    with _opened(path) as stream:
        start = 0
        while line := stream.readline(LONGEST_LINE + 1):
            if len(line) > LONGEST_LINE:
                while line and not line.endswith(b"\n"):
                    line = stream.readline(LONGEST_LINE)
                yield Line(start, None)
            elif line.strip():
                yield Line(start, _result(line, str(path)))
            start = stream.tell()


def read_result(path: Path, start: int) -> Result | None:
    """The result of the line that begins at a byte of a file; None if the file has changed."""
    with _opened(path) as stream:
        stream.seek(start)
        return _result(stream.readline(LONGEST_LINE + 1), str(path))


def _opened(path: Path) -> IO[bytes]:
    """Open a file of results; engines write empty ones, of errors that did not occur. A pipe is read once, and kept.

    Raises:
        BadInput: see `read_results`.
    """
    if path.is_file() and os.access(path, os.R_OK):
        return path.open("rb")
    return io.BytesIO(read_bytes(path))


def _result(line: bytes, where: str) -> Result | None:
    try:
        value = parse_json(line.decode("utf-8-sig"), where)
    except (BadInput, UnicodeDecodeError):
        return None
    key = value.get("custom_id") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(key, str) or not 0 < len(key) <= _LONGEST_KEY:
        return None
    if "response" not in value and "error" not in value:
        return None  # Such as a request.
    response, error = value.get("response"), value.get("error")
    if not isinstance(response, dict):
        return Result(key, 0, {}, _reason(error) or "no response") if response is None else None
    status, body = response.get("status_code"), response.get("body")
    if (
        not isinstance(status, int)
        or isinstance(status, bool)
        or not 100 <= status <= 599
        or not isinstance(body, dict)
    ):
        return Result(key, 0, {}, _reason(error)) if error else None
    return Result(key, status, body, _reason(error))


def _reason(error: object) -> str:
    """One word for an error; "" for none."""
    code = (error.get("code") or error.get("type") or "error") if isinstance(error, dict) else error
    return " ".join(str(code).split())[:60] if code else ""


def _texts(value: object) -> Iterator[str]:
    """Texts of the contents of replies, in order."""
    for one in value if isinstance(value, list) else ():
        message = one.get("message", one) if isinstance(one, dict) else None
        content = message.get("content") if isinstance(message, dict) else None
        if isinstance(content, str):
            yield content
        for part in content if isinstance(content, list) else ():
            text = part.get("text") if isinstance(part, dict) else None
            if isinstance(text, str):
                yield text
