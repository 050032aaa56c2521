"""Correlations with a shared variable, against known values and scipy."""

from __future__ import annotations

import numpy as np
import pytest

from hayrick.stats import jackknifed, kendall_tau, pearson, ranks, spearman
from hayrick.stats.dependent import holm, swap_test, williams
from hayrick.stats.student import t_tail

stats = pytest.importorskip("scipy.stats")


def test_ranks_of_ties_are_their_mean() -> None:
    assert ranks([3, 1, 3, 2, 1]).tolist() == [4.5, 1.5, 4.5, 3, 1.5]
    assert ranks([[3, 1, 3], [2, 2, 2], [0, 1, 5]]).tolist() == [[2.5, 1, 2.5], [2, 2, 2], [1, 2, 3]]
    assert ranks([]).tolist() == []
    assert spearman([1, 2, 3], [1, 1, 1]) is None


def test_correlations_agree_with_scipy() -> None:
    draw = np.random.default_rng(1)
    x, y = draw.integers(0, 6, 50), draw.normal(size=50)
    assert pearson(x, y) == pytest.approx(stats.pearsonr(x, y)[0])
    assert spearman(x, y) == pytest.approx(stats.spearmanr(x, y)[0])
    assert kendall_tau(x, y) == pytest.approx(stats.kendalltau(x, y)[0])


def test_no_correlation_is_beyond_1_by_rounding() -> None:
    # Divided by the root of the squares' product as it is computed, these are 1.0000000000000002.
    x, y = np.array([0.1, 0.3, 0.4]), np.array([0.3, 0.9, 1.2])
    assert (pearson(x, y), pearson(x, -y)) == (1.0, -1.0)


@pytest.mark.parametrize(("t", "df"), [(0.0, 5), (2.0, 1), (-2.5, 37), (3.0, 1600), (8.0, 12)])
def test_tail_of_student(t: float, df: int) -> None:
    assert t_tail(t, df) == pytest.approx(2 * stats.t.sf(abs(t), df), abs=1e-9)


def test_williams_by_hand() -> None:
    # |R| = 1 - .16 - .04 - .25 + 2 * .04 = .63; t = .2 * sqrt(102 * 1.5 / (2 * 102 / 100 * .63 + .09 * .125)).
    found = williams(0.4, 0.2, 0.5, 103)
    assert found is not None
    assert found.df == 100
    assert found.t == pytest.approx(0.2 * (102 * 1.5 / (2.04 * 0.63 + 0.01125)) ** 0.5)
    assert found.p == pytest.approx(2 * stats.t.sf(found.t, 100))


def test_equal_correlations_do_not_differ() -> None:
    assert williams(0.4, 0.4, 0.5, 103) == (0.0, 100, 1.0)


def test_williams_is_undefined_where_nothing_is_left_to_chance() -> None:
    assert williams(0.5, 0.2, 0.3, 3) is None
    assert williams(1.0, -1.0, -1.0, 10) is None


def test_swaps_are_enumerated_for_few_clusters() -> None:
    # Three clusters of one row: swapping all, or none, gives the observed difference; p is at least 2 / 8.
    p = swap_test([1, 2, 4], [3, 1, 2], [1, 2, 3], ["a", "b", "c"])
    assert p in (0.25, 0.5, 0.75, 1.0)
    assert swap_test([1, 2, 3], [1, 2, 3], [1, 2, 3], "abc") == 1.0
    assert swap_test([1, 1, 1], [1, 2, 3], [1, 2, 3], "abc") is None


@pytest.mark.parametrize(("spread", "shares"), [(0.0, (2.0, 0.6)), (1.0, (3.0, 1.0))])
def test_swaps_of_clusters_by_hand(spread: float, shares: tuple[float, float]) -> None:
    # All 2 ** 6 exchanges of whole clusters of one to three rows, their correlations by scipy.
    draw = np.random.default_rng(7)
    of = np.repeat(range(6), [1, 3, 2, 1, 2, 3])
    human = draw.normal(size=12)
    a, b = (human * share + spread * draw.normal(size=6)[of] + draw.normal(size=12) for share in shares)
    first, second = (a - a.mean()) / a.std(), (b - b.mean()) / b.std()
    sizes = []
    for number in range(2**6):
        is_swapped = (number >> of & 1).astype(bool)
        both = np.where(is_swapped, second, first), np.where(is_swapped, first, second)
        sizes.append(abs(stats.pearsonr(both[0], human)[0] - stats.pearsonr(both[1], human)[0]))
    expected = np.mean(np.array(sizes) >= sizes[0] - 1e-12)
    assert 4 / 64 <= expected <= 32 / 64
    assert swap_test(a, 10 * b + 3, human, of.tolist()) == expected


def test_swap_test_holds_its_level_with_dependent_rows() -> None:
    draw = np.random.default_rng(3)
    found = []
    for seed in range(100):
        document = np.repeat(draw.normal(size=15), 3)
        human = document + draw.normal(size=45)
        a, b = (document + draw.normal(size=45) for _ in range(2))
        found.append(swap_test(a, 10 * b, human, np.repeat(range(15), 3).tolist(), swaps=300, seed=seed))
    assert sum(p is not None and p <= 0.05 for p in found) <= 12  # 5 expected; 13 or more has probability .0015.


def test_holm_by_hand() -> None:
    assert holm([0.01, None, 0.04, 0.03]) == [pytest.approx(0.03), None, pytest.approx(0.06), pytest.approx(0.06)]


def test_interval_leaves_out_clusters() -> None:
    rows = [("a", 0.0), ("a", 1.0), ("b", 1.0)]
    found = jackknifed(rows, lambda row: row[0], lambda some: sum(x for _, x in some) / len(some), (0.0, 1.0))
    assert found.value == pytest.approx(2 / 3)
    assert (found.low, found.high) == (0.0, 1.0)
    assert jackknifed(rows[:2], lambda row: row[0], lambda some: 0.5).low is None
