"""What a report says of a run that lacks something."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from conftest import forget_written
from hayrick.harness.reviewing.page_sources import read_sources
from hayrick.harness.reviewing.pages import PageRequest, format_of, write_page
from hayrick.harness.running.run import run
from hayrick.harness.running.run_request import RunRequest
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


def test_estimates_without_any_value_are_noted(finished: Path) -> None:
    path = finished / "estimates.json"
    value = json.loads(path.read_text())
    for row in value["rows"]:
        row.update(value=None, low=None, high=None)
    path.write_text(json.dumps(value))
    forget_written(finished)
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
