"""Fields of rows that anyone may have changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hayrick.records.coverage import FILE, read_coverage
from hayrick.records.fields import MOST, number
from hayrick.types import BadInput


@pytest.mark.parametrize("value", [MOST, -MOST, 0, 1.5])
def test_a_number_is_read(value: float) -> None:
    assert number({"low": value}, "low", "file") == value


@pytest.mark.parametrize("value", [1e308, -1e13, 10**13, float("nan"), float("inf"), True, "1", [1]])
def test_what_no_chart_can_draw_is_refused(value: object) -> None:
    with pytest.raises(BadInput, match=r"^file: 'low' is .*; expected a number between -1e\+12 and 1e\+12, or null"):
        number({"low": value}, "low", "file")


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ({"task": "a", "dataset": {"id": "b"}, "information_coverage": 1}, "'dataset' is an object"),
        ({"dataset": "b", "information_coverage": 1}, "'task' is missing"),
        ({"task": "a", "information_coverage": "all"}, "'information_coverage' is a string"),
    ],
)
def test_a_damaged_coverage_is_one_line(tmp_path: Path, row: dict[str, object], found: str) -> None:
    (tmp_path / FILE).write_text(json.dumps({"schema": 1, "rows": [row]}))
    with pytest.raises(BadInput, match=found):
        read_coverage([tmp_path])
