"""HELMET and RULER as wholes: which tasks they ask for, and what a run of them comes to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from conftest import strict_json
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.naming.names import TaskOptions, load_tasks, suites
from hayrick.harness.naming.shipped import TASKS
from hayrick.harness.running.run import run
from hayrick.harness.running.run_request import RunRequest
from hayrick.protocols import Task
from hayrick.records.parameters import Parameters
from hayrick.report.averages import averages_tables
from hayrick.tasks.helmet.suite import SUITES, expanded
from hayrick.types import BadInput


def suite(spec: str) -> Any:
    return expanded(Parameters.of(spec, "suite")[1])


def test_every_member_is_a_task_with_the_measures_that_enter() -> None:
    from importlib import import_module

    for _, categories in SUITES.values():
        for member in (member for members in categories.values() for member in members):
            module = import_module(TASKS[f"helmet/{member.task}"][0])
            known = {one.name for one in module.MEASURES}
            assert {*member.entering(released=False), *member.entering(released=True)} <= known, member


def test_parameters_go_to_every_task() -> None:
    found = suite("helmet?length=2k,4k&n=6&categories=recall")
    assert found.tasks[0] == "helmet/json_kv?length=2k,4k&n=6"
    assert len(found.tasks) == 4
    assert not found.suite.complete
    assert found.suite.overall == "average_of_1_categories"


def test_the_originals_reading_is_averaged_on_demand(tmp_path: Path) -> None:
    for name in ("alce_asqa.json", "alce_qampari.json"):
        (tmp_path / name).write_text("[]")
    found = suite(f"helmet?categories=recall,cite&reading=helmet&data={tmp_path}")
    assert [part.measure for part in found.suite.categories["recall"]] == [
        "substring_exact_match.helmet",
        *["needle_recall.helmet"] * 3,
    ]
    assert all(spec.endswith("compat=helmet") for spec in found.tasks if "alce" in spec)
    assert len([spec for spec in found.tasks if "alce" in spec]) == 2


def test_data_are_found_by_name_and_categories_without_them_are_left_out(tmp_path: Path) -> None:
    with_space = tmp_path / "my data & more"
    with_space.mkdir()
    (with_space / "rerank.jsonl").write_text("")
    from urllib.parse import quote

    found = suite(f"helmet?length=8k&data={quote(str(with_space))}")
    [rerank] = [spec for spec in found.tasks if "rerank" in spec]
    name, parameters = Parameters.of(rerank, "task")
    assert (name, parameters.paths("data")) == ("helmet/rerank", [with_space / "rerank.jsonl"])
    assert any("without the category icl: no icl_trec in data" in line for line in found.suite.left_out)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("helmet?categories=recal", "category 'recal'"),
        ("helmet?judge=local", "judge 'local'"),
        ("helmet?reading=theirs", "reading 'theirs'"),
        ("helmet?lenght=8k", "unknown parameter 'lenght'"),
        ("helmet?data=absent", "no such folder"),
        ("ruler?length=8k", "without the category ruler: no qa_squad in data; no qa_hotpot in data"),
        ("helmet?categories=rerank", "the data of one category at least"),
    ],
)
def test_bad_suites_are_refused(spec: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        suite(spec)


def _replies(task: Task[Any, Any], wrong: bool) -> list[dict[str, str]]:
    """What a perfect model would say; or one that always gives the first item's values."""
    items = list(task.items(0))
    golds = [getattr(item.gold, "values", item.gold) for item in items]
    return [
        {
            "item": item.id,
            "system": "wrong" if wrong else "perfect",
            "context": "full",
            "reply": ", ".join(given) if isinstance(given := golds[0 if wrong else n], tuple) else str(given),
        }
        for n, item in enumerate(items)
    ]


def test_a_run_of_a_suite_has_its_mean_with_an_interval(tmp_path: Path) -> None:
    spec = "ruler_synthetic?length=4k&n=3"
    tasks = [one.task for one in load_tasks([spec], TaskOptions(), ModelOptions())]
    assert len(tasks) == len(
        {part.task for one in suites([spec]) for found in one.categories.values() for part in found}
    )
    # Items of several tasks have ids of their own only within their task: a file for each would do, and one does, too.
    said = tmp_path / "said.jsonl"
    lines = [{**row, "task": task.name} for task in tasks for row in _replies(task, wrong=False)]
    said.write_text("".join(json.dumps(line) + "\n" for line in lines))
    result = run(RunRequest(inputs=[spec], systems=[f"file:{said}"]), tmp_path / "out")
    [category, overall, whole] = result.averages
    assert (category.dataset, overall.dataset, whole.dataset) == ("synthetic@4096", "overall@4096", None)
    assert whole.estimate.value == 1
    assert whole.estimate.n == 3 * len(tasks)
    rows = strict_json((tmp_path / "out" / "estimates.json").read_text())["rows"]
    assert [row["value"] for row in rows if row["task"] == "ruler_synthetic" and row["dataset"] is None] == [1]
    [table] = averages_tables(result.averages)
    assert table.rows[0][:3] == ["perfect", "full", "4k"]


def test_a_file_of_other_tasks_alone_is_refused(tmp_path: Path) -> None:
    said = tmp_path / "said.jsonl"
    said.write_text('{"task": "helmet/vt", "item": "4k-0", "reply": "x"}\n')
    with pytest.raises(BadInput, match=r"rows of helmet/vt; expected rows of helmet/cwe"):
        run(RunRequest(inputs=["helmet/cwe?length=4k&n=1"], systems=[f"file:{said}"]))


def test_one_task_with_other_parameters_is_refused_in_one_run() -> None:
    with pytest.raises(BadInput, match=r"the task 'helmet/json_kv' again, after 'helmet/json_kv\?length=8k'"):
        load_tasks(["helmet/json_kv?length=8k", "helmet/json_kv?length=16k"], TaskOptions(), ModelOptions())
