"""What the files of a finished run lack, for the readers of its report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from hayrick.harness.finished import TaskTables
from hayrick.harness.results import LINES


def lines_lacking(folder: Path, manifest: Mapping[str, object]) -> Iterator[str]:
    """A sentence on each file that has another number of lines than the run wrote, by its manifest."""
    written = manifest.get(LINES)
    for name, wanted in written.items() if isinstance(written, Mapping) else ():
        path = folder / Path(str(name)).name
        found = _lines(path)
        if isinstance(wanted, int) and found != wanted:
            yield (
                f"{path.name} has {found:,} lines, and the run wrote {wanted:,}: it was changed since, and single "
                "answers may be shown otherwise than they were scored."
            )


def _lines(path: Path) -> int:
    """Lines of a file that are not blank; 0 if it is gone."""
    if not path.is_file():
        return 0
    with path.open("rb") as stream:
        return sum(1 for line in stream if line.strip())


def values_lacking(shown: TaskTables) -> Iterator[str]:
    """A sentence on a task none of whose main measures has a value."""
    main = {
        one.name for one in shown.reporting.measures if one.main or not any(m.main for m in shown.reporting.measures)
    }
    mine = [one for key, one, _ in shown.estimates if key.measure in main]
    if mine and all(one.value is None for one in mine):
        unjudged = max(one.n_unjudged for one in mine)
        judge = f" In one row {unjudged:,} units have no verdict of the judge." if unjudged else ""
        yield f"{shown.name}: no main measure has a value in any row.{judge}"
