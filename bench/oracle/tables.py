"""Result files as tables of plain text cells, and fingerprints of tables that name the column which differs."""

from __future__ import annotations

import csv
import hashlib
import importlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

EXCLUDED = {
    ("*", "signature"): "describes the program that made a figure, in words that may change",
    ("*/summaries.jsonl", "prompt"): "names the prompt's version; the text asked is in the key of every call",
    ("*/calls.jsonl", "usage"): "cached tokens depend on which calls are in flight together",
    ("*/calls.jsonl", "usd"): "follows from the cached tokens",
    ("*/calls.jsonl", "seconds"): "time",
    ("*/calls.jsonl", "paid"): "follows from the cached tokens, and from the order in which calls finish",
    ("*/calls.jsonl", "check"): "follows from what was paid",
    ("*", "versions"): "of programs",
    ("*", "synthesis.hayrick"): "the version of the program",
    ("*", "synthesis.scenario.fingerprint"): "changes with a comment in the scenario; the texts are compared",
}
"""(File, column), as patterns -> why it may change while every figure stays."""

IGNORED = ("*manifest.json", "*costs.json", "given/*", "*/logs/*", "*.py", "*.yaml", "*.pyc")
"""Files that are not compared: parameters and versions, what a server took from its cache, inputs, the harness's own
logs, plans for people."""

KEYED = frozenset({"held_by", "results", "n-samples", "summaries", "eval_summaries", "retriever"})
"""Objects whose keys are data: a row a key instead of a column a key."""

IDENTITY = frozenset(
    {"file", "task", "haystack", "experiment", "system", "context", "order", "subtopic", "insight", "document"}
    | {"citations", "measure", "judge", "retriever", "budget_tokens", "name", "id", "key", "number"}
)
"""Columns that say what a row is about, where it has them; the others say what was found."""

ABSENT = "absent"
"""Cell of a row without this column; no JSON text."""

Cells = dict[str, str]


@dataclass(slots=True)
class Table:
    """Rows of a file, or of lists within its rows, in any order."""

    rows: list[Cells] = field(default_factory=list)

    @property
    def columns(self) -> list[str]:
        """Names of all columns, those that identify rows included."""
        return sorted({name for row in self.rows for name in row})

    def identified(self, by: Sequence[str]) -> list[tuple[str, Cells]]:
        """Rows with their identity as one line, in the order of the identities."""
        found = [(" ".join(f"{name}={row.get(name, ABSENT)}" for name in by), row) for row in self.rows]
        return sorted(found, key=lambda pair: pair[0])


def identity(columns: Iterable[str]) -> list[str]:
    """The columns that identify a row."""
    return [name for name in columns if name.startswith(("^", "#")) or name in IDENTITY]


def tables(folder: Path) -> dict[str, Table]:
    """Every table in a folder of results, by the name of its file; lists within rows are tables `FILE:LIST`."""
    found: dict[str, Table] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        read = _READERS.get(path.suffix)
        if read is None or not path.is_file() or any(fnmatchcase(name, pattern) for pattern in IGNORED):
            continue
        if path.suffix in (".run", ".qrels"):
            # One table for all rankings of a folder: there may be hundreds.
            name = f"{name.rpartition('/')[0]}/*{path.suffix}"
        for row in read(path):
            _explode(name, row, {}, found)
    return found


def fingerprint(table: Table) -> dict[str, Any]:
    """Number of rows, a hash of the rows' identities, and one of each other column together with them."""
    columns = table.columns
    by = identity(columns)
    rows = table.identified(by)
    others = {name: _column_hash(rows, name) for name in columns if name not in by}
    return {"rows": len(rows), "by": " ".join(by), "identity": _column_hash(rows, None), "columns": others}


def compare(old: Mapping[str, Any], table: Table | None) -> Iterator[tuple[str, str]]:
    """Yield (column, what differs) between a fingerprint and a table; columns that are new are ignored."""
    if table is None:
        yield "", "absent"
        return
    present = set(table.columns)
    by = str(old["by"]).split()
    missing = [name for name in [*by, *old["columns"]] if name not in present]
    for name in missing if table.rows else []:
        yield name, "column absent"
    if len(table.rows) != old["rows"]:
        yield "", f"{old['rows']} rows before, {len(table.rows)} now"
        return
    rows = table.identified(by)
    if _column_hash(rows, None) != old["identity"]:
        yield " ".join(by), "other rows"
        return
    for name, digest in old["columns"].items():
        if name not in missing and _column_hash(rows, name) != digest:
            yield name, "other values"


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A column that differs between two tables: in how many of the rows, and the first of them."""

    column: str
    count: int
    of: int
    examples: Sequence[str]


def differences(old: Table, new: Table, most: int) -> Iterator[Difference]:
    """Columns of the old table whose values differ in the new one, with the first examples."""
    by = identity(old.columns)
    before, after = (_groups(table.identified(by)) for table in (old, new))
    changed = [f"{name}: {'gone' if name in before else 'new'}" for name in before.keys() ^ after.keys()]
    if changed:
        yield Difference(column="rows", count=len(changed), of=len(old.rows), examples=sorted(changed)[:most])
    for column in old.columns:
        found = []
        for name in before.keys() & after.keys() if column not in by else ():
            then, now = (sorted(row.get(column, ABSENT) for row in rows[name]) for rows in (before, after))
            if then != now:
                found.append(f"{name}: {'; '.join(then)} -> {'; '.join(now)}")
        if found:
            yield Difference(column=column, count=len(found), of=len(before), examples=sorted(found)[:most])


def _groups(rows: Iterable[tuple[str, Cells]]) -> dict[str, list[Cells]]:
    found: dict[str, list[Cells]] = {}
    for name, row in rows:
        found.setdefault(name, []).append(row)
    return found


def _column_hash(rows: Sequence[tuple[str, Cells]], column: str | None) -> str:
    pairs = [f"{name}\n{row.get(column, ABSENT) if column else ''}\n" for name, row in rows]
    return hashlib.sha256("".join(sorted(pairs)).encode()).hexdigest()[:16]


def _explode(name: str, row: Mapping[str, Any], above: Cells, into: dict[str, Table]) -> None:
    """Add a row to its table, and what its lists hold to tables of their own."""
    cells: Cells = dict(above)
    inner: list[tuple[str, list[dict[str, Any]]]] = []
    for key, value in _flat(name, row, ""):
        if isinstance(value, dict):
            inner.append((key, [{"key": one, "value": held} for one, held in value.items()]))
        elif isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
            inner.append((key, value))
            cells[key] = f"{len(value)} rows"
        else:
            cells[key] = _text(value)
    into.setdefault(name, Table()).rows.append(cells)
    base = {f"^{one}": cells[one] for one in identity(cells)} if inner else {}
    for key, rows in inner:
        table = f"{name}{'.' if ':' in name else ':'}{key}"
        # Rows of `{"rows": [...]}` may come in any order; everywhere else order is content.
        ordered = key not in (*KEYED, "rows")
        for number, one in enumerate(rows):
            _explode(table, one, {**base, **({"#": f"{number:06}"} if ordered else {})}, into)


def _flat(name: str, row: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    for key, value in row.items():
        full = f"{prefix}{key}"
        if _is_excluded(name, full):
            continue
        if not isinstance(value, dict) or key in KEYED:
            yield full, value
        elif key == "value":
            yield full, _text(value)
        else:
            yield from _flat(name, value, f"{full}.")


@cache
def _is_excluded(name: str, column: str) -> bool:
    return any(fnmatchcase(name, file) and column == excluded for file, excluded in EXCLUDED)


def _text(value: object) -> str:
    """A value as text; a double's repr is its shortest exact form, so equal texts are equal to the last digit."""
    return repr(value) if isinstance(value, str | float | int | None) else json.dumps(value, sort_keys=True)


def _json(path: Path) -> list[dict[str, Any]]:
    return [json.loads(path.read_text(encoding="utf-8"))]


def _jsonl(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as stream:
        yield from (row for row in map(json.loads, stream) if row.get("file") != "calls" or "key" in row)


def _csv(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8", newline="") as stream:
        yield from csv.DictReader(stream)


def _trec(path: Path) -> Iterator[dict[str, Any]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        words = line.split()
        yield {"file": path.name, "id": words[0], "document": words[2], "rest": words[3:]}


def _parquet(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = importlib.import_module("pyarrow.parquet").read_table(path).to_pylist()
    return found


_READERS: Mapping[str, Callable[[Path], Iterable[dict[str, Any]]]] = {
    ".json": _json,
    ".jsonl": _jsonl,
    ".csv": _csv,
    ".run": _trec,
    ".qrels": _trec,
    ".parquet": _parquet,
}
