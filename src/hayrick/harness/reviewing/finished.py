"""Finished runs, read again: their tables from their files alone, and what was asked and answered with its data.

The data of a run is found again by fingerprint, so that a report never shows the text of another file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from hayrick.averages import Averaged
from hayrick.estimates import Estimated
from hayrick.harness.naming import inputs, system_names
from hayrick.harness.naming.inputs import Source
from hayrick.harness.naming.names import is_task_name, must_be_named, named_task, specs_of
from hayrick.harness.running.judged import AnyItem, AnyResponse, Judged
from hayrick.harness.work.finish import finish, no_replies
from hayrick.protocols import AnyTask
from hayrick.records.costs import Cost, read_costs
from hayrick.records.estimated import estimates_of
from hayrick.records.fields import read_table
from hayrick.records.manifest import HAYSTACKS, not_a_run, read_manifest
from hayrick.records.read_rows import read_judgements, read_scores
from hayrick.records.reported import columns_in, recorded
from hayrick.report.states import response_key
from hayrick.reporting import Reporting, by_dataset
from hayrick.tasks import summhay
from hayrick.tasks.summhay.task import COLUMNS
from hayrick.types import BadInput, Haystack, Score

Manifest = Mapping[str, object]
RUN = "run"
ESTIMATES, SCORES, JUDGEMENTS = "estimates.json", "scores.jsonl", "judgements.jsonl"
_ELSEWHERE = "Say where it is now with --input."


class TaskTables(NamedTuple):
    """What the tables of one task of a run are made of."""

    name: str
    reporting: Reporting
    estimates: list[Estimated]
    scores: list[Score]


class Tables(NamedTuple):
    """What a run printed."""

    tasks: list[TaskTables]
    averages: list[Averaged]
    notes: list[str]
    rows: list[dict[str, object]]
    """Of `estimates.json`."""

    costs: list[Cost]


def run_manifest(folder: Path) -> dict[str, object]:
    """Manifest of a finished run.

    Raises:
        BadInput: the folder is none, or a directory of another command.
    """
    found = read_manifest(folder)
    if found.get("command") != RUN or not specs_of(found):
        raise not_a_run(folder, str(found.get("command")))
    return found


def tables(folder: Path) -> Tables:
    """Read what the tables of a run are made of, from its files alone.

    No code of a user's own is run.

    Raises:
        BadInput: the folder is no finished run, or one of its files is damaged.
    """
    manifest = run_manifest(folder)
    path = folder / ESTIMATES
    rows = read_table(path) if path.exists() else []
    columns = columns_in(manifest)
    scores = read_scores(folder / SCORES, manifest) if rows else {}
    specs = specs_of(manifest)
    found = estimates_of(rows, specs, columns, _objects(manifest, "suites"), str(path))
    told = manifest.get("notes")
    made = [
        TaskTables(name, recorded(name, manifest), found.tasks.get(name, []), scores.get(name, [])) for name in specs
    ]
    return Tables(
        made, found.averages, [str(one) for one in told] if isinstance(told, list) else [], rows, read_costs(folder)
    )


def _objects(manifest: Manifest, name: str) -> list[Mapping[str, object]]:
    given = manifest.get(name)
    return [one for one in given if isinstance(one, dict)] if isinstance(given, list) else []


def _task_entry(name: str, manifest: Manifest) -> Mapping[str, object]:
    parameters = manifest.get("parameters")
    entries = _objects(parameters, "tasks") if isinstance(parameters, dict) else []
    return next((one for one in entries if one.get("task") == name), {})


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedTask:
    """One task of a finished run with its data: what was asked, answered, judged and scored."""

    task: AnyTask
    items: Sequence[AnyItem]
    judged: Sequence[Judged]
    scores: Sequence[Score]


def read_run(
    folder: Path, sources: Sequence[Source], known: Mapping[str, Sequence[Score]] | None = None
) -> list[FinishedTask]:
    """Read a finished run, and the data that it was made on.

    Args:
        folder: of the run.
        sources: where data are now that have moved: haystacks, or tasks with their parameters.
        known: scores of its tasks, if they have been read.

    Raises:
        BadInput: the folder is no finished run, its data are not found or have changed, or one of its files is damaged.
    """
    manifest = run_manifest(folder)
    columns = columns_in(manifest)
    judgements = read_judgements(folder / JUDGEMENTS, columns) if (folder / JUDGEMENTS).exists() else {}
    scores = known
    if scores is None:
        scores = read_scores(folder / SCORES, manifest) if (folder / SCORES).exists() else {}
    parameters = manifest["parameters"]
    seed = parameters.get("seed") if isinstance(parameters, dict) else 0
    found = []
    for task in _tasks(folder, manifest, sources):
        items = task.items(seed if isinstance(seed, int) else 0)
        by_response: dict[tuple[object, ...], list[Any]] = {}
        for response, judgement in judgements.get(task.name, ()):
            by_response.setdefault(response_key(response), []).append(judgement)
        rows = scores.get(task.name, [])
        unread = {response_key(one.response): one.response.n_unread for one in rows if one.response.n_unread}
        by_key = {item.key: item for item in items}
        judged = []
        for one in _responses(folder, task, items):
            key = response_key(one)
            given = by_response.get(key) if judgements else None
            judged.append(Judged(by_key[one.item.key], replace(one, n_unread=unread.get(key, 0)), given))
        found.append(FinishedTask(task=task, items=items, judged=judged, scores=rows))
    return found


def _responses(folder: Path, task: AnyTask, items: Sequence[AnyItem]) -> list[AnyResponse]:
    """Responses of a run's file, which is read as any file of responses is."""
    system = system_names.stored_in(folder / task.columns.responses, task, items)
    return [one for some in by_dataset(items).values() for one in finish(system.respond(some, no_replies))]


def _tasks(folder: Path, manifest: Manifest, sources: Sequence[Source]) -> list[AnyTask]:
    """Tasks of a run on the data of the run."""
    named = [source for source in sources if isinstance(source, str) and is_task_name(source)]
    moved = {one.task.name: one.task for one in map(named_task, named)}
    specs = specs_of(manifest)
    for name in moved:
        if name not in specs:
            raise BadInput("--input", f"the task '{name}'", f"a task of the run: {', '.join(specs)}")
    found = []
    for name, spec in specs.items():
        if name == summhay.NAME:
            task: AnyTask = summhay.task(haystacks_of(folder, manifest, [one for one in sources if one not in named]))
        else:
            task = moved[name] if name in moved else _again(spec)
            _require_same(task, manifest)
        found.append(replace(task, measures=tuple(recorded(name, manifest).measures)))
    return found


def _again(spec: str) -> AnyTask:
    if must_be_named(spec):
        found = "code or data of the hub, which a run directory cannot ask for"
        raise BadInput(f"task '{spec}'", found, "its name on the command line", f"Give --input '{spec}'.")
    try:
        return named_task(spec).task
    except BadInput as problem:
        cure = "Give the task with its parameters as they are now with --input."
        raise BadInput(f"task '{spec}'", f"it cannot be made again ({problem})", "its data", cure) from None


def _require_same(task: AnyTask, manifest: Manifest) -> None:
    """Refuse a task that is not the run's: its texts would stand beside the answers to others."""
    wanted = _task_entry(task.name, manifest).get("signature")
    prints = _prints(manifest, task.columns.dataset)
    if task.signature != wanted or any((name, one) not in prints for name, one in task.fingerprint.items()):
        found = "its data or parameters are not those of the run"
        raise BadInput(f"task '{task.name}'", found, "the data of the run", f"{_ELSEWHERE[:-1]}, or make it again.")


def _prints(manifest: Manifest, column: str) -> list[tuple[str, str]]:
    """Datasets of a run that stand in this column, with the fingerprints of their data."""
    parameters = manifest.get("parameters")
    entries = _objects(parameters, "inputs") if isinstance(parameters, dict) else []
    return [(str(one[column]), str(one.get("fingerprint"))) for one in entries if column in one]


def haystacks_of(folder: Path, manifest: Manifest, sources: Sequence[Source]) -> list[Haystack]:
    """Haystacks of a run under their names then, from the files given or else where they were.

    Args:
        folder: of the run, for errors.
        manifest: of the run.
        sources: haystacks, or where they are now.

    Raises:
        BadInput: the run has none, or one is not found or has changed.
    """
    wanted = dict(_prints(manifest, COLUMNS.dataset))
    if not wanted:
        raise BadInput(str(folder), "its manifest names no haystacks", "a directory of 'hayrick run' on haystacks")
    was = _places(manifest)
    found: dict[str, Haystack] = {}
    for one in inputs.read(sources, allow_unheld=True):
        names = [name for name, fingerprint in wanted.items() if fingerprint == one.fingerprint]
        if not names:
            expected = f"the data of {', '.join(wanted)} as {folder} was made on them"
            raise BadInput(f"--input {one.source}", "a file with other content", expected)
        found |= {name: replace(one.haystack, id=name) for name in names}
    left = {name: was.get(name, "") for name in wanted if name not in found}
    for source in dict.fromkeys(left.values()):
        names = [name for name in left if left[name] == source]
        found |= _where_it_was(source, {name: wanted[name] for name in names})
    return [found[name] for name in wanted]


def _places(manifest: Manifest) -> dict[str, str]:
    """Haystack -> where it was read from; those in memory are left out."""
    told = manifest.get(HAYSTACKS)
    given = told.items() if isinstance(told, dict) else ()
    return {str(name): place for name, place in given if isinstance(place, str)}


def _where_it_was(source: str, wanted: Mapping[str, str]) -> dict[str, Haystack]:
    name = ", ".join(wanted)
    if must_be_named(source):
        found = "a dataset of the hub, which a run directory cannot ask for"
        raise BadInput(source, found, "its name on the command line", f"Give --input '{source}'.")
    if not source:
        raise BadInput(f"haystack '{name}'", "no file is recorded, as of a haystack in memory", "its data", _ELSEWHERE)
    if not Path(source).is_file():
        raise BadInput(source, "no such file any more", f"the haystack '{name}' of the run", _ELSEWHERE)
    read = {one.haystack.id: one for one in inputs.read([source], allow_unheld=True)}
    for id, fingerprint in wanted.items():
        if id not in read or read[id].fingerprint != fingerprint:
            cure = f"{_ELSEWHERE[:-1]}, or make the run again."
            raise BadInput(source, f"'{id}' has changed since the run", "the file of the run", cure)
    return {id: read[id].haystack for id in wanted}
