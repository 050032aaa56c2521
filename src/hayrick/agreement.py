"""Agreement of a judge with humans: correlation, linking, bias and weighted kappa, with clustered intervals."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import isfinite
from statistics import fmean
from typing import NamedTuple, Protocol, TypeVar

import numpy as np

from hayrick.stats import Interval, jackknifed, mean_of_rows, pearson
from hayrick.types import LABEL_VALUES, BadInput


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """The verdicts of a judge and of a human on one insight in one summary.

    `cluster` is the unit of resampling: topic and subtopic. The judge's value and label are both None if the judge
    failed. Bullet ids are 1-based; None if there is no link or it is not a single integer.

    Several annotators of one insight are several pairs with the same `unit` and the same verdict of the judge. A pair
    whose unit is None is one by itself.
    """

    cluster: str
    judge_value: float | None
    judge_label: str | None
    judge_bullet: int | None
    human_value: float
    human_label: str
    human_bullet: int | None
    unit: Hashable = None
    annotator: str = ""


class Unit(NamedTuple):
    """One insight in one summary with the verdicts of all annotators."""

    cluster: str
    judge_value: float
    judge_label: str
    human_value: float
    """Mean of people's values."""

    human_label: float
    """Mean of the values of their labels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """Agreement of one judge with humans. None means undefined.

    `n` counts judged insights, however many annotators labelled each; linking uses `linking_n` comparisons, one an
    annotator.
    """

    coverage_correlation: float | None
    coverage_correlation_low: float | None
    coverage_correlation_high: float | None
    label_correlation: float | None
    label_correlation_low: float | None
    label_correlation_high: float | None
    linking_accuracy: float | None
    linking_accuracy_low: float | None
    linking_accuracy_high: float | None
    linking_n: int
    bias: float | None
    bias_low: float | None
    bias_high: float | None
    kappa_linear: float | None
    kappa_linear_low: float | None
    kappa_linear_high: float | None
    n: int
    n_unjudged: int


def agreement(pairs: Sequence[Pair]) -> Agreement:
    """Measure the agreement of a judge with humans.

    Coverage correlation is Pearson's between the two values, label correlation between the labels as 0, .5 and 1.
    Linking accuracy is the share of equal bullets among pairs in which both gave one, whatever the labels. Bias is the
    mean judge value minus the mean human value. Kappa compares labels with linear weights. Unjudged pairs are excluded
    from all figures and counted. A correlation or kappa of constant values, and linking accuracy without links, is
    None.

    Where several annotators labelled an insight, correlations and bias use the mean of their values: it has less chance
    in it than one person's. A mean label or a mean bullet does not exist, so kappa is the mean over annotators, each
    weighted by its labels, and linking compares the judge with each annotator.

    Args:
        pairs: in any order; values in [0, 1].

    Returns:
        Each figure with a 95 % interval for new clusters: `stats.mean_of_rows` for linking and bias, else the
        delete-one-cluster jackknife with Student's t, clipped to [-1, 1]. Intervals are None with fewer than two
        clusters, or if a figure is undefined without one of the clusters.

    Raises:
        BadInput: a value is not in [0, 1], or a judge's value comes without its label or vice versa.

    Source: SummHay, section 4 (correlation, linking); Cohen (1968), weighted kappa.
    Differs: the paper reports no intervals, no bias over all pairs, and no kappa.
    """
    judged = [pair for pair in pairs if _is_judged(pair)]
    coverage = jackknifed(judged, _cluster, coverage_correlation)
    label = jackknifed(judged, _cluster, label_correlation)
    kappa = jackknifed(judged, _cluster, kappa_linear)
    linking, linking_n = linked(judged)
    judged_units = units(judged)
    bias = _mean(judged_units, lambda unit: unit.judge_value - unit.human_value, (-1.0, 1.0))
    return Agreement(
        coverage_correlation=coverage.value,
        coverage_correlation_low=coverage.low,
        coverage_correlation_high=coverage.high,
        label_correlation=label.value,
        label_correlation_low=label.low,
        label_correlation_high=label.high,
        linking_accuracy=linking.value,
        linking_accuracy_low=linking.low,
        linking_accuracy_high=linking.high,
        linking_n=linking_n,
        bias=bias.value,
        bias_low=bias.low,
        bias_high=bias.high,
        kappa_linear=kappa.value,
        kappa_linear_low=kappa.low,
        kappa_linear_high=kappa.high,
        n=len(judged_units),
        n_unjudged=len(_grouped(pairs)) - len(judged_units),
    )


class Verdicts(NamedTuple):
    """Yes or no by a judge and by a person on one thing; the judge's is None where it failed."""

    cluster: str
    """Unit of resampling, such as the document."""

    judge: bool | None
    human: bool


class YesNoAgreement(NamedTuple):
    """Agreement on yes or no: Cohen's kappa and the share of equal verdicts, with 95 % intervals for new clusters."""

    kappa: Interval
    equal: Interval
    n: int
    n_unjudged: int


def yes_no_agreement(verdicts: Sequence[Verdicts]) -> YesNoAgreement:
    """Measure the agreement of a judge that says yes or no with people.

    Kappa is undefined (None) where both always say the same one thing; the share of equal verdicts is not. Verdicts
    that the judge did not give are excluded and counted.
    """
    judged = [one for one in verdicts if one.judge is not None]
    pairs = [
        Pair(
            cluster=one.cluster,
            judge_value=float(one.judge),
            judge_label="full" if one.judge else "none",
            judge_bullet=None,
            human_value=float(one.human),
            human_label="full" if one.human else "none",
            human_bullet=None,
        )
        for one in judged
        if one.judge is not None
    ]
    equal = _mean(pairs, lambda pair: float(pair.judge_label == pair.human_label), (0.0, 1.0))
    kappa = jackknifed(pairs, _cluster, kappa_linear)
    return YesNoAgreement(kappa, equal, len(judged), len(verdicts) - len(judged))


def units(pairs: Sequence[Pair]) -> list[Unit]:
    """The insights of judged pairs, in order, with the mean of people's values."""
    return [
        Unit(
            some[0].cluster,
            some[0].judge_value,
            some[0].judge_label,
            fmean(pair.human_value for pair in some),
            fmean(LABEL_VALUES[pair.human_label] for pair in some),
        )
        for some in _grouped(pairs)
        if some[0].judge_value is not None and some[0].judge_label is not None
    ]


def linked(pairs: Sequence[Pair]) -> tuple[Interval, int]:
    """Share of equal bullets among the pairs in which both sides gave one, and how many these are."""
    both = [pair for pair in pairs if pair.judge_bullet is not None and pair.human_bullet is not None]
    share = _mean(both, lambda pair: float(pair.judge_bullet == pair.human_bullet), (0.0, 1.0))
    return share, len(both)


def coverage_correlation(pairs: Sequence[Pair]) -> float | None:
    """Pearson's correlation of the values of judged pairs; None if one side is constant."""
    found = units(pairs)
    return pearson([unit.judge_value for unit in found], [unit.human_value for unit in found])


def label_correlation(pairs: Sequence[Pair]) -> float | None:
    """Pearson's correlation of the labels' values 0, .5 and 1 in judged pairs; None if one side is constant."""
    found = units(pairs)
    return pearson([LABEL_VALUES[unit.judge_label] for unit in found], [unit.human_label for unit in found])


def kappa_linear(pairs: Sequence[Pair]) -> float | None:
    """Cohen's kappa of the labels of judged pairs, weighted by 1 - |judge - human| of their values 0, .5 and 1.

    Equals (observed - chance) / (1 - chance), where chance is the mean weight under independent labels. None if both
    sides always give the same single label, or if there is no pair. Of several annotators the mean, each weighted by
    its pairs, of those where it is defined.
    """
    labels: dict[str, list[tuple[str, str]]] = {}
    for pair in pairs:
        if pair.judge_label is not None:
            labels.setdefault(pair.annotator, []).append((pair.judge_label, pair.human_label))
    return weighted((_kappa(some), len(some)) for some in labels.values())


def weighted(values: Iterable[tuple[float | None, int]]) -> float | None:
    """Mean of (value, weight) without the values that are None; None if no value is left."""
    known = [(value, n) for value, n in values if value is not None]
    if len(known) == 1:
        return known[0][0]
    return sum(value * n for value, n in known) / sum(n for _, n in known) if known else None


def _kappa(labels: Sequence[tuple[str, str]]) -> float | None:
    judge = np.array([LABEL_VALUES[label] for label, _ in labels])
    human = np.array([LABEL_VALUES[label] for _, label in labels])
    steps = np.array(list(LABEL_VALUES.values()))
    shares = [(side[:, None] == steps).mean(0) for side in (judge, human)]
    expected = float(shares[0] @ np.abs(steps[:, None] - steps) @ shares[1])
    return 1 - float(np.abs(judge - human).mean()) / expected if expected > 0 else None


def _grouped(pairs: Sequence[Pair]) -> list[list[Pair]]:
    """Pairs by their unit, in order of its first one."""
    found: dict[Hashable, list[Pair]] = {}
    for number, pair in enumerate(pairs):
        found.setdefault(number if pair.unit is None else (pair.unit,), []).append(pair)
    return list(found.values())


def _cluster(pair: Pair) -> str:
    return pair.cluster


def _is_judged(pair: Pair) -> bool:
    for name, value in (("judge", pair.judge_value), ("human", pair.human_value)):
        if value is not None and not (isfinite(value) and 0 <= value <= 1):
            raise BadInput(pair.cluster, f"{name} value {value}", "a value in [0, 1]", "Correct the annotation.")
    if (pair.judge_value is None) != (pair.judge_label is None):
        found = f"judge value {pair.judge_value} with label {pair.judge_label}"
        raise BadInput(pair.cluster, found, "both, or neither where the judge failed", "Correct the judgement.")
    return pair.judge_value is not None


class _Clustered(Protocol):
    @property
    def cluster(self) -> str: ...


C = TypeVar("C", bound=_Clustered)


def _mean(rows: Sequence[C], of: Callable[[C], float], bounds: tuple[float, float]) -> Interval:
    return mean_of_rows([of(row) for row in rows], [row.cluster for row in rows], bounds)
