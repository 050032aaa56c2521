"""ETHIC as a whole: which tasks it asks for, what is left out, and its tables."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from conftest import Command
from corpora import novel, reviews, sitting
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.naming.names import TaskOptions, load_tasks
from hayrick.harness.naming.shipped import TASKS
from hayrick.harness.reviewing.figures import figures
from hayrick.harness.running.run import run
from hayrick.harness.running.run_request import RunRequest
from hayrick.records.parameters import Parameters
from hayrick.report.averages import averages_tables
from hayrick.tasks.ethic.suite import MEMBERS, expanded
from hayrick.types import BadInput


def suite(spec: str) -> Any:
    return expanded(Parameters.of(spec, "suite")[1])


def corpus(folder: Path) -> Path:
    """Books, debates and reviews; no cases."""
    sentences = " ".join(f"In year {n} the dredger {n} removed {n * 7} tons of mud." for n in range(150))
    for name, make in (("books", novel), ("medicine", reviews)):
        (folder / name).mkdir()
        make(folder / name)
    (folder / "debates").mkdir()
    sitting(folder / "debates", sentences)
    return folder


def test_every_member_is_a_task_with_the_measure_that_enters() -> None:
    for name, member in MEMBERS.items():
        for domain in member.domains:
            module = import_module(TASKS[f"ethic/{name}_{domain}"][0])
            measure = {one.name: one for one in module.MEASURES}[member.measure]
            assert measure.bounds == member.bounds


def test_what_is_absent_is_left_out_and_named(tmp_path: Path) -> None:
    found = suite(f"ethic?data={corpus(tmp_path)}&judge=none&n=2")
    names = [one.partition("?")[0] for one in found.tasks]
    assert names == ["ethic/recalling_medicine", "ethic/organizing_books", "ethic/organizing_debates",
                     "ethic/attributing_medicine"]  # fmt: skip
    assert all("n=2" in one for one in found.tasks)
    left_out = " ".join(found.suite.left_out)
    assert "without recalling_books, recalling_debates: it needs labels=RUN" in left_out
    assert "recalling_law, summarizing_law, attributing_law: no law in data" in left_out
    assert found.suite.mean_of("organizing") == "micro_average"
    assert found.suite.mean_of("attributing") == "micro_average_of_1_domains"


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("&categories=recalls", "category 'recalls'"),
        ("&judge=local", "judge 'local'"),
        ("&lenght=8k", "unknown parameter 'lenght'"),
        ("&categories=attributing_law", "without attributing_law: no law in data; expected the data of one task"),
        ("/absent", "no such folder"),
    ],
)
def test_bad_suites_are_refused(tmp_path: Path, more: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        suite(f"ethic?data={tmp_path}{more}")


def test_a_run_has_micro_averages_and_means_by_domain(tmp_path: Path) -> None:
    spec = f"ethic?data={corpus(tmp_path)}&judge=none&least=0&categories=organizing,recalling_medicine"
    tasks = [one.task for one in load_tasks([spec], TaskOptions(), ModelOptions())]
    said = tmp_path / "said.jsonl"
    items = [(task, item) for task in tasks for item in task.items(0)]
    replies = [", ".join(f"[{n}]" for n in item.gold) if "organizing" in task.name else "None" for task, item in items]
    replies[-1] = "[1]"
    lines = [{"task": task.name, "item": item.id, "system": "s", "context": "full", "reply": reply}
             for (task, item), reply in zip(items, replies, strict=True)]  # fmt: skip
    said.write_text("".join(f"{json.dumps(one)}\n" for one in lines))
    result = run(RunRequest(inputs=[spec], systems=[f"file:{said}"]), tmp_path / "out")
    found = {(one.dataset, one.measure): one.estimate for one in result.averages}
    lazy = 1 / len(items[-1][1].gold)
    assert items[-1][0].name == "ethic/organizing_debates"
    assert found["organizing", "micro_average"].value == pytest.approx((1 + lazy) / 2)
    assert found["organizing_debates", "average"].value == pytest.approx(lazy)
    assert (found["recalling", "micro_average_of_1_domains"].value, found["organizing", "micro_average"].n) == (0, 2)
    whole, by_domain = averages_tables(result.averages)
    assert whole.heads == ["system", "context", "recalling (F1 %) of 1 domains", "organizing (LCS %)", "instances"]
    assert [row[2] for row in by_domain.rows] == ["medicine", "books", "debates"]
    with pytest.raises(BadInput, match="no coverage of a task that was run"):  # Not: no task 'ethic'.
        figures([tmp_path / "out"], tmp_path / "figures")


def test_the_two_ways_to_have_no_judge_are_named_with_what_they_ask(tmp_path: Path, hayrick: Command) -> None:
    spec = f"ethic?data={corpus(tmp_path)}&n=2&least=0&categories=summarizing,organizing"
    (tmp_path / "mine.py").write_text("def answer(request):\n    return 'Nothing.'\n")
    words = ["run", spec, "--system", f"python:{tmp_path}/mine.py:answer"]
    refused = hayrick(*words)
    assert refused.status == 2
    assert "With --judge none its answers are asked for all the same, and not judged." in refused.err
    assert f"'{spec}&judge=none' leaves it out, and nothing of it is asked." in refused.err

    asked, left_out = hayrick(*words, "--judge", "none"), hayrick("run", f"{spec}&judge=none", *words[2:])
    assert (asked.status, left_out.status) == (0, 0)
    for task, n in (("books", 1), ("debates", 1), ("medicine", 2)):
        note = f"--judge none: answers of ethic/summarizing_{task} that are asked for and not judged: {n}; measures"
        assert note in asked.out
    assert "not judged" not in left_out.out
    assert "without summarizing_books, summarizing_debates, summarizing_medicine: it needs a judge" in left_out.out
