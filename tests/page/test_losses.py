"""Where systems lose, on answers whose right and wrong citations are known."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conftest import Command
from hayrick.harness.reviewing.page_sources import read_sources
from hayrick.page.answering import answering
from hayrick.page.data import blocks
from hayrick.page.losses import SIZES, Ratio, in_stored_order, losses, size_of
from hayrick.page.views import View
from hayrick.replies.classes import CLASS, OK
from hayrick.types import Item, Response, Tags
from page.test_page import unpacked

PLANTED = {"a": ["d0", "d1"], "b": ["d1"], "c": ["d9"]}
"""Insight -> documents that state it, of ten."""


def haystack() -> dict[str, Any]:
    texts = {"a": "Alder grows near water.", "b": "Birch bark is white.", "c": "Cedar smells of resin."}
    documents = [
        {
            "id": f"d{n}",
            "title": f"D{n}",
            "text": " ".join([f"Leaf {n}.", *(texts[i] for i in PLANTED if f"d{n}" in PLANTED[i])]),
        }
        for n in range(10)
    ]
    insights = [{"id": id, "text": text} for id, text in texts.items()]
    subtopics = [{"id": "trees", "title": "trees", "query": "Which trees?", "insights": insights}]
    return {"schema": 1, "topic": "wood", "documents": documents, "subtopics": subtopics, "held_by": PLANTED}


@pytest.fixture
def views(hayrick: Command, tmp_path: Path) -> dict[str, View]:
    """Views of two summaries: one covers a and b, citing documents 1, 3 and 2; one covers a and cites nothing."""
    (tmp_path / "wood.json").write_text(json.dumps(haystack()))
    rows = [
        {"system": "one", "summary": "- Alder grows near water. [1] [3]\n- Birch bark is white. [2]"},
        {"system": "two", "summary": "- Alder grows near water."},
    ]
    lines = [json.dumps({"subtopic": "trees", "context": "full", **row}) for row in rows]
    (tmp_path / "mine.jsonl").write_text("\n".join(lines))
    words = ("--system", f"file:{tmp_path / 'mine.jsonl'}", "--judge", "local", "--out", tmp_path / "run")
    assert hayrick("run", tmp_path / "wood.json", *words).status == 0
    return {one.name: one for one in losses(read_sources([tmp_path / "run"]))}


def test_what_most_miss_comes_first(views: dict[str, View]) -> None:
    (table,) = views["missed-most"].tables
    assert [row[0] for row in table.rows] == ["Cedar smells of resin.", "Birch bark is white."]
    assert [row[1:] for row in table.rows] == [["2", "2", "100.0", "1", "wood"], ["1", "2", "50.0", "1", "wood"]]


def test_its_links_lead_to_the_insight(views: dict[str, View], tmp_path: Path) -> None:
    sources = read_sources([tmp_path / "run"])
    items = unpacked(blocks(sources, answering(sources))["set-0"])["items"]
    view = views["missed-most"]
    assert list(view.links) == [0, 1]
    for row, address in view.links.items():
        _, _, number, item, unit = address.split("/")
        assert (number, items[int(item)]["units"][int(unit)]["text"]) == ("0", view.tables[0].rows[row][0])


def test_one_insight_in_two_haystacks_has_two_links(hayrick: Command, tmp_path: Path) -> None:
    for name in ("wood", "twin"):
        (tmp_path / f"{name}.json").write_text(json.dumps(haystack()))
    row = {"system": "one", "subtopic": "trees", "context": "full", "summary": "- Birch bark is white."}
    (tmp_path / "mine.jsonl").write_text("\n".join(json.dumps({**row, "haystack": name}) for name in ("wood", "twin")))
    words = ("--system", f"file:{tmp_path / 'mine.jsonl'}", "--judge", "local", "--out", tmp_path / "run")
    assert hayrick("run", tmp_path / "wood.json", tmp_path / "twin.json", *words).status == 0
    sources = read_sources([tmp_path / "run"])
    index = unpacked(blocks(sources, answering(sources))["index"])
    (view,) = (one for one in losses(sources) if one.name == "missed-most")
    assert len(view.links) == len(view.tables[0].rows) == 4
    for number, address in view.links.items():
        assert index["sets"][int(address.split("/")[2])]["name"] == view.tables[0].rows[number][-1]


@pytest.mark.parametrize(
    ("context", "tags", "expected"),
    [
        ("full", {}, True),
        ("full", {"order": "stored"}, True),
        ("oracle/stored", {"order": "stored"}, True),
        ("full/top", {"order": "top"}, False),
        ("oracle", {"order": "best first"}, False),
        ("oracle", {}, False),
    ],
)
def test_places_are_those_of_documents_shown_in_stored_order(context: str, tags: Tags, expected: bool) -> None:
    item = Item(dataset="h", group="g", id="g", query="q", gold=None)
    assert in_stored_order(Response(item=item, system="s", context=context, answer="x", tags=tags)) == expected


def test_citations_are_counted_by_place(views: dict[str, View]) -> None:
    (table,) = views["citation-places"].tables
    cells = {row[0]: [cell.partition(" ")[0] for cell in row[1:]] for row in table.rows}
    assert cells["0 to 10 %"] == ["100.0", "1", "50.0", "2"]  # d0 states a: cited by one of two that cover it.
    assert cells["10 to 20 %"] == ["100.0", "1", "33.3", "3"]  # d1 states a and b: wanted thrice, cited for b.
    assert cells["20 to 30 %"] == ["0.0", "1", "-", "0"]  # d2 states nothing.
    assert cells["90 to 100 %"] == ["-", "0", "-", "0"]  # Nobody covers c.


def test_documents_that_are_passed_over_come_first(views: dict[str, View]) -> None:
    view = views["documents-passed-over"]
    (table,) = view.tables
    assert [list(row) for row in table.rows] == [
        ["wood, document 2", "1", "3", "33.3", "0"],
        ["wood, document 1", "1", "2", "50.0", "0"],
    ]
    assert view.text.startswith("0 of the 2 documents")


def test_coverage_by_documents(views: dict[str, View]) -> None:
    (table,) = views["coverage-documents"].tables
    assert [[row[0], row[1].partition(" ")[0], row[2]] for row in table.rows] == [
        ["1 document", "25.0", "4"],
        ["2 documents", "100.0", "2"],
    ]


@pytest.mark.parametrize("n", range(1, 20))
def test_every_number_of_documents_has_a_line(n: int) -> None:
    least, most = SIZES[size_of(n)]
    assert least <= n <= (most or n)


def test_a_ratio_of_nothing_has_no_value() -> None:
    assert Ratio().interval.value is None


def test_parts_that_were_not_judged_are_counted_beside_whole_answers(hayrick: Command, tmp_path: Path) -> None:
    (tmp_path / "wood.json").write_text(json.dumps(haystack()))
    line = json.dumps({"subtopic": "trees", "context": "full", "system": "one", "summary": "- Alder grows near water."})
    (tmp_path / "mine.jsonl").write_text(line)
    words = ("--system", f"file:{tmp_path / 'mine.jsonl'}", "--judge", "local", "--out", tmp_path / "run")
    assert hayrick("run", tmp_path / "wood.json", *words).status == 0
    (source,) = read_sources([tmp_path / "run"])
    (task,) = source.tasks
    (judged,) = task.judged
    told = []
    for n in (0, 3):
        response = replace(judged[1], n_unread=n, extra={**judged[1].extra, CLASS: OK})
        one = replace(source, tasks=[replace(task, judged=[(judged[0], response, judged[2])])])
        told += [view.text for view in losses([one]) if view.name == "failures"]
    assert told[0] == "None: all 1 answers ended, and their form could be read."
    assert "3 parts of them, such as bullets, were not judged" in told[1]
