"""Summaries of a user's file, and systems that need no model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hayrick.haystacks.files import read_haystack
from hayrick.prompting import wanted_bullets
from hayrick.systems.baselines import BASELINES, Baseline
from hayrick.systems.stored import StoredSystems
from hayrick.types import BadInput, Haystack, Summary


@pytest.fixture
def haystack(bakery: Path) -> Haystack:
    return read_haystack(bakery)


def stored(
    tmp_path: Path, haystack: Haystack, *rows: Any, known: list[str] | None = None, **named: Any
) -> list[Summary]:
    path = tmp_path / "mine.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows))
    system = StoredSystems(path=path, haystacks=known or [haystack.id], **named)
    return list(system.summaries(haystack, haystack.subtopics))


def test_raw_text_is_parsed_and_names_have_defaults(tmp_path: Path, haystack: Haystack) -> None:
    (one,) = stored(tmp_path, haystack, {"subtopic": "s1", "summary": "Here are 2:\n- A [1]\n- B [2, 99]", "mine": 3})
    assert (one.haystack, one.subtopic, one.system, one.context) == ("bakery", "s1", "mine", "full")
    assert [(b.id, b.text, sorted(b.cites), sorted(b.unknown)) for b in one.bullets] == [
        (2, "A", ["dA"], []),
        (3, "B", ["dB"], ["99"]),
    ]
    assert (one.n_lines, one.extra) == (3, {"mine": 3})


@pytest.mark.parametrize("text", [["- A [1]", "", "- B [2]"], "- A [1]\n\n- B [2]"])
def test_lines_and_text_are_the_same(tmp_path: Path, haystack: Haystack, text: object) -> None:
    (one,) = stored(tmp_path, haystack, {"subtopic": "s1", "summary": text})
    assert (one.reply, one.n_lines) == ("- A [1]\n- B [2]", 2)


def test_bullets_cite_ids_and_keep_their_citations_in_the_reply(tmp_path: Path, haystack: Haystack) -> None:
    bullets = [{"text": "A is\nso.", "cites": ["dE", "dA"]}, {"id": 4, "text": "B", "cites": [], "unknown": ["7"]}]
    (one,) = stored(tmp_path, haystack, {"subtopic": "s1", "bullets": bullets})
    assert [(b.id, b.text, sorted(b.cites), sorted(b.unknown)) for b in one.bullets] == [
        (1, "A is\nso.", ["dA", "dE"], []),
        (4, "B", [], ["7"]),
    ]
    assert (one.reply, one.n_lines) == ("A is so. [1] [5]\nB", 4)


def test_a_bullet_that_cites_what_is_no_document_is_wrong(tmp_path: Path, haystack: Haystack) -> None:
    rows = {"subtopic": "s1", "bullets": [{"text": "A", "cites": ["dA", "zz", "1"]}]}
    (one,) = stored(tmp_path, haystack, rows)
    assert (set(one.bullets[0].cites), set(one.bullets[0].unknown)) == ({"dA"}, {"zz", "1"})


def test_bullets_without_cites_are_read_for_them(tmp_path: Path, haystack: Haystack) -> None:
    (one,) = stored(tmp_path, haystack, {"subtopic": "s1", "bullets": [{"text": "A [2]"}, {"text": ""}]})
    assert [(b.id, b.text, sorted(b.cites)) for b in one.bullets] == [(1, "A", ["dB"]), (2, "", [])]


def test_an_empty_summary_is_a_failure_not_an_error(tmp_path: Path, haystack: Haystack) -> None:
    one, two = stored(tmp_path, haystack, {"subtopic": "s1", "summary": ""}, {"subtopic": "s2", "bullets": []})
    assert one.bullets == two.bullets == ()


GOOD = {"subtopic": "s1", "summary": "- A [1]"}
BAD: list[tuple[list[Any], str]] = [
    ([GOOD, GOOD], "mine.jsonl:2: a second summary of 's1' by 'mine' (full)"),
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
    ([{"subtopic": "s1", "bullets": [{"id": 0, "text": "A", "cites": []}]}], "id 0; expected line numbers from 1"),
    ([{"subtopic": "s1", "bullets": [{"id": 2, "text": "A"}, {"id": 2, "text": "B"}]}], "bullet 2: id 2"),
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
        stored(tmp_path, haystack, GOOD, known=["bakery", "other"])
    rows = [{**GOOD, "haystack": "other"}, {**GOOD, "haystack": "bakery", "system": "s"}]
    assert [s.system for s in stored(tmp_path, haystack, *rows, known=["bakery", "other"])] == ["s"]


def test_the_signature_changes_with_the_content(tmp_path: Path, haystack: Haystack) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text(json.dumps(GOOD))
    one = StoredSystems(path=path, haystacks=["bakery"]).signature
    path.write_text(json.dumps({**GOOD, "summary": "other"}))
    assert one.startswith("file:mine.jsonl@")
    assert one != StoredSystems(path=path, haystacks=["bakery"]).signature


def baseline(haystack: Haystack, name: str, seed: int = 0, subtopics: Any = None) -> list[Summary]:
    return list(Baseline(name=name, seed=seed).summaries(haystack, subtopics or haystack.subtopics))


@pytest.mark.parametrize("name", ["lead", "random", "query"])
def test_baselines_quote_and_cite_the_document_that_they_quote(haystack: Haystack, name: str) -> None:
    assert name in BASELINES
    texts = {document.id: " ".join(document.text.split()) for document in haystack.documents}
    found = baseline(haystack, name)
    assert [s.subtopic for s in found] == ["s1", "s2"]
    for summary in found:
        assert len(summary.bullets) == 2  # As many as the subtopic has insights that some document holds.
        for bullet in summary.bullets:
            (cited,) = bullet.cites
            assert bullet.text in texts[cited]
        assert len(summary.reply.split("\n")) == 2


def test_lead_is_the_first_sentences_and_query_the_nearest(haystack: Haystack) -> None:
    lead = baseline(haystack, "lead")[0]
    assert [b.text for b in lead.bullets] == [
        "The bakery on Mill Lane now opens at six on weekdays.",
        "Flour from the valley costs 12 percent more since March.",
    ]
    # "What changed in hours and costs?" shares "cost" with dB and dE and "change" with dC.
    query = baseline(haystack, "query")[0]
    assert all(bullet.cites <= {"dB", "dC", "dE"} for bullet in query.bullets)


def test_random_draws_depend_on_the_seed_and_not_on_what_else_is_asked(haystack: Haystack) -> None:
    draws = [baseline(haystack, "random", seed) for seed in range(5)]
    assert len({tuple(b.text for s in draw for b in s.bullets) for draw in draws}) > 1
    assert any([b.text for b in one.bullets] != [b.text for b in two.bullets] for one, two in draws)
    assert baseline(haystack, "random", 3) == draws[3]
    assert baseline(haystack, "random", 3, haystack.subtopics[1:]) == draws[3][1:]
    assert Baseline(name="random", seed=3).signature == "random:seed=3"
    assert Baseline(name="lead", seed=3).signature == "lead"


def test_names_that_utf_8_cannot_hold_can_be_drawn_for(tmp_path: Path, bakery: Path) -> None:
    value = json.loads(bakery.read_text())
    value["subtopics"][0]["subtopic_id"] = "s\ud800"
    path = tmp_path / "b.json"
    path.write_text(json.dumps(value))
    assert len(baseline(read_haystack(path), "random")) == 2


def test_only_insights_that_are_held_ask_for_bullets(tmp_path: Path, bakery: Path) -> None:
    value = json.loads(bakery.read_text())
    value["documents"][5]["insights_included"] = []
    path = tmp_path / "b.json"
    path.write_text(json.dumps(value))
    haystack = read_haystack(path, allow_unheld=True)
    assert [wanted_bullets(haystack, subtopic) for subtopic in haystack.subtopics] == [2, 1]
