"""A task of the user's own whose files have columns of its own: every reader finds what was written."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

import hayrick
import toy
from hayrick.api.result import Result
from hayrick.harness.reviewing.gate import GateRequest, gate
from hayrick.harness.reviewing.listing import listing
from hayrick.protocols import Columns, Task, Variant
from hayrick.report.export import export_csv
from hayrick.report.gates import Limit, gate_table
from hayrick.report.lm_eval import export_lm_eval
from hayrick.testing import assert_coverage
from hayrick.types import BadInput, Item, Response

OWN = Columns(dataset="corpus", group="book", item="question", unit="claim", link="span", variant="treatment")
EACH = [Columns(dataset="corpus"), Columns(group="book"), Columns(item="question"), Columns(unit="claim"), OWN]
MUTE, KNOWS = "python:mute", "python:knows"


def mended(item: Item[str], response: Response[str]) -> Response[str]:
    return replace(response, answer=item.gold, variant="mended")


def varied(columns: Columns) -> Task[str, str]:
    """The toy task, whose answers are also scored when they are mended."""
    measures = (replace(toy.EXACT, varies=True),)
    return toy.task(columns=columns, measures=measures, variants=(Variant(name="mended", make=mended),))


@pytest.mark.parametrize("name", ["variant", "citations", "treatment"])
def test_own_answers_and_variants_stand_apart(name: str, tmp_path: Path) -> None:
    """The system is never right, and mended always: its own answers score 0, whatever the column is called."""
    result = hayrick.run(varied(Columns(variant=name)), {"mute": lambda request: "It is: nowhere"})
    assert {(row[name], row["value"]) for row in result.rows()} == {("own", 0), ("mended", 1)}
    with pytest.raises(AssertionError, match=rf"exact of {MUTE} \(full\) is 0\.000"):
        assert_coverage(result, exact=0.01)
    table = gate_table(gate(GateRequest(folder=result.folder, limits=[Limit("exact", 0.01)])))
    assert [dict(zip(table.heads, row, strict=True))["variant"] for row in table.rows] == ["own", "mended"]
    head, _, *rows = [line.split() for line in str(result).splitlines() if line.startswith(" ")][:4]
    assert head[:3] == ["system", "context", name]
    assert [row[2] for row in rows] == ["mended", "own"]
    assert f"| {name} |" in result.report(tmp_path / "r.md").read_text()
    assert result.estimate("exact", **{name: "own"})["value"] == 0
    (pair,) = hayrick.compare(result).pairs
    assert (pair["a"], pair["b"], pair["difference"]) == (f"{MUTE}+full", f"{MUTE}+full, mended", -1)


def test_variants_need_a_column() -> None:
    with pytest.raises(BadInput, match="task 'toy': variants, and no column that tells their rows apart"):
        varied(Columns())


@pytest.mark.parametrize("columns", EACH, ids=str)
def test_what_was_written_is_read(columns: Columns, tmp_path: Path) -> None:
    """Four questions in four groups of two datasets, of which one system answers all and the other none."""
    task = toy.task(columns=columns)
    answers = {"knows": lambda asked: f"It is: {toy.CAPITALS[asked['group']]}", "mute": lambda asked: "It is: nowhere"}
    result = hayrick.run(task, answers)
    (pair,) = hayrick.compare(result).pairs
    assert (pair["n_items"], pair["n_clusters"], pair["difference"]) == (4, 4, 1)
    assert result.estimate("exact", KNOWS)["value"] == 1
    assert result.estimate("exact", KNOWS, **{columns.dataset: "north"})["n"] == 1
    assert [one.system for one in result.missed()] == [MUTE] * 4
    loaded = Result.load(result.save(tmp_path / "runs" / "a"))
    assert str(loaded) == str(result)
    assert f"all {columns.dataset}s" in str(loaded)
    (one,) = listing(tmp_path / "runs").runs
    assert one.best is not None
    assert (one.best.system, one.best.value, one.best.n) == (KNOWS, 1, 4)

    export_csv(loaded.folder, tmp_path / "e.csv")
    with (tmp_path / "e.csv").open() as stream:
        written = [row[columns.dataset] for row in csv.DictReader(stream)]
    assert written == [row[columns.dataset] or "" for row in result.rows()]
    export_lm_eval(loaded.folder, tmp_path / "r.json", samples=True)
    (path,) = [one for one in tmp_path.glob("samples_*") if "north" in one.name and "knows" in one.name]
    samples = list(map(json.loads, path.read_text().splitlines()))
    about = [(one["doc"]["dataset"], one["doc"]["group"], one["doc"]["item"], one["exact"]) for one in samples]
    assert about == [("north", "Norway", "capital", 1)]

    again = hayrick.run(task, f"file:{loaded.folder}/responses.jsonl")
    assert [(row["system"], row["value"]) for row in again.rows()] == [
        (row["system"], row["value"]) for row in result.rows()
    ]


def test_items_of_a_group_stay_apart_under_another_name() -> None:
    """Four questions of one group: read back as one, they would be compared as one."""
    items = [replace(one, dataset="d", group="g", id=one.group) for one in toy.items(0)]
    task = toy.task(columns=Columns(item="question"), items=lambda seed: items)
    result = hayrick.run(task, {"mute": lambda asked: "It is: nowhere", "knows": lambda asked: "It is: Oslo"})
    (pair,) = hayrick.compare(result, measures="exact").pairs
    assert (pair["n_items"], abs(pair["difference"])) == (4, 0.25)
