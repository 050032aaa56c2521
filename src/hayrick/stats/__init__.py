"""Statistics of scores: ratios over clusters with intervals, paired differences, and largest differences."""

from hayrick.stats.clusters import Bools, Design, Floats, Ints, design
from hayrick.stats.correlations import constant, kendall_tau, pearson, ranks, spearman
from hayrick.stats.intervals import Interval, mean_of_ratios, method, ratio_intervals, score_intervals
from hayrick.stats.leaving_out import jackknifed
from hayrick.stats.rows import mean_in_strata, mean_of_rows
from hayrick.stats.student import t_quantile

__all__ = [
    "Bools",
    "Design",
    "Floats",
    "Interval",
    "Ints",
    "constant",
    "design",
    "jackknifed",
    "kendall_tau",
    "mean_in_strata",
    "mean_of_ratios",
    "mean_of_rows",
    "method",
    "pearson",
    "ranks",
    "ratio_intervals",
    "score_intervals",
    "spearman",
    "t_quantile",
]
