"""One interval of one ratio, for tests of intervals."""

from __future__ import annotations

from hayrick.stats import Interval, ratio_intervals


def one(
    tops: list[float],
    bottoms: list[float],
    strata: list[int] | None = None,
    bounds: tuple[float, float] | None = (0.0, 1.0),
) -> Interval:
    (interval,) = ratio_intervals([tops], [bottoms], strata or [0] * len(tops), bounds=bounds)
    return interval
