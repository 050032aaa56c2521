"""Sheets on which people list labels: written from a run, answered, compared."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from conftest import Command, forget_written, strict_json
from corpora import reviews
from hayrick.harness.reviewing.sheet_answers import validate_sheet
from hayrick.types import BadInput


@pytest.fixture
def run(tmp_path: Path, hayrick: Command) -> Path:
    """A run in which the rule lists labels of eight studies, one at a time."""
    out = tmp_path / "run"
    spec = f"ethic/recalling_medicine?data={reviews(tmp_path)}&least=0&labels=none&together=1"
    done = hayrick("run", spec, "--system", "rule", "--out", out)
    assert (done.status, done.err) == (0, "")
    return out


def answered(sheet: Path, answers: list[str]) -> None:
    text = sheet.read_text(encoding="utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    for row, answer in zip(rows, answers, strict=True):
        row["answer"] = answer
    with sheet.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)


def test_people_list_what_the_rule_lists(run: Path, tmp_path: Path, hayrick: Command) -> None:
    sheet = tmp_path / "sheet.csv"
    assert hayrick("validate", run, "--sheet", sheet).status == 0
    rows = list(csv.DictReader(io.StringIO(sheet.read_text(encoding="utf-8-sig"), newline="")))
    assert len(rows) == 8
    assert all(row["text"].startswith("Study") and row["kind"] == "list" for row in rows)
    right = [next(word for word in row["text"].split() if word.isdigit() and len(word) == 2) for row in rows]
    answered(sheet, [*right[:5], "None", f"{right[6]}; 99", ""])
    (found,) = validate_sheet(run, sheet).lists
    # Five agree, one has none where the rule has one, one has a second number: (5 + 0 + 2/3) / 7.
    assert found.f1.value == pytest.approx((5 + 2 / 3) / 7)
    assert (found.n, found.n_unanswered, found.published) == (7, 1, "F1 96.8 %")
    assert (found.f1.low or 1) < (5 + 2 / 3) / 7 < (found.f1.high or 0)
    assert "F1 96.8 %" in hayrick("validate", run, "--labels", sheet, "--out", tmp_path / "v").out
    assert (tmp_path / "v" / "agreement.json").is_file()


def test_an_answer_that_is_no_list_is_refused(run: Path, tmp_path: Path, hayrick: Command) -> None:
    sheet = tmp_path / "sheet.csv"
    hayrick("validate", run, "--sheet", sheet)
    answered(sheet, ["?", *[""] * 7])
    with pytest.raises(BadInput, match="answer"):
        validate_sheet(run, sheet)


def test_a_list_is_compared_with_the_answer_in_the_same_context_and_repeat(
    run: Path, tmp_path: Path, hayrick: Command
) -> None:
    first = json.loads((run / "responses.jsonl").read_text().partition("\n")[0])
    given = {("full", 0): "11", ("full", 1): "22", ("bm25", 0): "33"}
    rows = [
        {**first, "context": context, "tags": {**first["tags"], "repeat": repeat}, "answer": [answer]}
        for (context, repeat), answer in given.items()
    ]
    (run / "responses.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    forget_written(run)
    sheet = tmp_path / "sheet.csv"
    assert hayrick("validate", run, "--sheet", sheet).status == 0
    asked = list(csv.DictReader(io.StringIO(sheet.read_text(encoding="utf-8-sig"), newline="")))
    own = [given[row["context"], json.loads(row["tags"])["repeat"]] for row in asked]
    answered(sheet, ["99" if row["context"] == "bm25" else mine for row, mine in zip(asked, own, strict=True)])
    shown = hayrick("validate", run, "--labels", sheet, "--json")
    found = {row["context"]: (row["f1"], row["n"]) for row in strict_json(shown.out)["rows"]}
    assert found == {"full": (1, 2), "bm25": (0, 1)}
    printed = hayrick("validate", run, "--labels", sheet).out
    assert all(one in printed for one in ("context", "full", "bm25"))


def test_repeats_of_a_section_make_its_interval_no_narrower(run: Path, tmp_path: Path, hayrick: Command) -> None:
    rows = [json.loads(line) for line in (run / "responses.jsonl").read_text().splitlines()]
    found = []
    for n in (1, 5):
        repeats = [{**row, "tags": {**row["tags"], "repeat": repeat}} for row in rows for repeat in range(n)]
        (run / "responses.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in repeats))
        forget_written(run)
        sheet = tmp_path / f"sheet{n}.csv"
        hayrick("validate", run, "--sheet", sheet)
        asked = list(csv.DictReader(io.StringIO(sheet.read_text(encoding="utf-8-sig"), newline="")))
        own = {row["item"]: row["answer"][0] for row in rows}
        half = sorted(own)[:4]
        answered(sheet, [own[row["item"]] if row["item"] in half else "99999" for row in asked])
        (one,) = validate_sheet(run, sheet).lists
        assert one.n == 8 * n
        found.append(one.f1)
    assert found[0].value == 0.5
    assert tuple(found[1]) == pytest.approx(tuple(found[0]))
