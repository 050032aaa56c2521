"""Rows of a run directory: what is written is read back, what is no row is refused."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import toy
from hayrick.estimates import Estimated, Key
from hayrick.protocols import Columns, Task
from hayrick.records.columns import plain
from hayrick.records.estimated import estimates_of
from hayrick.records.fields import link, read_table, table
from hayrick.records.read_rows import read_judgements, read_scores, score_of
from hayrick.records.reported import columns_in, reported
from hayrick.records.rows import (
    estimate_row,
    judgement_lines,
    judgement_row,
    response_row,
    score_lines,
    score_row,
)
from hayrick.records.write_files import to_json, write_json, write_jsonl, write_text
from hayrick.reporting import reporting_of
from hayrick.tasks.summhay import task as summhay
from hayrick.types import BadInput, Basis, Bullet, Estimate, Item, Judgement, Response, Score, Summary, Tags, Unparsed

SUMMHAY: Task[Any, Any] = summhay([])
OTHER: Task[Any, Any] = toy.TASK
VARIED: Task[Any, Any] = toy.task(columns=Columns(variant="variant"))
OWN = Columns(dataset="corpus", group="book", item="question", unit="claim", link="span", variant="treatment")
TURNED = Columns(dataset="group", group="dataset", item="unit", unit="link", link="item", variant="citations")
RENAMED: list[Task[Any, Any]] = [toy.task(columns=OWN), toy.task(columns=TURNED)]
TASKS = pytest.mark.parametrize(
    "task", [SUMMHAY, OTHER, VARIED, *RENAMED], ids=["summhay", "other", "variants", "own", "turned"]
)


def manifest_of(*tasks: Task[Any, Any], measures: Iterable[str] = ("joint",)) -> dict[str, object]:
    """What a manifest records of tasks that have these measures."""
    named = [replace(toy.EXACT, name=name) for name in measures]
    told = {one.name: reported(replace(reporting_of(one), measures=named)) for one in tasks}
    found: dict[str, object] = json.loads(json.dumps({"reporting": told}))
    return found


def recorded_columns(*tasks: Task[Any, Any]) -> dict[str, Columns]:
    """Columns of tasks as a manifest records them."""
    return columns_in(manifest_of(*tasks))


WHO = {"haystack": "h", "subtopic": "s", "system": "org/a", "context": "full"}


def response(
    group: str = "s", item: str | None = None, item_tags: Tags | None = None, **changes: Any
) -> Response[None]:
    """A response as it is read back: without what was said."""
    about = Item(dataset="h", group=group, id=item or group, query="", gold=None, tags=item_tags or {})
    fields: dict[str, Any] = {"system": "org/a", "context": "full", "answer": None, **changes}
    return Response(item=about, **fields)


def judgement(**changes: Any) -> Judgement:
    fields: dict[str, Any] = {"unit": "i", "rater": "local", "label": "partial", "value": 0.5, "link": 2}
    return Judgement(**{**fields, **changes})


def score(about: Response[None] | None = None, **changes: Any) -> Score:
    fields: dict[str, Any] = {"unit": "i", "measure": "joint", "value": 0.25}
    return Score(response=about or response(), **{**fields, **changes})


def written(task: Task[Any, Any] = SUMMHAY, **changes: Any) -> dict[str, object]:
    return judgement_row(task, response(), judgement(**changes))


@TASKS
def test_judgements_come_back(tmp_path: Path, task: Task[Any, Any]) -> None:
    given = [
        (response(), judgement()),
        (response(), judgement(label="none", value=0.1, link=None)),
        (response(tags={"order": "top"}), judgement(label=None, value=None, link=None, unparsed=Unparsed(reason="?"))),
        (response("t"), judgement(contradicted=True, reason="says the opposite")),
    ]
    write_text(tmp_path / "j", judgement_lines(task, given))
    assert (tmp_path / "j").read_text().splitlines() == [to_json(judgement_row(task, *one)) for one in given]
    assert [tuple(one) for one in read_judgements(tmp_path / "j", recorded_columns(task))[task.name]] == given


def test_judgements_of_other_tasks_have_labels_of_their_own(tmp_path: Path) -> None:
    given = (response("s", "q1"), judgement(label="supported"))
    write_jsonl(tmp_path / "j", [judgement_row(OTHER, *given)])
    assert [tuple(one) for one in read_judgements(tmp_path / "j", recorded_columns(OTHER))["toy"]] == [given]


def test_a_none_label_links_to_nothing() -> None:
    assert written(label="none", link=3)["bullet"] is None
    assert written(OTHER, label="none", link=3)["link"] is None


@TASKS
def test_scores_come_back(tmp_path: Path, task: Task[Any, Any]) -> None:
    variant = "repaired" if task.columns.variant else "own"
    last = response(tags={"order": "top", "budget_tokens": 8000})
    rows = [
        score(),
        score(response(variant=variant), unit=None, weight=3.0),
        score(value=None, unjudged=True),
        score(value=0.0, failed=True),
        score(value=0.0, contradicted=True),
        score(response("long", n_unread=7)),
        score(response("long", n_unread=8)),
        score(last, value=280.0, measure="length"),
    ]
    odd = ['}, {"insight": "i', "}, {", '"insight": ', '}, {"unit": null}', "\n", "\u2028"]
    rows += [score(last, unit=name, measure=name) for name in odd]
    write_text(tmp_path / "s", score_lines(task, rows))
    assert (tmp_path / "s").read_text().split("\n") == [*(to_json(score_row(task, one)) for one in rows), ""]
    manifest = manifest_of(task, measures={one.measure for one in rows})
    assert read_scores(tmp_path / "s", manifest) == {task.name: rows}
    assert [score_of(score_row(task, one), task.columns, "here") for one in rows] == rows


def test_scores_of_several_items_of_a_group_stay_apart(tmp_path: Path) -> None:
    rows = [score(response("book", item)) for item in ("q1", "q2")]
    write_jsonl(tmp_path / "s", (score_row(OTHER, one) for one in rows))
    assert read_scores(tmp_path / "s", manifest_of(OTHER)) == {"toy": rows}


def test_tags_of_item_and_response_come_back_together(tmp_path: Path) -> None:
    before = score(response(item_tags={"length": 8}, tags={"order": "top"}))
    write_jsonl(tmp_path / "s", [score_row(OTHER, before)])
    (after,) = read_scores(tmp_path / "s", manifest_of(OTHER))["toy"]
    assert after.response.all_tags == before.response.all_tags == {"length": 8, "order": "top"}


def test_scores_of_several_tasks_are_told_apart(tmp_path: Path) -> None:
    rows = [score_row(SUMMHAY, score()), score_row(OTHER, score()), score_row(SUMMHAY, score(unit="j"))]
    write_jsonl(tmp_path / "s", rows)
    found = read_scores(tmp_path / "s", manifest_of(SUMMHAY, OTHER))
    assert {name: [one.unit for one in scores] for name, scores in found.items()} == {
        "summhay": ["i", "j"],
        "toy": ["i"],
    }


def test_rows_of_a_task_that_was_not_recorded_are_refused(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "s", [score_row(OTHER, score())])
    with pytest.raises(BadInput, match="no columns of the task 'toy'; expected a run of this version"):
        read_scores(tmp_path / "s", manifest_of(SUMMHAY))


def test_rows_of_one_response_share_it(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "s", [score_row(SUMMHAY, score(unit=unit)) for unit in "abc"])
    one, *others = read_scores(tmp_path / "s", manifest_of(SUMMHAY))["summhay"]
    assert all(other.response is one.response for other in others)


def test_columns_are_those_of_the_task() -> None:
    named = {"task": "summhay", **WHO, "tags": {}, "insight": "i", "citations": "own", "measure": "joint"}
    told = {"failed": False, "unjudged": False, "contradicted": False, "unread": 0}
    assert score_row(SUMMHAY, score()) == {**named, "value": 0.25, "weight": 1.0, **told}
    other = score_row(OTHER, score(response("s", "q")))
    assert list(other) == [
        *("task", "dataset", "group", "item", "system", "context", "tags", "unit"),
        *("measure", "value", "weight", "failed", "unjudged", "contradicted", "unread"),
    ]
    assert (other["dataset"], other["group"], other["item"]) == ("h", "s", "q")


@pytest.mark.parametrize(
    ("task", "columns"),
    [(SUMMHAY, {"haystack": None, "citations": "own"}), (OTHER, {"dataset": None})],
    ids=["summhay", "other"],
)
def test_an_estimate_says_what_it_is_of(task: Task[Any, Any], columns: dict[str, object]) -> None:
    counts = {"n": 4, "n_failed": 1, "n_unjudged": 0, "n_contradicted": 2, "n_unread": 9}
    basis = Basis(n_clusters=3, se=0.0625, df=2.0, n_effective=64.0, rests_on="clusters")
    value = Estimate(value=0.5, low=0.25, high=0.75, bounds=None, signature="x|y", alike=False, basis=basis, **counts)
    one = Estimated(Key("org/a", "full", None, "own", "joint"), value, {"order": "top"})
    row = estimate_row(task, one)
    computed = {"n_clusters": 3, "se": 0.0625, "df": 2.0, "n_effective": 64.0, "rests_on": "clusters"}
    figures = {"value": 0.5, "low": 0.25, "high": 0.75, **counts, **computed, "signature": "x|y"}
    named = {"task": task.name, "system": "org/a", "context": "full", "tags": {"order": "top"}, "measure": "joint"}
    assert row == {**named, **columns, **figures}


@TASKS
def test_estimates_come_back(task: Task[Any, Any]) -> None:
    value = Estimate(value=0.5, low=0.25, high=0.75, n=4, n_failed=1, n_unjudged=0, bounds=(0.5, 0.75), signature="x")
    variants = ["own", *(["repaired"] if task.columns.variant else [])]
    given = [
        Estimated(Key("org/a", "full", dataset, variant, "joint"), value, {"order": "top"})
        for dataset in ("h", None)
        for variant in variants
    ]
    rows = [estimate_row(task, one) for one in given]
    assert estimates_of(rows, [task.name], recorded_columns(task), [], "here").tasks == {task.name: given}


@TASKS
def test_rows_have_the_types_columns_when_asked(task: Task[Any, Any]) -> None:
    row = plain(score_row(task, score(response("g", "g"))), task.columns)
    variant = {"variant": "own"} if task.columns.variant else {}
    wanted = {"dataset": "h", "group": "g", "item": "g", "unit": "i", **variant}
    assert {**row, **wanted} == row


def test_no_column_has_the_name_of_another() -> None:
    share = Item(dataset="h", group="s", id="s", query="", gold=None, share=0.5)
    about: Response[None] = Response(item=share, system="a", context="full", answer=None)
    judged = judgement(about="x", repeats=(1.0,))
    value = Estimate(value=0.5, low=0.25, high=0.75, n=4, n_failed=1, n_unjudged=0, bounds=(0.5, 0.75), signature="x")
    rows = [
        score_row(VARIED, score(about, extremes=(0.0, 1.0))),
        judgement_row(VARIED, about, judged),
        response_row(VARIED, about),
        estimate_row(VARIED, Estimated(Key("a", "full", None, "own", "joint"), value, {})),
    ]
    own = {"dataset", "group", "item", "unit", "link", "variant"}
    for name in {name for row in rows for name in row} - own:
        with pytest.raises(BadInput, match=f"a second column '{name}'"):
            Columns(unit=name)
    for wrong in ({"dataset": "unit"}, {"variant": "group"}, {"item": "link"}):
        with pytest.raises(BadInput, match="a second column"):
            Columns(**wrong)
    with pytest.raises(BadInput, match=r"responses in 'mine.jsonl'; expected summaries.jsonl or responses.jsonl"):
        Columns(responses="mine.jsonl")


def test_a_summary_row_names_documents_and_keeps_unknown_citations() -> None:
    bullets = (
        Bullet(id=2, text="A", cites=frozenset({"d2", "d1"}), unknown=frozenset({"99"})),
        Bullet(id=3, text="B"),
    )
    answer = Summary(bullets=bullets, n_lines=3)
    about = response(answer=answer, reply="x\nA\nB", extra={"key": "k"}, tags={"order": "top"})
    named = {"task": "summhay", **WHO, "tags": {"order": "top"}}
    first: dict[str, object] = {"id": 2, "text": "A", "cites": ["d1", "d2"], "unknown": ["99"]}
    second: dict[str, object] = {"id": 3, "text": "B", "cites": []}
    rest = {"reply": "x\nA\nB", "key": "k"}
    assert response_row(SUMMHAY, about) == {**named, "bullets": [first, second], **rest}
    repaired = Summary(bullets=(Bullet(id=2, text="A", cites=frozenset({"d3"})), bullets[1]), n_lines=3)
    anew = response(answer=repaired, variant="repaired")
    both = [{**first, "repaired": ["d3"]}, {**second, "repaired": []}]
    assert response_row(SUMMHAY, about, [anew]) == {**named, "bullets": both, **rest}


def test_a_failed_summary_has_no_bullets() -> None:
    assert response_row(SUMMHAY, response(reply="I cannot."))["bullets"] == []


def test_a_response_of_another_task_is_its_reply_and_answer() -> None:
    row = response_row(OTHER, response(item="q", answer="Oslo", reply="It is: Oslo", extra={"stop": "stop"}))
    assert row == {
        "task": "toy",
        **{"dataset": "h", "group": "s", "item": "q", "system": "org/a", "context": "full"},
        "tags": {},
        **{"reply": "It is: Oslo", "answer": "Oslo", "stop": "stop"},
    }


@pytest.mark.parametrize(
    ("stored", "bullet"),
    [
        (1, 1),
        (99, 99),
        ("7", 7),
        (" 7 ", 7),
        (0, None),
        (-1, None),
        (1.0, None),
        (True, None),
        (None, None),
        ("NA", None),
        ("two", None),
        ("", None),
        ("1, 2", None),
        ("9" * 5000, None),
        ([1, 2], None),
        ([1], None),
        ({"a": 1}, None),
    ],
)
def test_only_one_positive_integer_is_a_link(stored: object, bullet: int | None) -> None:
    assert link(stored) == bullet


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"label": "MAYBE"}, "label 'MAYBE'; expected none, partial or full"),
        ({"label": 3}, "'label' is a number"),
        ({"insight": None}, "'insight' is missing or null"),
        ({"value": "high"}, "'value' is a string"),
        ({"value": True}, "'value' is a boolean"),
        ({"value": 10**400}, "holds 10000000000000000000... (401 characters)"),
    ],
)
def test_what_is_no_judgement_is_refused_with_its_line(tmp_path: Path, change: dict[str, object], found: str) -> None:
    path = tmp_path / "j.jsonl"
    path.write_text(json.dumps(written()) + "\n" + json.dumps({**written(), **change}))
    with pytest.raises(BadInput) as caught:
        read_judgements(path, recorded_columns(SUMMHAY))
    assert str(caught.value).startswith(f"{path}:2: ")
    assert found in str(caught.value)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"haystack": None}, "'haystack' is missing or null"),
        ({"subtopic": 3}, "'subtopic' is a number"),
        ({"system": None}, "'system' is missing or null"),
        ({"measure": None}, "'measure' is missing or null"),
        ({"value": "high"}, "'value' is a string"),
        ({"weight": float("inf")}, "holds Infinity"),
        ({"tags": ["top"]}, "'tags' is a list"),
        ({"tags": {"order": ["top"]}}, "tag 'order' is a list"),
    ],
)
def test_what_is_no_score_is_refused_with_its_line(tmp_path: Path, change: dict[str, object], found: str) -> None:
    path = tmp_path / "s.jsonl"
    row = score_row(SUMMHAY, score())
    path.write_text(json.dumps(row) + "\n" + json.dumps({**row, **change}))
    with pytest.raises(BadInput) as caught:
        read_scores(path, manifest_of(SUMMHAY))
    assert str(caught.value).startswith(f"{path}:2: ")
    assert found in str(caught.value)


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ([], "a JSON list without 'rows'"),
        ({"schema": 1}, "a JSON object without 'rows'"),
        ({"schema": 1, "rows": [3]}, "without 'rows'"),
        ({"schema": 2, "rows": []}, "schema 2; expected schema 1"),
        ({"rows": []}, "schema None"),
    ],
)
def test_other_tables_are_refused(tmp_path: Path, value: object, found: str) -> None:
    write_json(tmp_path / "t", value)
    with pytest.raises(BadInput, match=found):
        read_table(tmp_path / "t")


def test_tables_come_back(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [{"a": None}, {"a": 0.5}]
    write_json(tmp_path / "t", table(rows))
    assert read_table(tmp_path / "t") == rows
