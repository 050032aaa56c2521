"""Reads files: bytes and text of files and pipes, JSON strictly, fingerprints."""

from __future__ import annotations

import hashlib
import json
import math
import stat
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from hayrick.records.gzip_files import unpacked
from hayrick.records.pipes import is_pipe, read_pipe
from hayrick.types import BadInput

SCHEMA = 1
"""Schema version of every file that we write; readers reject other versions."""


def read_text(path: Path) -> str:
    """Read a UTF-8 file, unpacked where its name ends in ".gz"; a byte order mark is dropped.

    Raises:
        BadInput: the file is missing, a directory, unreadable, empty, damaged or not UTF-8, or too large unpacked.
    """
    content = read_bytes(path)
    return text_of(path, unpacked(path, content) if path.suffix == ".gz" else content)


def read_bytes(path: Path) -> bytes:
    """Read a non-empty file, or a pipe such as a shell's `<(...)`; a device could be endless.

    Raises:
        BadInput: the file is missing, a directory, a device, unreadable or empty, or nobody writes to the pipe.
    """
    try:
        content = read_pipe(path) if _is_pipe(path) else path.read_bytes()
    except FileNotFoundError:
        raise BadInput(str(path), "no such file", "a readable file", "Check the path.") from None
    except IsADirectoryError:
        raise BadInput(str(path), "a directory", "a file", "Name the file inside it.") from None
    except OSError as problem:
        raise BadInput(str(path), f"cannot be read ({problem.strerror})", "a readable file") from None
    if not content.strip():
        raise BadInput(str(path), "an empty file", "content")
    return content


def is_pipe_of_rows(path: Path, key: str) -> bool:
    """Whether a path is a pipe whose first line is a JSON object with a key.

    The name of a file tells the form of its content. A pipe's has no ending, so the content has to.

    Raises:
        BadInput: the path is a device, or as `read_bytes` of a pipe.
    """
    if not _is_pipe(path):
        return False
    try:
        first = json.loads(read_text(path).lstrip().partition("\n")[0])
    except (ValueError, RecursionError):
        return False
    return isinstance(first, dict) and key in first


def _is_pipe(path: Path) -> bool:
    """Whether a file is a pipe.

    Raises:
        BadInput: it is neither a pipe nor an ordinary file.
    """
    try:
        kind = path.stat().st_mode
    except OSError:
        return False  # Reading it reports the error.
    if not stat.S_ISREG(kind) and not stat.S_ISDIR(kind) and not is_pipe(kind):
        cure = "Write its content to a file and name that."
        raise BadInput(str(path), "a device or a socket", "an ordinary file or a pipe", cure)
    return is_pipe(kind)


def read_limited(path: Path, most: int) -> bytes:
    """Read a file or a pipe of at most `most` bytes.

    Raises:
        BadInput: a larger one, or as `read_bytes`.
    """
    try:
        size = len(read_bytes(path)) if _is_pipe(path) else path.stat().st_size if path.is_file() else 0
    except OSError:
        size = 0  # Reading it reports the error.
    if size > most:
        raise BadInput(str(path), f"{size:,} bytes", f"at most {most:,}")
    return read_bytes(path)


def text_of(path: Path, content: bytes) -> str:
    """Decode a file's bytes as UTF-8; a byte order mark is dropped.

    Raises:
        BadInput: the content is not UTF-8.
    """
    if content.startswith(b"PAR1"):
        raise BadInput(
            str(path), "Parquet", "JSON or text", "A Parquet file's name must end in .parquet, where tasks read them."
        )
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        found = f"byte {content[problem.start]:#04x} at offset {problem.start} is not UTF-8"
        raise BadInput(str(path), found, "UTF-8 text", "Convert the file to UTF-8.") from None


class _NotFinite(ValueError):
    """The JSON contains NaN, Infinity, or a number too large for a float."""


def _refuse_constant(word: str) -> float:
    raise _NotFinite(word)


def _finite(word: str) -> float:
    value = float(word)
    if math.isinf(value):
        raise _NotFinite(word[:40])
    return value


def whole(word: str) -> int:
    """The value of a whole number in JSON.

    Raises:
        ValueError: it is too large for a float, with which it will be compared and averaged.
    """
    if len(word) > sys.float_info.max_10_exp:
        raise _NotFinite(f"{word[:20]}... ({len(word)} characters)")
    return int(word)


class _Twice(ValueError):
    """A JSON object has a key twice: which value is meant is not known."""


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = Counter(key for key, _ in pairs)
        raise _Twice(keys.most_common(1)[0][0][:40])
    return found


_STRICT = json.JSONDecoder(
    parse_constant=_refuse_constant, parse_float=_finite, parse_int=whole, object_pairs_hook=_object
)


def parse_json(text: str, where: str, *, finite: bool = True, expected: str = "one JSON value") -> object:
    """Parse a JSON text; reject NaN, Infinity, numbers too large for a float, and a key twice in an object.

    Args:
        text: the text.
        where: its place, for error messages.
        finite: whether numbers must be, and keys be distinct.
        expected: what is wanted, for error messages.

    Raises:
        BadInput: the text is invalid; the message has line and column.
    """
    try:
        if not finite:
            return json.loads(text)
        return _STRICT.decode(text)
    except json.JSONDecodeError as problem:
        place = f"{problem.msg} at line {problem.lineno}, column {problem.colno}"
        truncated = problem.pos >= len(text.rstrip()) or problem.msg.startswith("Unterminated string")
        found = f"ends too early ({place})" if truncated else f"is not JSON ({place})"
        cure = "The file looks truncated: fetch or write it again." if truncated else ""
        raise BadInput(where, found, expected, cure) from None
    except _NotFinite as problem:
        raise BadInput(where, f"holds {problem}", "finite numbers; absent is null") from None
    except _Twice as problem:
        raise BadInput(where, f"holds the key '{problem}' twice in one object", "each key once") from None
    except RecursionError:
        raise BadInput(where, "is nested too deeply to read", "a file nested a few levels deep") from None
    except ValueError as problem:
        raise BadInput(where, f"holds a value that cannot be read ({problem})", "ordinary JSON numbers") from None


def read_json(path: Path) -> object:
    """Read a JSON file.

    Raises:
        BadInput: see `read_text` and `parse_json`.
    """
    return parse_json(read_text(path), str(path))


def read_jsonl(path: Path, expected: str = "a JSON object a line") -> Iterator[tuple[str, dict[str, object]]]:
    """Yield (place, object) for every non-empty line of a JSONL file, place as `file:line`.

    Args:
        path: the file.
        expected: what its lines should be, for error messages.

    Raises:
        BadInput: a line is not a JSON object.
    """
    text = read_text(path)
    is_first = True
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        where = f"{path}:{number}"
        try:
            value = parse_json(line, where, expected=expected)
        except BadInput:
            if is_first and line.strip() != text.strip():
                _require_lines(text, path, expected)
            raise
        is_first = False
        if not isinstance(value, dict):
            raise BadInput(where, a_type(value), expected)
        yield where, value


def _require_lines(text: str, path: Path, expected: str) -> None:
    """Refuse a file that is JSON as a whole, so that its first line ends too early for that reason.

    Raises:
        BadInput: it is.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return
    raise BadInput(str(path), f"one JSON {type_name(value)} over several lines", expected)


def type_name(value: object) -> str:
    """JSON name of a value's type, for messages."""
    for kind, name in ((bool, "boolean"), (dict, "object"), (list, "list"), (str, "string"), (int, "number")):
        if isinstance(value, kind):
            return name
    return "null" if value is None else "number"


def a_type(value: object) -> str:
    """JSON name of a value's type with an article; null has none."""
    name = type_name(value)
    return name if name == "null" else f"{'an' if name == 'object' else 'a'} {name}"


def fingerprint_bytes(content: bytes) -> str:
    """First 16 hexadecimal digits of the SHA-256 of bytes."""
    return hashlib.sha256(content).hexdigest()[:16]


def fingerprint_file(path: Path) -> str:
    """Fingerprint of a file's bytes.

    Raises:
        BadInput: the file cannot be read.
    """
    return fingerprint_bytes(read_bytes(path))
