"""Sums of score rows by cell: a table for each system, context, variant and measure, a cell for each group of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from hayrick.protocols import BY_DATASET, POOLED, AnyMeasure
from hayrick.reporting import Reporting
from hayrick.stats import Bools, Floats, Ints
from hayrick.types import Response, Tag, Tags


class Place(NamedTuple):
    """One group of a dataset, and the part whose mean it belongs to."""

    dataset: str
    group: str
    part: Tag


class Name(NamedTuple):
    """Whose values in which measure a table holds."""

    system: str
    context: str
    variant: str
    measure: str


def sums_by(number: Ints, values: Floats | Bools, n: int) -> Floats:
    """Sums of the values that have the same number, from 0 to n - 1, added up in order."""
    sums: Floats = np.bincount(number, values, n).astype(float, copy=False)
    return sums


class Sums(NamedTuple):
    """Sums of rows, [N] each: of the rows of N cells, or of N other sets of rows. Weights are shares of questions."""

    total: Floats
    weight: Floats
    first_weight: Floats
    """Weight of the rows of each item's first response: an answer that is repeated is no further one."""

    squares: Floats
    """Of (weight x value) squared, as `products` and `squared_weights` what the variance of single units needs.

    Rows of repeated answers to one unit count as one, with the sums of their weights and of weight x value.
    """

    products: Floats
    """Of weight x value times weight."""

    squared_weights: Floats
    n_rows: Floats
    """Units with a value and weight."""

    n_failed: Floats
    n_unjudged: Floats
    unjudged_weight: Floats
    """Of rows without a value for want of a verdict."""

    n_partly: Floats
    """Rows with a value of which some judgements are missing."""

    below: Floats
    above: Floats
    """What the total would gain if all that is missing were the worst, and the best; of measures with bounds."""

    n_contradicted: Floats
    n_unread: Floats

    def by(self, number: Ints, n: int) -> Sums:
        """Add up what has the same number, from 0 to n - 1, in order."""
        return Sums(*(sums_by(number, one, n) for one in self))


@dataclass(slots=True, kw_only=True)
class Table:
    """The cells of one system, context, variant and measure."""

    name: Name
    measure: AnyMeasure
    cells: dict[int, int] = field(default_factory=dict)
    """Number of a place -> number of the cell."""

    tags: dict[str, dict[str, Tag]]
    """Dataset -> tags that all its responses share."""

    last: Response[object] | None = None
    """The response that was read last."""

    def note_tags(self, dataset: str, tags: Tags) -> None:
        """Keep only the tags that all responses share."""
        have = self.tags.get(dataset)
        if have is None:
            self.tags[dataset] = dict(tags)
        elif not have.items() <= tags.items():
            self.tags[dataset] = {name: value for name, value in have.items() if tags.get(name) == value}

    def shared_tags(self, dataset: str | None) -> Tags:
        """Tags that all responses share: those of one dataset, or of all."""
        if dataset is not None:
            return self.tags.get(dataset, {})
        first, *others = list(self.tags.values()) or [{}]
        return {name: value for name, value in first.items() if all(one.get(name) == value for one in others)}


class Tally(NamedTuple):
    """All tables, and their cells, [C]: those of one table after another, each in order of first appearance."""

    tables: Sequence[Table]
    places: Sequence[Place]
    """In order of first appearance in the cells."""

    table: Ints
    place: Ints
    sums: Sums


def place_of(response: Response[object], reporting: Reporting) -> Place:
    """The place of a response's rows."""
    item = response.item
    part: Tag = ""
    if reporting.average == BY_DATASET:
        part = item.dataset
    elif reporting.average != POOLED:
        part = response.all_tags.get(reporting.average, "")
    return Place(item.dataset, item.group, part)
