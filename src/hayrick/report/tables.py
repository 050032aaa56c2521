"""A table as text for a terminal or a file, and how its cells are written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, TypeVar

from hayrick.types import Estimate

T = TypeVar("T")

ABSENT = "-"

NO_SPREAD = "[no spread]"
"""In the place of an interval of width 0: all groups have one value, which says nothing of how new ones would vary."""

LEAST_P = 5e-5
"""A p-value that four decimals would show as 0."""


class Table(NamedTuple):
    """A title, column headings, rows of cells, and which columns are right-aligned, and which are shown by default.

    The columns before the first right-aligned one are names, which are always shown.
    """

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    numbers: Sequence[int]
    """Numbers of the right-aligned columns."""

    main: Sequence[int] = ()
    """Numbers of the columns that are shown unless others are asked for, about five beside names; empty: all."""

    def with_main(self, *heads: str) -> Table:
        """The table with these headings, as far as it has them, as its main columns."""
        return self._replace(main=[number for number, head in enumerate(self.heads) if head in heads])


class _WithBounds(Protocol):
    """A value with the bounds of its interval, each None where it is not defined."""

    @property
    def value(self) -> float | None: ...
    @property
    def low(self) -> float | None: ...
    @property
    def high(self) -> float | None: ...


def percent(value: float | None) -> str:
    """Format a fraction as percent with one decimal; a dash for None."""
    return ABSENT if value is None else f"{100 * value:.1f}"


def own_unit(value: float | None) -> str:
    """Format a value that is no fraction with one decimal; a dash for None."""
    return ABSENT if value is None else f"{value:.1f}"


def ranged(value: T | None, low: T | None, high: T | None, show: Callable[[T], str]) -> str:
    """Format a value as `value [low, high]`; without both bounds as value alone; a dash for None."""
    if value is None:
        return ABSENT
    return show(value) + ("" if low is None or high is None else f" [{show(low)}, {show(high)}]")


def percents(found: _WithBounds | None) -> str:
    """Format a fraction as `percent [low, high]`; without bounds as percent alone; a dash for None."""
    return ABSENT if found is None else ranged(found.value, found.low, found.high, percent)


def interval(estimate: Estimate | None, *, fraction: bool = True) -> str:
    """Format an estimate as `value [low, high]`, fractions in percent; an interval without width as `NO_SPREAD`."""
    if estimate is None or estimate.value is None:
        return ABSENT
    show = percent if fraction else own_unit
    if estimate.low is not None and estimate.low == estimate.high:
        return f"{show(estimate.value)} {NO_SPREAD}"
    return ranged(estimate.value, estimate.low, estimate.high, show)


def with_interval(found: _WithBounds | None) -> str:
    """Format a figure with three decimals as `value [low, high]`; without bounds as value alone; a dash for None."""
    return ABSENT if found is None else ranged(found.value, found.low, found.high, "{:.3f}".format)


def p_cell(p: object) -> str:
    """Format a p-value with four decimals; a dash for None."""
    if not isinstance(p, int | float):
        return ABSENT
    return "<0.0001" if p < LEAST_P else f"{p:.4f}"


def dollars(value: float | None) -> str:
    """Format an amount in US dollars, small ones with four decimals; "no price" for None."""
    return "no price" if value is None else f"{value:,.4f}" if value < 1 else f"{value:,.2f}"
