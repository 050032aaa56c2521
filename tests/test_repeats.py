"""The spread of scores between items, and within an item from repeat to repeat."""

from __future__ import annotations

from math import sqrt

import pytest

from hayrick.experiments import repeat_rows
from hayrick.experiments.repeats import spread
from hayrick.measures.answers import SUBSTRING_EXACT_MATCH
from hayrick.report.experiments import experiment_tables
from hayrick.reporting import Reporting
from hayrick.types import Item, Response, Score

REPORTING = Reporting(measures=(SUBSTRING_EXACT_MATCH,))


def rows(values: dict[str, list[float]], tagged: bool = True) -> list[Score]:
    """Scores of one system: item -> the score of each repeat."""
    found = []
    for name, several in values.items():
        item = Item(dataset="d", group=name, id=name, query="", gold="")
        for repeat, value in enumerate(several):
            tags: dict[str, str | int | float] = {"repeat": repeat} if tagged else {}
            response = Response(item=item, system="lab/a", context="full", tags=tags, answer="x")
            found.append(Score(response=response, measure=SUBSTRING_EXACT_MATCH.name, unit=None, value=value))
    return found


def test_spread_is_that_of_a_one_way_analysis_of_variance() -> None:
    # Item means 1/2, 1, 0. Within: (1/2 + 0 + 0) / 3 degrees of freedom. Observed means vary by 1/4.
    within, between, n = spread([[0.0, 1.0], [1.0, 1.0], [0.0, 0.0]])
    assert n == 3
    assert within == pytest.approx(sqrt(1 / 6))
    assert between == pytest.approx(sqrt(1 / 4 - 1 / 6 / 2))


def test_what_repeats_alone_would_give_is_no_difference_between_items() -> None:
    within, between, _ = spread([[0.0, 1.0], [1.0, 0.0], [0.0, 1.0]])
    assert within == pytest.approx(sqrt(1 / 2))
    assert between == 0.0


def test_unequal_numbers_of_repeats_count_by_their_harmonic_mean() -> None:
    # Within: (1/2 + 2/3) / (1 + 2); means 1/2 and 1/3; 2 / (1/2 + 1/3) = 12/5 repeats.
    within, between, _ = spread([[0.0, 1.0], [0.0, 1.0, 0.0]])
    assert within == pytest.approx(sqrt((1 / 2 + 2 / 3) / 3))
    assert between == pytest.approx(sqrt(max(0.0, (1 / 6) ** 2 / 2 - (7 / 18) / (12 / 5))))


def test_one_item_has_no_spread() -> None:
    assert spread([[0.0, 1.0]]) == (None, None, 1)


def test_rows_name_the_system_and_count_what_is_left_out() -> None:
    (row,) = repeat_rows(rows({"a": [0.0, 1.0], "b": [1.0, 1.0], "c": [1.0]}), REPORTING)
    assert (row["system"], row["context"], row["measure"]) == ("lab/a", "full", SUBSTRING_EXACT_MATCH.name)
    assert (row["n"], row["n_repeats"], row["n_left_out"]) == (2, 2, 1)
    (table,) = experiment_tables([row])
    assert table.rows == [["lab/a", "full", SUBSTRING_EXACT_MATCH.name, "0.0", "50.0", "2", "2"]]


def test_a_run_without_repeats_has_no_rows() -> None:
    assert repeat_rows(rows({"a": [0.0], "b": [1.0]}, tagged=False), REPORTING) == []
