"""Generation with citations: passages that fill a length, replies with citations, and players of every kind."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hayrick.harness.naming.names import named_task
from hayrick.measures.wanted import Wanted
from hayrick.prompting import prompt_tokens
from hayrick.protocols import Task
from hayrick.replies.statements import CitedAnswer
from hayrick.systems.contexts import Showing
from hayrick.tasks.helmet.alce_items import REPLY_TOKENS
from hayrick.types import BadInput, Item

ASQA, QAMPARI = "helmet/alce_asqa", "helmet/alce_qampari"
ENDS = (".", "?", "!", " 7", ")", "”", " …", ".)")
"""How passages end: none may become one token with what follows."""

METALS = ("Copper", "Zinc", "Nickel", "Cobalt", "Silver", "Iron", "Lead")


def filler(n: int) -> list[dict[str, Any]]:
    return [
        {
            "id": f"w{k}",
            "title": f"Topic {k}",
            "text": f"{'Herring and mice, ' * (k % 5)}end{ENDS[k % 8]}",
            "score": 1 / k,
        }
        for k in range(1, n + 1)
    ]


def asqa(number: int, n: int = 1300) -> dict[str, Any]:
    facts = [
        {"id": "a", "title": f"Ferry {number}", "text": f"The old ferry was built in {1800 + number} by Jane Morrow."},
        {"id": "b", "title": "Sea", "text": f"The new ferry of the town was built in {1950 + number} at Quill."},
    ]
    pairs = [{"question": "old?", "short_answers": [str(1800 + number), "Jane Morrow's year"]}]
    pairs.append({"question": "new?", "short_answers": [str(1950 + number)]})
    return {
        "sample_id": f"q{number}",
        "question": "When was the ferry built?",
        "qa_pairs": pairs,
        "docs": facts + filler(n),
    }


def qampari(number: int, n: int = 1300) -> dict[str, Any]:
    facts = [{"title": metal, "text": f"{metal} was mined at Quill in year {number}."} for metal in METALS]
    answers = [[metal, metal[:2]] for metal in METALS]
    return {
        "id": number,
        "question": "Which metals were mined at Quill?",
        "answers": answers,
        "docs": facts + filler(n),
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("alce")
    (path / "asqa.json").write_text(json.dumps([asqa(k) for k in range(4)]), encoding="utf-8")
    rows = "".join(f"{json.dumps(qampari(k))}\n" for k in range(4))
    (path / "qampari.jsonl").write_text(rows, encoding="utf-8")
    return path


def task(name: str, folder: Path, parameters: str = "n=2") -> Task[Wanted, CitedAnswer]:
    file = "asqa.json" if name == ASQA else "qampari.jsonl"
    return named_task(f"{name}?data={folder / file}&{parameters}").task


def tokens(of: Task[Wanted, CitedAnswer], item: Item[Wanted]) -> int:
    passages = Showing(spec="full").passages(item.query, item.documents, None, "")
    return prompt_tokens(of.prompt(item, passages)) + REPLY_TOKENS


@pytest.mark.parametrize("name", [ASQA, QAMPARI])
@pytest.mark.parametrize("length", [1000, 1001, 4096, 16384])
def test_one_more_passage_would_exceed_the_length(folder: Path, name: str, length: int) -> None:
    made = task(name, folder, f"length={length}&n=2")
    items = made.items(0)
    assert len(items) == 2
    for item in items:
        assert length - 50 < tokens(made, item) <= length
        assert item.tags == {"length": length, "passages": len(item.documents)}


@pytest.mark.parametrize("length", [1000, 1033, 4096])
def test_tokens_are_those_that_are_summed(folder: Path, length: int) -> None:
    """A prompt fills a length of its own tokens, and has a passage less at one token less; passages end variously."""
    made = task(ASQA, folder)
    item, *_ = task(ASQA, folder, f"length={length}&n=1").items(0)
    exact = tokens(made, item)
    (same, *_), (less, *_) = (task(ASQA, folder, f"length={size}&n=1").items(0) for size in (exact, exact - 1))
    assert (len(same.documents), tokens(made, same)) == (len(item.documents), exact)
    assert len(less.documents) == len(item.documents) - 1


def test_passages_stand_in_the_files_order_with_the_numbers_that_are_cited(folder: Path) -> None:
    made = task(QAMPARI, folder, "docs=9&n=4")
    items = made.items(0)
    assert made.items(0) == task(QAMPARI, folder, "docs=9&n=4").items(0)
    assert [item.dataset for item in items] == ["alce_qampari@9docs"] * 4
    for item in items:
        assert [one.title for one in item.documents] == [*METALS, "Topic 1", "Topic 2"]
        text = made.prompt(item, Showing(spec="full").passages("", item.documents, None, "")).messages[-1].text
        assert "Document 7:\nLead\nLead was mined at Quill" in text
        assert "Document 10" not in text
        assert item.gold[0] == ("Copper", "Co")


def test_a_retriever_finds_passages_in_a_corpus(folder: Path, tmp_path: Path) -> None:
    corpus = [
        {"id": str(k), "title": f"Note {k}", "text": f"On {'ferries built' if k == 7 else 'rain'} in {k}."}
        for k in range(90)
    ]
    (tmp_path / "notes.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in corpus), encoding="utf-8")
    for name in ("bm25", "keywords"):
        made = task(ASQA, folder, f"length=1k&n=1&corpus={tmp_path / 'notes.jsonl'}&retriever={name}")
        (item,) = made.items(0)
        assert item.documents[0].text == "Note 7\nOn ferries built in 7."
        assert f"retriever:{name}" in made.signature.lower()
        assert 950 < tokens(made, item) <= 1024


PERFECT: dict[str, Callable[[int], str]] = {
    ASQA: lambda k: (
        f"The old ferry was built in {1800 + k} by Jane Morrow [1]. The new ferry was built in {1950 + k} at Quill [2]."
    ),
    QAMPARI: lambda k: ", ".join(f"{metal} [{n}]" for n, metal in enumerate(METALS, start=1)) + ".",
}

PLAYERS = """
import json
import re

METALS = ("Copper", "Zinc", "Nickel", "Cobalt", "Silver", "Iron", "Lead")


def number(request):
    return int(re.findall(r"built in (18\\d\\d)", request["documents"][0]["text"] + " built in 1800")[0]) - 1800


def sentences(request, mark="{} [{}]."):
    if request["task"].endswith("qampari"):
        return ", ".join(f"{metal} [{n}]" for n, metal in enumerate(METALS, start=1)) + "."
    k = number(request)
    facts = (f"The old ferry was built in {1800 + k} by Jane Morrow", f"The new ferry was built in {1950 + k} at Quill")
    return " ".join(mark.format(fact, n) for n, fact in enumerate(facts, start=1))


def perfect(request):
    return sentences(request)


def after_the_stop(request):
    return sentences(request, "{}. [{}]")


def polite(request):
    return "Sure! Here is what the documents say:\\n\\n" + sentences(request)


def with_ranges(request):
    return sentences(request, "{} [{}-3].")


def silent(request):
    return " "


def repeats(request):
    return "\\n".join(one["text"] for one in request["documents"])


def cites_nothing(request):
    return re.sub(r" \\[\\d+\\]", "", sentences(request))
"""


def estimates(hayrick: Any, folder: Path, tmp_path: Path, name: str, player: str, extra: str = "") -> dict[str, Any]:
    (tmp_path / "players.py").write_text(PLAYERS, encoding="utf-8")
    file = "asqa.json" if name == ASQA else "qampari.jsonl"
    out = tmp_path / f"{player}{len(extra)}"
    system = f"python:{tmp_path / 'players.py'}:{player}"
    done = hayrick("run", f"{name}?data={folder / file}&length=1k&n=3{extra}", "--system", system, "--out", out)
    assert (done.status, done.err) == (0, "")
    rows = json.loads((out / "estimates.json").read_text(encoding="utf-8"))["rows"]
    found = {row["measure"]: (row["value"], row["n"], row["n_failed"]) for row in rows if row["dataset"] is None}
    return {**found, "out": done.out}


CITED = ("support_recall", "support_precision")


@pytest.mark.parametrize("name", [ASQA, QAMPARI])
def test_players_that_are_perfect_polite_and_silent(folder: Path, tmp_path: Path, hayrick: Any, name: str) -> None:
    first = "str_em" if name == ASQA else "list_recall_top5"
    for player in ("perfect", "polite"):
        found = estimates(hayrick, folder, tmp_path, name, player)
        assert [found[one] for one in (first, *CITED)] == [(1.0, 3, 0)] * 3, player
        assert [found[f"{one}.unmoved"] for one in CITED] == [(1.0, 3, 0)] * 2
    found = estimates(hayrick, folder, tmp_path, name, "silent")
    assert [found[one] for one in (first, *CITED)] == [(0.0, 3, 3)] * 3
    found = estimates(hayrick, folder, tmp_path, name, "cites_nothing")
    assert [found[one] for one in (first, *CITED)] == [(1.0, 3, 0), (0.0, 3, 0), (0.0, 3, 0)]


def test_marks_after_full_stops_ranges_and_repeated_contexts(folder: Path, tmp_path: Path, hayrick: Any) -> None:
    found = estimates(hayrick, folder, tmp_path, ASQA, "after_the_stop")
    assert [found[one][0] for one in CITED] == [1.0, 1.0]
    assert [found[f"{one}.unmoved"][0] for one in CITED] == [0.0, 0.0]
    assert found["marks_moved"] == (2.0, 3, 0)
    assert "its agreement with people is not known" in " ".join(found["out"].split())
    assert "3 of 3 replies cite after a full stop: 6 groups" in " ".join(found["out"].split())
    found = estimates(hayrick, folder, tmp_path, ASQA, "with_ranges")
    assert [found[one][0] for one in CITED] == pytest.approx([1, 2 / 5]), "of [1-3] and [2-3] one each is needed"
    found = estimates(hayrick, folder, tmp_path, ASQA, "repeats")
    assert [found[one][0] for one in ("str_em", *CITED)] == [1.0, 0.0, 0.0]
    assert found["words"][0] > 100, "read together with its length"


def test_without_a_judge_and_with_one_that_is_missing(folder: Path, tmp_path: Path, hayrick: Any, refused: Any) -> None:
    (tmp_path / "players.py").write_text(PLAYERS, encoding="utf-8")
    words = ("run", f"{ASQA}?data={folder / 'asqa.json'}&length=1k&n=2", "--system")
    system = f"python:{tmp_path / 'players.py'}:perfect"
    done = hayrick(*words, system, "--judge", "none", "--out", tmp_path / "out")
    assert done.status == 0
    rows = json.loads((tmp_path / "out" / "estimates.json").read_text(encoding="utf-8"))["rows"]
    assert {row["measure"] for row in rows} == {"str_em", "str_hit", "words", "marks_moved"}
    line = refused(*words, system, "--judge", f"nli:{tmp_path / 'none'}")
    assert "sentence_transformers" in line or "not loaded" in line


def test_the_originals_rules(folder: Path, tmp_path: Path, hayrick: Any) -> None:
    extra = "&compat=helmet"
    found = estimates(hayrick, folder, tmp_path, ASQA, "after_the_stop", extra)
    assert [found[one] for one in CITED] == [(0.0, 3, 0)] * 2
    assert "support_recall.unmoved" not in found
    found = estimates(hayrick, folder, tmp_path, ASQA, "silent", extra)
    assert found["str_em"] == (0.0, 3, 3)
    assert "support_recall" not in found, "a reply without statements is left out"
    found = estimates(hayrick, folder, tmp_path, QAMPARI, "perfect", extra)
    assert [found[one][0] for one in ("list_recall_top5", "list_precision", *CITED)] == [1.0] * 4
    found = estimates(hayrick, folder, tmp_path, QAMPARI, "polite", extra)
    assert found["list_precision"][0] == 6 / 7, "the introduction belongs to the first item"


def test_a_reply_without_a_letter_or_digit_is_no_answer(folder: Path) -> None:
    made = task(ASQA, folder)
    (item, _) = made.items(0)
    answer = made.parse(item, PERFECT[ASQA](0))
    assert answer is not None
    assert [one.cites for one in answer.statements] == [(1,), (2,)]
    assert made.parse(item, " .\n") is None


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ({"question": "q"}, "qa_pairs missing"),
        ({"question": "", "qa_pairs": []}, "question ''"),
        ({"question": "q", "qa_pairs": []}, "no qa_pairs"),
        ({"question": "q", "qa_pairs": ["x"]}, "qa_pairs[1]: a string"),
        ({"question": "q", "qa_pairs": [{"short_answers": []}]}, "qa_pairs[1]: answers []"),
        ({"question": "q", "qa_pairs": [{"short_answers": [""]}]}, "answer ''"),
        ({**asqa(0, 5), "docs": "x"}, "docs, a string"),
        ({**asqa(0, 5), "docs": [{"title": "x"}]}, "docs[1]: text None"),
        (asqa(0, 5), "tokens with all 7 passages"),
        ({**asqa(0, 5), "docs": []}, "tokens with all 0 passages"),
        ({**asqa(0, 0), "docs": [{"title": "", "text": "word " * 2000}]}, "room for the question and a passage"),
    ],
)
def test_bad_input_is_refused_in_one_line(tmp_path: Path, row: Any, found: str) -> None:
    (tmp_path / "asqa.json").write_text(json.dumps([row]), encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        task(ASQA, tmp_path, "length=1k").items(0)
    assert found in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("parameters", "found"),
    [
        ("length=4k&docs=5", "length and docs"),
        ("docs=2000", "1302 passages"),
        ("compat=paper", "compat 'paper'"),
        ("retriever=bm25", "without corpus"),
        ("corpus=/none", "no such file"),
        ("shots=2", "unknown parameter 'shots'"),
        ("n=0", "n 0"),
    ],
)
def test_wrong_parameters_are_refused(folder: Path, parameters: str, found: str) -> None:
    with pytest.raises(BadInput, match=found):
        task(ASQA, folder, parameters).items(0)


def test_a_question_that_comes_twice_is_refused(tmp_path: Path) -> None:
    (tmp_path / "asqa.json").write_text(json.dumps([asqa(1, 3), asqa(1, 3)]), encoding="utf-8")
    with pytest.raises(BadInput, match="question 'q1' again"):
        task(ASQA, tmp_path)
