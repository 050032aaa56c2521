"""The systems that are compared, and their score rows by question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from hayrick.averages.totals import Total
from hayrick.estimates.tallies import Place, place_of
from hayrick.experiments.repeats import REPEAT
from hayrick.reporting import Reporting
from hayrick.types import OWN, Response, Score, Tag


class Slot(NamedTuple):
    """One item under the conditions that a system varied for it; repeats of an item share a slot."""

    item: tuple[str, str, str]
    tags: tuple[Tag | None, ...]


@dataclass(slots=True)
class Cell:
    """One system's rows of one measure in one slot."""

    sums: Total = field(default_factory=Total)
    failed: float = 0.0
    """Shares of questions."""

    units: set[str | None] = field(default_factory=set)
    """Units without a verdict."""

    rows: list[Score] = field(default_factory=list)
    values: dict[str | None, tuple[float, float]] = field(default_factory=dict)
    """Unit -> sums of weight x value, and of weight, of its rows that have a value: of repeats, several."""

    def add(self, row: Score, bounds: tuple[float, float]) -> None:
        """Add a row of a measure with these bounds."""
        self.sums.add(row, bounds, row.item.share)
        self.rows.append(row)
        if row.value is not None:
            weight = row.item.share * row.weight
            top, bottom = self.values.get(row.unit, (0.0, 0.0))
            self.values[row.unit] = top + weight * row.value, bottom + weight
        self.failed += row.item.share * row.failed
        if row.unjudged and row.value is None:
            self.units.add(row.unit)

    def without(self, units: set[str | None]) -> tuple[float, float]:
        """Sums of weight x value and of weight of all rows but those of the given units."""
        if not units:
            return self.sums.total, self.sums.weight
        kept = [row for row in self.rows if row.value is not None and row.unit not in units]
        weights = [row.item.share * row.weight for row in kept]
        return sum(w * (row.value or 0.0) for w, row in zip(weights, kept, strict=True)), sum(weights)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Side:
    """One system with a context, of one run; of several variants of its responses, one.

    Args:
        name: what tables and rows call it; differs from that of all other sides.
        run: name of its run.
        asked: slots that it has any row of, and the place of each.
        cells: measure -> slot -> sums.
        scores: measure -> its rows.
    """

    name: str
    system: str
    context: str
    variant: str
    run: str
    asked: Mapping[Slot, Place]
    cells: Mapping[str, Mapping[Slot, Cell]]
    scores: Mapping[str, Sequence[Score]]


class _Name(NamedTuple):
    run: str
    system: str
    context: str


def sides_of(runs: Mapping[str, Iterable[Score]], reporting: Reporting) -> list[Side]:
    """Make the sides of one task, in order of appearance; each variant of a system's responses is one.

    A side's name is `SYSTEM+CONTEXT`, with the variant where it is not the response as given, and with the run where
    several runs have the system.

    Args:
        runs: name of a run -> scores of the task.
        reporting: properties of the task that estimates need.
    """
    rows: dict[_Name, list[Score]] = {}
    for run, scores in runs.items():
        for row in scores:
            rows.setdefault(_Name(run, row.response.system, row.response.context), []).append(row)
    varied = _varied_tags(rows.values())
    several = {name[1:] for name in rows if sum(other[1:] == name[1:] for other in rows) > 1}
    bounds = {one.name: one.bounds for one in reporting.measures}
    found = []
    for name, given in rows.items():
        slots: dict[int, Slot] = {}
        asked: dict[Slot, Place] = {}
        for row in given:
            if id(row.response) not in slots:
                slot = slots[id(row.response)] = _slot(row.response, varied)
                asked.setdefault(slot, place_of(row.response, reporting))
        for variant in dict.fromkeys(row.response.variant for row in given):
            mine = [row for row in given if row.response.variant == variant]
            found.append(_side(name, variant, name[1:] in several, mine, slots, asked, bounds))
    return found


def _side(
    name: _Name,
    variant: str,
    with_run: bool,
    rows: Iterable[Score],
    slots: Mapping[int, Slot],
    asked: dict[Slot, Place],
    bounds: Mapping[str, tuple[float, float]],
) -> Side:
    cells: dict[str, dict[Slot, Cell]] = {}
    scores: dict[str, list[Score]] = {}
    for row in rows:
        slot = slots[id(row.response)]
        of = cells.setdefault(row.measure, {})
        if slot not in of:
            of[slot] = Cell()
        of[slot].add(row, bounds[row.measure])
        scores.setdefault(row.measure, []).append(row)
    shown = f"{name.system}+{name.context}"
    shown += f", {variant}" if variant != OWN else ""
    shown += f" ({name.run})" if with_run else ""
    return Side(
        name=shown,
        system=name.system,
        context=name.context,
        variant=variant,
        run=name.run,
        asked=asked,
        cells=cells,
        scores=scores,
    )


def _varied_tags(several: Iterable[Iterable[Score]]) -> list[str]:
    """Tags that differ between one system's responses to one item, but for repeats."""
    found: dict[str, None] = {}
    for rows in several:
        first: dict[tuple[str, str, str], Mapping[str, Tag]] = {}
        for response in {id(row.response): row.response for row in rows}.values():
            tags = response.all_tags
            other = first.setdefault(response.item.key, tags)
            found.update({name: None for name in {**other, **tags} if other.get(name) != tags.get(name)})
    return [name for name in found if name != REPEAT]


def _slot(response: Response[object], varied: Sequence[str]) -> Slot:
    tags = response.all_tags
    return Slot(response.item.key, tuple(tags.get(name) for name in varied))
