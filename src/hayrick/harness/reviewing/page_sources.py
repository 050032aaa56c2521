"""Reads finished directories of any command for a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from hayrick.harness.naming import inputs
from hayrick.harness.naming.names import is_task_name, named_task, specs_of
from hayrick.harness.reviewing.comparable import FinishedRun, differences_in_words
from hayrick.harness.reviewing.finished import ESTIMATES, RUN, FinishedTask, TaskTables, read_run, tables
from hayrick.harness.reviewing.gaps import values_lacking
from hayrick.haystacks.labels import read_annotations
from hayrick.page.views import Source, SourceTask, on_one_line
from hayrick.records.costs import COSTS
from hayrick.records.manifest import read_manifest
from hayrick.records.outputs import FILES, MANIFEST, TABLES
from hayrick.records.read_files import fingerprint_file, read_json
from hayrick.types import BadInput, Haystack

VALIDATE = "validate"
_LEFT_OUT = (MANIFEST, ESTIMATES, COSTS)


Data = Sequence[FinishedTask]


def read_sources(
    folders: Sequence[Path],
    data: Sequence[inputs.Source] = (),
    names: Sequence[str] = (),
    in_memory: Mapping[Path, Data] = MappingProxyType({}),
) -> list[Source]:
    """Read finished directories.

    Where the data of a run are not found, its tables are read all the same, and a note says so.

    Args:
        folders: directories of any command.
        data: where the data of runs are now that have moved.
        names: of the folders, all different; by default the last parts of their paths.
        in_memory: folder -> items and answers of its run, which are read from its files by default.

    Raises:
        BadInput: a folder has no results, or one of its files is damaged.
    """
    named = names or _names(folders)
    prints = [_made_on(one) for one in data]
    asked = [_asked_for(folder) for folder in folders]
    for one, own in zip(data, prints, strict=True):
        if not any(own & wanted for wanted in asked):
            given = one.id if isinstance(one, Haystack) else one
            raise BadInput(f"--input {given}", "data of none of the runs", "data that a run was made on, unchanged")
    found = []
    for name, folder, wanted in zip(named, folders, asked, strict=True):
        mine = [one for one, own in zip(data, prints, strict=True) if own & wanted]
        found.append(_source(name, folder, mine, in_memory.get(folder)))
    return _with_alike(found)


def _with_alike(sources: Sequence[Source]) -> list[Source]:
    """The sources, whose tasks say beside which earlier one `hayrick compare` would put them."""
    runs = {one.name: _finished(one) for one in sources if one.tasks}
    firsts: dict[str, list[str]] = {}
    found = []
    for source in sources:
        tasks = []
        for task in source.tasks:
            why = ""
            for first in firsts.get(task.name, ()) if task.scores else ():
                problem = _unlike(runs[first], runs[source.name], task)
                if not problem:
                    tasks.append(replace(task, alike=first, unlike=why))
                    break
                why = why or problem
            else:
                tasks.append(replace(task, unlike=why))
                if task.scores:
                    firsts.setdefault(task.name, []).append(source.name)
        found.append(replace(source, tasks=tasks))
    return found


def _finished(source: Source) -> FinishedRun:
    scores = {task.name: task.scores for task in source.tasks}
    return FinishedRun(name=source.name, folder=source.folder, manifest=source.manifest, scores=scores)


def _unlike(first: FinishedRun, second: FinishedRun, task: SourceTask) -> str:
    """What keeps two runs from being compared in a task; "" if nothing does."""
    try:
        found = differences_in_words(first, second, task.name, task.reporting.compared)
    except BadInput as problem:
        return str(problem)
    return f"the runs differ in {found}" if found else ""


def _made_on(source: inputs.Source) -> set[str]:
    """Fingerprints of haystacks, or the name of a task, by which a run knows its data again."""
    if isinstance(source, str) and is_task_name(source):
        return {named_task(source).task.name}
    return {one.fingerprint for one in inputs.read([source], allow_unheld=True)}


def _asked_for(folder: Path) -> set[str]:
    """Fingerprints and names of tasks of a run; none of another directory."""
    manifest = read_manifest(folder) if (folder / MANIFEST).exists() else {}
    parameters = manifest.get("parameters")
    rows = parameters.get("inputs") if isinstance(parameters, dict) else None
    prints = {str(row.get("fingerprint")) for row in (rows if isinstance(rows, list) else []) if isinstance(row, dict)}
    return prints | set(specs_of(manifest))


def _names(folders: Sequence[Path]) -> list[str]:
    """The last part of each path, with the parts before it as far as they are needed to tell two apart."""
    parts = [folder.resolve().parts for folder in folders]
    if len(set(parts)) < len(parts):
        twice = next(one for one in folders if parts.count(one.resolve().parts) > 1)
        raise BadInput(str(twice), "a directory that is named twice", "each directory once")
    found: list[str] = []
    for one in parts:
        n = next(n for n in range(1, len(one) + 1) if sum(other[-n:] == one[-n:] for other in parts) == 1)
        found.append("/".join(one[-n:]))
    return found


def _source(name: str, folder: Path, data: Sequence[inputs.Source], in_memory: Data | None) -> Source:
    files, left_out = _files(folder)
    if not (folder / MANIFEST).exists() and files:
        return Source(name=name, folder=folder, command="", files=files)
    manifest = read_manifest(folder)
    command = str(manifest.get("command"))
    source = Source(name=name, folder=folder, command=command, manifest=manifest, files=files)
    if command != RUN:
        people = _people(manifest) if command == VALIDATE else {}
        return replace(source, people=people, gaps=left_out, unread=left_out)
    shown = tables(folder)
    unread: list[str] = []
    finished: Mapping[str, FinishedTask] = {}
    try:
        read = in_memory or read_run(folder, data, {one.name: one.scores for one in shown.tasks})
        finished = {one.task.name: one for one in read}
    except BadInput as problem:
        unread = [f"The single answers of {folder} cannot be shown: {problem}"]
    return replace(
        source,
        tasks=[_task(one, finished.get(one.name)) for one in shown.tasks],
        averages=shown.averages,
        notes=[*shown.notes, *unread],
        gaps=[
            *left_out,
            *(line for one in shown.tasks for line in values_lacking(one)),
        ],
        unread=[*unread, *left_out],
        costs=shown.costs,
    )


def _people(manifest: Mapping[str, Any]) -> dict[tuple[str, str], dict[str, list[tuple[str, int | None]]]]:
    """Labels by people of the file that a judge was validated on, where it still is what it was."""
    parameters, places = manifest.get("parameters"), manifest.get("sources")
    wanted = parameters.get("annotations") if isinstance(parameters, dict) else None
    for place in places if isinstance(places, list) else ():
        path = Path(str(place))
        if path.is_file() and fingerprint_file(path) == wanted:
            return {
                (one.subtopic.id, on_one_line(" ".join(one.lines))): {
                    insight.id: [
                        (of[insight.id].label, of[insight.id].bullet) for of in one.people.values() if insight.id in of
                    ]
                    for insight in one.subtopic.insights
                }
                for one in read_annotations(path)
            }
    return {}


def _task(shown: TaskTables, known: FinishedTask | None) -> SourceTask:
    return SourceTask(
        name=shown.name,
        reporting=shown.reporting,
        estimates=shown.estimates,
        scores=shown.scores,
        task=known.task if known else None,
        items=known.items if known else (),
        judged=known.judged if known else (),
    )


def _files(folder: Path) -> tuple[dict[str, Mapping[str, Any]], list[str]]:
    """JSON objects in a folder, by file name: of files that commands write; what else lies there is not read.

    Manifest, estimates and costs are read apart. Of a run's folder, what another command wrote there and cannot be read
    is left out.

    Returns:
        The objects, and a sentence on each file that is left out.

    Raises:
        BadInput: a file that the folder is read for is damaged.
    """
    found: dict[str, Mapping[str, Any]] = {}
    left_out: list[str] = []
    for name in sorted({*FILES, *TABLES}.difference(_LEFT_OUT)):
        path = folder / name
        if path.suffix != ".json" or not path.is_file():
            continue
        try:
            value = read_json(path)
        except BadInput as problem:
            if name not in TABLES or not (folder / MANIFEST).exists():
                raise
            left_out.append(f"{name} is left out: {problem}")
        else:
            if isinstance(value, dict):
                found[name] = value
    return found, left_out
