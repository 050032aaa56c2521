"""How much judges differ from the first one in agreement with people, on the insights that both judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from hayrick.agreement import Pair, coverage_correlation, kappa_linear, label_correlation, units
from hayrick.stats import Interval, jackknifed
from hayrick.stats.clusters import numbered
from hayrick.stats.dependent import holm, swap_test
from hayrick.stats.paired import paired_mean_of_rows
from hayrick.types import LABEL_VALUES

Figure = Callable[[Sequence[Pair]], float | None]


class JudgeDifference(NamedTuple):
    """A figure of `judge` less that of `baseline`; None where undefined, p None where there is no test.

    `p_adjusted` is Holm's for all differences of the figure. `n` counts insights that both judged; of linking, links of
    people with which the judge that gave fewer is compared.
    """

    judge: str
    baseline: str
    figure: str
    """Its column in `agreement.json`."""

    interval: Interval
    p: float | None
    p_adjusted: float | None
    n: int


class _Both(NamedTuple):
    """The verdicts of two judges on one insight, with the label of one annotator."""

    a: Pair
    b: Pair


def judge_differences(judges: Mapping[str, Sequence[Pair]]) -> list[JudgeDifference]:
    """Compare every judge with the first one, figure by figure.

    Resampled are clusters, as for the figures themselves (`agreement`): intervals of correlations and kappa are the
    jackknife of the difference, those of linking and bias are `stats.paired_means`. Correlations are tested as metrics
    are (`stats.dependent.swap_test`), linking and bias as systems are; kappa has no test.

    Args:
        judges: name -> its pairs, the same insights and annotators in the same order for all.
    """
    (baseline, first), *others = judges.items()
    found = [one for name, pairs in others for one in _differences(name, baseline, _both(pairs, first))]
    return [one for figure in dict.fromkeys(one.figure for one in found) for one in _adjusted(found, figure)]


def _both(ours: Sequence[Pair], theirs: Sequence[Pair]) -> list[_Both]:
    pairs = map(_Both, ours, theirs)
    return [one for one in pairs if one.a.judge_value is not None and one.b.judge_value is not None]


def _differences(judge: str, baseline: str, rows: Sequence[_Both]) -> list[JudgeDifference]:
    a, b = units([one.a for one in rows]), units([one.b for one in rows])
    clusters = [one.cluster for one in a]

    def tested(x: Sequence[float], y: Sequence[float], people: Sequence[float]) -> float | None:
        return swap_test(x, y, people, clusters) if a else None

    values = [one.judge_value for one in a], [one.judge_value for one in b], [one.human_value for one in a]
    labels = [LABEL_VALUES[one.judge_label] for one in a], [LABEL_VALUES[one.judge_label] for one in b]
    ours, theirs = ([_right(one) for one in side] for side in ([one.a for one in rows], [one.b for one in rows]))
    of_rows = [one.a.cluster for one in rows]
    n_links = min(sum(one is not None for one in side) for side in (ours, theirs))
    figures: list[tuple[str, Interval, float | None, int]] = [
        ("coverage_correlation", _gap(rows, coverage_correlation), tested(*values), len(a)),
        ("label_correlation", _gap(rows, label_correlation), tested(*labels, [one.human_label for one in a]), len(a)),
        ("linking_accuracy", *_means(ours, theirs, of_rows), n_links),
        ("bias", *_means(values[0], values[1], clusters), len(a)),
        ("kappa_linear", _gap(rows, kappa_linear), None, len(a)),
    ]
    return [JudgeDifference(judge, baseline, name, interval, p, None, n) for name, interval, p, n in figures]


def _gap(rows: Sequence[_Both], figure: Figure) -> Interval:
    def less(some: Sequence[_Both]) -> float | None:
        ours, theirs = figure([one.a for one in some]), figure([one.b for one in some])
        return None if ours is None or theirs is None else ours - theirs

    return jackknifed(rows, lambda one: one.a.cluster, less, (-2.0, 2.0))


def _right(pair: Pair) -> float | None:
    """Whether the judge names the annotator's bullet; None unless both name one."""
    if pair.judge_bullet is None or pair.human_bullet is None:
        return None
    return float(pair.judge_bullet == pair.human_bullet)


def _means(
    ours: Sequence[float | None], theirs: Sequence[float | None], clusters: Sequence[str]
) -> tuple[Interval, float | None]:
    """Difference of two means over rows of the same clusters, and its p; None where a judge has no value."""
    cluster, names = numbered(clusters)
    rows = [(x or 0.0, x is not None, y or 0.0, y is not None) for x, y in zip(ours, theirs, strict=True)]
    found = paired_mean_of_rows(rows, cluster, np.zeros(len(names), int))
    return Interval(found.difference, found.low, found.high), found.p


def _adjusted(found: Sequence[JudgeDifference], figure: str) -> list[JudgeDifference]:
    some = [one for one in found if one.figure == figure]
    adjusted = holm([one.p for one in some])
    return [one._replace(p_adjusted=p) for one, p in zip(some, adjusted, strict=True)]
