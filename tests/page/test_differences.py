"""Paired differences on the page: those of `hayrick compare`, for runs that it would compare."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from hayrick.estimates import Estimated, Key
from hayrick.harness.reviewing.compare import CompareRequest, compare_runs
from hayrick.harness.reviewing.page_sources import read_sources
from hayrick.harness.running.run import run
from hayrick.harness.running.run_request import RunRequest
from hayrick.page.changes import changed
from hayrick.page.differences import MOST, differences
from hayrick.page.views import Source, SourceTask
from hayrick.report.comparison import comparison_tables
from hayrick.reporting import Reporting
from hayrick.tasks.summhay import MEASURES
from hayrick.types import Estimate, Item, Response, Score


def a_task(values: Mapping[str, Sequence[float]]) -> SourceTask:
    """A task with joint of each system in some groups."""
    scores, estimates = [], []
    for system, given in values.items():
        for number, value in enumerate(given):
            item = Item(dataset="h", group=f"g{number}", id=f"g{number}", query="q", gold=None)
            response = Response(item=item, system=system, context="full", answer="x")
            scores.append(Score(response=response, measure="joint", unit="u", value=value))
        mean = sum(given) / len(given)
        one = Estimate(value=mean, low=None, high=None, n=9, n_failed=0, n_unjudged=0, bounds=None, signature="")
        estimates.append(Estimated(Key(system, "full", None, "own", "joint"), one, {}))
    return SourceTask(name="t", reporting=Reporting(measures=MEASURES), estimates=estimates, scores=scores)


def a_source(name: str, task: SourceTask) -> Source:
    return Source(name=name, folder=Path(name), command="run", tasks=[task])


def test_the_page_has_the_tables_of_compare(bakery: Path, native: Path, tmp_path: Path) -> None:
    for name, judge in (("a", "recorded"), ("b", "recorded"), ("c", "local")):
        run(RunRequest(inputs=[str(bakery)], systems=["recorded"], judge=judge), tmp_path / name)
    found = compare_runs(CompareRequest(runs=[tmp_path / "a"], measures=["joint"]))
    view, *more = differences(read_sources([tmp_path / "a"]))
    assert (view.name, more) == ("differences", [])
    assert [*view.tables] == comparison_tables(found.systems, found.rows, found.fractions)
    apart = sum(row["apart"] is True for row in found.rows)
    assert view.figures[0].alt.startswith(f"{apart} of {len(found.rows)} pairs are told apart")
    views = list(differences(read_sources([tmp_path / name for name in "abc"])))
    assert [one.name for one in views] == ["differences", "differences-2"], "another judge stands apart"
    assert [one.title.rpartition(" ")[2] for one in views] == ["b)", "(c)"]
    third = read_sources([tmp_path / "a", tmp_path / "c"])[1].tasks[0]
    assert third.unlike == "the runs differ in the judge (recorded and local)", "names, and no signatures"
    told = changed(read_sources([tmp_path / "a", tmp_path / "c"]))
    assert told is not None
    assert "summhay cannot be compared" in told.text
    assert (told.tables, told.figures) == ((), ())
    same = changed(read_sources([tmp_path / "a", tmp_path / "b"]))
    assert same is not None
    assert same.text.startswith("summhay: nothing changed, in any measure")
    assert "same in every group" not in same.text


def test_of_many_systems_the_best_are_compared() -> None:
    values = {f"s{number}": [number / 20, number / 20 + 0.01, 0.3] for number in range(MOST + 2)}
    (view,) = differences([a_source("a", a_task(values))])
    assert {row[0] for row in view.tables[0].rows} == {f"s{number}+full" for number in range(2, MOST + 2)}
    assert view.text.startswith(f"The best {MOST} of {MOST + 2} systems in joint, picked on the same data.")
    assert len(view.tables[1].rows) == MOST * (MOST - 1) / 2


def test_one_system_and_no_scores_have_no_differences() -> None:
    task = a_task({"s": [0.1, 0.2]})
    assert list(differences([a_source("a", task)])) == []
    assert list(differences([a_source("a", replace(task, scores=()))])) == []
    both = [a_source("a", task), a_source("b", replace(task, alike="a"))]
    (view,) = differences(both)
    assert view.tables[1].rows[0][:2] == ["s+full (a)", "s+full (b)"]


def test_one_group_of_items_has_no_chart_and_no_talk_of_intervals() -> None:
    (view,) = differences([a_source("a", a_task({"s": [0.1], "t": [0.5], "u": [0.7]}))])
    assert view.figures == ()
    assert "with one group of items" in view.text
    assert not any("intervals" in table.title for table in view.tables)


def test_changes_name_every_measure_that_changed() -> None:
    groups = range(8)
    before, after = (
        a_task({"s": [0.2 for _ in groups], "t": [0.2 + one / 50 for one in groups]}) for _ in ("before", "after")
    )
    both = []
    for task, value in ((before, 0.8), (after, 0.2)):
        more = [replace(one, measure="coverage", value=value + number / 100) for number, one in enumerate(task.scores)]
        estimates = [one._replace(key=one.key._replace(measure="coverage")) for one in task.estimates]
        both.append(replace(task, scores=[*task.scores, *more], estimates=[*task.estimates, *estimates]))
    told = changed([a_source("old", both[0]), a_source("new", replace(both[1], alike="old"))])
    assert told is not None
    assert "coverage (2 of 2 systems; s (full) -60.0" in told.text
    assert "joint: 2 differences are the same for every unit" in told.text
    assert [one.name for one in told.figures] == ["changes", "changes-coverage"]
    ticks = re.findall(r'text-anchor="middle"[^>]*>(-?[\d.]+)</text>', told.figures[0].svg)
    assert float(ticks[0]) == -float(ticks[-1]), "0 is in the middle where nothing changed"
