"""Position bias: differences between orders of the documents, by hand."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import numpy as np
import pytest
from varied import T2, Columns, F, experiment_rows, joint, lengths, positions, row, table_of

from hayrick import protocols
from hayrick.experiments import Largest, largest_difference
from hayrick.experiments import experiment_rows as experiment_rows_of
from hayrick.measures import COVERAGE
from hayrick.protocols import Measure
from hayrick.report.experiments import experiment_tables
from hayrick.reporting import Reporting
from hayrick.stats import score_intervals
from hayrick.stats.clusters import jackknife
from hayrick.systems.contexts import Showing
from hayrick.tasks.summhay import REPORTING
from hayrick.types import Item, Response, Score


def test_three_orders_by_hand() -> None:
    # Joint of s0, s1, s2 (one insight each): stored 0, 1/4, 1/2; top 1/2, 1/4, 3/4; bottom 1/4, 1/4, 1/4.
    rows = table_of({"full": [0, 0.25, 0.5], "full/top": [0.5, 0.25, 0.75], "full/bottom": [0.25, 0.25, 0.25]})
    (one,) = positions(rows)
    assert list(one.series.cells) == ["stored", "top", "bottom"]
    assert joint(one) == pytest.approx({"stored": F(3, 12), "top": F(6, 12), "bottom": F(3, 12)})
    assert one.sensitivity is not None
    # |top - stored| = 1/4, |bottom - stored| = 0; spread top - stored = top - bottom = 1/4.
    assert one.sensitivity.value == pytest.approx(F(1, 4))
    assert one.sensitivity.between == ("top", "stored")
    assert one.spread.value == pytest.approx(F(1, 4))
    # Differences top - stored: 1/2, 0, 1/4; without one: 1/8, 3/8, 1/4; v = 2/3 (1/64 + 1/64) = 1/48. The score
    # interval of a difference d: (d - p)^2 <= t^2 v (1 - p^2) / (1 - d^2). Bottom - stored: 1/4, 0, -1/4 has v = 1/48
    # too and d = 0. The high end is the greatest of the two.
    k = T2**2 / 48 / (1 - 1 / 16)
    # p^2 (1 + k) - p / 2 + 1/16 - k = 0
    high = (0.5 + (0.25 - 4 * (1 + k) * (1 / 16 - k)) ** 0.5) / (2 * (1 + k))
    assert one.sensitivity.high == pytest.approx(high)
    assert one.sensitivity.low == 0


def test_low_end_is_that_of_the_pair_at_the_corrected_level() -> None:
    # Three pairs: a clear difference a - b of about 1/2 in six clusters, c between the two.
    rng = np.random.default_rng(5)
    a, b, c = 0.75 + rng.normal(0, 0.02, 6), 0.25 + rng.normal(0, 0.02, 6), 0.5 + rng.normal(0, 0.02, 6)
    strata, ones = [0] * 6, np.ones(6)
    found = largest_difference([a, b, c], [ones] * 3, strata, ["a", "b", "c"])
    alone = largest_difference([a, b], [ones] * 2, strata, ["a", "b"])
    jack = jackknife([(1.0, np.array([a]), np.array([ones])), (-1.0, np.array([b]), np.array([ones]))], strata)
    (strict,) = score_intervals(jack, (-1.0, 1.0), level=1 - 0.05 / 3, assumes=False)
    assert found.between == ("a", "b")
    assert found.high == pytest.approx(alone.high)
    assert found.low == pytest.approx(strict.low)
    assert found.low is not None
    assert alone.low is not None
    assert 0 < found.low < alone.low


def test_reshuffles_are_one_order_and_have_cells_of_their_own() -> None:
    rows = table_of(
        {"full/stored": [0.5, 0.5], "full/random1": [1, 0], "full/random0": [0.5, 0], "full/random10": [0, 0]}
    )
    (one,) = positions(rows)
    assert list(one.series.cells) == ["stored", "random0", "random1", "random10", "random"]
    # Pooled 3/2 of 6; stored 1/2.
    assert joint(one)["random"] == pytest.approx(F(1, 4))
    assert one.spread.value == pytest.approx(F(1, 4))
    assert one.spread.between == ("stored", "random")
    assert one.sensitivity is None


def test_only_subtopics_that_every_order_has_are_compared() -> None:
    rows = [*table_of({"full": [0.5, 0.5, 1], "full/top": [0.5, 1]}), row("full/top", 0.25, "s9")]
    (one,) = positions(rows)
    assert (one.series.n_subtopics, one.series.n_left_out) == (2, 2)
    assert joint(one) == pytest.approx({"stored": F(1, 2), "top": F(3, 4)})


def test_subtopics_of_one_name_in_two_haystacks_are_two() -> None:
    rows = [*table_of({"full": [0.5], "full/top": [1.0]}), row("full", 0.25, "s0", dataset="g")]
    (one,) = positions(rows)
    assert (one.series.n_subtopics, one.series.n_left_out) == (1, 1)


def test_sensitivity_is_from_the_stored_order_only() -> None:
    # Top 3/4 and bottom 1/4 are each 1/4 from stored, and 1/2 from each other.
    (one,) = positions(table_of({"full": [0.5, 0.5], "full/top": [0.75, 0.75], "full/bottom": [0.25, 0.25]}))
    assert one.sensitivity is not None
    assert (one.sensitivity.value, one.spread.value) == (0.25, 0.5)
    ones = np.ones((3, 2))
    tops = [[0.75, 0.75], [0.25, 0.25], [0.5, 0.5]]
    assert largest_difference(tops, ones, [0, 0], ["a", "b", "c"], against="c").value == 0.25


def test_weights_are_weights() -> None:
    rows = [row("full", 0.5, "s0"), row("full", 1.0, "s1", weight=3.0), *table_of({"full/top": [0.5, 0.5]})]
    (one,) = positions(rows)
    # (1/2 + 3) / 4 - 1/2
    assert one.spread.value == pytest.approx(F(3, 8))


def test_one_reshuffle_is_not_pooled() -> None:
    (one,) = positions(table_of({"full/stored": [0.5], "full/random0": [1]}))
    assert list(one.series.cells) == ["stored", "random0"]


def test_no_subtopic_in_common_is_undefined() -> None:
    (one,) = positions([row("full", 0.5, "s0"), row("full/top", 0.5, "s1")])
    assert one.spread == Largest(None, None, None, None, None, None)
    assert (one.series.n_subtopics, one.series.n_left_out) == (0, 2)
    assert experiment_tables(experiment_rows([row("full", 0.5, "s0"), row("full/top", 0.5, "s1")]))


def test_unjudged_insights_are_in_no_mean_and_counted() -> None:
    rows = [*table_of({"full": [0.5, 0.5], "full/top": [None, 1]}), row("full/top", 0.5, "s0", insight="j")]
    (one,) = positions(rows)
    assert joint(one)["top"] == pytest.approx(F(3, 4))
    assert one.series.cells["top"]["joint"].n_unjudged == 1


def test_coverage_stands_beside_repaired_citations() -> None:
    rows = [
        *table_of({"full": [0.5, 0], "full/top": [0.5, 1]}),
        *table_of({"full": [1, 1], "full/top": [1, 0]}, variant="repaired"),
        *table_of({"full": [1, 0.5], "full/top": [0.5, 0.5]}, measure="coverage"),
    ]
    own, repaired = positions(rows)
    assert (own.series.variant, repaired.series.variant) == ("own", "repaired")
    assert joint(repaired) == pytest.approx({"stored": 1, "top": F(1, 2)})
    for one in (own, repaired):
        assert {p: c["coverage"].value for p, c in one.series.cells.items()} == {"stored": 0.75, "top": 0.5}


def test_tables_call_variants_as_the_task_does() -> None:
    """Rows of a variant stand beside the own ones under the name of its column, whatever both are called."""
    columns = protocols.Columns(variant="treatment")
    told = replace(REPORTING, columns=columns)
    rows = table_of({"full": [0.5, 0], "full/top": [0.5, 1]})
    alone = experiment_rows_of(rows, told)
    assert {row["treatment"] for row in alone} == {"own"}
    assert "treatment" not in experiment_tables(alone, columns.variant)[0].heads
    mended = table_of({"full": [1, 1], "full/top": [1, 0]}, variant="mended")
    first, *_ = experiment_tables(experiment_rows_of([*rows, *mended], told), columns.variant)
    assert first.heads[:3] == ["system", "context", "treatment"]
    assert {row[2] for row in first.rows} == {"own", "mended"}
    plain = experiment_rows_of(rows, replace(REPORTING, columns=protocols.Columns()))
    assert all("citations" not in row and "variant" not in row for row in plain)


def test_orders_of_one_budget_and_system_are_compared_with_each_other_only() -> None:
    values = {"full@100": [0.5, 0.5], "full@100/top": [1.0, 1.0], "full@200/top": [0.0, 0.0], "bm25": [0.0, 0.0]}
    found = positions([*table_of(values), *table_of({"full@200": [1.0]}, system="y")])
    assert [(one.series.system, one.series.context) for one in found] == [("x", "full@100")]


def test_recorded_position_runs_are_orders_of_the_full_context() -> None:
    values: Columns = {
        "full": [0.0, 0.5],
        "fl-ctxt-sort": [0.5, 0.5],
        "fl-ctxt-rev-sort": [1, 1],
        "fl-ctxt-middle": [0, 0],
    }
    (one,) = positions(table_of(values))
    assert joint(one) == {"stored": 0.25, "top": 0.5, "middle": 0, "bottom": 1}
    assert one.sensitivity is not None
    assert (one.sensitivity.value, one.sensitivity.between) == (0.75, ("bottom", "stored"))
    # The paper's measure knows no middle; ours does.
    assert (one.spread.value, one.spread.between) == (1.0, ("bottom", "middle"))


def test_two_embedding_models_are_no_orders() -> None:
    """Contexts are grouped by what they show, never by what their names look like."""
    names = ("dense:acme/top", "dense:acme/bottom", "dense:acme/stored", "dense:acme/random1")
    rows = [
        row(name, value, f"s{n}", tags=Showing(spec=name).tags)
        for name in names
        for n, value in enumerate([0.25, 0.5, 1.0])
    ]
    assert positions(rows) == []
    assert experiment_rows(rows) == []


def test_names_of_contexts_say_nothing() -> None:
    orders = {"shown": "full", "order": "top"}, {"shown": "full", "order": "bottom"}
    for names in (("a", "b"), ("same", "same"), ("full/bottom", "full/top")):
        rows = [row(name, 0.5, tags=tags) for name, tags in zip(names, orders, strict=True)]
        (one,) = positions(rows)
        assert list(one.series.cells) == ["top", "bottom"]


def test_responses_without_tags_are_in_no_experiment() -> None:
    values = {"full@100": 0.5, "full@200/top": 1.0, "full@100/top": 0.0}
    assert experiment_rows([row(context, value, tags={}) for context, value in values.items()]) == []


def test_tags_of_the_item_make_series_too() -> None:
    rows = []
    for length, value in ((8000, 1.0), (16000, 0.5)):
        item = Item(
            dataset="h", group="s", id="s", query="", gold=None, tags={"shown": "full", "budget_tokens": length}
        )
        response: Response[None] = Response(item=item, system="x", context="full", answer=None)
        rows.append(Score(response=response, measure="joint", unit=None, value=value))
    (one,) = lengths(rows)
    assert list(one.series.cells) == [8000, 16000]


LENGTH: Measure[object, object] = Measure(
    name="length", description="characters", source="ours", score=lambda *rest: (), bounds=(0.0, inf)
)


def test_what_is_no_fraction_is_in_no_table_of_fractions() -> None:
    rows = [
        *table_of({"full": [0.5, 0.25], "full/top": [1, 1]}, measure="coverage"),
        *table_of({"full": [280, 250], "full/top": [300, 200]}, measure="length"),
    ]
    reporting = Reporting(measures=(COVERAGE, LENGTH))
    assert reporting.tested == "coverage"
    found = experiment_rows_of(rows, reporting)
    assert {row["measure"] for row in found} == {"coverage", "position_spread"}
    assert experiment_rows_of(rows, Reporting(measures=(LENGTH,))) == []


def test_what_experiments_test_is_the_last_main_measure() -> None:
    assert REPORTING.tested == "joint"
    rows = table_of({"full": [0.5, 0.25], "full/top": [1, 1]}, measure="coverage")
    assert [one["of"] for one in experiment_rows_of(rows, Reporting(measures=(COVERAGE,))) if "of" in one] == [
        "coverage"
    ]
