"""Rows of a run directory: what is written is read back, what is no row is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hayrick.records.files import write_json, write_jsonl
from hayrick.records.rows import (
    judgement_row,
    link,
    read_judgements,
    read_scores,
    read_table,
    score_row,
    summary_row,
    table,
)
from hayrick.types import BadInput, Bullet, Judgement, Score, Summary, Unparsed

WHO: dict[str, Any] = {"haystack": "h", "subtopic": "s", "system": "org/a", "context": "full"}


def judgement(**changes: Any) -> Judgement:
    fields: dict[str, Any] = {"insight": "i", "judge": "local", "label": "partial", "value": 0.5, "bullet": 2}
    return Judgement(**WHO, **{**fields, **changes})


def score(**changes: Any) -> Score:
    fields: dict[str, Any] = {"insight": "i", "citations": "own", "measure": "joint", "value": 0.25}
    return Score(**WHO, **{**fields, **changes})


def test_judgements_come_back(tmp_path: Path) -> None:
    rows = [
        judgement(),
        judgement(label="none", value=0.1, bullet=None),
        judgement(label=None, value=None, bullet=None, unparsed=Unparsed(reason="no answer")),
    ]
    write_jsonl(tmp_path / "j", map(judgement_row, rows))
    assert read_judgements(tmp_path / "j") == rows


def test_a_none_label_links_to_nothing() -> None:
    assert judgement_row(judgement(label="none", bullet=3))["bullet"] is None


def test_scores_come_back(tmp_path: Path) -> None:
    rows = [
        score(),
        score(insight=None, weight=3.0, citations="repaired"),
        score(value=None, unjudged=True),
        score(value=0.0, failed=True),
    ]
    write_jsonl(tmp_path / "s", map(score_row, rows))
    assert read_scores(tmp_path / "s") == rows


def test_a_summary_row_names_documents_and_keeps_unknown_citations() -> None:
    bullets = (
        Bullet(id=2, text="A", cites=frozenset({"d2", "d1"}), unknown=frozenset({"99"})),
        Bullet(id=3, text="B"),
    )
    row = summary_row(Summary(**WHO, bullets=bullets, reply="x\nA\nB", n_lines=3, extra={"key": "k"}))
    assert row == {
        **WHO,
        "bullets": [
            {"id": 2, "text": "A", "cites": ["d1", "d2"], "unknown": ["99"]},
            {"id": 3, "text": "B", "cites": []},
        ],
        "reply": "x\nA\nB",
        "key": "k",
    }


@pytest.mark.parametrize(
    ("stored", "bullet"),
    [
        (1, 1),
        (99, 99),
        ("7", 7),
        (" 7 ", 7),
        (0, None),
        (-1, None),
        (1.0, None),
        (True, None),
        (None, None),
        ("NA", None),
        ("two", None),
        ("", None),
        ("1, 2", None),
        ("9" * 5000, None),
        ([1, 2], None),
        ([1], None),
        ({"a": 1}, None),
    ],
)
def test_only_one_positive_integer_is_a_link(stored: object, bullet: int | None) -> None:
    assert link(stored) == bullet


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"label": "MAYBE"}, "label 'MAYBE'; expected none, partial or full"),
        ({"label": 3}, "'label' is a number"),
        ({"insight": None}, "'insight' is missing or null"),
        ({"value": "high"}, "'value' is a string"),
        ({"value": True}, "'value' is a boolean"),
        ({"value": 10**400}, "'value' is a number"),
    ],
)
def test_what_is_no_judgement_is_refused_with_its_line(tmp_path: Path, change: dict[str, object], found: str) -> None:
    path = tmp_path / "j.jsonl"
    path.write_text(
        json.dumps(judgement_row(judgement())) + "\n" + json.dumps({**judgement_row(judgement()), **change})
    )
    with pytest.raises(BadInput) as caught:
        read_judgements(path)
    assert str(caught.value).startswith(f"{path}:2: ")
    assert found in str(caught.value)


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ([], "a JSON list without 'rows'"),
        ({"schema": 1}, "a JSON object without 'rows'"),
        ({"schema": 1, "rows": [3]}, "without 'rows'"),
        ({"schema": 2, "rows": []}, "schema 2; expected schema 1"),
        ({"rows": []}, "schema None"),
    ],
)
def test_other_tables_are_refused(tmp_path: Path, value: object, found: str) -> None:
    write_json(tmp_path / "t", value)
    with pytest.raises(BadInput, match=found):
        read_table(tmp_path / "t")


def test_tables_come_back(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [{"a": None}, {"a": 0.5}]
    write_json(tmp_path / "t", table(rows))
    assert read_table(tmp_path / "t") == rows
