"""Questions in the layouts of published data sets, and corpora in the common shapes; bad files in one line."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from hayrick.tasks.helmet.passages import Text, cut, files_in, parts_of, read_passages
from hayrick.tasks.helmet.questions import read_questions
from hayrick.types import BadInput, HayrickError

OWL = {"title": "Owl", "text": "Owls eat mice."}
CAT = {"title": "Cat", "text": "Cats sleep."}
HOTPOT = {
    "_id": "h1",
    "question": "Which bird?",
    "answer": "owl",
    "context": [["Owl", ["Owls ", "fly."]], ["Cat", ["Cats sleep."]], ["Mouse", ["Mice hide."]]],
    "supporting_facts": [["Owl", 0], ["Mouse", 0], ["Owl", 1]],
}
SQUAD: dict[str, Any] = {
    "version": "2",
    "data": [
        {
            "title": "Owl",
            "paragraphs": [
                {
                    "context": "Owls eat mice.",
                    "qas": [
                        {"id": "s1", "question": "What do owls eat?", "answers": [{"text": "mice", "answer_start": 9}]},
                        {"id": "s2", "question": "What do owls read?", "answers": [], "is_impossible": True},
                    ],
                }
            ],
        }
    ],
}


def saved(path: Path, *rows: object) -> Path:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def shapes(passages: tuple[Text, ...]) -> list[str]:
    return [one.shown for one in passages]


LAYOUTS: list[tuple[str, object, list[str], list[str]]] = [
    ("q.jsonl", {"question": "q?", "answers": ["mice"], "ctxs": [CAT, {**OWL, "isgold": True}]}, ["Owl"], ["Cat"]),
    ("q.jsonl", {"question": "q?", "answers": "mice", "positive_ctxs": [OWL], "ctxs": [CAT, OWL]}, ["Owl"], ["Cat"]),
    ("q.jsonl", {"question": "q?", "answer": ["mice"], "hard_negative_ctxs": [CAT]}, [], ["Cat"]),
    ("q.jsonl", {"question": "q?", "answer": {"value": "mice", "aliases": ["a mouse"]}}, [], []),
    ("q.jsonl", {"question": "q?", "possible_answers": '["mice"]', "s_pop": 7}, [], []),
    ("q.jsonl", {"id": "k", "input": "q?", "output": [{"answer": "mice", "provenance": [OWL]}]}, ["Owl"], []),
    ("q.jsonl", {"question": "q?", "title": "Owl", "context": "Eat.", "answers": {"text": ["mice"]}}, ["Owl"], []),
    ("q.json", [{"question": "q?", "answers": ["mice"], "ctxs": [{**OWL, "isgold": True}, CAT]}], ["Owl"], ["Cat"]),
]


@pytest.mark.parametrize(("name", "content", "gold", "others"), LAYOUTS)
def test_layouts_are_read(tmp_path: Path, name: str, content: object, gold: list[str], others: list[str]) -> None:
    (question,) = read_questions([saved(tmp_path / name, content)])
    assert (question.text, question.answers[0]) == ("q?", "mice")
    assert [one.title for one in question.gold] == gold
    assert [one.title for one in question.others] == others


def test_squad_and_hotpotqa_are_read_as_published_and_as_the_hub_has_them(tmp_path: Path) -> None:
    (squad,) = read_questions([saved(tmp_path / "squad.json", SQUAD)])
    assert (squad.id, squad.answers, shapes(squad.gold)) == ("s1", ("mice",), ["Owl\nOwls eat mice."])
    context = {"title": ["Owl", "Cat", "Mouse"], "sentences": [["Owls ", "fly."], ["Cats sleep."], ["Mice hide."]]}
    flat = {**HOTPOT, "context": context, "supporting_facts": {"title": ["Owl", "Mouse", "Owl"], "sent_id": [0, 0, 1]}}
    for row in (HOTPOT, flat):
        (hotpot,) = read_questions([saved(tmp_path / "hotpot.json", [row])])
        assert shapes(hotpot.gold) == ["Owl\nOwls fly.", "Mouse\nMice hide."]
        assert shapes(hotpot.others) == ["Cat\nCats sleep."]


def test_popqa_is_a_table(tmp_path: Path) -> None:
    path = tmp_path / "popqa.tsv"
    lines = ["id\tquestion\tpossible_answers\ts_pop", '7\tWho?\t"[""Ada"", ""A. L.""]"\t999']
    path.write_text("\n".join(lines), encoding="utf-8")
    (question,) = read_questions([path])
    assert (question.id, question.answers, question.popularity) == ("7", ("Ada", "A. L."), 999)


def test_kilt_names_articles_where_it_has_no_text(tmp_path: Path) -> None:
    row = {
        "id": "k",
        "input": "q?",
        "output": [{"answer": "mice", "provenance": [{"wikipedia_id": 1, "title": "Owl"}]}],
    }
    (question,) = read_questions([saved(tmp_path / "kilt.jsonl", row)])
    assert (question.gold, question.titles) == ((), ("Owl",))


def test_a_question_at_several_depths_is_one_question(tmp_path: Path) -> None:
    rows = [{"question": "q?", "answers": ["mice"], "ctxs": [OWL], "depth": depth} for depth in range(3)]
    assert len(read_questions([saved(tmp_path / "q.jsonl", *rows)])) == 1
    with pytest.raises(BadInput, match=r"q\.jsonl:4: question 'q\?' again, after .*q\.jsonl:1"):
        read_questions([saved(tmp_path / "q.jsonl", *rows, rows[1])])


ASKED = {"question": "q?", "answers": ["mice"]}
HUB = {**HOTPOT, "supporting_facts": {"title": ["Owl"], "sent_id": [0]}}


def test_aliases_that_are_one_text_are_one_answer(tmp_path: Path) -> None:
    row = {**ASKED, "answers": {"value": "mice", "aliases": "Zorba1"}}
    (question,) = read_questions([saved(tmp_path / "q.jsonl", row)])
    assert question.answers == ("mice", "Zorba1")


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ([ASKED, ASKED], "question 'q?' again"),
        ([{**ASKED, "id": 3}, {"id": 3, "question": "other?", "answers": ["x"]}], "question '3' again"),
        ([{**ASKED, "answers": []}], "at least one answer"),
        ([{**ASKED, "answers": ["?!"]}], "at least one answer"),
        ([{**ASKED, "answers": ["mice", ""]}], "answer ''"),
        ([{**ASKED, "answers": "[1"}], "answers '[1'"),
        ([{"question": "q?"}], "answer None"),
        ([{"answers": ["mice"]}], "question None"),
        ([{**ASKED, "question": "  "}], "question ' '"),
        ([{**ASKED, "ctxs": "text"}], "ctxs a string"),
        ([{**ASKED, "ctxs": ["text"]}], "a string in ctxs"),
        ([{**ASKED, "ctxs": [{"title": "Owl"}]}], "text None"),
        ([{**ASKED, "ctxs": [{"title": "Owl", "text": " "}]}], "text ' '"),
        ([{**ASKED, "s_pop": "many"}], "s_pop 'many'"),
        ([{**ASKED, "s_pop": "nan"}], "s_pop 'nan'; expected a number"),
        ([{**ASKED, "answers": {"value": "mice", "aliases": 5}}], "aliases a number; expected a list of texts"),
        ([{**ASKED, "answers": {"value": "mice", "aliases": True}}], "aliases a boolean"),
        ([{**ASKED, "answers": {"value": "mice", "aliases": {"a": 1}}}], "aliases an object"),
        ([{**ASKED, "ctxs": [{**OWL, "title": 5}]}], "title a number; expected a text, or null"),
        ([{"title": {}, "paragraphs": SQUAD["data"][0]["paragraphs"]}], "title an object"),
        ([{"input": "q?", "output": [{"answer": "x", "provenance": [{"title": [1]}]}]}], "title a list"),
        ([{**HUB, "context": {"title": ["Owl"], "sentences": [[None, 5]]}}], "null among the sentences of context"),
        ([{**HUB, "context": {"title": ["Owl"], "sentences": []}}], "1 titles and 0 lists of sentences in context"),
        ([{**HUB, "context": {"title": [5], "sentences": [["Owls."]]}}], "title a number"),
        ([{**HOTPOT, "supporting_facts": [[5, 0]]}], "title a number"),
        ([{**HOTPOT, "supporting_facts": [["Dog", 0]]}], "no passage 'Dog'"),
        ([{**HOTPOT, "context": "text"}], "context a string"),
        ([{**HOTPOT, "context": [["Owl"]]}], "two members"),
        ([{**HOTPOT, "supporting_facts": 3}], "supporting_facts a number"),
        ([{"input": "q?", "output": []}], "at least one answer"),
        ([{"paragraphs": [3]}], "a number in paragraphs"),
        ([{"paragraphs": []}], "no question"),
        ([[ASKED]], "a list"),
    ],
)
def test_bad_questions_are_refused_in_one_line(tmp_path: Path, rows: list[object], found: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_questions([saved(tmp_path / "bad.jsonl", *rows)])
    assert found in str(caught.value)
    assert "bad.jsonl" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_corpus_is_read_from_rows_tables_texts_and_folders(tmp_path: Path) -> None:
    rows = [{"id": 1, **OWL}, {"_id": "x", "title": "Cat", "contents": "Cats sleep."}, {"question": "?", "ctxs": [OWL]}]
    (tmp_path / "rows.jsonl.gz").write_bytes(gzip.compress("\n".join(map(json.dumps, rows)).encode()))
    (tmp_path / "psgs.tsv").write_text("id\ttext\ttitle\n9\tDogs bark.\tDog\n", encoding="utf-8")
    (tmp_path / "story.txt").write_text("It was dark. " * 60, encoding="utf-8")
    (tmp_path / "notes.pdf").write_bytes(b"%PDF")
    found = read_passages(files_in([tmp_path]))
    assert [(one.id, one.title) for one in found] == [
        ("9", "Dog"),
        ("1", "Owl"),
        ("x", "Cat"),
        ("story-1", ""),
        ("story-2", ""),
    ]
    assert [len(one.text.split()) for one in found[3:]] == [99, 81]
    assert all(len(one.text.split()) <= 2 for one in read_passages([tmp_path / "psgs.tsv"], words=2))


def test_a_passage_is_cut_at_sentences_and_a_long_sentence_inside() -> None:
    text = Text("a", "T", "one two three. four five. " + "six " * 7 + "seven. eight.")
    pieces = [one.text for one in cut(text, 5)]
    assert pieces == ["one two three. four five.", "six six six six six", "six six seven. eight."]
    assert {one.title for one in cut(text, 5)} == {"T"}
    assert cut(text, 100) == [text]


@pytest.mark.parametrize(
    ("name", "content", "found"),
    [
        ("a.jsonl", '{"id": 1, "text": "a"}\n{"id": 1, "text": "b"}\n', "a.jsonl:2: passage '1' again"),
        ("a.jsonl", '{"id": 1}\n', "text None"),
        ("a.jsonl", '{"ctxs": 3}\n', "ctxs a number"),
        ("a.json", '{"text": "a"}', "null; expected a list"),
        ("a.json", "[3]", "a.json: [1]: a number"),
        ("a.tsv", "id\ttext\n1\ta\tb\n", "another number of columns"),
        ("a.txt.gz", "not packed", "no whole gzip file"),
        ("a.txt", " ", "an empty file"),
    ],
)
def test_a_bad_corpus_is_refused_in_one_line(tmp_path: Path, name: str, content: str, found: str) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        read_passages(files_in([tmp_path / name]))
    assert found in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("change", "found"), [(lambda whole: whole[:-9], "whole gzip"), (lambda whole: b"", "empty")])
def test_damaged_packed_files_are_refused(tmp_path: Path, change: Callable[[bytes], bytes], found: str) -> None:
    (tmp_path / "a.jsonl.gz").write_bytes(change(gzip.compress(json.dumps(ASKED).encode())))
    with pytest.raises(BadInput, match=found):
        read_questions([tmp_path / "a.jsonl.gz"])


def test_missing_and_empty_corpora_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no such file or folder"):
        files_in([tmp_path / "nowhere"])
    with pytest.raises(BadInput, match="no file to read"):
        files_in([tmp_path])


def test_a_folder_holds_questions_and_their_corpus(tmp_path: Path) -> None:
    saved(tmp_path / "questions.jsonl", ASKED)
    saved(tmp_path / "demos.jsonl", ASKED)
    (tmp_path / "corpus").mkdir()
    saved(tmp_path / "corpus" / "a.jsonl", OWL)
    found = parts_of([tmp_path])
    assert [[one.name for one in part] for part in found] == [["questions.jsonl"], ["a.jsonl"], ["demos.jsonl"]]
    (tmp_path / "questions.jsonl").unlink()
    with pytest.raises(BadInput, match="no file of questions"):
        parts_of([tmp_path])


class _Table:
    """A stand-in for a dataset of the library `datasets`."""

    def with_format(self, name: str) -> _Table:
        return self

    def __getitem__(self, which: slice) -> _Table:
        return self

    def to_pylist(self) -> list[dict[str, object]]:
        return [{"question": "q?", "answer": None, "possible_answers": '["mice"]', "s_pop": 3}]


def test_a_hub_is_asked_for_a_pinned_part(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[object, ...]] = []
    module = ModuleType("datasets")

    def load_dataset(*place: str, split: str, revision: str) -> _Table:
        asked.append((*place, split, revision))
        return _Table()

    module.load_dataset = load_dataset  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "datasets", module)
    (question,) = read_questions([Path("hub:akariasai/PopQA@abc#test")])
    assert (question.answers, question.popularity) == (("mice",), 3)
    read_questions([Path("hub:facebook/kilt_tasks/nq@v1.0#validation")])
    assert asked == [("akariasai/PopQA", "test", "abc"), ("facebook/kilt_tasks", "nq", "validation", "v1.0")]
    for name, found in (("a/b#test", "no revision"), ("a/b@c", "no owner or no split"), ("b@c#test", "no owner")):
        with pytest.raises(BadInput, match=found):
            read_questions([Path(f"hub:{name}")])
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(HayrickError, match=r"pip install --editable '\.\[hub\]'"):
        read_questions([Path("hub:a/b@c#test")])
