"""Sheets of questions on a run: which responses they ask about, and ids that a spreadsheet could evaluate."""

from __future__ import annotations

import csv
import importlib.util
import json
from pathlib import Path

import pytest

from conftest import Command
from corpora import review
from hayrick.harness.reviewing.sheet_answers import validate_sheet
from hayrick.harness.reviewing.sheets import _sampled, write_sheet
from hayrick.harness.running.run import run
from hayrick.harness.running.run_request import RunRequest
from hayrick.text import seeded

IDS = ("-1", "=x", "+2", "@y")
ROUGE = "" if importlib.util.find_spec("rouge_score") else "&rouge=no"


def lines(path: Path, rows: list[dict[str, object]]) -> Path:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def answered(sheet: Path, answer: str, quote: str) -> list[dict[str, str]]:
    """Answer every question; where `quote` is empty, as a spreadsheet would save that takes leading quotes away."""
    with sheet.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row.update({name: cell.replace("'", quote, 1) for name, cell in row.items() if cell.startswith("'")})
        row["answer"] = "" if row["kind"] == "read" else answer
    with sheet.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    return rows


@pytest.mark.parametrize("quote", ["'", ""])
def test_verdicts_on_ids_that_a_spreadsheet_could_evaluate_are_found(quote: str, tmp_path: Path) -> None:
    cases = lines(
        tmp_path / "cases.jsonl",
        [
            {"id": one, "sources": [f"Case {one}. " * 900], "summary/long": "A ferry ran.", "summary/short": "It ran."}
            for one in IDS
        ],
    )
    replies: list[dict[str, object]] = [
        {"item": one, "system": "=mine", "reply": "- The ferry ran again."} for one in IDS
    ]
    spec = f"helmet/multi_lexsum?data={cases}&length=1k{ROUGE}"
    systems = [f"file:{lines(tmp_path / 'replies.jsonl', replies)}"]
    run(RunRequest(inputs=[spec], systems=systems), tmp_path / "run")
    write_sheet(tmp_path / "run", tmp_path / "sheet.csv")
    asked = answered(tmp_path / "sheet.csv", "yes", quote)
    assert {row["item"] for row in asked} == {f"{quote}{one}" for one in IDS}
    found = validate_sheet(tmp_path / "run", tmp_path / "sheet.csv")
    assert [(one.kind, one.agreement.n) for one in found.agreements] == [
        ("recall", 4),
        ("precision", 4),
        ("fluency", 4),
    ]


@pytest.mark.parametrize("quote", ["'", ""])
def test_lists_on_ids_that_a_spreadsheet_could_evaluate_are_found(quote: str, tmp_path: Path, hayrick: Command) -> None:
    reviews = lines(tmp_path / "reviews.jsonl", [review("=a", ["-1", "=2"]), review("-b", ["+3"])])
    spec = f"ethic/recalling_medicine?data={reviews}&least=0&labels=none&together=1"
    assert hayrick("run", spec, "--system", "rule", "--out", tmp_path / "run").status == 0
    write_sheet(tmp_path / "run", tmp_path / "sheet.csv")
    asked = answered(tmp_path / "sheet.csv", "10", quote)
    assert any(cell.startswith(f"{quote}=") for row in asked for cell in (row["group"], row["item"]))
    (found,) = validate_sheet(tmp_path / "run", tmp_path / "sheet.csv").lists
    assert (found.system, found.n) == ("rule", 3)


@pytest.mark.parametrize("n_groups", [1, 2, 10])
def test_a_sample_takes_each_item_and_group_once_before_any_twice(n_groups: int) -> None:
    rows = [
        {"dataset": "d", "group": f"g{item % n_groups}", "item": f"i{item}", "system": f"s{system}", "context": "full"}
        for item in range(10)
        for system in range(5)
    ]
    for seed in range(10):
        chosen = _sampled(rows, seeded(f"sheet/{seed}"))
        assert len({row["item"] for row in chosen}) == len(chosen) == 10
        assert len({row["group"] for row in chosen[:n_groups]}) == n_groups
        assert len({row["system"] for row in chosen}) == 5
