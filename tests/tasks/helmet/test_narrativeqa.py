"""NarrativeQA: both layouts, prompts of an exact length, and players with and without a judge."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from conftest import Command, strict_json
from hayrick.harness.naming.names import named_task
from hayrick.judges.rating import RatingJudge
from hayrick.measures.answers import References
from hayrick.prompting import prompt_tokens
from hayrick.protocols import JudgeOptions, Task
from hayrick.systems.contexts import Showing
from hayrick.tasks.helmet.long_document import NOTES
from hayrick.tasks.helmet.narrativeqa import REPLY_TOKENS
from hayrick.types import BadInput, Item, Question, Response
from scripted import Script, done

STORIES = {f"ab{n}": f"Chapter {n}. The lamp of house {n} was lit at dusk. " * 300 for n in range(4)}
QUESTIONS = [
    (name, f"When was lamp {n} lit?", [f"At dusk {n}.", f"In the evening {n}"]) for n, name in enumerate(STORIES)
]


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    """The authors' layout."""
    folder = tmp_path / "narrativeqa"
    (folder / "tmp").mkdir(parents=True)
    for name, text in STORIES.items():
        (folder / "tmp" / f"{name}.content").write_text(text)
    with (folder / "qaps.csv").open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["document_id", "set", "question", "answer1", "answer2"])
        rows.writerows([name, "test", question, *answers] for name, question, answers in QUESTIONS)
        rows.writerow(["gone", "train", "Q?", "a", "b"])
    return folder


@pytest.fixture(name="file")
def _file(tmp_path: Path) -> Path:
    """The hub's layout."""
    path = tmp_path / "narrativeqa.jsonl"
    rows = [
        {
            "document": {"id": name, "text": STORIES[name]},
            "question": {"text": question, "tokens": []},
            "answers": [{"text": answer} for answer in answers],
        }
        for name, question, answers in QUESTIONS
    ]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


def task(path: Path, more: str = "length=1k") -> Task[References, str]:
    return named_task(f"helmet/narrativeqa?path={path}&{more}").task


def text_of(of: Task[References, str], item: Item[References]) -> str:
    prompt = of.prompt(item, Showing(spec="full").passages(item.query, item.documents, None, ""))
    assert prompt_tokens(prompt) + REPLY_TOKENS <= int(item.tags["length"])
    return prompt.messages[-1].text


def test_both_layouts_give_the_same_items(folder: Path, file: Path) -> None:
    ours, theirs = (
        [(item.group, item.query, item.gold, item.documents) for item in task(path).items(0)] for path in (folder, file)
    )
    assert ours == theirs
    assert len(ours) == 4
    assert ours[0][1:3] == ("When was lamp 0 lit?", ("At dusk 0.", "In the evening 0"))


def test_the_document_is_cut_where_it_was_asked_for(file: Path) -> None:
    for cut in ("end", "middle"):
        made = task(file, f"length=1k&cut={cut}&shots=1")
        for item in made.items(0):
            text = text_of(made, item)
            assert NOTES[cut] in text
            assert 0 < int(item.tags["shown_tokens"]) < int(item.tags["document_tokens"])
    whole = task(file, "length=16k")
    assert all("left out" not in text_of(whole, item) for item in whole.items(0))


def test_a_missing_story_and_a_missing_set_are_named(folder: Path) -> None:
    with pytest.raises(BadInput, match=r"row 5: no story tmp/gone\.content"):
        task(folder, "part=train")
    with pytest.raises(BadInput, match="no question of the set 'valid'; expected one of test, train"):
        task(folder, "part=valid")
    (folder / "qaps.csv").write_text("a,b\n1,2\n")
    with pytest.raises(BadInput, match="no column answer1, answer2, document_id, question, set"):
        task(folder)


def cell(of: Task[References, str], reply: str, correctness: int, fluency: int = 1) -> dict[str, float | None]:
    """Values of one reply under a judge of a fixed opinion."""
    item = of.items(0)[0]
    response = Response(item=item, system="s", context="full", answer=of.parse(item, reply), reply=reply)

    def say(question: Question) -> str:
        assert reply in question.prompt.messages[-1].text
        return f'{{"fluency": {fluency}, "correctness": {correctness}}}'

    judged = done(RatingJudge(JudgeOptions(name="m")).judge(item, response, Script(say)))
    return {row.measure: row.value for one in of.measures for row in one.score(item, response, judged)}


def test_players(file: Path) -> None:
    made = task(file)
    perfect, polite = cell(made, "At dusk 0.", 3), cell(made, "Happy to help!\nThe answer is at dusk 0.", 3)
    assert [perfect[name] for name in ("f1", "rougeL_f1", "f1.helmet", "judge_score")] == [1.0] * 4
    assert [polite[name] for name in ("f1", "rougeL_f1", "judge_score")] == [1.0] * 3
    silent = cell(made, "", 3)
    assert set(silent.values()) == {0.0}
    assert made.parse(made.items(0)[0], " ...\n") is None
    repeating = cell(made, STORIES["ab0"].strip(), 2, fluency=0)
    assert (repeating["judge_score"], repeating["correctness"]) == (0.0, 2)
    assert (repeating["f1"] or 0) < 0.05
    thinking = cell(made, "Lamps are lit late. Was it dawn? No.\n\nAnswer: at dusk 0", 3)
    assert thinking["f1"] == 1.0
    assert cell(made, "The lamp was lit at", 1, fluency=0)["judge_score"] == 0.0


def test_without_a_judge_words_are_scored_and_a_judge_must_be_named(
    folder: Path, tmp_path: Path, hayrick: Command
) -> None:
    replies = tmp_path / "mine.jsonl"
    replies.write_text("".join(f'{{"item": "{n}", "reply": "At dusk {n - 1}"}}\n' for n in (1, 2, 3)))
    words = ("run", f"helmet/narrativeqa?path={folder}&length=1k", "--system", f"file:{replies}")
    out = tmp_path / "run"
    done = hayrick(*words, "--judge", "none", "--out", out)
    assert done.status == 0, done
    rows = strict_json((out / "estimates.json").read_text())["rows"]
    found = {one["measure"]: (one["value"], one["n_failed"]) for one in rows if one["dataset"] is None}
    assert found == dict.fromkeys(("f1", "rougeL_f1", "f1.helmet"), (0.75, 1))
    assert "has no local judge" in hayrick(*words).err


def test_stories_of_squality_in_this_layout(shared: Path, tmp_path: Path) -> None:
    lines = (shared / "data" / "squality" / "v1-3_txt_dev.jsonl").read_text(encoding="utf-8").splitlines()[:4]
    rows = []
    for line in lines:
        story = json.loads(line)
        for asked in story["questions"]:
            answers = [one["response_text"] for one in asked["responses"]]
            rows.append({"document": story["document"], "question": asked["question_text"], "answers": answers})
    path = tmp_path / "squality.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    made = task(path, "length=4k&n=8")
    items = made.items(0)
    assert len(items) == 8
    for item in items:
        assert (
            4096 - 3
            <= prompt_tokens(made.prompt(item, Showing(spec="full").passages(item.query, item.documents, None, "")))
            + REPLY_TOKENS
            <= 4096
        )
        assert int(item.tags["document_tokens"]) > 4096
