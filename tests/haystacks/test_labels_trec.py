"""Stored labels and TREC files."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import GOLDEN
from hayrick.haystacks.files import read_haystack
from hayrick.haystacks.labels import model_labels, read_annotations
from hayrick.haystacks.trec import qrels_lines, run_lines
from hayrick.types import BadInput


def test_annotations_are_read_with_links_counted_from_1() -> None:
    one, two, three = read_annotations(GOLDEN / "annotations.json")
    assert (one.topic, one.key, len(one.lines)) == ("bakery", "summary_subtopic_m0", 3)
    # People's links are stored from 0, as text or number; "" and null are none.
    links = [[item.human[name].bullet for name in ("i1", "i2")] for item in (one, two, three)]
    assert links == [[1, None], [2, 2], [None, 3]]
    assert list(one.judges) == ["one", "9fs_two"]
    stored = [[item.judges["one"][name].bullet for name in ("i1", "i2")] for item in (one, two, three)]
    assert stored == [[1, None], [2, 1], [None, None]]
    assert list(one.judges["9fs_two"]) == ["i1"]


@pytest.mark.parametrize("word", ["MAYBE", "full", "", None, 1])
def test_unknown_coverage_words_are_refused(word: object) -> None:
    rows = [{"insight_id": "i", "coverage": word, "bullet_id": 1}]
    with pytest.raises(BadInput, match="NO_COVERAGE, PARTIAL_COVERAGE, FULL_COVERAGE"):
        model_labels(rows, "x")


BROKEN: list[tuple[Any, str]] = [
    ({}, "a JSON object; expected a list of annotated summaries"),
    ([], "an empty list"),
    (["x"], "summary 1: a string"),
    ([{"summary": "x"}], "'summary' is no list of strings"),
]


@pytest.mark.parametrize(("value", "found"), BROKEN)
def test_other_files_are_no_annotations(tmp_path: Path, value: object, found: str) -> None:
    (tmp_path / "a.json").write_text(json.dumps(value))
    with pytest.raises(BadInput, match=found):
        read_annotations(tmp_path / "a.json")


def test_an_insight_without_a_human_label_is_refused(tmp_path: Path) -> None:
    value = json.loads((GOLDEN / "annotations.json").read_text())
    del value[1]["annotation"][0]
    (tmp_path / "a.json").write_text(json.dumps(value))
    with pytest.raises(BadInput, match="summary 2: insight 'i1' has no human label"):
        read_annotations(tmp_path / "a.json")


def named(*people: Any, keep: bool = False) -> list[dict[str, Any]]:
    """The golden summaries; people under `annotations` of the first, instead of `annotation` or beside it."""
    value: list[dict[str, Any]] = json.loads((GOLDEN / "annotations.json").read_text())
    value[0]["annotations"] = list(people)
    if not keep:
        del value[0]["annotation"]
    return value


def said(name: Any, *labels: tuple[str, str]) -> dict[str, Any]:
    return {
        "annotator": name,
        "labels": [{"insight_id": insight, "coverage": word, "candidate_id": "2"} for insight, word in labels],
    }


ANNA = said("anna", ("i1", "fully_covered"), ("i2", "not_covered"))


def test_annotations_of_several_people_may_lack_labels_and_stand_beside_one(tmp_path: Path) -> None:
    ben = said("  ben  b ", ("i2", "partially_covered"))
    (tmp_path / "a.json").write_text(json.dumps(named(ANNA, ben, said("cleo"), keep=True)))
    one, two, _ = read_annotations(tmp_path / "a.json")
    found = {name: {id: (label.label, label.bullet) for id, label in of.items()} for name, of in one.people.items()}
    assert found == {
        "": {"i1": ("full", 1), "i2": ("none", None)},
        "anna": {"i1": ("full", 3), "i2": ("none", 3)},
        "ben b": {"i2": ("partial", 3)},
        "cleo": {},
    }
    assert list(two.people) == [""]
    (tmp_path / "a.json").write_text(json.dumps(named(ANNA)))
    assert dict(read_annotations(tmp_path / "a.json")[0].human) == {}


@pytest.mark.parametrize(
    ("people", "message"),
    [
        ([said("", ("i1", "not_covered"))], "annotations, annotator 1: 'annotator' is blank"),
        ([said("a" * 81)], "'annotator' has 81 characters; expected a name or initials, at most 80 characters"),
        ([said(3)], "'annotator' is a number"),
        ([ANNA, ANNA], "annotator 'anna' a second time"),
        ([ANNA, said("Anna")], "annotator 'Anna' beside 'anna'; expected one spelling"),
        ([said("Ren\u00e9"), said("Rene\u0301")], "annotator 'Ren\u00e9' a second time"),
        (
            [said("anna", ("i9", "not_covered"))],
            "('anna'), label 1: insight 'i9'; expected one of the reference insights",
        ),
        ([said("anna", ("i1", "not_covered"), ("i1", "not_covered"))], "label 2: insight 'i1' a second time"),
        ([said("anna", ("i1", "FULL_COVERAGE"))], "coverage 'FULL_COVERAGE'; expected not_covered"),
        ([{"annotator": "anna"}], "('anna'): null; expected a list of labels"),
        (["anna"], "annotator 1: a string; expected an object"),
        ([{"annotator": "anna", "labels": [None]}], "label 1: null; expected an object"),
    ],
)
def test_hostile_annotators_are_refused_in_one_line(tmp_path: Path, people: list[Any], message: str) -> None:
    (tmp_path / "a.json").write_text(json.dumps(named(*people)))
    with pytest.raises(BadInput, match=re.escape(message)) as problem:
        read_annotations(tmp_path / "a.json")
    assert "\n" not in str(problem.value)


def test_a_file_without_any_label_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps(named(said("anna"))[:1]))
    with pytest.raises(BadInput, match="no label by anyone"):
        read_annotations(tmp_path / "a.json")


def test_qrels_count_the_insights_of_the_subtopic_in_each_document() -> None:
    grades = {"s1": {"dA": 1, "dB": 2, "dC": 0, "dD": 0, "dE": 1, "dF": 0}}
    grades["s2"] = {"dA": 0, "dB": 0, "dC": 1, "dD": 0, "dE": 1, "dF": 1}
    lines = [f"{subtopic} 0 {document} {n}\n" for subtopic, of in grades.items() for document, n in of.items()]
    assert list(qrels_lines(read_haystack(GOLDEN / "bakery.json"))) == lines


def test_a_run_is_ranked_ties_keep_their_order_and_names_are_tokens() -> None:
    lines = list(run_lines("a topic", {"d1": 1.0, "d2": 2.0, "d 3": 1.0}, "my tag"))
    assert lines == [
        "a%20topic Q0 d2 1 2 my%20tag\n",
        "a%20topic Q0 d1 2 1 my%20tag\n",
        "a%20topic Q0 d%203 3 1 my%20tag\n",
    ]


@given(st.lists(st.floats(-1e9, 1e9), min_size=1, max_size=9))
def test_a_run_file_keeps_which_scores_differ(scores: list[float]) -> None:
    lines = run_lines("s", {str(place): score for place, score in enumerate(scores)}, "x")
    fields = [line.split() for line in lines]
    assert {int(one[2]): float(one[4]) for one in fields} == dict(enumerate(scores))
