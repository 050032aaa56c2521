"""Sums of score rows by group, and weighted means of them with intervals."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from hayrick.stats import Floats, Interval
from hayrick.stats.clusters import checked, jackknife
from hayrick.stats.intervals import score_intervals
from hayrick.types import Estimate, Score


class Cluster(NamedTuple):
    """What is resampled together: a group of a task, within its stratum (`Resample.cluster`)."""

    task: str
    stratum: str
    group: str


@dataclass(slots=True)
class Column:
    """Sums of the rows of one measure of a task at one length, for one system."""

    bounds: tuple[float, float]
    """Of the measure."""

    tops: MutableMapping[Cluster, float] = field(default_factory=dict)
    bottoms: MutableMapping[Cluster, float] = field(default_factory=dict)
    questions: MutableMapping[tuple[str, ...], float] = field(default_factory=dict)
    failed: MutableMapping[tuple[object, ...], float] = field(default_factory=dict)
    unjudged: float = 0.0
    below: float = 0.0
    above: float = 0.0
    """What the sums would lose and gain if missing judgements of rows with a value were the worst, and the best."""

    def add(self, row: Score, cluster: Cluster, n_rows: int) -> None:
        """Add a row, which counts for one of `n_rows` of its item.

        Args:
            row: of the column's measure.
            cluster: what its item is resampled with.
            n_rows: rows of its item.
        """
        item, task = row.item, cluster.task
        weight = item.share * row.weight / n_rows
        self.questions[task, *item.key] = item.share
        if row.failed:
            key = (task, *row.response.key)
            self.failed[key] = min(item.share, self.failed.get(key, 0.0) + item.share / n_rows)
        if row.value is None:
            self.unjudged += weight if row.unjudged else 0.0
            return
        self.tops[cluster] = self.tops.get(cluster, 0.0) + row.value * weight
        self.bottoms[cluster] = self.bottoms.get(cluster, 0.0) + weight
        if row.extremes is not None:
            self.below += (row.extremes[0] - row.value) * weight
            self.above += (row.extremes[1] - row.value) * weight

    @property
    def extremes(self) -> tuple[float, float]:
        """The part's mean if all that is unjudged had the least value, and the greatest."""
        total, weight = sum(self.tops.values()), sum(self.bottoms.values()) + self.unjudged
        least, most = self.bounds
        return (total + self.below + least * self.unjudged) / weight, (
            total + self.above + most * self.unjudged
        ) / weight

    @classmethod
    def merged(cls, several: Sequence[Column]) -> Column:
        """All rows of several columns, whose clusters differ."""
        if len(several) == 1:
            return several[0]
        return cls(
            bounds=several[0].bounds,
            tops=ChainMap(*(one.tops for one in several)),
            bottoms=ChainMap(*(one.bottoms for one in several)),
            questions=ChainMap(*(one.questions for one in several)),
            failed=ChainMap(*(one.failed for one in several)),
            unjudged=sum(one.unjudged for one in several),
            below=sum(one.below for one in several),
            above=sum(one.above for one in several),
        )


def estimate_of(terms: Sequence[tuple[float, Sequence[Column]]], signature: str) -> Estimate:
    """Weighted mean of terms, each the mean of all rows of its columns, with an interval over the groups.

    Args:
        terms: weight, > 0, and columns of each term; weights add up to 1.
        signature: recipe of the mean.
    """
    used = [(weight, Column.merged(columns)) for weight, columns in terms]
    interval = _interval(used)
    n_unjudged = sum(column.unjudged for _, column in used)
    bounds = None
    if n_unjudged or any(column.above > column.below for _, column in used):
        both = [(weight, column.extremes) for weight, column in used]
        bounds = sum(weight * low for weight, (low, _) in both), sum(weight * high for weight, (_, high) in both)
    return Estimate(
        value=interval.value,
        low=interval.low,
        high=interval.high,
        n=round(sum(ChainMap(*(column.questions for _, column in used)).values())),
        n_failed=round(sum(ChainMap(*(column.failed for _, column in used)).values())),
        n_unjudged=round(n_unjudged),
        bounds=bounds,
        signature=signature,
    )


def _interval(used: Sequence[tuple[float, Column]]) -> Interval:
    clusters = list(dict.fromkeys(cluster for _, column in used for cluster in column.bottoms))
    strata = {pair: number for number, pair in enumerate(dict.fromkeys(cluster[:2] for cluster in clusters))}
    layers = np.array([strata[cluster[:2]] for cluster in clusters])
    terms = [
        (weight, *checked("averages", _row(column.tops, clusters), _row(column.bottoms, clusters), layers))
        for weight, column in used
    ]
    return score_intervals(jackknife(terms, layers), 0.95, used[0][1].bounds)[0]


def _row(sums: Mapping[Cluster, float], clusters: Sequence[Cluster]) -> Floats:
    return np.array([[sums.get(cluster, 0.0) for cluster in clusters]])
