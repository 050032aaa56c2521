"""LongBench v2: its layout, exact lengths, players, and accuracy by difficulty and size."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from conftest import Command
from hayrick.harness.naming.names import named_task
from hayrick.measures.choices import Choice
from hayrick.prompting import prompt_tokens
from hayrick.protocols import Task
from hayrick.systems.contexts import Showing
from hayrick.tasks.helmet.longbench_v2 import REPLY_TOKENS
from hayrick.types import BadInput, Item, Response


def rows() -> list[dict[str, Any]]:
    return [
        {
            "_id": f"id{n}",
            "domain": "Single-Document QA",
            "sub_domain": "Legal",
            "difficulty": ("easy", "hard")[n % 2],
            "length": ("short", "medium", "long")[n // 2],
            "question": f"Who signs treaty {n}?",
            **{f"choice_{letter}": f"Minister {letter}{n}" for letter in "ABCD"},
            "answer": "ABCD"[n % 4],
            "context": f"Treaty {n} has many clauses. " * (300 * (n + 1)),
        }
        for n in range(6)
    ]


@pytest.fixture(name="file")
def _file(tmp_path: Path) -> Path:
    path = tmp_path / "data.json"
    path.write_text(json.dumps(rows(), indent=1))
    return path


def task(path: Path, more: str = "length=1k") -> Task[Choice, str]:
    return named_task(f"helmet/longbench_v2?path={path}&{more}").task


@pytest.mark.parametrize("cut", ["end", "middle"])
def test_prompts_fill_the_length_and_have_all_tags(file: Path, cut: str) -> None:
    made = task(file, f"length=1k&cut={cut}")
    items = made.items(0)
    assert [item.id for item in items] == [f"id{n}" for n in range(6)]
    assert items[3].tags.items() >= {"difficulty": "hard", "size": "medium", "domain": "Single-Document QA"}.items()
    for item in items:
        prompt = made.prompt(item, Showing(spec="full").passages(item.query, item.documents, None, ""))
        assert 1024 - 3 <= prompt_tokens(prompt) + REPLY_TOKENS <= 1024
        assert f"(C) Minister C{item.id[2:]}" in prompt.messages[-1].text
    assert len(task(file, "size=short,long").items(0)) == 4


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("The correct answer is (A)", (1.0, 1.0, 0.0)),
        ("**The correct answer is (A)**, since clause 3 says so.", (1.0, 1.0, 0.0)),
        ("Of course! I would pick Minister A0.", (1.0, 0.0, 0.0)),
        ("A", (1.0, 0.0, 1.0)),
        ("", (0.0, 0.0, 0.0)),
        ("Treaty 0 has many clauses. " * 300, (0.0, 0.0, 0.0)),
        ("It could be (B) or (C).\n\nThe correct answer is (A)", (1.0, 1.0, 0.0)),
    ],
)
def test_players(file: Path, reply: str, expected: tuple[float, ...]) -> None:
    made = task(file)
    item: Item[Choice] = made.items(0)[0]
    response = Response(item=item, system="s", context="full", answer=made.parse(item, reply), reply=reply)
    assert tuple(row.value for one in made.measures for row in one.score(item, response, ())) == expected


def test_accuracy_is_told_by_difficulty_and_size(file: Path, tmp_path: Path, hayrick: Command) -> None:
    replies = tmp_path / "mine.jsonl"
    said = "".join(f'{{"item": "id{n}", "reply": "{"A" if n < 5 else ""}"}}\n' for n in range(6))
    replies.write_text(said)
    done = hayrick("run", f"helmet/longbench_v2?path={file}&length=1k", "--system", f"file:{replies}")
    assert done.status == 0, done
    # Right: id0 (easy, short) and id4 (easy, long).
    wanted = (
        "choice_accuracy of mine (full): easy 66.7 % (n = 3); hard 0.0 % (n = 3); "
        "short 50.0 % (n = 2); medium 0.0 % (n = 2); long 50.0 % (n = 2)"
    )
    assert wanted in " ".join((done.out + done.err).split())


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"answer": "E"}, "answer 'E'; expected a letter from A to D"),
        ({"choice_B": None}, "no 'choice_B'"),
        ({"length": "huge"}, "length 'huge'; expected short or medium or long"),
    ],
)
def test_bad_rows_are_named(file: Path, change: dict[str, Any], found: str) -> None:
    file.write_text(json.dumps([rows()[0], {**rows()[1], **change}]))
    with pytest.raises(BadInput, match=f"entry 2: {found}"):
        task(file)
    file.write_text(json.dumps(rows()))
    with pytest.raises(BadInput, match="size 'tiny'"):
        task(file, "size=tiny")
