"""Experiments on score rows: position bias and length curves.

`experiments` finds what the rows allow; `experiment_rows` are the rows of `experiments.json`.
"""

from hayrick.experiments.repeats import repeat_rows
from hayrick.experiments.series import Length, Position, experiment_rows, lengths, positions
from hayrick.stats.largest import KEEP, Effective, Largest, effective_length, largest_difference

__all__ = [
    "KEEP",
    "Effective",
    "Largest",
    "Length",
    "Position",
    "effective_length",
    "experiment_rows",
    "largest_difference",
    "lengths",
    "positions",
    "repeat_rows",
]
