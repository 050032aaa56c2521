"""Rows about the extract that was chosen among several."""

from __future__ import annotations

from hayrick.harness.meta_grid import _trust
from hayrick.meta_evaluation.choice import Choice
from hayrick.meta_evaluation.levels import Paired


def test_a_choice_that_is_worth_nothing_elsewhere_has_all_its_optimism() -> None:
    full = [Paired(document, "s", value, value) for document, value in (("a", 0.0), ("b", 0.5), ("c", 1.0))]
    found = Choice(0, (1.0,), (0.5, 0.0, 0.5), 0.0, None)
    row = _trust(found, [{"context": "lead", "pearson": 0.4}], full)
    assert (row["held_out_pearson"], row["optimism"]) == (0.0, 0.4)
    assert (
        _trust(found._replace(held_out_pearson=None), [{"context": "lead", "pearson": 0.4}], full)["optimism"] is None
    )
