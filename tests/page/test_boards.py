"""Leaderboards and the headline: what ranks, and what stands apart."""

from __future__ import annotations

from pathlib import Path

from conftest import Command, Demo, strict_json
from hayrick.estimates import Estimated, Key
from hayrick.page.boards import boards
from hayrick.page.content import content_of
from hayrick.page.render import page
from hayrick.page.views import Source, SourceTask
from hayrick.reporting import Reporting
from hayrick.tasks.summhay import MEASURES
from hayrick.types import Estimate


def a_run(values: dict[tuple[str, str], float]) -> Source:
    """A run with the joint score of each (system, variant)."""
    found = [
        Estimated(
            Key(system, "full", None, variant, name),
            Estimate(value=value, low=None, high=None, n=4, n_failed=0, n_unjudged=0, bounds=None, signature="s"),
            {},
        )
        for (system, variant), value in values.items()
        for name in ("coverage", "joint")
    ]
    task = SourceTask(name="t", reporting=Reporting(measures=MEASURES), estimates=found, scores=())
    return Source(name="a", folder=Path("a"), command="run", tasks=[task])


def test_a_report_says_on_how_many_insights_citation_rests(demo: Demo, tmp_path: Path, hayrick: Command) -> None:
    rows = strict_json((demo.folder / "estimates.json").read_text())["rows"]
    counts = {row["system"]: row["n"] for row in rows if (row["haystack"], row["measure"]) == (None, "citation")}
    assert len(set(counts.values())) > 1
    assert hayrick("report", demo.folder, "--format", "latex", "--out", tmp_path / "r.tex").status == 0
    lines = (tmp_path / "r.tex").read_text().splitlines()
    heads = [number for number, line in enumerate(lines) if line.startswith(r"\hline system") and "n citation" in line]
    assert len(heads) == 3, "the leaderboard, and the tables behind two charts"
    for number in heads:
        place = lines[number].removesuffix(r" \\\hline").split(" & ").index("n citation")
        cells = [line.removesuffix(r" \\").split(" & ") for line in lines[number + 1 : number + 1 + len(counts)]]
        assert {row[0]: int(row[place]) for row in cells} == counts


MIXED = {("x", "own"): 0.2, ("x", "repaired"): 0.9, ("y", "own"): 0.3, ("y", "repaired"): 0.8}


def test_own_citations_lead_and_repaired_ones_stand_apart() -> None:
    (board,) = boards([a_run(MIXED)])
    (part, *_) = board.parts
    assert [row[0].text for row in part.rows] == ["y", "x"]
    assert [(row[0].text, row[2].text) for row in part.apart] == [("x", "repaired"), ("y", "repaired")]
    text = page([a_run(MIXED)], "T")
    assert "is 30.0, of y (full, own)" in text
    assert text.count('<tbody class="apart">') == len(board.parts)
    table = content_of([a_run(MIXED)], "T").main[0]
    assert [row[0] for row in table.rows] == ["y", "x", "x", "y"]


def test_where_all_is_repaired_it_ranks_by_its_name() -> None:
    only = {name: value for name, value in MIXED.items() if name[1] == "repaired"}
    (board,) = boards([a_run(only)])
    assert [row[0].text for row in board.parts[0].rows] == ["x", "y"]
    assert "of x (full, repaired)" in page([a_run(only)], "T")
    assert board.apart == ""
