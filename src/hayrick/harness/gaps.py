"""What the files of a finished run lack, for the readers of its report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from hayrick.harness.finished import TaskTables
from hayrick.harness.journal_file import FILE as CALLS
from hayrick.records.costs import COSTS
from hayrick.records.outputs import WRITTEN
from hayrick.records.read_files import fingerprint_bytes


def files_changed(folder: Path, manifest: Mapping[str, object]) -> Iterator[str]:
    """A sentence on each file that is not as the run wrote it, by its manifest, and on costs that nothing tells."""
    known = manifest.get(WRITTEN)
    written = known if isinstance(known, Mapping) else {}
    for name, entry in written.items():
        path = folder / Path(str(name)).name
        if isinstance(entry, Mapping) and (path.name != COSTS or path.is_file()):
            yield from _changed(path, entry)
    if not (folder / COSTS).is_file() and (COSTS in written or _lines(folder / CALLS)):
        yield (
            f"{COSTS} is gone, and models were asked: what answers and judging cost is not shown. Give the run's "
            "command again."
        )


def _changed(path: Path, entry: Mapping[str, object]) -> Iterator[str]:
    """A sentence on a file with other lines or another content than its entry says."""
    wanted, may = entry.get("lines"), "figures and single answers may be shown otherwise than they were scored."
    found = _lines(path)
    if isinstance(wanted, int) and found != wanted:
        yield f"{path.name} has {found:,} lines, and the run wrote {wanted:,}: it was changed since, and {may}"
    elif not path.is_file():
        yield f"{path.name} is gone since the run wrote it: {may}"
    elif fingerprint_bytes(path.read_bytes()) != entry.get("fingerprint"):
        yield f"{path.name} has another content than the run wrote: it was changed since, and {may}"


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
