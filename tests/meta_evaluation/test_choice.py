"""Choices among settings: what is chosen, how often it wins, and what it is worth without its own document."""

from __future__ import annotations

import numpy as np
import pytest

from hayrick.meta_evaluation.choice import choose, efficient
from hayrick.stats import pearson, spearman

DOCUMENTS = [str(number // 2) for number in range(30)]


def test_the_choice_is_the_greatest_sum() -> None:
    draw = np.random.default_rng(0)
    human = draw.normal(size=30)
    settings = [human + draw.normal(size=30) * noise for noise in (2.0, 0.3, 1.0)] + [np.ones(30)]
    found = choose([one.tolist() for one in settings], human.tolist(), DOCUMENTS, draws=100)
    assert found is not None
    sums = [(pearson(one, human) or 0) + (spearman(one, human) or 0) for one in settings]
    assert found.chosen == int(np.argmax(sums)) == 1
    assert found.wins[1] > 0.9
    assert sum(found.wins) == pytest.approx(1)


def test_a_choice_among_noise_is_worth_nothing_held_out() -> None:
    draw = np.random.default_rng(1)
    gains, held_out = [], []
    for seed in range(20):
        human, settings = draw.normal(size=30), draw.normal(size=(20, 30))
        found = choose(settings.tolist(), human.tolist(), DOCUMENTS, draws=1, seed=seed)
        assert found is not None
        gains.append(pearson(settings[found.chosen], human) or 0.0)
        held_out.append(found.held_out_pearson or 0.0)
    assert np.mean(gains) > 0.25
    assert abs(float(np.mean(held_out))) < 0.15


def test_nothing_to_choose() -> None:
    assert choose([[1.0, 1.0], [2.0, 2.0]], [1.0, 2.0], ["a", "b"]) is None
    assert choose([[1.0, 2.0]], [1.0, 2.0], ["a", "a"]) is None


def test_values_that_differ_by_rounding_are_not_standardised() -> None:
    # Without b the values are .3 and .1 + .2: those of b are left as they are, less .3, and not divided by 1e-17.
    found = choose([[0.3, 0.1 + 0.2, 1.0, 2.0]], [1.0, 2.0, 3.0, 4.0], ["a", "a", "b", "b"])
    assert found is not None
    assert found.held_out[2:] == pytest.approx((0.7, 1.7))


def test_efficient_settings() -> None:
    assert efficient([1, 2, 3, 3, 4], [0.5, 0.4, 0.9, 0.8, 0.9]) == [True, False, True, False, False]
    assert efficient([1, 2], [None, 0.1]) == [False, True]
