"""How far systems and their differences vary: by hand, and what is left out."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction as F

import pytest

from hayrick.comparison import sides_of
from hayrick.comparison.variances import Variances, variances
from hayrick.protocols import BY_DATASET
from hayrick.reporting import Reporting
from hayrick.stats.spread import Spread
from hayrick.tasks.summhay import REPORTING
from hayrick.types import Item, Response, Score

Given = tuple[str, Sequence[float | None]]


def rows(system: str, values: Sequence[Given], measure: str = "coverage", dataset: str = "h1") -> list[Score]:
    """A row for each value of each group; None has no row."""
    found = []
    for group, units in values:
        item = Item(dataset=dataset, group=group, id=group, query="", gold=None)
        about: Response[None] = Response(item=item, system=system, context="full", answer=None)
        found += [
            Score(response=about, measure=measure, unit=f"i{n}", value=value)
            for n, value in enumerate(units)
            if value is not None
        ]
    return found


def found(
    given: Sequence[Score], *measures: str, by_unit: bool = True, reporting: Reporting = REPORTING
) -> list[Variances]:
    return variances(sides_of({"run": given}, reporting), reporting, measures or ["coverage"], by_unit=by_unit)


A = rows("a", [("s1", [1, 0]), ("s2", [1, 1])])
B = rows("b", [("s1", [0, 0]), ("s2", [1, 0])])


def test_two_systems_by_hand() -> None:
    # Differences less 1/2: (1/2, -1/2) in both groups: units 1 / 2; groups (0 - 1/2) / 2 is none. Of each score: units
    # 1/2 / 2; groups (1/4 - 1/4) / 2.
    (one,) = found([*A, *B])
    assert one.value == pytest.approx(float((F(3, 4) + F(1, 4)) / 2))
    assert one.difference is not None
    assert one.difference[1:] == pytest.approx((0, 1 / 2))
    assert one.score.datasets is None
    assert one.score[1:] == pytest.approx((0, 1 / 4))
    assert (one.n_systems, one.n_pairs, one.n_datasets, one.n_groups, one.n_units) == (2, 1, 1, 2, 4)


def test_items_as_units() -> None:
    # Items add (1 - 2 x 3/4) / 2 = -1/4 and 1/4 to a, and the same to b: they do not differ. Groups of one unit:
    # 2/16 / (2 - 1) = 1/8.
    (one,) = found([*A, *B], by_unit=False)
    assert one.difference == Spread(None, 0.0, 0.0)
    assert one.score[1:] == pytest.approx((1 / 8, 0))
    assert one.n_units == 2


def test_a_unit_that_a_measure_leaves_out_adds_nothing() -> None:
    # Citation of three of four units, mean 1/2, mean weight 3/4: 2/3, 0 | 0, -2/3. Units 2 x 2 (1/3)^2 / 2 = 2/9;
    # groups: sums 2/3 and -2/3, (2 x 4/9 / 2 - 2/9) / 2 = 1/9.
    cited = rows("a", [("s1", [1, None]), ("s2", [0.5, 0])], "citation")
    (_, one) = found([*A, *cited], "coverage", "citation")
    assert one.score[1:] == pytest.approx((1 / 9, 2 / 9))
    assert (one.n_units, one.difference, one.n_pairs) == (4, None, 0)


def test_only_what_all_systems_were_asked_counts() -> None:
    more = rows("a", [("s3", [1, 1, 1])])
    assert found([*A, *more, *B]) == found([*A, *B])
    assert found([*rows("a", [("s1", [1])]), *rows("b", [("s2", [1])])]) == []
    assert found(rows("a", [("s1", [1, 0])])) == [], "one group shows nothing between groups"
    assert found([]) == []


def test_a_system_without_values_in_a_part_is_left_out() -> None:
    told = Reporting(measures=REPORTING.measures, average=BY_DATASET, columns=REPORTING.columns)
    south = rows("a", [("s3", [1, 1]), ("s4", [0, 1])], dataset="h2")
    given = [*A, *south, *B, *rows("b", [("s3", [None, None]), ("s4", [None])], dataset="h2")]
    both = rows("b", [("s3", [1, 0]), ("s4", [0, 0])], dataset="h2")
    (one,) = found([*A, *south, *B, *both], reporting=told)
    assert (one.n_systems, one.n_datasets) == (2, 2)
    assert one.value == pytest.approx(float((F(3, 4) + F(3, 4) + F(1, 4) + F(1, 4)) / 4))
    assert found(given, "citation", reporting=told) == []
