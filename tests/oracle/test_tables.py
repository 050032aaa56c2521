"""Fingerprints see a figure that moves in its last digit, and nothing else."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT))

from bench.oracle.tables import compare, differences, fingerprint, tables

ROWS: list[dict[str, Any]] = [
    {"haystack": "a", "measure": "joint", "value": 0.1, "n": 3, "signature": "then"},
    {"haystack": "b", "measure": "joint", "value": None, "n": 0, "signature": "then"},
]
SUMMARY = {
    "haystack": "a",
    "subtopic": "s",
    "bullets": [{"text": "One.", "cites": ["d1"]}, {"text": "Two.", "cites": []}],
}


def written(folder: Path, rows: list[dict[str, Any]], summary: dict[str, Any]) -> Path:
    (folder / "run").mkdir(parents=True)
    (folder / "run" / "estimates.json").write_text(json.dumps({"schema": 1, "rows": rows}))
    (folder / "run" / "summaries.jsonl").write_text(json.dumps(summary) + "\n")
    return folder


def found(tmp_path: Path, rows: list[dict[str, Any]], summary: dict[str, Any] = SUMMARY) -> list[str]:
    old, new = tables(written(tmp_path / "old", ROWS, SUMMARY)), tables(written(tmp_path / "new", rows, summary))
    return [
        f"{name} {column}: {what}"
        for name, table in old.items()
        for column, what in compare(fingerprint(table), new.get(name))
    ]


def test_other_order_new_columns_and_signatures_are_no_difference(tmp_path: Path) -> None:
    rows = [{**row, "signature": "now", "task": "summhay", "n_contradicted": 0} for row in reversed(ROWS)]
    assert found(tmp_path, rows, {**SUMMARY, "bullets_asked": 2}) == []


ESTIMATES, BULLETS = "run/estimates.json:rows", "run/summaries.jsonl:bullets"


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([{**ROWS[0], "value": math.nextafter(0.1, 1)}, ROWS[1]], [f"{ESTIMATES} value: other values"]),
        ([{**ROWS[0], "n": 3.0}, ROWS[1]], [f"{ESTIMATES} n: other values"]),
        ([ROWS[0], {**ROWS[1], "haystack": "c"}], [f"{ESTIMATES} haystack measure: other rows"]),
        ([{name: row[name] for name in row if name != "n"} for row in ROWS], [f"{ESTIMATES} n: column absent"]),
    ],
)
def test_a_difference_names_its_column(tmp_path: Path, rows: list[dict[str, Any]], expected: list[str]) -> None:
    assert found(tmp_path, rows) == expected


def test_lost_rows_are_counted(tmp_path: Path) -> None:
    assert f"{ESTIMATES} : 2 rows before, 1 now" in found(tmp_path, ROWS[:1])


def test_the_order_of_bullets_is_content(tmp_path: Path) -> None:
    summary = {**SUMMARY, "bullets": list(reversed(SUMMARY["bullets"]))}
    assert found(tmp_path, ROWS, summary) == [f"{BULLETS} cites: other values", f"{BULLETS} text: other values"]


def test_rows_that_differ_are_shown(tmp_path: Path) -> None:
    old = tables(written(tmp_path / "old", ROWS, SUMMARY))[ESTIMATES]
    new = tables(written(tmp_path / "new", [{**ROWS[0], "value": 0.2}, ROWS[1]], SUMMARY))[ESTIMATES]
    (one,) = differences(old, new, 5)
    assert (one.column, one.count, one.of) == ("value", 1, 2)
    assert one.examples == ["haystack='a' measure='joint': 0.1 -> 0.2"]
