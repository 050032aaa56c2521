"""Sums score rows by group: one table for each system, context, variant and measure, one cell for each group."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from hayrick.protocols import BY_DATASET, POOLED
from hayrick.reporting import AnyMeasure, Reporting
from hayrick.types import BadInput, Response, Score, Tag, Tags


class Place(NamedTuple):
    """One group, and the part whose mean it belongs to; the rows of a place form a cluster."""

    dataset: str
    group: str
    part: Tag


class Name(NamedTuple):
    """What a table is of."""

    system: str
    context: str
    variant: str
    measure: str


@dataclass(slots=True)
class Cell:
    """Sums over the rows of one name in one place."""

    total: float = 0.0
    weight: float = 0.0
    n_failed: float = 0.0
    n_unjudged: float = 0.0
    n_contradicted: int = 0
    n_unread: int = 0
    n_partly: float = 0.0
    """Rows with a value of which some judgements are missing."""

    below: float = 0.0
    above: float = 0.0
    """What the total would lose and gain if those were the worst, and the best."""


@dataclass(slots=True)
class Table:
    """All cells of one name."""

    measure: AnyMeasure
    cells: dict[Place, Cell] = field(default_factory=dict)
    by_dataset: dict[str, list[tuple[Place, Cell]]] = field(default_factory=dict)
    """The same cells, in the same order, dataset by dataset."""

    tags: dict[str, dict[str, Tag]] = field(default_factory=dict)
    """Dataset -> tags that all its responses share."""

    last: Response[object] | None = None

    def cell(self, place: Place) -> Cell:
        """The cell of a place, which is made if it is new."""
        found = self.cells.get(place)
        if found is None:
            found = self.cells[place] = Cell()
            self.by_dataset.setdefault(place.dataset, []).append((place, found))
        return found

    def members(self, dataset: str | None) -> Iterable[tuple[Place, Cell]]:
        """Cells with their places: those of one dataset, or all."""
        return self.cells.items() if dataset is None else self.by_dataset.get(dataset, ())

    def note_tags(self, response: Response[object]) -> None:
        """Keep only the tags that all responses share. Rows of one response must be adjacent."""
        if response is self.last:
            return
        self.last = response
        tags, dataset = response.all_tags, response.item.dataset
        have = self.tags.get(dataset)
        if have is None:
            self.tags[dataset] = dict(tags)
        elif have:
            self.tags[dataset] = {name: value for name, value in have.items() if tags.get(name) == value}

    def shared_tags(self, dataset: str | None) -> Tags:
        """Tags that all responses share: those of one dataset, or of all."""
        if dataset is not None:
            return self.tags.get(dataset, {})
        first, *others = list(self.tags.values()) or [{}]
        return {name: value for name, value in first.items() if all(one.get(name) == value for one in others)}


def tables_of(rows: Iterable[Score], reporting: Reporting) -> dict[Name, Table]:
    """Sum rows by name and place, in order of first appearance; rows of one response should be adjacent.

    Raises:
        BadInput: a row is of a measure that the task has not.
    """
    measures = {measure.name: measure for measure in reporting.measures}
    beside = {one.name: [name for name in one.companions if name in measures] for one in reporting.measures}
    tables: dict[Name, Table] = {}
    last: Response[object] | None = None
    cells: dict[str, tuple[Table, Cell]] = {}
    for row in rows:
        response = row.response
        if response is not last:
            last, cells, place = response, {}, _place(response, reporting)
        at = cells.get(row.measure)
        if at is None:
            if row.measure not in measures:
                raise BadInput("estimate", f"a row of '{row.measure}'", f"one of {', '.join(measures)}")
            name = Name(response.system, response.context, response.variant, row.measure)
            at = cells[row.measure] = _cell(tables, name, place, measures, beside[row.measure])
        table, cell = at
        is_new = response is not table.last
        table.note_tags(response)
        share = row.item.share
        cell.n_failed += share * row.failed
        cell.n_contradicted += row.contradicted
        cell.n_unread += response.n_unread if is_new else 0
        if row.value is None:
            cell.n_unjudged += share * row.unjudged
            continue
        weight = share * row.weight
        cell.total += row.value * weight
        cell.weight += weight
        if row.extremes is not None:
            cell.n_partly += share
            cell.below += (row.extremes[0] - row.value) * weight
            cell.above += (row.extremes[1] - row.value) * weight
    return tables


def _place(response: Response[object], reporting: Reporting) -> Place:
    """The place of a response's rows."""
    item = response.item
    part: Tag = ""
    if reporting.average == BY_DATASET:
        part = item.dataset
    elif reporting.average != POOLED:
        part = response.all_tags.get(reporting.average, "")
    return Place(item.dataset, item.group, part)


def _cell(
    tables: dict[Name, Table],
    name: Name,
    place: Place,
    measures: Mapping[str, AnyMeasure],
    companions: Sequence[str],
) -> tuple[Table, Cell]:
    """The table of a name and its cell in a place; where they are new, those of companions are made too."""
    table = tables.get(name)
    if table is None:
        table = tables[name] = Table(measures[name.measure])
    if place not in table.cells:
        table.cell(place)
        for companion in companions:
            # Its rows are of the same responses, and so share the same tags.
            new = Table(measures[companion], tags=table.tags)
            tables.setdefault(name._replace(measure=companion), new).cell(place)
    return table, table.cells[place]
