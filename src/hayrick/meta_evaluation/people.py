"""What people reach themselves: each annotator against the mean of the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hayrick.meta_evaluation.levels import LEVELS, Coefficient, Paired, count, interval
from hayrick.stats import Interval, kendall_tau, pearson, spearman


class Annotated(NamedTuple):
    """Scores of one summary on one dimension, one an annotator."""

    document: str
    system: str
    scores: tuple[float, ...]


class Ceiling(NamedTuple):
    """Correlation of an annotator with the others, mean over annotators, at one level; None where undefined."""

    level: str
    pearson: Interval
    spearman: Interval
    kendall: float | None
    annotators: tuple[float | None, ...]
    """Pearson's of each annotator."""

    n: int
    """Of what has at least two scores: summaries, documents (by the first annotator's correlation), or systems."""


def ceilings(rows: Sequence[Annotated]) -> list[Ceiling]:
    """Leave one annotator out: correlate the scores of each with the mean of the others.

    An annotator is a place in the lists of scores; where other people scored other summaries, it is not one person.
    Intervals are 95 % for new documents. A metric is correlated with the mean of all annotators, which is less noisy
    than the mean of all but one, so that a metric can exceed the ceiling.
    """
    scored = [row for row in rows if len(row.scores) > 1]
    found = []
    for level in LEVELS:
        linear, ranked = (_interval(scored, level, one) for one in (pearson, spearman))
        kendall = _mean(_each(scored, level, kendall_tau))
        n = count(_against_others(scored, 0), level)
        found.append(Ceiling(level, linear, ranked, kendall, _each(scored, level, pearson), n))
    return found


def _interval(rows: Sequence[Annotated], level: str, coefficient: Coefficient) -> Interval:
    return interval(rows, level, lambda some: _mean(_each(some, level, coefficient)))


def _each(rows: Sequence[Annotated], level: str, coefficient: Coefficient) -> tuple[float | None, ...]:
    most = max((len(row.scores) for row in rows), default=0)
    return tuple(LEVELS[level](_against_others(rows, number), coefficient) for number in range(most))


def _against_others(rows: Sequence[Annotated], number: int) -> list[Paired]:
    return [
        Paired(
            row.document,
            row.system,
            row.scores[number],
            (sum(row.scores) - row.scores[number]) / (len(row.scores) - 1),
        )
        for row in rows
        if number < len(row.scores)
    ]


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
