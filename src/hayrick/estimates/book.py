"""Adds up score rows by cell, in order of first appearance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, islice
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hayrick.estimates.tallies import Name, Place, Sums, Table, Tally, place_of
from hayrick.reporting import Reporting
from hayrick.stats import Bools, Floats, Ints
from hayrick.types import BadInput, Response, Score, Tag, Tags

TOGETHER = 10_000
"""Rows that are read together, so that memory is bounded."""

_SINGLE = slice(Sums._fields.index("squares"), Sums._fields.index("n_rows") + 1)


def _merge(units: dict[str | None, tuple[float, float]], row: Score) -> tuple[float, float, float, float]:
    """Add a row to its unit's sums; how the sums of squares, of products, of squared weights and of units change."""
    if row.value is None:
        return 0.0, 0.0, 0.0, 0.0
    old = units.get(row.unit, (0.0, 0.0))
    weight = row.item.share * row.weight
    new = units[row.unit] = old[0] + weight * row.value, old[1] + weight
    squares, products = new[0] ** 2 - old[0] ** 2, new[0] * new[1] - old[0] * old[1]
    return squares, products, new[1] ** 2 - old[1] ** 2, float(old[1] == 0 < new[1])


def tally_of(rows: Iterable[Score], reporting: Reporting) -> Tally:
    """Sum rows by name and place, in order of first appearance; rows of one response should be adjacent.

    Raises:
        BadInput: a row is of a measure that the task has not.
    """
    book, left = _Book(reporting), iter(rows)
    while some := list(islice(left, TOGETHER)):
        book.add(some)
    return book.tally()


class _Book:
    """Numbers places and cells in order of first appearance, makes tables, and adds up rows by cell."""

    def __init__(self, reporting: Reporting) -> None:
        self.reporting = reporting
        self.measures = {measure.name: measure for measure in reporting.measures}
        self.bounds = {name: one.bounds if one.is_bounded else (0.0, 0.0) for name, one in self.measures.items()}
        self.tables: dict[tuple[str, str, str], dict[str, Table]] = {}
        """(system, context, variant) -> measure -> table."""

        self.ordered: list[Table] = []
        self.places: dict[Place, int] = {}
        self.first: dict[tuple[str, ...], Tags] = {}
        """(system, context, variant, item) -> tags of the first response."""

        self.read: list[tuple[Sequence[Score], Sequence[int], Sequence[int], Sequence[bool]]] = []
        """Rows so far, where those of each response and measure start, their cells, and whether the response is the
        first to its item; empty once one was not."""

        self.firsts: dict[tuple[int, tuple[str, str, str]], list[Sequence[Score]]] | None = None
        """(cell, item) -> rows of the first response; None while no item has several."""

        self.units: dict[tuple[int, tuple[str, str, str]], dict[str | None, tuple[float, float]]] = {}
        """The same of items with several -> unit -> sums of weight x value, and of weight, of all."""

        self.n_cells = 0
        self.sums = Sums(*(np.zeros(0) for _ in Sums._fields))
        """By number of cell; there is room for cells to come."""

    def add(self, rows: Sequence[Score]) -> None:
        """Add rows to their cells, in order."""
        response, measure = None, None
        starts: list[int] = []
        cells: list[int] = []
        shares: list[float] = []
        firsts: list[bool] = []
        unread: list[int] = []
        for number, row in enumerate(rows):
            if row.response is response and row.measure == measure:
                continue
            if row.response is not response:
                response = row.response
                self._open(response)
            measure = row.measure
            cell, is_new = self._enter(measure)
            starts.append(number)
            cells.append(cell)
            shares.append(response.item.share)
            firsts.append(self.is_first)
            unread.append(response.n_unread if is_new else 0)
        if self.n_cells > len(self.sums.total):
            room = np.zeros(self.n_cells)
            self.sums = Sums(*(np.concatenate([one, room]) for one in self.sums))
        lengths = np.diff([*starts, len(rows)])
        np.add.at(self.sums.n_unread, cells, unread)
        self._add_up(rows, *(np.repeat(one, lengths) for one in (cells, shares, firsts)))
        self.read.append((rows, starts, cells, firsts))
        if self.firsts is not None or not all(firsts):
            self._merge_repeats()

    def _merge_repeats(self) -> None:
        """Count rows of further responses to an item with those of the same units before."""
        have = self.firsts = {} if self.firsts is None else self.firsts
        for rows, starts, cells, firsts in self.read:
            for start, end, cell, is_first in zip(starts, [*starts[1:], len(rows)], cells, firsts, strict=True):
                key = cell, rows[start].item.key
                if is_first:
                    have.setdefault(key, []).append(rows[start:end])
                else:
                    self._repeat(key, rows[start:end], have.get(key, ()))
        self.read = []

    def _repeat(
        self, key: tuple[int, tuple[str, str, str]], rows: Sequence[Score], first: Sequence[Sequence[Score]]
    ) -> None:
        have = self.units.get(key)
        if have is None:
            have = self.units[key] = {}
            for row in chain.from_iterable(first):
                _merge(have, row)
        for row in rows:
            change = _merge(have, row)
            for sums, by in zip(self.sums[_SINGLE], change, strict=True):
                sums[key[0]] += by

    def _add_up(self, rows: Sequence[Score], cell: Ints, share: Floats, first: Bools) -> None:
        """Add rows to the sums, given the number of each row's cell, its item's share, and if it is of its first."""

        def column(name: str, kind: type) -> NDArray[Any]:
            return np.fromiter(map(attrgetter(name), rows), kind, len(rows))

        def add(sums: Floats, which: Ints, values: Floats) -> None:
            np.add.at(sums, cell[which], values)

        sums, given = self.sums, [row.value for row in rows]
        has_value = np.array([value is not None for value in given])
        failed, contradicted = (np.flatnonzero(column(name, bool)) for name in ("failed", "contradicted"))
        unjudged, known = np.flatnonzero(column("unjudged", bool) & ~has_value), np.flatnonzero(has_value)
        value, weight = np.where(has_value, np.array(given, float), 0.0), share * column("weight", float)
        heavy = value[known] * weight[known]
        add(sums.total, known, heavy)
        add(sums.weight, known, weight[known])
        single, once = known[first[known]], first[known]
        add(sums.squares, single, heavy[once] ** 2)
        add(sums.products, single, heavy[once] * weight[single])
        add(sums.squared_weights, single, weight[single] ** 2)
        add(sums.n_rows, single, (weight[single] > 0).astype(float))
        add(sums.first_weight, known, (weight * first)[known])
        add(sums.n_failed, failed, share[failed])
        add(sums.n_unjudged, unjudged, share[unjudged])
        add(sums.unjudged_weight, unjudged, weight[unjudged])
        add(sums.n_contradicted, contradicted, np.ones(len(contradicted)))
        partly = np.array([i for i in known.tolist() if rows[i].extremes is not None], int)
        add(sums.n_partly, partly, share[partly])
        open_ = np.concatenate([partly, unjudged])
        if open_.size:
            ends = np.array([rows[i].ends(self.bounds[rows[i].measure]) for i in open_.tolist()])
            gaps = (ends - value[open_, None]) * weight[open_, None]
            add(sums.below, open_, gaps[:, 0])
            add(sums.above, open_, gaps[:, 1])

    def _open(self, response: Response[object]) -> None:
        """Turn to the tables and the place of a response."""
        self.response, self.tags = response, response.all_tags
        self.place = self.places.setdefault(place_of(response, self.reporting), len(self.places))
        name = response.system, response.context, response.variant
        self.is_first = self.first.setdefault((*name, *response.item.key), response.tags) == response.tags
        self.own = self.tables.setdefault(name, {})

    def _enter(self, measure: str) -> tuple[int, bool]:
        """The cell of rows of the open response, and whether it is another than that of the last rows of its table."""
        table = self.own.get(measure) or self._table(measure)
        cell = table.cells.get(self.place)
        if cell is None:
            cell = self._cell(table)
            for companion in table.measure.companions:
                if companion in self.measures:
                    # Its rows are of the same responses, and so share the same tags.
                    self._cell(self.own.get(companion) or self._table(companion, table.tags))
        is_new = table.last is not self.response
        if is_new:
            table.last = self.response
            table.note_tags(self.response.item.dataset, self.tags)
        return cell, is_new

    def _table(self, measure: str, tags: dict[str, dict[str, Tag]] | None = None) -> Table:
        if measure not in self.measures:
            raise BadInput("estimate", f"a row of '{measure}'", f"one of {', '.join(self.measures)}")
        name = Name(self.response.system, self.response.context, self.response.variant, measure)
        found = Table(name=name, measure=self.measures[measure], tags={} if tags is None else tags)
        self.own[measure] = found
        self.ordered.append(found)
        return found

    def _cell(self, table: Table) -> int:
        """Number of a table's cell in the place, which is made if it is new."""
        found = table.cells.setdefault(self.place, self.n_cells)
        self.n_cells += found == self.n_cells
        return found

    def tally(self) -> Tally:
        """Add up the rows so far: all tables with their cells."""
        lengths = [len(table.cells) for table in self.ordered]
        cell = np.array([*chain.from_iterable(table.cells.values() for table in self.ordered)], np.int64)
        place = np.array([*chain.from_iterable(table.cells for table in self.ordered)], np.int64)
        places, order = list(self.places), list(dict.fromkeys(place.tolist()))
        return Tally(
            tables=self.ordered,
            places=[places[number] for number in order],
            table=np.repeat(np.arange(len(lengths)), lengths),
            place=np.argsort(order)[place],
            sums=Sums(*(one[cell] for one in self.sums)),
        )
