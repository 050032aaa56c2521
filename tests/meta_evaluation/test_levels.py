"""Correlations at three levels, ceilings and differences, by hand."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hayrick.meta_evaluation.differences import differences
from hayrick.meta_evaluation.levels import LEVELS, Paired, correlations
from hayrick.meta_evaluation.people import Annotated, ceilings
from hayrick.stats import pearson

ROWS = [
    *(Paired("1", system, metric, human) for system, metric, human in [("a", 1, 1), ("b", 2, 3), ("c", 3, 2)]),
    *(Paired("2", system, metric, human) for system, metric, human in [("a", 5, 2), ("b", 6, 4), ("c", 7, 6)]),
    *(Paired("3", system, metric, human) for system, metric, human in [("a", 4, 5), ("b", 4, 3), ("c", 4, 1)]),
]


def test_levels_by_hand() -> None:
    instance, summary, system = correlations(ROWS)
    assert (instance.n, summary.n, system.n) == (9, 2, 3)  # In document 3 the metric is constant.
    assert summary.pearson.value == pytest.approx((0.5 + 1) / 2)
    assert summary.kendall == pytest.approx((1 / 3 + 1) / 2)
    # Means of systems: metric 10/3, 4, 14/3; human 8/3, 10/3, 3.
    assert system.pearson.value == pytest.approx(0.5)
    assert instance.pearson.low is not None
    assert instance.worst is None


def test_two_systems_have_no_interval() -> None:
    rows = [row for row in ROWS if row.system != "c"]
    over_systems = correlations(rows)[2].pearson
    assert over_systems.value == pytest.approx(1.0)
    assert over_systems.low is None


def test_constant_scores_are_undefined() -> None:
    found = correlations([row._replace(human=1.0) for row in ROWS])
    assert all(one.pearson.value is None and one.kendall is None for one in found)
    assert found[1].n == 0


def test_means_that_differ_by_rounding_are_constant() -> None:
    # A tenth for every summary: the systems' means of 3, 4, 5 and 6 of them differ in the last digit.
    rows = [Paired(f"{d}", f"{s}", 0.1, float((s * 2 + d) % 5)) for s in range(4) for d in range(3 + s)]
    for one in correlations(rows):
        assert (one.pearson.value, one.spearman.value, one.kendall) == (None, None, None), one.level


def test_unjudged_are_counted_and_bounded() -> None:
    left = Paired("4", "a", 0.0, 6.0)
    one = correlations(ROWS, [left])[0]
    assert (one.n, one.n_unjudged) == (9, 1)
    assert one.worst is not None
    assert one.best is not None
    assert one.pearson.value is not None
    assert one.worst < one.pearson.value < one.best


def test_bounds_by_hand() -> None:
    # Document 4 has people's 1, 2, 3. The metric of b and c is 7 and 1, and a's is between 1 and 7.
    rows = [*ROWS, Paired("4", "b", 7.0, 2.0), Paired("4", "c", 1.0, 3.0)]
    left = [Paired("4", "a", 0.0, 1.0)]
    # Documents 1 and 2 have 1/2 and 1. In 4 the metric is opposed to people's scores whatever a has: with 7 by
    # -6 / sqrt(24 x 2), with 1 by 0.
    summary = correlations(rows, left)[1]
    assert (summary.worst, summary.best) == pytest.approx(((0.5 + 1 - 3 / 12**0.5) / 3, 1.5 / 3))
    # The mean of a is 1 to 2 and that of b is 2: people agree that b is better, or a and b are equal.
    rows = [Paired("1", "a", 1.0, 1.0), Paired("1", "b", 3.0, 2.0), Paired("2", "b", 1.0, 2.0)]
    system = correlations(rows, [Paired("2", "a", 0.0, 1.0)])[2]
    assert (system.worst, system.best) == pytest.approx((1, 1))


@given(st.data())
@settings(max_examples=60)
def test_no_values_of_the_unjudged_are_out_of_bounds(data: st.DataObject) -> None:
    number = st.integers(0, 4).map(float)
    rows = [
        Paired(document, system, data.draw(number), data.draw(number))
        for document in "123"
        for system in "abcd"
        if data.draw(st.integers(0, 5))
    ]
    split = data.draw(st.integers(1, 4))
    unjudged, judged = rows[:split], rows[split:]
    least, most = (f((row.metric for row in judged), default=0.0) for f in (min, max))
    tried = [*product((least, (least + most) / 2, most), repeat=len(unjudged))]
    tried += data.draw(st.lists(st.tuples(*[st.floats(least, most)] * len(unjudged)), max_size=20))
    for one in correlations(judged, unjudged):
        level, worst, best, of = one.level, one.worst, one.best, LEVELS[one.level]
        filled = [[row._replace(metric=value) for row, value in zip(unjudged, some, strict=True)] for some in tried]
        found = [value for some in filled if (value := of([*judged, *some], pearson)) is not None]
        if worst is None or best is None:
            assert not judged or not found, level
        else:
            assert worst - 1e-6 <= min(found, default=worst) <= max(found, default=best) <= best + 1e-6, level


def test_ceiling_by_hand() -> None:
    scores = [(1, 2, 3), (2, 2, 4), (3, 3, 3), (5, 4, 4)]
    rows = [Annotated(str(number), "a", tuple(map(float, one))) for number, one in enumerate(scores)]
    found = ceilings([*rows, Annotated("9", "a", (1.0,))])[0]
    # The first annotator's 1, 2, 3, 5 against 2.5, 3, 3, 4: products sum to 3.125, squares to 8.75, 1.1875.
    assert found.annotators[0] == pytest.approx(3.125 / (8.75 * 1.1875) ** 0.5)
    assert found.pearson.value == pytest.approx(sum(one or 0.0 for one in found.annotators) / 3)
    assert found.n == 4


def test_differences_use_what_both_judged() -> None:
    reverse = [row._replace(metric=-row.metric) for row in ROWS[:8]]
    found = differences({"a": ROWS, "b": reverse, "c": ROWS})
    assert [(one.a, one.b, one.n) for one in found] == [("a", "b", 8), ("a", "c", 9), ("b", "c", 8)]
    assert found[1].difference == (0.0, 0.0, 0.0)
    assert (found[1].williams, found[1].swap) == (1.0, 1.0)
    assert found[0].swap_adjusted is not None
    assert found[0].swap is not None
    assert found[0].swap_adjusted >= found[0].swap
