"""Figures of runs: which rows they are drawn from, and that the files are whole."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from conftest import Command, forget_written, strict_json
from corpora import novel, tales
from hayrick.harness.naming.names import named_task
from hayrick.harness.reviewing.page_sources import read_sources
from hayrick.page.information import needed
from hayrick.page.information import places as places_of
from hayrick.report import figures
from hayrick.tasks.ethic.wanted import wanted_of

CODE = """
def answer(request):
    return "Section 1: 2"
"""
RATES = """
from hayrick.types import Judgement

def answer(request):
    return "<Section 1>\\nIt is so."

class Rates:
    name, signature, asks = "rates", "rates", False

    async def judge(self, item, response, ask):
        units = [f"{kind}/1" for kind in ("consistency", "relevance", "faithfulness")]
        return [Judgement(unit=unit, rater="rates", value=4.0) for unit in units]

judge = Rates()
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
    (tmp_path / "novel.txt").unlink()
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
    sources = read_sources([run, needs])
    (view,) = needed(sources)
    assert [one.name for one in view.figures] == ["information-coverage", "information-low-high"]
    assert {(row[0], row[4]) for row in view.tables[0].rows} >= {("novel", "100.0")}
    (place,) = places_of(sources)
    assert [row[3:5] for row in place.tables[0].rows][:1] == [["1", "100.0"]]
    assert list(needed(sources[:1])) == []


def test_high_and_low_coverage_over_lengths(hayrick: Command, tmp_path: Path) -> None:
    folder, run, needs, out = tales(tmp_path), tmp_path / "run", tmp_path / "needs", tmp_path / "figures"
    (tmp_path / "order.py").write_text('def answer(request):\n    return "[1], [2], [3], [4], [5], [6]"\n')
    more = f"?data={folder / 'books.txt'}&least=0&length=7k,9k"
    tasks = [f"ethic/{name}_books{more}" for name in ("organizing", "single_qa")]
    assert hayrick("run", *tasks, "--system", f"python:{tmp_path / 'order.py'}:answer", "--out", run).status == 0
    assert hayrick("coverage", *tasks, "--out", needs).status == 0
    assert hayrick("figures", run, needs, "--out", out).status == 0
    rows = strict_json((out / "figures.json").read_text())["rows"]
    scores = {row["dataset"]: row for row in rows if row["figure"] == "score"}
    levels = {(row["coverage"], row["length"]): row for row in rows if row["figure"] == "level"}
    assert levels.keys() == {(level, length) for level in ("high", "low") for length in (7168, 9216)}
    for length, shown in ((7168, "7k"), (9216, "9k")):
        assert levels["high", length]["value"] == scores[f"organizing_books@{shown}"]["value"] > 0
        assert levels["low", length]["value"] == scores[f"single_qa_books@{shown}"]["value"] == 0
        assert scores[f"single_qa_books@{shown}"]["coverage"] < 0.5 < scores[f"organizing_books@{shown}"]["coverage"]
    assert "low coverage" in (out / "length_low_high.svg").read_text()


def test_contexts_of_one_system_are_told_apart(hayrick: Command, tmp_path: Path) -> None:
    spec, path, run, out = (
        "helmet/json_kv?length=1k,2k&n=6",
        *(tmp_path / name for name in ("r.jsonl", "run", "figures")),
    )
    items = named_task(spec).task.items(0)
    rows = [
        {"item": item.id, "system": "s", "context": context, "reply": reply}
        for item in items
        for context, reply in (("full", str(item.gold)), ("none", "0"))
    ]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    assert hayrick("run", spec, "--system", f"file:{path}", "--out", run).status == 0
    assert hayrick("figures", run, "--out", out).status == 0
    text = (out / "length.svg").read_text()
    assert "s+full, helmet/json_kv" in text
    assert "s+none, helmet/json_kv" in text


def test_questions_stand_where_their_sections_do(hayrick: Command, tmp_path: Path) -> None:
    """An item of low coverage counts in the tenth of its drawn section, whatever its unit; one shown alone in none."""
    (tmp_path / "rates.py").write_text(RATES)
    book = tales(tmp_path) / "books.txt"
    names = ("focused_summary_books?asked=4&", "single_qa_books?asked=4&", "single_qa_books?questions=none&asked=4&")
    specs = [f"ethic/{name}data={book}&least=0" for name in names]
    system, judge = (f"python:{tmp_path / 'rates.py'}:{name}" for name in ("answer", "judge"))
    runs = [tmp_path / f"run{number}" for number in range(3)]
    for spec, run in zip(specs, runs, strict=True):
        judging = ("--judge", judge) if "focused" in spec else ()
        assert hayrick("run", spec, "--system", system, *judging, "--out", run).status == 0
    book.unlink()
    assert hayrick("figures", *runs, "--out", tmp_path / "figures").status == 0
    rows = [row for row in strict_json((tmp_path / "figures" / "figures.json").read_text())["rows"] if "tenth" in row]
    assert len({row["tenth"] for row in rows}) > 1
    for run, task in zip(runs, ("focused_summary_books", "single_qa_books"), strict=False):
        drawn = [json.loads(line) for line in (run / "questions.jsonl").read_text().splitlines()]
        tenths = [1 + (row["chunks"][0]["section"] - 1) * 10 // row["tags"]["sections"] for row in drawn]
        found = {row["tenth"]: row["n"] for row in rows if row["task"] == f"ethic/{task}"}
        assert found == {tenth: tenths.count(tenth) for tenth in tenths}


def test_ratings_are_shares_of_their_range(hayrick: Command, tmp_path: Path) -> None:
    (tmp_path / "rates.py").write_text(RATES)
    run, out = tmp_path / "run", tmp_path / "figures"
    spec = f"ethic/summarizing_books?data={tales(tmp_path) / 'books.txt'}&least=0"
    system, judge = (f"python:{tmp_path / 'rates.py'}:{name}" for name in ("answer", "judge"))
    assert hayrick("run", spec, "--system", system, "--judge", judge, "--out", run).status == 0
    assert hayrick("figures", run, "--out", out).status == 0
    rows = strict_json((out / "figures.json").read_text())["rows"]
    (score,) = [row["value"] for row in rows if row["figure"] == "score"]
    places = [row["value"] for row in rows if row["figure"] == "place"]
    assert places[0] == 0.75, "a rating of 4 among 1 to 5"
    assert not any(places[1:]), "left out: the least rating"
    assert score == pytest.approx(sum(places) / len(places))


def test_places_of_the_sections_that_are_wanted(hayrick: Command, tmp_path: Path) -> None:
    """Every second section of eight, or every fourth, by its place in all that is shown; no other place has a score."""
    (tmp_path / "rates.py").write_text(RATES)
    run, out = tmp_path / "run", tmp_path / "figures"
    spec = f"ethic/summarizing_books?data={novel(tmp_path)}&least=0&wanted=2,4"
    system, judge = (f"python:{tmp_path / 'rates.py'}:{name}" for name in ("answer", "judge"))
    assert hayrick("run", spec, "--system", system, "--judge", judge, "--out", run).status == 0
    assert hayrick("figures", run, "--out", out).status == 0
    rows = strict_json((out / "figures.json").read_text())["rows"]
    wanted = {item.tags["wanted"]: wanted_of(item) for item in named_task(spec).task.items(0)}
    assert len(wanted[2]) == 2
    for n, sections in wanted.items():
        places = {row["tenth"]: row["value"] for row in rows if row["figure"] == "place" and row["wanted"] == n}
        # Section 1 alone has a summary, which is rated 4.
        assert places == {1 + (one - 1) * 10 // 8: 0.75 if one == 1 else 0 for one in sections}
    texts = [one.text for one in ElementTree.fromstring((out / "places_1.svg").read_text()).iter()]
    assert {"2 of all", "4 of all"} < {*texts}
    assert sum(text in ("0", "75") for text in texts) == 6


def test_a_damaged_coverage_is_refused_or_left_out(
    refused: Callable[..., str], runs: tuple[Path, Path], tmp_path: Path
) -> None:
    path = runs[1] / "coverage.json"
    value = strict_json(path.read_text())
    value["rows"][0]["dataset"] = {"id": "all"}
    path.write_text(json.dumps(value))
    forget_written(runs[1])
    assert "'dataset' is an object" in refused("figures", *runs, "--out", tmp_path / "out")
    assert list(needed(read_sources(runs)))


def test_nothing_to_draw_and_no_run(
    hayrick: Command, refused: Callable[..., str], runs: tuple[Path, Path], tmp_path: Path
) -> None:
    assert "no coverage of a task that was run" in refused("figures", runs[1], "--out", tmp_path / "out")
    assert "no manifest.json" in refused("figures", tmp_path, "--out", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_many_systems_are_told_apart_by_information_coverage() -> None:
    rows: list[dict[str, object]] = [
        {
            "figure": "score",
            **{"task": task, "dataset": f"{task}@{length}", "coverage": coverage, "length": length, "wanted": None},
            **{"system": f"s{n}", "context": "full", "value": n / 10, "low": None, "high": None},
        }
        for n in range(6)
        for task, coverage in (("whole", 0.9), ("part", 0.1))
        for length in (1024, 2048)
    ]
    charts = dict(figures.drawn([*rows, *figures.rows_of_levels(rows)]))
    assert charts["low_high"].count('class="cell"') == 6 * 4, "a map, since bars would be too thin"
    levels = charts["length_low_high"]
    assert "others (4)" in levels
    for name in ("s5", "s4", "s3", "s0"):
        assert {f"{name}, high coverage", f"{name}, low coverage"} <= set(re.findall(r">([^<>]+)</text>", levels))
