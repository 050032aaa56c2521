"""Means of several tasks: of the measures of a category, of categories, and over lengths, with intervals.

Source: HELMET, section 3: a category's score is the unweighted mean of its datasets', the overall score the unweighted
    mean of the categories', at one length.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from hayrick.stats import Floats, Interval
from hayrick.stats.intervals import FLAT_ROWS, checked, jackknife, score_intervals
from hayrick.types import Estimate, Score, Tags

LENGTH = "length"
AVERAGE, OVERALL = "average", "overall"


class Part(NamedTuple):
    """A measure of a task that enters a mean; its values are fractions."""

    task: str
    measure: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """Several tasks whose scores are averaged: within categories, then over categories.

    Args:
        name: the name that users give and rows carry.
        paper: its source, and the version that its lists follow.
        categories: name -> parts that count equally; a category without one of its parts has no mean.
        complete: whether these are all categories of the source; the overall mean of fewer has another name.
        left_out: what it lacks of the source, a line each.
    """

    name: str
    paper: str
    categories: Mapping[str, Sequence[Part]]
    complete: bool = True
    left_out: Sequence[str] = ()

    @property
    def overall(self) -> str:
        """Name of the mean of all categories: not `average` where the source has more of them."""
        return AVERAGE if self.complete else f"{AVERAGE}_of_{len(self.categories)}_categories"

    @property
    def signature(self) -> str:
        """Categories with their parts, on one line."""
        named = (
            f"{name}={'+'.join(f'{part.task}:{part.measure}' for part in parts)}"
            for name, parts in self.categories.items()
        )
        return f"{self.name}|mean of category means|{';'.join(named)}|after:{self.paper}"


class Averaged(NamedTuple):
    """A mean of several tasks."""

    suite: str
    system: str
    context: str
    dataset: str | None
    """Category and length, such as "recall@32768"; "overall@32768"; None for all categories over all lengths."""

    measure: str
    estimate: Estimate
    tags: Tags


class _Cluster(NamedTuple):
    """What is resampled together: a group of a dataset of a task."""

    task: str
    dataset: str
    group: str


@dataclass(slots=True)
class _Column:
    """Sums of one part at one length, for one system."""

    tops: dict[_Cluster, float]
    bottoms: dict[_Cluster, float]
    questions: dict[tuple[str, ...], float]
    failed: dict[tuple[object, ...], float]
    unjudged: float = 0.0
    below: float = 0.0
    above: float = 0.0
    """What the sums would lose and gain if missing judgements of rows with a value were the worst, and the best."""

    def add(self, row: Score, task: str) -> None:
        item = row.item
        cluster = _Cluster(task, item.dataset, item.group)
        weight = item.share * row.weight
        self.questions[task, *item.key] = item.share
        if row.failed:
            self.failed[task, *row.response.key] = item.share
        if row.value is None:
            self.unjudged += weight if row.unjudged else 0.0
            return
        self.tops[cluster] = self.tops.get(cluster, 0.0) + row.value * weight
        self.bottoms[cluster] = self.bottoms.get(cluster, 0.0) + weight
        if row.extremes is not None:
            self.below += (row.extremes[0] - row.value) * weight
            self.above += (row.extremes[1] - row.value) * weight

    @property
    def bounds(self) -> tuple[float, float]:
        """The part's mean if all that is unjudged had the value 0, and 1."""
        total, weight = sum(self.tops.values()), sum(self.bottoms.values()) + self.unjudged
        return (total + self.below) / weight, (total + self.above + self.unjudged) / weight


_Columns = dict[tuple[Part, int], _Column]


def averages(suite: Suite, scores: Mapping[str, Iterable[Score]], signature: str = "") -> list[Averaged]:
    """Means of a suite for every system: of each category and overall at each length, and over all lengths.

    A category is averaged where all its parts have a value; overall means need all categories, means over lengths all
    lengths. Counts are of the questions of each task and length, whatever the number of measures or of depths
    (`Item.share`). Intervals resample the groups within each dataset of each task.

    Args:
        suite: categories and their parts.
        scores: task -> its scores; items have the tag `length`.
        signature: recipe of these means.
    """
    wanted = {part for parts in suite.categories.values() for part in parts}
    systems: dict[tuple[str, str], _Columns] = {}
    for task, rows in scores.items():
        for row in rows:
            part, length = Part(task, row.measure), row.response.all_tags.get(LENGTH)
            if part in wanted and isinstance(length, int) and row.response.variant == "own":
                columns = systems.setdefault((row.response.system, row.response.context), {})
                column = columns.get((part, length))
                if column is None:
                    column = columns[part, length] = _Column({}, {}, {}, {})
                column.add(row, task)
    return [
        Averaged(suite.name, *names, dataset, measure, _estimate(columns, terms, f"{signature}|{measure}"), tags)
        for names, columns in systems.items()
        for dataset, measure, terms, tags in _means(suite, columns)
    ]


_Terms = Sequence[tuple[float, tuple[Part, int]]]
"""Weight and column of each part of a mean; weights add up to 1."""


def _means(suite: Suite, columns: _Columns) -> Iterator[tuple[str | None, str, _Terms, Tags]]:
    """Dataset, measure, terms and tags of every mean that can be computed."""
    lengths = sorted({length for _, length in columns})
    whole: dict[str, list[int]] = {}
    for category, parts in suite.categories.items():
        whole[category] = [
            one for one in lengths if all((part, one) in columns and columns[part, one].bottoms for part in parts)
        ]
        for length in whole[category]:
            tags: Tags = {"category": category, LENGTH: length}
            yield f"{category}@{length}", AVERAGE, _terms(suite, [category], [length]), tags
    overall = [length for length in lengths if all(length in found for found in whole.values())]
    for length in overall:
        yield f"{OVERALL}@{length}", suite.overall, _terms(suite, list(whole), [length]), {LENGTH: length}
    if len(lengths) > 1:
        for category, found in whole.items():
            if found == lengths:
                yield category, f"{AVERAGE}_over_lengths", _terms(suite, [category], lengths), {"category": category}
    if overall == lengths and lengths:
        measure = f"{suite.overall}_over_lengths" if len(lengths) > 1 else suite.overall
        shared: Tags = {} if len(lengths) > 1 else {LENGTH: lengths[0]}
        yield None, measure, _terms(suite, list(whole), lengths), shared


def _terms(suite: Suite, categories: Sequence[str], lengths: Sequence[int]) -> _Terms:
    return [
        (1 / (len(lengths) * len(categories) * len(suite.categories[category])), (part, length))
        for category in categories
        for part in suite.categories[category]
        for length in lengths
    ]


def _estimate(columns: _Columns, terms: _Terms, signature: str) -> Estimate:
    used = [(weight, columns[place]) for weight, place in terms]
    interval = _interval(used)
    n_unjudged = sum(column.unjudged for _, column in used)
    bounds = None
    if n_unjudged or any(column.above > column.below for _, column in used):
        both = [(weight, column.bounds) for weight, column in used]
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


def _interval(used: Sequence[tuple[float, _Column]]) -> Interval:
    clusters = list(dict.fromkeys(cluster for _, column in used for cluster in column.bottoms))
    strata = {pair: number for number, pair in enumerate(dict.fromkeys(cluster[:2] for cluster in clusters))}
    layers = np.array([strata[cluster[:2]] for cluster in clusters])
    terms = [
        (weight, *checked("averages", _row(column.tops, clusters), _row(column.bottoms, clusters), layers))
        for weight, column in used
    ]
    return score_intervals(jackknife(terms, layers), 0.95, (0.0, 1.0), FLAT_ROWS)[0]


def _row(sums: Mapping[_Cluster, float], clusters: Sequence[_Cluster]) -> Floats:
    return np.array([[sums.get(cluster, 0.0) for cluster in clusters]])
