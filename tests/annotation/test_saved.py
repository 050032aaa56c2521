"""Saved files are checked, each fault in one line; answers of several people become one file of annotations."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest

from conftest import Command
from hayrick.annotation import questions
from hayrick.annotation.merging import merged
from hayrick.annotation.questions import AskedSummary, Questions
from hayrick.annotation.saved import read_saved
from hayrick.haystacks.labels import read_annotations
from hayrick.types import BadInput, Insight


def asked(key: str = "model+full", *, insights: str = "ab", text: str = "One.") -> AskedSummary:
    return AskedSummary(
        topic="bakery",
        subtopic="s1",
        key=key,
        query="What? Title",
        title="What?",
        lines=("Sure, here are the points:", f"- {text} [2]", "- Two."),
        insights=tuple(Insight(id=id, text=f"Insight {id}.") for id in insights),
    )


PAGE = Questions((asked(), asked("other+full")))


def answer(summary: Any, insight: Any, label: Any = "full", bullet: Any = None) -> dict[str, Any]:
    return {"summary": summary, "insight": insight, "label": label, "bullet": bullet}


def saved(*answers: Any, name: Any = "anna", page: Any = None) -> dict[str, Any]:
    return {"schema": 1, "annotator": name, "page": PAGE.value() if page is None else page, "answers": list(answers)}


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    def written(value: Any, name: str = "a.json") -> Path:
        (tmp_path / name).write_text(value if isinstance(value, str) else json.dumps(value))
        return tmp_path / name

    return written


def packed(value: Any) -> str:
    return base64.b64encode(gzip.compress(json.dumps(value).encode())).decode()


def changed(**parts: Any) -> dict[str, Any]:
    return saved(page={**PAGE.value(), **parts})


FIRST: Any = PAGE.value()["summaries"]


def with_first(**parts: Any) -> dict[str, Any]:
    return changed(summaries=[{**FIRST[0], **parts}, FIRST[1]])


HOSTILE: list[tuple[Any, str]] = [
    ("{", "a.json: "),
    ([], "a.json: a list without 'annotator', 'page' and 'answers'"),
    ({}, "an object without 'annotator', 'page' and 'answers'"),
    ({**saved(), "schema": 2}, "a.json: schema 2; expected schema 1"),
    (saved(name=""), "'annotator' is blank"),
    (saved(name=" \n"), "'annotator' is blank"),
    (saved(name=3), "'annotator' is a number"),
    (saved(name="x" * 81), "'annotator' has 81 characters"),
    ({**saved(), "answers": {}}, "a.json, answers: an object; expected a list"),
    (saved("x"), "answer 1: a string; expected an object"),
    (saved(answer(0, "a")), "answer 1: summary 0; expected a summary of the page, 1 to 2"),
    (saved(answer(3, "a")), "answer 1: summary 3"),
    (saved(answer(True, "a")), "answer 1: summary True"),
    (saved(answer("1", "a")), "answer 1: summary '1'"),
    (saved(answer(1, "a"), answer(1, "z")), "answer 2: insight 'z'; expected an insight of summary 1"),
    (saved(answer(1, None)), "'insight' is missing or null"),
    (saved(answer(1, "a", "FULL")), "answer 1: label 'FULL'; expected none or partial or full"),
    (saved(answer(1, "a", ["full"])), "answer 1: label ['full']"),
    (saved(answer(1, "a", "full", 1)), "answer 1: bullet 1; expected one of 2, 3, or null"),
    (saved(answer(1, "a", "full", 4)), "answer 1: bullet 4"),
    (saved(answer(1, "a", "full", -1)), "answer 1: bullet -1"),
    (saved(answer(1, "a", "full", "2")), "answer 1: bullet '2'"),
    (saved(answer(1, "a", "full", True)), "answer 1: bullet True"),
    (saved(answer(1, "a", "full", 2.0)), "answer 1: bullet 2.0"),
    (saved(answer(1, "a", "none", 2)), "answer 1: label 'none' with bullet 2"),
    (saved(answer(1, "a"), answer(1, "a")), "answer 2: summary 1, insight 'a' a second time"),
    (saved(page="x"), "a.json, page: a string; expected the questions of a page"),
    (changed(id="0" * 16), "page: questions that were changed"),
    (changed(summaries=[]), "another number of summaries than of names"),
    (changed(summaries=FIRST[:1]), "another number of summaries than of names"),
    (changed(summaries=["x", "y"]), "summary 1: a string"),
    (with_first(title="Why?"), "questions that were changed"),
    (with_first(title=None), "'title' is missing or null"),
    (with_first(lines="x"), "'lines' is no list of single lines"),
    (with_first(lines=["a\nb"]), "'lines' is no list of single lines"),
    (with_first(lines=[""]), "'lines' is no list of single lines"),
    (with_first(insights=["a"]), "'insights' is no list of objects"),
    (with_first(insights=[{"id": "a", "text": "x"}] * 2), "two insights with one id"),
    (with_first(insights=[{"id": "a"}]), "'text' is missing or null"),
    (changed(names=3), "'names' is a number"),
    (changed(names="!"), "'names' cannot be unpacked"),
    (changed(names="AAAA"), "'names' cannot be unpacked"),
    (changed(names=packed({"a": 1})), "'names' holds something else"),
    (changed(names=packed([["a", "b"], ["a", "b"]])), "'names' holds something else"),
    (changed(names=packed([["bakery", "s1", "mine", "q"], ["bakery", "s1", "m", "q"]])), "questions that were changed"),
]


@pytest.mark.parametrize(("value", "message"), HOSTILE)
def test_hostile_files_are_refused_in_one_line(write: Callable[..., Path], value: Any, message: str) -> None:
    with pytest.raises(BadInput, match=re.escape(message)) as problem:
        read_saved(write(value))
    assert len(str(problem.value).splitlines()) == 1
    assert len(str(problem.value)) < 500


def test_a_bomb_of_names_is_not_unpacked(write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "MOST_NAMES", 1000)
    with pytest.raises(BadInput, match="'names' holds something else"):
        read_saved(write(changed(names=packed([["x" * 2000, "", "", ""]] * 2))))


def test_a_right_file_is_read(write: Callable[..., Path]) -> None:
    found = read_saved(write(saved(answer(1, "a", "partial", 3), answer(2, "b", "none"), name="  Anna  K. ")))
    assert (found.annotator, found.questions) == ("Anna K.", PAGE)
    assert {place: (one.label, one.bullet) for place, one in found.answers.items()} == {
        (0, "a"): ("partial", 3),
        (1, "b"): ("none", None),
    }


def test_two_people_become_one_file_that_validate_reads(write: Callable[..., Path], tmp_path: Path) -> None:
    anna = read_saved(write(saved(answer(1, "a", "partial", 3), answer(1, "b", "none"), answer(2, "a"))))
    ben = read_saved(write(saved(answer(1, "a", "full", 2), name="Ben"), "b.json"))
    found = merged([anna, ben])
    assert [tuple(one) for one in found.counts] == [("anna", 2, 3, 1), ("Ben", 2, 1, 3)]
    assert (found.n_pairs, found.n_answered, found.n_several) == (4, 3, 1)
    one, two = read_annotations(write(found.summaries, "all.json"))
    assert (one.topic, one.subtopic.id, one.key, one.subtopic.query) == ("bakery", "s1", "model+full", "What? Title")
    assert (two.key, one.lines) == ("other+full", asked().lines)
    people = {name: {id: (it.label, it.bullet) for id, it in of.items()} for name, of in one.people.items()}
    assert people == {"anna": {"a": ("partial", 3), "b": ("none", None)}, "Ben": {"a": ("full", 2)}}
    assert {name: list(of) for name, of in two.people.items()} == {"anna": ["a"], "Ben": []}


def test_several_files_and_pages_of_one_person_are_put_together(write: Callable[..., Path]) -> None:
    other = Questions((asked("other+full"), asked("third+full")))
    first = read_saved(write(saved(answer(1, "a"), answer(2, "a", "none"))))
    again = read_saved(write(saved(answer(1, "a"), answer(1, "b"), name="Anna"), "b.json"))
    more = read_saved(write(saved(answer(1, "a", "none"), answer(2, "a"), page=other.value()), "c.json"))
    found = merged([first, again, more])
    assert [tuple(one) for one in found.counts] == [("anna", 3, 4, 2)]
    assert [one["summkey"] for one in found.summaries] == ["model+full", "other+full", "third+full"]


def test_a_name_is_one_however_its_accents_are_composed(write: Callable[..., Path]) -> None:
    """A Mac's files and others' have "é" as two characters and as one: no two people who agree."""
    composed, apart = (normalize(form, "Ren\u00e9") for form in ("NFC", "NFD"))
    assert composed != apart
    first = read_saved(write(saved(answer(1, "a"), name=apart)))
    again = read_saved(write(saved(answer(1, "a"), answer(1, "b"), name=composed.upper()), "b.json"))
    found = merged([first, again])
    assert [tuple(one) for one in found.counts] == [(composed, 2, 2, 2)]
    assert found.n_several == 0
    other = read_saved(write(saved(answer(1, "a", "none"), name=composed), "b.json"))
    with pytest.raises(BadInput, match="'none' of summary 1, insight 'a' by"):
        merged([first, other])


def test_contradictions_are_refused_with_both_files(write: Callable[..., Path]) -> None:
    first = read_saved(write(saved(answer(1, "a", "full", 2))))
    for row, said in ((answer(1, "a", "full", 3), "full, bullet 3"), (answer(1, "a", "none"), "none")):
        again = read_saved(write(saved(row, name="ANNA"), "b.json"))
        message = f"b.json: '{said}' of summary 1, insight 'a' by 'anna'; expected 'full, bullet 2' as in "
        with pytest.raises(BadInput, match=re.escape(message)):
            merged([first, again])
    other = Questions((asked(insights="ac"),))
    with pytest.raises(BadInput, match="other insights or lines of summary 1 than in"):
        merged([first, read_saved(write(saved(page=other.value(), name="ben"), "b.json"))])


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([saved()], "a.json: no answer; expected a saved file with answers"),
        ([saved(answer(1, "a")), saved(answer(1, "a", "none"))], "b.json: 'none' of summary 1"),
        ([saved(answer(9, "a"))], "a.json, answer 1: summary 9"),
    ],
)
def test_the_command_refuses_in_one_line_and_writes_nothing(
    hayrick: Command, write: Callable[..., Path], tmp_path: Path, values: list[Any], message: str
) -> None:
    files = [write(value, f"{name}.json") for name, value in zip("ab", values, strict=False)]
    words = [word for file in files for word in ("--import", file)]
    done = hayrick("annotate", *words, "--out", tmp_path / "out.json")
    assert (done.status, done.out) == (2, "")
    assert message in done.err
    assert len(done.err.splitlines()) == 1
    assert not (tmp_path / "out.json").exists()


def test_the_command_tells_who_labelled_what(hayrick: Command, write: Callable[..., Path], tmp_path: Path) -> None:
    anna, ben = write(saved(answer(1, "a"))), write(saved(answer(1, "a"), answer(1, "b"), name="ben"), "b.json")
    done = hayrick("annotate", "--import", anna, "--import", ben, "--out", tmp_path / "out.json")
    assert (done.status, done.err) == (0, "")
    assert "2 of 4 pairs are answered, 1 by at least two people" in done.out
    assert "not taken for 'not covered'" in done.out
    assert re.search(r"^ anna +2 +1 +3$", done.out, re.MULTILINE)
    again = hayrick("annotate", "--import", anna, "--out", tmp_path / "out.json")
    assert (again.status, "already" in again.err) == (2, True)
    alone = hayrick("annotate", "--import", anna, "--out", tmp_path / "out.json", "--overwrite")
    assert "No pair has two labels" in alone.out
    told = json.loads(hayrick("annotate", "--import", anna, "--out", tmp_path / "o.json", "--json").out)
    assert told["rows"] == [{"annotator": "anna", "n_summaries": 2, "n": 1, "n_unanswered": 3}]
    assert (told["n_pairs"], told["n_answered"], told["n_several"]) == (4, 1, 0)
    over = hayrick("annotate", "--import", anna, "--out", anna, "--overwrite")
    assert "an input of this command" in over.err


def test_what_a_person_saved_is_no_file_of_annotations_yet(hayrick: Command, write: Callable[..., Path]) -> None:
    anna = write(saved(answer(1, "a")))
    done = hayrick("validate", anna, "--judge", "local")
    assert (done.status, done.out) == (2, "")
    assert "what a person saved from a labelling page; expected a file of annotations" in done.err
    assert f"'hayrick annotate --import {anna} --out FILE' makes one." in done.err
