"""Texts with class labels, from the files in which five data sets are published.

Source: HELMET, appendix B.4, for which data sets and which of their parts are taken.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from hayrick.prompting import one_line
from hayrick.records.read_files import parse_json, read_bytes, read_json, read_text
from hayrick.types import BadInput

Labelled = tuple[str, str]
"""A text on one line, and the name of its class."""

TREC_FILES = ("train_5500.label", "TREC_10.label")
BANKING_FILES = ("train.csv", "test.csv", "categories.json")
CLINC_FILES = ("data_oos_plus.json",)
_SPLIT_SEED = 42


class Texts(NamedTuple):
    """A data set: texts to show with their labels, texts to ask about, and the names of all classes."""

    train: list[Labelled]
    test: list[Labelled]
    names: list[str]


class DataSet(NamedTuple):
    """How a data set is read, from which files, and what a reader should know about it."""

    description: str
    files: tuple[str, ...]
    read: Callable[[Path], Texts]
    note: str = ""
    """For readers of a run; with the number of its labels in the place of {}."""


def read_texts(source: DataSet, folder: Path) -> Texts:
    """Read a data set and check it; texts to show that are also asked about are left out.

    Args:
        source: an entry of `DATA_SETS`.
        folder: that holds its files, under the names that they were published with.

    Raises:
        BadInput: a file is missing or is not laid out as published, a text is empty, or a label is not in the map.
    """
    found = source.read(folder)
    asked = {text.casefold() for text, _ in found.test}
    train = [one for one in found.train if one[0].casefold() not in asked]
    classes = {label for _, label in train}
    for label in sorted({label for _, label in found.test} - classes):
        cure = "Give the files of one version of the data set."
        raise BadInput(str(folder), f"label '{label}' in the test texts", "a label of the training texts", cure)
    for label in sorted(classes - set(found.names)):
        raise BadInput(str(folder), f"label '{label}' not in the map", f"one of {len(found.names)} labels")
    if not found.test:
        raise BadInput(str(folder), "no text to ask about", "one or more in the test part")
    if len(classes) < 2:
        raise BadInput(str(folder), f"{len(classes)} labels", "two or more")
    return Texts(train, found.test, sorted(classes, key=str.lower))


def files_of(source: DataSet, folder: Path) -> list[Path]:
    """Paths of a data set's files.

    Raises:
        BadInput: the folder or a file in it is missing.
    """
    if not folder.is_dir():
        raise BadInput(str(folder), "no such folder", f"a folder with {' and '.join(source.files)}", "Check ?data=.")
    found = []
    for pattern in source.files:
        matching = sorted(folder.glob(pattern))
        if len(matching) != 1:
            held = ", ".join(sorted(path.name for path in folder.iterdir())[:5]) or "nothing"
            what = f"{len(matching)} files {pattern}" if matching else f"no file {pattern} (it holds {held})"
            raise BadInput(str(folder), what, f"one file {pattern}", "Name the folder as the data set was published.")
        found += matching
    return found


def _trec(folder: Path, *, fine: bool) -> Texts:
    train, test = (list(_questions(path, fine=fine)) for path in files_of(DATA_SETS["icl_trec_fine"], folder))
    return Texts(train, test, _names(train))


def _questions(path: Path, *, fine: bool) -> Iterator[Labelled]:
    for number, line in enumerate(read_bytes(path).decode("latin-1").split("\n"), start=1):
        if line.strip():
            where = f"{path}:{number}"
            label, _, text = line.partition(" ")
            if not all(label.partition(":")):
                raise BadInput(where, f"label '{label[:40]}'", "COARSE:fine, a blank and a question")
            yield _row(text, label if fine else label.partition(":")[0], where)


def _banking(folder: Path) -> Texts:
    *tables, names = files_of(DATA_SETS["icl_banking77"], folder)
    train, test = (list(_table(path, ["text", "category"])) for path in tables)
    known = read_json(names)
    if not isinstance(known, list) or not all(isinstance(name, str) for name in known):
        raise BadInput(str(names), "no list of names", "a list of labels")
    return Texts(train, test, known)


def _clinc(folder: Path) -> Texts:
    (path,) = files_of(DATA_SETS["icl_clinc150"], folder)
    parts = parse_json(read_text(path), str(path))
    if not isinstance(parts, dict):
        raise BadInput(str(path), "no object", "an object with the parts train, val, oos_train and oos_val")
    train, test = ([*_part(parts, name, path), *_part(parts, f"oos_{name}", path)] for name in ("train", "val"))
    return Texts(train, test, _names(train))


def _part(parts: Mapping[str, object], name: str, path: Path) -> Iterator[Labelled]:
    rows = parts.get(name)
    if not isinstance(rows, list):
        raise BadInput(str(path), f"no list '{name}'", "the parts train, val, oos_train and oos_val")
    before = f"{path}: {name}"
    for number, row in enumerate(rows, start=1):
        where = f"{before}[{number}]"
        if not isinstance(row, list) or [*map(type, row)] != [str, str]:
            raise BadInput(where, "another row", "[text, label]")
        yield _row(row[0], row[1], where)


def _nlu(folder: Path) -> Texts:
    (path,) = files_of(DATA_SETS["icl_nlu"], folder)
    train, test = _split(list(_table(path, None)))
    return Texts(train, test, _names(train))


def _split(rows: Sequence[Labelled]) -> tuple[list[Labelled], list[Labelled]]:
    """A tenth of each label's texts, at least one, for the test; the same for every seed of a run."""
    draw = Random(_SPLIT_SEED)
    asked: set[int] = set()
    for label, n in Counter(label for _, label in rows).items():
        mine = [place for place, row in enumerate(rows) if row[1] == label]
        asked |= set(draw.sample(mine, -(-n // 10))) if n > 1 else set()
    return (
        [row for place, row in enumerate(rows) if place not in asked],
        [row for place, row in enumerate(rows) if place in asked],
    )


def _table(path: Path, columns: list[str] | None) -> Iterator[Labelled]:
    """Rows of a CSV file of two columns, with this header or with none."""
    rows = csv.reader(io.StringIO(read_text(path), newline=""))
    try:
        if columns is not None and (header := next(rows)) != columns:
            cure = "Name the file as the data set was published."
            raise BadInput(f"{path}:1", f"columns {','.join(header)}"[:80], f"columns {','.join(columns)}", cure)
        for row in rows:
            where = f"{path}:{rows.line_num}"
            if len(row) != 2:
                raise BadInput(where, f"{len(row)} columns", "two: text and label")
            yield _row(row[0], row[1], where)
    except csv.Error as problem:
        raise BadInput(f"{path}:{rows.line_num}", f"no CSV ({problem})", "rows of text and label") from None


def _row(text: str, label: str, where: str) -> Labelled:
    shown, name = one_line(text), label.strip()
    if not shown or not name:
        raise BadInput(where, f"an empty {'label' if shown else 'text'}", "a text and a label")
    return shown, name


def _names(rows: Sequence[Labelled]) -> list[str]:
    return list(dict.fromkeys(label for _, label in rows))


DATA_SETS: Mapping[str, DataSet] = MappingProxyType(
    {
        "icl_trec_coarse": DataSet("questions, 6 classes", TREC_FILES, lambda folder: _trec(folder, fine=False)),
        "icl_trec_fine": DataSet("questions, 50 classes", TREC_FILES, lambda folder: _trec(folder, fine=True)),
        "icl_banking77": DataSet("queries to a bank, 77 classes", BANKING_FILES, _banking),
        "icl_clinc150": DataSet("requests, 150 classes and out of scope", CLINC_FILES, _clinc),
        "icl_nlu": DataSet(
            "commands, the file's intents",
            ("*.csv",),
            _nlu,
            "icl_nlu: this file has {} intents, HELMET's 68; scores are not comparable.",
        ),
    }
)
"""Name of a task below `helmet/` -> its data set."""
