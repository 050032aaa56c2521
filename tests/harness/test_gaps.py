"""What a report says of a run whose files lack something: lines that were written, and values."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hayrick.harness.page_sources import read_sources
from hayrick.harness.pages import PageRequest, format_of, write_page
from hayrick.harness.run import run
from hayrick.harness.run_request import RunRequest
from hayrick.types import BadInput


@pytest.fixture
def finished(bakery: Path, tmp_path: Path) -> Path:
    run(RunRequest(inputs=[str(bakery)], systems=["recorded"], judge="recorded"), tmp_path / "run")
    return tmp_path / "run"


def said(folder: Path) -> str:
    """What the Markdown and the page say is missing."""
    texts = []
    for name in ("r.md", "r.html", "r.csv"):
        out = folder.parent / name
        write_page(PageRequest(folders=[folder], out=out, overwrite=True, format=format_of(out, "--out")))
        texts.append(out.read_text())
    (source,) = read_sources([folder])
    assert all(gap.split(":")[0].replace("_", "\\_") in texts[0] for gap in source.gaps)
    assert all(gap.split(":")[0] in text for gap in source.gaps for text in texts[1:])
    return " ".join(source.gaps)


def test_a_whole_run_lacks_nothing(finished: Path) -> None:
    assert said(finished) == ""


def test_a_line_that_was_removed_is_missed(finished: Path) -> None:
    path = finished / "judgements.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[1:]))
    assert f"judgements.jsonl has {len(lines) - 1} lines, and the run wrote {len(lines)}" in said(finished)


def test_a_judgement_that_was_changed_is_noticed_by_its_content(finished: Path) -> None:
    path = finished / "judgements.jsonl"
    text = path.read_text()
    path.write_text(text.replace('"full"', '"none"', 1))
    assert path.read_text() != text
    assert said(finished).startswith("judgements.jsonl has another content than the run wrote")


def test_costs_that_are_gone_are_missed_where_models_were_asked(finished: Path) -> None:
    (finished / "calls.jsonl").write_text('{"key": "a"}\n')
    assert said(finished).startswith("costs.json is gone, and models were asked")
    (finished / "costs.json").symlink_to("costs.json")
    with pytest.raises(BadInput, match=r"costs\.json"):
        read_sources([finished])


def test_estimates_without_any_value_are_noted(finished: Path) -> None:
    path = finished / "estimates.json"
    value = json.loads(path.read_text())
    for row in value["rows"]:
        row.update(value=None, low=None, high=None)
    path.write_text(json.dumps(value))
    assert "summhay: no main measure has a value in any row." in said(finished)


def test_a_report_has_the_format_that_its_name_says() -> None:
    assert [format_of(Path(name), "--out") for name in ("r.HTML", "r", "r.md", "r.tex")] == [
        "html",
        "html",
        "md",
        "latex",
    ]
    with pytest.raises(BadInput, match=r"--out r\.pdf: the ending '\.pdf'; .* print it to PDF"):
        format_of(Path("r.pdf"), "--out")
    with pytest.raises(BadInput, match=r"Choose one of them, or say --format\."):
        format_of(Path("r.docx"), "--out")
