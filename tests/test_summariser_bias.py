"""Bias by summariser and by length: figures by hand, and what is undefined."""

from __future__ import annotations

import pytest

from hayrick.report.summariser_bias import summariser_bias_tables
from hayrick.stats import Interval
from hayrick.summariser_bias import Rated, summariser_bias, words_per_bullet

FOUR = [
    Rated("a", "x", 0.5, 0.25, 4.0),
    Rated("b", "x", 1.0, 0.25, 8.0),
    Rated("a", "y", 0.0, 0.5, 6.0),
    Rated("b", "z", None, None, 9.0),
]


def test_figures_by_hand() -> None:
    found = summariser_bias(FOUR)
    assert [(one.summariser, one.bias.value, one.n) for one in found.summarisers] == [("x", 0.5, 2), ("y", -0.5, 1)]
    # The plain mean over summarisers, where the mean over summaries is 1/6.
    assert found.average.value == 0
    # Words 4 8 6, deviations -2 2 0; scores .5 1 0: 1 / sqrt(8 * .5); biases .25 .75 -.5: 1 / sqrt(8 * .7917).
    assert found.length_score.value == pytest.approx(0.5)
    assert found.length_bias.value == pytest.approx(1 / (8 * (0.0625 + 0.5625 + 0.25 - 0.25 / 3)) ** 0.5)
    assert (found.n, found.n_unjudged) == (3, 1)


def test_one_subtopic_has_no_interval_and_nothing_judged_has_no_figure() -> None:
    assert [one.bias for one in summariser_bias(FOUR[::2]).summarisers] == [
        Interval(0.25, None, None),
        Interval(-0.5, None, None),
    ]
    nothing = summariser_bias(FOUR[3:])
    assert (nothing.summarisers, nothing.average.value, nothing.length_bias.value) == ((), None, None)


def test_words_are_parted_by_runs_of_spaces_alone() -> None:
    assert words_per_bullet(["- one  two", "- three"]) == (3 + 1) / 2
    assert words_per_bullet(["one"]) == 1
    assert words_per_bullet([]) is None


def test_the_table_counts_the_most_summaries_that_a_judge_judged() -> None:
    nameless = [one._replace(summariser="") for one in FOUR]
    given = [("a", summariser_bias(nameless)), ("b", summariser_bias(nameless[2:]))]
    biases, lengths = summariser_bias_tables(given)
    assert [row[:2] for row in biases.rows] == [["(no key)", "3"], ["mean of summarisers", "3"]]
    assert [row[:2] for row in lengths.rows] == [["score", "3"], ["bias", "3"]]
    assert lengths.rows[-1][3] == "-"


def test_who_has_no_bias_is_in_the_table_of_lengths_alone() -> None:
    given = [("a", summariser_bias(FOUR)), ("people", summariser_bias([]))]
    biases, lengths = summariser_bias_tables(given)
    assert (biases.heads, lengths.heads) == (["summariser", "n", "a"], ["of the", "n", "a", "people"])
