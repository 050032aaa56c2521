"""Correlations of a metric with human scores, over instances, within documents, and over systems."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from types import MappingProxyType
from typing import NamedTuple, Protocol, TypeVar

from hayrick.stats import Interval, constant, jackknifed, kendall_tau, pearson, spearman
from hayrick.stats.between import greatest_pearson

LEAST_SYSTEMS = 3
"""Systems below which a correlation over systems has no interval: any two values correlate by 1 or -1."""


class Paired(NamedTuple):
    """A metric's value of one summary, and people's mean score of it."""

    document: str
    system: str
    metric: float
    human: float


class OfDocument(Protocol):
    """A row about one summary."""

    @property
    def document(self) -> str:
        """Id of the document."""

    @property
    def system(self) -> str:
        """Who wrote the summary."""


P = TypeVar("P", bound=OfDocument)
Coefficient = Callable[[Sequence[float], Sequence[float]], float | None]


def instance(rows: Sequence[Paired], coefficient: Coefficient) -> float | None:
    """Over all summaries together."""
    return coefficient([row.metric for row in rows], [row.human for row in rows])


def summary(rows: Sequence[Paired], coefficient: Coefficient) -> float | None:
    """Mean over documents of the correlation over the document's summaries, where that is defined."""
    within = (_within(tuple(some), coefficient) for some in _by_document(rows).values())
    found = [value for value in within if value is not None]
    return sum(found) / len(found) if found else None


@lru_cache(maxsize=2**14)
def _within(rows: tuple[Paired, ...], coefficient: Coefficient) -> float | None:
    """Correlation within one document; kept, since intervals need it once for each other document."""
    return instance(rows, coefficient)


def system(rows: Sequence[Paired], coefficient: Coefficient) -> float | None:
    """Correlation over systems, each with the mean of its summaries."""
    return instance(_means(rows), coefficient)


def _means(rows: Sequence[Paired]) -> list[Paired]:
    """A row for each system with the means of its rows."""
    sums: dict[str, tuple[float, float, int]] = {}
    for row in rows:
        metric, human, n = sums.get(row.system, (0.0, 0.0, 0))
        sums[row.system] = (metric + row.metric, human + row.human, n + 1)
    return [Paired("", name, metric / n, human / n) for name, (metric, human, n) in sums.items()]


class Level(Protocol):
    """A correlation of rows at one level."""

    def __call__(self, rows: Sequence[Paired], coefficient: Coefficient) -> float | None:
        """None where it is undefined."""


LEVELS: Mapping[str, Level] = MappingProxyType({"instance": instance, "summary": summary, "system": system})
"""Level -> a correlation there."""


class Correlation(NamedTuple):
    """Correlations of one metric with one dimension at one level; None where undefined.

    `n` counts what is correlated or averaged: summaries, documents with a defined correlation, or systems. `worst` and
    `best` are the least and the greatest Pearson's of all summaries, judged or not, if every unjudged one had some
    value from the least to the greatest that was observed; None where all are judged, or where it is never defined.
    """

    level: str
    pearson: Interval
    spearman: Interval
    kendall: float | None
    n: int
    n_unjudged: int
    worst: float | None = None
    best: float | None = None


def correlations(rows: Sequence[Paired], unjudged: Sequence[Paired] = ()) -> list[Correlation]:
    """Correlate a metric with human scores at every level.

    Intervals are 95 % for new documents: delete-one-document jackknife, see `stats.jackknifed`. A correlation over
    fewer than `LEAST_SYSTEMS` systems has none.

    Args:
        rows: the judged summaries.
        unjudged: those without a value, whose `metric` means nothing.
    """
    found = []
    for level, of in LEVELS.items():
        n = count(rows, level)
        linear, ranked = (interval(rows, level, partial(of, coefficient=one)) for one in (pearson, spearman))
        worst, best = (_greatest(rows, unjudged, level, sign) if unjudged else None for sign in (-1, 1))
        worst = None if worst is None else -worst
        found.append(Correlation(level, linear, ranked, of(rows, kendall_tau), n, len(unjudged), worst, best))
    return found


def document_of(row: OfDocument) -> str:
    """What intervals resample."""
    return row.document


def interval(rows: Sequence[P], level: str, figure: Callable[[Sequence[P]], float | None]) -> Interval:
    """A figure of one level with its 95 % interval for new documents; none over fewer than `LEAST_SYSTEMS` systems."""
    if level == "system" and len({row.system for row in rows}) < LEAST_SYSTEMS:
        return Interval(figure(rows), None, None)
    return jackknifed(rows, document_of, figure)


def count(rows: Sequence[Paired], level: str) -> int:
    """What a level correlates or averages: summaries, documents with a defined correlation, or systems."""
    if level == "system":
        return len({row.system for row in rows})
    if level == "summary":
        return sum(instance(some, pearson) is not None for some in _by_document(rows).values())
    return len(rows)


def _by_document(rows: Sequence[Paired]) -> dict[str, list[Paired]]:
    found: dict[str, list[Paired]] = {}
    for row in rows:
        found.setdefault(row.document, []).append(row)
    return found


def _greatest(rows: Sequence[Paired], unjudged: Sequence[Paired], level: str, sign: int) -> float | None:
    """Greatest Pearson's of a level with people's scores times `sign`; see `Correlation`."""
    if not rows:
        return None
    ends = min(row.metric for row in rows), max(row.metric for row in rows)
    low, high = ([*rows, *(row._replace(metric=end) for row in unjudged)] for end in ends)
    if level == "system":
        low, high = _means(low), _means(high)
    parts = [(low, high)]
    if level == "summary":
        parts = list(zip(_by_document(low).values(), _by_document(high).values(), strict=True))
    sure: list[float] = []
    unsure: list[float] = []
    for first, last in parts:
        of_low, of_high = ([row.metric for row in some] for some in (first, last))
        found = greatest_pearson(of_low, of_high, [row.human * sign for row in first])
        known = [a for a, b in zip(of_low, of_high, strict=True) if a == b]
        if found is not None:
            (unsure if not known or constant(known) else sure).append(found)
    # A document in which the metric may be constant is left out of the mean where it is.
    for value in sorted(unsure, reverse=True):
        if not sure or value * len(sure) > sum(sure):
            sure.append(value)
    return sum(sure) / len(sure) if sure else None
