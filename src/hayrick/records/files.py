"""Reads JSON strictly, and writes files atomically."""

from __future__ import annotations

import contextlib
import glob
import hashlib
import json
import math
import os
import stat
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from hayrick.records.packed import unpacked
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
    size = len(read_bytes(path)) if _is_pipe(path) else path.stat().st_size if path.is_file() else 0
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


_STRICT = json.JSONDecoder(parse_constant=_refuse_constant, parse_float=_finite)


def parse_json(text: str, where: str, *, finite: bool = True) -> object:
    """Parse a JSON text; reject NaN, Infinity and numbers too large for a float, unless `finite` is False.

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
        raise BadInput(where, found, "one JSON value", cure) from None
    except _NotFinite as problem:
        raise BadInput(where, f"holds {problem}", "finite numbers; absent is null") from None
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


def read_jsonl(path: Path) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield (place, object) for every non-empty line of a JSONL file, place as `file:line`.

    Raises:
        BadInput: a line is not a JSON object.
    """
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if not line.strip():
            continue
        where = f"{path}:{number}"
        value = parse_json(line, where)
        if not isinstance(value, dict):
            raise BadInput(where, a_type(value), "a JSON object a line")
        yield where, value


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


_COMPACT = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


def to_json(value: object) -> str:
    """JSON text of a value on one line; ASCII-escaped only if it contains lone surrogates.

    Raises:
        ValueError: the value contains NaN or Infinity.
    """
    return _encodable(_COMPACT.encode(value), value)


def _encodable(text: str, value: object, indent: int | None = None) -> str:
    """Return the text, or an ASCII-escaped version if it cannot be encoded as UTF-8."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(value, ensure_ascii=True, allow_nan=False, indent=indent)
    return text


def write_text(path: Path, chunks: str | Iterable[str]) -> None:
    """Write a UTF-8 file atomically: write a temporary file next to it, then rename it.

    Raises:
        BadInput: the place is not writable (a file in place of a folder, no permission, disk full).
    """
    pieces = [chunks] if isinstance(chunks, str) else chunks
    # UTF-8 can encode everything but lone surrogates; our JSON already escapes those.
    write_bytes(path, (piece.encode("utf-8", "backslashreplace") for piece in pieces))


def write_bytes(path: Path, chunks: Iterable[bytes]) -> None:
    """Write a file atomically; see `write_text`.

    Raises:
        BadInput: the place is not writable.
    """
    temporary: str | None = None
    try:
        make_folder(path.parent)
        if path.is_dir():
            raise BadInput(str(path), "a directory", "a file to write", "Choose another path.")
        descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".part")
        with os.fdopen(descriptor, "wb") as stream:
            for chunk in chunks:
                stream.write(chunk)
            stream.flush()
            os.fsync(stream.fileno())
        # mkstemp makes private files; give the result the permissions of an ordinary new file.
        Path(temporary).chmod(0o666 & ~_umask())
        Path(temporary).replace(path)
        temporary = None
    except RecursionError:
        raise BadInput(str(path), "a value nested too deeply to write", "a few levels") from None
    except OSError as problem:
        found = f"cannot be written ({problem.strerror or problem})"
        raise BadInput(str(path), found, "a writable place with room", "Choose another --out.") from None
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()


def remove_parts(path: Path) -> None:
    """Remove what killed programs left of a file that they were writing; no other program may be writing it now."""
    for part in path.parent.glob(f".{glob.escape(path.name[:40])}.*.part"):
        with contextlib.suppress(OSError):
            part.unlink()


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current


def make_folder(path: Path) -> None:
    """Create a folder and its parents.

    Raises:
        BadInput: a part of the path is a file, or is not writable.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise BadInput(str(path), "a file", "a folder to write into", "Choose another --out.") from None
    except OSError as problem:
        raise BadInput(str(path), f"cannot be made ({problem.strerror})", "a writable place") from None


def write_json(path: Path, value: object) -> None:
    """Write one JSON value, indented.

    Raises:
        BadInput: the place is not writable.
    """
    write_text(path, (text_of_file(one) for one in [value]))


def text_of_file(value: object) -> str:
    """JSON text of a value as `write_json` writes it.

    Raises:
        ValueError: the value contains NaN or Infinity.
    """
    return _encodable(json.dumps(value, ensure_ascii=False, allow_nan=False, indent=1), value, 1) + "\n"


def write_jsonl(path: Path, rows: Iterable[object]) -> None:
    """Write one JSON value per line.

    Raises:
        BadInput: the place is not writable.
    """
    write_text(path, (to_json(row) + "\n" for row in rows))


def safe_name(name: str, kept_marks: str = ".-_") -> str:
    """Make a file name from any system or model name: valid on every operating system, and unique.

    Letters, digits and `kept_marks` are kept; other characters become `%XX`. Names that Windows reserves, and names
    that start with a dot, get a leading `_`.
    """
    kept = "".join(c if c.isascii() and (c.isalnum() or c in kept_marks) else _escape(c) for c in name)
    stem = kept.split(".")[0].upper()
    reserved = {"CON", "PRN", "AUX", "NUL", *(f"{port}{n}" for port in ("COM", "LPT") for n in range(1, 10))}
    if not kept or kept.startswith((".", "_")) or stem in reserved:
        kept = f"_{kept}"
    return kept[:-1] + "%2E" if kept.endswith(".") else kept


def _escape(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogatepass"))


def fingerprint_bytes(content: bytes) -> str:
    """First 16 hexadecimal digits of the SHA-256 of bytes."""
    return hashlib.sha256(content).hexdigest()[:16]


def fingerprint_file(path: Path) -> str:
    """Fingerprint of a file's bytes.

    Raises:
        BadInput: the file cannot be read.
    """
    return fingerprint_bytes(read_bytes(path))
