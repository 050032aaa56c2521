"""Questions on drawn parts of a text: by rule, and those that a run has written; summaries about one matter."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from conftest import Command
from corpora import tale, tales
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.naming.names import named_task
from hayrick.harness.planning.plan import plan
from hayrick.harness.running.run_request import RunRequest
from hayrick.judges.information.local import asks_for_all
from hayrick.judges.section_rating import JUDGES
from hayrick.protocols import JudgeOptions, Task
from hayrick.replies.questions import MOST_QUESTION, read_question
from hayrick.reporting import answers_of
from hayrick.tasks.ethic.by_rule import GAP
from hayrick.tasks.information.gold import instruction_of
from hayrick.tasks.information.task import Sampling, information_task
from hayrick.types import BadInput, Item, Question, Reply, Response

FILES = {"books": "books.txt", "debates": "debates.xml", "medicine": "medicine.jsonl", "law": "law"}
QUESTIONS = (*(f"single_qa_{domain}" for domain in FILES), "multi_qa_medicine", "multi_qa_law")

JUDGE = """
class Judge:
    name, signature, asks, note = "mine", "mine", False, ""

    async def judge(self, item, response, ask):
        return []

judge = Judge()
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tales(tmp_path_factory.mktemp("tales"))


def spec_of(folder: Path, name: str, more: str = "") -> str:
    return f"ethic/{name}?data={folder / FILES[name.rpartition('_')[2]]}&least=0{more}"


def made(folder: Path, name: str, more: str = "") -> Task[Any, Any]:
    return named_task(spec_of(folder, name, more)).task


def scored(task: Task[Any, Any], item: Item[Any], reply: str) -> dict[str, tuple[float | None, bool]]:
    response: Response[Any] = Response(
        item=item, system="s", context="full", reply=reply, answer=task.parse(item, reply)
    )
    rows = [row for measure in task.measures for row in measure.score(item, response, ())]
    return {row.measure: (row.value, row.failed) for row in rows}


class TestByRule:
    @pytest.mark.parametrize("name", QUESTIONS)
    def test_a_drawn_section_answers_and_no_other_one(self, folder: Path, name: str) -> None:
        task = made(folder, name, "&asked=2")
        assert task.items(3) == task.items(3)
        items = task.items(0)
        assert len(items) == 2
        for item in items:
            drawn = [item.documents[place - 1].text for place in item.gold.chunks]
            others = [one.text for number, one in enumerate(item.documents, start=1) if number not in item.gold.chunks]
            assert len(others) > 1
            assert item.tags["drawn"] == "+".join(map(str, item.gold.chunks))
            words = item.gold.answers[0].split("; ")
            assert len(words) == len(drawn) == (2 if name.startswith("multi") else 1)
            for text, word, sentence in zip(drawn, words, item.gold.evidence, strict=True):
                assert sentence in text
                assert sentence.replace(word, GAP) in item.query
                assert not any(word in other or sentence in other for other in others)

    @pytest.mark.parametrize("name", QUESTIONS)
    def test_perfect_polite_silent_and_lazy(self, folder: Path, name: str) -> None:
        task = made(folder, name)
        item = task.items(0)[0]
        right = item.gold.answers[0]
        both = {"substring_exact_match": (1.0, False), "f1": (1.0, False)}
        assert scored(task, item, f"Answer: {right}") == both
        assert scored(task, item, f"Of course!\n\nAnswer: {right}\n\nI hope that helps.") == both
        floor = {"substring_exact_match": (0.0, True), "f1": (0.0, True)}
        assert scored(task, item, " \n") == floor
        wrong = scored(task, item, "Answer: lantern")
        assert wrong == {"substring_exact_match": (0.0, False), "f1": (0.0, False)}
        if name.startswith("multi"):
            half = scored(task, item, f"Answer: {right.split('; ')[0]}")
            assert half["substring_exact_match"][0] == 0
            assert half["f1"][0] == pytest.approx(2 / 3)

    def test_every_gap_of_several_is_right_by_itself(self, folder: Path) -> None:
        task = made(folder, "multi_qa_law")
        item = task.items(0)[0]
        assert list(answers_of(task, item)) == item.gold.answers[0].split("; ")
        assert len(answers_of(task, item)) == 2

    def test_sections_of_multi_are_of_different_documents(self, folder: Path) -> None:
        for item in made(folder, "multi_qa_law").items(0):
            assert len({"1" if tale(0, 1)[:20] in one.text else "2" for one in item.documents}) == 2
            first, second = item.gold.chunks
            half = len(item.documents) // 2
            assert first <= half < second

    def test_a_sentence_that_stands_twice_is_not_asked_about(self, tmp_path: Path) -> None:
        path = tmp_path / "twice.txt"
        path.write_text("\n\n".join([tale(0, 50)] * 2))
        with pytest.raises(BadInput, match="no question can be made"):
            named_task(f"ethic/single_qa_books?data={path}&least=0").task.items(0)

    def test_a_length_has_the_sections_of_the_other_tasks(self, folder: Path) -> None:
        more = "&length=7k,8k"
        low = {item.dataset.partition("@")[2]: item for item in made(folder, "single_qa_books", more).items(0)}
        high = {item.dataset.partition("@")[2]: item for item in made(folder, "summarizing_books", more).items(0)}
        assert {name: item.documents for name, item in low.items()} == {
            name: item.documents for name, item in high.items()
        }
        assert len(low["7k"].documents) < len(low["8k"].documents)

    def test_needed_chunks_are_found_and_few(self, folder: Path) -> None:
        task = made(folder, "single_qa_books", "&asked=3")
        for item in task.items(0):
            assert not asks_for_all(item.query, instruction_of(task, item))
            assert answers_of(task, item) == item.gold.answers
        needs = information_task(task, Sampling(chunk_tokens=128))
        judge = needs.judges["local"].make(JudgeOptions(name="local"))
        for need, item in zip(needs.items(0), task.items(0), strict=True):
            response = Response(item=need, system="", context="", answer="")
            judgements = asyncio.run(judge.judge(need, response, nobody))
            needed = [
                one.text for one, told in zip(need.documents, judgements, strict=True) if (told.value or 0) >= 0.5
            ]
            assert 1 <= len(needed) <= 2
            assert any(item.gold.answers[0] in one for one in needed)


@pytest.mark.parametrize("name", ["multi_qa_law", "focused_summary_debates"])
def test_a_run_holds_what_was_drawn_and_asked(folder: Path, tmp_path: Path, hayrick: Command, name: str) -> None:
    code, spec = tmp_path / "says.py", spec_of(folder, name, "&asked=2&questions=rule")
    code.write_text("def says(request):\n    return 'So it is.'\n")
    (tmp_path / "judge.py").write_text(JUDGE)
    judge = ("--judge", f"python:{tmp_path / 'judge.py'}:judge") if name.startswith("focused") else ()
    given = ("--system", f"python:{code}:says", *judge, "--out", tmp_path / "run")
    assert hayrick("run", spec, *given).status == 0
    rows = [json.loads(line) for line in (tmp_path / "run" / "questions.jsonl").read_text().splitlines()]
    items = named_task(spec).task.items(0)
    assert [(row["item"], row["query"]) for row in rows] == [(item.id, item.query) for item in items]
    for row, item in zip(rows, items, strict=True):
        places = [one["section"] for one in row["chunks"]]
        assert "+".join(map(str, places)) == item.tags["drawn"]
        assert [one["text"] for one in row["chunks"]] == [item.documents[place - 1].text for place in places]
        assert row["right"] == ([] if judge else list(item.gold.answers))
        assert row["evidence"] == ([] if judge else list(item.gold.evidence))


@pytest.mark.parametrize(("name", "process"), [("single_qa_law", "remember"), ("focused_summary_law", "understand")])
def test_what_a_task_says_of_itself(folder: Path, name: str, process: str) -> None:
    about = {"process": process, "domain": "law", "documents": "multi", "related": "citing one case"}
    for source in ("rule", "none"):
        assert made(folder, name, f"&questions={source}").about == {**about, "newly curated": "yes"}


async def nobody(questions: Sequence[Question]) -> list[Reply | None]:
    return [None for _ in questions]


class TestWritten:
    def test_a_run_writes_questions_that_are_asked_next(self, folder: Path, tmp_path: Path, hayrick: Command) -> None:
        spec = spec_of(folder, "single_qa_books", "&asked=3")
        shown = named_task(f"{spec}&questions=none").task.items(0)
        by_rule = named_task(spec).task.items(0)
        assert [item.tags["drawn"] for item in shown] == [item.tags["drawn"] for item in by_rule]
        assert [[one.text] for item in by_rule for one in item.documents if one.id == item.tags["drawn"]] == [
            [one.text for one in item.documents] for item in shown
        ], "a writer sees the drawn sections alone"
        replies = [
            f"Question: Who came {n}?\nAnswer: {item.documents[0].text.split()[3]}" for n, item in enumerate(shown)
        ]
        replies[1] = "I cannot think of one."
        path, run = tmp_path / "replies.jsonl", tmp_path / "run"
        rows = [{"item": one.id, "system": "s", "reply": reply} for one, reply in zip(shown, replies, strict=True)]
        path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
        done = hayrick("run", f"{spec}&questions=none", "--system", f"file:{path}", "--out", run)
        assert (done.status, done.err) == (0, "")
        means = {row["measure"]: row["value"] for row in json.loads((run / "estimates.json").read_text())["rows"]}
        assert means == {"question_written": pytest.approx(2 / 3), "answer_in_chunks": pytest.approx(2 / 3)}
        written = [json.loads(line) for line in (run / "questions.jsonl").read_text().splitlines()]
        assert [[one["text"] for one in row["chunks"]] for row in written] == [[i.documents[0].text] for i in shown]
        task = named_task(f"{spec}&questions={run}").task
        asked = task.items(0)
        assert [item.query for item in asked] == ["Who came 0?", "Who came 2?"]
        assert asked[0].gold.evidence == (shown[0].documents[0].text,)
        assert scored(task, asked[0], asked[0].gold.answers[0])["f1"] == (1.0, False)
        assert task.notes is not None
        assert "1 of 3 drawn chunks have no readable question" in task.notes([], [])[-1]
        for other in (spec_of(folder, "focused_summary_books", "&asked=3"), f"{spec}&sections=2"):
            with pytest.raises(BadInput, match=r"no question on \d of \d drawn chunks"):
                named_task(f"{other}&questions={run}").task.items(0)

    def test_a_run_of_another_task_is_refused(self, folder: Path, tmp_path: Path) -> None:
        path = tmp_path / "responses.jsonl"
        for answer in (["ada"], {"1": "A summary."}, {"question": "Who?"}, {"question": 1, "answer": "x"}):
            path.write_text(json.dumps({"answer": answer, "tags": {"section_text": "0"}}))
            with pytest.raises(BadInput, match="an answer that is no question"):
                made(folder, "single_qa_books", f"&questions={path}")
        path.write_text(json.dumps({"answer": None, "tags": {}}))
        with pytest.raises(BadInput, match="questions=none"):
            made(folder, "single_qa_books", f"&questions={path}")

    @pytest.mark.parametrize(
        ("reply", "question", "answer"),
        [
            ("Question: Who?\nAnswer: Ada.", "Who?", "Ada."),
            ("Sure!\n\n**Question:** Who\ncame?\n\n**Answer:** *Ada*", "Who came?", "Ada"),
            ("1. Question: A?\nAnswer: B\n2. Question: C?\nAnswer: D", "A?", "B"),
            ('{"question": "Who?", "answer": "Ada"}', "Who?", "Ada"),
        ],
    )
    def test_questions_are_read(self, reply: str, question: str, answer: str) -> None:
        found = read_question(reply)
        assert found == {"question": question, "answer": answer}

    @pytest.mark.parametrize(
        "reply",
        [
            "",
            "Question: Who?",
            "Answer: Ada",
            "Question:\nAnswer: Ada",
            "Who? Ada.",
            '{"question": "Who?", "answer": 3}',
            f"Question: {'w' * (MOST_QUESTION + 1)}?\nAnswer: x",
        ],
    )
    def test_no_question(self, reply: str) -> None:
        assert read_question(reply) is None


class TestFocused:
    def test_the_drawn_section_is_what_a_summary_is_rated_beside(self, folder: Path) -> None:
        task = made(folder, "focused_summary_books", "&asked=2")
        item = task.items(0)[0]
        drawn = item.documents[int(str(item.tags["drawn"])) - 1].text
        assert item.gold == (drawn,)
        assert item.query.count('"') == 6
        assert all(word in drawn for word in item.query.split('"')[1::2])
        assert not asks_for_all(item.query, instruction_of(task, item))
        asked: list[str] = []

        async def ask(questions: Sequence[Question]) -> list[Reply | None]:
            asked.extend(one.prompt.messages[-1].text for one in questions)
            return [Reply("4") for _ in questions]

        judge = JUDGES["samples:MODEL"].make(JudgeOptions(name="samples:m", repeats=2))
        response: Response[Any] = Response(item=item, system="s", context="full", answer=task.parse(item, "It is so."))
        judgements = asyncio.run(judge.judge(item, response, ask))
        assert len(asked) == 6
        assert all(f"Question: {item.query}" in text and drawn[:40] in text for text in asked)
        rows = list(task.measures[-1].score(item, response, judgements))
        assert [(row.measure, row.value) for row in rows] == [("section_rating", 4.0)]
        silent: Response[Any] = Response(item=item, system="s", context="full", answer=task.parse(item, " \n"))
        assert [(row.value, row.failed) for row in task.measures[-1].score(item, silent, ())] == [(1.0, True)]

    def test_a_written_answer_is_what_is_right(self, folder: Path, tmp_path: Path) -> None:
        shown = made(folder, "focused_summary_law", "&questions=none&chunks=2").items(0)
        rows = [{"answer": {"question": f"Why {n}?", "answer": f"So {n}."}, "tags": dict(item.tags)}
                for n, item in enumerate(shown)]  # fmt: skip
        path = tmp_path / "responses.jsonl"
        path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
        task = made(folder, "focused_summary_law", f"&questions={path}&chunks=2")
        found = [(item.query, answers_of(task, item)) for item in task.items(0)]
        assert found == [(f"Why {n}?", (f"So {n}.",)) for n in range(len(shown))]


def test_a_plan_counts_every_drawn_rating(folder: Path) -> None:
    spec = spec_of(folder, "focused_summary_books", "&asked=2")
    for judge, repeats, calls in (("m/m", 1, 3), ("samples:m/m", 1, 15), ("samples:m/m", 3, 9)):
        models = ModelOptions(judge_repeats=repeats)
        (row,) = plan(RunRequest(inputs=[spec], systems=["s/s"], judge=judge, models=models)).calls
        assert row.calls == 2 * (1 + calls), "a summary, then three criteria, each of so many replies"


class TestBadInput:
    def test_one_section_and_short_texts(self, tmp_path: Path) -> None:
        path = tmp_path / "short.txt"
        path.write_text(tale(0, 3))
        (item,) = named_task(f"ethic/single_qa_books?data={path}&least=0").task.items(0)
        assert item.gold.chunks == (1,)
        with pytest.raises(BadInput, match="2 or more sections"):
            named_task(f"ethic/focused_summary_books?data={path}&least=0&chunks=2").task.items(0)
        with pytest.raises(BadInput, match="nothing can be drawn"):
            named_task(f"ethic/focused_summary_books?data={path}&least=0&chunks=2&questions=none").task.items(0)

    def test_one_document(self, tmp_path: Path) -> None:
        review = json.loads((tales(tmp_path) / "medicine.jsonl").read_text())
        review["included_studies"] = review["included_studies"][:1]
        (tmp_path / "one.jsonl").write_text(json.dumps(review))
        with pytest.raises(BadInput, match="of different documents"):
            named_task(f"ethic/multi_qa_medicine?data={tmp_path / 'one.jsonl'}&least=0").task.items(0)
        with pytest.raises(BadInput, match="chunks"):
            named_task(f"ethic/multi_qa_medicine?data={tmp_path / 'one.jsonl'}&least=0&chunks=1")


def test_real_texts(shared: Path) -> None:
    data = shared / "data"
    debates = named_task(f"ethic/single_qa_debates?data={data}/hansard_xml").task.items(0)
    studies = named_task(f"ethic/multi_qa_medicine?data={data}/ms2_sample&least=0").task.items(0)
    assert (len(debates), len(studies)) == (10, 5)
    assert all(one.gold.answers[0] for one in (*debates, *studies))
