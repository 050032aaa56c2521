"""Summaries of a user's file."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hayrick.haystacks.files import read_haystack
from hayrick.tasks.summhay import items_of
from hayrick.tasks.summhay.rows import summary_row
from hayrick.tasks.summhay.stored import StoredSummaries
from hayrick.types import BadInput, Haystack, Response, Summary
from scripted import done, nobody


@pytest.fixture
def haystack(bakery: Path) -> Haystack:
    return read_haystack(bakery)


def stored(tmp_path: Path, haystack: Haystack, *rows: Any, others: tuple[str, ...] = ()) -> list[Response[Summary]]:
    """Responses that a file gives to the haystack, in a run that has others, too."""
    path = tmp_path / "mine.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows))
    haystacks = [haystack, *(replace(haystack, id=name) for name in others)]
    return done(StoredSummaries(path=path, haystacks=haystacks).respond(items_of([haystack]), nobody))


def answer(response: Response[Summary]) -> Summary:
    assert response.answer is not None
    return response.answer


def test_raw_text_is_parsed_and_names_have_defaults(tmp_path: Path, haystack: Haystack) -> None:
    (one,) = stored(tmp_path, haystack, {"subtopic": "s1", "summary": "Here are 2:\n- A [1]\n- B [2, 99]", "mine": 3})
    assert (one.item.key, one.system, one.context, one.tags) == (("bakery", "s1", "s1"), "mine", "full", {})
    assert [(b.id, b.text, sorted(b.cites), sorted(b.unknown)) for b in answer(one).bullets] == [
        (2, "A", ["dA"], []),
        (3, "B", ["dB"], ["99"]),
    ]
    assert (answer(one).n_lines, one.extra) == (3, {"mine": 3})


@pytest.mark.parametrize("text", [["- A [1]", "", "- B [2]"], "- A [1]\n\n- B [2]"])
def test_lines_and_text_are_the_same(tmp_path: Path, haystack: Haystack, text: object) -> None:
    (one,) = stored(tmp_path, haystack, {"subtopic": "s1", "summary": text})
    assert (one.reply, answer(one).n_lines) == ("- A [1]\n- B [2]", 2)


def test_bullets_cite_ids_and_keep_their_citations_in_the_reply(tmp_path: Path, haystack: Haystack) -> None:
    bullets = [{"text": "A is\nso.", "cites": ["dE", "dA"]}, {"id": 4, "text": "B", "cites": [], "unknown": ["7"]}]
    (one,) = stored(tmp_path, haystack, {"subtopic": "s1", "bullets": bullets})
    assert [(b.id, b.text, sorted(b.cites), sorted(b.unknown)) for b in answer(one).bullets] == [
        (1, "A is\nso.", ["dA", "dE"], []),
        (4, "B", [], ["7"]),
    ]
    assert (one.reply, answer(one).n_lines) == ("A is so. [1] [5]\nB", 4)


def test_rows_keep_what_heads_a_bullet(tmp_path: Path, haystack: Haystack) -> None:
    (one,) = stored(tmp_path, haystack, {"subtopic": "s1", "summary": "Preamble:\n- A [1]\n## Part\n- B [9]\n"})
    (again,) = stored(tmp_path, haystack, {"subtopic": "s1", "bullets": summary_row(one, ())["bullets"]})
    assert again.answer == one.answer
    assert [bullet.heading for bullet in answer(one).bullets] == ["Preamble", "Part"]


def test_a_bullet_that_cites_what_is_no_document_is_wrong(tmp_path: Path, haystack: Haystack) -> None:
    rows = {"subtopic": "s1", "bullets": [{"text": "A", "cites": ["dA", "zz", "1"]}]}
    (one,) = stored(tmp_path, haystack, rows)
    assert (set(answer(one).bullets[0].cites), set(answer(one).bullets[0].unknown)) == ({"dA"}, {"zz", "1"})


def test_bullets_without_cites_are_read_for_them(tmp_path: Path, haystack: Haystack) -> None:
    (one,) = stored(tmp_path, haystack, {"subtopic": "s1", "bullets": [{"text": "A [2]"}, {"text": ""}]})
    assert [(b.id, b.text, sorted(b.cites)) for b in answer(one).bullets] == [(1, "A", ["dB"]), (2, "", [])]


def test_tags_and_fields_of_the_row_are_kept(tmp_path: Path, haystack: Haystack) -> None:
    tags = {"shown": "bm25", "order": "top", "budget_tokens": 8000}
    rows = [{**GOOD, "tags": tags, "mine": [1]}, {**GOOD, "tags": {**tags, "order": "bottom"}}]
    one, two = stored(tmp_path, haystack, *rows)
    assert (one.tags, one.extra) == (tags, {"mine": [1]})
    assert two.tags["order"] == "bottom"


def test_an_empty_summary_is_a_failure_not_an_error(tmp_path: Path, haystack: Haystack) -> None:
    one, two = stored(tmp_path, haystack, {"subtopic": "s1", "summary": ""}, {"subtopic": "s2", "bullets": []})
    assert (one.answer, two.answer) == (None, None)


GOOD = {"subtopic": "s1", "summary": "- A [1]"}
BAD: list[tuple[list[Any], str]] = [
    ([GOOD, GOOD], "mine.jsonl:2: a second response to 's1' by 'mine' (full)"),
    (
        [{**GOOD, "subtopic": "zz"}],
        "mine.jsonl:1: a summary for unknown subtopic 'zz'; expected a subtopic of 'bakery'",
    ),
    ([{**GOOD, "haystack": "zz"}], "unknown haystack 'zz'; expected 'bakery'"),
    ([{"subtopic": "s1"}], "neither 'summary' nor 'bullets'"),
    ([{"summary": "x"}], "'subtopic' is missing or null"),
    ([{**GOOD, "system": 3}], "'system' is a number"),
    ([{**GOOD, "summary": {"a": 1}}], "the summary is an object; expected a string, or a list of lines"),
    ([{**GOOD, "summary": [1]}], "the summary is a list"),
    ([{"subtopic": "s1", "bullets": {}}], "'bullets' is an object"),
    ([{"subtopic": "s1", "bullets": ["x"]}], "bullet 1: no 'text'"),
    ([{"subtopic": "s1", "bullets": [{"text": "A", "cites": [1]}]}], "'cites' is no list of strings"),
    ([{"subtopic": "s1", "bullets": [{"text": "A", "cites": "dA"}]}], "'cites' is no list of strings"),
    (
        [{"subtopic": "s1", "bullets": [{"text": "A", "heading": 1}]}],
        "bullet 1: 'heading' is a number; expected a text",
    ),
    ([{"subtopic": "s1", "bullets": [{"id": 0, "text": "A", "cites": []}]}], "id 0; expected line numbers from 1"),
    ([{"subtopic": "s1", "bullets": [{"id": 2, "text": "A"}, {"id": 2, "text": "B"}]}], "bullet 2: id 2"),
    ([{**GOOD, "tags": "top"}], "'tags' is a string; expected an object of numbers and strings"),
    ([{**GOOD, "tags": {"order": ["top"]}}], "tag 'order' is a list; expected a number or a string"),
    ([{**GOOD, "tags": {"order": True}}], "tag 'order' is a boolean"),
    ([["s1"]], "mine.jsonl:1: a list; expected a JSON object a line"),
]


@pytest.mark.parametrize(("rows", "found"), BAD)
def test_rows_that_are_no_summaries_are_refused(
    tmp_path: Path, haystack: Haystack, rows: list[Any], found: str
) -> None:
    with pytest.raises(BadInput) as caught:
        stored(tmp_path, haystack, *rows)
    assert found in str(caught.value)
    assert str(tmp_path) in str(caught.value)


def test_rows_must_name_one_of_several_haystacks(tmp_path: Path, haystack: Haystack) -> None:
    with pytest.raises(BadInput, match="'haystack' is missing; expected 'bakery' or 'other'"):
        stored(tmp_path, haystack, GOOD, others=("other",))
    rows = [{**GOOD, "haystack": "other"}, {**GOOD, "haystack": "bakery", "system": "s"}]
    assert [s.system for s in stored(tmp_path, haystack, *rows, others=("other",))] == ["s"]


def test_the_signature_changes_with_the_content(tmp_path: Path, haystack: Haystack) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text(json.dumps(GOOD))
    one = StoredSummaries(path=path, haystacks=[haystack]).signature
    path.write_text(json.dumps({**GOOD, "summary": "other"}))
    assert one.startswith("file:mine.jsonl@")
    assert one != StoredSummaries(path=path, haystacks=[haystack]).signature
