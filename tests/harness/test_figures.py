"""Figures of runs: which rows they are drawn from, and that the files are whole."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from conftest import Command, strict_json
from hayrick.report.svg import Point, bars, heat, points

CODE = """
def answer(request):
    return "Section 1: 2"
"""
FILLER = "The wind went round the house all night, and nobody in the village slept before the morning came. " * 60


@pytest.fixture
def runs(hayrick: Command, tmp_path: Path) -> tuple[Path, Path]:
    """A run whose system answers the first section of a book alone, and the coverage of its tasks."""
    (tmp_path / "first.py").write_text(CODE)
    book = tmp_path / "novel.txt"
    book.write_text("\n\n".join(f"She had two sisters.\n{FILLER}" for _ in range(3)))
    tasks = ("helmet/json_kv?length=1k,2k&n=6", f"ethic/recalling?book={book}")
    run, needs = tmp_path / "run", tmp_path / "needs"
    system = f"python:{tmp_path / 'first.py'}:answer"
    assert hayrick("run", *tasks, "--system", system, "--out", run).status == 0
    assert hayrick("coverage", *tasks, "--out", needs).status == 0
    return run, needs


def test_a_run_and_the_coverage_of_its_tasks(hayrick: Command, runs: tuple[Path, Path], tmp_path: Path) -> None:
    run, needs = runs
    out = tmp_path / "figures"
    assert hayrick("figures", run, needs, "--out", out).status == 0
    rows = strict_json((out / "figures.json").read_text())["rows"]
    scores = {row["dataset"]: row for row in rows if row["figure"] == "score"}
    assert {name: row["length"] for name, row in scores.items()} == {
        "json_kv@1k": 1024,
        "json_kv@2k": 2048,
        "novel": None,
    }
    assert scores["json_kv@2k"]["coverage"] < scores["json_kv@1k"]["coverage"] < scores["novel"]["coverage"] == 1
    places = {row["tenth"]: row["value"] for row in rows if row["figure"] == "place"}
    # Only the first section was answered, and rightly.
    assert places.pop(1) == 1
    assert not any(places.values())
    drawn = {path.name for path in out.glob("*.svg")}
    assert drawn == {"coverage.svg", "low_high.svg", "length.svg", "places_1.svg"}
    for name in drawn:
        ElementTree.fromstring((out / name).read_text())


def test_nothing_to_draw_and_no_run(
    hayrick: Command, refused: Callable[..., str], runs: tuple[Path, Path], tmp_path: Path
) -> None:
    assert "no coverage of a task that was run" in refused("figures", runs[1], "--out", tmp_path / "out")
    assert "no manifest.json" in refused("figures", tmp_path, "--out", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_names_are_escaped_and_single_points_are_drawn() -> None:
    bad = '<script>&"'
    for text in (
        points(bad, bad, {bad: [Point(1, 0.5)]}, {1: bad}, joined=True),
        bars(bad, [bad], {bad: [None]}),
        heat(bad, bad, [bad], {bad: [0.5]}),
    ):
        root = ElementTree.fromstring(text)
        assert bad in {one.text for one in root}
        assert "<script>" not in text
