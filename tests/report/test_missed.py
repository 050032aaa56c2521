"""What systems missed, on the golden haystack with its recorded labels and on a task without insights, by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import toy
from hayrick.harness.running.run import run
from hayrick.harness.running.run_request import RunRequest
from hayrick.harness.running.run_result import TaskResult
from hayrick.replies.bullets import parse_summary
from hayrick.report.missed import Counts, Missed, counts, missed
from hayrick.report.missed_tables import counts_table
from hayrick.report.nearest import Nearest, Said
from hayrick.report.states import Place
from hayrick.report.tables import ABSENT
from hayrick.reporting import reporting_of
from hayrick.types import DOCUMENTS_SHOWN, Item, Response, Score

NOTES = "Here is what changed:\n- It opens at six [1][2].\n- Flour is 12 percent dearer [2, 4]."


@pytest.fixture(name="found")
def _found(bakery: Path) -> TaskResult:
    """All recorded summaries, by the stored labels."""
    return run(RunRequest(inputs=[str(bakery)], systems=["recorded"], judge="recorded")).tasks[0]


def named(one: Missed) -> tuple[str | None, str, str, str]:
    return one.unit, one.system, one.context, one.why


def test_missed_insights_of_most_systems_and_most_documents_come_first(found: TaskResult) -> None:
    given = missed(found.task, found.judged)
    assert [named(one) for one in given] == [
        ("i2", "org/beta", "lab/wide-4k", "not covered"),
        ("i2", "alpha", "fl-ctxt-sort", "not covered"),
        ("i3", "alpha", "full", "no answer"),
        ("i3", "alpha", "fl-ctxt-sort", "not covered"),
        ("i4", "alpha", "full", "no answer"),
        ("i4", "alpha", "fl-ctxt-sort", "not covered"),
        ("i1", "alpha", "fl-ctxt-sort", "not covered"),
    ]
    # i1 has no label for the summary of "alpha" (full): three of four are judged.
    assert {one.unit: (one.missed_by, one.answered_by) for one in given} == {
        "i2": (2, 4),
        "i3": (2, 4),
        "i4": (2, 4),
        "i1": (1, 3),
    }
    assert given[0].wanted == "Flour costs 12 percent more."
    assert given[0].held_by == (Place("dB", 2), Place("dE", 5))
    assert given[0].n_documents == 6
    assert given[0].said is None  # "It opens at six on weekdays" shares no word with it.


def test_every_insight_is_counted_once(found: TaskResult) -> None:
    given = {
        (one.system, one.context): (one.whole, one.partly, one.missed, one.unjudged)
        for one in counts(found.task, found.judged)
    }
    assert given == {
        ("alpha", "keywords"): (2, 2, 0, 0),
        ("org/beta", "lab/wide-4k"): (1, 2, 1, 0),
        ("alpha", "full"): (0, 1, 2, 1),
        ("alpha", "fl-ctxt-sort"): (0, 0, 4, 0),
    }


def test_what_the_system_was_not_shown_is_told_from_what_it_did_not_read(found: TaskResult) -> None:
    documents = {"fl-ctxt-sort": ["dB", "dA"], "keywords": ["dA"]}
    judged = [
        (item, replace(one, extra={**one.extra, DOCUMENTS_SHOWN: documents[one.context]}), said)
        if one.context in documents
        else (item, one, said)
        for item, one, said in found.judged
    ]
    given = {(one.unit, one.context): one.shown for one in missed(found.task, judged)}
    holding = {one.unit: {place.document for place in one.held_by} for one in missed(found.task, judged)}
    for (unit, context), shown in given.items():
        assert shown is None or {place.document for place in shown} == holding[unit] & {"dA", "dB"}
        assert (shown is None) == (context not in documents)
    assert given["i2", "fl-ctxt-sort"] == (Place("dB", 2),)
    unshown = {one.context: one.not_shown for one in counts(found.task, judged)}
    assert unshown == {"keywords": 0, "lab/wide-4k": None, "full": None, "fl-ctxt-sort": list(given.values()).count(())}
    table = counts_table([("t", one) for one in counts(found.task, judged)], several_tasks=False, of_insights=True)
    assert "not shown" in table.heads
    assert {row[table.heads.index("not shown")] for row in table.rows} == {str(unshown["fl-ctxt-sort"]), "0", ABSENT}


def test_the_nearest_bullet_shares_most_words_also_if_it_is_not_judged() -> None:
    item: Item[None] = Item(dataset="bakery", group="s1", id="s1", query="", gold=None)
    response = Response(item=item, system="a", context="full", answer=parse_summary(NOTES, {"1": "dA"}))
    # Of "flour", "cost", "12" and "percent" the last bullet has three.
    wanted = Said("Flour is 12 percent dearer.", 3, 3, 4)
    assert Nearest(response).to("Flour costs 12 percent more.") == wanted
    assert Nearest(replace(response, n_unread=1)).to("Flour costs 12 percent more.") == replace(wanted, judged=False)
    assert Nearest(response).to("Bicycles!") is None
    assert Nearest(replace(response, answer=None)).to("Flour") is None


def test_a_task_without_insights_misses_items_that_are_not_wholly_right() -> None:
    task = toy.task()
    main = reporting_of(task).main
    items = task.items(0)
    replies = ("the answer: Oslo", "the answer: Cuzco", "")
    given = [
        (item, Response(item=item, system="a", context="full", answer=task.parse(item, reply), reply=reply), None)
        for item, reply in zip(items, replies, strict=False)
    ]
    values = (1.0, 0.0, 0.0)
    scores = [
        Score(response=response, measure=main, unit=None, value=value, failed=response.answer is None)
        for (_, response, _), value in zip(given, values, strict=True)
    ]
    wrong, silent = missed(task, given, scores)
    assert (wrong.unit, wrong.wanted, wrong.said, wrong.why) == (None, "Lima", Said("the answer: Cuzco"), "wrong")
    assert (silent.wanted, silent.said, silent.why) == ("Accra", None, "no answer")
    assert counts(task, given, scores) == [Counts("a", "full", {}, 1, 0, 2, 0)]
