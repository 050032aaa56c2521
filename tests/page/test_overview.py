"""The main measures of a few systems in one chart."""

from __future__ import annotations

from hayrick.page.overview import MOST, overview

from .test_scatters import VALUES, a_run, texts


def test_systems_stand_best_first_with_all_main_measures() -> None:
    (view,) = overview([a_run(VALUES)])
    assert [row[:2] for row in view.tables[0].rows] == [
        ["big", "oracle"],
        ["small", "full"],
        ["small", "oracle"],
        ["big", "full"],
    ]
    assert "big, oracle" in texts(view.figures[0].svg)
    assert "big, oracle: coverage 40.0, citation 80.0, joint 20.0" in view.figures[0].svg


def test_one_system_and_many_are_not_drawn() -> None:
    assert list(overview([a_run({("big", "full"): 0.2})])) == []
    assert list(overview([a_run({(f"s{number}", "full"): 0.2 for number in range(MOST + 1)})])) == []
    assert list(overview([a_run({("a", "full"): None, ("b", "full"): 0.1})])) == [], "one has no value"
