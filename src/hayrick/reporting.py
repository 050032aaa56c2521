"""What estimates, tables and reports need to know of a task: measures, how numbers are averaged, what is right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

from hayrick.protocols import POOLED, AnyMeasure, Columns, Resample, Task
from hayrick.types import Item

MOST_TEXTS = 1000
"""Texts of a gold that are read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reporting:
    """The properties of a task that estimates need.

    Args:
        measures: measures of the task; rows of other measures are rejected.
        resample: what intervals are computed over.
        average: `POOLED`, `BY_DATASET`, or the name of a tag whose values' means are averaged.
        columns: names of columns in its rows, and the suffix of estimates that average per-item means.
    """

    measures: Sequence[AnyMeasure]
    resample: Resample = field(default_factory=Resample)
    average: str = POOLED
    columns: Columns = field(default_factory=Columns)

    @property
    def per_item(self) -> str:
        """Suffix of estimates that average per-item means; "" for none."""
        return self.columns.per_item

    @property
    def noun(self) -> str:
        """The task's word for datasets, in the plural."""
        return f"{self.columns.dataset}s"

    def measure(self, name: str) -> AnyMeasure:
        """The measure with this name, given with or without the per-item suffix."""
        plain = self.plain(name)
        return next(one for one in self.measures if one.name == plain)

    def has(self, name: str) -> bool:
        """Whether there is a measure with this name, given with or without the per-item suffix."""
        return any(self.plain(name) == one.name for one in self.measures)

    @property
    def compared(self) -> list[str]:
        """Names of the measures that experiments show: main ones with bounds, such as fractions and ratings."""
        return [one.name for one in self.measures if one.main and one.is_bounded]

    @property
    def main(self) -> str:
        """Name of the last main measure."""
        return [one.name for one in self.measures if one.main][-1]

    @property
    def tested(self) -> str:
        """Name of the measure that experiments test: the last fraction that they show; "" where there is none."""
        return next((name for name in reversed(self.compared) if self.measure(name).is_fraction), "")

    def limit(self, name: str) -> str:
        """Name of the mean that the mean with this name never exceeds (`Measure.at_most`), with its suffix; or ""."""
        plain = self.plain(name)
        limit = self.measure(name).at_most
        return f"{limit}{name[len(plain) :]}" if limit else ""

    def plain(self, name: str) -> str:
        """The measure's name without the per-item suffix."""
        return name.removesuffix(f"@{self.per_item}") if self.per_item else name


def reporting_of(task: Task[Any, Any]) -> Reporting:
    """The properties of a task that estimates need."""
    return Reporting(measures=task.measures, resample=task.resample, average=task.average, columns=task.columns)


def answers_of(task: Task[Any, Any], item: Item[Any]) -> tuple[str, ...]:
    """Right answers as texts: what the task says they are, else every text in its gold, in order, each once."""
    found = task.right(item) if task.right is not None else _texts_in(item.gold)
    return tuple(dict.fromkeys(one for one in found if one.strip()))[:MOST_TEXTS]


def _texts_in(gold: object) -> Iterator[str]:
    """Texts and numbers in a value: in sequences and sets, in the values of mappings, and in the fields of objects."""
    if isinstance(gold, str):
        yield gold
    elif isinstance(gold, int | float) and not isinstance(gold, bool):
        yield f"{gold:g}"
    elif isinstance(gold, Mapping):
        for value in gold.values():
            yield from _texts_in(value)
    elif isinstance(gold, Set):
        yield from sorted(text for value in gold for text in _texts_in(value))
    elif isinstance(gold, list | tuple):
        for value in gold:
            yield from _texts_in(value)
    elif is_dataclass(gold):
        for one in fields(gold):
            yield from _texts_in(getattr(gold, one.name))


def by_dataset(items: Iterable[Item[Any]]) -> dict[str, list[Item[Any]]]:
    """Items of each dataset, in order."""
    found: dict[str, list[Item[Any]]] = {}
    for item in items:
        found.setdefault(item.dataset, []).append(item)
    return found
