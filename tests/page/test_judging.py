"""The judge's card: validated beside the runs, measured before, or neither; and judges side by side."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from hayrick.estimates import Estimated, Key
from hayrick.judges.coverage.catalogue import JUDGES
from hayrick.page.judging import cards, validations
from hayrick.page.views import Source, SourceTask, View
from hayrick.protocols import Task
from hayrick.reporting import Reporting
from hayrick.tasks.summhay import MEASURES
from hayrick.types import Estimate, HayrickError, Prompt

NAMESPACE = "{http://www.w3.org/2000/svg}"


def no_prompt(*given: object) -> Prompt:
    raise HayrickError("never asked")


TASK: Task[Any, Any] = Task(
    name="t",
    paper="none",
    items=lambda seed: [],
    prompt=no_prompt,
    parse=lambda item, reply: None,
    measures=MEASURES,
    judges=JUDGES,
)
ESTIMATE = Estimate(value=0.5, low=0.4, high=0.6, n=3, n_failed=0, n_unjudged=0, bounds=None, signature="")


def a_run(name: str, signature: str) -> Source:
    found = [Estimated(Key("s", "full", None, "own", "coverage"), ESTIMATE, {})]
    reporting = Reporting(measures=MEASURES)
    task = SourceTask(name="t", reporting=reporting, estimates=found, scores=(), task=TASK)
    manifest = {"parameters": {"judge": {"made": [["t", name, signature]]}}}
    return Source(name="a", folder=Path("a"), command="run", manifest=manifest, tasks=[task])


def a_validation(**signatures: str) -> Source:
    rows = [
        {
            "judge": name,
            "n": 10,
            "n_unjudged": 0,
            "linking_n": 4,
            "published": [],
            **{f"{figure}{end}": 0.5 for figure in ("coverage_correlation", "bias") for end in ("", "_low", "_high")},
        }
        for name in signatures
    ]
    summarisers = [
        {"judge": name, "summariser": "<i>w", "bias": 0.1, "bias_low": 0.0, "bias_high": 0.2, "n": 2}
        for name in signatures
    ]
    return Source(
        name="v",
        folder=Path("v"),
        command="validate",
        manifest={"parameters": {"judges": {name: [one] for name, one in signatures.items()}}},
        files={"agreement.json": {"rows": rows, "summarisers": summarisers}},
    )


def card(*sources: Source) -> View:
    (view,) = cards(sources)
    return view


def test_a_validation_with_the_same_signature_is_the_card() -> None:
    view = card(a_run("mine", "s1"), a_validation(other="s2", mine="s1"))
    assert view.text.startswith("Validated in v")
    assert [row[0] for row in view.tables[0].rows] == ["mine"]
    assert [one.name for one in view.figures] == ["judge-agreement", "judge-bias"]
    assert "&lt;i&gt;w" in view.figures[1].svg


def test_a_judge_that_was_fitted_on_these_labels_says_so() -> None:
    other = a_validation(mine="s1", held="s2")
    assert "in-sample" not in card(a_run("mine", "s1"), other).text
    rows = [{**row, "n_in_sample": 3, "n_summaries": 3} for row in other.files["agreement.json"]["rows"][:1]]  # type: ignore[index]
    fitted = replace(other, files={"agreement.json": {**other.files["agreement.json"], "rows": rows}})
    (beside,) = validations([fitted])
    for view in (card(a_run("mine", "s1"), fitted), beside):
        assert "'mine' was fitted on people's labels of the same insights as all 3 summaries here" in view.text
        assert view.tables[0].rows[0][0] == "mine (in-sample)"


def test_another_signature_validates_nothing() -> None:
    view = card(a_run("mine", "s1"), a_validation(mine="s2"))
    assert view.text.startswith("Not validated in this report")
    assert view.figures == ()


def test_stored_labels_without_a_maker_are_not_taken_for_those_of_a_named_one() -> None:
    view = card(a_run("kept", "kept"), a_validation(**{"kept:big": "kept:big", "other": "o"}))
    assert "'kept:big' in v" in view.text
    assert "nothing stored says who gave them" in view.text
    assert "other" not in view.text
    assert view.figures == ()


def test_shipped_figures_say_where_they_were_measured() -> None:
    view = card(a_run("local", "v0"))
    assert view.text.startswith("Not validated in this report")
    assert "docs/evidence/local_judge.md" in view.text
    assert list(view.tables[0].rows[0][:3]) == [
        "SummHay, held out by topic",
        "correlation",
        "0.792 [0.699, 0.885]",
    ]
    both = card(a_run("local", "v0"), a_validation(local="v0"))
    assert [one.name for one in both.figures] == ["judge-agreement", "judge-bias", "judge-shipped"]


def test_a_run_without_a_judge_has_no_card() -> None:
    assert list(cards([replace(a_run("x", "y"), manifest={})])) == []


def test_lists_of_one_system_are_named_by_context() -> None:
    row = {"task": "t", "judge": "m", "kind": "list", "f1": 0.5, "f1_low": 0.4, "f1_high": 0.6, "n": 9}
    rows = [{**row, "context": context} for context in ("full", "bm25")]
    (view,) = validations([replace(a_validation(m="s1"), files={"agreement.json": {"rows": rows}})])
    assert [cells[0] for cells in view.tables[0].rows] == ["t, list, m, full", "t, list, m, bm25"]


def test_judges_side_by_side() -> None:
    (view,) = validations([a_validation(a="1", b="2")])
    assert [row[0] for row in view.tables[0].rows] == ["a", "b"]
    texts = ["".join(one.itertext()) for one in ElementTree.fromstring(view.figures[0].svg).iter(f"{NAMESPACE}text")]
    assert {"a", "b", "correlation by value", "n 10"} <= {*texts}


@pytest.mark.parametrize("value", [{}, {"rows": None}, {"rows": [{"judge": "a", "coverage_correlation": "high"}]}])
def test_damaged_files(value: dict[str, object]) -> None:
    source = replace(a_validation(a="1"), files={"agreement.json": value})
    for view in validations([source]):
        assert view.figures == ()
