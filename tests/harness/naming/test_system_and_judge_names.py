"""Names of systems and judges: which maker a name finds, and who joins the cast."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from conftest import GOLDEN
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.models.players import Cast
from hayrick.harness.naming import inputs, judge_names, system_names
from hayrick.protocols import Judge, JudgeMaker, JudgeOptions, System, Task
from hayrick.tasks import summhay
from hayrick.tasks.summhay import SubtopicGold
from hayrick.types import BadInput, Summary

SYSTEM = """
class Mine:
    signature = "mine"
    asks = False

    async def respond(self, items, ask):
        return []

made = Mine()
"""
JUDGE = """
class Mine:
    signature = "mine"

    def __init__(self, options):
        self.name = options.name
        self.asks = bool(options.role)

    async def judge(self, item, response, ask):
        return []

def maker(options):
    return Mine(options)

nothing = 3
"""


@pytest.fixture
def task() -> Task[SubtopicGold, Summary]:
    return summhay.task([one.haystack for one in inputs.read([str(GOLDEN / "bakery.json")])])


def systems(spec: str, task: Task[SubtopicGold, Summary]) -> list[System[SubtopicGold, Summary]]:
    return system_names.systems(spec, task, task.items(0), 0, 1, ModelOptions(), Cast())


def judge(spec: str, task: Task[SubtopicGold, Summary], cast: Cast) -> Judge[SubtopicGold, Summary]:
    found = judge_names.judge(spec, task, ModelOptions(), cast)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("spec", "signature"),
    [("recorded", "recorded:*"), ("recorded:alpha*", "recorded:alpha*"), ("lead", "lead"), ("random", "random:seed=0")],
)
def test_a_name_finds_its_line_with_or_without_something_after_it(
    spec: str, signature: str, task: Task[SubtopicGold, Summary]
) -> None:
    assert [one.signature for one in systems(spec, task)] == [signature]


@pytest.mark.parametrize("spec", ["lead:3", "recorded:", "file:", "recordet", "bm25", ""])
def test_what_no_line_fits_is_unknown_and_all_names_are_listed(spec: str, task: Task[SubtopicGold, Summary]) -> None:
    with pytest.raises(BadInput, match="unknown system") as caught:
        systems(spec, task)
    assert all(name in str(caught.value) for name in [*task.systems, *system_names.SYSTEMS] if name != spec)


def test_a_class_and_an_object_of_the_users_are_systems(tmp_path: Path, task: Task[SubtopicGold, Summary]) -> None:
    (tmp_path / "mine.py").write_text(SYSTEM)
    for name in ("Mine", "made"):
        (found,) = systems(f"python:{tmp_path}/mine.py:{name}", task)
        assert not isinstance(found, type)
        assert found.signature == "mine"


@pytest.mark.parametrize("name", ["Mine", "maker"])
def test_a_judge_of_the_users_is_made_of_options_and_may_be_given_a_model(
    name: str, tmp_path: Path, task: Task[SubtopicGold, Summary]
) -> None:
    (tmp_path / "mine.py").write_text(JUDGE)
    cast, spec = Cast(), f"python:{tmp_path}/mine.py:{name}?model=openai/gpt-4o"
    assert judge(spec, task, cast).name == spec
    assert {role: player.model for role, player in cast.players.items()} == {f"judge:{spec}": "openai/gpt-4o"}


def test_what_is_no_judge_is_refused(tmp_path: Path, task: Task[SubtopicGold, Summary]) -> None:
    (tmp_path / "mine.py").write_text(JUDGE)
    with pytest.raises(BadInput, match="a int; expected an object with 'judge', its maker, or a function"):
        judge(f"python:{tmp_path}/mine.py:nothing", task, Cast())


def test_a_judge_that_asks_is_named_before_its_model(task: Task[SubtopicGold, Summary]) -> None:
    given: list[JudgeOptions] = []

    def make(options: JudgeOptions) -> Judge[SubtopicGold, Summary]:
        given.append(options)
        return task.judges["local"].make(options)

    cast = Cast()
    strict = {"strict:MODEL": JudgeMaker("of a test", make)}
    judge("strict:ollama/llama3:8b", replace(task, judges={**task.judges, **strict}), cast)
    assert [(one.name, one.role) for one in given] == [("strict:ollama/llama3:8b", "judge:strict:ollama/llama3:8b")]
    assert [player.model for player in cast.players.values()] == ["ollama/llama3:8b"]


def test_a_model_alone_is_asked_by_the_tasks_own_judge(task: Task[SubtopicGold, Summary]) -> None:
    cast = Cast()
    judge("ensemble:ollama/llama3:8b+local", task, cast)
    assert {role: player.model for role, player in cast.players.items()} == {
        "judge:ollama/llama3:8b": "ollama/llama3:8b"
    }


@pytest.mark.parametrize("spec", ["MODEL", "locale", "recorded:", "local:3", "faithfulness:openai/gpt-4o", "/gpt-4o"])
def test_unknown_judges_are_refused(spec: str, task: Task[SubtopicGold, Summary]) -> None:
    with pytest.raises(BadInput, match="unknown judge"):
        judge(spec, task, Cast())


def test_a_task_whose_judges_read_no_texts_has_no_judge_context(task: Task[SubtopicGold, Summary]) -> None:
    with pytest.raises(BadInput, match=r"reads no source.*expected no such option for this task\."):
        judge_names.judge("local", task, ModelOptions(judge_context="extract:"), Cast())


@pytest.mark.parametrize(
    "words",
    [
        ("run", "{h}", "--system", "file:m\udce9.jsonl"),
        ("run", "{h}", "--system", "python:s\udce9.py:f"),
        ("run", "{h}", "--system", "a/m\udce9+full"),
        ("run", "{h}", "--system", "lead", "--judge", "python:s\udce9.py:f"),
        ("run", "{h}", "--system", "lead", "--judge", "a/m\udce9"),
        ("run", "{h}", "--system", "lead", "--judge", "ensemble:local+a/m\udce9"),
        ("retrieve", "{h}", "--retriever", "python:s\udce9.py:f"),
    ],
)
def test_a_name_that_is_not_utf_8_is_refused_before_any_work(
    refused: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    """Signatures have it, and the run would fail when it writes them, after all calls."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s\udce9.py").write_text("def f(request): return '- a [1]'\n")
    (tmp_path / "m\udce9.jsonl").write_text('{"subtopic": "s1", "summary": "- a [1]"}\n')
    line = refused(*(one.format(h=GOLDEN / "bakery.json") for one in words), "--out", "out")
    assert "a name that is not UTF-8; expected UTF-8. Rename the file." in line
    assert not Path("out").exists()


@pytest.mark.parametrize("words", [("h\udce9.json",), ("h.json", "--system", "file:m\udce9.jsonl")])
def test_no_run_file_is_written_that_cannot_be_read(
    refused: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("h.json", "h\udce9.json"):
        (tmp_path / name).write_bytes((GOLDEN / "bakery.json").read_bytes())
    assert "a name that is not UTF-8" in refused("init", *words, "--out", "run.yaml")
    assert not Path("run.yaml").exists()


def test_an_empty_name_is_no_judge(task: Task[SubtopicGold, Summary]) -> None:
    with pytest.raises(BadInput, match="unknown judge ''"):
        judge("", task, Cast())
