"""The result of a run in Python: its table, its rows, what was missed; the content of a run directory."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Any

from hayrick.api.asked import one_row
from hayrick.api.names import of_arguments, place_of, sources_of, told
from hayrick.api.options import require, require_if_given
from hayrick.api.shown import frame_of, html_of_tables, own_row, text_of_tables
from hayrick.harness.reviewing.finished import FinishedTask, Tables, read_run, run_manifest, tables
from hayrick.harness.running.run_result import TaskResult
from hayrick.protocols import RESPONSES
from hayrick.records.fields import read_table
from hayrick.records.read_files import read_jsonl
from hayrick.records.reported import columns_in
from hayrick.records.user_code import PREFIX
from hayrick.records.write_files import make_folder
from hayrick.report.averages import averages_tables
from hayrick.report.missed import COLUMNS, Missed, row_of
from hayrick.report.missed import missed as missed_of
from hayrick.report.systems import task_table
from hayrick.report.tables import Table
from hayrick.types import BadInput

Row = dict[str, Any]
KINDS = ("estimates", "scores", "judgements", "responses", "missed")


@dataclass(frozen=True, eq=False)
class Result:
    """The result of a run: prints as its table.

    `save` keeps it as a run directory, which every command reads; `load` reads one. A pickled result is what `load`
    makes of its directory, whose files go with it if the directory is a temporary one.

    Args:
        folder: run directory; a temporary one where none was named, which goes with the result.
        tasks: items, responses, judgements and scores, where the run was made in this process.
        is_temporary: whether the directory is removed with the result.
    """

    folder: Path
    tasks: Sequence[TaskResult] = field(default=(), repr=False)
    is_temporary: bool = field(default=False, repr=False, kw_only=True)

    def __post_init__(self) -> None:
        if self.is_temporary:
            weakref.finalize(self, shutil.rmtree, self.folder, ignore_errors=True)

    def __reduce__(self) -> tuple[Any, ...]:
        if not self.is_temporary:
            return Result, (self.folder.absolute(),)
        paths = (path for path in sorted(self.folder.rglob("*")) if path.is_file())
        return _unpickled, ({str(path.relative_to(self.folder)): path.read_bytes() for path in paths},)

    def __copy__(self) -> Result:
        return self

    def __deepcopy__(self, memo: object) -> Result:
        return self

    @classmethod
    def load(cls, folder: str | PathLike[str]) -> Result:
        """Read a run directory.

        Raises:
            BadInput: it is none, or its run has not finished.
        """
        found = cls(place_of(folder, "Result.load"))
        run_manifest(found.folder)
        return found

    def save(self, folder: str | PathLike[str]) -> Path:
        """Copy the run directory to a new folder, and return its path.

        Raises:
            BadInput: the folder exists and is not empty, or cannot be written.
        """
        to = place_of(folder, "save")
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
        return run_manifest(self.folder)

    @property
    def notes(self) -> Sequence[str]:
        """Remarks for the reader, one line each."""
        return self._shown.notes

    def rows(self, kind: str = "estimates") -> list[Row]:
        """Rows of a kind, as the files of a run directory have them.

        Args:
            kind: `estimates` (means with intervals), `scores` (a row a unit and measure), `judgements`, `responses`, or
                `missed` (see the method of this name).

        Raises:
            BadInput: there is no such kind.
        """
        if kind not in KINDS:
            raise BadInput("rows", f"'{kind}'", " or ".join(f"'{one}'" for one in KINDS))
        if kind == "missed":
            return [own_row(row_of(one)) for one in self.missed()]
        return [own_row(row) for row in self._rows(kind)]

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
        return frame_of(self.rows(kind), COLUMNS if kind == "missed" else ())

    @of_arguments()
    def missed(self, system: str | None = None, subtopic: str | None = None, *, inputs: object = ()) -> list[Missed]:
        """What systems missed: insights with the documents that state them and the nearest bullet; most missed first.

        Args:
            system: only of this system, a function's with or without `python:`.
            subtopic: only of this subtopic (its id), or group of another task.
            inputs: of a run that was loaded: one or several haystacks, or where they are, if they were in memory or
                have moved.

        Raises:
            BadInput: the data of a run that was loaded are not found, or have changed.
        """
        require_if_given(system=system, subtopic=subtopic)
        sources = sources_of(inputs)
        found = [
            missed
            for one in self.tasks or read_run(self.folder, sources)
            for missed in missed_of(one.task, one.judged, one.scores)
        ]
        return [
            one
            for one in found
            if system in (None, one.system, one.system.removeprefix(PREFIX)) and subtopic in (None, one.group)
        ]

    @of_arguments()
    def report(
        self,
        path: str | PathLike[str],
        *,
        name: str = "result",
        beside: Mapping[str, Result | str | PathLike[str]] = MappingProxyType({}),
        title: str = "",
        inputs: object = (),
        overwrite: bool = False,
    ) -> Path:
        """Write a report that opens in any browser, offline: tables, charts, and every single answer.

        Args:
            path: the file; `.md`, `.csv`, `.tex` and `.json` give other formats than HTML.
            name: of this result in the report.
            beside: further results, or directories of any command, by their names in the report.
            title: heading of the report; the names by default.
            inputs: of runs that were loaded: their data, if they were in memory or have moved.
            overwrite: whether an existing file is replaced.

        Returns:
            The path.

        Raises:
            BadInput: two have the same name, a file is damaged, or the place is taken.
        """
        from hayrick.harness.reviewing.pages import PageRequest, format_of, write_page

        require(name=name, title=title, overwrite=overwrite)
        if not isinstance(beside, Mapping) or not all(isinstance(one, str) for one in beside):
            raise BadInput("beside", told(beside), "a dict name -> result or directory")
        given = {name: self, **beside}
        if len(given) <= len(beside):
            raise BadInput("beside", f"the name '{name}'", "a name for each result", "Give 'name' another value.")
        made = {key: one if isinstance(one, Result) else Result(place_of(one, "beside")) for key, one in given.items()}
        to = place_of(path, "report")
        write_page(
            PageRequest(
                folders=[one.folder for one in made.values()],
                out=to,
                title=title,
                data=sources_of(inputs),
                overwrite=overwrite,
                names=list(made),
                format=format_of(to, "report"),
                in_memory={one.folder: list(map(_with_data, one.tasks)) for one in made.values() if one.tasks},
            )
        )
        return to

    def estimate(self, measure: str, system: str | None = None, context: str | None = None, **more: object) -> Row:
        """The one row of estimates over all datasets with these values.

        Args:
            measure: name of the measure.
            system: name of the system, a function's with or without `python:`; needed where there are several.
            context: name of the context; needed where there are several.
            more: further columns, such as `citations="own"`, `task="summhay"` or a `haystack`, as the rows name them.

        Raises:
            BadInput: there is none, or there are several.
        """
        require(measure=measure)
        require_if_given(system=system, context=context)
        values = {"measure": measure, "system": system, "context": context, **more}
        return own_row(one_row(self._rows("estimates"), columns_in(self.manifest), values))

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
        for name in RESPONSES if kind == "responses" else (f"{kind}.jsonl",):
            if (self.folder / name).exists():
                yield from (row for _, row in read_jsonl(self.folder / name))

    @cached_property
    def _shown(self) -> Tables:
        return tables(self.folder)

    @cached_property
    def _tables(self) -> list[Table]:
        several = len(self._shown.tasks) > 1
        found = [
            task_table(one.name, one.estimates, one.reporting, several=several, costs=self._shown.costs)
            for one in self._shown.tasks
            if one.estimates
        ]
        means = self._shown.averages
        for suite in dict.fromkeys(one.suite for one in means):
            found += averages_tables([one for one in means if one.suite == suite])
        return found

    def __repr__(self) -> str:
        """The tables and notes of the run, as the command prints them."""
        return text_of_tables(self._tables, self.notes)

    def _repr_html_(self) -> str:
        return html_of_tables(self._tables, self.notes)


def _unpickled(files: Mapping[str, bytes]) -> Result:
    """A result with these files in a directory of its own."""
    made = Result(Path(tempfile.mkdtemp(prefix="hayrick-")), is_temporary=True)
    for name, content in files.items():
        path = made.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return made


def _with_data(one: TaskResult) -> FinishedTask:
    return FinishedTask(task=one.task, items=one.items, judged=one.judged, scores=one.scores)
