"""Sums of score rows by group, and weighted means of them with intervals."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from hayrick.averages.totals import Total
from hayrick.stats import Floats, Interval
from hayrick.stats.clusters import Rows, checked, jackknife, numbered
from hayrick.stats.intervals import with_basis
from hayrick.types import Basis, Estimate, Score


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
    units: MutableMapping[tuple[object, ...], tuple[float, float]] = field(default_factory=dict)
    """Cluster and name of each row, those of repeated answers together -> sums of weight x value and of weight."""

    questions: MutableMapping[tuple[str, ...], float] = field(default_factory=dict)
    failed: MutableMapping[tuple[object, ...], float] = field(default_factory=dict)
    sums: Total = field(default_factory=Total)

    def add(self, row: Score, cluster: Cluster, n_rows: int) -> None:
        """Add a row, which counts for one of `n_rows` of its item.

        Args:
            row: of the column's measure.
            cluster: what its item is resampled with.
            n_rows: rows of its item.
        """
        item, task = row.item, cluster.task
        share = item.share / n_rows
        self.sums.add(row, self.bounds, share)
        self.questions[task, *item.key] = item.share
        if row.failed:
            key = (task, *row.response.key)
            self.failed[key] = min(item.share, self.failed.get(key, 0.0) + share)
        if row.value is not None:
            self.tops[cluster] = self.tops.get(cluster, 0.0) + row.value * share * row.weight
            self.bottoms[cluster] = self.bottoms.get(cluster, 0.0) + share * row.weight
            name = (cluster, item.key, row.unit)
            top, bottom = self.units.get(name, (0.0, 0.0))
            self.units[name] = top + row.value * share * row.weight, bottom + share * row.weight

    @classmethod
    def merged(cls, several: Sequence[Column]) -> Column:
        """All rows of several columns, whose clusters differ."""
        if len(several) == 1:
            return several[0]
        return cls(
            bounds=several[0].bounds,
            tops=ChainMap(*(one.tops for one in several)),
            bottoms=ChainMap(*(one.bottoms for one in several)),
            units=ChainMap(*(one.units for one in several)),
            questions=ChainMap(*(one.questions for one in several)),
            failed=ChainMap(*(one.failed for one in several)),
            sums=Total.of(one.sums for one in several),
        )


def estimate_of(terms: Sequence[tuple[float, Sequence[Column]]], signature: str) -> Estimate:
    """Weighted mean of terms, each the mean of all rows of its columns, with an interval over the groups.

    Args:
        terms: weight, > 0, and columns of each term; weights add up to 1.
        signature: recipe of the mean.
    """
    used = [(weight, Column.merged(columns)) for weight, columns in terms]
    interval, basis = _interval(used)
    n_unjudged = sum(column.sums.n_unjudged for _, column in used)
    bounds = None
    both = [(weight, ends) for weight, column in used if (ends := column.sums.ends) is not None]
    if n_unjudged and len(both) == len(used):
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
        basis=basis,
    )


def _interval(used: Sequence[tuple[float, Column]]) -> tuple[Interval, Basis]:
    clusters = list(dict.fromkeys(cluster for _, column in used for cluster in column.bottoms))
    layers, _ = numbered([cluster[:2] for cluster in clusters])
    terms = [
        (weight, *checked("averages", _row(column.tops, clusters), _row(column.bottoms, clusters), layers))
        for weight, column in used
    ]
    own = [_rows(column.units, {cluster: number for number, cluster in enumerate(clusters)}) for _, column in used]
    return with_basis(jackknife(terms, layers, own=own), used[0][1].bounds)[0]


def _rows(units: Mapping[tuple[object, ...], tuple[float, float]], numbers: Mapping[object, int]) -> Rows:
    at = np.array([numbers[name[0]] for name in units], int)
    top, bottom = np.array([*units.values()], float).reshape(-1, 2).T
    given = top**2, top * bottom, bottom**2, bottom > 0
    return Rows(*(np.bincount(at, one, len(numbers)).astype(float)[None] for one in given))


def _row(sums: Mapping[Cluster, float], clusters: Sequence[Cluster]) -> Floats:
    return np.array([[sums.get(cluster, 0.0) for cluster in clusters]])
