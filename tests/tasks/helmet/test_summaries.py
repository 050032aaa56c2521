"""Summaries of long documents: files, items of exact lengths, answers, and runs with their key points."""

from __future__ import annotations

import csv
import importlib.util
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conftest import Command
from hayrick.harness.naming.names import named_task
from hayrick.harness.planning.plan import plan
from hayrick.harness.reviewing.sheet_answers import validate_sheet
from hayrick.harness.reviewing.sheets import write_sheet
from hayrick.harness.running.run import run
from hayrick.harness.running.run_request import RunRequest
from hayrick.measures.summaries import Reference
from hayrick.prompting import prompt_tokens
from hayrick.protocols import Task
from hayrick.systems.contexts import Showing
from hayrick.tasks.helmet.summary_files import read_key_points, read_sources
from hayrick.types import BadInput

NAMES = ("Ada", "Bo", "Cleo", "Dov", "Elin", "Finn")
LOOP = "The aim of the writer is to show that learning grammar is a needed part of schooling. "
ROUGE = "" if importlib.util.find_spec("rouge_score") else "&rouge=no"


def short(name: str) -> str:
    return (
        f"{name} Marsh sued the city of Corrin over a closed ferry. The judge ordered the ferry to run again in 1911."
    )


def case(number: int, name: str) -> dict[str, Any]:
    papers = [f"{name} Marsh complains. {'The ferry stood still that day. ' * 300}", f"The judge of {name} rules."]
    long = f"{short(name)} The city paid {number + 3} thousand crowns. It never appealed."
    return {"id": f"c{number}", "sources": papers, "summary/long": long, "summary/short": short(name)}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "cases.jsonl"
    path.write_text("".join(json.dumps(case(n, name)) + "\n" for n, name in enumerate(NAMES)), encoding="utf-8")
    return path


def task(path: Path, more: str = "") -> Task[Reference, str]:
    return named_task(f"helmet/multi_lexsum?data={path}&length=1k{ROUGE}{more}").task


def lines(folder: Path, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / name).read_text(encoding="utf-8").splitlines()]


REPLIES: dict[str, Callable[[str], str]] = {
    "perfect": lambda name: short(name),
    "cut": lambda name: f"{short(name)} The city of Corrin, which had closed the ferry beca",
    "loop": lambda name: LOOP * 200,
    "context": lambda name: f"{name} Marsh complains. {'The ferry stood still that day. ' * 300}",
    "other": lambda name: "Owls hunt mice at night. Foxes sleep in dens.",
    "silent": lambda name: "",
    "marks": lambda name: "...\n***",
}


@pytest.fixture
def replies(tmp_path: Path) -> Path:
    path = tmp_path / "replies.jsonl"
    rows = [
        {"item": f"c{n}", "system": system, "reply": reply(name)}
        for n, name in enumerate(NAMES)
        for system, reply in REPLIES.items()
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def request(file: Path, replies: Path, more: str = "", **options: Any) -> RunRequest:
    spec = f"helmet/multi_lexsum?data={file}&length=1k{ROUGE}{more}"
    return RunRequest(inputs=[spec], systems=[f"file:{replies}"], **options)


def test_papers_of_a_case_are_joined_and_cut_to_the_exact_length(file: Path) -> None:
    of = task(file)
    items = of.items(0)
    assert [item.id for item in items] == [f"c{n}" for n in range(6)]
    for item in items:
        prompt = of.prompt(item, Showing(spec="full").passages("", item.documents, None, ""))
        assert 1020 <= prompt_tokens(prompt) + of.max_tokens <= 1024
        assert "Paper 1 of 2" in prompt.messages[-1].text
        assert item.tags["shown_tokens"] < item.tags["document_tokens"]  # type: ignore[operator]
    assert of.items(0) == items
    assert len(task(file, "&n=2").items(1)) == 2


def test_both_layouts_are_read_and_cases_without_a_short_summary_left_out(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    rows = [
        {"id": 1, "sources": ["one", " ", "two"], "summary/long": "L", "summary/short": None},
        {"id": 2, "sources": ["one", " ", "two"], "summary": {"long": "L", "short": "S"}},
        {"context": "book", "answer": ["A", "B"], "keypoints": ["p"]},
    ]
    path.write_text(json.dumps(rows), encoding="utf-8")
    (two, three), n_without = read_sources(path)
    assert n_without == 1
    assert (two.id, two.text) == ("2", "Paper 1 of 2\n\none\n\nPaper 2 of 2\n\ntwo")
    assert two.reference == Reference(text="L", short="S")
    assert (three.id, three.text, three.reference) == (
        *("3", "book"),
        Reference(text="A", short="A", points=("p",), maker="data"),
    )


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"summary/short": "S"}, "no document"),
        ({"text": 3, "summary/short": "S"}, "'text' is a number"),
        ({"sources": [" "], "summary/short": "S"}, "'sources' is empty"),
        ({"text": "t", "summary": 5}, "'summary' is a number; expected a text, or an object"),
        ({"text": "t", "summary": ["S"]}, "'summary' is a list"),
        ({"id": {}, "text": "t", "summary": "S"}, "'id' is an object"),
        ({"text": "t", "answer": [3]}, "'answer' is a number"),
        ({"text": "t", "answer": []}, "'answer' is missing"),
        ({"text": "t", "summary/short": "S", "keypoints": ["", "a"]}, "key points are a list"),
        ({"text": "t"}, "1 document, none with a summary"),
    ],
)
def test_bad_data_are_named_with_their_place(tmp_path: Path, row: dict[str, Any], said: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps(row), encoding="utf-8")
    with pytest.raises(BadInput, match=said) as problem:
        read_sources(path)
    assert str(path) in str(problem.value)


def test_each_kind_of_reply_scores_what_it_should(file: Path, replies: Path, tmp_path: Path) -> None:
    result = run(request(file, replies), tmp_path / "out")
    found = {(one.key.system, one.key.measure): one.estimate for one in result.tasks[0].estimates}

    def value(system: str, measure: str) -> float | None:
        return found[system, measure].value

    assert value("perfect", "summary_f1") == 1
    assert (value("cut", "fluency"), value("cut", "keypoint_recall")) == (1, 1)
    assert [value(name, "fluency") for name in ("loop", "context", "silent", "marks")] == [0, 0, 0, 0]
    assert [value(name, "summary_f1") for name in ("loop", "context", "silent", "marks")] == [0] * 4
    assert value("other", "summary_f1") == pytest.approx(0, abs=0.01), "a word in common is worth next to nothing"
    assert [found[name, "summary_f1"].n_failed for name in ("loop", "silent", "marks")] == [0, 6, 6]
    assert value("other", "fluency") == 1
    assert value("loop", "repetition") == pytest.approx(0.995)
    assert {one.n_unjudged for one in found.values()} == {0}
    if not ROUGE:
        # The original's example: a sentence said hundreds of times has a ROUGE-L, and no score.
        assert (value("loop", "rougeL_f1") or 0) > 0
        assert value("perfect", "rougeL_f1") == 1


def test_key_points_are_written_once_and_used_again_unchanged(file: Path, replies: Path, tmp_path: Path) -> None:
    run(request(file, replies), tmp_path / "a")
    saved = tmp_path / "a" / "keypoints.jsonl"
    rows = lines(tmp_path / "a", "keypoints.jsonl")
    assert [row["group"] for row in rows] == [f"c{n}" for n in range(6)]
    assert {row["maker"] for row in rows} == {"local.v2"}
    rows[0]["points"], rows[0]["maker"] = ["Ada Marsh sued the city of Corrin."], "me"
    mine = tmp_path / "mine.jsonl"
    mine.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    before = saved.read_bytes(), mine.read_bytes()
    run(request(file, replies, f"&keypoints={mine}"), tmp_path / "b")
    assert lines(tmp_path / "b", "keypoints.jsonl") == rows
    assert (saved.read_bytes(), mine.read_bytes()) == before
    judged = [row for row in lines(tmp_path / "b", "judgements.jsonl") if row["group"] == "c0"]
    assert {row["unit"]: row["about"] for row in judged if row["unit"].startswith("recall")} == {
        "recall/1": "Ada Marsh sued the city of Corrin."
    }


def test_key_points_of_other_references_are_refused(file: Path, tmp_path: Path) -> None:
    path = tmp_path / "k.jsonl"
    path.write_text('{"reference": "0", "maker": "me", "points": ["a"]}\n', encoding="utf-8")
    with pytest.raises(BadInput, match="1 lists of key points, of none of its references"):
        task(file, f"&keypoints={path}")
    path.write_text(path.read_text() + '{"reference": "0", "maker": "you", "points": ["a"]}\n', encoding="utf-8")
    with pytest.raises(BadInput, match="other key points of the reference 0"):
        read_key_points(path)


def test_a_plan_counts_the_questions_about_key_points_that_are_yet_to_be_made(file: Path) -> None:
    spec = f"helmet/multi_lexsum?data={file}&length=1k{ROUGE}"
    (row,) = plan(RunRequest(inputs=[spec], systems=["openai/gpt-4o"], judge="openai/gpt-4o")).calls
    assert row.calls == 6 * (1 + 4)


def test_a_sheet_asks_people_and_returns_three_agreements_that_are_never_pooled(
    file: Path, replies: Path, tmp_path: Path
) -> None:
    folder, path = tmp_path / "run", tmp_path / "sheet.csv"
    run(request(file, replies), folder)
    assert write_sheet(folder, path, seed=1) > 0
    with path.open(encoding="utf-8-sig", newline="") as opened:
        rows = list(csv.DictReader(opened))
    kinds = [row["kind"] for row in rows]
    assert (kinds.count("fluency"), kinds.count("key points complete")) == (10, 10)
    assert kinds.count("recall") == kinds.count("key point true") <= 50
    of_each = Counter((row["item"], row["system"]) for row in rows if row["kind"] == "precision")
    assert max(of_each.values()) == 5
    assert not {"silent", "marks"} & {row["system"] for row in rows}
    verdicts = {(row["item"], row["system"], row["unit"]): row["value"] for row in lines(folder, "judgements.jsonl")}
    open_ones = 0
    for row in rows:
        value = verdicts.get((row["item"], row["system"], row["unit"]))
        if row["kind"] == "recall":
            row["answer"] = "yes" if (value or 0) >= 0.5 else "no"
        elif row["kind"] == "precision":
            row["answer"] = "no" if (value or 0) >= 0.5 else "yes"
        elif row["kind"] == "key point true" and not open_ones:
            open_ones = 1
        elif row["kind"] != "read":
            row["answer"] = "Yes"
    write(path, rows, ";")
    found = validate_sheet(folder, path, tmp_path / "v")
    by_kind = {one.kind: one for one in found.agreements}
    assert list(by_kind) == ["recall", "precision", "fluency"]
    assert by_kind["recall"].agreement.kappa.value == by_kind["recall"].agreement.equal.value == 1
    assert (by_kind["precision"].agreement.kappa.value or 0) < 0
    assert by_kind["fluency"].agreement.n == 10
    assert [one.published for one in found.agreements] == ["kappa .72", "kappa .83", "100 % equal"]
    assert [(one.name, one.n - one.n_yes, one.n_unanswered) for one in found.said] == [
        *(("key point true", 0, 1), ("key points complete", 0, 0))
    ]
    assert len(json.loads((tmp_path / "v" / "agreement.json").read_text())["rows"]) == 5


def write(path: Path, rows: list[dict[str, str]], delimiter: str = ",") -> None:
    with path.open("w", encoding="utf-8", newline="") as opened:
        writer = csv.DictWriter(opened, list(rows[0]), delimiter=delimiter)
        writer.writeheader()
        writer.writerows(rows)


def test_what_is_wrong_with_a_sheet_is_said_in_one_line(
    file: Path, replies: Path, tmp_path: Path, hayrick: Command
) -> None:
    folder, path = tmp_path / "run", tmp_path / "sheet.csv"
    run(request(file, replies), folder)
    done = hayrick("validate", folder, "--sheet", path)
    assert done.status == 0
    assert "questions" in done.out
    assert "exists already" in hayrick("validate", folder, "--sheet", path).err
    with path.open(encoding="utf-8-sig", newline="") as opened:
        rows = list(csv.DictReader(opened))
    number = next(n for n, row in enumerate(rows) if row["kind"] == "recall")
    rows[number]["answer"] = "maybe"
    write(path, rows)
    assert f"row {number + 2}: answer 'maybe'; expected yes or no" in hayrick("validate", folder, "--labels", path).err
    rows[number]["answer"], rows[number]["text"] = "yes", "another"
    write(path, rows)
    assert "is another text in the run" in hayrick("validate", folder, "--labels", path).err
    rows[number]["unit"] = "recall/99"
    write(path, rows)
    assert "expected a unit of the run" in hayrick("validate", folder, "--labels", path).err
    assert "no column 'question'" in hayrick("validate", folder, "--labels", replies).err
    assert "Give --judge" in hayrick("validate", folder).err


def test_a_haystack_has_no_such_sheet(bakery: Path, tmp_path: Path) -> None:
    run(RunRequest(inputs=[str(bakery)], systems=["lead"]), tmp_path / "run")
    with pytest.raises(BadInput, match="no verdicts of a task that people can be asked about"):
        write_sheet(tmp_path / "run", tmp_path / "sheet.csv")


def test_books_are_asked_about_as_books(tmp_path: Path) -> None:
    path = tmp_path / "books.jsonl"
    path.write_text(json.dumps({"id": 7, "context": "Once. " * 2000, "answer": ["It ends."]}) + "\n", encoding="utf-8")
    made = named_task(f"helmet/infbench_sum?data={path}&length=2k{ROUGE}").task
    (item,) = made.items(0)
    assert (item.id, item.dataset, made.max_tokens) == ("7", "infbench_sum@2k", 1200)
    prompt = made.prompt(item, Showing(spec="full").passages("", item.documents, None, ""))
    assert "The book ends here" in prompt.messages[-1].text
    assert made.sheet is not None
    assert made.sheet.published["precision"] == "kappa .91"
    assert list(made.sheet.reads(item)) == ["Read the reference"]


def test_released_outputs_are_scored_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "preds.jsonl"
    rows = [{"id": n, "prediction": LOOP * (1 + 99 * n), "ground_truth": [LOOP]} for n in range(2)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    spec = f"helmet/infbench_sum?path={path}{ROUGE}"
    (found,) = run(RunRequest(inputs=[spec], systems=[f"file:{path}"])).tasks
    values = [row.value for row in found.scores if row.measure == "summary_f1"]
    assert values == [1, 0]


def test_documents_without_a_short_summary_are_counted_in_a_note(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    rows = [{"text": "t", "summary/long": "L"}, {"text": "t", "summary": "S"}, {"text": "t", "summary": None}]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    notes = named_task(f"helmet/multi_lexsum?data={path}").task.notes
    assert notes is not None
    assert notes([], []) == ["2 documents without a short summary were left out."]
