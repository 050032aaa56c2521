"""Writes figures of finished runs: scores by information coverage, by length, and by place in the context."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hayrick.charts.drawing import as_file
from hayrick.harness.naming.names import specs_of
from hayrick.records.columns import columns_of, plain
from hayrick.records.coverage import FILE as COVERAGE
from hayrick.records.coverage import read_coverage
from hayrick.records.fields import ROWS, read_table, table
from hayrick.records.manifest import read_manifest
from hayrick.records.outputs import files_of, require_made, require_no_input
from hayrick.records.read_rows import read_scores
from hayrick.records.reported import columns_in, recorded
from hayrick.records.write_files import write_json, write_text
from hayrick.report.figures import (
    Row,
    drawn,
    rows_of_estimates,
    rows_of_levels,
    rows_of_places,
    with_contexts,
)
from hayrick.types import BadInput

FILE = "figures.json"


def figures(runs: Sequence[Path], out: Path) -> list[str]:
    """Write `figures.json` and an SVG file for each figure that the runs have data for.

    Args:
        runs: directories of `hayrick run`, and of `hayrick coverage` for the coverage of their tasks.
        out: folder for the files.

    Returns:
        Names of the files written.

    Raises:
        BadInput: a folder is no finished run, or nothing can be drawn.
    """
    manifests = {folder: read_manifest(folder) for folder in runs}
    coverage = read_coverage([folder for folder in runs if (folder / COVERAGE).is_file()])
    rows: list[Row] = []
    for folder, manifest in manifests.items():
        if manifest.get("command") == "run":
            tasks = {task: recorded(task, manifest) for task in specs_of(manifest)}
            columns = columns_in(manifest)
            estimates = [plain(row, columns_of(row, columns)) for row in read_table(folder / "estimates.json")]
            rows += rows_of_estimates(estimates, tasks, coverage)
            rows += rows_of_places(read_scores(folder / "scores.jsonl", manifest), tasks)
    rows += rows_of_levels(rows)
    charts = {f"{name}.svg": text for name, text in drawn(with_contexts(rows))}
    if not charts:
        found = "no coverage of a task that was run, no lengths and no sections"
        raise BadInput(str(runs[0]), found, "a run, and a directory of 'hayrick coverage' or tasks of several lengths")
    require_no_input([out / FILE], [place for folder, one in manifests.items() for place in files_of(folder, one)])
    require_made(out / FILE, ROWS, "figures")
    write_json(out / FILE, table(rows))
    for name, text in charts.items():
        write_text(out / name, as_file(text))
    return [FILE, *charts]
