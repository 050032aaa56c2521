"""How far a correlation can go where some values are only known to lie between two ends."""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import ArrayLike

from hayrick.stats.clusters import Floats
from hayrick.stats.correlations import constant, pearson

_MOST_TRIED = 12
"""Number of different ranges up to which all combinations of their ends are tried."""

_LEAST_GAIN, _CONSTANT = 1e-9, 1e-12
"""Gain of correlation with which the search ends; spread of values between 0 and 1 below which they are constant."""


def greatest_pearson(low: ArrayLike, high: ArrayLike, y: ArrayLike) -> float | None:
    """Greatest Pearson's correlation with `y` of any x with low <= x <= high; None where it is never defined.

    Above 0 the correlation has one peak, which is found by moving one value after another to where it is best. Where it
    is below 0 whatever x is, it is greatest with every x at one of its ends: where all ranges are the same, at the high
    end for the greatest y; else all combinations are tried for up to `_MOST_TRIED` ranges, and for more of them what is
    found may be too low.

    Args:
        low: [N] least possible values.
        high: [N] greatest possible values; equal to `low` where the value is known.
        y: [N] the other variable.
    """
    a, b, other = (np.asarray(one, float) for one in (low, high, y))
    if len(other) < 2 or constant(other) or constant(np.concatenate([a, b])):
        return None
    shift, width = a.min(), b.max() - a.min()
    a, b, other = (a - shift) / width, (b - shift) / width, (other - other.mean()) / np.ptp(other)
    return pearson(_search(a, b, other / sqrt(float(other @ other))), other)


def _search(low: Floats, high: Floats, y: Floats) -> Floats:
    """The x with the greatest correlation; `y` has mean 0 and length 1."""
    free = np.flatnonzero(high > low)
    n = len(free)
    alike = n == 0 or (constant(low[free]) and constant(high[free]))
    if n <= _MOST_TRIED and not alike:
        raised = np.arange(2**n)[:, None] >> np.arange(n) & 1 > 0
    else:
        raised = np.argsort(np.argsort(-y[free])) < np.arange(n + 1)[:, None]
    starts = np.repeat(low[None], len(raised), 0)
    starts[:, free] = np.where(raised, high[free], low[free])
    spread = starts.std(-1) * sqrt(len(y))
    x: Floats = starts[np.argmax(np.where(spread > _CONSTANT, starts @ y / np.maximum(spread, _CONSTANT), -2.0))]
    value = -2.0
    while True:
        found = value
        for i in free.tolist():
            x[i], found = _best(x, y, i, (low[i], high[i]))
        if found - value <= _LEAST_GAIN:
            return x
        value = found


def _best(x: Floats, y: Floats, i: int, ends: tuple[float, float]) -> tuple[float, float]:
    """The value of x[i] with the greatest correlation, and that correlation; the other values are kept."""
    n, others = len(x), np.delete(x, i)
    top, middle = float(np.delete(y, i) @ others), float(others.mean())
    spread, slope, of_y = float(((others - middle) ** 2).sum()), (n - 1) / n, float(y[i])
    # With t = x[i] - middle, the correlation is (top + of_y (middle + t)) / sqrt(spread + slope t^2): one turn.
    top += of_y * middle
    turn = [of_y * spread / (top * slope)] if top > 0 else []
    tried = [end - middle for end in ends]
    tried += [t for t in turn if tried[0] < t < tried[1]]
    square = [spread + slope * t * t for t in tried]
    values = [(top + of_y * t) / sqrt(s) if s > _CONSTANT**2 else -2.0 for t, s in zip(tried, square, strict=True)]
    best = int(np.argmax(values))
    return middle + tried[best], values[best]
