"""Experiments on score rows: position bias, length curves, and variation between repeats.

`positions`, `lengths` and `task_lengths` find the experiments that the rows allow; `experiment_rows` and `repeat_rows`
make the rows of `experiments.json`.
"""

from hayrick.experiments.repeats import repeat_rows
from hayrick.experiments.results import Length, Position, experiment_rows, lengths, positions, task_lengths
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
    "task_lengths",
]
