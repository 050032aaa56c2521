"""Notes on comparisons of systems."""

from __future__ import annotations

from hayrick.report.comparison import comparison_notes, comparison_tables


def pair(task: str, a: str, b: str, n_missing_a: int, n_missing_b: int) -> dict[str, object]:
    counts = dict.fromkeys(("n_failed_a", "n_failed_b", "n_unjudged_a", "n_unjudged_b"), 0)
    named = {"task": task, "dataset": None, "measure": "joint", "a": a, "b": b, "low": 0.1, "high": 0.2}
    clusters = dict.fromkeys(("n_clusters", "n_clusters_a", "n_clusters_b"), 9)
    return {**named, **counts, **clusters, "swaps": 99, "n_missing_a": n_missing_a, "n_missing_b": n_missing_b}


def test_the_most_items_that_a_system_lacks_in_any_pair_are_told() -> None:
    rows = [pair("t", "a", "b", 50, 0), pair("t", "a", "c", 1, 3), pair("u", "a", "c", 2, 1), pair("u", "b", "c", 0, 0)]
    (note,) = [one for one in comparison_notes(rows) if "not asked" in one]
    assert note == (
        "Items that a system was not asked and another was are not compared; the most in any pair: a: 50, c: 3."
    )
    assert not [one for one in comparison_notes(rows[-1:]) if "not asked" in one]


def test_few_groups_of_one_system_are_counted_beside_n_and_told() -> None:
    rows = [
        {**pair("t", "a", "b", 0, 0), "n_clusters_b": 5},
        {**pair("t", "a", "c", 0, 0), "n_clusters_b": 8},
        {**pair("t", "b", "c", 0, 0), "n_clusters": 8, "n_clusters_a": 5, "n_clusters_b": 8},
    ]
    tested = {"difference": 0.15, "p": 0.5, "p_adjusted": 0.5, "n": 30}
    systems = [{**rows[0], "name": "a", "value": 0.5, "groups": "a", "n": 30, "n_failed": 0, "n_unjudged": 0}]
    (_, table) = comparison_tables(systems, [{**row, **tested} for row in rows], {})
    assert table.heads[-2:] == ["n", "in groups"]
    assert [row[-2:] for row in table.rows] == [["30", "5"], ["30", "8"], ["30", "5"]]
    (note,) = [one for one in comparison_notes(rows) if "few groups" in one]
    # c lacks a group, but six are enough for a test.
    assert "(b in 5 of 9)" in note
    assert "fewer than 6" in note
    assert not [one for one in comparison_notes(rows[1:2]) if "few groups" in one]


def test_pairs_that_cannot_be_told_apart_do_not_count_for_the_least_p() -> None:
    # One pair with six groups can have p = 2 / 64; two such pairs cannot both be adjusted to .05.
    rows = [{**pair("t", "a", b, 0, 0), "n_clusters_a": 6, "n_clusters_b": n} for b, n in (("b", 6), ("c", 5))]
    assert not [one for one in comparison_notes(rows) if "no adjusted p" in one]
    (note,) = [one for one in comparison_notes([rows[0], rows[0]]) if "no adjusted p" in one]
    assert "6 groups of items and 2 pairs no adjusted p can be below 0.062" in note
