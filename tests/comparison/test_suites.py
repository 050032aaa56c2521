"""Paired differences of means over tasks."""

from __future__ import annotations

from dataclasses import replace

import pytest

import toy
from hayrick.averages import Part, Suite, averages
from hayrick.comparison import Side, compare_suite, sides_of
from hayrick.protocols import Resample
from hayrick.reporting import reporting_of
from hayrick.types import Item, Response, Score

SUITE = Suite(name="both", paper="", categories={"x": [Part("one", "exact")], "y": [Part("two", "exact")]})
Values = dict[str, dict[str, list[float | None]]]
VALUES: Values = {
    # Task -> system -> values of its groups; None was not judged.
    "one": {"a": [1, 1, 1, 0], "b": [0, 1, 0, 0]},
    "two": {"a": [1, 0], "b": [0, 0]},
}


def scores(task: str, given: dict[str, list[float | None]], length: int = 8192) -> list[Score]:
    found = []
    for system, values in given.items():
        for group, value in enumerate(values):
            tags = {"length": length}
            item = Item(dataset=f"{task}@{length}", group=str(group), id="1", query="", gold=None, tags=tags)
            about: Response[None] = Response(item=item, system=system, context="full", answer=None)
            row = Score(response=about, measure="exact", unit=None, value=value, unjudged=value is None)
            found.append(row)
    return found


def sides(values: Values) -> dict[str, list[Side]]:
    told = reporting_of(toy.TASK)
    return {task: sides_of({"run": scores(task, given)}, told) for task, given in values.items()}


def test_categories_count_equally_as_in_the_means_of_the_suite() -> None:
    (found,) = compare_suite(SUITE, sides(VALUES), {}, swaps=1000, seed=0)
    (pair,) = found.pairs
    # (3/4 + 1/2) / 2 less (1/4 + 0) / 2.
    assert pair.paired.difference == pytest.approx(1 / 2)
    means = {
        one.system: one.estimate
        for one in averages(SUITE, {task: scores(task, given) for task, given in VALUES.items()})
        if one.measure == found.measure and "category" not in one.tags
    }
    assert {name[0]: one.value for name, one in found.estimates.items()} == {
        name: one.value for name, one in means.items()
    }
    assert (pair.n, pair.n_items, pair.n_clusters) == (6, 6, 6)
    # Three of six clusters differ, all for a: two of their eight swaps are as large.
    assert pair.paired.p == 2 / 8


def test_what_one_system_lacks_or_was_not_judged_is_left_out_for_both() -> None:
    values: Values = {
        "one": {"a": [1, 1, 1, None], "b": [0, 1, 0]},
        "two": {"a": [1, 0], "b": [None, 0]},
    }
    (found,) = compare_suite(SUITE, sides(values), {"one": Resample()}, swaps=1000, seed=0)
    (pair,) = found.pairs
    # Of task one three groups, 1 less 1/3; of task two the second group alone.
    assert pair.paired.difference == pytest.approx((2 / 3) / 2)
    assert (pair.n, pair.n_items, pair.n_missing, pair.n_unjudged) == (4, 5, (0, 1), (0, 1))
    # b's first of task two: wrong or right.
    assert (pair.worst, pair.best) == pytest.approx(((2 / 3 + 1 / 2 - 1 / 2) / 2, (2 / 3 + 1 / 2) / 2))


def test_bounds_are_told_where_something_was_not_judged() -> None:
    (found,) = compare_suite(SUITE, sides(VALUES), {}, swaps=100, seed=0)
    assert (found.pairs[0].worst, found.pairs[0].best) == (None, None)
    values: Values = {"one": {"a": [1, None], "b": [0, None]}, "two": {"a": [1], "b": [0]}}
    (found,) = compare_suite(SUITE, sides(values), {}, swaps=100, seed=0)
    # Of task one a has 1/2 to 1 and b 0 to 1/2.
    assert (found.pairs[0].worst, found.pairs[0].best) == (1 / 2, 1.0)


def test_rows_of_one_task_weigh_nothing_in_another() -> None:
    told = reporting_of(toy.TASK)
    given = {}
    for task, values in VALUES.items():
        weighty = [replace(one, weight=3.0 if one.response.system == "a" else 1.0) for one in scores(task, values)]
        given[task] = sides_of({"run": weighty}, told)
    (found,) = compare_suite(SUITE, given, {}, swaps=100, seed=0)
    # All rows of a system weigh the same, so its means are as without weights.
    assert found.pairs[0].paired.difference == pytest.approx(1 / 2)


def test_failures_are_counted_for_each_of_the_two() -> None:
    told = reporting_of(toy.TASK)
    failed = {
        task: [replace(one, failed=one.value == 0 and one.response.system == "b") for one in scores(task, given)]
        for task, given in VALUES.items()
    }
    given = {task: sides_of({"run": rows}, told) for task, rows in failed.items()}
    (found,) = compare_suite(SUITE, given, {}, swaps=100, seed=0)
    assert found.pairs[0].n_failed == (0, 5)


def test_only_systems_with_the_whole_suite_have_its_means() -> None:
    one: Values = {"one": VALUES["one"], "two": {"a": VALUES["two"]["a"]}}
    (found,) = compare_suite(SUITE, sides(one), {}, swaps=1000, seed=0)
    assert list(found.estimates) == ["a+full"]
    assert not found.pairs


def test_means_at_each_of_several_lengths_are_compared_beside_those_over_all() -> None:
    told = reporting_of(toy.TASK)
    rows = {task: [row for n in (8192, 16384) for row in scores(task, given, n)] for task, given in VALUES.items()}
    both = {task: sides_of({"run": some}, told) for task, some in rows.items()}
    found = compare_suite(SUITE, both, {}, swaps=100, seed=0)
    assert [one.dataset for one in found] == ["overall@8192", "overall@16384", None]
    assert [one.pairs[0].n for one in found] == [6, 6, 12]


def test_items_of_tasks_that_only_one_system_was_asked_are_counted_for_the_other() -> None:
    suite = replace(SUITE, categories={name: [Part(name, "exact")] for name in ("one", "two", "three")})
    values: Values = {
        "one": {"a": [1, 1, 1, 0], "b": [0, 1, 0, 0]},
        "two": {"a": [1, 0, 1]},
        "three": {"b": [1, 0, 1, 1, 0]},
    }
    told: list[tuple[object, ...]] = []
    found = compare_suite(suite, sides(values), {}, swaps=100, progress=lambda *given: told.append(given))
    (pair,) = (pair for one in found for pair in one.pairs)
    assert (pair.paired.difference, pair.n_items) == (1 / 2, 4)
    assert (pair.a[0], pair.n_missing) == ("a", (5, 3))
    assert told == [("both", 0, 1)]


def test_intervals_of_differences_are_the_same_wherever_values_begin() -> None:
    found = []
    for least in (0.0, 3.0):
        part = Part("one", "exact", bounds=(least, least + 1))
        suite = Suite(name="rated", paper="", categories={"x": [part]})
        values: Values = {"one": {"a": [least + 1, least], "b": [least, least]}}
        found += [one.pairs[0].paired for one in compare_suite(suite, sides(values), {}, swaps=100)]
    assert found[0].low is not None
    assert found[0].low >= -1  # No further than two fractions can differ.
    assert found[0] == found[1]
