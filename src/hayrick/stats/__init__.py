"""Statistics of scores: ratios over clusters with intervals, paired differences, and largest differences."""

from hayrick.stats.correlations import kendall_tau, pearson
from hayrick.stats.intervals import (
    Design,
    Floats,
    Interval,
    bounds_of_unjudged,
    design,
    mean_of_ratios,
    method,
    ratio_intervals,
    score_intervals,
    t_quantile,
)

__all__ = [
    "Design",
    "Floats",
    "Interval",
    "bounds_of_unjudged",
    "design",
    "kendall_tau",
    "mean_of_ratios",
    "method",
    "pearson",
    "ratio_intervals",
    "score_intervals",
    "t_quantile",
]
