"""Replies of a user's file, for any task."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import toy
from hayrick.records.rows import response_row
from hayrick.records.write_files import write_jsonl
from hayrick.systems.stored import StoredResponses
from hayrick.types import BadInput, Item, Response
from scripted import done, nobody

ROW = {"dataset": "north", "group": "Norway", "item": "capital", "reply": "It is: Oslo"}


def stored(tmp_path: Path, *rows: Any, items: list[Item[str]] | None = None) -> list[Response[str]]:
    path = tmp_path / "mine.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    asked = items or toy.items(0)
    return done(StoredResponses(path=path, task=toy.TASK, items=asked).respond(asked, nobody))


def test_replies_are_parsed_by_the_task_and_names_have_defaults(tmp_path: Path) -> None:
    (one,) = stored(tmp_path, {**ROW, "mine": 3})
    assert one.item == toy.items(0)[0]
    assert (one.system, one.context, one.answer, one.reply) == ("mine", "full", "Oslo", "It is: Oslo")
    assert (one.tags, one.extra) == ({}, {"mine": 3, "class": "ok"})


def test_a_reply_without_an_answer_is_a_failure(tmp_path: Path) -> None:
    for reply in ({"reply": "Who knows:"}, {"reply": None}, {"reply": ""}):
        (one,) = stored(tmp_path, {**ROW, **reply})
        assert one.answer is None


def test_the_item_alone_is_enough_where_it_is_unique(tmp_path: Path) -> None:
    (one,) = stored(tmp_path, {"item": "capital", "reply": "Oslo"}, items=toy.items(0)[:1])
    assert one.answer == "Oslo"


def test_responses_of_a_run_come_back_with_their_own_tags(tmp_path: Path) -> None:
    item = toy.items(0)[1]
    before = [
        Response(
            item=item,
            system="a/b",
            context="bm25",
            reply="Lima",
            answer="Lima",
            tags={"order": "top", "repeat": repeat},
            extra={"class": "ok"},
        )
        for repeat in (1, 2)
    ]
    write_jsonl(tmp_path / "responses.jsonl", (response_row(toy.TASK, one) for one in before))
    system = StoredResponses(path=tmp_path / "responses.jsonl", task=toy.TASK, items=toy.items(0))
    assert done(system.respond([item], nobody)) == before


BAD: list[tuple[list[Any], str]] = [
    ([ROW, ROW], "mine.jsonl:2: a second response to 'capital' by 'mine' (full), the first is"),
    ([{**ROW, "item": "river"}], "unknown item 'river'; expected an item of toy"),
    ([{**ROW, "group": "Chile"}], "unknown item 'capital'"),
    (
        [{"item": "capital", "reply": "x"}],
        "item 'capital', of which there are 4; expected 'dataset' and 'group' beside",
    ),
    ([{"reply": "x"}], "'item' is missing or null"),
    ([{**ROW, "reply": 3}], "'reply' is a number"),
    ([{**ROW, "tags": []}], "'tags' is a list"),
    ([{**ROW, "tags": {"order": None}}], "tag 'order' is null"),
    ([{**ROW, "system": 3}], "'system' is a number"),
]


@pytest.mark.parametrize(("rows", "found"), BAD)
def test_rows_that_are_no_responses_are_refused(tmp_path: Path, rows: list[Any], found: str) -> None:
    with pytest.raises(BadInput) as caught:
        stored(tmp_path, *rows)
    assert found in str(caught.value)


def test_the_signature_changes_with_the_content(tmp_path: Path) -> None:
    signatures = []
    for reply in ("Oslo", "Bergen"):
        path = tmp_path / "mine.jsonl"
        path.write_text(json.dumps({**ROW, "reply": reply}))
        signatures.append(StoredResponses(path=path, task=toy.TASK, items=[]).signature)
    assert len(set(signatures)) == 2
    assert all(one.startswith("file:mine.jsonl@") for one in signatures)
