"""Sums of score rows, and what they would be if all that was not judged were the worst, and the best."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields

from hayrick.types import Score


@dataclass(slots=True)
class Total:
    """Sums over rows of one measure."""

    total: float = 0.0
    """Of weight x value, of the rows that have one."""

    weight: float = 0.0
    """Of these rows: share of the question x weight of the row."""

    unjudged_weight: float = 0.0
    """Of the rows that have no value for want of a verdict."""

    n_unjudged: float = 0.0
    """Shares of questions of these rows, and of rows with a value of which some judgements are missing."""

    below: float = 0.0
    above: float = 0.0
    """What the total would gain if all that is missing were the worst, and the best."""

    def add(self, row: Score, bounds: tuple[float, float], share: float) -> None:
        """Add a row.

        Args:
            row: of the measure.
            bounds: least and greatest value of the measure.
            share: of a question for which the row counts.
        """
        weight = share * row.weight
        if row.value is not None:
            self.total += row.value * weight
            self.weight += weight
        ends = row.ends(bounds)
        if ends is None:
            return
        self.n_unjudged += share
        self.unjudged_weight += weight if row.value is None else 0.0
        self.below += (ends[0] - (row.value or 0.0)) * weight
        self.above += (ends[1] - (row.value or 0.0)) * weight

    @property
    def ends(self) -> tuple[float, float] | None:
        """The mean if all that is missing were the worst, and the best; None where nothing has weight."""
        weight = self.weight + self.unjudged_weight
        return ((self.total + self.below) / weight, (self.total + self.above) / weight) if weight > 0 else None

    @classmethod
    def of(cls, several: Iterable[Total]) -> Total:
        """Sums over the rows of all of these."""
        given = list(several)
        return cls(*(sum(getattr(one, each.name) for one in given) for each in fields(cls)))
