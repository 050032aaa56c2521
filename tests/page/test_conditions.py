"""Views of what was varied: orders, lengths and depths, with the means that stand in them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hayrick.estimates import estimate
from hayrick.page.conditions import conditions, depths
from hayrick.page.views import Source, SourceTask, View
from hayrick.protocols import Measure
from hayrick.reporting import Reporting
from hayrick.types import Item, Response, Score, Tag

FOUND: Measure[object, object] = Measure(name="found", description="d", source="ours", score=lambda *given: ())


def a_run(rows: Sequence[tuple[str, dict[str, Tag], float]], *, varied: bool = False) -> Source:
    """A run of four groups that all have the same rows of (system, tags, score).

    Args:
        rows: of each group.
        varied: whether the tags are those of responses to one item, not of items.
    """
    scores = []
    for group in "abcd":
        for system, tags, value in rows:
            own, name = ({}, "") if varied else (tags, "/".join(map(str, tags.values())))
            item = Item(dataset="d", group=group, id=f"{group}{name}", query="q", gold=None, tags=own)
            response = Response(item=item, system=system, context="full", answer="x", tags=tags if varied else {})
            scores.append(Score(response=response, measure="found", unit=None, value=value))
    reporting = Reporting(measures=[FOUND])
    task = SourceTask(name="t", reporting=reporting, estimates=estimate(scores, reporting), scores=scores)
    return Source(name="a", folder=Path("a"), command="run", tasks=[task])


def test_orders_stand_in_their_order_and_shuffles_are_one_point() -> None:
    rows: list[tuple[str, dict[str, Tag], float]] = []
    for order, value in (("bottom", 0.9), ("stored", 0.5), ("top", 0.7)):
        rows.append(("s", {"order": order, "shown": "full"}, value))
    rows += [("s", {"order": "random", "seed": seed, "shown": "full"}, seed / 10) for seed in (2, 6)]
    (view,) = conditions([a_run(rows, varied=True)])
    assert view.name == "position"
    svg = view.figures[0].svg
    places = [svg.index(f">{name}</text>") for name in ("stored", "top", "bottom", "random")]
    assert places == sorted(places)
    assert "s, 2 shuffles, n 8: 40.0 [" in svg, "the mean of .2 and .6"
    assert any("does the order matter" in one.title for one in view.tables)


def a_grid() -> View:
    values = {(1024, 0.0): 1.0, (1024, 1.0): 0.5, (2048, 0.0): 0.25, (2048, 1.0): 0.75}
    rows: list[tuple[str, dict[str, Tag], float]] = [
        ("s", {"length": length, "depth": depth}, value) for (length, depth), value in values.items()
    ]
    (view,) = depths([a_run(rows)])
    return view


def test_depths_by_lengths() -> None:
    view = a_grid()
    rows = [row[1:] for row in view.tables[0].rows]
    assert rows == [
        ["1k", "0 %", "100.0", "4"],
        ["1k", "100 %", "50.0", "4"],
        ["2k", "0 %", "25.0", "4"],
        ["2k", "100 %", "75.0", "4"],
    ]
    assert view.figures[0].alt == "Lowest is 25.0, at 0 % of 2k."


def test_lengths_are_a_line_and_nothing_varied_is_no_view() -> None:
    rows: list[tuple[str, dict[str, Tag], float]] = [("s", {"length": 1024}, 0.8), ("s", {"length": 2048}, 0.4)]
    (view,) = conditions([a_run(rows)])
    assert view.name == "task-length"
    assert "s, n 4: 80.0" in view.figures[0].svg
    assert list(depths([a_run(rows)])) == []
    assert list(conditions([a_run(rows[:1])])) == []


def test_many_depths_are_tenths() -> None:
    rows: list[tuple[str, dict[str, Tag], float]] = [("s", {"depth": k / 20}, k / 20) for k in range(21)]
    (view,) = depths([a_run(rows)])
    found = {row[2]: row[3:] for row in view.tables[0].rows}
    assert found["0–10 %"] == ["2.5", "8"], "0 and .05"
    assert found["90–100 %"] == ["95.0", "12"], "the end belongs to the last tenth"
    assert len(found) == 10
