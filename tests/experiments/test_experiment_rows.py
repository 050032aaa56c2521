"""Rows, tables and notes of experiments, and the command that prints them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from varied import Columns, experiment_rows, of_length, positions, row, table_of

from conftest import Command, strict_json
from hayrick import protocols
from hayrick.cli.experiment import experiment_command
from hayrick.experiments import experiment_rows as experiment_rows_of
from hayrick.experiments import positions as positions_of
from hayrick.measures import COVERAGE
from hayrick.protocols import Measure
from hayrick.report.experiments import experiment_notes, experiment_tables
from hayrick.reporting import Reporting
from hayrick.types import BadInput


def test_rows_say_everything_that_was_found() -> None:
    values: Columns = {"full@1": [0.5, 0.5], "full@1/top": [1, 1], "full@1/bottom": [0.5, 0.5], "full@2": [0.0, 0.5]}
    rows = experiment_rows(table_of(values))
    assert [(r["experiment"], r["measure"]) for r in rows] == [
        *[("position", name) for name in ("joint", "citation") * 3],
        ("position", "position_sensitivity_paper"),
        ("position", "position_spread"),
        *[("length", name) for name in ("joint", "citation") * 2],
        ("length", "effective_length"),
    ]
    spread = next(r for r in rows if r["measure"] == "position_spread")
    assert (spread["context"], spread["value"], spread["higher"], spread["of"]) == ("full@1", 0.5, "top", "joint")
    assert (spread["n"], spread["n_left_out"]) == (2, 0)
    length = rows[-1]
    assert (length["context"], length["value"], length["longest_tried"], length["n"]) == ("full", 1, 2, 2)


def test_tables_and_notes() -> None:
    values: Columns = {"full@1000": [0.5, 0.5, 1], "full@1000/top": [1, 0.5, None], "full@2000": [0.5, 0.5]}
    rows = experiment_rows(table_of(values))
    orders, order_found, budgets, length_found = experiment_tables(rows)
    assert [line[:3] for line in orders.rows] == [["x", "full@1000", "stored"], ["x", "full@1000", "top"]]
    assert orders.rows[1][-1] == "1"  # unjudged
    assert order_found.rows[0][2:4] == ["position spread", "top over stored"]
    assert [line[2] for line in budgets.rows] == ["1,000", "2,000"]
    assert length_found.rows[0] == ["x", "full", "2,000 or more", "2,000 or more", "2,000 or more", "2,000", "2"]
    for table in (orders, order_found, budgets, length_found):
        assert {len(line) for line in table.rows} == {len(table.heads)}
        assert max(table.numbers) == len(table.heads) - 1
    assert any("left out: x (full): 1" in note for note in experiment_notes(rows))


RATING: Measure[object, object] = Measure(
    name="rating", description="1 to 5", source="ours", score=lambda *rest: (), bounds=(1.0, 5.0)
)


def test_ratings_stand_in_tables_in_their_own_unit() -> None:
    """Ratings of two texts at two lengths: 2 and 3, then 4 and 3; they have no effective length."""
    rows = [
        of_length(length, value, str(n))
        for length, both in {1: (2, 3), 2: (4, 3)}.items()
        for n, value in enumerate(both)
    ]
    ratings = [replace(one, measure="rating") for one in rows]
    found = experiment_rows_of(ratings, Reporting(measures=(RATING,)))
    assert [(one["length"], one["value"], one["bounds"]) for one in found] == [(1, 2.5, [1, 5]), (2, 3.5, [1, 5])]
    (table,) = experiment_tables(found)
    assert table.title == "by length: values with 95 % intervals"
    assert table.heads[3:] == ["rating (1 to 5)", "n"]
    assert [line[3].partition(" ")[0] for line in table.rows] == ["2.5", "3.5"]
    # Beside a fraction, which is tested whatever the order of the measures.
    both = [*ratings, *(replace(one, measure="coverage", value=0.5) for one in rows)]
    for measures in ((RATING, COVERAGE), (COVERAGE, RATING)):
        table, lengths = experiment_tables(experiment_rows_of(both, Reporting(measures=measures)))
        assert {"coverage", "rating (1 to 5)"} < {*table.heads}
        assert "50.0" in table.rows[0][table.heads.index("coverage")]
        assert lengths.rows[0][2] == "2 or more"


def test_nothing_varied_is_nothing() -> None:
    rows = experiment_rows(table_of({"full": [1, 0.5], "bm25": [0.5, 0.5]}))
    assert (rows, experiment_tables(rows), experiment_notes(rows)) == ([], [], [])


@pytest.fixture
def made(hayrick: Command, bakery: Path, tmp_path: Path) -> Callable[[str], Path]:
    """A run directory of recorded systems that match a pattern."""

    def run(pattern: str) -> Path:
        folder = tmp_path / "run"
        assert hayrick("run", bakery, "--system", pattern, "--judge", "recorded", "--out", folder).status == 0
        return folder

    return run


def test_the_command_reads_a_run_and_writes_its_rows(made: Callable[[str], Path], tmp_path: Path) -> None:
    done = CliRunner().invoke(experiment_command, [str(made("recorded")), "--out", str(tmp_path / "found")])
    assert done.exit_code == 0, done.output
    rows = strict_json((tmp_path / "found" / "experiments.json").read_text())["rows"]
    assert {row["order"] for row in rows if "order" in row} == {"stored", "top"}
    assert {row["system"] for row in rows} == {"alpha"}
    assert "position spread" in done.output


def test_a_run_without_orders_is_refused(made: Callable[[str], Path], tmp_path: Path) -> None:
    folder = made("recorded:alpha")
    for wrong, why in ((folder, "no system was run in several orders"), (tmp_path, "no manifest.json")):
        with pytest.raises(BadInput, match=why):
            CliRunner().invoke(experiment_command, [str(wrong)], catch_exceptions=False)


def test_recorded_runs_lean_as_the_paper_says(summhay: Path) -> None:
    """GPT-4o and Claude 3 Opus do best with the evidence at the bottom, Gemini 1.5 Pro at the top (table 3)."""
    from hayrick.harness.running.run import run
    from hayrick.harness.running.run_request import RunRequest

    inputs = [str(path) for path in sorted(summhay.glob("topic_news*.json"))]
    systems = ["recorded:gpt-4o", "recorded:claude3-opus", "recorded:gemini-1.5-pro", "recorded:fl-ctxt-*"]
    found = positions(run(RunRequest(inputs=inputs, systems=systems, judge="recorded")).scores)
    best = {one.series.system: one.sensitivity.between for one in found if one.sensitivity is not None}
    assert best == {
        "gpt-4o": ("bottom", "stored"),
        "claude3-opus": ("bottom", "stored"),
        "gemini-1.5-pro": ("top", "stored"),
    }


def test_differences_are_of_the_mean_that_the_task_has() -> None:
    # Of 90 items of one dataset and 10 of another, the mean of both is .6 and .95; over all items it would be .92 and
    # .91, in the other order.
    reporting = Reporting(measures=[COVERAGE], average=protocols.BY_DATASET)
    values = {"big": {"top": 1.0, "bottom": 0.9}, "small": {"top": 0.2, "bottom": 1.0}}
    rows = [
        row(f"full/{order}", value, f"{dataset}{number}", COVERAGE.name, dataset=dataset)
        for dataset, count in (("big", 90), ("small", 10))
        for number in range(count)
        for order, value in values[dataset].items()
    ]
    (one,) = positions_of(rows, reporting)
    cells = {order: cell[COVERAGE.name].value for order, cell in one.series.cells.items()}
    assert cells == pytest.approx({"top": 0.6, "bottom": 0.95})
    assert one.spread.between == ("bottom", "top")
    assert one.spread.value == pytest.approx(0.35)
