"""One table over tasks: which systems and values it has."""

from __future__ import annotations

from dataclasses import replace

from hayrick.page.across import MOST, across
from hayrick.page.views import Source

from .test_scatters import a_run


def of_task(task: str, run: Source) -> Source:
    (only,) = run.tasks
    return replace(run, name=f"{run.name}-{task}", tasks=[replace(only, name=task)])


ONE, TWO = ("a", "full"), ("b", "full")


def test_systems_of_two_tasks_or_more_have_a_row_and_each_task_a_column() -> None:
    first, second = of_task("t", a_run({ONE: 0.4, TWO: 0.2})), of_task("u", a_run({ONE: 0.6, ("c", "full"): 0.2}))
    (view,) = across([first, second])
    (table,) = view.tables
    assert table.heads == ["system", "context", "t, joint (%)", "u, joint (%)"]
    assert table.rows == [["a", "full", "20.0 [10.0, 30.0]", "30.0 [20.0, 40.0]"]]
    assert view.text.endswith("n: t 10 (insights); u 10 (insights).")


def test_a_task_may_be_spread_over_runs() -> None:
    runs = [a_run({ONE: 0.4}), a_run({TWO: 0.2})]
    (view,) = across([of_task("t", runs[0]), of_task("t", runs[1]), of_task("u", a_run({ONE: 0.6, TWO: 0.8}))])
    assert [row[:3] for row in view.tables[0].rows] == [
        ["a", "full", "20.0 [10.0, 30.0]"],
        ["b", "full", "10.0 [0.0, 20.0]"],
    ]
    twice = [of_task("t", replace(runs[0], name=name)) for name in ("x", "y")]
    assert list(across([*twice, of_task("u", a_run({ONE: 0.6}))])) == [], "which of two values is meant is not known"


def test_tasks_without_a_system_in_common_and_too_many_tasks_have_no_table() -> None:
    assert list(across([a_run({ONE: 0.4})])) == []
    assert list(across([of_task("t", a_run({ONE: 0.4})), of_task("u", a_run({TWO: 0.4}))])) == []
    assert list(across([of_task("t", a_run({ONE: 0.4})), of_task("u", a_run({ONE: None}))])) == []
    assert list(across([of_task(f"t{n}", a_run({ONE: 0.4})) for n in range(MOST + 1)])) == []
