"""A user's own code and run file, which no command writes over that knows of the run that read them."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import GOLDEN, Command

CODE = """
from hayrick.protocols import Measure
from hayrick.types import Score
from own_texts import TEXT

def answer(request):
    return TEXT

def judge(insight, bullet):
    return "full"

def score(query, documents):
    return [1.0 for _ in documents]

def words(item, response, judgements):
    yield Score(response=response, measure="words", unit=None, value=1.0)

own = Measure(name="words", description="words", source="ours", score=words, judged=False)
"""
RUN = """
inputs: [topic.json]
system: [python:answer.py:answer]
judge: python:judge.py:judge
measure: [python:words.py:own]
"""
ASKED = "openai-api/any/model+python:score.py:score"
AGAIN = "--overwrite --out"


def made(hayrick: Command, command: str) -> None:
    assert hayrick(*command.split()).err == ""


@pytest.fixture
def place(bakery: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with code, a run file and a haystack."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "own_texts", raising=False)
    monkeypatch.setenv("ANY_API_KEY", "none")
    monkeypatch.setenv("ANY_BASE_URL", "http://127.0.0.1:9/v1")
    shutil.copy(bakery, tmp_path / "topic.json")
    for name in ("answer.py", "judge.py", "words.py", "score.py"):
        (tmp_path / name).write_text(CODE)
    (tmp_path / "own_texts.py").write_text('TEXT = "- It opens at six. [1]"')
    (tmp_path / "own.yaml").write_text(RUN)
    return tmp_path


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.*") if path.is_file()}


@pytest.mark.parametrize(
    ("before", "words", "names"),
    [
        (
            "run own.yaml --out r",
            f"export r --format jsonl {AGAIN}",
            ["answer.py", "own_texts.py", "judge.py", "words.py", "own.yaml"],
        ),
        ("run own.yaml --out r", f"report r --format md {AGAIN}", ["own_texts.py", "own.yaml"]),
        ("run own.yaml --out r", "gate r --min joint=0 --overwrite --junit", ["answer.py", "own.yaml"]),
        (
            "retrieve topic.json --retriever rrf:bm25,python:score.py:score --out r",
            f"report r --format md {AGAIN}",
            ["score.py"],
        ),
        (
            f"validate {GOLDEN / 'annotations.json'} --judge python:judge.py:judge --out r",
            f"report r --format md {AGAIN}",
            ["judge.py"],
        ),
        (
            f"run topic.json --system {ASKED} --judge none --prompts-only --out r",
            f"prompts r {AGAIN}",
            ["score.py", "own_texts.py"],
        ),
    ],
    ids=lambda one: str(one).split()[0],
)
def test_code_that_a_run_read_is_an_input(
    hayrick: Command, refused: Callable[..., str], place: Path, before: str, words: str, names: list[str]
) -> None:
    if "--prompts-only" in before:
        pytest.importorskip("inspect_ai", reason="language models need the extra llm")
    made(hayrick, before)
    kept = tree(place)
    for name in names:
        assert f"{name}: an input of this command" in refused(*words.split(), name)
    assert tree(place) == kept


@pytest.mark.parametrize("name", ["answer.py", "own_texts.py", "own.yaml", "topic.json"])
def test_no_other_command_writes_over_what_lies_beside_a_run_that_read_it(
    hayrick: Command, refused: Callable[..., str], place: Path, name: str
) -> None:
    made(hayrick, "run own.yaml --out .")
    made(hayrick, f"run {GOLDEN / 'bakery.json'} --system lead --judge local --out other")
    kept = tree(place)
    line = refused(*f"export other --format jsonl {AGAIN} {name}".split())
    assert f"{name}: a file of the run in .; expected another file" in line
    assert tree(place) == kept


def test_code_that_no_run_read_may_be_replaced(hayrick: Command, place: Path) -> None:
    made(hayrick, "run own.yaml --out .")
    made(hayrick, f"export . --format jsonl {AGAIN} score.py")
    assert (place / "score.py").read_text() != CODE
