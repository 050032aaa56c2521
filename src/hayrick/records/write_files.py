"""Writes files atomically, and makes what goes into them: JSON texts, file names."""

from __future__ import annotations

import contextlib
import errno
import glob
import json
import os
import re
import tempfile
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import takewhile
from pathlib import Path

from hayrick.types import BadInput

LONGEST_NAME = 100
"""Most characters of a name that `safe_name` makes: two and an ending fit into the 255 bytes of a file's name."""

_FINGERPRINT = 16
A_STREAM = "a device or a pipe"
_OF_STREAMS = (Path("/dev"), Path("/dev/fd"))
_MOST_LINKS = 40
_CUT_ESCAPE = re.compile("%.?$")

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


def write_text(path: Path, chunks: str | Iterable[str], *, is_new: bool = False) -> None:
    """Write a UTF-8 file atomically: write a temporary file next to it, then rename it.

    Raises:
        BadInput: the place is not writable (a file in place of a folder, no permission, disk full), or see
            `write_bytes`.
    """
    write_bytes(path, encoded([chunks] if isinstance(chunks, str) else chunks), is_new=is_new)


def encoded(chunks: Iterable[str]) -> Iterator[bytes]:
    """Texts as UTF-8, which can encode everything but lone surrogates; these are escaped."""
    return (chunk.encode("utf-8", "backslashreplace") for chunk in chunks)


def write_bytes(path: Path, chunks: Iterable[bytes], instead_of: Path | None = None, *, is_new: bool = False) -> None:
    """Write a file atomically; see `write_text`. Folders that were made for it go again if it cannot be written.

    Args:
        path: of the file.
        chunks: its content.
        instead_of: path that the user knows, where `path` stands in for it until it is moved; None if it does not.
        is_new: whether the caller found no file there, and would replace none that another program makes meanwhile.

    Raises:
        BadInput: the place is not writable, or a file with `is_new` is there by now.
    """
    temporary: Path | None = None
    where = str(instead_of or path)
    lacking = [*takewhile(lambda folder: not os.path.lexists(folder), path.parents)]
    try:
        if is_stream(instead_of or path):
            raise BadInput(where, A_STREAM, "a file to write", "Choose another path.")
        make_folder(path.parent)
        if path.is_dir():
            raise BadInput(where, "a directory", "a file to write", "Choose another path.")
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".part")
        temporary = Path(name)
        with os.fdopen(descriptor, "wb") as stream:
            for chunk in chunks:
                stream.write(chunk)
            stream.flush()
            os.fsync(stream.fileno())
        # mkstemp makes private files; give the result the permissions of an ordinary new file.
        temporary.chmod(0o666 & ~_umask())
        move(temporary, path, is_new=is_new)
    except RecursionError:
        raise BadInput(where, "a value nested too deeply to write", "a few levels") from None
    except OSError as problem:
        raise unwritable(where, problem) from None
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink()
        with contextlib.suppress(OSError):  # A folder that holds something stays, and those above it.
            for folder in lacking:
                folder.rmdir()


def move(whole: Path, path: Path, *, is_new: bool) -> None:
    """Give a finished file its name: the only place where a file that a user named comes to be.

    Args:
        whole: the file, on the same file system.
        path: its name.
        is_new: see `write_bytes`.

    Raises:
        BadInput: something has this name by now, with `is_new`.
        OSError: the place is not writable.
    """
    if not is_new:
        whole.replace(path)
        return
    try:
        try:
            os.link(whole, path)
        except FileExistsError:
            raise
        except (OSError, NotImplementedError):  # Files have one name each there: take it, then put the file in place.
            path.open("xb").close()
            whole.replace(path)
        else:
            whole.unlink()
    except FileExistsError:
        found = "a file that another command made meanwhile"
        raise BadInput(str(path), found, "a new file", "Choose another --out.") from None


def unwritable(where: str | Path, problem: OSError, cure: str = "Choose another --out.") -> BadInput:
    """The error for a file that cannot be written; on a full disk another place would ask and pay for all again.

    Args:
        where: the file.
        problem: what the system says.
        cure: what to do if the disk is not full.
    """
    if problem.errno in (errno.ENOSPC, errno.EDQUOT):
        cure = "Make room there, and give the same command again."
    return BadInput(
        str(where), f"cannot be written ({problem.strerror or problem})", "a writable place with room", cure
    )


def is_stream(path: Path) -> bool:
    """Whether a path is a name of a stream or a device, such as /dev/stdout, also where it leads to a file.

    To write such a file would replace the name itself. Nothing that is a folder's own, as in /dev/shm, is one.
    """
    with contextlib.suppress(OSError, ValueError):  # What cannot be looked at cannot be written either.
        path = path.absolute()
        for _ in range(_MOST_LINKS):
            folder = Path(os.path.realpath(path.parent))
            if folder in _OF_STREAMS or (folder.name == "fd" and folder.is_relative_to("/proc")):
                return True
            path = folder / path.name
            if not path.is_symlink():
                return False
            path = folder / path.readlink()
    return False


def remove_parts(path: Path) -> None:
    """Remove what killed programs left of a file that they were writing; no other program may be writing it now."""
    for part in path.parent.glob(f".{glob.escape(path.name[:40])}.*.part"):
        with contextlib.suppress(OSError):
            part.unlink()


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current


def no_folder(path: Path) -> BadInput:
    """The error of a path that is to be a folder, where a file or a link that leads nowhere is in the way."""
    at = next((one for one in (path, *path.parents) if os.path.lexists(one)), path)
    found = "a link that leads nowhere" if at.is_symlink() and not at.exists() else "a file"
    return BadInput(str(at), found, "a folder to write into", "Choose another --out.")


def make_folder(path: Path) -> None:
    """Create a folder and its parents.

    Raises:
        BadInput: a part of the path is a file, or is not writable.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise no_folder(path) from None
    except OSError as problem:
        full = unwritable(path, problem, "")
        raise BadInput(str(path), f"cannot be made ({problem.strerror})", "a writable place", full.cure) from None


def write_json(path: Path, value: object, *, is_new: bool = False) -> None:
    """Write one JSON value, indented.

    Raises:
        BadInput: see `write_bytes`.
    """
    write_text(path, (text_of_file(one) for one in [value]), is_new=is_new)


def text_of_file(value: object) -> str:
    """JSON text of a value as `write_json` writes it.

    Raises:
        ValueError: the value contains NaN or Infinity.
    """
    return _encodable(json.dumps(value, ensure_ascii=False, allow_nan=False, indent=1), value, 1) + "\n"


def write_jsonl(path: Path, rows: Iterable[object], *, is_new: bool = False) -> None:
    """Write one JSON value per line.

    Raises:
        BadInput: see `write_bytes`.
    """
    write_text(path, json_lines(rows), is_new=is_new)


def json_lines(rows: Iterable[object]) -> Iterator[str]:
    """JSON text of each value with a line break, as `write_jsonl` writes them."""
    return (to_json(row) + "\n" for row in rows)


def safe_name(name: str, kept_marks: str = ".-_") -> str:
    """Make a part of a file name from any system or model name: valid on every operating system, and unique.

    Letters, digits and `kept_marks` are kept; other characters become `%XX`. Names that Windows reserves, and names
    that start with a dot, get a leading `_`. The result has at most `LONGEST_NAME` characters, all ASCII: of a longer
    one the beginning is kept, and `~` with a fingerprint of the whole name follows.
    """
    kept = "".join(c if c.isascii() and (c.isalnum() or c in kept_marks) else _escape(c) for c in name)
    stem = kept.split(".")[0].upper()
    reserved = {"CON", "PRN", "AUX", "NUL", *(f"{port}{n}" for port in ("COM", "LPT") for n in range(1, 10))}
    if not kept or kept.startswith((".", "_")) or stem in reserved:
        kept = f"_{kept}"
    kept = kept[:-1] + "%2E" if kept.endswith(".") else kept
    if len(kept) <= LONGEST_NAME:
        return kept
    mark = f"~{sha256(kept.encode('ascii')).hexdigest()[:_FINGERPRINT]}"
    return _CUT_ESCAPE.sub("", kept[: LONGEST_NAME - len(mark)]) + mark


def _escape(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogatepass"))
