"""Computes estimates from score rows: means of measures with intervals, counts and signatures.

The task decides what is resampled (`Resample`) and how parts are averaged (`average`).
Source: SummHay, section 4.1 (mean per summary), and its released scorer (insights pooled).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import fsum
from typing import NamedTuple

import numpy as np

from hayrick.estimates.book import tally_of
from hayrick.estimates.intervals import Spread, intervals_of
from hayrick.estimates.means import bounds_of, means_in
from hayrick.estimates.tallies import Table, Tally
from hayrick.reporting import Reporting
from hayrick.stats import Ints
from hayrick.stats.clusters import numbered
from hayrick.types import OWN, Estimate, Score, Tags


class Key(NamedTuple):
    """What an estimate describes; dataset None means all datasets."""

    system: str
    context: str
    dataset: str | None
    variant: str
    measure: str


class Estimated(NamedTuple):
    """An estimate, its key, and the tags that all its responses share."""

    key: Key
    estimate: Estimate
    tags: Tags


def estimate(
    rows: Iterable[Score], reporting: Reporting, signature: Callable[[Key], str] = lambda key: ""
) -> list[Estimated]:
    """Estimate every (system, context, variant, measure) in the rows, per dataset and over all datasets.

    Each measure gets the mean by the task's rule and, if the task asks for it, the mean of per-item means (named
    `coverage@summary`, for example). `n` counts units, failed and unjudged ones included, so that failures stay
    visible; a measure that is defined on some of the units counts only those. Unjudged rows enter no mean. All counts
    are of questions: rows of an item that is a part of one (`Item.share`) count for that part.

    Args:
        rows: scores; every expected unit has a row for each measure that is defined there.
        reporting: what the task says about its numbers.
        signature: recipe of an estimate.

    Raises:
        BadInput: a row is of a measure that the task has not.
    """
    tally = tally_of(rows, reporting)
    if not tally.tables:
        return []
    of_places, names = numbered([place.dataset for place in tally.places])
    dataset = of_places[tally.place]
    each = _figures(tally, dataset, reporting)
    whole = each if len(names) == 1 else _figures(tally, np.zeros_like(dataset), reporting)
    found: list[list[Estimated]] = [[] for _ in tally.tables]
    for figures, datasets in ((each, names), (whole, [None])):
        for one in figures:
            found[one.table].extend(_estimates(one, tally.tables[one.table], datasets[one.scope], reporting, signature))
    every = {one.key: one for several in found for one in several}
    return [one._replace(estimate=held(one.estimate, _limit(one, every, reporting))) for one in every.values()]


def held(one: Estimate, by: Estimate | None) -> Estimate:
    """An estimate whose interval reaches no further up than that of another mean, which its own mean never exceeds.

    Only an interval that rests on an assumption is cut: docs/decisions/204-what-an-interval-rests-on.md says why.

    Args:
        one: the estimate.
        by: of the other mean, over the same units; None for none.
    """
    if by is None or by.high is None or not _is_assumed(one) or one.value is None or one.high is None:
        return one
    return replace(one, high=max(one.value, min(one.high, by.high)))


def limit_of(one: Estimate, measure: str, reporting: Reporting) -> str:
    """Name of the measure whose interval holds this estimate (`held`); "" where none does."""
    return reporting.limit(measure) if _is_assumed(one) else ""


def _is_assumed(one: Estimate) -> bool:
    return one.basis is not None and one.basis.rests_on == "assumption"


def _limit(one: Estimated, every: Mapping[Key, Estimated], reporting: Reporting) -> Estimate | None:
    name = limit_of(one.estimate, one.key.measure, reporting)
    # A measure that does not vary between variants has rows of the responses as they were given.
    keys = [one.key._replace(measure=name, variant=variant) for variant in (one.key.variant, OWN)] if name else []
    return next((every[key].estimate for key in keys if key in every), None)


def mean_of(rows: Iterable[Score]) -> float | None:
    """Mean of the values of one response's rows by their weights; None where no row has a value with weight."""
    known = [(row.value, row.weight) for row in rows if row.value is not None]
    weight = fsum(one for _, one in known)
    return fsum(value * one for value, one in known) / weight if weight else None


class _Figures(NamedTuple):
    """The mean of a table in a scope, a dataset or all, before it is signed; both are numbers."""

    scope: int
    table: int
    intervals: Sequence[Spread]
    """Of the mean over units and, if it is asked for, of that over items."""

    counts: tuple[int, int, int, int, int]
    """n, n_failed, n_unjudged, n_contradicted and n_unread of `Estimate`."""

    bounds: Sequence[tuple[float, float] | None]
    """Worst and best case of these means; None where all is judged, nothing has weight, or one is infinite."""


def _figures(tally: Tally, scope: Ints, reporting: Reporting) -> list[_Figures]:
    """The mean of every table within each scope, of which `scope` is the number for each cell.

    Counts are of all parts: a part in which all failed has no mean, and its failures are counted.
    """
    means = means_in(tally, scope)
    intervals = intervals_of(tally, scope, means, reporting.resample, per_item=bool(reporting.per_item))
    sums = tally.sums.by(means.of_cell, len(means.table))
    measures = [table.measure for table in tally.tables]
    counted, bounded = (
        np.array(known)[means.table]
        for known in ([one.counts_unjudged for one in measures], [one.is_bounded for one in measures])
    )
    n = np.rint(sums.weight) + np.where(counted, np.rint(sums.n_unjudged), 0)
    rounded = (n, sums.n_failed, sums.n_unjudged + sums.n_partly, sums.n_contradicted, sums.n_unread)
    counts = zip(*(np.rint(one).astype(int).tolist() for one in rounded), strict=True)
    is_open = bounded & ((sums.n_unjudged != 0) | (sums.n_partly != 0)) & (sums.weight + sums.unjudged_weight > 0)

    def ends(*, per_item: bool) -> Iterator[tuple[float, float] | None]:
        both = zip(*(one.tolist() for one in bounds_of(tally, means, per_item=per_item)), strict=True)
        return (found if known else None for found, known in zip(both, is_open.tolist(), strict=True))

    bounds = zip(*(ends(per_item=one) for one in ((False, True) if reporting.per_item else (False,))), strict=True)
    return list(map(_Figures, means.scope.tolist(), means.table.tolist(), intervals, counts, bounds))


def _estimates(
    one: _Figures, table: Table, dataset: str | None, reporting: Reporting, signature: Callable[[Key], str]
) -> Iterator[Estimated]:
    """The estimate over units and, if it is asked for, that over items."""
    system, context, variant, measure = table.name
    n, n_failed, n_unjudged, n_contradicted, n_unread = one.counts
    tags = table.shared_tags(dataset)
    of_each = zip(("", f"@{reporting.per_item}"), one.intervals, one.bounds, strict=False)
    for suffix, ((value, low, high), basis, alike), bounds in of_each:
        key = Key(system, context, dataset, variant, measure + suffix)
        yield Estimated(
            key,
            Estimate(
                value=value,
                low=low,
                high=high,
                n=n,
                n_failed=n_failed,
                n_unjudged=n_unjudged,
                bounds=bounds,
                signature=signature(key),
                n_contradicted=n_contradicted,
                n_unread=n_unread,
                alike=alike,
                basis=basis,
            ),
            tags,
        )
