"""Paired differences of systems: what is shared, what is left out, and how parts are averaged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

import toy
from hayrick.comparison import ALPHA, Compared, Pair, compare, groups, sides_of
from hayrick.comparison.rows import system_rows
from hayrick.estimates import estimate
from hayrick.protocols import BY_DATASET, Resample
from hayrick.report.comparison import comparison_tables
from hayrick.reporting import Reporting, reporting_of
from hayrick.stats.paired import SWAPS, Part, least_p, paired_means, swaps_for
from hayrick.tasks.summhay import REPORTING
from hayrick.types import Item, Response, Score

F = Fraction
Given = tuple[str, Sequence[float | None]]
TOY = reporting_of(toy.TASK)


def rows(
    system: str, values: Sequence[Given], measure: str = "coverage", dataset: str = "h1", **more: Any
) -> list[Score]:
    """A row for each value of each group; None was not judged."""
    found = []
    for group, units in values:
        item = Item(dataset=dataset, group=group, id=group, query="", gold=None, **more)
        about: Response[None] = Response(item=item, system=system, context="full", answer=None)
        found += [
            Score(response=about, measure=measure, unit=f"i{n}", value=value, unjudged=value is None)
            for n, value in enumerate(units)
        ]
    return found


def compared(given: Sequence[Score], measure: str = "coverage", reporting: Reporting = REPORTING) -> Compared:
    return compare(sides_of({"run": given}, reporting), reporting, measure)


def pair(given: Sequence[Score], measure: str = "coverage", reporting: Reporting = REPORTING) -> Pair:
    (found,) = compared(given, measure, reporting).pairs
    return found


def test_the_difference_is_that_of_the_estimates_where_both_have_all_items() -> None:
    a = rows("a", [("s1", [1, 0.5]), ("s2", [0, 1, 1]), ("s3", [1])])
    b = rows("b", [("s1", [0.5, 0.5]), ("s2", [0, 0, 1]), ("s3", [0])])
    found = compared([*a, *b])
    values = {one.key.system: one.estimate for one in estimate([*a, *b], REPORTING) if one.key[2:] == KEY}
    (only,) = found.pairs
    assert only.paired.difference == pytest.approx(float(F(9, 12) - F(2, 6)))
    assert found.estimates == {"a+full": values["a"], "b+full": values["b"]}
    assert (only.n, only.n_items, only.n_clusters, only.n_missing) == (6, 3, 3, (0, 0))
    # Swaps of three groups: with differences of the same sign everywhere, 2 of 8 are as large.
    assert only.paired.p == float(F(2, 8)) == only.p_adjusted
    sums = [1.5, 2, 1], [1, 1, 0]
    assert only.paired == paired_means([Part(1.0, (sums[0], [2, 3, 1]), (sums[1], [2, 3, 1]))], [0, 0, 0])


KEY = (None, "own", "coverage")


def test_items_of_one_system_alone_are_counted_and_not_compared() -> None:
    a = rows("a", [("s1", [1, 0]), ("s2", [1]), ("s3", [1])])
    b = rows("b", [("s1", [0, 0]), ("s3", [0]), ("s4", [1, 1])])
    found = pair([*a, *b])
    # Of s1 and s3 alone: 2 of 3 less 0 of 3.
    assert found.paired.difference == pytest.approx(2 / 3)
    assert (found.n, found.n_items, found.n_missing) == (3, 2, (1, 1))


def test_a_unit_that_was_not_judged_for_one_is_left_out_for_both_and_bounded() -> None:
    a = rows("a", [("s1", [1, None]), ("s2", [1, 1])])
    b = rows("b", [("s1", [0, 1]), ("s2", [0, 0])])
    found = pair([*a, *b])
    assert found.paired.difference == 1
    assert (found.n, found.n_unjudged) == (3, (1, 0))
    # All four: a has 3 or 4 of 4, b has 1 of 4.
    assert (found.worst, found.best) == (float(F(3, 4) - F(1, 4)), float(1 - F(1, 4)))


def test_parts_with_missing_verdicts_are_bounded_and_weighted() -> None:
    a = [replace(one, weight=3.0) for one in rows("a", [("s1", [0.5])], share=0.5)]
    a = [replace(one, extremes=(0.25, 1.0)) for one in a] + rows("a", [("s2", [1])], share=0.5)
    b = rows("b", [("s1", [0]), ("s2", [0])], share=0.5)
    found = pair([*a, *b])
    # Weights 3/2 and 1/2: a has 3/4 + 1/2 of 2, and 3/8 to 3/2 + 1/2 of 2.
    assert found.paired.difference == pytest.approx(float(F(5, 8)))
    assert (found.worst, found.best) == (float(F(7, 16)), 1.0)


def test_an_unjudged_unit_has_the_weight_of_its_row() -> None:
    """With a light unit that is right and a heavy one that was not judged, each system has .1 to 1."""
    given = [row for name in "ab" for row in rows(name, [("s1", [1, None]), ("s2", [1, None])])]
    found = pair([replace(row, weight=9.0 if row.unjudged else 1.0) for row in given])
    assert found.paired.difference == 0
    assert (found.worst, found.best) == pytest.approx((-0.9, 0.9))


def test_a_row_without_a_value_is_bounded_by_its_extremes() -> None:
    given = [row for name in "ab" for row in rows(name, [("s1", [None]), ("s2", [0.5])])]
    found = pair([replace(row, extremes=(0.25, 0.75)) if row.unjudged else row for row in given])
    assert (found.paired.difference, found.n_unjudged) == (0, (1, 1))
    # (1/4 + 1/2) / 2 less (3/4 + 1/2) / 2.
    assert (found.worst, found.best) == (-1 / 4, 1 / 4)


def test_a_unit_that_was_not_judged_in_one_repeat_is_left_out_in_all() -> None:
    def repeated(system: str, hard: Sequence[float | None]) -> list[Score]:
        found = [rows(system, [("s1", [value]), ("s2", [1]), ("s3", [1])]) for value in hard]
        return [
            replace(one, response=replace(one.response, tags={"repeat": n})) for n, of in enumerate(found) for one in of
        ]

    found = pair([*repeated("a", [None, 0]), *repeated("b", [0, 0])])
    assert (found.paired.difference, found.n) == (0, 4)


def test_rows_with_missing_verdicts_count_as_unjudged() -> None:
    a = [replace(one, extremes=(0.25, 1.0)) for one in rows("a", [("s1", [0.5])])] + rows("a", [("s2", [None, 1])])
    found = pair([*a, *rows("b", [("s1", [0]), ("s2", [0, 0])])])
    assert found.n_unjudged == (2, 0)


def test_nothing_is_bounded_where_all_is_judged_or_a_measure_has_no_ends() -> None:
    judged = pair([*rows("a", [("s1", [1])]), *rows("b", [("s1", [0])])])
    assert (judged.worst, judged.best) == (None, None)
    name = "words_per_bullet"
    endless = pair([*rows("a", [("s1", [9, None])], name), *rows("b", [("s1", [5, 5])], name)], name)
    assert (endless.n_unjudged, endless.worst, endless.best) == ((1, 0), None, None)


def test_bounds_are_means_over_datasets_where_the_task_says_so() -> None:
    by_dataset = replace(TOY, average=BY_DATASET)
    given = [
        *rows("a", [("s1", [1]), ("s2", [None])], "exact", "north"),
        *rows("a", [("s3", [1])], "exact", "south"),
        *rows("b", [("s1", [0]), ("s2", [0])], "exact", "north"),
        *rows("b", [("s3", [0])], "exact", "south"),
    ]
    found = pair(given, "exact", by_dataset)
    # North 1/2 to 1, south 1.
    assert (found.worst, found.best) == (float(F(3, 4)), 1.0)


def test_failures_count_as_the_floor() -> None:
    a = rows("a", [("s1", [1]), ("s2", [1])])
    b = [replace(one, failed=True) for one in rows("b", [("s1", [0]), ("s2", [0])])]
    found = pair([*a, *b])
    assert (found.paired.difference, found.n_failed, found.n) == (1, (0, 2), 2)


def test_a_measure_of_some_units_counts_the_fewer() -> None:
    a = rows("a", [("s1", [0.5, 0.7]), ("s2", [0.4])], "citation")
    b = [*rows("b", [("s1", [0.2]), ("s2", [])], "citation"), *rows("b", [("s2", [0])])]
    nowhere = [replace(one, weight=0.0) for name in ("a", "b") for one in rows(name, [("s3", [0])], "citation")]
    assert pair([*a, *b, *nowhere], "citation").n_clusters == 2, "groups without weight do not count"
    found = pair([*a, *b], "citation")
    assert found.paired.difference == pytest.approx(1.6 / 3 - 0.2)
    assert (found.n, found.n_a, found.n_b, found.n_items) == (1, 3, 1, 2)


def test_datasets_count_equally_where_the_task_says_so() -> None:
    by_dataset = replace(TOY, average=BY_DATASET)
    given = [
        *rows("a", [("s1", [1]), ("s2", [1])], "exact", "north"),
        *rows("a", [("s3", [0])], "exact", "south"),
        *rows("b", [("s1", [0]), ("s2", [1])], "exact", "north"),
        *rows("b", [("s3", [0])], "exact", "south"),
    ]
    # North 1 less 1/2, south 0: halves of it; pooled it is a third.
    assert pair(given, "exact", by_dataset).paired.difference == pytest.approx(1 / 4)
    assert pair(given, "exact", TOY).paired.difference == pytest.approx(1 / 3)


def test_categories_count_equally_where_the_task_says_so() -> None:
    by_category = replace(TOY, average="kind")
    given = [
        row
        for system, long, short in (("a", [1, 1, 1], [0]), ("b", [0, 1, 1], [0]))
        for kind, values in (("long", long), ("short", short))
        for n, value in enumerate(values)
        for row in rows(system, [(f"{kind}{n}", [value])], "exact", tags={"kind": kind})
    ]
    # Long 1 less 2/3, short 0: halves of it; pooled it is a quarter.
    assert pair(given, "exact", by_category).paired.difference == pytest.approx(1 / 6)
    assert pair(given, "exact", TOY).paired.difference == pytest.approx(1 / 4)


def test_datasets_are_strata_of_their_groups() -> None:
    values = {"a": [1, 0.5, 1, 0.25], "b": [0.5, 0.25, 0, 0]}
    given = [
        row
        for system, four in values.items()
        for dataset, some in (("north", four[:2]), ("south", four[2:]))
        for row in rows(system, [(f"s{n}", [value]) for n, value in enumerate(some)], "exact", dataset)
    ]
    parts = [Part(1.0, (values["a"], [1] * 4), (values["b"], [1] * 4))]
    assert pair(given, "exact", TOY).paired == paired_means(parts, [0, 0, 1, 1])
    assert pair(given, "exact", TOY).paired.low != pytest.approx(paired_means(parts, [0, 1, 0, 1]).low)


def test_a_group_of_several_datasets_is_one_cluster_where_the_task_says_so() -> None:
    across = replace(TOY, resample=Resample(across_datasets=True))
    given = [
        row
        for system, value in (("a", 1.0), ("b", 0.0))
        for dataset in ("16k", "64k")
        for row in rows(system, [("s1", [value]), ("s2", [value])], "exact", dataset)
    ]
    found = pair(given, "exact", across)
    assert (found.n_clusters, found.paired.p) == (2, float(F(2, 4)))
    assert (pair(given, "exact", TOY).n_clusters, pair(given, "exact", TOY).paired.p) == (4, float(F(2, 16)))


def test_means_per_summary() -> None:
    given = [*rows("a", [("s1", [1, 1, 1]), ("s2", [0])]), *rows("b", [("s1", [0, 0, 0]), ("s2", [0])])]
    assert pair(given, "coverage@summary").paired.difference == pytest.approx(1 / 2)
    assert pair(given).paired.difference == pytest.approx(3 / 4)


def test_orders_are_matched_and_repeats_are_pooled() -> None:
    def told(system: str, tags: dict[str, Any], value: float) -> Score:
        (row,) = rows(system, [("s1", [value])])
        return replace(row, response=replace(row.response, tags=tags))

    orders = [told("a", {"order": "top"}, 1), told("a", {"order": "middle"}, 0), told("b", {"order": "top"}, 0)]
    found = pair([*orders, told("b", {"order": "bottom"}, 1)])
    assert (found.paired.difference, found.n_missing) == (1, (1, 1))
    repeats = [told("a", {"repeat": 1}, 1), told("a", {"repeat": 2}, 0), told("b", {}, 0)]
    assert pair(repeats).paired.difference == pytest.approx(1 / 2)


def test_one_name_in_two_runs_names_the_runs() -> None:
    given = {"x": rows("a", [("s1", [1])]), "y": [*rows("a", [("s1", [0])]), *rows("b", [("s1", [0])])]}
    assert [one.name for one in sides_of(given, REPORTING)] == ["a+full (x)", "a+full (y)", "b+full"]


def test_holm_is_over_the_pairs_of_a_measure() -> None:
    many = [f"s{n}" for n in range(8)]
    given = [
        *rows("a", [(one, [1]) for one in many]),
        *rows("b", [(one, [0]) for one in many]),
        *rows("c", [(one, [n % 2]) for n, one in enumerate(many)]),
    ]
    found = compared(given)
    by_name = {(one.a[0], one.b[0]): one for one in found.pairs}
    # a against b: 2 of 256 swaps; the others differ in four groups only: 2 of 16.
    assert by_name["a", "b"].paired.p == float(F(2, 256))
    assert by_name["a", "b"].p_adjusted == pytest.approx(3 * 2 / 256)
    assert by_name["a", "c"].p_adjusted == by_name["b", "c"].p_adjusted == pytest.approx(2 * 2 / 16)
    assert [(one.letter, one.systems) for one in found.groups or ()] == [
        ("a", ("a+full", "c+full")),
        ("b", ("c+full", "b+full")),
    ]


def test_pairs_that_no_test_can_tell_apart_do_not_count_for_others() -> None:
    many = [f"s{n}" for n in range(8)]
    given = [
        *rows("a", [(one, [1]) for one in many], "citation"),
        *rows("b", [(one, [0]) for one in many], "citation"),
        *rows("c", [(one, [0.5]) for one in many[:2]], "citation"),
        *(row for name in "abc" for row in rows(name, [(one, [1]) for one in many])),
    ]
    found = {(one.a[0], one.b[0]): one for one in compared(given, "citation").pairs}
    assert found["a", "b"].p_adjusted == float(F(2, 256))
    # Of c two groups: p is at least 2 of 4, and times 2 and 1 after that of a and b.
    assert [found["a", "c"].paired.p, found["b", "c"].paired.p] == [float(F(2, 4))] * 2
    assert [found["a", "c"].p_adjusted, found["b", "c"].p_adjusted] == [1, 1]
    assert (found["a", "c"].n_clusters, found["a", "c"].clusters) == (8, (8, 8, 2))
    assert [one.systems for one in compared(given, "citation").groups or ()] == [
        ("a+full", "c+full"),
        ("c+full", "b+full"),
    ]


def test_against_a_baseline_only_its_pairs_are_tested_and_adjusted() -> None:
    many = [f"s{n}" for n in range(8)]
    given = [
        row for name, value in (("a", 1), ("b", 0), ("c", 0)) for row in rows(name, [(one, [value]) for one in many])
    ]
    found = compare(sides_of({"run": given}, REPORTING), REPORTING, "coverage", against=["a+full"])
    assert [(one.a, one.b) for one in found.pairs] == [("b+full", "a+full"), ("c+full", "a+full")]
    assert [one.p_adjusted for one in found.pairs] == [2 * 2 / 256] * 2
    assert found.groups is None
    assert (found.apart("a+full"), found.apart("b+full")) == ((2, 0), (0, 1))


def test_counts_of_better_and_worse_systems() -> None:
    many = [f"s{n}" for n in range(8)]
    found = compared([*rows("a", [(one, [1]) for one in many]), *rows("b", [(one, [0.5]) for one in many])])
    assert (found.apart("a+full"), found.apart("b+full")) == ((1, 0), (0, 1))


def test_more_pairs_take_more_swaps() -> None:
    assert swaps_for(400) == SWAPS
    for pairs in (401, 3003, 8000):
        assert pairs * least_p(26, swaps_for(pairs)) <= ALPHA


def test_letters_join_exactly_the_pairs_that_are_not_told_apart() -> None:
    names = [f"s{n}" for n in range(7)]
    apart = {(a, b) for i, a in enumerate(names) for j, b in enumerate(names) if i < j and (i * 3 + j * 5) % 7 < 3}
    found = groups(names, apart)
    assert found is not None
    together = {(a, b) for one in found for a in one.systems for b in one.systems if a < b}
    assert together == {(a, b) for a in names for b in names if a < b} - apart
    sets = [set(one.systems) for one in found]
    assert not any(one < other for one in sets for other in sets)


def test_rows_of_systems_have_the_letters_of_their_groups() -> None:
    many = [f"s{n}" for n in range(8)]
    given = [
        row for name, value in (("a", 1), ("b", 0), ("c", 0)) for row in rows(name, [(one, [value]) for one in many])
    ]
    found = list(system_rows("t", sides_of({"run": given}, REPORTING), compared(given)))
    assert [(one["name"], one["groups"], one["n_better_than"], one["n_worse_than"]) for one in found] == [
        ("a+full", "a", 2, 0),
        ("b+full", "b", 0, 1),
        ("c+full", "b", 0, 1),
    ]


def test_a_system_without_a_value_is_in_no_group() -> None:
    answered = [row for name in "ab" for row in rows(name, [("s1", [1.0]), ("s2", [0.0])])]
    given = [*answered, *(replace(row, value=None) for row in rows("c", [("s1", [1.0]), ("s2", [1.0])]))]
    found = list(system_rows("t", sides_of({"run": given}, REPORTING), compared(given)))
    assert [(one["name"], one["value"], one["groups"]) for one in found] == [
        ("a+full", 0.5, "a"),
        ("b+full", 0.5, "a"),
        ("c+full", None, ""),
    ]
    (table, _) = comparison_tables(found, [], {})
    assert [row[2] for row in table.rows] == ["a", "a", "-"]


def test_groups_that_explode_are_given_up() -> None:
    # Eight disjoint pairs that differ make 2^8 groups.
    names = [f"s{n}" for n in range(16)]
    assert groups(names, [(names[n], names[n + 1]) for n in range(0, 16, 2)]) is None


@pytest.mark.parametrize("variant", ["own", "repaired"])
def test_a_joint_of_nothing_has_the_interval_of_its_run(variant: str) -> None:
    """No further up than coverage, which has rows of the responses as they were given alone."""
    given = [(f"s{number}", [value]) for number, value in enumerate([0.1, 0.0, 0.0, 0.05, 0.0, 0.0])]
    nothing = [(group, [0.0]) for group, _ in given]
    scores = []
    for system in "ab":
        scores += rows(system, given)
        joint = rows(system, nothing, "joint")
        scores += [replace(one, response=replace(one.response, variant=variant)) for one in joint]
    told = {(one.key.system, one.key.measure): one.estimate for one in estimate(scores, REPORTING)}
    for one in compare(sides_of({"r": scores}, REPORTING), REPORTING, "joint").estimates.values():
        assert (one.value, one.low) == (0.0, 0.0)
        assert one.high == pytest.approx(told["a", "joint"].high)
        assert one.high == pytest.approx(told["a", "coverage"].high)
