"""Notes on comparisons of systems."""

from __future__ import annotations

from hayrick.report.comparison import comparison_notes


def pair(task: str, a: str, b: str, n_missing_a: int, n_missing_b: int) -> dict[str, object]:
    counts = dict.fromkeys(("n_failed_a", "n_failed_b", "n_unjudged_a", "n_unjudged_b"), 0)
    named = {"task": task, "dataset": None, "measure": "joint", "a": a, "b": b, "low": 0.1, "high": 0.2}
    return {**named, **counts, "n_clusters": 9, "swaps": 99, "n_missing_a": n_missing_a, "n_missing_b": n_missing_b}


def test_the_most_items_that_a_system_lacks_in_any_pair_are_told() -> None:
    rows = [pair("t", "a", "b", 50, 0), pair("t", "a", "c", 1, 3), pair("u", "a", "c", 2, 1), pair("u", "b", "c", 0, 0)]
    (note,) = [one for one in comparison_notes(rows) if "not asked" in one]
    assert note == (
        "Items that a system was not asked and another was are not compared; the most in any pair: a: 50, c: 3."
    )
    assert not [one for one in comparison_notes(rows[-1:]) if "not asked" in one]
