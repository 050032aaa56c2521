"""The command collect: what it prints, what it says to do, how it ends."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from conftest import ROOT, Command
from hayrick.haystacks.facts import facts_of

HANDBOOK = ROOT / "docs" / "examples" / "handbook"
UNDECIDED, DECIDED = HANDBOOK.with_suffix(".yaml"), HANDBOOK.with_name("handbook_decided.yaml")
SHORT = 'schema: 1\ntopic: t\nquestions:\n- question: q\n  facts: [{id: "x: y", text: "Salt: dear, at 3 euros."}]\n'


def test_facts_found_nowhere_are_said_with_what_to_do_and_end_with_status_1(hayrick: Command, tmp_path: Path) -> None:
    out = tmp_path / "mine.json"
    done = hayrick("collect", HANDBOOK, "--facts", UNDECIDED, "--out", out)
    assert (done.status, done.err) == (1, "")
    lines = [" ".join(line.split()) for line in done.out.splitlines()]
    assert any(line.startswith("leave leave.4 found nowhere 0 - 1 -") for line in lines)
    assert any(
        line.startswith("travel travel.3 found 2 1.000 0 travel/expenses, travel/newsletter_may") for line in lines
    )
    assert "Found nowhere, and left out of the haystack: leave.4, devices.4." in done.out
    assert "15 of 15 places were found by the local checker, and nobody has read them." in done.out
    assert f"Written to {out}." in done.out
    insights = [one["id"] for s in json.loads(out.read_text())["subtopics"] for one in s["insights"]]
    assert {"leave.4", "devices.4"}.isdisjoint(insights)


def test_what_a_person_decides_makes_it_whole(hayrick: Command, tmp_path: Path) -> None:
    done = hayrick("collect", HANDBOOK, "--facts", DECIDED, "--out", tmp_path / "mine.json")
    assert (done.status, done.err) == (0, "")
    assert "given: none" in done.out
    assert "to decide:" not in done.out
    assert "10 of 15 places were found by the local checker" in done.out


def test_the_lines_to_decide_can_be_pasted_into_the_file(hayrick: Command, tmp_path: Path) -> None:
    done = hayrick("collect", HANDBOOK, "--facts", UNDECIDED, "--out", tmp_path / "mine.json")
    pasted = done.out.partition("As found so far:\n")[2].partition("\n\n")[0]
    known = [path.relative_to(HANDBOOK).with_suffix("").as_posix() for path in HANDBOOK.rglob("*.*")]
    listed = pasted.replace("\n", "\n  ")
    whole = facts_of(f"schema: 1\ntopic: t\nquestions:\n- question: q\n  facts:\n  {listed}\n", "f", known)
    assert {one.text: one.documents for question in whole.questions for one in question.facts} == {
        "Sick days during a vacation with a medical certificate are credited.": (),
        "A lost laptop or telephone must be reported to the help desk at once.": ("it/laptops", "it/passwords"),
        "A password has at least 14 characters.": ("it/passwords",),
        "Whoever works three days a week gets 17 days of leave.": ("leave/minutes_january", "leave/paid_leave"),
        "Laptops must be encrypted before they leave the building.": (),
    }


def test_ids_with_marks_of_yaml_are_quoted_in_the_lines_to_decide(hayrick: Command, tmp_path: Path) -> None:
    (tmp_path / "a, b.md").write_text("Nothing of the kind.")
    (tmp_path / "facts.yaml").write_text(SHORT)
    done = hayrick("collect", tmp_path, "--facts", tmp_path / "facts.yaml", "--out", tmp_path / "mine.json")
    assert (done.status, done.err) == (1, "")
    assert "Nothing is written: no document states a fact." in done.out
    pasted = done.out.partition("As found so far:\n")[2].partition("\n\n")[0]
    assert yaml.safe_load(pasted) == [{"text": "Salt: dear, at 3 euros.", "id": "x: y", "documents": []}]
    assert not (tmp_path / "mine.json").exists()


def test_where_a_person_says_that_no_document_states_a_fact_nothing_is_left_to_write(
    hayrick: Command, tmp_path: Path
) -> None:
    facts = tmp_path / "facts.yaml"
    facts.write_text("schema: 1\ntopic: t\nquestions:\n- question: q\n  facts: [{text: Salt., documents: []}]\n")
    done = hayrick("collect", HANDBOOK, "--facts", facts, "--out", tmp_path / "mine.json")
    assert (done.status, done.err) == (1, "")
    assert "Nothing is written" in done.out
    assert [path.name for path in tmp_path.iterdir()] == ["facts.yaml"]


def test_what_is_not_read_in_a_folder_is_said(hayrick: Command, tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.md").write_text("A password has at least 14 characters.")
    (tmp_path / "texts" / "b.pdf").write_text("no text")
    (tmp_path / "texts" / "c.md").symlink_to("/etc/hostname")
    done = hayrick("collect", tmp_path / "texts", "--facts", UNDECIDED, "--out", tmp_path / "mine.json")
    assert "Not read in the folders: links: 1, of other types: 1 (files and folders)." in done.out


def test_how_many_pairs_are_shown(hayrick: Command, tmp_path: Path) -> None:
    command = ("collect", HANDBOOK, "--facts", UNDECIDED, "--out", tmp_path / "mine.json", "--show")
    assert "to decide: 1 of 5 pairs, the least certain of each fact; --show 5 lists all" in hayrick(*command, 1).out
    assert "to decide:" not in hayrick(*command, 0).out


def test_a_dry_run_asks_nobody_and_writes_nothing(
    hayrick: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket.socket, "connect", lambda *words: pytest.fail("a connection"))
    command = ("collect", HANDBOOK, "--facts", UNDECIDED, "--out", tmp_path / "mine.json", "--dry-run")
    done = hayrick(*command, "--checker", "openai/gpt-4o-mini", "--json")
    (row,) = json.loads(done.out)["rows"]
    assert (done.status, row["judge"], row["calls"]) == (0, "openai/gpt-4o-mini", 4)
    done = hayrick(*command)
    assert (done.status, "there is nothing to pay" in done.out) == (0, True)
    assert list(tmp_path.iterdir()) == []


def test_other_bounds_than_those_of_verify_are_the_usual_ones(refused: Callable[..., str], tmp_path: Path) -> None:
    command = ("collect", HANDBOOK, "--facts", UNDECIDED, "--out", tmp_path / "mine.json")
    assert "--low or --high with --checker local" in refused(*command, "--high", 0.95)
    assert "documents.pdf: no such file" in refused("collect", "documents.pdf", *command[2:])


@pytest.mark.parametrize("id", ["", " ", "\u00a0\u3000"])
def test_a_document_without_an_id_is_refused_before_anything_is_written(
    refused: Callable[..., str], tmp_path: Path, id: str
) -> None:
    documents, summaries, out = tmp_path / "d.jsonl", tmp_path / "s.jsonl", tmp_path / "out.json"
    rows = [{"id": "a", "text": "Salt is dear."}, {"id": id, "text": "Salt costs 3 euros."}]
    documents.write_text("".join(json.dumps(row) + "\n" for row in rows))
    summaries.write_text('{"subtopic": "s", "summary": "- Salt costs 3 euros."}\n')
    (tmp_path / "facts.yaml").write_text(SHORT)
    for words in (
        ("collect", documents, "--facts", tmp_path / "facts.yaml"),
        ("cite", documents, "--summaries", summaries),
    ):
        line = refused(*words, "--out", out)
        assert f"{documents}:2: 'id' is empty; expected a filled string. Give it an id." in line
        assert not out.exists()
