"""Reads documents that are not in a haystack yet: folders of text files, single text files, JSONL files."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, NoReturn

from hayrick.haystacks.validity import require_unique
from hayrick.records.fields import filled, optional_string, string
from hayrick.records.read_files import fingerprint_bytes, is_pipe_of_rows, read_jsonl, read_limited, text_of
from hayrick.records.referred_files import LARGEST, SUFFIXES
from hayrick.records.write_files import to_json
from hayrick.types import BadInput, Document
from hayrick.wrapped import unwrapped

LINES = ".jsonl"
_BLANK = 10_000
"""Greatest size of a file that is skipped as empty, in bytes."""

_EXPECTED = f"a folder, a text file ({' or '.join(SUFFIXES)}), or a JSONL file of documents"


class Documents(NamedTuple):
    """Documents in the order in which they were given, those of a folder sorted by path."""

    documents: tuple[Document, ...]
    files: tuple[Path, ...] = ()
    """Files that they were read from."""

    skipped: Mapping[str, int] = Counter()
    """What was not read in folders -> number."""

    n_unwrapped: int = 0
    """Texts whose lines were filled to a width, and are joined within sentences."""

    @property
    def fingerprint(self) -> str:
        """Fingerprint of ids, titles and texts."""
        return fingerprint_bytes(to_json([(one.id, one.title, one.text) for one in self.documents]).encode())


def read_documents(sources: Sequence[str]) -> Documents:
    """Read folders, text files and JSONL files.

    In a folder and below it, the text files are read. Hidden files and folders, other files, links and empty files are
    skipped and counted: a link could lead anywhere, or to a document that is read already. The id of a text file is its
    path relative to the folder, or its name, without the ending. Texts are changed as `_documents` says.

    Args:
        sources: paths.

    Raises:
        BadInput: there is none, a file is missing, too large or not UTF-8 text, a folder has no text file, or two
            documents have one id.
    """
    if not sources:
        raise BadInput("DOCUMENTS", "none", _EXPECTED)
    found: dict[str, tuple[Document, Path]] = {}
    skipped: Counter[str] = Counter()
    files: list[Path] = []
    for source in sources:
        for document, path in _read(source, skipped):
            if document.id in found:
                what = f"the document id '{document.id}' again, after {found[document.id][1]}"
                raise BadInput(str(path), what, "unique ids", "Rename one; a file's id is its path without the ending.")
            found[document.id] = document, path
            files += [path] * (path not in files[-1:])
    return _documents((document for document, _ in found.values()), files, skipped)


def documents_of_texts(documents: Sequence[Document]) -> Documents:
    """Documents that were read already; texts are changed as `_documents` says.

    Raises:
        BadInput: there is none, one is empty or has no texts, or two have one id.
    """
    if not documents:
        raise BadInput("documents", "none", "at least one")
    require_texts(documents)
    require_unique((one.id for one in documents), "document", "documents")
    for one in documents:
        if not one.id.strip() or not one.text.strip():
            raise BadInput("documents", f"document '{one.id}' without id or text", "both", "Drop it.")
    return _documents(documents)


def require_texts(documents: Sequence[Document]) -> None:
    """Refuse documents that a caller made of other values than texts.

    Raises:
        BadInput: an id, a text or a title is none.
    """
    for number, one in enumerate(documents, start=1):
        values: dict[str, object] = {"id": one.id, "text": one.text, "title": one.title or ""}
        for name, value in values.items():
            if not isinstance(value, str):
                found = f"a {type(value).__name__} as '{name}'"
                raise BadInput(f"documents {number}", found, "a text", f"Give str({name}).")


def documents_of_lines(path: Path) -> tuple[Document, ...]:
    """Read a JSONL file with a document a line: `id`, `text`, and perhaps `title`.

    Raises:
        BadInput: a line is no such object, its id is empty, or an id occurs twice.
    """
    found: dict[str, Document] = {}
    for where, row in read_jsonl(path):
        id = filled(row, "id", where, "Give it an id.")
        if id in found:
            raise BadInput(where, f"document id '{id}' again", "unique ids", "Rename or drop one.")
        found[id] = Document(id=id, text=string(row, "text", where), title=optional_string(row, "title", where))
    return tuple(found.values())


def _documents(
    given: Iterable[Document], files: Sequence[Path] = (), skipped: Mapping[str, int] = Counter()
) -> Documents:
    """Documents with alike line breaks, and blanks after lines that were filled to a width within sentences.

    A line break ends a sentence for whatever reads a haystack.
    """
    plain = [replace(one, text=one.text.replace("\r\n", "\n").replace("\r", "\n")) for one in given]
    joined = tuple(replace(one, text=unwrapped(one.text)) for one in plain)
    n = sum(one.text != other.text for one, other in zip(plain, joined, strict=True))
    return Documents(joined, tuple(files), skipped, n)


def _read(source: str, skipped: Counter[str]) -> Iterator[tuple[Document, Path]]:
    """Documents of one source, each with its file."""
    path = Path(source)
    if not source:
        raise BadInput("DOCUMENTS", "an empty name", _EXPECTED)
    if path.is_dir():
        yield from _of_folder(path, skipped)
    elif path.suffix.lower() == LINES or is_pipe_of_rows(path, "text"):
        for document in documents_of_lines(path):
            if not document.text.strip():
                raise BadInput(source, f"document '{document.id}' has an empty 'text'", "content", "Drop the line.")
            yield document, path
    elif path.suffix.lower() in SUFFIXES:
        yield _of_text(path, path.name), path
    else:
        found = f"a file that ends in '{path.suffix}'" if path.exists() else "no such file or folder"
        raise BadInput(source, found, _EXPECTED)


def _of_folder(folder: Path, skipped: Counter[str]) -> Iterator[tuple[Document, Path]]:
    names = sorted(_names(folder, skipped))
    n = 0
    for name in names:
        if _is_blank(folder / name):
            skipped["empty"] += 1
            continue
        n += 1
        yield _of_text(folder / name, name), folder / name
    if not n:
        others = f" ({told(skipped)})" if skipped else ""
        raise BadInput(str(folder), f"no document in this folder{others}", f"files that end in {' or '.join(SUFFIXES)}")


def _is_blank(path: Path) -> bool:
    """Whether a small file holds white space alone; False if it cannot be read, which reading it reports."""
    with suppress(OSError):
        return path.stat().st_size <= _BLANK and not path.read_bytes().strip()
    return False


def _names(folder: Path, skipped: Counter[str]) -> Iterator[str]:
    """Paths of the text files in a folder, relative to it, with "/" between their parts."""
    for at, folders, files in os.walk(folder, onerror=_refuse):
        place = Path(at)
        kept = []
        for name in folders:
            what = "hidden" if name.startswith(".") else "links" if (place / name).is_symlink() else ""
            skipped.update([what] * bool(what))
            kept += [name] * (not what)
        folders[:] = kept
        for name in files:
            path = place / name
            if name.startswith("."):
                skipped["hidden"] += 1
            elif path.is_symlink():
                skipped["links"] += 1
            elif path.suffix.lower() not in SUFFIXES or not path.is_file():
                skipped["of other types"] += 1
            else:
                yield path.relative_to(folder).as_posix()


def _refuse(problem: OSError) -> NoReturn:
    found = f"cannot be read ({problem.strerror})"
    raise BadInput(str(problem.filename), found, "a readable folder") from None


def _of_text(path: Path, name: str) -> Document:
    """A text file as a document, whose id is a name without the ending.

    Raises:
        BadInput: the file cannot be read as text, or its name has characters that cannot be shown.
    """
    id = name[: -len(path.suffix)].strip()
    if not id or not id.isprintable():
        raise BadInput(str(path), "a name with characters that cannot be shown", "a plain name", "Rename the file.")
    text = text_of(path, read_limited(path, LARGEST))
    if "\x00" in text:
        raise BadInput(str(path), "a text with NUL characters", "UTF-8 text", "Convert the file to UTF-8.")
    return Document(id=id, text=text)


def told(skipped: Mapping[str, int]) -> str:
    """What was skipped, in a few words: "hidden: 3, links: 2"."""
    return ", ".join(f"{what}: {n}" for what, n in sorted(skipped.items()))
