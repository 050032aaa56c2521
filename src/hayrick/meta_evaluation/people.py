"""What people reach themselves: each annotator against the mean of the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hayrick.meta_evaluation.levels import LEVELS, Coefficient, Paired, count, interval
from hayrick.stats import Interval, kendall_tau, pearson, spearman


class Annotated(NamedTuple):
    """Scores of one summary on one dimension, one an annotator; None where one gave none."""

    document: str
    system: str
    scores: tuple[float | None, ...]


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
    scored = [_against_others(row) for row in rows if len(row.scores) - row.scores.count(None) > 1]
    found = []
    for level in LEVELS:
        linear, ranked = (_interval(scored, level, one) for one in (pearson, spearman))
        kendall = _mean(_each(scored, level, kendall_tau))
        n = count([next(pair for pair in row.pairs if pair is not None) for row in scored], level)
        found.append(Ceiling(level, linear, ranked, kendall, _each(scored, level, pearson), n))
    return found


class _Against(NamedTuple):
    """For each annotator of a summary: the score, and the mean of the others; None where there is no score."""

    document: str
    system: str
    pairs: tuple[Paired | None, ...]


def _against_others(row: Annotated) -> _Against:
    given = [one for one in row.scores if one is not None]
    total, n = sum(given), len(given)
    pairs = tuple(
        None if one is None else Paired(row.document, row.system, one, (total - one) / (n - 1)) for one in row.scores
    )
    return _Against(row.document, row.system, pairs)


def _interval(rows: Sequence[_Against], level: str, coefficient: Coefficient) -> Interval:
    return interval(rows, level, lambda some: _mean(_each(some, level, coefficient)))


def _each(rows: Sequence[_Against], level: str, coefficient: Coefficient) -> tuple[float | None, ...]:
    most = max((len(row.pairs) for row in rows), default=0)
    places = (
        [pair for row in rows if number < len(row.pairs) and (pair := row.pairs[number]) is not None]
        for number in range(most)
    )
    return tuple(LEVELS[level](pairs, coefficient) for pairs in places)


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
