"""Statistics of scores: ratios over clusters with intervals, paired differences, and largest differences."""

from hayrick.stats.correlations import kendall_tau, pearson, ranks, spearman
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
from hayrick.stats.leaving_out import jackknifed

__all__ = [
    "Design",
    "Floats",
    "Interval",
    "bounds_of_unjudged",
    "design",
    "jackknifed",
    "kendall_tau",
    "mean_of_ratios",
    "method",
    "pearson",
    "ranks",
    "ratio_intervals",
    "score_intervals",
    "spearman",
    "t_quantile",
]
