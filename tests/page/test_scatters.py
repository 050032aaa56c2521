"""Views of scores: which systems and figures they show, and that they are silent where their columns are absent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hayrick.estimates import Estimated, Key
from hayrick.page.costs import costs
from hayrick.page.maps import contexts
from hayrick.page.scatters import against
from hayrick.page.variants import variants
from hayrick.page.views import Source, SourceTask
from hayrick.records.costs import Cost
from hayrick.reporting import Reporting
from hayrick.tasks.summhay import MEASURES
from hayrick.types import Estimate, Item, Response, Score

NAMESPACE = "{http://www.w3.org/2000/svg}"
VALUES = {("big", "full"): 0.2, ("big", "oracle"): 0.4, ("small", "full"): 0.3, ("small", "oracle"): 0.3}


def an_estimate(value: float | None) -> Estimate:
    ends = (None, None) if value is None else (value - 0.1, value + 0.1)
    return Estimate(value=value, low=ends[0], high=ends[1], n=10, n_failed=0, n_unjudged=0, bounds=None, signature="s")


def a_run(
    values: Mapping[tuple[str, str], float | None], scores: Sequence[Score] = (), spent: Sequence[Cost] = ()
) -> Source:
    """A run with coverage, citation and joint of each (system, context): the value, its double, its square."""
    found = []
    for (system, context), value in values.items():
        for name, of in (("coverage", 1.0), ("citation", 2.0), ("joint", 0.5)):
            given = None if value is None else of * value
            found.append(Estimated(Key(system, context, None, "own", name), an_estimate(given), {}))
    task = SourceTask(name="t", reporting=Reporting(measures=MEASURES), estimates=found, scores=scores)
    return Source(name="a", folder=Path("a"), command="run", tasks=[task], costs=spent)


def texts(svg: str) -> list[str]:
    return ["".join(one.itertext()) for one in ElementTree.fromstring(svg).iter(f"{NAMESPACE}text")]


def test_systems_are_ordered_by_the_context_in_which_they_are_best() -> None:
    (view,) = contexts([a_run(VALUES)])
    assert [one.name for one in view.figures] == ["contexts-coverage", "contexts-citation", "contexts-joint"]
    assert view.tables[0].heads == ["system", "full", "oracle"]
    assert [row[0] for row in view.tables[0].rows] == ["big", "small"], "40 and 30 with the oracle"
    assert view.tables[0].rows[0][1:] == ["20.0 [10.0, 30.0]", "40.0 [30.0, 50.0]"]
    assert "'oracle'" in view.text
    assert {"20.0", "40.0", "30.0"} <= {*texts(view.figures[0].svg)}
    (tied,) = contexts([a_run({**VALUES, ("small", "oracle"): 0.4})])
    assert tied.figures[0].alt.endswith("40.0 at most, of big with oracle, one of 2 cells with it.")


def test_a_system_without_a_value_has_a_gap_and_no_point() -> None:
    (view,) = contexts([a_run({**VALUES, ("small", "oracle"): None})])
    assert "–" in texts(view.figures[0].svg)
    scatter = next(iter(against([a_run({**VALUES, ("small", "oracle"): None})])))
    assert len(scatter.tables[0].rows) == 3


def test_one_measure_stands_against_another_as_measures_declare_it() -> None:
    (view,) = against([a_run(VALUES)])
    assert view.name == "citation-against-coverage", "precision and recall have no estimates here"
    shown = texts(view.figures[0].svg)
    assert {"joint 10", "joint 30"} <= {*shown}
    assert {"big", "small", "full", "oracle"} <= {*shown}
    plain = [replace(one, against="", curves="") for one in MEASURES]
    run = a_run(VALUES)
    undeclared = replace(run, tasks=[replace(run.tasks[0], reporting=Reporting(measures=plain))])
    assert list(against([undeclared])) == []


def test_one_system_or_one_context_has_no_heat_map() -> None:
    assert list(contexts([a_run({("big", "full"): 0.2})])) == []
    assert list(contexts([a_run({("big", "full"): 0.2, ("small", "full"): 0.3})])) == []
    assert list(contexts([])) == []


def test_eighty_systems_with_hostile_names_have_names_of_their_own() -> None:
    values = {(f"<b>{number}</b>\ud800", "full"): number / 200 for number in range(80)}
    (view,) = against([a_run(values)])
    assert len(view.tables[0].rows) == 80
    assert "<b>" not in view.figures[0].svg
    root = ElementTree.fromstring(view.figures[0].svg)
    tips = [one.text or "" for one in root.iter(f"{NAMESPACE}title")]
    assert {number for number in range(80) if any(f"<b>{number}</b>" in tip for tip in tips)} == {*range(80)}
    assert sum("<b>" in one for one in texts(view.figures[0].svg)) <= 16


def test_repaired_answers_are_outlined_and_never_the_best() -> None:
    run = a_run(VALUES)
    more = [
        Estimated(Key("big", "full", None, "repaired", name), an_estimate(0.9), {}) for name in ("citation", "joint")
    ]
    both = replace(run, tasks=[replace(run.tasks[0], estimates=[*run.tasks[0].estimates, *more])])
    (view,) = against([both])
    (plain,) = against([run])
    marks = [
        sum(one.tag != f"{NAMESPACE}polyline" and one.get("fill") == "none" for one in root.iter())
        for root in (ElementTree.fromstring(found.figures[0].svg) for found in (plain, view))
    ]
    assert marks[1] == marks[0] + 2, "the point, and its line in the legend"
    assert "outlined: repaired" in texts(view.figures[0].svg)
    assert view.figures[0].alt == (
        "5 points; the highest citation of the 4 of systems' own answers is that of big with oracle."
    )
    assert plain.figures[0].alt == "4 points; the highest citation is that of big with oracle."


def spend(system: str, usd: float | None, context: str = "full", *, shared: bool = False) -> Cost:
    return Cost("t", system, context, "system", system, 2, 10, 0, 1, usd, shared)


def test_the_front_of_cost_is_what_nothing_cheaper_equals() -> None:
    values = {("a", "full"): 0.2, ("b", "full"): 0.1, ("c", "full"): 0.4, ("d", "full"): 0.3}
    spent = [spend("a", 1.0), spend("b", 2.0), spend("c", 3.0), spend("d", None)]
    (view,) = costs([a_run(values, spent=spent)])
    assert {row[0]: row[-1] for row in view.tables[0].rows} == {"a": "yes", "b": "no", "c": "yes", "d": "-"}
    assert view.tables[0].rows[-1][2] == "-"
    assert "Of 4 systems with a context 1 has no known price" in view.text
    (known,) = costs([a_run(values, spent=spent[:3])])
    assert "no known price" not in known.text
    assert list(costs([a_run(values, spent=spent[:1])])) == [], "one price is no comparison"


def test_contexts_of_a_model_have_costs_of_their_own() -> None:
    values = {("a", "full"): 0.2, ("a", "oracle"): 0.5}
    judged = spend("a", 0.5)._replace(purpose="judge", model="j")
    spent = [spend("a", 2.0), judged, spend("a", 1.0, "oracle"), spend("a", 0.25, "oracle", shared=True)]
    (view,) = costs([a_run(values, spent=spent)])
    heads = ["system", "context", "USD", "joint", "calls", "tokens in", "tokens out", "judge USD", "on the front"]
    assert view.tables[0].heads == heads
    assert [[row[1], row[2], row[4], *row[-2:]] for row in view.tables[0].rows] == [
        ["oracle", "1.2500", "4", "-", "yes"],
        ["full", "2.0000", "2", "0.5000", "no"],
    ]
    assert "count here in each" in view.text
    assert {"full", "oracle"} <= {*texts(view.figures[0].svg)}


def test_what_a_variant_adds_is_paired() -> None:
    scores = []
    for number, (own, repaired) in enumerate([(0.0, 0.5), (0.5, 1.0), (0.5, 0.5), (0.2, 0.6)]):
        item = Item(dataset="h", group=f"g{number}", id=f"g{number}", query="q", gold=None)
        for variant, value in (("own", own), ("repaired", repaired)):
            response = Response(item=item, system="s", context="full", answer="x", variant=variant)
            scores.append(Score(response=response, measure="joint", unit="u", value=value))
    found = [
        Estimated(Key("s", "full", None, variant, "joint"), an_estimate(0.3), {}) for variant in ("own", "repaired")
    ]
    run = a_run(VALUES, scores)
    (view,) = variants([replace(run, tasks=[replace(run.tasks[0], estimates=found)])])
    (row,) = view.tables[0].rows
    assert row[0] == "s, full"
    assert (row[1].split()[0], row[2].split()[0]) == ("30.0", "65.0")
    assert float(row[3].split()[0]) == pytest.approx(35.0), "(.5 + .5 + 0 + .4) / 4"
    assert list(variants([run])) == []
