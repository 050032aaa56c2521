"""BABILong: its layouts, the tolerant and the released rule, and players."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hayrick.harness.naming.names import named_task
from hayrick.measures.babilong import LABELS, Target, is_right, released_is_right
from hayrick.protocols import Task
from hayrick.systems.contexts import Showing
from hayrick.types import BadInput, Response

TEXT = "The sea was grey. Mary went to the office. Nobody spoke. Then Mary went to the kitchen. It rained."


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    for name, rows in {
        "qa1": [{"input": TEXT, "question": "Where is Mary?", "target": "kitchen"}],
        "qa8": [{"input": TEXT, "question": "What is Mary carrying?", "target": "apple,milk"}],
    }.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "4k.json").write_text(json.dumps(rows))
    return tmp_path


def task(paths: str, more: str = "") -> Task[Target, str]:
    return named_task(f"helmet/babilong?path={paths}{more}").task


def test_files_are_datasets_and_texts_are_whole(folder: Path) -> None:
    made = task(f"{folder}/qa1/4k.json,{folder}/qa8/4k.json")
    one, two = made.items(0)
    assert (one.dataset, two.dataset) == ("babilong@qa1-4k", "babilong@qa8-4k")
    assert one.gold == Target(labels=("kitchen",), known=tuple(LABELS["qa1"]), question="Where is Mary?")
    assert two.gold.labels == ("apple", "milk")
    shown = made.prompt(one, Showing(spec="full").passages(one.query, one.documents, None, ""))
    assert f"\n{TEXT}\n" in shown.messages[-1].text


@pytest.mark.parametrize(
    ("reply", "ours", "theirs"),
    [
        ("kitchen", 1.0, 1.0),
        ("Mary is in the kitchen.", 1.0, 1.0),
        ("I looked for Mary. She is in the kitchen.", 1.0, 0.0),
        ("She was in the office before. Answer: kitchen", 1.0, 0.0),
        ("kitchen or office", 0.0, 0.0),
        ("kitchenette", 0.0, 1.0),
        ("", 0.0, 0.0),
        (TEXT, 0.0, 0.0),
    ],
)
def test_players(folder: Path, reply: str, ours: float, theirs: float) -> None:
    made = task(f"{folder}/qa1/4k.json")
    (item,) = made.items(0)
    response = Response(item=item, system="s", context="full", answer=made.parse(item, reply), reply=reply)
    assert [row.value for one in made.measures for row in one.score(item, response, ())] == [ours, theirs]


@pytest.mark.parametrize(
    ("reply", "right"), [("milk, apple", True), ("The apple and the milk.", True), ("apple", False), ("nothing", False)]
)
def test_several_things_are_a_set(reply: str, right: bool) -> None:
    target = Target(labels=("apple", "milk"), known=tuple(LABELS["qa8"]), question="What is Mary carrying?")
    assert is_right(target, reply) == released_is_right(target, reply) == right


@pytest.mark.parametrize(
    ("task", "label", "reply", "right"),
    [
        ("qa7", "two", "2", True),
        ("qa7", "two", "She carries 2 things.", True),
        ("qa7", "two", "2.5", False),
        ("qa7", "none", "0", True),
        ("qa19", "n,w", "n, w", True),
        ("qa19", "n,w", "north, west", True),
        ("qa19", "n,w", "west, north", False),
    ],
)
def test_numbers_and_directions_may_be_written_out(task: str, label: str, reply: str, right: bool) -> None:
    assert is_right(Target(labels=(label,), known=tuple(LABELS[task]), question="?"), reply) == right


def test_labels_of_the_question_do_not_count() -> None:
    target = Target(labels=("kitchen",), known=tuple(LABELS["qa3"]), question="Where was it before the office?")
    assert is_right(target, "Before the office it was in the kitchen.")
    assert released_is_right(target, "Before the office it was in the kitchen.")


def test_files_of_no_known_task_have_their_own_labels_and_bad_ones_are_named(folder: Path) -> None:
    path = folder / "mine.json"
    rows = [{"input": "x", "question": "q", "target": target} for target in ("wolf", "sheep")]
    path.write_text(json.dumps(rows))
    assert {item.gold.known for item in task(str(path)).items(0)} == {("sheep", "wolf")}
    with pytest.raises(BadInput, match=r"entry 1: target 'wolf'; expected of qa1: bathroom"):
        task(str(path), "&split=qa1")
    with pytest.raises(BadInput, match="split 'qa21'"):
        task(str(path), "&split=qa21")
