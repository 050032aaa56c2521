"""Data of every layout with one field changed: a sound read, or one clear line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hayrick.harness.naming.names import named_task
from hayrick.protocols import Task
from hayrick.types import BadInput

TALK = " ".join(f"Sentence {n} tells of owl {n} and of mouse {7 * n}." for n in range(60))
PASSAGES = [{"id": f"p{n}", "title": f"Town{n}", "text": f"Town{n} has a bell. {TALK[:300]}"} for n in range(60)]
HOTPOT = {
    "_id": "h1",
    "question": "Which bird?",
    "answer": "Town1",
    "context": [["Town1", ["Town1 has a bell."]], ["Town2", ["It is small."]]],
    "supporting_facts": [["Town1", 0]],
}
HUB = {
    **HOTPOT,
    "context": {"title": ["Town1", "Town2"], "sentences": [["Town1 has a bell."], ["It is small."]]},
    "supporting_facts": {"title": ["Town1"], "sent_id": [0]},
}
SQUAD = {
    "title": "Towns",
    "paragraphs": [
        {"context": "Town1 has a bell.", "qas": [{"id": "s1", "question": "q?", "answers": [{"text": "Town1"}]}]}
    ],
}
GOLD = {"id": "g", "title": "Town1", "text": "Town1 has a bell."}
ASKED = {"id": "a", "question": "Which town?", "answers": ["Town1"], "ctxs": [{**GOLD, "isgold": True}]}
TRIVIA = {"id": "t", "question": "q?", "answer": {"value": "Town1", "aliases": ["T1"]}, "positive_ctxs": [GOLD]}
POPQA = {"id": 3, "question": "q?", "possible_answers": '["Town1"]', "s_pop": 9, "positive_ctxs": [GOLD]}
KILT = {"id": "k", "input": "q?", "output": [{"answer": "Town1", "provenance": [{"title": "Town1", **GOLD}]}]}
DOCS = [{"title": one["title"], "text": one["text"]} for one in PASSAGES]
ASQA = {"sample_id": "x", "question": "q?", "qa_pairs": [{"short_answers": ["Town1"]}], "docs": DOCS}
QAMPARI = {"id": "x", "question": "q?", "answers": [["Town1"]], "docs": DOCS}
GRADED = [{"id": one["id"], "text": one["text"], "relevance": n % 3} for n, one in enumerate(PASSAGES)]
RERANK = {"id": "r", "query": "q?", "passages": GRADED}
BOOK = {"id": 1, "context": TALK, "input": "Who?", "answer": ["Owl"]}
OUTPUT = {"id": 1, "prediction": "Owl", "ground_truth": ["Owl"]}
CHOICE = {**BOOK, "answer": ["Owl"], "options": ["Owl", "Mouse"]}
STORY = {"id": 1, "document": {"text": TALK}, "question": {"text": "Who?"}, "answers": [{"text": "Owl"}]}
CASE = {"id": 1, "sources": [TALK], "summary/long": "Long.", "summary/short": "Short.", "keypoints": ["One."]}
NESTED = {"id": 1, "text": TALK, "summary": {"long": "Long.", "short": "Short."}}
LONGBENCH = {
    **{"_id": "l", "domain": "d", "difficulty": "easy", "length": "short", "question": "q?", "answer": "A"},
    **{f"choice_{letter}": letter * 3 for letter in "ABCD"},
    "context": TALK,
}
BABILONG = {"input": TALK, "question": "Where is Mary?", "target": "kitchen"}
MESSAGES = [{"role": role, "content": text} for role, text in (("user", "Ask"), ("assistant", "Say"), ("user", "Re"))]
MRCR = {"prompt": json.dumps(MESSAGES), "answer": "abcSay", "random_string_to_prepend": "abc", "n_needles": 2}
GRAPH = {"prompt": "x -> y\n\nOperation:\nFind the parents of y", "answer_nodes": ["x"], "problem_type": "parents"}
OVER = "&corpus=CORPUS&length=1k&n=1&shots=0&tokenizer=cl100k"
LAYOUTS: dict[str, tuple[str, dict[str, Any]]] = {
    "hotpotqa": (f"hotpotqa?data=PATH{OVER}", HOTPOT),
    "hotpotqa of the hub": (f"hotpotqa?data=PATH{OVER}", HUB),
    "squad": (f"qa_squad?data=PATH{OVER}", SQUAD),
    "nq": (f"nq?data=PATH{OVER}", ASKED),
    "triviaqa": (f"triviaqa?data=PATH{OVER}", TRIVIA),
    "popqa": (f"popqa?data=PATH{OVER}", POPQA),
    "kilt": (f"nq?data=PATH{OVER}", KILT),
    "asqa": ("alce_asqa?data=PATH&length=2k", ASQA),
    "qampari": ("alce_qampari?data=PATH&length=2k", QAMPARI),
    "rerank": ("rerank?data=PATH&length=2k", RERANK),
    "infbench_qa": ("infbench_qa?path=PATH&length=1k&rouge=no", BOOK),
    "infbench outputs": ("infbench_qa?path=PATH&rouge=no", OUTPUT),
    "infbench_choice": ("infbench_choice?path=PATH&length=1k", CHOICE),
    "narrativeqa": ("narrativeqa?path=PATH&length=1k&rouge=no", STORY),
    "multi_lexsum": ("multi_lexsum?data=PATH&length=1k&rouge=no", CASE),
    "multi_lexsum nested": ("multi_lexsum?data=PATH&length=1k&rouge=no", NESTED),
    "longbench_v2": ("longbench_v2?path=PATH&length=2k", LONGBENCH),
    "babilong": ("babilong?path=PATH", BABILONG),
    "mrcr": ("mrcr_2?path=PATH&flawed=keep", MRCR),
    "graphwalks": ("graphwalks_parents?path=PATH", GRAPH),
}
VALUES: list[Any] = [
    None,
    True,
    5,
    -1e308,
    [],
    ["x"],
    [[]],
    [None],
    {},
    {"a": 1},
    "",
    "\ud800",
    "x\n" * 500,
    "9" * 5000,
]


def changed(value: Any, deep: int = 4) -> Iterator[Any]:
    """The value with one part of it replaced, for each part and each of `VALUES`."""
    yield from VALUES
    if isinstance(value, dict) and deep:
        for key, part in value.items():
            yield {name: one for name, one in value.items() if name != key}
            yield from ({**value, key: other} for other in changed(part, deep - 1))
    if isinstance(value, list) and deep and value:
        yield from ([other, *value[1:]] for other in changed(value[0], deep - 1))


def task_of(spec: str, path: Path) -> Task[Any, Any]:
    return named_task(f"helmet/{spec}".replace("PATH", str(path)).replace("CORPUS", str(path.parent / "c.jsonl"))).task


def read(spec: str, path: Path) -> None:
    """Make the items and prompts of a task, or be told in one line what is wrong."""
    said = ""
    try:
        task = task_of(spec, path)
        for item in task.items(0)[:2]:
            assert item.id.strip()
            task.prompt(item, [])
    except BadInput as problem:
        said = str(problem)
    assert "\n" not in said
    assert len(said) < 700, said


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "c.jsonl").write_text("\n".join(map(json.dumps, PASSAGES)), encoding="utf-8")
    return tmp_path / "q.jsonl"


@pytest.mark.parametrize("layout", LAYOUTS)
def test_one_changed_field_is_read_or_refused_in_one_line(path: Path, layout: str) -> None:
    spec, row = LAYOUTS[layout]
    path.write_text(json.dumps(row), encoding="utf-8")
    assert task_of(spec, path).items(0)
    for other in changed(row):
        path.write_text(json.dumps(other), encoding="utf-8")
        read(spec, path)
    path.write_text(json.dumps({**row, "x": float("nan")}), encoding="utf-8")
    with pytest.raises(BadInput, match="holds NaN"):
        task_of(spec, path)


@pytest.mark.parametrize("layout", ["hotpotqa", "nq", "triviaqa", "popqa", "squad", "kilt", "rerank", "narrativeqa"])
def test_ids_with_a_lone_surrogate_are_ids(path: Path, layout: str) -> None:
    spec, row = LAYOUTS[layout]
    text = json.dumps(row)
    for id in ("id", "_id"):
        text = text.replace(f'"{id}": {json.dumps(row.get(id, "s1"))}', f'"{id}": "\\ud800"')
    assert "ud800" in text
    path.write_text(text, encoding="utf-8")
    items = task_of(spec, path).items(0)
    assert any("\ud800" in item.id for item in items)
