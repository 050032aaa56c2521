"""Leaderboards and the headline: what ranks, and what stands apart."""

from __future__ import annotations

from pathlib import Path

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
