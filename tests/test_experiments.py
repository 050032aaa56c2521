"""Position bias and length curves: hand-worked tables, the permutation test, what the command prints."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from math import inf
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import Command, strict_json
from hayrick import protocols
from hayrick.cli.experiment import experiment_command
from hayrick.experiments import Largest, Length, Position, effective_length, largest_difference, task_lengths
from hayrick.experiments import experiment_rows as experiment_rows_of
from hayrick.experiments import lengths as lengths_of
from hayrick.experiments import positions as positions_of
from hayrick.measures import COVERAGE
from hayrick.protocols import Measure
from hayrick.report.experiments import experiment_notes, experiment_tables
from hayrick.reporting import Reporting
from hayrick.stats.largest import EXACT_ARRANGEMENTS
from hayrick.systems.contexts import Showing
from hayrick.tasks.summhay import REPORTING
from hayrick.tasks.summhay.recorded import tags_of as stored_tags
from hayrick.types import BadInput, Item, Response, Score, Tags

F = Fraction
T2 = 4.302652729749462
"""Student's t at 97.5 % with two degrees of freedom."""


def shown(context: str) -> Tags:
    """Tags of a context that is written as runs name it: `full@8000/top`, `bm25/random3`, or as SummHay's files do."""
    found = re.fullmatch(r"([a-z0-9]+)(?:@(\d+))?(?:/([a-z]+)(\d+)?)?", context)
    if not found:
        return stored_tags(context)
    spec, budget, order, seed = found.groups()
    return Showing(
        spec=spec, budget_tokens=int(budget) if budget else None, order=cast(Any, order), seed=int(seed or 0)
    ).tags


def row(
    context: str,
    value: float | None,
    subtopic: str = "s1",
    measure: str = "joint",
    *,
    dataset: str = "h",
    insight: str = "i",
    weight: float = 1.0,
    **more: Any,
) -> Score:
    item = Item(dataset=dataset, group=subtopic, id=subtopic, query="", gold=None)
    fields: dict[str, Any] = {"system": "x", "context": context, "tags": shown(context), "answer": None, **more}
    response: Response[None] = Response(item=item, **fields)
    return Score(response=response, measure=measure, unit=insight, value=value, weight=weight, unjudged=value is None)


def positions(rows: Iterable[Score]) -> list[Position]:
    return positions_of(rows, REPORTING)


def lengths(rows: Iterable[Score]) -> list[Length]:
    return lengths_of(rows, REPORTING)


def experiment_rows(rows: Iterable[Score]) -> list[dict[str, object]]:
    return experiment_rows_of(rows, REPORTING)


Columns = Mapping[str, Sequence[float | None]]


def table_of(values: Columns, **more: Any) -> list[Score]:
    """A row for every context and subtopic s0, s1, ..."""
    return [row(context, v, f"s{i}", **more) for context, column in values.items() for i, v in enumerate(column)]


def joint(one: Position) -> dict[object, float | None]:
    return {point: cells["joint"].value for point, cells in one.series.cells.items()}


# Position


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
    strict = largest_difference([a, b], [ones] * 2, strata, ["a", "b"], level=1 - 0.05 / 3)
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


# The permutation test


def by_enumeration(cells: Sequence[Sequence[Fraction]], against: int | None) -> tuple[Fraction, Fraction]:
    """p and mean of the largest difference of means over all arrangements within clusters, in fractions."""
    k, n = len(cells[0]), len(cells)

    def size(arranged: Iterable[Sequence[Fraction]]) -> Fraction:
        means = [sum(column, F(0)) / n for column in zip(*arranged, strict=True)]
        found: Fraction = max(abs(means[i] - means[j]) for i in range(k) for j in range(k) if against in (None, i))
        return found

    sizes = [size(one) for one in product(*(list(permutations(cluster)) for cluster in cells))]
    return F(sum(s >= size(cells) for s in sizes), len(sizes)), sum(sizes, F(0)) / len(sizes)


@pytest.mark.parametrize("against", [None, 0])
@pytest.mark.parametrize(
    "cells",
    [
        [[0, 1, 2], [0, 1, 2]],
        [[0, 1, 2], [0, 1, 2], [0, 1, 2]],
        [[0, 4, 1], [2, 3, 0], [1, 1, 1], [0, 3, 3]],
        [[0, 4], [1, 3], [2, 3], [1, 1], [0, 4]],
        [[3, 0, 1, 2]],
    ],
)
def test_permutation_test_is_exact(cells: list[list[int]], against: int | None) -> None:
    exact = [[F(value, 4) for value in cluster] for cluster in cells]
    tops = np.array(cells, float).T / 4
    names = [f"o{i}" for i in range(len(tops))]
    found = largest_difference(
        tops, np.ones_like(tops), [0] * len(cells), names, against=None if against is None else "o0"
    )
    p, chance = by_enumeration(exact, against)
    assert found.p == pytest.approx(float(p), abs=1e-12)
    assert found.chance == pytest.approx(float(chance))


def test_two_clusters_in_which_the_orders_agree_by_hand() -> None:
    # Both clusters have 0, 1/2, 1: only the 3! arrangements that treat both alike reach 1: 6 / 36.
    tops = np.array([[0, 0], [0.5, 0.5], [1, 1]])
    assert largest_difference(tops, np.ones((3, 2)), [0, 0], ["a", "b", "c"]).p == pytest.approx(F(1, 6))


def test_drawn_arrangements_agree_with_all_of_them() -> None:
    rng = np.random.default_rng(3)
    tops = rng.random((3, 5))
    exact = largest_difference(tops, np.ones((3, 5)), [0] * 5, ["a", "b", "c"])
    assert 6**5 <= EXACT_ARRANGEMENTS < 6**6
    # A cluster in which all agree changes no difference of sums; with next to no weight none of ratios either.
    more = np.column_stack([tops, [5e-10] * 3]), np.column_stack([np.ones((3, 5)), [1e-9] * 3])
    drawn = largest_difference(*more, [0] * 6, ["a", "b", "c"], draws=20_000)
    assert exact.p is not None
    assert drawn.p == pytest.approx(exact.p, abs=0.02)
    assert drawn.chance == pytest.approx(exact.chance, abs=0.01)
    assert drawn == largest_difference(*more, [0] * 6, ["a", "b", "c"], draws=20_000)
    assert drawn.p != largest_difference(*more, [0] * 6, ["a", "b", "c"], draws=20_000, seed=1).p


def test_p_of_drawn_arrangements_counts_the_observed() -> None:
    # 1 and 0 in 25 clusters: 2 of 2^25 arrangements are as extreme.
    tops = np.array([np.ones(25), np.zeros(25)])
    found = largest_difference(tops, np.ones((2, 25)), [0] * 25, ["a", "b"], draws=99)
    assert found.p == pytest.approx(F(1, 100))


def test_an_arrangement_without_weight_counts_as_extreme() -> None:
    # b has weight in s1 only, where it is dealt to a in half of the arrangements: 2 of 4 leave an order without.
    tops, bottoms = [[0.5, 0.0], [0.0, 0.5]], [[1.0, 0.0], [0.0, 1.0]]
    assert largest_difference(tops, bottoms, [0, 0], ["a", "b"]).p == 1
    # 1/2 in s0 and 3/4 in s1: two arrangements have the difference 1/4, two leave an order without weight.
    assert largest_difference([[0.5, 0.0], [0.0, 0.75]], bottoms, [0, 0], ["a", "b"]).chance == pytest.approx(F(1, 4))


values = st.lists(st.tuples(st.integers(0, 4), st.integers(1, 5)), min_size=1, max_size=6)


@settings(max_examples=30, deadline=None)
@given(values, st.integers(2, 4))
def test_identical_orders_differ_by_nothing(clusters: list[tuple[int, int]], k: int) -> None:
    top, bottom = [v * w / 4 for v, w in clusters], [float(w) for _, w in clusters]
    found = largest_difference([top] * k, [bottom] * k, [0] * len(top), [f"o{i}" for i in range(k)], draws=50)
    assert (found.value, found.p) == (0, 1)
    assert found.chance == pytest.approx(0, abs=1e-12)
    assert (found.low, found.high) in ([(None, None)] if len(top) == 1 else [(0, 0)])


@settings(max_examples=30, deadline=None)
@given(st.lists(st.lists(st.integers(0, 4), min_size=3, max_size=3), min_size=2, max_size=5), st.permutations("abc"))
def test_names_of_orders_do_not_matter(clusters: list[list[int]], names: list[str]) -> None:
    tops, ones = np.array(clusters, float).T / 4, np.ones((3, len(clusters)))
    one = largest_difference(tops, ones, [0] * len(clusters), ["a", "b", "c"])
    two = largest_difference(tops[["abc".index(n) for n in names]], ones, [0] * len(clusters), names)
    assert two[:5] == pytest.approx(one[:5], abs=1e-9)
    assert one.value is not None
    assert one.low is not None
    assert one.high is not None
    assert one.p is not None
    assert 0 <= one.low <= one.value + 1e-12 <= one.high + 2e-12
    assert 6 ** (1 - len(clusters)) - 1e-12 <= one.p <= 1


def test_one_subtopic_has_no_interval_and_proves_nothing() -> None:
    found = largest_difference([[0.0], [1.0]], [[1.0], [1.0]], [0], ["a", "b"])
    assert (found.value, found.low, found.high, found.p) == (1.0, None, None, 1.0)


def test_bad_shapes_name_the_function() -> None:
    with pytest.raises(BadInput, match="largest_difference: shapes"):
        largest_difference([[1, 1]], [[1, 1]], [0], ["a"])
    with pytest.raises(BadInput, match="effective_length: shapes"):
        effective_length([1], [[1, 1]], [[1, 1]], [0])


# Length


def test_a_curve_by_hand() -> None:
    # Joint at 100, 200, 400 tokens: 3/4, 3/4, 1/4 in both subtopics: 1/4 is under .85 x 3/4.
    values = {"full@400": [0.25, 0.25], "full@100": [0.75, 0.75], "full@200": [0.75, 0.75]}
    (one,) = lengths(table_of(values))
    assert list(one.series.cells) == [100, 200, 400]
    assert [cells["joint"].value for cells in one.series.cells.values()] == [0.75, 0.75, 0.25]
    # Subtopics agree exactly, so that the bounds meet.
    assert one.effective == (200, 200, 200)


def test_the_first_budget_that_falls_short_ends_it() -> None:
    # Ratios to the base: 1, 1/2, 1: what holds again at 400 does not count.
    assert effective_length([100, 200, 400], [[2, 2], [1, 1], [2, 2]], np.ones((3, 2)) * 4, [0, 0]) == (100, 100, 100)


def test_the_share_itself_keeps() -> None:
    # .8 x 5/8 = 1/2 exactly.
    tops = [[0.625, 0.625], [0.5, 0.5]]
    assert effective_length([1, 2], tops, np.ones((2, 2)), [0, 0], keep=0.8).value == 2
    assert effective_length([1, 2], tops, np.ones((2, 2)), [0, 0], keep=0.81).value == 1


def test_bounds_of_a_length_are_those_of_its_differences() -> None:
    # Differences d = ratio - .85 base over three clusters: base 1/2 each; d at 2: 1/2, 1/4, 1/8 -> mean 7/24, over 0
    # but not surely, as t(2) is 4.3: the length is 2, at least 1, at most 2.
    base = np.full(3, 0.5)
    tops = np.array([base, 0.85 * base + [0.5, 0.25, 0.125]])
    assert effective_length([1, 2], tops, np.ones((2, 3)), [0] * 3) == (2, 1, 2)
    # With d = 7/24 +- 1/100 it is sure: half-width under 4.31 / 100.
    tops[1] = 0.85 * base + 7 / 24 + np.array([0.01, 0, -0.01])
    assert effective_length([1, 2], tops, np.ones((2, 3)), [0] * 3) == (2, 2, 2)
    # As far below 0 it is surely not kept; and one that varies as widely may be.
    tops[1] = 0.85 * base - 7 / 24 + np.array([0.01, 0, -0.01])
    assert effective_length([1, 2], tops, np.ones((2, 3)), [0] * 3) == (1, 1, 1)
    tops[1] = 0.85 * base - np.array([0.4, 0.25, 0.0])
    assert effective_length([1, 2], tops, np.ones((2, 3)), [0] * 3) == (1, 1, 2)


def test_high_bound_of_a_length_is_corrected_for_the_number_of_budgets() -> None:
    # At 2 it is .2 short with a standard error of .1 / sqrt(3): t is 2.92 at 90 %, 4.30 at 95 %. Beside 4, which keeps
    # all, it is one of two that might have.
    short = 0.85 * 0.5 - np.array([0.1, 0.2, 0.3])
    two = np.array([np.full(3, 0.5), short])
    three = np.array([*two, np.full(3, 0.5)])
    assert effective_length([1, 2], two, np.ones((2, 3)), [0] * 3, level=0.9) == (1, 1, 1)
    assert effective_length([1, 2, 4], three, np.ones((3, 3)), [0] * 3, level=0.9) == (1, 1, 4)


@pytest.mark.parametrize(
    ("budgets", "tops", "bottoms", "expected"),
    [
        ([1], [[1, 1]], [[1, 1]], (None, None, None)),
        ([1, 2], [[0, 0], [1, 1]], [[1, 1], [1, 1]], (None, None, None)),
        ([1, 2], [[1, 1], [0, 0]], [[1, 1], [0, 0]], (None, None, None)),
        ([1, 2], [[1], [0]], [[1], [1]], (1, None, None)),
    ],
)
def test_undefined_lengths(budgets: list[int], tops: list[list[float]], bottoms: Any, expected: object) -> None:
    assert effective_length(budgets, tops, bottoms, [0] * len(tops[0])) == expected


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(st.integers(0, 8), min_size=4, max_size=4), min_size=2, max_size=6))
def test_bounds_enclose_the_length(clusters: list[list[int]]) -> None:
    found = effective_length(
        [1, 2, 4, 8], np.array(clusters, float).T / 8, np.ones((4, len(clusters))), [0] * len(clusters)
    )
    if found.value is None:
        assert not any(cluster[0] for cluster in clusters)
    else:
        assert found.low is not None
        assert found.high is not None
        assert found.low <= found.value <= found.high


def test_curves_are_by_order_and_need_budgets() -> None:
    values = {
        "full@1/top": [1.0],
        "full@2/top": [0.5],
        "full@1": [1.0],
        "full/top": [1.0],
        "bm25@1": [1.0],
        "bm25@9": [1.0],
    }
    assert [one.series.context for one in lengths(table_of(values))] == ["full/top", "bm25"]


# Rows, tables, the command


def test_rows_say_everything_that_was_found() -> None:
    values: Columns = {"full@1": [0.5, 0.5], "full@1/top": [1, 1], "full@1/bottom": [0.5, 0.5], "full@2": [0.0, 0.5]}
    rows = experiment_rows(table_of(values))
    assert [(r["experiment"], r["measure"]) for r in rows] == [
        *[("position", name) for name in ("joint", "citation") * 3],
        ("position", "position_sensitivity_paper"),
        ("position", "position_spread"),
        *[("length", name) for name in ("joint", "citation") * 2],
        ("length", "effective_length"),
    ]
    spread = next(r for r in rows if r["measure"] == "position_spread")
    assert (spread["context"], spread["value"], spread["higher"], spread["of"]) == ("full@1", 0.5, "top", "joint")
    assert (spread["n"], spread["n_left_out"]) == (2, 0)
    length = rows[-1]
    assert (length["context"], length["value"], length["longest_tried"], length["n"]) == ("full", 1, 2, 2)


def test_tables_and_notes() -> None:
    values: Columns = {"full@1000": [0.5, 0.5, 1], "full@1000/top": [1, 0.5, None], "full@2000": [0.5, 0.5]}
    rows = experiment_rows(table_of(values))
    orders, order_found, budgets, length_found = experiment_tables(rows)
    assert [line[:3] for line in orders.rows] == [["x", "full@1000", "stored"], ["x", "full@1000", "top"]]
    assert orders.rows[1][-1] == "1"  # unjudged
    assert order_found.rows[0][2:4] == ["position spread", "top over stored"]
    assert [line[2] for line in budgets.rows] == ["1,000", "2,000"]
    assert length_found.rows[0] == ["x", "full", "2,000 or more", "2,000 or more", "2,000 or more", "2,000", "2"]
    for table in (orders, order_found, budgets, length_found):
        assert {len(line) for line in table.rows} == {len(table.heads)}
        assert max(table.numbers) == len(table.heads) - 1
    assert any("left out: x (full): 1" in note for note in experiment_notes(rows))


def of_length(length: int, value: float, group: str, dataset: str = "") -> Score:
    item = Item(dataset=dataset or f"d@{length}", group=group, id=group, query="", gold=None, tags={"length": length})
    response: Response[None] = Response(item=item, system="x", context="full", answer=None)
    return Score(response=response, measure="joint", unit="i", value=value)


def test_lengths_of_a_task_are_a_curve_though_their_items_differ() -> None:
    values = {4096: [1, 1, 1, 0], 8192: [1, 1, 0, 1], 16384: [1, 0, 0, 0, 0]}
    rows = [of_length(length, value, str(n)) for length, found in values.items() for n, value in enumerate(found)]
    [curve] = task_lengths(rows, REPORTING)
    assert [cells["joint"].value for cells in curve.series.cells.values()] == pytest.approx([0.75, 0.75, 0.2])
    assert (curve.effective.value, curve.series.n_subtopics, curve.series.n_left_out) == (8192, 4, 0)
    # 16k is not below 85 % of 4k with confidence: four and five items settle nothing.
    assert (curve.effective.low, curve.effective.high) == (4096, 16384)
    tables = experiment_tables(experiment_rows_of(rows, REPORTING))
    assert [table.heads[-1] for table in tables] == ["n", "groups a length"]
    assert [row[2] for row in tables[0].rows] == ["4,096", "8,192", "16,384"]
    assert tables[1].rows[0][2:] == ["8,192", "4,096", "16,384 or more", "16,384", "4"]


RATING: Measure[object, object] = Measure(
    name="rating", description="1 to 5", source="ours", score=lambda *rest: (), bounds=(1.0, 5.0)
)


def test_ratings_stand_in_tables_in_their_own_unit() -> None:
    """Ratings of two texts at two lengths: 2 and 3, then 4 and 3; they have no effective length."""
    rows = [
        of_length(length, value, str(n))
        for length, both in {1: (2, 3), 2: (4, 3)}.items()
        for n, value in enumerate(both)
    ]
    ratings = [replace(one, measure="rating") for one in rows]
    found = experiment_rows_of(ratings, Reporting(measures=(RATING,)))
    assert [(one["length"], one["value"], one["bounds"]) for one in found] == [(1, 2.5, [1, 5]), (2, 3.5, [1, 5])]
    (table,) = experiment_tables(found)
    assert table.title == "by length: values with 95 % intervals"
    assert table.heads[3:] == ["rating (1 to 5)", "n"]
    assert [line[3].partition(" ")[0] for line in table.rows] == ["2.5", "3.5"]
    # Beside a fraction, which is tested whatever the order of the measures.
    both = [*ratings, *(replace(one, measure="coverage", value=0.5) for one in rows)]
    for measures in ((RATING, COVERAGE), (COVERAGE, RATING)):
        table, lengths = experiment_tables(experiment_rows_of(both, Reporting(measures=measures)))
        assert {"coverage", "rating (1 to 5)"} < {*table.heads}
        assert "50.0" in table.rows[0][table.heads.index("coverage")]
        assert lengths.rows[0][2] == "2 or more"


def test_one_length_is_no_curve() -> None:
    assert task_lengths([of_length(4096, 1, "a"), of_length(4096, 0, "b")], REPORTING) == []


def test_nothing_varied_is_nothing() -> None:
    rows = experiment_rows(table_of({"full": [1, 0.5], "bm25": [0.5, 0.5]}))
    assert (rows, experiment_tables(rows), experiment_notes(rows)) == ([], [], [])


@pytest.fixture
def made(hayrick: Command, bakery: Path, tmp_path: Path) -> Callable[[str], Path]:
    """A run directory of recorded systems that match a pattern."""

    def run(pattern: str) -> Path:
        folder = tmp_path / "run"
        assert hayrick("run", bakery, "--system", pattern, "--judge", "recorded", "--out", folder).status == 0
        return folder

    return run


def test_the_command_reads_a_run_and_writes_its_rows(made: Callable[[str], Path], tmp_path: Path) -> None:
    done = CliRunner().invoke(experiment_command, [str(made("recorded")), "--out", str(tmp_path / "found")])
    assert done.exit_code == 0, done.output
    rows = strict_json((tmp_path / "found" / "experiments.json").read_text())["rows"]
    assert {row["order"] for row in rows if "order" in row} == {"stored", "top"}
    assert {row["system"] for row in rows} == {"alpha"}
    assert "position spread" in done.output


def test_a_run_without_orders_is_refused(made: Callable[[str], Path], tmp_path: Path) -> None:
    folder = made("recorded:alpha")
    for wrong, why in ((folder, "no system was run in several orders"), (tmp_path, "no manifest.json")):
        with pytest.raises(BadInput, match=why):
            CliRunner().invoke(experiment_command, [str(wrong)], catch_exceptions=False)


def test_recorded_runs_lean_as_the_paper_says(summhay: Path) -> None:
    """GPT-4o and Claude 3 Opus do best with the evidence at the bottom, Gemini 1.5 Pro at the top (table 3)."""
    from hayrick.harness.running.run import run
    from hayrick.harness.running.run_request import RunRequest

    inputs = [str(path) for path in sorted(summhay.glob("topic_news*.json"))]
    systems = ["recorded:gpt-4o", "recorded:claude3-opus", "recorded:gemini-1.5-pro", "recorded:fl-ctxt-*"]
    found = positions(run(RunRequest(inputs=inputs, systems=systems, judge="recorded")).scores)
    best = {one.series.system: one.sensitivity.between for one in found if one.sensitivity is not None}
    assert best == {
        "gpt-4o": ("bottom", "stored"),
        "claude3-opus": ("bottom", "stored"),
        "gemini-1.5-pro": ("top", "stored"),
    }


def test_differences_are_of_the_mean_that_the_task_has() -> None:
    # Of 90 items of one dataset and 10 of another, the mean of both is .6 and .95; over all items it would be .92 and
    # .91, in the other order.
    reporting = Reporting(measures=[COVERAGE], average=protocols.BY_DATASET)
    values = {"big": {"top": 1.0, "bottom": 0.9}, "small": {"top": 0.2, "bottom": 1.0}}
    rows = [
        row(f"full/{order}", value, f"{dataset}{number}", COVERAGE.name, dataset=dataset)
        for dataset, count in (("big", 90), ("small", 10))
        for number in range(count)
        for order, value in values[dataset].items()
    ]
    (one,) = positions_of(rows, reporting)
    cells = {order: cell[COVERAGE.name].value for order, cell in one.series.cells.items()}
    assert cells == pytest.approx({"top": 0.6, "bottom": 0.95})
    assert one.spread.between == ("bottom", "top")
    assert one.spread.value == pytest.approx(0.35)
