"""Axes: where a value stands between the ends, and round numbers to mark."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import ceil, floor, isfinite, log2, log10
from typing import NamedTuple

_MOST_NAMED = 11
"""Doublings of an axis that each have a tick."""


class Axis(NamedTuple):
    """What values mean, the least and the greatest that are drawn, and the marks between them."""

    title: str
    least: float
    most: float
    ticks: tuple[tuple[float, str], ...]
    show: Callable[[float], str]
    """A value as text."""

    by_ratio: bool = False
    """Whether equal ratios, not equal differences, have equal lengths."""

    def share(self, value: float) -> float:
        """Place from 0 (least) to 1 (most); what lies outside stands at the end. A single place is the middle."""
        of = log2 if self.by_ratio else float
        low, high = of(self.least), of(self.most)
        inside = min(max(value, self.least), self.most)
        return (of(inside) - low) / (high - low) if high > low else 0.5


def as_percent(value: float) -> str:
    """A fraction in percent with at most one decimal."""
    return f"{100 * value:.1f}"


def _as_number(value: float) -> str:
    """A number with three significant digits, thousands apart."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def percents(title: str, values: Iterable[float] = (0.0, 1.0), *, from_zero: bool = True) -> Axis:
    """Fractions, shown in percent: from 0 to a round number above the greatest, or as near as the values lie."""
    return _linear(f"{title} (%)", values, as_percent, from_zero, 100.0)


def numbers(title: str, values: Iterable[float], *, from_zero: bool = True) -> Axis:
    """Numbers in their own unit; the axis starts at 0, or as near as the values lie."""
    return _linear(title, values, _as_number, from_zero, 1.0)


def ratios(title: str, values: Iterable[float], name: Callable[[float], str] = _as_number) -> Axis:
    """Positive numbers by their ratios: all values are marked where they are few, else powers of ten."""
    given = sorted({value for value in values if isfinite(value) and value > 0})
    if not given:
        return Axis(title, 1.0, 1.0, (), name, by_ratio=True)
    if len(given) <= _MOST_NAMED and all(after / before >= 1.3 for before, after in pairwise(given)):
        return Axis(title, given[0], given[-1], tuple((value, name(value)) for value in given), name, by_ratio=True)
    ends = floor(log10(given[0])), ceil(log10(given[-1]))
    steps = (1,) if ends[1] - ends[0] > 3 else (1, 2, 5)
    marks = [10.0**power * step for power in range(ends[0], ends[1] + 1) for step in steps]
    least = max((one for one in marks if one <= given[0]), default=marks[0])
    most = min((one for one in marks if one >= given[-1]), default=marks[-1])
    return Axis(
        title, least, most, tuple((one, name(one)) for one in marks if least <= one <= most), name, by_ratio=True
    )


def dollars(title: str, values: Sequence[float]) -> Axis:
    """At least one amount in dollars: by their ratios where all are above 0."""
    return numbers(title, values) if min(values) <= 0 else ratios(title, values, lambda usd: f"${usd:.3g}")


def named(title: str, names: Sequence[str]) -> Axis:
    """Names at 0, 1, 2 and so on, with half a step beside them."""
    last = max(0, len(names) - 1)
    show = {float(place): one for place, one in enumerate(names)}
    return Axis(title, -0.5, last + 0.5, tuple(show.items()), lambda value: show.get(value, ""))


def _linear(title: str, values: Iterable[float], show: Callable[[float], str], from_zero: bool, unit: float) -> Axis:
    given = [unit * value for value in values if isfinite(value)] or [0.0, unit]
    low, high = min(given), max(given)
    if from_zero:
        low, high = min(low, 0.0), max(high, 0.0)
    if high <= low:
        high = low + (abs(low) or unit)
    step = _round_step(high - low)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    ticks = tuple((place * step / unit, f"{place * step:,.10g}") for place in range(first, last + 1))
    return Axis(title, first * step / unit, last * step / unit, ticks, show)


def _round_step(length: float) -> float:
    """A step of 1, 2 or 5 times a power of ten that parts a length > 0 into 3 to 7."""
    power = 10.0 ** floor(log10(length / 5))
    return power * next((step for step in (1, 2, 5) if length / (step * power) <= 7), 10)
