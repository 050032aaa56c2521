"""Figures that several scripts print: areas under the curve, and intervals of 95 % by bootstrap."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from hayrick.stats import Interval

Floats = npt.NDArray[np.float64]
DRAWS = 1000


def auc(above: Sequence[float] | Floats, below: Sequence[float] | Floats) -> float:
    """Chance that a value of the first is greater than one of the second, ties half; NaN where either is empty."""
    if not len(above) or not len(below):
        return float("nan")
    ordered = np.sort(below)
    less = np.searchsorted(ordered, above, "left") + np.searchsorted(ordered, above, "right")
    return float(less.sum() / 2 / (len(above) * len(ordered)))


def auc_of(values: Floats, holds: npt.NDArray[np.bool_]) -> float:
    """The area of the values for which something holds against all others."""
    return auc(values[holds], values[~holds])


def percent(found: Interval) -> str:
    """Value and interval of a share."""
    if found.value is None or found.low is None or found.high is None:
        return "–"
    return f"{100 * found.value:.1f} [{100 * found.low:.1f}, {100 * found.high:.1f}]"


def mean_of(groups: Sequence[Sequence[float] | Floats], draws: int = 2000, seed: int = 0) -> tuple[float, float, float]:
    """The mean of all values and its interval; groups are drawn with replacement."""
    sums, sizes = np.array([sum(g) for g in groups]), np.array([len(g) for g in groups])
    chosen = np.random.default_rng(seed).integers(len(groups), size=(draws, len(groups)))
    low, high = np.quantile(sums[chosen].sum(axis=1) / sizes[chosen].sum(axis=1), [0.025, 0.975])
    return float(sums.sum() / sizes.sum()), float(low), float(high)


def draws_of(groups: npt.NDArray[np.str_]) -> list[npt.NDArray[np.int64]]:
    """Positions of the members of as many groups as there are, drawn with replacement, for a bootstrap of groups."""
    names = np.unique(groups)
    of = {name: np.flatnonzero(groups == name) for name in names}
    rng = np.random.default_rng(1)
    return [np.concatenate([of[n] for n in rng.choice(names, len(names))]) for _ in range(DRAWS)]


def between(draws: Iterable[float]) -> str:
    """The middle 95 % of what was drawn."""
    low, high = np.nanquantile(np.array(list(draws)), [0.025, 0.975])
    return f"[{low:.3f}, {high:.3f}]"
