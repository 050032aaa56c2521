"""The result of a run in Python: its table, its rows, what was missed; the content of a run directory."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

from hayrick.api.names import text_of
from hayrick.api.shown import frame_of, html_of_tables, text_of_tables
from hayrick.estimates import Estimated, Key
from hayrick.harness.names import reporting
from hayrick.harness.run import TaskResult
from hayrick.protocols import Measure
from hayrick.records.fields import read_table
from hayrick.records.files import make_folder, read_jsonl
from hayrick.records.manifest import read_manifest
from hayrick.report.missed import Missed, missed
from hayrick.report.tables import Table, systems_table
from hayrick.reporting import AnyMeasure
from hayrick.types import BadInput, Estimate, HayrickError

Row = dict[str, Any]
KINDS = ("estimates", "scores", "judgements", "responses")


@dataclass(frozen=True, eq=False)
class Result:
    """The result of a run: prints as its table.

    `save` keeps it as a run directory, which every command reads; `load` reads one.

    Args:
        folder: run directory; a temporary one where none was named, which goes with the result.
        notes: remarks for the reader, one line each.
        tasks: the run's values, where it was made in this process.
    """

    folder: Path
    notes: Sequence[str] = ()
    tasks: Sequence[TaskResult] = field(default=(), repr=False)

    @classmethod
    def load(cls, folder: str | PathLike[str]) -> Result:
        """Read a run directory.

        Raises:
            BadInput: it is none, or its run has not finished.
        """
        path = Path(text_of(folder))
        found = read_manifest(path).get("notes")
        return cls(path, tuple(map(str, found)) if isinstance(found, list) else ())

    def save(self, folder: str | PathLike[str]) -> Path:
        """Copy the run directory to a new folder, and return its path.

        Raises:
            BadInput: the folder exists and is not empty, or cannot be written.
        """
        to = Path(text_of(folder))
        if to.exists() and (not to.is_dir() or any(to.iterdir())):
            raise BadInput(str(to), "something is there", "a new or empty folder", "Choose another one.")
        make_folder(to)
        try:
            shutil.copytree(self.folder, to, dirs_exist_ok=True)
        except OSError as problem:
            raise BadInput(str(to), f"cannot be written ({problem.strerror})", "a writable folder") from None
        return to

    @cached_property
    def manifest(self) -> Mapping[str, object]:
        """Command, versions, parameters and fingerprints of the run."""
        return read_manifest(self.folder)

    def rows(self, kind: str = "estimates") -> list[Row]:
        """Rows of a kind, as the files of a run directory have them.

        Args:
            kind: `estimates` (means with intervals), `scores` (a row a unit and measure), `judgements`, `responses`.

        Raises:
            BadInput: there is no such kind.
        """
        if kind not in KINDS:
            raise BadInput("rows", f"'{kind}'", " or ".join(f"'{one}'" for one in KINDS))
        return [dict(row) for row in self._rows(kind)]

    def scores(self) -> list[Row]:
        """One row for each unit and measure."""
        return self.rows("scores")

    def judgements(self) -> list[Row]:
        """One row for each judged unit, with label, value and the judge's reason."""
        return self.rows("judgements")

    def responses(self) -> list[Row]:
        """One row for each response of a system."""
        return self.rows("responses")

    def to_frame(self, kind: str = "estimates") -> Any:
        """Rows as a pandas DataFrame, a column a field; a tag `budget_tokens` is the column `tag_budget_tokens`.

        Raises:
            BadInput: there is no such kind of rows, or pandas is not installed.
        """
        return frame_of(self.rows(kind))

    def missed(self, system: str | None = None, subtopic: str | None = None) -> list[Missed]:
        """What systems missed: insights with the documents that state them and the nearest bullet; most missed first.

        Args:
            system: only of this system.
            subtopic: only of this subtopic, or group of another task.

        Raises:
            BadInput: the run was made by another process.
        """
        found = [
            one
            for task in self.tasks
            for one in missed(task.task, [(of.item, of.response, of.judgements) for of in task.judged], task.scores)
        ]
        if not self.tasks:
            raise BadInput(
                str(self.folder), "a run that was read from a folder", "one made here", "Use 'hayrick show'."
            )
        return [one for one in found if system in (None, one.system) and subtopic in (None, one.group)]

    def estimate(self, measure: str, system: str | None = None, context: str | None = None, **more: object) -> Row:
        """The one row of estimates over all datasets with these values.

        Args:
            measure: name of the measure.
            system: name of the system; needed where there are several.
            context: name of the context; needed where there are several.
            more: further columns, such as `citations="own"`, `task="summhay"` or a `haystack`.

        Raises:
            BadInput: there is none, or there are several.
        """
        wanted = {"measure": measure, "system": system, "context": context, **more}
        wanted = {name: value for name, value in wanted.items() if value is not None}
        dataset = not {"haystack", "dataset"} & wanted.keys()
        found = [
            row
            for row in self._rows("estimates")
            if all(row.get(name) == value for name, value in wanted.items()) and not (dataset and _dataset(row))
        ]
        if len(found) != 1:
            said = ", ".join(f"{name}={value!r}" for name, value in wanted.items())
            there = sorted({str(row["measure"]) for row in self._rows("estimates")})
            systems = sorted({f"{row['system']} ({row['context']})" for row in self._rows("estimates")})
            cure = f"Measures: {', '.join(there)}. Systems: {', '.join(systems)}."
            raise BadInput("estimate", f"{len(found)} rows with {said}", "one row", cure)
        return dict(found[0])

    def _rows(self, kind: str) -> Sequence[Row]:
        if kind not in self._read:
            self._read[kind] = list(self._of_file(kind))
        return self._read[kind]

    @cached_property
    def _read(self) -> dict[str, list[Row]]:
        return {}

    def _of_file(self, kind: str) -> Iterator[Row]:
        if kind == "estimates":
            path = self.folder / "estimates.json"
            yield from read_table(path) if path.exists() else ()
            return
        for name in ("summaries.jsonl", "responses.jsonl") if kind == "responses" else (f"{kind}.jsonl",):
            if (self.folder / name).exists():
                yield from (row for _, row in read_jsonl(self.folder / name))

    @cached_property
    def _tables(self) -> list[Table]:
        by_task: dict[str, list[Row]] = {}
        for row in self._rows("estimates"):
            by_task.setdefault(str(row.get("task")), []).append(row)
        return [self._table(task, rows, len(by_task) > 1) for task, rows in by_task.items()]

    def _table(self, task: str, rows: Sequence[Row], several: bool) -> Table:
        datasets = [name for name in dict.fromkeys(map(_dataset, rows)) if name is not None]
        noun = "haystacks" if "haystack" in rows[0] else "datasets"
        found = [_estimated(row) for row in rows]
        table = systems_table(found, self._measures(task, rows), datasets[0] if len(datasets) == 1 else None, noun)
        return table._replace(title=f"{task}, {table.title}") if several else table

    def _measures(self, task: str, rows: Sequence[Row]) -> list[AnyMeasure]:
        """Measures of a task in reporting order; those of the rows, if the task cannot be made again."""
        known = [one.task.measures for one in self.tasks if one.task.name == task]
        try:
            measures = list(known[0] if known else reporting(task, self.manifest).measures)
        except HayrickError:
            measures = []
        own = dict.fromkeys(str(row["measure"]) for row in rows if "@" not in str(row["measure"]))
        more = [name for name in own if name not in {one.name for one in measures}]
        return [*measures, *(_plain_measure(name) for name in more)]

    def __repr__(self) -> str:
        """The tables and notes of the run, as the command prints them."""
        return text_of_tables(self._tables, self.notes)

    def _repr_html_(self) -> str:
        return html_of_tables(self._tables, self.notes)


def _dataset(row: Row) -> str | None:
    found = row.get("haystack", row.get("dataset"))
    return None if found is None else str(found)


def _plain_measure(name: str) -> Measure[Any, Any]:
    return Measure(name=name, description=name, source="ours", score=lambda item, response, judgements: (), main=False)


def _estimated(row: Row) -> Estimated:
    """Estimate of a row; see `records.rows.estimate_row`."""
    variant = row.get("citations", row.get("variant")) or "own"
    key = Key(str(row["system"]), str(row["context"]), _dataset(row), str(variant), str(row["measure"]))
    counts = {name: int(row.get(name) or 0) for name in ("n", "n_failed", "n_unjudged", "n_contradicted", "n_unread")}
    estimate = Estimate(
        value=row["value"],
        low=row["low"],
        high=row["high"],
        bounds=(row["worst"], row["best"]) if "worst" in row else None,
        signature=str(row.get("signature", "")),
        **counts,
    )
    return Estimated(key, estimate, row.get("tags") or {})
