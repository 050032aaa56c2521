"""InfiniteBench's questions: data as published, released outputs, and the published figures on them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conftest import Command, lines_of, strict_json
from hayrick.harness.naming.names import named_task
from hayrick.measures.answers import best, released_substring
from hayrick.prompting import prompt_tokens
from hayrick.protocols import Measure, Task
from hayrick.systems.contexts import Showing
from hayrick.tasks.helmet.infbench import REPLY_TOKENS
from hayrick.types import BadInput, Item, Prompt, Response

BOOKS = ["The mill stood still. " * 400, "The ferry left at dawn. " * 500, "Owls nested there. " * 600]


def rows() -> list[dict[str, Any]]:
    """Six questions about three books."""
    return [
        {
            "id": n,
            "context": BOOKS[n % 3],
            "input": f"Who owned house {n}?",
            "answer": [f"Miller Brown{n}", f"Brown{n}"],
            "options": [f"Nobody{n}", f"Miller Brown{n}", f"The owls of {n}", f"Ann{n}"],
        }
        for n in range(6)
    ]


@pytest.fixture(name="file")
def _file(tmp_path: Path) -> Path:
    path = tmp_path / "books.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows()))
    return path


def made(name: str, path: Path, more: str = "length=1k") -> Task[Any, str]:
    return named_task(f"helmet/infbench_{name}?path={path}&{more}").task


def shown(task: Task[Any, str], item: Item[Any]) -> Prompt:
    return task.prompt(item, Showing(spec="full").passages(item.query, item.documents, None, ""))


def scores(task: Task[Any, str], item: Item[Any], reply: str) -> dict[str, float | None]:
    response = Response(item=item, system="s", context="full", answer=task.parse(item, reply), reply=reply)
    return {row.measure: row.value for one in task.measures for row in one.score(item, response, ())}


@pytest.mark.parametrize("name", ["qa", "choice"])
@pytest.mark.parametrize("shots", [0, 2])
def test_prompt_and_reply_fill_the_length(file: Path, name: str, shots: int) -> None:
    task = made(name, file, f"length=600,1k&shots={shots}")
    items = task.items(0)
    assert [item.dataset for item in items] == [f"infbench_{name}@600"] * 6 + [f"infbench_{name}@1k"] * 6
    assert len({item.group for item in items}) == 3
    for item in items:
        length = int(item.tags["length"])
        assert length - 3 <= prompt_tokens(shown(task, item)) + REPLY_TOKENS <= length
        text = shown(task, item).messages[-1].text
        assert text.count("Question:") == 1 + shots
        assert item.query.split("\n")[0] in text.rpartition("Question:")[2]


def test_examples_are_about_other_documents_and_the_same_for_every_seed(file: Path) -> None:
    task = made("qa", file)
    first, second = ([shown(task, item) for item in made("qa", file).items(seed)] for seed in (0, 1))
    assert first == second
    for item, prompt in zip(task.items(0), first, strict=True):
        named = {int(part.split("?")[0]) for part in prompt.messages[-1].text.split("Who owned house ")[1:-1]}
        assert len(named) == 2
        assert all(number % 3 != int(item.id) % 3 for number in named)


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("Miller Brown0", {"rougeL_f1": 1.0, "f1": 1.0, "f1.helmet": 1.0, "f1.infinitebench": 1.0}),
        ("Well, I read it twice.\nThe answer is Brown0.", {"rougeL_f1": 1.0, "f1": 1.0}),
        ("", {"rougeL_f1": 0.0, "f1": 0.0, "f1.helmet": 0.0, "f1.infinitebench": 0.0}),
        ("The mill stood still. " * 400, {"rougeL_f1": 0.0, "f1": 0.0}),
        ("Let me think about mills. It was not Ann.\n\nAnswer: Miller Brown0", {"rougeL_f1": 1.0, "f1": 1.0}),
    ],
)
def test_players_of_questions(file: Path, reply: str, expected: dict[str, float]) -> None:
    task = made("qa", file)
    found = scores(task, task.items(0)[0], reply)
    assert {name: found[name] for name in expected} == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("B", (1.0, 1.0, 1.0)),
        ("Answer: B", (1.0, 1.0, 0.0)),
        ("Certainly. The right option is (B), Miller Brown0.", (1.0, 0.0, 0.0)),
        ("", (0.0, 0.0, 0.0)),
        ("The mill stood still. " * 400, (0.0, 0.0, 0.0)),
        ("A is wrong, C too, and D is a guest.\nAnswer: B. Miller Brown0", (1.0, 1.0, 0.0)),
        ("The answer is C", (0.0, 0.0, 0.0)),
    ],
)
def test_players_of_choices(file: Path, reply: str, expected: tuple[float, ...]) -> None:
    task = made("choice", file)
    assert tuple(scores(task, task.items(0)[0], reply).values()) == expected


def test_short_documents_are_left_out_where_that_is_wanted(file: Path) -> None:
    task = made("qa", file, "length=600&shortest=2900")
    assert {item.group for item in task.items(0)} == {"2", "3"}
    with pytest.raises(BadInput, match=r"documents of at most .* tokens; expected one of 65,536"):
        made("qa", file, "length=600&shortest=64k").items(0)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"answer": ["Nobody"]}, "the text or the letter of an option"),
        ({"options": []}, "from 2 to 10 texts"),
        ({"options": ["a", 3]}, "from 2 to 10 texts"),
        ({"context": " "}, "'context' is blank"),
        ({"input": None}, "no 'input'"),
        ({"id": 1}, "id '1' twice"),
        ({"answer": [""]}, "a text that is not empty"),
    ],
)
def test_bad_rows_are_named(tmp_path: Path, change: dict[str, Any], found: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in [{**rows()[0], **change}, *rows()[1:]]))
    with pytest.raises(BadInput, match=found):
        made("choice", path)


def test_outputs_are_scored_by_the_command_of_the_contract(tmp_path: Path, hayrick: Command) -> None:
    path = tmp_path / "preds.jsonl"
    outputs = [
        {"id": 0, "prediction": "B. Snowfield", "ground_truth": ["Snowfield", "B"]},
        {"id": 1, "prediction": "", "ground_truth": ["Hall Farm", "C"]},
        {"id": 3, "prediction": "I cannot say.", "ground_truth": ["A dairy", "A"]},
    ]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in outputs))
    out = tmp_path / "run"
    done = hayrick("run", f"helmet/infbench_choice?path={path}", "--system", f"file:{path}", "--out", out)
    assert done.status == 0, done
    (row,) = (
        one
        for one in strict_json((out / "estimates.json").read_text())["rows"]
        if one["measure"] == "choice_accuracy" and one["dataset"] is None
    )
    assert (row["value"], row["n"], row["n_failed"]) == (pytest.approx(1 / 3), 3, 2)
    assert [one["answer"] for one in lines_of(out / "responses.jsonl")] == ["B", None, None]


def published(shared: Path, kind: str) -> list[tuple[str, Path, float]]:
    """Model, file of outputs and published figure in percent."""
    folder = shared / "data" / "infinitebench_results"
    known = json.loads((folder / "expected.json").read_text())
    return [
        (model, folder / model / f"preds_{kind}.jsonl", known[f"{kind}/{model}"]["published"])
        for model in ("gpt4", "kimi", "claude2")
    ]


@pytest.mark.parametrize(
    ("kind", "name", "measure"),
    [("longbook_qa_eng", "qa", "f1.infinitebench"), ("longbook_choice_eng", "choice", "choice.infinitebench")],
)
def test_published_figures_of_questions(shared: Path, kind: str, name: str, measure: str) -> None:
    for model, path, figure in published(shared, kind):
        task = named_task(f"helmet/infbench_{name}?path={path}").task
        replies = {str(row["id"]): row["prediction"] for row in lines_of(path)}
        values = [scores(task, item, replies[item.id])[measure] or 0.0 for item in task.items(0)]
        assert round(100 * sum(values) / len(values), 2) == figure, model


def test_published_figures_of_summaries(shared: Path) -> None:
    for model, path, figure in published(shared, "longbook_sum_eng"):
        task = named_task(f"helmet/infbench_sum?path={path}").task
        (measure,) = (one for one in task.measures if one.name == "rougeLsum_f1.infinitebench")
        replies = {str(row["id"]): row["prediction"] for row in lines_of(path)}
        values = [one_score(measure, item, replies[item.id]) for item in task.items(0)]
        assert round(100 * sum(values) / len(values), 2) == figure, model


def one_score(measure: Measure[Any, str], item: Item[Any], reply: str) -> float:
    (row,) = measure.score(item, Response(item=item, system="s", context="full", answer=reply, reply=reply), ())
    return row.value or 0.0


def test_without_rouge_the_rest_is_scored(file: Path) -> None:
    assert "rougeL_f1" not in {one.name for one in made("qa", file, "rouge=no").measures}
    with pytest.raises(BadInput, match="rouge 'maybe'; expected yes or no"):
        made("qa", file, "rouge=maybe")


@pytest.mark.parametrize("kind", ["kv_retrieval", "passkey"])
def test_published_figures_of_retrieval_are_those_of_helmets_substring(shared: Path, kind: str) -> None:
    for model, path, figure in published(shared, kind):
        rows = lines_of(path)
        contained: Callable[[str, str], bool] = released_substring
        values = [best(contained, [row["ground_truth"]], row["prediction"]) for row in rows]
        assert round(100 * sum(values) / len(values), 2) == figure, model
