"""Passages from the user's files: rows of JSONL, JSON and TSV, or text files and folders that are cut into passages.

Source: HELMET, appendix B.1, whose passages are Wikipedia's in pieces of 100 words.
Differs: any corpus; a text is cut at ends of sentences.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from hayrick.haystacks.hub import hub_rows
from hayrick.prompting import one_line
from hayrick.records.parquet import parquet_rows
from hayrick.records.read_files import a_type, fingerprint_file, parse_json, read_jsonl, read_text
from hayrick.text import sentences
from hayrick.types import BadInput

WORDS = 100
"""Most words of a passage that is cut from a text file."""

Row = tuple[str, Mapping[str, object]]
"""Where an object stands, for errors, and the object."""

IDS = ("id", "_id", "pid", "docid", "doc_id", "passage_id", "psg_id", "qid", "question_id")
_TEXTS = ("text", "contents", "passage", "passage_text", "document")
_ROWS = (".jsonl", ".json", ".tsv", ".parquet")
_PLAIN = (".txt", ".md")
_HUB = "hub:"


class Text(NamedTuple):
    """A passage on one line, its title ("" where it has none), and an id."""

    id: str
    title: str
    text: str

    @property
    def shown(self) -> str:
        """Title and text, each on its own line: what is searched and what a system is shown."""
        return f"{self.title}\n{self.text}" if self.title else self.text


def files_in(paths: Iterable[Path]) -> list[Path]:
    """The files of folders, sorted by name, and the files that are named themselves.

    Raises:
        BadInput: a folder holds no file of a kind that can be read, or a path does not exist.
    """
    found: list[Path] = []
    for path in paths:
        if not path.exists() and not _is_hub(path):
            raise BadInput(str(path), "no such file or folder", "a corpus", "Check the path.")
        held = [path]
        if path.is_dir():
            held = [one for one in sorted(path.rglob("*")) if one.is_file() and _kind(one) in (*_ROWS, *_PLAIN)]
            if not held:
                raise BadInput(str(path), "no file to read", f"files that end in {', '.join((*_ROWS, *_PLAIN))}")
        found += held
    return found


class Parts(NamedTuple):
    """Files of questions, of a corpus and of demonstrations."""

    questions: list[Path]
    corpus: list[Path]
    demos: list[Path]


def parts_of(paths: Iterable[Path]) -> Parts:
    """Sort files by what they hold: in a folder, what is named `corpus` or `demos`, whatever the ending, is that.

    Args:
        paths: files of questions, or folders that hold them, perhaps with a file or folder of a corpus.

    Raises:
        BadInput: see `files_in`, or nothing is left for questions.
    """
    found = Parts([], [], [])
    for path in paths:
        for one in [path] if _is_hub(path) or path.is_file() else files_in([path]):
            part = one.relative_to(path).parts[0].partition(".")[0] if one != path else ""
            {"corpus": found.corpus, "demos": found.demos}.get(part, found.questions).append(one)
    if not found.questions:
        raise BadInput(", ".join(map(str, paths)), "no file of questions", "one besides the corpus")
    return found


def read_passages(paths: Sequence[Path], words: int = 0) -> list[Text]:
    """All passages of a corpus, each once.

    Args:
        paths: files, also packed with gzip. A row holds a passage (`text`, `contents`, `passage` or `document`, with
            `title` and `id` where it has them) or several (`ctxs`). A file of another name than .jsonl, .json, .tsv and
            .parquet is one text.
        words: most words of a passage: every text is cut that has more. 0 leaves rows whole and cuts text files at
            `WORDS`.

    Raises:
        BadInput: a file or row is not what it must be, or two different passages have one id.
    """
    found: dict[str, Text] = {}
    ids: dict[str, str] = {}
    for path in paths:
        for where, text, named in _texts(path, words):
            if named and ids.setdefault(text.id, text.shown) != text.shown:
                raise BadInput(where, f"passage '{text.id}' again, with another text", "every id once")
            found.setdefault(text.shown, text)
    if not found:
        raise BadInput(str(paths[0]) if paths else "corpus", "no passage", "at least one")
    return list(found.values())


def _is_hub(path: Path) -> bool:
    """Whether a path is the name of a dataset of a hub, `hub:OWNER/DATASET@REVISION#SPLIT`."""
    return str(path).startswith(_HUB)


def fingerprint_of(path: Path) -> str:
    """Fingerprint of a file; of a hub's dataset the name, which has the revision."""
    return str(path) if _is_hub(path) else fingerprint_file(path)


def rows_of(path: Path) -> Iterator[Row]:
    """Rows of a file: the lines of JSONL, the members of a JSON list (or of its `data`), lines of TSV, or of Parquet.

    A name of a hub's dataset gives the rows of that (extra `hub`).

    Raises:
        BadInput: the file cannot be read, or is laid out otherwise.
    """
    kind = _kind(path)
    if _is_hub(path):
        name = str(path).removeprefix(_HUB)
        yield from ((f"{path}: [{number}]", row) for number, row in enumerate(hub_rows(name), start=1))
    elif kind == ".tsv":
        yield from _table(path)
    elif kind == ".parquet":
        yield from ((f"{path}: row {n}", row) for n, row in enumerate(parquet_rows(path, "a Parquet file"), start=1))
    elif kind == ".json":
        whole = parse_json(read_text(path), str(path))
        rows = whole.get("data") if isinstance(whole, dict) else whole
        if not isinstance(rows, list):
            raise BadInput(str(path), a_type(rows), "a list of objects, or an object whose 'data' is one")
        for number, row in enumerate(rows, start=1):
            where = f"{path}: [{number}]"
            if not isinstance(row, dict):
                raise BadInput(where, a_type(row), "an object")
            yield where, row
    else:
        yield from read_jsonl(path)


def passage_of(row: object, where: str, default_id: str = "") -> Text:
    """Passage of an object.

    Raises:
        BadInput: it is no object, has no text, or its title is no text.
    """
    if not isinstance(row, Mapping):
        raise BadInput(where, a_type(row), "a passage with title and text")
    text = next((row[name] for name in _TEXTS if name in row), None)
    if not isinstance(text, str) or not (shown := one_line(text)):
        raise BadInput(where, f"text {text!r}"[:60], f"a passage's text in {' or '.join(_TEXTS[:3])}, not empty")
    return Text(id_of(row) or default_id, title_of(row.get("title"), where), shown)


def title_of(given: object, where: str) -> str:
    """Title on one line; "" where it is missing or null.

    Raises:
        BadInput: it is no text.
    """
    if given is not None and not isinstance(given, str):
        raise BadInput(where, f"title {a_type(given)}", "a text, or null where there is none", "Write it in quotes.")
    return one_line(given or "")


def id_of(row: Mapping[str, object]) -> str:
    """Id of a row; "" where it has none."""
    given = next((row[name] for name in IDS if isinstance(row.get(name), str | int)), "")
    return str(given)


def cut(text: Text, words: int) -> list[Text]:
    """A text in passages of whole sentences and at most so many words; a longer sentence is cut inside.

    Args:
        text: as it is where it has no more words.
        words: >= 1.
    """
    if len(text.text.split()) <= words:
        return [text]
    pieces: list[list[str]] = [[]]
    for span in sentences(text.text):
        sentence = text.text[span.start : span.end].split()
        if len(pieces[-1]) + len(sentence) > words:
            pieces.append([])
        while len(sentence) > words:
            pieces[-1:] = [sentence[:words], []]
            sentence = sentence[words:]
        pieces[-1] += sentence
    shown = [" ".join(piece) for piece in pieces if piece]
    return [Text(f"{text.id}-{number}", text.title, one) for number, one in enumerate(shown, start=1)]


def _texts(path: Path, words: int) -> Iterator[tuple[str, Text, bool]]:
    """Passages of a file, where they stand, and whether their ids are the file's own."""
    stem = path.name.partition(".")[0]
    if _kind(path) not in _ROWS and not _is_hub(path):
        for one in cut(Text(stem, "", one_line(read_text(path))), words or WORDS):
            yield str(path), one, False
        return
    for number, (where, row) in enumerate(rows_of(path), start=1):
        held = row.get("ctxs", [row])
        if not isinstance(held, list):
            raise BadInput(where, f"ctxs {a_type(held)}", "a list of passages")
        for place, one in enumerate(held, start=1):
            name = f"{stem}-{number}" + (f"-{place}" if "ctxs" in row else "")
            text = passage_of(one, where, name)
            for piece in cut(text, words) if words else [text]:
                yield where, piece, "ctxs" not in row and text.id != name


def _table(path: Path) -> Iterator[Row]:
    """Rows of a file with tabs between its columns, and their names in its first line."""
    rows = csv.DictReader(io.StringIO(read_text(path), newline=""), delimiter="\t")
    try:
        for row in rows:
            where = f"{path}:{rows.line_num}"
            if None in row or None in row.values():
                raise BadInput(
                    where, "another number of columns", f"{len(rows.fieldnames or ())}, as in the first line"
                )
            yield where, row
    except csv.Error as problem:
        raise BadInput(f"{path}:{rows.line_num}", f"no TSV ({problem})", "columns with tabs between them") from None


def _kind(path: Path) -> str:
    """Ending of a file's name, less that of gzip."""
    return Path(path.name.removesuffix(".gz")).suffix.lower()
