"""The information coverage of datasets, as `hayrick coverage` has measured it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from hayrick.records.fields import number, optional_string, read_table, string

FILE = "coverage.json"

Coverage = Mapping[tuple[str, str | None], float | None]
"""(task, dataset) -> share of the context that a question needs, in [0, 1]; the dataset None is the mean of all."""


def read_coverage(folders: Sequence[Path]) -> Coverage:
    """Read what directories of `hayrick coverage` have measured; where several have a dataset, the last one counts.

    Raises:
        BadInput: a file is damaged.
    """
    found: dict[tuple[str, str | None], float | None] = {}
    for path in (folder / FILE for folder in folders):
        for row in read_table(path):
            dataset = string(row, "task", str(path)), optional_string(row, "dataset", str(path))
            found[dataset] = number(row, "information_coverage", str(path))
    return found
