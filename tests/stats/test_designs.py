"""What is resampled: groups in strata of datasets, or datasets."""

from __future__ import annotations

import pytest

from hayrick.haystacks.relevance import HAYSTACKS
from hayrick.protocols import Resample
from hayrick.stats import design


@pytest.mark.parametrize("datasets_from", [None, 3])
def test_design_of_few_datasets_takes_groups_in_strata(datasets_from: int | None) -> None:
    groups = [("a", "x"), ("b", "x"), ("a", "x"), ("a", "y"), ("b", "x")]
    made = design(groups, datasets_from)
    assert made.cluster.tolist() == [0, 1, 0, 2, 1], "equal group ids of two datasets are two clusters"
    assert made.strata.tolist() == [0, 1, 0]
    assert not made.resamples_datasets
    tops, bottoms = made.sums([1.0, 0.5, 0.0, 1.0, 1.0], [1.0, 1.0, 2.0, 1.0, 3.0])
    assert tops.tolist() == [1.0, 3.5, 1.0]
    assert bottoms.tolist() == [3.0, 4.0, 1.0]


def test_design_of_datasets_that_are_a_sample_takes_datasets() -> None:
    groups = [(f"h{i % 6}", f"s{i}") for i in range(12)]
    made = design(groups, 6)
    assert made.cluster.tolist() == [*range(6), *range(6)]
    assert made.strata.tolist() == [0] * 6
    assert made.resamples_datasets
    assert design(groups[:5], 6).strata.tolist() == [0, 1, 2, 3, 4]
    assert not design(groups[:5], 6).resamples_datasets


def test_datasets_that_are_never_a_sample_stay_strata_however_many() -> None:
    groups = [(f"h{i % 6}", f"s{i}") for i in range(12)]
    made = design(groups)
    assert made.cluster.tolist() == list(range(12))
    assert made.strata.tolist() == [*range(6), *range(6)]
    assert not made.resamples_datasets


def test_six_haystacks_are_a_sample_of_haystacks() -> None:
    # docs/evidence/intervals.md: strata of subtopics up to five haystacks, clusters from six on.
    assert HAYSTACKS.datasets_from == 6
    assert "fewer than six haystacks" in HAYSTACKS.groups_note
    assert "new haystacks" in HAYSTACKS.datasets_note
    assert Resample().datasets_from is None
    assert HAYSTACKS.signature != Resample().signature


def test_design_of_nothing() -> None:
    made = design([])
    assert (made.cluster.tolist(), made.strata.tolist()) == ([], [])
