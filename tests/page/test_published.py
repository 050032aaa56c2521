"""Published figures: that they are the paper's, and that they stand apart."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from conftest import SHARED
from hayrick.haystacks.files import read_haystack
from hayrick.page.published import references
from hayrick.protocols import Published, Reference
from hayrick.tasks.summhay.published import EVERY_CONTEXT, published_of, table_2
from page.test_judging import TASK, a_run


def test_a_publication_is_a_view_of_its_own() -> None:
    rows = [
        Reference(name, context, {"coverage": value, "citation": value, "joint": value / 2})
        for name, value in (("big", 0.8), ("small", 0.4))
        for context in ("full", "oracle")
    ]
    rows.append(Reference("big", "all", {"words_per_bullet": 30.0}))
    run = a_run("x", "y")
    task = replace(run.tasks[0], task=replace(TASK, published=(Published("Paper, table 1", "Of old.", rows),)))
    (view,) = references([replace(run, tasks=[task]), replace(run, name="b", tasks=[task])])
    assert view.text.startswith("Not of these runs")
    assert "Of old." in view.text
    assert [one.name for one in view.figures] == ["published-1-joint", "published-1-citation"]
    assert len(view.tables[0].rows) == 5
    assert list(references([run])) == []


def test_only_released_haystacks_stand_beside_table_2(summhay: Path, bakery: Path) -> None:
    """Known again in another layout and in part; beside one of another origin they are not all of the release."""
    paths = (summhay / "topic_news1.json", summhay / "topic_news4.json", bakery)
    first, second, other = map(read_haystack, paths)
    part = replace(first, id="mine", subtopics=first.subtopics[:2])
    assert published_of([first, second]) == published_of([part]) == (table_2(),)
    for given in ([other], [first, other], []):
        assert published_of(given) == ()


def test_people_and_a_system_of_table_2() -> None:
    found = {(row.system, row.context): row.values for row in table_2().rows}
    assert found["human", "oracle"] == pytest.approx({"coverage": 0.745, "citation": 0.739, "joint": 0.561})
    assert found["human", EVERY_CONTEXT] == {"words_per_bullet": 29.7}
    assert found["Gemini-1.5-pro", "full"] == pytest.approx({"coverage": 0.700, "citation": 0.510, "joint": 0.378})
    assert ("GPT3.5", "full") not in found, "its window was too short"
    assert len(found) == 10 * 8 - 1 + 2


PAPER = SHARED / "papers" / "summhay_paper.txt"


@pytest.mark.skipif(not PAPER.is_file(), reason="HAYRICK_SHARED names no folder with the paper")
def test_table_2_is_the_papers() -> None:
    lines = PAPER.read_text().splitlines()
    contexts = ("random", "vector", "longembed", "keywords", "rerank3", "oracle", "full")
    names = {row.system for row in table_2().rows} - {"human"}
    printed = {
        (name, context, measure): float(cells[1 + 7 * block + place]) / 100
        for line in lines
        if (cells := line.split("\t"))[0] in names and len(cells) > 22
        for name in [cells[0]]
        for block, measure in enumerate(("coverage", "citation", "joint"))
        for place, context in enumerate(contexts)
        if cells[1 + 7 * block + place] != "–"
    }
    ours = {
        (row.system, row.context, measure): value
        for row in table_2().rows
        if row.system in names and row.context != EVERY_CONTEXT
        for measure, value in row.values.items()
    }
    assert len(ours) == 10 * 21 - 3
    assert ours == pytest.approx(printed)
